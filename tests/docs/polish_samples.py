"""Print counted texts and describe pictures in Polish, where there is a Polish catalogue."""

from __future__ import annotations

import click

from bot.i18n import ngettext, use_locale
from bot.i18n.texts import picture_strings
from engine import deal
from rendering import Style, draw_scene, scene_of
from rendering.charts.share_card import Win, draw_share_card
from tests.rendering.boards import won_board


def main() -> None:
    """Print each text as the bot says it, then as pictures do."""
    with use_locale("pl"):
        style = Style(strings=picture_strings())
        for number in (1, 3, 5, 22):
            click.echo(ngettext("{number} move", "{number} moves", number))
            click.echo(style.strings.moves.of(number))
    click.echo(draw_scene(scene_of(deal("klondike", 1)), style).alt)
    win = Win(won_board("saratoga"), None, moves=3, undos=5)
    card = draw_share_card(win, style)
    assert card.png != draw_share_card(win, Style()).png
    click.echo(card.alt)


if __name__ == "__main__":
    main()
