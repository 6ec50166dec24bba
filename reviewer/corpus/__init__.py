"""Files in, documents out: canonical text with structure and a map to the raw file."""

from reviewer.corpus.document import Block, Corpus, Document, OffsetMap, PassedOver

__all__ = ["Block", "Corpus", "Document", "OffsetMap", "PassedOver"]
