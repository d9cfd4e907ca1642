"""The games' pages follow from the declarations."""

from __future__ import annotations

import pytest

from engine import CATALOGUE
from tools.game_pages import FOLDER, page, pages


@pytest.mark.parametrize(("name", "text"), pages().items(), ids=pages())
def test_a_page_is_up_to_date(name: str, text: str) -> None:
    """If this fails, run ``make docs``."""
    assert (FOLDER / name).read_text(encoding="utf-8") == text


def test_no_page_is_left_of_a_game_that_is_gone() -> None:
    assert {file.name for file in FOLDER.glob("*.md")} == set(pages())


def test_a_page_has_every_sentence_of_the_rules() -> None:
    for rules in CATALOGUE.values():
        assert all(line in page(rules) for line in rules.text)
