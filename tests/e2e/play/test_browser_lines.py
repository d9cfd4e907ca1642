"""What stands above a board takes as many lines of a phone as there is room for, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.async_api import Page

import engine
from bot.chat.play.board_texts import NO_REMARKS, Remarks, board_texts
from bot.i18n import LANGUAGES, translate, use_locale
from bot.models.advice import Odds
from bot.models.play import Experience, GameSnapshot, GameState
from bot.wording.verdicts import Verdict
from engine import CATALOGUE, Game, Outcome, Rules
from local_discord.fixtures import GUILDS, USERS
from local_discord.message import COMPONENTS_V2, Message
from local_discord.testing.browser import PHONE, browser
from tests.e2e.play.board_page import page
from tests.e2e.running_bot import RunningBot
from tests.support.snapshots import snapshot_at

__all__ = ["browser", "page"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"]),
]

CONTAINER, TEXT = 17, 10
IN_A_MESSAGE = 35
"""How many texts a message has room for."""
TITLE_AND_LINE = 44
"""The height of a title and a line of small letters below it, in CSS pixels."""
SMALL_LINE = 19


async def heights(bot: RunningBot, page: Page, texts: Sequence[str]) -> list[float]:
    """How high each text is in a container of a message."""
    state, channel = bot.discord.state, GUILDS[0].channels[0]
    found: list[float] = []
    for first in range(0, len(texts), IN_A_MESSAGE):
        parts = [{"type": TEXT, "content": one} for one in texts[first : first + IN_A_MESSAGE]]
        body = {"flags": COMPONENTS_V2, "components": [{"type": CONTAINER, "components": parts}]}
        blank = Message(id=state.ids.next(), channel_id=channel.id, author=state.bot)
        message = state.post(blank, body)
        shown = page.locator(f'article[data-message-id="{message.id}"] .container > .text')
        await shown.last.wait_for()
        found += await shown.evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        state.delete(message)
    return found


def first_line(snapshot: GameSnapshot, remarks: Remarks = NO_REMARKS) -> str:
    """What stands above the picture of a board."""
    texts = board_texts(snapshot, None, remarks)
    return f"{texts.title}\n{texts.above}"


def dealt(rules: Rules) -> GameSnapshot:
    """A deal of a game that its player, whose name is short, knows."""
    game = engine.deal(rules.id, 7)
    board = snapshot_at(game.board)
    return replace(board, player=USERS[0].id, game=game, deal_number=7, version=0)


def lost(snapshot: GameSnapshot) -> tuple[GameSnapshot, Remarks]:
    """A game that is stuck, and that the first of its moves lost: the one with the most words."""
    board = snapshot.game.board
    stuck = Game(board, snapshot.deal_number)
    stuck.play(max(board.legal_moves(), key=lambda move: len(translate(board.describe(move)))))
    told = Remarks(verdict=Verdict(Odds(Outcome.LOST, lost=1, winnable=0)))
    return replace(snapshot, game=stuck, state=GameState.STUCK), told


async def test_title_and_first_line_of_every_game_are_two_lines(
    page: Page, bot: RunningBot
) -> None:
    for language in LANGUAGES:
        with use_locale(language):
            known = [dealt(rules) for rules in CATALOGUE.values()]
            new = [replace(one, experience=Experience.NONE) for one in known]
            texts = [first_line(one) for one in new]
            texts += [first_line(one, Remarks(left=one)) for one in known]
        assert max(await heights(bot, page, texts)) <= TITLE_AND_LINE


async def test_what_lost_a_stuck_game_is_one_line_more_at_most(page: Page, bot: RunningBot) -> None:
    for language in LANGUAGES:
        with use_locale(language):
            texts = [
                first_line(*lost(dealt(rules)))
                for rules in CATALOGUE.values()
                if engine.deal(rules.id, 7).legal_moves()
            ]
        assert max(await heights(bot, page, texts)) <= TITLE_AND_LINE + SMALL_LINE
