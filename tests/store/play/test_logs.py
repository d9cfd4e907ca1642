"""Packed logs keep every action, in order, with its time."""

from __future__ import annotations

import string
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.play import Action
from bot.store.play.game_logs import append_text, pack, texts, unpack

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ACTION_TEXTS = st.one_of(
    st.sampled_from(["s", "undo", "redo", "give up", "3-5*2", "w-f1", "r16-12", "99-98*13"]),
    st.text(string.ascii_lowercase + string.digits + "-* ", min_size=1, max_size=16),
)
DELTAS = st.integers(0, 10**12).map(lambda value: timedelta(milliseconds=value))
ENTRIES = st.lists(st.tuples(ACTION_TEXTS, DELTAS), max_size=60)


@given(ENTRIES)
def test_what_is_appended_is_unpacked_again(entries: list[tuple[str, timedelta]]) -> None:
    log, expected, at = "", [], NOON
    for version, (text, delta) in enumerate(entries, 1):
        log += append_text(text, delta)
        at += delta
        expected.append(Action(version, text, at))
    assert list(unpack(log, NOON)) == expected
    assert pack(expected, NOON) == log
    assert texts(log) == [text for text, _ in entries]


@pytest.mark.parametrize("text", ["", "3-5*2X", "a" * 17, "3–5", "undo\n", "w-f1@5"])
def test_a_text_that_would_not_come_out_again_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no action"):
        append_text(text, timedelta())


def test_a_clock_that_went_back_stands_still_in_a_log() -> None:
    minute = timedelta(minutes=1)
    actions = [
        Action(1, "s", NOON + minute),
        Action(2, "s", NOON),
        Action(3, "undo", NOON + minute),
    ]
    assert [action.at for action in unpack(pack(actions, NOON), NOON)] == [NOON + minute] * 3


def test_a_usual_action_takes_few_characters() -> None:
    assert len(append_text("3-5", timedelta(seconds=3))) == 6
