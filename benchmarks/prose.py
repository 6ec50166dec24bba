"""Texts of made-up words that anyone can make again, and what edits make of them."""

from __future__ import annotations

import unicodedata
from itertools import accumulate
from random import Random

EDITED_WORDS = 0.05


class Prose:
    """Sentences of made-up words whose frequencies fall as those of a language do (Zipf)."""

    def __init__(self, seed: int) -> None:
        """Make up a vocabulary."""
        self.random = Random(seed)  # noqa: S311 - a text that anyone can make again, no secret
        syllables = [first + vowel for first in "bdfghklmnprstvw" for vowel in "aeiou"]
        words = {"".join(self.random.choices(syllables, k=self.random.randint(1, 4))) for _ in range(6_000)}
        self.words = sorted(words)
        self.random.shuffle(self.words)
        self.weights = list(accumulate(1 / rank for rank in range(2, len(self.words) + 2)))

    def some(self, count: int) -> list[str]:
        """Give words."""
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

    def sentence(self) -> str:
        """Give a sentence of 6 to 22 words."""
        return " ".join(self.some(self.random.randint(6, 22))).capitalize() + "."

    def paragraphs(self, characters: int) -> str:
        """Give sentences, a line break after every fifth or so."""
        parts: list[str] = []
        while sum(map(len, parts)) < characters:
            parts += [self.sentence(), "\n" if self.random.random() < 0.2 else " "]
        return "".join(parts).strip()

    def edited(self, text: str, share: float = EDITED_WORDS) -> str:
        """Replace, drop or double a share of the words."""
        return "\n".join(" ".join(self._edited(word, share) for word in line.split(" ")) for line in text.split("\n"))

    def _edited(self, word: str, share: float) -> str:
        if self.random.random() >= share:
            return word
        return self.random.choice([self.some(1)[0], f"{word} {self.some(1)[0]}", self.some(1)[0].upper()])


def document(prose: Prose, characters: int) -> str:
    """Write sections of prose with headings and a list now and then."""
    parts: list[str] = []
    length = 0
    while length < characters:
        items = "".join(f"- {prose.sentence()}\n" for _ in range(prose.random.randrange(4)))
        parts.append(f"## {' '.join(prose.some(3)).title()}\n\n{prose.paragraphs(1_200)}\n\n{items}\n")
        length += len(parts[-1])
    return "".join(parts)[:characters]


def one_in_ten_paragraphs(prose: Prose, text: str) -> str:
    """Edit every tenth paragraph, take one away and put one in."""
    paragraphs = text.split("\n\n")
    for at in prose.random.sample(range(len(paragraphs)), len(paragraphs) // 10):
        paragraphs[at] = prose.edited(paragraphs[at], 0.1)
    del paragraphs[len(paragraphs) // 3]
    paragraphs.insert(len(paragraphs) // 2, prose.paragraphs(800))
    return "\n\n".join(paragraphs)


def one_line(text: str) -> str:
    """Take all line breaks away."""
    return text.replace("\n", " ")


def decomposed(text: str) -> str:
    """Write accents as marks of their own."""
    return unicodedata.normalize("NFD", text.replace("e", "é"))


def repeated(text: str, times: float) -> str:
    """Say one sentence again and again on one line, as long as the text and so many times more."""
    sentence = text[text.index(".") + 2 :].partition(".")[0] + ". "
    return sentence * int(len(text) * times / len(sentence))
