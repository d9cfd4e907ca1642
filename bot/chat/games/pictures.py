"""Drawing boards and charts for messages, as the player has chosen them to look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import discord
from discord import ui

from bot.chat.responding.components import row
from bot.chat.responding.replies import Attachment
from bot.i18n import _
from bot.images import DrawingFailed, ImageRenderer
from bot.service.players.names import Names
from engine import deal
from rendering import Picture, scene_of
from rendering.charts.faces import Face

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable, Sequence

    from bot.chat.responding.components import Component
    from bot.chat.responding.context import Context, PatienceBot
    from engine import Board, Game, Move
    from rendering.board.legend import Part
    from rendering.charts.chart import Chart
    from rendering.charts.collection import Collection, Family
    from rendering.charts.profile import Profile
    from rendering.encoding.gif import Animation


Thumbnails = Mapping[str, Picture]
"""A small picture of each game, by its id; none of those that could not be drawn."""
NO_THUMBNAILS: Final[Thumbnails] = MappingProxyType({})


_Drawn = TypeVar("_Drawn")


async def if_drawn(drawing: Awaitable[_Drawn]) -> _Drawn | None:
    """What is drawn; None if that fails."""
    try:
        return await drawing
    except DrawingFailed:
        return None


async def draw_board(
    context: Context,
    game: Game,
    *,
    selected: str | None = None,
    hint: Move | None = None,
    shows_deal_number: bool = True,
    avoided: str | None = None,
) -> Picture | None:
    """Draw a game's board; None if drawing fails. A goal may have a pile avoided."""
    scene = scene_of(game, selected=selected, hint=hint)
    scene = replace(scene, avoided=avoided)
    scene = scene if shows_deal_number else replace(scene, number=None)
    return await if_drawn(context.services[ImageRenderer].draw(scene, context.preferences.style))


async def draw_legend(
    context: Context, board: Board, parts: Sequence[Part], alt: str
) -> Picture | None:
    """Draw a board with numbers on some parts, which a text explains; None if drawing fails."""
    style = replace(context.preferences.style, width=_LEGEND_WIDTH)
    return await if_drawn(context.services[ImageRenderer].legend(board, parts, alt, style))


_LEGEND_WIDTH: Final = 800


async def faces_of(bot: PatienceBot, players: Iterable[int]) -> dict[int, Face]:
    """The faces of players whom a picture may show, by player."""
    ids = tuple(players)
    names, pictures = await bot.services[Names].of(ids), await bot.faces.of(bot, ids)
    return {one: Face(names.get(one) or _("a player"), pictures.get(one)) for one in ids}


async def draw_chart(context: Context, chart: Chart) -> Picture | None:
    """Draw a chart; None if drawing fails."""
    return await if_drawn(context.services[ImageRenderer].chart(chart, context.preferences.style))


async def draw_profile(context: Context, profile: Profile) -> Picture | None:
    """Draw a player's profile; None if drawing fails."""
    images = context.services[ImageRenderer]
    return await if_drawn(images.profile(profile, context.preferences.style))


async def draw_collection(context: Context, collection: Collection | Family) -> Picture | None:
    """Draw a player's collection, or a family of it; None if drawing fails."""
    images = context.services[ImageRenderer]
    return await if_drawn(images.collection(collection, context.preferences.style))


async def draw_win(
    context: Context, game: Game, *, shows_deal_number: bool = True
) -> Animation | None:
    """Draw the cascade of a game that has just been won; None without motion, or if that fails."""
    scene = scene_of(game)
    scene = scene if shows_deal_number else replace(scene, number=None)
    if not context.preferences.motion:
        return None
    return await if_drawn(context.services[ImageRenderer].cascade(scene, context.preferences.style))


async def draw_thumbnails(context: Context, games: Iterable[Game]) -> tuple[Picture | None, ...]:
    """Draw boards as small squares; None for each if drawing fails."""
    scenes, images = [scene_of(game) for game in games], context.services[ImageRenderer]
    drawn = await if_drawn(images.thumbnails(scenes, context.preferences.style))
    return drawn or (None,) * len(scenes)


async def draw_games(context: Context, rules_ids: Iterable[str]) -> Thumbnails:
    """Draw what each of some games looks like at the start of its first deal."""
    ids = list(dict.fromkeys(rules_ids))
    drawn = await draw_thumbnails(context, (deal(one, 1) for one in ids))
    return {one: picture for one, picture in zip(ids, drawn, strict=True) if picture is not None}


def add_entry(
    container: ui.Container[ui.LayoutView],
    text: str,
    press: Component,
    filename: str,
    picture: Picture | None,
) -> tuple[Attachment, ...]:
    """Add text and its button to a message, beside a picture; returns the attachment, if any."""
    if picture is None:
        container.add_item(ui.Section(text, accessory=press))
        return ()
    thumbnail = ui.Thumbnail[ui.LayoutView](f"attachment://{filename}", description=picture.alt)
    container.add_item(ui.Section(text, accessory=thumbnail))
    container.add_item(row(press))
    return (Attachment(filename, picture.png),)


def add_picture(
    container: ui.Container[ui.LayoutView], filename: str, picture: Picture | None
) -> tuple[Attachment, ...]:
    """Add a picture to a message, if there is one; returns the attachment, if any."""
    if picture is None:
        return ()
    container.add_item(gallery((filename, picture.alt)))
    return (Attachment(filename, picture.png),)


def gallery(*pictures: tuple[str, str]) -> ui.MediaGallery[ui.LayoutView]:
    """Attached pictures, each given by its filename and its alt text."""
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{filename}", description=alt)
            for filename, alt in pictures
        )
    )
