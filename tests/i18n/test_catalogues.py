"""The catalogues are complete: no translation is missing, unused, or differs in placeholders."""

from __future__ import annotations

import ast
import re
from collections import Counter
from gettext import c2py
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from bot.i18n import LANGUAGES, _, use_locale
from bot.i18n.locale import DOMAINS, read
from bot.i18n.texts import COMMAND, MENU, OPTION
from engine import CATALOGUE
from tests.i18n.catalogues import ROOT, bot_texts, command_texts, game_texts, key_of, updated

if TYPE_CHECKING:
    from babel.messages import Catalog, Message

LONGEST_DESCRIPTION = 100
ENGLISH_WORDS = {
    *("the", "and", "your", "you", "with", "from", "not"),
    *("cards", "move", "moves", "pile", "piles"),
}
TITLES = re.compile("|".join(re.escape(rules.title) for rules in CATALOGUE.values()))
MARKUP = re.compile(r"\*\*|[`🎉⭐💡]")

every_language = pytest.mark.parametrize("language", LANGUAGES[1:])
every_catalogue = pytest.mark.parametrize(
    ("domain", "language"),
    [(domain, language) for language in LANGUAGES[1:] for domain in DOMAINS],
)


def entries(catalogue: Catalog) -> list[Message]:
    return [entry for entry in catalogue if entry.id]


def forms(text: object) -> list[str]:
    """A text, or its plural forms."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def names_of(context: str, language: str) -> dict[str, str]:
    """The names of commands or options in a language by their English ones."""
    found = entries(read("bot", language))
    return {str(entry.id): str(entry.string) for entry in found if entry.context == context}


@every_catalogue
def test_a_catalogue_has_exactly_the_texts_there_are(domain: str, language: str) -> None:
    """If this fails, run ``make texts``."""
    texts = bot_texts() if domain == "bot" else game_texts()
    assert {key_of(entry) for entry in entries(read(domain, language))} == set(texts)


@every_catalogue
def test_updating_a_catalogue_changes_nothing(domain: str, language: str) -> None:
    before, after = entries(read(domain, language)), entries(updated(domain, language))
    assert {key_of(entry): entry.string for entry in after} == {
        key_of(entry): entry.string for entry in before
    }


def test_texts_of_every_kind_are_found() -> None:
    texts = bot_texts()
    assert texts["", "{number} move"] == ("{number} move", "{number} moves")
    for text in (
        "Undo",  # a button
        "Settings",  # within an f-string
        "A cell holds only one card.",  # an error of the engine
        "This game is won. Type /play to start another.",  # an error of the services
        "{card} from {source} into empty {target}",  # a message of the engine
        "Start a game of solitaire.",  # the description of a command
        "Which game to play; leave it out for a surprise",  # the description of an option
        "Chosen: {pile}.",  # the description of a picture
    ):
        assert texts["", text] == text
    assert (COMMAND, "daily play") in texts
    assert (OPTION, "game") in texts


@every_catalogue
def test_every_text_is_translated_in_every_plural_form(domain: str, language: str) -> None:
    catalogue = read(domain, language)
    assert not [
        entry.id
        for entry in entries(catalogue)
        if entry.fuzzy
        or len(forms(entry.string)) != (catalogue.num_plurals if entry.pluralizable else 1)
        or not all(form.strip() for form in forms(entry.string))
    ]


@every_catalogue
def test_a_translation_has_the_markup_of_its_text(domain: str, language: str) -> None:
    assert not [
        form
        for entry in entries(read(domain, language))
        for form in forms(entry.string)
        if MARKUP.findall(form) not in [MARKUP.findall(english) for english in forms(entry.id)]
    ]


@every_catalogue
def test_a_translation_has_the_placeholders_of_its_text(domain: str, language: str) -> None:
    """Only the form for a single number may leave that number out."""
    catalogue = read(domain, language)
    numbers_of = Counter(map(c2py(catalogue.plural_expr), range(1000)))
    for entry in entries(catalogue):
        for index, form in enumerate(forms(entry.string)):
            optional = {"number"} if entry.pluralizable and numbers_of[index] == 1 else set()
            assert placeholders(form) | optional == placeholders(forms(entry.id)[-1]) | optional


@every_catalogue
def test_a_translation_names_the_commands_of_its_text(domain: str, language: str) -> None:
    names = sorted(names_of(COMMAND, language), key=len, reverse=True)
    commands = re.compile(rf"/(?:{'|'.join(names)})\b")
    assert not [
        form
        for entry in entries(read(domain, language))
        for form in forms(entry.string)
        if sorted(commands.findall(form))
        not in [sorted(commands.findall(e)) for e in forms(entry.id)]
    ]


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_english_word_is_left_in_german(domain: str) -> None:
    """Titles of games, placeholders and names of commands keep theirs."""
    left = {
        form: words
        for entry in entries(read(domain, "de"))
        for form in forms(entry.string)
        if (
            words := ENGLISH_WORDS
            & set(re.findall(r"(?<![/{])\b[a-z]+\b", TITLES.sub("", form).lower()))
        )
    }
    assert not left


@pytest.mark.parametrize("package", ["bot", "engine"])
def test_marked_texts_are_literals(package: str) -> None:
    """Extraction cannot see into texts that are put together."""
    composed = [
        f"{file.name}:{node.lineno}"
        for file in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "N_", "ngettext", "Message")
        and any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in node.args[:1])
    ]
    assert [place for place in composed if not place.startswith("wording.py")] == []


@every_language
def test_discord_accepts_the_names_of_commands_and_options(language: str) -> None:
    for context in (COMMAND, OPTION):
        names = names_of(context, language).values()
        assert names
        assert all(re.fullmatch(r"[-_'\w]{1,32}", name) and name == name.lower() for name in names)


@every_language
def test_discord_accepts_the_names_of_commands_in_context_menus(language: str) -> None:
    names = names_of(MENU, language).values()
    assert names
    assert all(1 <= len(name) <= 32 for name in names)


@every_language
def test_discord_accepts_the_descriptions_of_commands_and_options(language: str) -> None:
    descriptions = [text for (context, text) in command_texts() if not context]
    assert descriptions
    with use_locale(language):
        assert not [text for text in descriptions if len(_(text)) > LONGEST_DESCRIPTION]


@every_language
def test_no_two_commands_have_one_name(language: str) -> None:
    top = [name for english, name in names_of(COMMAND, language).items() if " " not in english]
    assert len(top) == len(set(top))


def test_no_command_is_called_like_a_part_of_another_in_german() -> None:
    names = names_of(COMMAND, "de")
    top = {name for english, name in names.items() if " " not in english}
    assert [(one, other) for one in top for other in top if one != other and one in other] == []


def test_tippen_means_to_tap_in_german_and_nothing_else() -> None:
    for domain in DOMAINS:
        for entry in entries(read(domain, "de")):
            for english, german in zip(forms(entry.id), forms(entry.string), strict=True):
                if re.search(r"(?i)\b(?:ge|ein)?tipp(?:e|en|st|t)\b", german):
                    assert re.search(r"(?i)\btap", english), german
