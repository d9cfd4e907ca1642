"""Names as they are kept."""

from __future__ import annotations

import pytest

from bot.chat.responding.mentions import readable


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("  Ada\n", "Ada"),
        ("\u202eadA\u2066", "adA"),
        ("Zoë é", "Zoë é"),
        ("Z" + "\u0335\u0321\u0489" * 10 + "a", "Z\u0335\u0321a"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("A" * 40, "A" * 32),
        ("\x00\ud800", ""),
        ("\u3164\u2800 \u0335", ""),
    ],
)
def test_a_name_loses_what_has_no_sign_or_disturbs_the_line(name: str, kept: str) -> None:
    assert readable(name) == kept
