"""Whom a message mentions."""

from __future__ import annotations

import pytest

from local_discord.message import mentions
from local_discord.payload import Payload

TEXT = "<@1> and <@!2>, @everyone"


@pytest.mark.parametrize(
    ("allowed", "mentioned"),
    [
        (None, {0, 1, 2}),
        ({"parse": []}, set()),
        ({"parse": ["users"]}, {1, 2}),
        ({"parse": ["everyone"]}, {0}),
        ({"parse": [], "users": ["2", "3"]}, {2}),
    ],
)
def test_mentions_need_to_be_in_the_text_and_allowed(
    allowed: Payload | None, mentioned: set[int]
) -> None:
    rest: Payload = {} if allowed is None else {"allowed_mentions": allowed}
    shown: Payload = {"type": 17, "components": [{"type": 10, "content": TEXT}]}
    assert mentions({"content": TEXT, **rest}) == mentioned
    assert mentions({"components": [shown], **rest}) == mentioned


def test_other_signs_are_no_mentions() -> None:
    assert mentions({"content": "somebody@example.org, <#1>, <@x>"}) == set()
