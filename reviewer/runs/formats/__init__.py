"""Ranked lists as other systems write them, read into records; one file a format."""
