"""What Discord allows in application commands."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from local_discord.errors import Problem
from local_discord.payload import Payload, int_of, payload_of, payloads_of, text_of
from local_discord.validation.callback import choice_list_problems
from local_discord.validation.fields import (
    Path,
    bool_problems,
    choice_problems,
    int_problems,
    key_problems,
    list_problems,
    numbered,
    text_problems,
)

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
MAX_PER_KIND = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_SIZE = 8000

SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
STRING, INTEGER, NUMBER = 3, 4, 10
CHANNEL = 7
SAFE_INTEGER = 2**53

LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    )
)
COMMAND_KEYS = (
    *("id", "name", "name_localizations", "description", "description_localizations"),
    *("options", "default_member_permissions", "dm_permission", "default_permission"),
    *("integration_types", "contexts", "type", "nsfw", "handler"),
)
OPTION_KEYS = (
    *("type", "name", "name_localizations", "description", "description_localizations"),
    *("required", "choices", "options", "channel_types", "min_value", "max_value"),
    *("min_length", "max_length", "autocomplete"),
)


def commands_problems(value: object) -> list[Problem]:
    """All that is wrong with a list of commands that is to replace those before."""
    problems = list_problems(value, (), 0, sum(MAX_PER_KIND.values()), optional=True)
    commands = payloads_of(value)
    for command, path in numbered(commands, ()):
        problems += command_problems(command, path)
    kinds = Counter(int_of(command.get("type")) or CHAT_INPUT for command in commands)
    for kind, high in MAX_PER_KIND.items():
        if kinds[kind] > high:
            message = f"{kinds[kind]} commands of type {kind}: {high} are allowed."
            problems.append(Problem((), "APPLICATION_COMMANDS_MAX_EXCEEDED", message))
    names = Counter(
        (int_of(command.get("type")) or CHAT_INPUT, text_of(command.get("name")))
        for command in commands
    )
    for index, command in enumerate(commands):
        kind = int_of(command.get("type")) or CHAT_INPUT
        if names[kind, text_of(command.get("name"))] > 1:
            message = "Application command names must be unique"
            where = (index, "name")
            problems.append(Problem(where, "APPLICATION_COMMANDS_DUPLICATE_NAME", message))
    return problems


def command_problems(command: Payload, path: Path = ()) -> list[Problem]:
    """All that is wrong with one command."""
    problems = key_problems(command, path, COMMAND_KEYS)
    kind = command.get("type")
    problems += choice_problems(kind, (*path, "type"), tuple(MAX_PER_KIND), optional=True)
    if kind in (USER, MESSAGE):
        problems += text_problems(command.get("name"), (*path, "name"), 1, 32)
        if command.get("description"):
            message = "Context menu commands cannot have description"
            where = (*path, "description")
            problems.append(Problem(where, "APPLICATION_COMMAND_INVALID_DESCRIPTION", message))
    else:
        problems += _name_problems(command.get("name"), (*path, "name"))
        problems += _description_problems(command, path)
        problems += _options_problems(command.get("options"), (*path, "options"), depth=0)
    problems += _localization_problems(command, path, is_name_free=kind in (USER, MESSAGE))
    problems += _place_problems(command, path)
    size = 0 if problems else command_size(command)
    if size > MAX_SIZE:
        message = f"Command exceeds maximum size ({MAX_SIZE}): it has {size} characters."
        problems.append(Problem(path, "APPLICATION_COMMAND_TOO_LARGE", message))
    return problems


def command_size(command: Payload) -> int:
    """The characters Discord counts: names, descriptions and values, the longest translations."""
    own = 0
    for key in ("name", "description"):
        translations = payload_of(command.get(f"{key}_localizations")).values()
        texts = [text_of(command.get(key)), *map(text_of, translations)]
        own += max(map(len, texts))
    own += len(str(command["value"])) if "value" in command else 0
    below = payloads_of(command.get("options")) + payloads_of(command.get("choices"))
    return own + sum(map(command_size, below))


def is_command_name(name: str) -> bool:
    """Whether a text can name a slash command or an option: 1 to 32 letters, digits, - _ or '."""
    return (
        1 <= len(name) <= 32
        and name == name.lower()
        and all(
            letter in "-_'" or unicodedata.category(letter)[0] in "LN" or _is_mark(letter)
            for letter in name
        )
    )


def _is_mark(letter: str) -> bool:
    """Whether it is a sign of the scripts whose words need more than letters."""
    return unicodedata.name(letter, "").startswith(("DEVANAGARI", "THAI"))


def _name_problems(value: object, path: Path) -> list[Problem]:
    problems = text_problems(value, path, 1, 32)
    if not problems and not is_command_name(text_of(value)):
        message = "Command name is invalid: lower-case letters, digits, - and _ only."
        problems.append(Problem(path, "APPLICATION_COMMAND_INVALID_NAME", message))
    return problems


def _description_problems(item: Payload, path: Path) -> list[Problem]:
    return text_problems(item.get("description"), (*path, "description"), 1, 100)


def _localization_problems(
    item: Payload, path: Path, *, is_name_free: bool = False
) -> list[Problem]:
    problems: list[Problem] = []
    for key in ("name_localizations", "description_localizations"):
        for locale, text in payload_of(item.get(key)).items():
            where = (*path, key, locale)
            if locale not in LOCALES:
                message = f"{locale!r} is no locale Discord knows."
                problems.append(Problem(where, "BASE_TYPE_CHOICES", message))
            elif key == "description_localizations":
                problems += text_problems(text, where, 1, 100)
            else:
                free = text_problems(text, where, 1, 32)
                problems += free if is_name_free else _name_problems(text, where)
    return problems


