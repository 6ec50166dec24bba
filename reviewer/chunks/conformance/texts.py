"""Texts that are hard to cut, each with one known trap; made here, so that every table was made over the same ones."""

from __future__ import annotations

from dataclasses import dataclass

WORDS = (
    "the office pays refunds within ten days unless a form was sent late and each branch keeps its own record of fees "
    "which auditors read twice a year before anything is archived or given to another firm under contract"
).split()


@dataclass(frozen=True, slots=True)
class Hard:
    """A text as it is handed to the splitter, and what makes it hard."""

    name: str
    trap: str
    text: str


def _prose(sentences: int, seed: int = 1) -> str:
    """Give sentences of 6 to 14 words, no two alike, in paragraphs of four; the same ones for the same seed."""
    state, made = seed, []
    for number in range(1, sentences + 1):
        words = []
        for _ in range(6 + (state >> 7) % 9):
            state = (state * 1_103_515_245 + 12_345) % 2**31
            words.append(WORDS[(state >> 11) % len(WORDS)])
        made.append(f"{' '.join(words).capitalize()} {number}.")
    return "\n\n".join(" ".join(made[at : at + 4]) for at in range(0, len(made), 4))


def _sections(count: int) -> str:
    clause = "The customer may cancel within ten days.\nFees that were paid are returned.\n\n" + _prose(12, 5)
    return "\n\n".join(f"## Branch {number}\n\n{clause}" for number in range(1, count + 1))


def _table(rows: int) -> str:
    body = "\n".join(f"| P-{number} | {number * 7} | pays within {number % 3 + 10} days |" for number in range(rows))
    return f"# Fees\n\n| product | fee | terms |\n| --- | ---: | --- |\n{body}\n"


_CODE = "\n\n".join(
    f"### Step {n}\n\n```python\ndef step_{n}(value):\n    if value:\n        return {n}\n\n    return None\n```\n"
    for n in range(1, 25)
)
_SIGNS = "👩‍👩‍👧‍👦 family, 🇩🇪🇫🇷 flags, e\u0301\u0323 marks, ก็ and 각 by jamo ᄀ\u1161\u11a8. "
_CJK = "退款将在十天内支付,除非表格提交过晚。每个分支机构都保存自己的费用记录。审计人员每年阅读两次!"
_THAI = "สำนักงานจ่ายเงินคืนภายในสิบวันเว้นแต่แบบฟอร์มจะถูกส่งมาช้าและแต่ละสาขาเก็บบันทึกของตนเอง"
_RTL = "يدفع المكتب المبالغ المستردة خلال عشرة أيام. כל סניף שומר רישום משלו. "

TEXTS: tuple[Hard, ...] = (
    Hard("prose", "none: plain paragraphs, no sentence twice", _prose(120)),
    Hard("repeated-sections", "each section stands eight times, only its heading differs", _sections(8)),
    Hard("repeated-lines", "one line four hundred times: a search finds the first", "Nothing to report today.\n" * 400),
    Hard("repeated-characters", "one character, without a place to cut", "a" * 6000),
    Hard("carriage-returns", "lines end in CR LF", _prose(60, 2).replace("\n", "\r\n")),
    Hard("tabs", "tabs and doubled blanks between words", _prose(60, 3).replace(" ", "\t  ")),
    Hard("signs", "signs of several code points, some decomposed", _SIGNS * 60),
    Hard("cjk", "no blanks between words", _CJK * 60),
    Hard("thai", "no blanks and no full stops", _THAI * 40),
    Hard("right-to-left", "Arabic and Hebrew", _RTL * 60),
    Hard("headings", "headings of all levels, some without text below", "\n".join(
        f"{'#' * (n % 6 + 1)} Heading {n}\n" + ("" if n % 3 else f"\n{_prose(6, n)}\n") for n in range(1, 40)
    )),
    Hard("table", "one table, longer than any chunk", _table(150)),
    Hard("code", "fenced code with blank lines and indentation", _CODE),
    Hard("long-words", "words longer than a chunk", " ".join(chr(97 + n) * 900 for n in range(12))),
    Hard("blank-runs", "hundreds of blank lines, and blanks at both ends", "\n" * 300 + "\n \n".join(
        sentence + " " * 200 for sentence in _prose(40, 4).split("\n\n")
    ) + "\n" * 300),
    Hard("one-line", "one line of forty thousand characters", _prose(600, 6).replace("\n\n", " ")),
    Hard("odd-blanks", "no-break and narrow blanks, line and page separators, zero width", _prose(40, 7)
         .replace(" the ", " the\u00a0").replace("\n\n", "\u2028").replace(" a ", "\u200ba\u3000")),
    Hard("capitals", "letters whose case, width or form a tokenizer changes", "STRAẞE İstanbul ﬁne ½ Ａｂｃ Ǆ. " * 120),
    Hard("short", "a text shorter than a chunk", "Fees are due."),
)  # fmt: skip
