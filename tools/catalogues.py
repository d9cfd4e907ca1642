"""What the catalogues of texts must have, gathered from where the texts stand.

A text is marked where it stands: by the functions of :mod:`bot.i18n`, as a phrase of the
engine, as the sentence of an error that players can meet, or as what a command is called and
described by. They are found in the parsed source, for babel's own search passes over those that
stand within f-strings. Run ``make texts`` after changing one: what is new comes into the
catalogues with its place empty, what is gone is taken out, and what is to be translated is counted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import discord
from babel.messages import Catalog, Message
from babel.messages.pofile import write_po
from discord import app_commands

import engine.errors
from bot.chat.commands import add_commands
from bot.i18n import LANGUAGES
from bot.i18n.catalogue import read
from bot.i18n.texts import COMMAND, OPTION
from bot.service.errors import ServiceError
from engine import (
    CATALOGUE,
    InvalidBoard,
    InvalidRecord,
    InvalidRules,
    PatienceError,
    PileKind,
    Rank,
    Suit,
)
from engine.rules import Difficulty, Direction, SuitRule
from engine.wording import rank_in_words
from rendering import THEMES
from rendering.strings import ENGLISH, Plural

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

    Command = (
        app_commands.Command[app_commands.Group, ..., None]
        | app_commands.ContextMenu
        | app_commands.Group
    )

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "bot" / "i18n"
_PACKAGES: Final = ("bot", "engine")
_MARKS: Final = ("_", "N_", "phrase")
_A_NAME: Final = re.compile(r"PySolFC, [^;]*")
"""What the source of a game is called that is a name alone, the same in all languages."""
_NOT_MET: Final = (InvalidBoard, InvalidRecord, InvalidRules)
"""The errors of what no player gives the bot: boards, records and declarations."""

_HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""What a catalogue begins with; babel's own has the day and places for names, which git knows."""

Key = tuple[str, str]
"""The context of a text, empty for most, and its English."""
Text = str | tuple[str, str]
"""A text in English, or that for one and that for many."""


def texts_of_bot() -> dict[Key, Text]:
    """All that the bot says, and the engine where players meet it."""
    said = {("", _key(text)): text for text in (*_marked(), *_enumerated(), *_of_pictures())}
    return said | dict(_of_commands())


def texts_of_games() -> dict[Key, Text]:
    """What the declarations of the games say.

    Titles are not among it: those that are names alone are the same in all languages.
    """
    return {
        ("", text): text for rules in CATALOGUE.values() for text in (rules.summary, *rules.text)
    }


def key_of(message: Message) -> Key:
    """What an entry of a catalogue is found by."""
    return message.context or "", _key(message.id)


def _key(text: object) -> str:
    return str(text[0] if isinstance(text, list | tuple) else text)


def _marked() -> Iterator[Text]:
    """The texts marked in the source."""
    forms = dict.fromkeys((*_MARKS, *_errors()), 1)
    forms["ngettext"] = 2
    for package in _PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _literal(node.args[: forms.get(node.func.id, 0)])


def _literal(arguments: Sequence[ast.expr]) -> Iterator[Text]:
    """The text that arguments are; nothing where they are not written out."""
    texts = [one.value for one in arguments if isinstance(one, ast.Constant)]
    match [text for text in texts if isinstance(text, str)]:
        case [one]:
            yield one
        case [one, many]:
            yield one, many


def _errors() -> Iterator[str]:
    """The names of the errors that players can meet: the engine's and the services'."""
    for name, kind in vars(engine.errors).items():
        if isinstance(kind, type) and issubclass(kind, PatienceError) and kind not in _NOT_MET:
            yield name
    yield from _heirs(ServiceError)


def _heirs(kind: type[PatienceError]) -> Iterator[str]:
    yield kind.__name__
    for heir in kind.__subclasses__():
        yield from _heirs(heir)


def _enumerated() -> Iterator[str]:
    """The words for what there is a fixed number of."""
    for words in (PileKind, Direction, SuitRule, Difficulty):
        yield from (str(one.value) for one in words)
    for difficulty in Difficulty:
        yield from (difficulty.name.lower(), difficulty.name.capitalize())
    yield from (suit.name.lower() for suit in Suit)
    yield from (rank_in_words(rank).message for rank in Rank)
    yield from (theme.title for theme in THEMES.values())
    for rules in CATALOGUE.values():
        sources = [rules.source] + ([rules.win_rate.source] if rules.win_rate else [])
        yield from (source for source in sources if not _A_NAME.fullmatch(source))


def _of_pictures() -> Iterator[Text]:
    """The words on pictures and of what is said of them."""
    for words in ENGLISH.by_name().values():
        match words:
            case str():
                yield words
            case Plural(one, many):
                yield one, many


def _of_commands() -> Iterator[tuple[Key, Text]]:
    """The names and descriptions of commands and options."""
    client: discord.Client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[PatienceClient] = app_commands.CommandTree(client)  # type: ignore[arg-type]  # only listed, never run
    add_commands(tree)
    for command in tree.walk_commands():
        yield (COMMAND, command.qualified_name), command.qualified_name
        yield ("", command.description), command.description
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                yield (OPTION, option.display_name), option.display_name
                yield ("", str(option.description)), str(option.description)


def updated(domain: str, language: str) -> Catalog:
    """A catalogue with all the texts that it must have, in their order, and no others."""
    known = {key_of(message): message for message in read(domain, language) if message.id}
    texts = dict(sorted(texts_of_bot().items()))
    if domain == "games":
        titles: dict[Key, Text] = {("", rules.title): rules.title for rules in CATALOGUE.values()}
        texts = {key: title for key, title in titles.items() if key in known} | texts_of_games()
    new = Catalog(locale=language, fuzzy=False)
    for (context, one), text in texts.items():
        message = known.get((context, one))
        empty = "" if isinstance(text, str) else ("", "")
        kept = message is not None and type(message.string) is type(empty)
        new.add(text, message.string if message and kept else empty, context=context or None)
    return new


def write(domain: str, language: str) -> int:
    """Bring a catalogue up to date.

    Returns:
        How many texts are still to be translated.
    """
    catalogue = updated(domain, language)
    with (FOLDER / f"{domain}.{language}.po").open("wb") as file:
        file.write(_HEADER.format(language=language, plurals=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=100, omit_header=True)
    return sum(bool(one.id) and not _filled(one) for one in catalogue)


def _filled(message: Message) -> bool:
    return all(message.string or [""])


def main() -> None:
    """Bring every catalogue up to date and tell what is to be translated."""
    for language in LANGUAGES[1:]:
        for domain in ("bot", "games"):
            left = write(domain, language)
            print(f"{domain}.{language}.po: {left} to translate")  # noqa: T201 -- a command


if __name__ == "__main__":
    main()
