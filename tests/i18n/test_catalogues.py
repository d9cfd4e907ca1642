"""Every text can be read in every language: none is missing, unused, half done or has lost a blank.

So that this can be told, texts stand where they are said, written out.
"""

from __future__ import annotations

import ast
import re
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel.messages.plurals import get_plural

from bot.i18n import LANGUAGES
from bot.i18n.catalogue import DOMAINS, read
from bot.i18n.texts import COMMAND, OPTION
from tools.catalogues import ROOT, bot_texts, game_texts, key_of, updated

if TYPE_CHECKING:
    from babel.messages import Message

OTHERS = LANGUAGES[1:]


def entries(domain: str, language: str) -> list[Message]:
    return [message for message in read(domain, language) if message.id]


def forms(text: object) -> list[str]:
    """A text, or those for one and for many."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def markup(text: str) -> list[str]:
    return re.findall(r"\*\*|[`🎉⭐💡]", text)


ENTRIES = [
    pytest.param(language, message, id=f"{language}: {str(message.id)[:60]}")
    for language in OTHERS
    for domain in DOMAINS
    for message in entries(domain, language)
]


@pytest.mark.parametrize("language", OTHERS)
def test_the_bots_catalogue_has_every_text_and_no_other(language: str) -> None:
    assert {key_of(message) for message in entries("bot", language)} == set(bot_texts())


@pytest.mark.parametrize("language", OTHERS)
def test_the_games_catalogue_has_every_text(language: str) -> None:
    assert set(game_texts()) <= {key_of(message) for message in entries("games", language)}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_bringing_a_catalogue_up_to_date_changes_nothing(domain: str, language: str) -> None:
    found = {key_of(message): message.string for message in updated(domain, language) if message.id}

    assert found == {key_of(message): message.string for message in entries(domain, language)}


def test_texts_are_found_of_every_kind() -> None:
    texts = bot_texts()

    assert texts["", "{number} move"] == ("{number} move", "{number} moves")
    for said in (
        "Undo",  # a button
        "Settings",  # within an f-string
        "A cell holds one card.",  # an error of the engine
        "This game is won; type /play to deal another.",  # an error of the services
        "{card} from {source} into empty {target}",  # a message
        "Deal a game of patience and play it here.",  # what describes a command
        "Which game to play",  # what describes an option
    ):
        assert texts["", said] == said
    assert (COMMAND, "daily play") in texts
    assert (OPTION, "game") in texts


@pytest.mark.parametrize(("language", "message"), ENTRIES)
def test_a_text_is_translated_whole(language: str, message: Message) -> None:
    many = get_plural(language).num_plurals if message.pluralizable else 1

    assert not message.fuzzy
    assert len(forms(message.string)) == many
    assert all(form.strip() for form in forms(message.string))


@pytest.mark.parametrize(("language", "message"), ENTRIES)
def test_a_translation_keeps_blanks_and_markup(language: str, message: Message) -> None:
    one, *many = forms(message.id)
    for form, english in zip(forms(message.string), [one, *many], strict=True):
        assert blanks(form) <= blanks(english)
        assert blanks(english) - blanks(form) <= {"number"}
        assert markup(form) == markup(english)
    assert blanks(forms(message.string)[-1]) == blanks([one, *many][-1])


@pytest.mark.parametrize("package", ["bot", "engine"])
def test_texts_are_written_out_where_they_are_marked(package: str) -> None:
    """What is put together first cannot be found in a catalogue."""
    glued = [
        f"{file.name}:{node.lineno}"
        for file in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext", "mark", "Message")
        and any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in node.args[:1])
    ]

    assert [place for place in glued if not place.startswith("wording.py")] == []


@pytest.mark.parametrize("language", OTHERS)
def test_names_of_commands_and_options_are_such_as_discord_takes(language: str) -> None:
    names = [message for message in entries("bot", language) if message.context]

    assert names
    for message in names:
        assert re.fullmatch(r"[-_'\w]{1,32}", str(message.string))
        assert str(message.string) == str(message.string).lower()


@pytest.mark.parametrize("language", OTHERS)
def test_no_two_commands_have_one_name(language: str) -> None:
    names = {
        str(message.id): str(message.string)
        for message in entries("bot", language)
        if message.context == COMMAND
    }
    top = [translated for name, translated in names.items() if " " not in name]

    assert len(top) == len(set(top))
