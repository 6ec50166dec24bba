"""Notice, explain and prove what a change of chunking does to retrieval."""

__version__ = "0.1.0"
