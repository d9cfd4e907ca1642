"""Interaction data for what users do, with the checks that Discord's own client makes.

An action that Discord's client would not send, such as pressing a disabled button, is refused here
and never reaches the bot.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence

from local_discord.enums import ComponentType, OptionType
from local_discord.fixtures import USE_COMMANDS, USE_EMBEDDED_ACTIVITIES, Channel, User, context_of
from local_discord.message import Message, component_tree, find_component
from local_discord.payload import (
    Payload,
    int_of,
    is_payload,
    payload_of,
    payloads_of,
    snowflake_of,
    text_of,
)
from local_discord.permissions import user_permissions
from local_discord.roles import ADMINISTRATOR
from local_discord.state import State
from local_discord.validation.commands import ENTRY_POINT, MESSAGE, USER
from local_discord.validation.fields import MAX_SAFE_INTEGER

INTERACTION_FAILED = "This interaction failed"
CONTEXTS = ("a server", "direct messages", "a group")
MAX_OPTION_LENGTH = 6000
MAX_INPUT_LENGTH = 4000

SELECT_RESOLVES = {
    ComponentType.USER_SELECT: OptionType.USER,
    ComponentType.ROLE_SELECT: OptionType.ROLE,
    ComponentType.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    ComponentType.CHANNEL_SELECT: OptionType.CHANNEL,
}
"""The option type that corresponds to each select type."""


class ActionRefused(Exception):
    """The action is not possible; the message tells the user why."""


class _Resolver:
    """Collects Discord's `resolved` object: the users, roles and channels behind ids."""

    def __init__(self, state: State, channel: Channel) -> None:
        self.resolved: dict[str, Payload] = {}
        self._state = state
        self._channel = channel

    def add(self, kind: int, value: object) -> None:
        """Look up an id given for an option of some type; raises `ActionRefused` if it is wrong."""
        id_ = snowflake_of(value) or 0
        user, channel = self._state.users.get(id_), self._state.find_channel(id_)
        guild = self._state.guild_of(self._channel)
        is_user = kind in (OptionType.USER, OptionType.MENTIONABLE)
        is_role = kind in (OptionType.ROLE, OptionType.MENTIONABLE)
        if is_user and user is not None:
            self._put("users", id_, user.payload())
            if guild is not None:
                permissions = user_permissions(self._state, user, self._channel)
                member = self._state.member_payload(guild.id, user.payload())
                del member["user"]
                self._put("members", id_, member | {"permissions": str(permissions)})
        elif is_user and str(id_) == self._state.bot["id"]:
            self._put("users", id_, self._state.bot)
        elif kind == OptionType.CHANNEL and channel and channel.guild_id == self._channel.guild_id:
            self._put("channels", id_, channel.payload() | {"permissions": "0"})
        elif is_role and guild is not None and id_ in self._state.roles.of_guild(guild.id):
            self._put("roles", id_, self._state.roles.of_guild(guild.id)[id_].payload())
        else:
            raise ActionRefused(f"Nothing has the id {value}.")

    def _put(self, group: str, id_: int, item: Payload) -> None:
        self.resolved.setdefault(group, {})[str(id_)] = item


def command_data(
    state: State,
    user: User,
    channel: Channel,
    name: str,
    path: Sequence[str],
    given: Sequence[Payload],
    *,
    complete: bool,
) -> Payload:
    """Interaction data for a slash command, or for autocomplete of one of its options.

    Args:
        state: the commands, and what options can refer to.
        user: who uses it.
        channel: where the command is used.
        name: the command's name.
        path: the names of the group and subcommand; empty for a plain command.
        given: the options as `{"name", "value"}`, with `"focused": true` on the one being typed.
        complete: whether to require every option to be there and valid, as for running the command.

    Raises:
        ActionRefused: the command or an option is unknown, missing or invalid.
    """
    command = state.command_named(channel, name)
    if command is None:
        raise ActionRefused(f"There is no command /{name}.")
    _require_context(state, channel, command)
    _require_permission(state, user, channel, command)
    title, declared = f"/{name}", payloads_of(command.get("options"))
    nested: list[Payload] = []
    for step in path:
        found = [one for one in declared if one["name"] == step and _has_options(one)]
        if not found:
            raise ActionRefused(f"{title} has no subcommand {step}.")
        nested.append({"type": found[0]["type"], "name": step})
        title, declared = f"{title} {step}", payloads_of(found[0].get("options"))
    if any(map(_has_options, declared)):
        raise ActionRefused(f"{title} needs a subcommand.")
    resolver = _Resolver(state, channel)
    options = _options(resolver, title, declared, given, complete=complete)
    for wrapper in reversed(nested):
        options = [wrapper | {"options": options}]
    data: Payload = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if resolver.resolved:
        data["resolved"] = resolver.resolved
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


