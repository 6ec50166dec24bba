"""Strict reading of YAML, JSON and plain data: strings stay strings, and every error names its place.

YAML 1.1 guesses types (`NO` is false, `007` is seven, `12:30` is 750). Here a scalar is the text that was
written, and only the reader who asks for a number or a flag gets one. Duplicate keys, anchors, aliases, tags
and further documents are refused, so that a file has one meaning and a small file stays small.
"""

from reviewer.decoding.field import Field, Style, from_plain
from reviewer.decoding.strict_json import parse_json
from reviewer.decoding.strict_yaml import is_yaml_mapping, parse_yaml, read_yaml

__all__ = ["Field", "Style", "from_plain", "is_yaml_mapping", "parse_json", "parse_yaml", "read_yaml"]
