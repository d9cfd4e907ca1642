"""Rules for application commands."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from local_discord.enums import OptionType
from local_discord.errors import Problem
from local_discord.payload import Payload, int_of, payload_of, payloads_of, text_of
from local_discord.validation.callback import MAX_CHOICES, check_choices
from local_discord.validation.fields import MAX_SAFE_INTEGER, Fields

CHAT_INPUT, USER, MESSAGE, ENTRY_POINT = 1, 2, 3, 4
MAX_PER_TYPE = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15, ENTRY_POINT: 1}
APP_HANDLER, DISCORD_LAUNCH_ACTIVITY = 1, 2
HANDLERS = (APP_HANDLER, DISCORD_LAUNCH_ACTIVITY)
"""Who handles an Entry Point command: the application, or Discord, which launches an Activity."""
MAX_OPTIONS = 25
MAX_SIZE = 8000

SUB_COMMANDS = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
VALUE_TYPES: dict[int, tuple[type, ...]] = {
    OptionType.STRING: (str,),
    OptionType.INTEGER: (int,),
    OptionType.NUMBER: (int, float),
}
"""The types of options whose value is typed in, with the Python types of their choices."""

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


def commands_problems(body: object) -> list[Problem]:
    """Everything wrong with a list of commands that replaces the registered ones."""
    problems: list[Problem] = []
    if not isinstance(body, list | None):
        return [Problem((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")]
    commands = []
    for index, item in enumerate(body or ()):
        if isinstance(item, dict):
            commands.append(Fields(item, (index,), problems))
            _check_command(commands[-1])
        else:
            problems.append(Problem((index,), "MODEL_TYPE_CONVERT", "Must be an object."))
    kinds = Counter(map(_type_of, commands))
    for kind, high in MAX_PER_TYPE.items():
        if kinds[kind] > high:
            message = f"{kinds[kind]} commands of type {kind}: {high} are allowed."
            problems.append(Problem((), "APPLICATION_COMMANDS_MAX_EXCEEDED", message))
    names = Counter((_type_of(command), text_of(command["name"])) for command in commands)
    for command in commands:
        if names[_type_of(command), text_of(command["name"])] > 1:
            message = "Application command names must be unique"
            command.report("APPLICATION_COMMANDS_DUPLICATE_NAME", message, "name")
    return problems


def command_problems(body: Payload) -> list[Problem]:
    """Everything wrong with one command."""
    command = Fields(body)
    _check_command(command)
    return command.problems


def _type_of(command: Fields) -> int:
    return int_of(command["type"]) or CHAT_INPUT


def _check_command(command: Fields) -> None:
    before = len(command.problems)
    command.reject_unknown(COMMAND_KEYS)
    command.choice("type", tuple(MAX_PER_TYPE), optional=True)
    if command["type"] in (USER, MESSAGE):
        command.text("name", 1, 32)
        if command["description"]:
            message = "Context menu commands cannot have description"
            command.report("APPLICATION_COMMAND_INVALID_DESCRIPTION", message, "description")
    else:
        _check_name(command, "name")
        command.text("description", 1, 100)
        _check_options(command, depth=0)
    if command["type"] == ENTRY_POINT:
        command.choice("handler", HANDLERS, optional=True)
    elif command["handler"] is not None:
        message = "Only Entry Point commands have a handler."
        command.report("APPLICATION_COMMAND_INVALID_HANDLER", message, "handler")
    _check_localizations(command, any_name=command["type"] in (USER, MESSAGE))
    _check_availability(command)
    size = command_size(command.body) if len(command.problems) == before else 0
    if size > MAX_SIZE:
        message = f"Command exceeds maximum size ({MAX_SIZE}): it has {size} characters."
        command.report("APPLICATION_COMMAND_TOO_LARGE", message)


def command_size(command: Payload) -> int:
    """Discord's count of a command's characters; of translations, only the longest counts."""
    own = 0
    for key in ("name", "description"):
        translations = payload_of(command.get(f"{key}_localizations")).values()
        texts = [text_of(command.get(key)), *map(text_of, translations)]
        own += max(map(len, texts))
    own += len(str(command["value"])) if "value" in command else 0
    below = payloads_of(command.get("options")) + payloads_of(command.get("choices"))
    return own + sum(map(command_size, below))


def is_command_name(name: str) -> bool:
    """Whether a slash command or option can have this name: 1 to 32 letters, digits, - _ or '."""
    return (
        1 <= len(name) <= 32
        and name == name.lower()
        and all(
            letter in "-_'" or unicodedata.category(letter)[0] in "LN" or _is_mark(letter)
            for letter in name
        )
    )


def _is_mark(letter: str) -> bool:
    """Whether a character is from a script whose words need combining marks."""
    return unicodedata.name(letter, "").startswith(("DEVANAGARI", "THAI"))


def _check_name(owner: Fields, key: str) -> None:
    before = len(owner.problems)
    owner.text(key, 1, 32)
    if len(owner.problems) == before and not is_command_name(text_of(owner[key])):
        message = "Command name is invalid: lower-case letters, digits, - and _ only."
        owner.report("APPLICATION_COMMAND_INVALID_NAME", message, key)


