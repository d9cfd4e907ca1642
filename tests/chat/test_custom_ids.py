"""What a button carries in its ``custom_id``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.custom_ids import Action, Press

presses = st.builds(
    Press,
    st.integers(1, 10**18),
    st.integers(0, 10**8),
    st.sampled_from(Action),
    st.sampled_from(["", "3", "r16", "f8", "w", "3-5*13", "r10-f4", "s"]),
)


@given(presses)
def test_a_press_is_read_back_from_its_custom_id(press: Press) -> None:
    assert Press.parse(str(press)) == press


@given(presses)
def test_a_custom_id_keeps_to_discords_hundred_characters(press: Press) -> None:
    assert len(str(press)) <= 100


@pytest.mark.parametrize(
    "custom_id",
    ["", "patience", "patience:1:2:jump", "patience:-1:2:undo", "patience:1:2:tap:⑤", "x" * 100],
)
def test_a_custom_id_of_something_else_is_refused(custom_id: str) -> None:
    with pytest.raises(ValueError, match="custom_id"):
        Press.parse(custom_id)
