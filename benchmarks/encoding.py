"""Write an encoding of tiktoken as a `tokenizer.json` for the token splitter: `python benchmarks/encoding.py OUT`.

Needs `tiktoken` and `transformers`; with TIKTOKEN_CACHE_DIR set to the folder `_static/tiktoken_cache` of the package
`llama-index-core`, nothing is fetched.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

import tiktoken
from transformers.convert_slow_tokenizer import TikTokenConverter


def main(out: str, name: str = "cl100k_base") -> None:
    """Convert one encoding; token boundaries stay, ids are numbered anew."""
    encoding = tiktoken.get_encoding(name)
    ranks = sorted(encoding._mergeable_ranks.items(), key=lambda pair: pair[1])  # noqa: SLF001  # no public way
    with tempfile.NamedTemporaryFile("wb", suffix=".tiktoken") as file:
        for token, rank in ranks:
            file.write(base64.b64encode(token) + f" {rank}\n".encode())
        file.flush()
        pattern = encoding._pat_str  # noqa: SLF001  # no public way
        converter = TikTokenConverter(vocab_file=file.name, pattern=pattern, extra_special_tokens=[])
        converter.converted().save(str(Path(out)))


if __name__ == "__main__":
    main(*sys.argv[1:])
