"""What a person does, turned into interaction data, with the checks Discord's own client makes.

An action that the client would not send (a missing option, a press on a disabled button) is refused
here and never reaches the bot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from local_discord.enums import ComponentType
from local_discord.fixtures import Channel, context_of
from local_discord.message import Message, component_tree, find_component
from local_discord.payload import Payload, int_of, payload_of, payloads_of, snowflake_of, text_of
from local_discord.state import State

INTERACTION_FAILED = "This interaction failed"
CONTEXTS = ("a server", "direct messages", "a group")

SAFE_INTEGER = 2**53
SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10


class ActionRefused(Exception):
    """The action can't be done; the message says why to the person."""


def command_data(
    state: State,
    channel: Channel,
    name: str,
    path: Sequence[str],
    given: Sequence[Payload],
    *,
    complete: bool,
) -> Payload:
    """Interaction data for a slash command, or for the choices of one of its options.

    Args:
        state: knows the commands and who can be named in options.
        channel: where it happens.
        name: the command's name.
        path: names of the group and subcommand, none for a plain command.
        given: the options as `{"name", "value"}`, with `"focused": true` on the one being typed.
        complete: whether every option has to be there and valid, as it does to run the command.

    Raises:
        ActionRefused: the command or an option is unknown, missing or invalid.
    """
    command = state.command_named(channel, name)
    if command is None:
        raise ActionRefused(f"There is no command /{name}.")
    _require_context(state, channel, command, name)
    declared = payloads_of(command.get("options"))
    title = f"/{name}"
    nested: list[Payload] = []
    for step in path:
        below = [one for one in declared if one["name"] == step and int_of(one["type"]) <= 2]
        if not below:
            raise ActionRefused(f"{title} has no subcommand {step}.")
        nested.append({"type": below[0]["type"], "name": step})
        declared = payloads_of(below[0].get("options"))
        title = f"{title} {step}"
    if any(int_of(one["type"]) <= SUB_COMMAND_GROUP for one in declared):
        raise ActionRefused(f"{title} needs one of its subcommands.")
    resolved: dict[str, Payload] = {}
    options = _options(state, channel, title, declared, given, resolved, complete=complete)
    for wrapper in reversed(nested):
        options = [wrapper | {"options": options}]
    data: Payload = {
        "id": command["id"],
        "name": command["name"],
        "type": 1,
        "options": options,
    }
    if resolved:
        data["resolved"] = resolved
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


def _require_context(state: State, channel: Channel, command: Payload, name: str) -> None:
    """Refuse a command where Discord does not offer it."""
    context, contexts = context_of(channel), command.get("contexts")
    barred = context == 1 and not command.get("dm_permission", True)
    if barred or (isinstance(contexts, list) and context not in contexts):
        raise ActionRefused(f"/{name} can't be used in {CONTEXTS[context]}.")
    types = command.get("integration_types")
    of_account = context == 2 or channel.guild_id in state.left
    if of_account and not (isinstance(types, list) and 1 in types):
        raise ActionRefused(f"/{name} can't be used where the application was not added.")


def _options(
    state: State,
    channel: Channel,
    title: str,
    declared: Sequence[Payload],
    given: Sequence[Payload],
    resolved: dict[str, Payload],
    *,
    complete: bool,
) -> list[Payload]:
    by_name = {text_of(one.get("name")): one for one in declared}
    options: list[Payload] = []
    for one in given:
        option = by_name.get(text_of(one.get("name")))
        if option is None:
            raise ActionRefused(f"{title} has no option {one.get('name')!r}.")
        focused = bool(one.get("focused"))
        value = one.get("value")
        if focused or not complete:
            sent: object = str(value) if focused else value
        else:
            sent = _value(state, channel, title, option, value, resolved)
        entry: Payload = {"name": option["name"], "type": option["type"], "value": sent}
        options.append(entry | ({"focused": True} if focused else {}))
    there = {option["name"] for option in options}
    missing = [one["name"] for one in declared if one.get("required") and one["name"] not in there]
    if complete and missing:
        raise ActionRefused(f"{title} needs {' and '.join(map(str, missing))}.")
    return options


def _value(
    state: State,
    channel: Channel,
    title: str,
    option: Payload,
    value: object,
    resolved: dict[str, Payload],
) -> object:
    """An option's value in its declared type, within its declared bounds."""
    kind, name = int_of(option["type"]), f"{option['name']} of {title}"
    typed: object
    if kind == STRING:
        typed = str(value)
        low = int_of(option.get("min_length"))
        high = int_of(option.get("max_length")) or 6000
        if not low <= len(str(value)) <= high:
            raise ActionRefused(f"{name} has to have {low} to {high} characters.")
    elif kind in (INTEGER, NUMBER):
        typed = _number(kind, name, option, value)
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise ActionRefused(f"{name} is either true or false.")
        typed = value
    elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        resolve(state, channel, kind, value, resolved)
        typed = str(value)
    else:
        raise ActionRefused(f"{name} wants a file, which can't be given here.")
    choices = [choice.get("value") for choice in payloads_of(option.get("choices"))]
    if choices and typed not in choices:
        raise ActionRefused(f"{name} has to be one of its choices.")
    return typed


