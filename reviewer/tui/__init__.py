"""The two terminal apps."""
