"""The pages about the games are those that the declarations make."""

from __future__ import annotations

import pytest

from docs.__main__ import FOLDER, pages
from engine import CATALOGUE
from engine.pages import page


@pytest.mark.parametrize(("name", "text"), pages().items(), ids=pages())
def test_a_page_is_up_to_date(name: str, text: str) -> None:
    """Where this fails, ``make docs`` writes it anew."""
    assert (FOLDER / name).read_text(encoding="utf-8") == text


def test_there_are_no_pages_of_games_that_are_no_more() -> None:
    assert {file.name for file in FOLDER.glob("*.md")} == set(pages())


def test_a_page_tells_each_sentence_of_the_rules() -> None:
    for rules in CATALOGUE.values():
        assert all(line in page(rules) for line in rules.text)
