"""YAML in, queries with their evidence out."""
