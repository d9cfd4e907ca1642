"""The generated pages follow from the declarations of games and from the command tree."""

from __future__ import annotations

from docs.commands_page import PAGE, commands_page
from docs.game_pages import INDEX, index, page
from docs.licences_page import PAGE as LICENCES
from docs.licences_page import updated_page
from engine import CATALOGUE


def test_the_page_of_commands_is_up_to_date() -> None:
    up_to_date = PAGE.read_text(encoding="utf-8") == commands_page()
    assert up_to_date, "docs/commands.md differs from the commands: run `make docs`."


def test_the_list_of_games_is_up_to_date() -> None:
    up_to_date = INDEX.read_text(encoding="utf-8") == index()
    assert up_to_date, "docs/games.md differs from the declarations: run `make docs`."


def test_a_games_page_has_every_sentence_of_its_rules() -> None:
    for rules in CATALOGUE.values():
        assert all(line in page(rules) for line in rules.text)


def test_every_dependency_is_listed_with_its_licence() -> None:
    page = LICENCES.read_text(encoding="utf-8")
    assert updated_page(page) == page, "docs/licences.md is not up to date: run `make docs`."
    assert "| ? |" not in page
