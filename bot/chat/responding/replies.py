"""Replies: messages to respond with, as values."""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import escape_markdown, escape_mentions

from bot.chat.responding.suit_signs import with_signs
from engine.errors import excerpt

if TYPE_CHECKING:
    from bot.models.play import BoardVersion

Delivered = Callable[[int | None], Awaitable[None]]
"""Takes the id of a reply's message if it is a new one."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message."""

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to respond with.

    Attributes:
        new_message: whether it is a message of its own even in response to a press.
        pings: the ids of the players that the message pings; it may name others.
        spares: the ids of the players that it names without a mention, if their names are known.
        board: the game and version whose board it shows; the message becomes its live board.
        word: a private note to the player once the live board was edited instead of sending the
            message; empty if that is not wanted.
        delivered: is called once the message is there, with its id if it is a new one.
        form: a modal that Discord shows instead, as long as it takes one.
        launches: whether Discord shows a table in its place, as long as it starts one there.
        until: waits for what the reply promises; then the handler is called again, and its reply
            takes the place of this one.
        shows_nothing: whether the press is only acknowledged, as its message is brought up to date
            by other means.
        retract: takes back what is of no use if only the player sees the message; takes the
            reason, a sentence that is not translated, and returns the text to show instead.
    """

    view: ui.LayoutView
    attachments: tuple[Attachment, ...] = ()
    private: bool = False
    new_message: bool = False
    pings: tuple[int, ...] = ()
    spares: frozenset[int] = frozenset()
    followup: Reply | None = None
    board: BoardVersion | None = None
    word: str = ""
    delivered: Delivered | None = None
    until: Callable[[], Awaitable[object]] | None = None
    for_others: bool = False
    form: ui.Modal | None = None
    launches: bool = False
    shows_nothing: bool = False
    retract: Callable[[str], Awaitable[str]] | None = None

    def files(self) -> list[discord.File]:
        """The files to attach, made anew for each attempt to send them."""
        return [
            discord.File(io.BytesIO(one.content), filename=one.filename) for one in self.attachments
        ]


class Unclear(Exception):
    """Raised where a text names nothing exactly; the response is the question what is meant."""

    def __init__(self, question: Reply) -> None:
        super().__init__()
        self.question = question


def message(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message's view, made of items."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    texts = list(texts_of(view))
    signed = [with_signs(text.content) for text in texts]
    # With emoji in the place of suits, texts are longer.
    if sum(map(len, signed)) <= MAX_TEXT:
        for text, content in zip(texts, signed, strict=True):
            text.content = content
    # The library would keep it, to wait for presses, which are handled by their custom ids.
    view.stop()
    return view


Group = ui.LayoutView | ui.Container[ui.LayoutView] | ui.Section[ui.LayoutView]


def texts_of(group: Group) -> Iterator[ui.TextDisplay[ui.LayoutView]]:
    """The texts of a message, in their order; its buttons, which are more, are not looked at."""
    for item in group.children:
        if isinstance(item, ui.TextDisplay):
            yield item
        elif isinstance(item, ui.Container | ui.Section):
            yield from texts_of(item)


_BLOCK: Final = re.compile(r"```\n(.*)\n```", re.DOTALL)
_TICKS: Final = ("```", "`\u200b``")
"""What would end a block of code, and what it is quoted as."""


def inline(text: str, most: int = 24) -> str:
    """The beginning of what somebody typed, to be quoted in a sentence."""
    return escape_mentions(escape_markdown(excerpt(text, most)))


def quoted(text: str) -> str:
    """What somebody typed as a block of code, from which :func:`quoted_in` reads it."""
    return f"```\n{text.strip().replace(*_TICKS)}\n```"


def quoted_in(message: discord.Message | None) -> str | None:
    """What the last text of a message quotes; None if it quotes nothing."""
    shown = () if message is None else walk(message.components)
    texts = [one.content for one in shown if isinstance(one, discord.TextDisplay)]
    found = _BLOCK.search(texts[-1]) if texts else None
    return None if found is None else found[1].replace(_TICKS[1], _TICKS[0])


def walk(components: Iterable[discord.Component]) -> Iterator[discord.Component]:
    """The components of a message that was received, nested ones included."""
    for one in components:
        yield one
        yield from walk(getattr(one, "children", ()))


def text_reply(text: str) -> Reply:
    """A private reply of a sentence or two."""
    return Reply(message(ui.TextDisplay(text)), private=True)


def followed_by(reply: Reply, then: Delivered) -> Reply:
    """A reply after whose delivery something else is done as well."""
    first = reply.delivered

    async def delivered(message_id: int | None) -> None:
        if first is not None:
            await first(message_id)
        await then(message_id)

    return replace(reply, delivered=delivered)


def acknowledgement(then: Delivered) -> Reply:
    """The reply to a press whose message changes, if at all, by what is done then."""
    return Reply(message(), shows_nothing=True, delivered=then)


MAX_COMPONENTS: Final = 40
"""Components in a message, nested ones included."""
MAX_TEXT: Final = 3500
"""Characters of a message's texts, with some of Discord's 4,000 to spare for what is added."""
MAX_BUTTONS_IN_ROW: Final = 5
MAX_OPTIONS: Final = 25
"""Options of a select, and choices an autocomplete may offer."""
MAX_OPTION_TEXT: Final = 100
"""Characters of a select's placeholder, an option's texts or the name of a choice."""

GREEN: Final = 0x1B6B4A
BLUE: Final = 0x4A7FB5
GOLD: Final = 0xF2C14E
ORANGE: Final = 0xC46A3A
GREY: Final = 0x8A8F98