def launch_data(state: State, user: User, channel: Channel) -> tuple[Payload, Payload]:
    """The application's Entry Point command, and interaction data for it.

    Raises:
        ActionRefused: there is none, or the user may not use it there.
    """
    for command in state.commands(None):
        if command["type"] == ENTRY_POINT:
            break
    else:
        raise ActionRefused("The application has no Activity.")
    _require_context(state, channel, command)
    _require_permission(state, user, channel, command)
    granted = user_permissions(state, user, channel)
    if channel.guild_id is not None and not granted & USE_EMBEDDED_ACTIVITIES:
        raise ActionRefused("You do not have permission to use Activities in this channel.")
    return command, {"id": command["id"], "name": command["name"], "type": ENTRY_POINT}


def menu_data(
    state: State, user: User, channel: Channel, name: str, target: Message | int
) -> Payload:
    """Interaction data for a command from the context menu of a message or a user.

    Args:
        state: the commands, and what they can be used on.
        user: who uses it.
        channel: where the command is used.
        name: the command's name.
        target: the message, or the id of the user.

    Raises:
        ActionRefused: the command or the target is unknown, or the command cannot be used here.
    """
    kind = MESSAGE if isinstance(target, Message) else USER
    command = state.command_named(channel, name, kind)
    if command is None:
        raise ActionRefused(f"There is no command {name}.")
    _require_context(state, channel, command)
    _require_permission(state, user, channel, command)
    if isinstance(target, Message):
        if target.ephemeral_for is not None:
            raise ActionRefused(f"{name} can't be used on a message that only you can see.")
        id_ = target.id
        resolved: dict[str, Payload] = {"messages": {str(id_): state.payload(target)}}
    else:
        resolver = _Resolver(state, channel)
        resolver.add(OptionType.USER, target)
        id_, resolved = target, resolver.resolved
    data: Payload = {"id": command["id"], "name": command["name"], "type": kind}
    data |= {"target_id": str(id_), "resolved": resolved}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


def _has_options(option: Payload) -> bool:
    return int_of(option["type"]) in (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)


def _require_context(state: State, channel: Channel, command: Payload) -> None:
    """Refuse a command where Discord would not offer it."""
    name, context, contexts = command["name"], context_of(channel), command.get("contexts")
    no_dm = context == 1 and not command.get("dm_permission", True)
    if no_dm or (isinstance(contexts, list) and context not in contexts):
        raise ActionRefused(f"/{name} can't be used in {CONTEXTS[context]}.")
    types = command.get("integration_types")
    user_install = context == 2 or channel.guild_id in state.left_guilds
    if user_install and not (isinstance(types, list) and 1 in types):
        raise ActionRefused(f"/{name} can't be used where the application is not installed.")


def _require_permission(state: State, user: User, channel: Channel, command: Payload) -> None:
    """Refuse a command to members who lack the permissions for it, where the bot is installed.

    See discord-api-docs, `interactions/application-commands`, "Permissions": it takes all of its
    `default_member_permissions`, and with none of them an administrator.
    """
    if channel.guild_id is None or channel.guild_id in state.left_guilds:
        return
    granted, wanted = user_permissions(state, user, channel), None
    if (channel.guild_id, command["name"]) not in state.opened_commands:
        wanted = command.get("default_member_permissions")
    needed = USE_COMMANDS if wanted is None else int(str(wanted)) | USE_COMMANDS
    is_for_administrators = wanted is not None and not int(str(wanted))
    if not granted & ADMINISTRATOR and (is_for_administrators or needed & ~granted):
        raise ActionRefused(f"You do not have permission to use /{command['name']} here.")


