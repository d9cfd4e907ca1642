"""Update the catalogues of texts: ``python -m tests.i18n.catalogues [NEW_LANGUAGE]``.

Texts come from calls of marking functions in the source, found by Babel; from the games'
declarations; and from the commands. New texts enter the catalogues untranslated, unused ones leave.
"""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Final

import click
import discord
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from discord import app_commands

import bot.chat
import bot.service
import engine.errors
from bot.i18n import LANGUAGES
from bot.i18n.locale import DOMAINS, read
from bot.i18n.texts import COMMAND, MENU, OPTION
from bot.service.errors import ServiceError
from docs.commands_page import command_tree
from engine import (
    CATALOGUE,
    InvalidGoal,
    InvalidRecord,
    InvalidRules,
    PatienceError,
    PileKind,
    Rank,
    Suit,
)
from engine.rules import Difficulty, Direction, SuitRule
from engine.wording import rank_name
from rendering import THEMES
from rendering.strings import ENGLISH, Plural

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "bot" / "i18n"
_PACKAGES: Final = ("bot", "engine")
_UNSEEN: Final = (InvalidGoal, InvalidRecord, InvalidRules)
"""Errors that no player can cause."""
_PROPER_NAME: Final = re.compile(r"(?:PySolFC|Solvitaire|Solitaire Forever), [^;,]*")
"""Sources of games that are the same in every language."""
_DESCRIPTIVE: Final = re.compile(r" [a-z]+$")
"""Titles that are more than a name, such as “Klondike, draw three”."""

_HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Babel's own header has dates and names, which belong to git."""

Key = tuple[str, str]
"""A text's context, usually empty, and its English singular."""
Text = str | tuple[str, ...]
"""An English text, or its singular and plural."""


@functools.cache
def bot_texts() -> dict[Key, Text]:
    """The texts of the bot, of the engine's messages and of pictures."""
    texts = (*_marked(), *_enumerated(), *_on_pictures())
    return dict(sorted(({("", _singular(text)): text for text in texts} | command_texts()).items()))


@functools.cache
def game_texts() -> dict[Key, Text]:
    """The texts of the games' declarations; titles and sources only if more than names."""
    games = CATALOGUE.values()
    titles = [rules.title for rules in games if _DESCRIPTIVE.search(rules.title)]
    texts = [text for rules in games for text in (rules.summary, *rules.text)]
    sources = [rules.source for rules in games] + [
        rules.win_rate.source for rules in games if rules.win_rate
    ]
    described = [source for source in sources if not _PROPER_NAME.fullmatch(source)]
    return {("", text): text for text in (*titles, *texts, *described)}


def key_of(message: Message) -> Key:
    """The key of a catalogue's entry."""
    return message.context or "", _singular(message.id)


def updated(domain: str, language: str) -> Catalog:
    """A catalogue with exactly these texts, and the translations that its file has."""
    template = Catalog()
    for (context, _text), text in (game_texts() if domain == "games" else bot_texts()).items():
        template.add(text, context=context or None)
    try:
        catalogue = read(domain, language)
    except FileNotFoundError:
        catalogue = Catalog(locale=language)
    catalogue.update(template, no_fuzzy_matching=True)
    return catalogue


def write(domain: str, language: str) -> int:
    """Update a catalogue's file.

    Returns:
        The number of texts left to translate.
    """
    catalogue = updated(domain, language)
    with (FOLDER / f"{domain}.{language}.po").open("wb") as file:
        file.write(_HEADER.format(language=language, plurals=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=100, omit_header=True, ignore_obsolete=True)
    return sum(bool(entry.id) and not _is_translated(entry) for entry in catalogue)


def calls(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: object,
    options: object,
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """Babel extraction method that also finds calls within f-strings on Python 3.11."""
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in keywords:
                yield node.lineno, name, [_literal(argument) for argument in node.args], []


def _literal(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None


def _marked() -> Iterator[Text]:
    """The texts of marking calls, errors' constructors among them."""
    keywords = dict.fromkeys(("_", "N_", "Message", *_errors())) | {"ngettext": (1, 2)}
    for package in _PACKAGES:
        for _file, _line, text, _comments, _context in extract_from_dir(
            ROOT / package, method_map=[("**.py", "tests.i18n.catalogues:calls")], keywords=keywords
        ):
            yield text


def _errors() -> Iterator[str]:
    """The names of the errors that players can cause."""
    for package in (bot.chat, bot.service):  # a subclass is known once its module is imported
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for name, value in vars(engine.errors).items():
        if isinstance(value, type) and issubclass(value, PatienceError) and value not in _UNSEEN:
            yield name
    yield from _subclasses(ServiceError)


def _subclasses(error: type[PatienceError]) -> Iterator[str]:
    yield error.__name__
    for subclass in error.__subclasses__():
        yield from _subclasses(subclass)


def _enumerated() -> Iterator[str]:
    """The names of enumerated values."""
    for values in (PileKind, Direction, SuitRule, Difficulty):
        yield from (str(member.value) for member in values)
    for difficulty in Difficulty:
        yield from (difficulty.name.lower(), difficulty.name.capitalize())
    yield from (suit.name.lower() for suit in Suit)
    yield from (rank_name(rank).template for rank in Rank)
    yield from (theme.title for theme in THEMES.values())


def _on_pictures() -> Iterator[Text]:
    """The texts on pictures and in their descriptions."""
    for words in ENGLISH.by_name().values():
        match words:
            case str():
                yield words
            case Plural(forms):
                yield forms


def command_texts() -> dict[Key, Text]:
    """The names and descriptions of commands and options."""
    tree = command_tree()
    names: list[Key] = []
    for command in tree.walk_commands():
        names += (COMMAND, command.qualified_name), ("", command.description)
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                names += (OPTION, option.display_name), ("", str(option.description))
    for kind in (discord.AppCommandType.user, discord.AppCommandType.message):
        names += ((MENU, menu.name) for menu in tree.get_commands(type=kind))
    return {(context, text): text for context, text in names}


def _singular(text: str | Collection[str]) -> str:
    return text if isinstance(text, str) else next(iter(text))


def _is_translated(entry: Message) -> bool:
    return bool(entry.string) and all(entry.string or ()) and not entry.fuzzy


def _new_language(_context: object, _parameter: object, code: str | None) -> str | None:
    known = {locale.value.partition("-")[0] for locale in discord.Locale} - set(LANGUAGES)
    if code is not None and code not in known:
        raise click.BadParameter(f"choose one of {', '.join(sorted(known))}.")
    return code


@click.command()
@click.argument("new_language", required=False, callback=_new_language)
def main(new_language: str | None) -> None:
    """Update every catalogue, and begin those of NEW_LANGUAGE; count what is left to translate."""
    for language in (*LANGUAGES[1:], *filter(None, [new_language])):
        for domain in DOMAINS:
            click.echo(f"{domain}.{language}.po: {write(domain, language)} to translate")


if __name__ == "__main__":
    main(prog_name="python -m tests.i18n.catalogues")
