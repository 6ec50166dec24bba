"""One lost query in, its cause and neighbourhood out."""
