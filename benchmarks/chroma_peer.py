"""What a team would write in an afternoon: LangChain splitters, sentence-transformers and NumPy over six arms.

It finds chunks by string search, as the set's own harness does, and scores character recall only. Usage:
`python benchmarks/chroma_peer.py DIR MODEL ARMS`, with TIKTOKEN_CACHE_DIR set where the encoding is not to be fetched.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np
from langchain_text_splitters import RecursiveCharacterTextSplitter, TokenTextSplitter
from sentence_transformers import SentenceTransformer

ARMS = (
    ("recursive", 250, 125),
    ("tokens", 250, 125),
    ("recursive", 250, 0),
    ("tokens", 250, 0),
    ("recursive", 200, 0),
    ("tokens", 200, 0),
)
SEPARATORS = ["\n\n", "\n", ".", "?", "!", " ", ""]


def main(folder: Path, model_name: str, arms: int) -> None:
    """Run the last `arms` of six arms and print the mean character recall at 5 of each."""
    corpora = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    model = SentenceTransformer(model_name, device="cpu")
    queries = model.encode([row["question"] for row in rows], normalize_embeddings=True)
    for rule, size, overlap in ARMS[-arms:]:
        if rule == "recursive":
            splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
                "cl100k_base", chunk_size=size, chunk_overlap=overlap, separators=SEPARATORS, keep_separator=True
            )
        else:
            splitter = TokenTextSplitter(encoding_name="cl100k_base", chunk_size=size, chunk_overlap=overlap)
        chunks = [
            (name, text.find(piece), text.find(piece) + len(piece), piece)
            for name, text in corpora.items()
            for piece in splitter.split_text(text)
        ]
        vectors = model.encode([chunk[3] for chunk in chunks], normalize_embeddings=True, batch_size=32)
        best = np.argsort(-(queries @ vectors.T), axis=1)[:, :5]
        recalls = []
        for row, top in zip(rows, best, strict=True):
            wanted = {at for ref in json.loads(row["references"]) for at in range(ref["start_index"], ref["end_index"])}
            read = {at for i in top if chunks[i][0] == row["corpus_id"] for at in range(chunks[i][1], chunks[i][2])}
            recalls.append(len(wanted & read) / len(wanted))
        print(f"{rule} {size}/{overlap}: char_recall@5 {100 * np.mean(recalls):.1f}, {len(chunks)} chunks", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