def _number(kind: int, name: str, option: Payload, value: object) -> int | float:
    try:
        number = int(str(value)) if kind == INTEGER else float(str(value))
    except ValueError:
        number = math.nan
    if math.isnan(number) or abs(number) > SAFE_INTEGER:
        what = "a whole number" if kind == INTEGER else "a number"
        raise ActionRefused(f"{name} has to be {what} of at most 2^53 either way.")
    low, high = option.get("min_value"), option.get("max_value")
    if isinstance(low, int | float) and number < low:
        raise ActionRefused(f"{name} has to be at least {low}.")
    if isinstance(high, int | float) and number > high:
        raise ActionRefused(f"{name} has to be at most {high}.")
    return number


def resolve(
    state: State, channel: Channel, kind: int, value: object, resolved: dict[str, Payload]
) -> None:
    """Add what an id stands for to Discord's `resolved` object.

    Args:
        state: knows who and what there is.
        channel: where it happens.
        kind: the option type: 6 user, 7 channel, 8 role, 9 user or role.
        value: the id.
        resolved: filled in.

    Raises:
        ActionRefused: nobody and nothing here has that id.
    """
    wanted = snowflake_of(value) or 0
    person, found = state.people.get(wanted), state.channels.get(wanted)
    is_bot = str(wanted) == state.bot["id"]
    guild = state.guild_of(channel)
    if kind in (USER, MENTIONABLE) and person is not None:
        resolved.setdefault("users", {})[str(wanted)] = person.user()
        if guild is not None:
            member = {key: item for key, item in person.member().items() if key != "user"}
            resolved.setdefault("members", {})[str(wanted)] = member
    elif kind in (USER, MENTIONABLE) and is_bot:
        resolved.setdefault("users", {})[str(wanted)] = state.bot
    elif kind == CHANNEL and found is not None and found.guild_id == channel.guild_id:
        resolved.setdefault("channels", {})[str(wanted)] = found.payload() | {"permissions": "0"}
    elif kind in (ROLE, MENTIONABLE) and guild is not None and guild.id == wanted:
        roles = payloads_of(guild.payload()["roles"])
        resolved.setdefault("roles", {})[str(wanted)] = roles[0]
    else:
        raise ActionRefused(f"There is nobody and nothing with the id {value}.")


SELECT_RESOLVES = {
    ComponentType.USER_SELECT: USER,
    ComponentType.ROLE_SELECT: ROLE,
    ComponentType.MENTIONABLE_SELECT: MENTIONABLE,
    ComponentType.CHANNEL_SELECT: CHANNEL,
}


def component_data(
    state: State, channel: Channel, message: Message | None, custom_id: str, values: object
) -> Payload:
    """Interaction data for a press on a button or a choice from a select.

    Raises:
        ActionRefused: the component is no longer on the message, or disabled, or the values are not
            ones it offers.
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
    chosen, resolved = _chosen(state, channel, component, values)
    data["values"] = chosen
    if resolved:
        data["resolved"] = resolved
    return data


def _chosen(
    state: State, channel: Channel, component: Payload, values: object
) -> tuple[list[str], dict[str, Payload]]:
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    low = int_of(component.get("min_values", 1))
    high = int_of(component.get("max_values", 1))
    if not low <= len(chosen) <= high:
        raise ActionRefused(f"Choose {low} to {high} of the options.")
    kind = int_of(component["type"])
    resolved: dict[str, Payload] = {}
    if kind in SELECT_RESOLVES:
        for value in chosen:
            resolve(state, channel, SELECT_RESOLVES[ComponentType(kind)], value, resolved)
        return chosen, resolved
    offered = [option.get("value") for option in payloads_of(component.get("options"))]
    if any(value not in offered for value in chosen):
        raise ActionRefused(INTERACTION_FAILED)
    return chosen, resolved


def modal_data(modal: Payload, components: Sequence[Payload]) -> Payload:
    """Interaction data for a filled-in modal.

    Args:
        modal: as the bot sent it.
        components: as filled in, in the shape of Discord's modal submit.

    Raises:
        ActionRefused: a required field is empty, too short or too long, or unknown.
    """
    fields = {
        text_of(one.get("custom_id")): one
        for one in component_tree(payloads_of(modal.get("components")))
        if "custom_id" in one
    }
    labels = {
        text_of(payload_of(one.get("component")).get("custom_id")): text_of(one.get("label"))
        for one in payloads_of(modal.get("components"))
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


def _check_field(field: Payload, entry: Payload, name: str) -> None:
    required = field.get("required", True)
    if field["type"] == ComponentType.TEXT_INPUT:
        value = text_of(entry.get("value"))
        low = int_of(field.get("min_length"))
        high = int_of(field.get("max_length")) or 4000
        if required and not value:
            raise ActionRefused(f"{name} can't be empty.")
        if value and not low <= len(value) <= high:
            raise ActionRefused(f"{name} has to have {low} to {high} characters.")
    elif "values" in entry and required and not entry["values"]:
        raise ActionRefused(f"Choose something for {name}.")