def _options(
    resolver: _Resolver,
    title: str,
    declared: Sequence[Payload],
    given: Sequence[Payload],
    *,
    complete: bool,
) -> list[Payload]:
    by_name = {text_of(one.get("name")): one for one in declared}
    options: list[Payload] = []
    for one in given:
        option, value = by_name.get(text_of(one.get("name"))), one.get("value")
        if option is None:
            raise ActionRefused(f"{title} has no option {one.get('name')!r}.")
        entry: Payload = {"name": option["name"], "type": option["type"], "value": value}
        if one.get("focused"):
            entry |= {"value": str(value), "focused": True}
        elif complete:
            entry["value"] = _value(resolver, f"{option['name']} of {title}", option, value)
        options.append(entry)
    names = {option["name"] for option in options}
    missing = [one["name"] for one in declared if one.get("required") and one["name"] not in names]
    if complete and missing:
        raise ActionRefused(f"{title} needs {' and '.join(map(str, missing))}.")
    return options


def _value(resolver: _Resolver, name: str, option: Payload, value: object) -> object:
    """An option's value in its declared type, within its bounds."""
    kind = int_of(option["type"])
    typed: object
    match kind:
        case OptionType.STRING:
            typed = str(value)
            _require_length(name, str(value), option, MAX_OPTION_LENGTH)
        case OptionType.INTEGER | OptionType.NUMBER:
            typed = _number(kind, name, option, value)
        case OptionType.BOOLEAN:
            if not isinstance(value, bool):
                raise ActionRefused(f"{name} must be true or false.")
            typed = value
        case OptionType.USER | OptionType.CHANNEL | OptionType.ROLE | OptionType.MENTIONABLE:
            resolver.add(kind, value)
            typed = str(value)
        case _:
            raise ActionRefused(f"{name} needs a file, which this page can't send.")
    choices = [choice.get("value") for choice in payloads_of(option.get("choices"))]
    if choices and typed not in choices:
        raise ActionRefused(f"{name} must be one of its choices.")
    return typed


def _require_length(name: str, value: str, field: Payload, limit: int) -> None:
    low, high = int_of(field.get("min_length")), int_of(field.get("max_length")) or limit
    if not low <= len(value) <= high:
        raise ActionRefused(f"{name} must have {low} to {high} characters.")


def _number(kind: int, name: str, option: Payload, value: object) -> int | float:
    try:
        number = int(str(value)) if kind == OptionType.INTEGER else float(str(value))
    except ValueError:
        number = math.nan
    if math.isnan(number) or abs(number) > MAX_SAFE_INTEGER:
        what = "an integer" if kind == OptionType.INTEGER else "a number"
        raise ActionRefused(f"{name} must be {what} between -2^53 and 2^53.")
    low, high = option.get("min_value"), option.get("max_value")
    if isinstance(low, int | float) and number < low:
        raise ActionRefused(f"{name} must be at least {low}.")
    if isinstance(high, int | float) and number > high:
        raise ActionRefused(f"{name} must be at most {high}.")
    return number


def component_data(
    state: State, channel: Channel, message: Message | None, custom_id: str, values: object
) -> Payload:
    """Interaction data for pressing a button or choosing from a select.

    Raises:
        ActionRefused: the component is gone or disabled, or doesn't offer the values.
    """
    if message is None or message.author != state.bot:
        raise ActionRefused(INTERACTION_FAILED)
    component = find_component(message.components, custom_id)
    if component is None or component.get("disabled"):
        raise ActionRefused(INTERACTION_FAILED)
    kind = int_of(component["type"])
    data: Payload = {"custom_id": custom_id, "component_type": kind, "id": component["id"]}
    if kind == ComponentType.BUTTON:
        return data
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    low, high = (int_of(component.get(key, 1)) for key in ("min_values", "max_values"))
    if not low <= len(chosen) <= high:
        raise ActionRefused(f"Choose {low} to {high} of the options.")
    data["values"] = chosen
    if kind in SELECT_RESOLVES:
        resolver = _Resolver(state, channel)
        for value in chosen:
            resolver.add(SELECT_RESOLVES[ComponentType(kind)], value)
        return data | ({"resolved": resolver.resolved} if resolver.resolved else {})
    offered = [option.get("value") for option in payloads_of(component.get("options"))]
    if any(value not in offered for value in chosen):
        raise ActionRefused(INTERACTION_FAILED)
    return data


