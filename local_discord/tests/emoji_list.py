"""Writes `emoji.txt` from the package `emoji`: `python -m local_discord.tests.emoji_list`."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import emoji
from local_discord.emoji import TONES, VARIATION_SELECTOR, expanded

FILE = Path(__file__).parents[1] / "emoji.txt"


def all_emoji() -> set[str]:
    """Unicode's RGI list, without variation selectors."""
    return {
        one.replace(VARIATION_SELECTOR, "")
        for one, known in emoji.EMOJI_DATA.items()
        if known["status"] == emoji.STATUS["fully_qualified"]
    }


def short_forms(all_of_them: set[str]) -> list[str]:
    """The list with the skin tones that every sequence has put together."""
    rest, forms = set(all_of_them), list[str]()
    patterns = {re.sub(f"[{TONES}]", "_", one) for one in rest}
    for pattern in sorted(one for one in patterns if "_" in one):
        for form in (pattern, "+".join(pattern.rsplit("_", 1))):
            meant = set(expanded(form))
            if meant <= rest:
                rest -= meant
                forms.append(form)
                break
    return sorted([*rest, *forms])


def text() -> str:
    """The content of the file."""
    lines = textwrap.wrap(
        " ".join(short_forms(all_emoji())), 80, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
