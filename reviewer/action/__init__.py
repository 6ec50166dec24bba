"""A GitHub event in, a comment and an exit code out."""