def modal_data(modal: Payload, components: Sequence[Payload]) -> Payload:
    """Interaction data for submitting a modal.

    Args:
        modal: the modal from the bot.
        components: the entries, in the shape of Discord's modal submit.

    Raises:
        ActionRefused: a field is unknown, missing, empty, too short or too long.
    """
    items = payloads_of(modal.get("components"))
    fields = {text_of(one["custom_id"]): one for one in component_tree(items) if "custom_id" in one}
    labels = {
        text_of(payload_of(item.get("component")).get("custom_id")): text_of(item.get("label"))
        for item in items
    }
    filled: set[str] = set()
    for entry in component_tree(components):
        custom_id = text_of(entry.get("custom_id"))
        if not custom_id:
            continue
        field = fields.get(custom_id)
        if field is None:
            raise ActionRefused(f"The form has no field {custom_id!r}.")
        filled.add(custom_id)
        name = labels.get(custom_id) or text_of(field.get("label")) or custom_id
        _check_field(field, entry, name)
    missing = [
        labels.get(custom_id) or custom_id
        for custom_id, field in fields.items()
        if custom_id not in filled and field.get("required", True)
    ]
    if missing:
        raise ActionRefused(f"The form needs {' and '.join(missing)}.")
    return {"custom_id": modal["custom_id"], "components": list(components)}


def with_uploads(state: State, channel: Channel, data: Payload) -> Payload:
    """A modal submit whose files are kept, and named as Discord names them: by id.

    Raises:
        ActionRefused: a file cannot be read.
    """
    resolved: dict[str, Payload] = {}

    def kept(entry: Payload) -> Payload:
        if is_payload(entry.get("component")):
            return entry | {"component": kept(payload_of(entry["component"]))}
        if entry.get("type") != ComponentType.FILE_UPLOAD:
            return entry
        given = [(text_of(one.get("filename")), _content(one)) for one in _files(entry)]
        files = [state.upload(channel.id, name, content) for name, content in given]
        resolved.update({text_of(one["id"]): one for one in files})
        rest = {key: value for key, value in entry.items() if key != "files"}
        return rest | {"values": [one["id"] for one in files]}

    components = [kept(entry) for entry in payloads_of(data["components"])]
    data = data | {"components": components}
    return data | {"resolved": {"attachments": resolved}} if resolved else data


def _files(entry: Payload) -> list[Payload]:
    return list(payloads_of(entry.get("files")))


def _content(file: Payload) -> bytes:
    try:
        return base64.b64decode(text_of(file.get("content")), validate=True)
    except ValueError as error:
        raise ActionRefused("A file cannot be read.") from error


def _check_upload(field: Payload, entry: Payload, name: str) -> None:
    least, count = field.get("min_values"), len(_files(entry))
    low, high = 1 if least is None else int_of(least), int_of(field.get("max_values")) or 1
    if not count and field.get("required", True) and low:
        raise ActionRefused(f"{name} needs a file.")
    if count > high or 0 < count < low:
        raise ActionRefused(f"Choose {low} to {high} files for {name}.")
    types = field.get("file_types")
    for file in _files(entry):
        filename = text_of(file.get("filename"))
        if isinstance(types, list) and types and not _is_of(filename, types):
            raise ActionRefused(f"{name} takes no file such as {filename}.")


FILE_GROUPS = {
    "image": (".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"),
    "video": (".mp4", ".mov", ".qt", ".webm"),
    "audio": (".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"),
}
"""The extensions that stand behind a type (discord/discord-api-docs `reference`)."""


def _is_of(filename: str, types: Sequence[object]) -> bool:
    """Whether a file has one of some types, by its extension alone, as Discord looks."""
    endings = [end for kind in types for end in FILE_GROUPS.get(str(kind), (str(kind).lower(),))]
    return filename.lower().endswith(tuple(endings))


def _check_field(field: Payload, entry: Payload, name: str) -> None:
    required = field.get("required", True)
    if field["type"] == ComponentType.FILE_UPLOAD:
        _check_upload(field, entry, name)
        return
    if field["type"] == ComponentType.TEXT_INPUT:
        value = text_of(entry.get("value"))
        if required and not value:
            raise ActionRefused(f"{name} can't be empty.")
        if value:
            _require_length(name, value, field, MAX_INPUT_LENGTH)
    elif "values" in entry and required and not entry["values"]:
        raise ActionRefused(f"Choose something for {name}.")