def _place_problems(command: Payload, path: Path) -> list[Problem]:
    """Who may use a command, and where."""
    problems = bool_problems(command.get("nsfw"), (*path, "nsfw"))
    for key, high in (("contexts", 2), ("integration_types", 1)):
        value = command.get(key)
        if value is None:
            continue
        where = (*path, key)
        if not isinstance(value, list) or len(set(map(str, value))) != len(value):
            message = "Must be a list without repetitions."
            problems.append(Problem(where, "LIST_TYPE_CONVERT", message))
            continue
        for index, item in enumerate(value):
            problems += choice_problems(item, (*where, index), range(high + 1))
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdigit():
        message = "Permissions are a number written as text."
        where = (*path, "default_member_permissions")
        problems.append(Problem(where, "NUMBER_TYPE_COERCE", message))
    return problems


def _options_problems(value: object, path: Path, depth: int) -> list[Problem]:
    """What is wrong with the options at one level; `depth` counts the subcommands above."""
    problems = list_problems(value, path, 0, MAX_OPTIONS, optional=True)
    options = payloads_of(value)
    for option, where in numbered(options, path):
        problems += _option_problems(option, where, depth)
    names = Counter(text_of(option.get("name")) for option in options)
    optional_seen = False
    subcommands = [option.get("type") in (SUB_COMMAND, SUB_COMMAND_GROUP) for option in options]
    for index, option in enumerate(options):
        if names[text_of(option.get("name"))] > 1:
            message = "Option names must be unique"
            where = (*path, index, "name")
            problems.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", message))
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            where = (*path, index)
            problems.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message))
        optional_seen = optional_seen or not option.get("required")
    if any(subcommands) and not all(subcommands):
        message = "Sub-command and sub-command group option types are mutually exclusive to others"
        problems.append(Problem(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message))
    return problems


def _option_problems(option: Payload, path: Path, depth: int) -> list[Problem]:
    kind = option.get("type")
    problems = key_problems(option, path, OPTION_KEYS)
    problems += choice_problems(kind, (*path, "type"), range(1, 12))
    problems += _name_problems(option.get("name"), (*path, "name"))
    problems += _description_problems(option, path)
    problems += _localization_problems(option, path)
    problems += bool_problems(option.get("required"), (*path, "required"))
    problems += bool_problems(option.get("autocomplete"), (*path, "autocomplete"))
    if kind in (SUB_COMMAND, SUB_COMMAND_GROUP):
        return problems + _nested_problems(option, path, depth)
    if option.get("options"):
        message = "Only sub-commands and their groups have options."
        where = (*path, "options")
        problems.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message))
    choices = option.get("choices")
    where = (*path, "choices")
    problems += list_problems(choices, where, 0, MAX_CHOICES, optional=True)
    problems += choice_list_problems(choices, where)
    problems += _choice_type_problems(payloads_of(choices), where, int_of(kind))
    if option.get("autocomplete") and (
        kind not in (STRING, INTEGER, NUMBER) or payloads_of(choices)
    ):
        message = "Autocomplete is for text and numbers without choices of their own."
        code = "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"
        problems.append(Problem((*path, "autocomplete"), code, message))
    return problems + _range_problems(option, path, int_of(kind))


def _nested_problems(option: Payload, path: Path, depth: int) -> list[Problem]:
    children = payloads_of(option.get("options"))
    group = option.get("type") == SUB_COMMAND_GROUP
    below = [child.get("type") in (SUB_COMMAND, SUB_COMMAND_GROUP) for child in children]
    wrong = (depth > 0 and group) or depth > 1 or (any(below) if not group else not all(below))
    problems: list[Problem] = []
    if not wrong:
        problems = _options_problems(option.get("options"), (*path, "options"), depth + 1)
    if wrong or (group and not children):
        message = "A group holds sub-commands, a sub-command holds plain options, nothing deeper."
        problems.append(Problem(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message))
    return problems


def _choice_type_problems(choices: Sequence[Payload], path: Path, kind: int) -> list[Problem]:
    if not choices:
        return []
    fits: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}
    if kind not in fits:
        message = f"An option of type {kind} has no choices."
        return [Problem(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)]
    problems = [
        Problem((*where, "value"), "NUMBER_TYPE_COERCE", "The value doesn't fit the option's type.")
        for choice, where in numbered(choices, path)
        if not isinstance(choice.get("value"), fits[kind])
    ]
    names = Counter(text_of(choice.get("name")) for choice in choices)
    values = Counter(str(choice.get("value")) for choice in choices)
    if max(*names.values(), *values.values()) > 1:
        message = "Option choices must be unique, names and values both."
        code = "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE"
        problems.append(Problem(path, code, message))
    return problems


def _range_problems(option: Payload, path: Path, kind: int) -> list[Problem]:
    problems: list[Problem] = []
    for key in ("min_value", "max_value"):
        value = option.get(key)
        if value is None:
            continue
        where = (*path, key)
        number = isinstance(value, int | float if kind == NUMBER else int)
        if kind not in (INTEGER, NUMBER) or isinstance(value, bool) or not number:
            message = f"{key} is a number for an option of type integer or number."
            problems.append(Problem(where, "NUMBER_TYPE_COERCE", message))
        elif isinstance(value, int | float) and abs(value) > SAFE_INTEGER:
            message = "A number is at most 2^53 either way."
            problems.append(Problem(where, "NUMBER_TYPE_RANGE", message))
    for key, low in (("min_length", 0), ("max_length", 1)):
        problems += int_problems(option.get(key), (*path, key), low, 6000, optional=True)
        if option.get(key) is not None and kind != STRING:
            message = f"{key} is for text options."
            problems.append(
                Problem((*path, key), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
            )
    if option.get("channel_types") and kind != CHANNEL:
        message = "channel_types is for channel options."
        where = (*path, "channel_types")
        problems.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message))
    return problems