def _check_localizations(owner: Fields, *, any_name: bool = False) -> None:
    for key in ("name_localizations", "description_localizations"):
        translations = owner.child(key)
        for locale in translations.body:
            if locale not in LOCALES:
                message = f"{locale!r} is not a locale Discord supports."
                translations.report("BASE_TYPE_CHOICES", message, locale)
            elif key == "description_localizations":
                translations.text(locale, 1, 100)
            elif any_name:
                translations.text(locale, 1, 32)
            else:
                _check_name(translations, locale)


def _check_availability(command: Fields) -> None:
    """Check who may use a command, and where."""
    command.boolean("nsfw")
    for key, high in (("contexts", 2), ("integration_types", 1)):
        value = command[key]
        if value is None:
            continue
        if not isinstance(value, list) or len(set(map(str, value))) != len(value):
            command.report("LIST_TYPE_CONVERT", "Must be a list without duplicates.", key)
            continue
        for index, item in enumerate(value):
            command.check_choice(item, range(high + 1), key, index)
    permissions = command["default_member_permissions"]
    if permissions is not None and not str(permissions).isdigit():
        message = "Permissions must be a number in a string."
        command.report("NUMBER_TYPE_COERCE", message, "default_member_permissions")


def _check_options(owner: Fields, depth: int) -> None:
    """Check the options at one level; `depth` counts the subcommands above."""
    options = owner.objects("options", 0, MAX_OPTIONS, optional=True)
    names = Counter(text_of(option["name"]) for option in options)
    optional_seen = False
    for option in options:
        _check_option(option, depth)
        if names[text_of(option["name"])] > 1:
            message = "Option names must be unique"
            option.report("APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", message, "name")
        if option["required"] and optional_seen:
            message = "Required options must be placed before non-required options"
            option.report("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option["required"]
    nested = [option["type"] in SUB_COMMANDS for option in options]
    if any(nested) and not all(nested):
        message = "Sub-command and sub-command group option types are mutually exclusive to others"
        owner.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, "options")


def _check_option(option: Fields, depth: int) -> None:
    kind = int_of(option["type"])
    option.reject_unknown(OPTION_KEYS)
    option.choice("type", range(1, 12))
    _check_name(option, "name")
    option.text("description", 1, 100)
    _check_localizations(option)
    option.boolean("required", "autocomplete")
    if kind in SUB_COMMANDS:
        _check_nesting(option, depth)
        return
    if option["options"]:
        message = "Only sub-commands and their groups have options."
        option.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, "options")
    choices = option.objects("choices", 0, MAX_CHOICES, optional=True)
    check_choices(choices)
    if choices:
        _check_choice_types(option, choices, kind)
    if option["autocomplete"] and (kind not in VALUE_TYPES or choices):
        message = "Autocomplete is for strings and numbers without choices."
        code = "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"
        option.report(code, message, "autocomplete")
    _check_range(option, kind)


def _check_nesting(option: Fields, depth: int) -> None:
    children = payloads_of(option["options"])
    is_group = option["type"] == OptionType.SUB_COMMAND_GROUP
    nested = [child.get("type") in SUB_COMMANDS for child in children]
    is_wrong = depth > (0 if is_group else 1) or (not all(nested) if is_group else any(nested))
    if is_wrong or (is_group and not children):
        message = "A group holds sub-commands, a sub-command holds plain options, nothing deeper."
        option.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    if not is_wrong:
        _check_options(option, depth + 1)


def _check_choice_types(option: Fields, choices: Sequence[Fields], kind: int) -> None:
    if kind not in VALUE_TYPES:
        message = f"An option of type {kind} has no choices."
        option.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, "choices")
        return
    for choice in choices:
        if not isinstance(choice["value"], VALUE_TYPES[kind]):
            message = "The value doesn't fit the option's type."
            choice.report("NUMBER_TYPE_COERCE", message, "value")
    for key in ("name", "value"):
        if len({str(choice[key]) for choice in choices}) < len(choices):
            message = f"The {key}s of an option's choices must be unique."
            code = "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE"
            option.report(code, message, "choices")


def _check_range(option: Fields, kind: int) -> None:
    for key in ("min_value", "max_value"):
        value = option[key]
        if value is None:
            continue
        if isinstance(value, bool | str) or not isinstance(value, VALUE_TYPES.get(kind, ())):
            message = f"{key} is a number, for options of type integer or number."
            option.report("NUMBER_TYPE_COERCE", message, key)
        elif isinstance(value, int | float) and abs(value) > MAX_SAFE_INTEGER:
            option.report("NUMBER_TYPE_RANGE", "Must be between -2^53 and 2^53.", key)
    for key, low in (("min_length", 0), ("max_length", 1)):
        option.integer(key, low, 6000, optional=True)
        if option[key] is not None and kind != OptionType.STRING:
            message = f"{key} is for string options."
            option.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, key)
    if option["channel_types"] and kind != OptionType.CHANNEL:
        message = "channel_types is for channel options."
        option.report("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, "channel_types")
