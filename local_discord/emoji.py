"""The emoji that there are in Unicode, as components and reactions may have them.

`emoji.txt` has those of Unicode's RGI list (UTS #51, `emoji-test.txt`), a short form of them: where
a sequence stands in every skin tone, `_` takes the tone's place, a second `_` any other one's, and
`+` that of a tone which is not the first one's. `make emoji` writes it.

Variation selectors don't count: which of them Discord needs is nowhere said, and differs between
its clients (discord/discord-api-docs #1047, #3384).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

TONES = "🏻🏼🏽🏾🏿"
VARIATION_SELECTOR = "\ufe0f"
LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Regional indicators, which Discord also has one by one."""

_FILE = Path(__file__).with_suffix(".txt")


def is_emoji(text: str) -> bool:
    """Whether a text is one emoji."""
    return text.replace(VARIATION_SELECTOR, "") in _all_emoji()


@cache
def _all_emoji() -> frozenset[str]:
    forms = _FILE.read_text(encoding="utf-8").split()
    return LETTERS.union(*map(expanded, forms))


def expanded(form: str) -> Iterator[str]:
    """The emoji that a short form stands for."""
    first, *rest = form.replace("+", "_").split("_")
    for tones in product(TONES, repeat=len(rest)):
        if "+" not in form or len(set(tones)) == len(tones):
            yield first + "".join(tone + text for tone, text in zip(tones, rest, strict=True))
