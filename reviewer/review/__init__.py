"""Stale labels in, decisions out; no terminal here."""
