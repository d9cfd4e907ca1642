"""Limits of application commands: the largest accepted, the smallest refused."""

from __future__ import annotations

import pytest

from local_discord.errors import Problem
from local_discord.payload import Payload
from local_discord.validation.commands import command_problems, command_size, commands_problems


def command(**changes: object) -> Payload:
    return {"name": "deal", "description": "Deal cards", **changes}


def option(**changes: object) -> Payload:
    return {"type": 3, "name": "game", "description": "Which game", **changes}


def choices(count: int) -> list[Payload]:
    return [{"name": f"Game {n}", "value": f"game{n}"} for n in range(count)]


def sub(name: str = "show", **changes: object) -> Payload:
    return {"type": 1, "name": name, "description": "Show it", **changes}


GOOD_COMMANDS = {
    "plain": command(),
    "name of 32": command(name="x" * 32),
    "hyphens, underscores, digits": command(name="deal-2_me"),
    "other scripts": command(name="パズル", description="x" * 100),
    "25 options": command(options=[option(name=f"o{n}") for n in range(25)]),
    "25 choices": command(options=[option(choices=choices(25))]),
    "required first": command(options=[option(required=True), option(name="deal")]),
    "range": command(options=[option(type=4, min_value=1, max_value=2**53)]),
    "lengths": command(options=[option(min_length=0, max_length=6000, autocomplete=True)]),
    "group": command(options=[{**sub("daily"), "type": 2, "options": [sub(options=[option()])]}]),
    "user command": {"type": 2, "name": "Show Statistics"},
    "entry point": command(type=4, handler=2),
    "translated": command(name_localizations={"de": "geben"}, contexts=[0, 1]),
}
BAD_COMMANDS = {
    "no description": ({"name": "deal"}, "description"),
    "empty name": (command(name=""), "name"),
    "name of 33": (command(name="x" * 33), "name"),
    "capitals": (command(name="Deal"), "name"),
    "space": (command(name="deal cards"), "name"),
    "description of 101": (command(description="x" * 101), "description"),
    "unknown key": (command(colour="red"), "colour"),
    "unknown type": (command(type=9), "type"),
    "handler of a slash command": (command(handler=2), "handler"),
    "unknown handler": (command(type=4, handler=3), "handler"),
    "described user command": ({"type": 2, "name": "Show", "description": "x"}, "description"),
    "26 options": (command(options=[option(name=f"o{n}") for n in range(26)]), "options"),
    "26 choices": (command(options=[option(choices=choices(26))]), "options.0.choices"),
    "choice name of 101": (
        command(options=[option(choices=[{"name": "x" * 101, "value": "a"}])]),
        "options.0.choices.0.name",
    ),
    "number as a text's choice": (
        command(options=[option(choices=[{"name": "A", "value": 1}])]),
        "options.0.choices.0.value",
    ),
    "same choice twice": (
        command(options=[option(choices=[{"name": "A", "value": "a"}] * 2)]),
        "options.0.choices",
    ),
    "required last": (
        command(options=[option(), option(name="deal", required=True)]),
        "options.1",
    ),
    "same option twice": (command(options=[option(), option()]), "options.0.name"),
    "unknown key of an option": (command(options=[option(length=3)]), "options.0.length"),
    "choices and autocomplete": (
        command(options=[option(choices=choices(1), autocomplete=True)]),
        "options.0.autocomplete",
    ),
    "autocomplete of a user": (
        command(options=[option(type=6, autocomplete=True)]),
        "options.0.autocomplete",
    ),
    "length of a number": (command(options=[option(type=4, max_length=3)]), "options.0.max_length"),
    "range of a text": (command(options=[option(min_value=3)]), "options.0.min_value"),
    "range beyond 2^53": (
        command(options=[option(type=4, max_value=2**53 + 1)]),
        "options.0.max_value",
    ),
    "subcommand beside an option": (command(options=[sub(), option()]), "options"),
    "subcommand in a subcommand": (command(options=[sub(options=[sub()])]), "options.0"),
    "empty group": (command(options=[{**sub(), "type": 2}]), "options.0"),
    "unknown locale": (command(name_localizations={"xx": "deal"}), "name_localizations.xx"),
    "translated with capitals": (
        command(name_localizations={"de": "Geben"}),
        "name_localizations.de",
    ),
    "unknown context": (command(contexts=[3]), "contexts.0"),
    "more than 8000 characters": (
        command(
            options=[
                option(
                    name=f"o{n}",
                    choices=[{"name": f"{m:090}", "value": f"{m:090}"} for m in range(10)],
                )
                for n in range(5)
            ]
        ),
        "",
    ),
}


def _paths(problems: list[Problem]) -> list[str]:
    return [".".join(map(str, problem.path)) for problem in problems]


@pytest.mark.parametrize("body", GOOD_COMMANDS.values(), ids=GOOD_COMMANDS.keys())
def test_a_command_within_the_limits_is_accepted(body: Payload) -> None:
    assert command_problems(body) == []


@pytest.mark.parametrize(("body", "path"), BAD_COMMANDS.values(), ids=BAD_COMMANDS.keys())
def test_a_command_beyond_a_limit_is_refused_with_its_path(body: Payload, path: str) -> None:
    assert path in _paths(command_problems(body))


def test_the_size_of_a_command_counts_its_longest_translation() -> None:
    plain = command(name="deal", description="Deal")
    assert command_size(plain) == 8
    assert command_size(plain | {"description_localizations": {"de": "Austeilen"}}) == 13


def test_a_hundred_commands_are_accepted_and_one_more_is_not() -> None:
    hundred = [command(name=f"c{n}") for n in range(100)]
    assert commands_problems(hundred) == []
    codes = [problem.code for problem in commands_problems([*hundred, command()])]
    assert codes == ["APPLICATION_COMMANDS_MAX_EXCEEDED"]


def test_two_commands_with_the_same_name_are_refused() -> None:
    assert _paths(commands_problems([command(), command()])) == ["0.name", "1.name"]
