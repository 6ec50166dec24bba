"""How many sites are found in folders of documents, and how many labelled evidence spans of a set are among them.

    python benchmarks/sites.py [FOLDER …] [--set labels/handbook]

A label counts as found when a site of its own boundary pattern has both parts in the label's evidence, wholly or in
part. Precision cannot be computed: it was read, as the README says.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from reviewer.corpus import read_corpus
from reviewer.labels import Label, find_corpus, read_set
from reviewer.labels.sites import MINERS, Site, find_sites
from reviewer.queries import CONTROL


def count(folder: Path) -> None:
    """Print the sites of each pattern in a folder."""
    corpus = read_corpus(folder)
    characters = sum(len(document.text) for document in corpus)
    begin = time.process_time()
    found = Counter(site.pattern for site in find_sites(corpus))
    seconds = time.process_time() - begin
    told = ", ".join(f"{found[pattern]} {pattern}" for pattern in MINERS)
    print(f"{folder}: {len(corpus)} documents, {characters:,} characters, {seconds:.2f} s of work")
    print(f"  {found.total()} sites: {told}")


def holds(label: Label, site: Site) -> bool:
    """Tell whether both parts of a site lie in a label's evidence, at least in part."""
    own = [span.span for span in label.spans if span.document == site.document]
    return all(any(span.meets(part) for span in own) for part in (site.first, site.second))


def agree(folder: Path) -> None:
    """Print how many boundary labels of a set stand where a site is found, by language and pattern."""
    sites = find_sites(read_corpus(find_corpus(folder)))
    total: Counter[tuple[str, str]] = Counter()
    same: Counter[tuple[str, str]] = Counter()
    for label in read_set(folder).in_use:
        pattern = label.query.boundary or CONTROL
        if pattern in MINERS and pattern != CONTROL:
            key = (label.query.tags.get("language", "?"), pattern)
            total[key] += 1
            same[key] += any(site.pattern == pattern and holds(label, site) for site in sites)
    for language in dict.fromkeys(key[0] for key in sorted(total)):
        keys = [key for key in total if key[0] == language]
        print(f"{folder}, {language}: {share(same, keys)} of {share(total, keys)} boundary labels found as sites")
        print("  " + ", ".join(f"{key[1]} {same[key]}/{total[key]}" for key in sorted(keys)))


def share(counts: Counter[tuple[str, str]], keys: Iterable[tuple[str, str]]) -> int:
    """Add up the counts of some keys."""
    return sum(counts[key] for key in keys)


def main() -> None:
    """Count and compare."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="*", type=Path, default=[Path("labels/handbook/corpus")])
    arguments.add_argument("--set", type=Path, default=Path("labels/handbook"))
    given = arguments.parse_args()
    for folder in given.folders:
        count(folder)
    agree(given.set)


if __name__ == "__main__":
    main()
