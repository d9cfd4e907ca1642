"""Whom a message calls, by its text and by what it allows."""

from __future__ import annotations

import pytest

from local_discord.message import mentions
from local_discord.payload import Payload

TEXT = "<@1> and <@!2>, @everyone"


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, {0, 1, 2}),
        ({"parse": []}, set()),
        ({"parse": ["users"]}, {1, 2}),
        ({"parse": ["everyone"]}, {0}),
        ({"parse": [], "users": ["2", "3"]}, {2}),
    ],
)
def test_who_is_called_is_whom_the_text_names_and_the_message_allows(
    allowed: Payload | None, called: set[int]
) -> None:
    rest: Payload = {} if allowed is None else {"allowed_mentions": allowed}
    shown: Payload = {"type": 17, "components": [{"type": 10, "content": TEXT}]}
    assert mentions({"content": TEXT, **rest}) == called
    assert mentions({"components": [shown], **rest}) == called


def test_a_text_that_names_nobody_calls_nobody() -> None:
    assert mentions({"content": "somebody@example.org, <#1>, <@x>"}) == set()
