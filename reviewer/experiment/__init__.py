"""A configuration in, a folder of results out."""
