"""Effects in, a verdict out."""
