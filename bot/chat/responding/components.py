"""Buttons and selects that keep working after a restart.

All state is in the ``custom_id``: ``patience:`` and a route such as ``daily:share``. Features
register a handler for each route with :func:`on_press`. The library's own dynamic items would build
the whole view anew from each pressed message.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.responding.replies import MAX_OPTION_TEXT
from bot.chat.responding.responses import respond
from bot.chat.responding.suit_signs import label_and_sign
from bot.i18n import N_, _
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply

PREFIX: Final = "patience:"

Component = ui.Button[ui.LayoutView] | ui.Select[ui.LayoutView] | ui.ChannelSelect[ui.LayoutView]
"""A button or a select."""

PressHandler = Callable[..., Awaitable["Reply"]]
"""Called with the context, the fields of the route and, for a select, ``values``; for a form,
``entries``."""

Entries = Mapping[str, tuple[str, ...]]
"""What was entered in a form by the field's key; nothing where that was left out."""

_MAX_LABEL: Final = 80
_MAX_NUMBER: Final = 2**63 - 1
"""The highest id, and the highest number that databases hold."""


class NotOffered(ServiceError):
    """No message or form of this version has the component, the field or the choice."""

    text = N_("This button no longer works. Type /help to see how to play.")


class _FormEntries(dict[str, tuple[str, ...]]):
    """What was entered in a form, which lacks no field that this version asks for."""

    def __missing__(self, key: str) -> tuple[str, ...]:
        raise NotOffered


_MENU: Final = ":menu"
"""What the custom id of a menu of buttons ends with."""
_FIELD: Final = re.compile(r"\{(\w+)(:int)?\}")


_INPUTS: Final = {"values": "values", "components": "entries"}
"""What a select and a form send, by the names that handlers have for it; a button sends neither."""


@dataclass(frozen=True, slots=True)
class _Route:
    pattern: re.Pattern[str]
    inputs: frozenset[str | None]
    integers: frozenset[str]
    handler: PressHandler
    updates: bool
    in_place: bool
    private: bool | Callable[[Context], bool]
    typed: bool
    optional: bool


_routes: dict[str, _Route] = {}


def on_press(
    template: str,
    *,
    updates: bool = True,
    in_place: bool = False,
    private: bool | Callable[[Context], bool] = False,
    typed: bool = False,
    optional: bool = False,
) -> Callable[[PressHandler], PressHandler]:
    """Register the handler of buttons, selects and forms.

    Args:
        updates: whether a public reply replaces the message of the component.
        in_place: whether a private one does, too, as the message is private already.
        private: as in :func:`bot.chat.responding.responses.respond`.
        typed: the same, for a form that a command has opened.
        optional: whether nothing need be chosen from a select.
    """

    def register(handler: PressHandler) -> PressHandler:
        if template in _routes:
            raise ValueError(f"the route {template!r} has a handler already")
        pattern, position = "", 0
        for field in _FIELD.finditer(template):
            pattern += re.escape(template[position : field.start()])
            pattern += f"(?P<{field[1]}>{'[0-9]{1,19}' if field[2] else '[^:]{1,60}'})"
            position = field.end()
        pattern += re.escape(template[position:])
        integers = frozenset(field[1] for field in _FIELD.finditer(template) if field[2])
        _routes[template] = _Route(
            re.compile(pattern, re.ASCII),
            _inputs_of(handler),
            integers,
            handler,
            updates,
            in_place,
            private,
            typed,
            optional,
        )
        return handler

    return register


def _inputs_of(handler: PressHandler) -> frozenset[str | None]:
    """What a handler can be given beside the fields of its route; None for nothing."""
    parameters = inspect.signature(handler).parameters
    taken = {name for name in _INPUTS.values() if name in parameters}
    needed = {name for name in taken if parameters[name].default is inspect.Parameter.empty}
    return frozenset(taken if needed else {None, *taken})


def _find(route: str, given: str | None) -> tuple[_Route, dict[str, str | int]] | None:
    """The route of a component or form that sends something, and the values of its fields."""
    for one in _routes.values():
        match = one.pattern.fullmatch(route)
        if match is None or given not in one.inputs:
            continue
        fields = match.groupdict()
        numbers = {name: int(fields[name]) for name in one.integers}
        if max(numbers.values(), default=0) <= _MAX_NUMBER:
            return one, fields | numbers
    return None


def number_in(text: str) -> int:
    """A number among the values of a select or the entries of a form."""
    number = int(text) if re.fullmatch("[0-9]{1,19}", text, re.ASCII) else _MAX_NUMBER + 1
    if number > _MAX_NUMBER:
        raise NotOffered
    return number


