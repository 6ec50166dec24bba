"""A result in, text for people out: terminal, markdown, HTML, JSON."""