async def handle_press(interaction: Interaction) -> None:
    """Hand a press on a component, or a form's entries, to the handler of its route."""
    data: Mapping[str, Any] = interaction.data or {}  # untyped JSON
    if str(data.get("custom_id", "")).endswith(_MENU) and data.get("values"):
        data = {"custom_id": PREFIX + str(data["values"][0])}
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(PREFIX):
        return
    given = next((name for key, name in _INPUTS.items() if key in data), None)
    found = _find(custom_id.removeprefix(PREFIX), given)
    if found is None or not (data.get("values", True) or found[0].optional):
        await respond(interaction, _not_offered, private=True)
        return
    route, fields = found
    handler: PressHandler = functools.partial(route.handler, **fields)
    if "values" in data:
        handler = functools.partial(handler, values=tuple(map(str, data["values"])))
    if "components" in data:
        handler = functools.partial(handler, entries=_FormEntries(_entries(data["components"])))
    if route.in_place:
        handler = functools.partial(_in_place, handler)
    await respond(
        interaction,
        handler,
        # A form that a command has opened belongs to no message.
        updates=route.updates and interaction.message is not None,
        private=route.private,
        typed=route.typed and interaction.message is None,
        # A second press on the same version of a board changes nothing.
        once="version" not in fields,
    )


async def _in_place(handler: PressHandler, context: Context) -> Reply:
    return replace(await handler(context), private=False)


def _entries(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What was entered in a form, by field: a text, what was chosen, or a word for a tick."""
    for one in components:
        field = one.get("component", one)
        values = field.get("values", [field.get("value")])
        if "custom_id" in field:
            yield field["custom_id"], tuple(str(each) for each in values if each)


async def _not_offered(_context: Context) -> Reply:
    raise NotOffered


def button(
    route: str,
    label: str | None,
    *,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Component:
    """A button that leads to a route."""
    return ui.Button(
        custom_id=PREFIX + route,
        label=label and label[:_MAX_LABEL],
        emoji=emoji,
        style=style,
        disabled=disabled,
    )


def toggle(route: str, title: str, *, is_on: bool) -> Component:
    """A button that says whether something is on or off."""
    return button(
        route,
        _("{setting}: on", setting=title) if is_on else _("{setting}: off", setting=title),
        style=discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary,
    )


def option(label: str, value: str, description: str) -> discord.SelectOption:
    """An option of a select; if its label names one suit, that is its emoji."""
    text, sign = label_and_sign(label)
    description = description[:MAX_OPTION_TEXT]
    return discord.SelectOption(label=text, value=value, description=description, emoji=sign)


def select(
    route: str, options: Sequence[discord.SelectOption], *, placeholder: str | None = None
) -> Component:
    """A select that leads to a route; disabled when it has no options."""
    nothing = discord.SelectOption(label=_("Nothing to choose"), value="nothing")
    return ui.Select(
        custom_id=PREFIX + route,
        placeholder=placeholder,
        options=[*options] or [nothing],
        disabled=not options,
    )


def menu(name: str, buttons: Sequence[Component], *, placeholder: str) -> Component:
    """A select that stands for buttons: choosing one does what its press would.

    Args:
        name: what tells it from other menus of its message, as the beginning of a route.
    """
    options = [
        discord.SelectOption(
            label=one.label or "",
            value=(one.custom_id or "").removeprefix(PREFIX),
            emoji=one.emoji,
        )
        for one in buttons
        if isinstance(one, ui.Button)
    ]
    return ui.Select(custom_id=f"{PREFIX}{name}{_MENU}", placeholder=placeholder, options=options)


def channel_select(
    route: str, channel_ids: Iterable[int], *, placeholder: str, max_values: int = 1
) -> Component:
    """A select of text channels that leads to a route; none need be chosen."""
    return ui.ChannelSelect(
        custom_id=PREFIX + route,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        min_values=0,
        max_values=max_values,
        # Discord refuses a select that must be filled in with nothing; versions of the library
        # differ in what they send unasked.
        required=False,
        placeholder=placeholder,
        default_values=[
            discord.SelectDefaultValue(
                id=str(channel_id),  # type: ignore[arg-type]  # as Discord documents it
                type=discord.SelectDefaultValueType.channel,
            )
            for channel_id in channel_ids
        ],
    )


def row(*components: Component) -> ui.ActionRow[ui.LayoutView]:
    """A row of components."""
    actions = ui.ActionRow[ui.LayoutView]()
    for component in components:
        actions.add_item(component)
    return actions
