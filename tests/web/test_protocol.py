"""What windows may say to a table, and what becomes of it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import (
    ClientSession,
    ClientWebSocketResponse,
    WSCloseCode,
    WSMsgType,
    WSServerHandshakeError,
)
from sqlalchemy import select, text

from bot.command_line.doctor.tables import check_tables
from bot.images import ImageRenderer
from bot.metrics import REGISTRY
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.daily.daily import Daily
from bot.service.errors import NoGame
from bot.service.play.games import Games
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.service.solver.pool import SolverPool
from bot.service.tables import BadLink, Sitting
from bot.settings import Settings
from bot.store.daily.daily import save_daily_deal
from bot.store.players.schema import last_seen
from bot.web.protocol import MOST_BYTES, OTHER_PROTOCOL, OVER, POLICY, PROTOCOL, TOO_MANY
from bot.web.seats import Seat
from engine import Move
from tests.web.conftest import ADA, Served, served

BEN = 1002
FIRST_MOVES = ["1-f1", "s", "s"]
"""Legal at the start of deal 11 of Klondike."""


class Window:
    """A window's connection."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self._asked = 0
        self.board: dict[str, Any] = {}

    async def send(self, kind: str, **fields: object) -> int:
        """Ask for something on the board that is shown."""
        self._asked += 1
        about = {"re": self._asked, "game": self.board["game"], "version": self.board["version"]}
        await self.socket.send_json({"t": kind, **about, **fields})
        return self._asked

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        while True:
            frame: dict[str, Any] = await self.socket.receive_json(timeout=120)
            if frame["t"] == "board":
                self.board = frame
            if frame["t"] == kind:
                return frame

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Ask for something, and wait for the board that answers it."""
        asked = await self.send(kind, **fields)
        while True:
            frame = await self.hear("board")
            if frame.get("re") == asked:
                return frame

    async def closing_code(self) -> int | None:
        """With which code the connection is closed."""
        while not self.socket.closed:
            message = await self.socket.receive(timeout=120)
            if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
                break
        return self.socket.close_code


async def hello(
    table: Served, player: int, owner: int | None = None, **changes: object
) -> Mapping[str, object]:
    """What a window says first, at its player's own board or another."""
    sitting = Sitting(player, player if owner is None else owner)
    return {
        "t": "hello",
        "v": PROTOCOL,
        "session": await table.tables.session(sitting),
        "size": [390, 741],
        "dpr": 2,
        "lang": "en-GB",
        **changes,
    }


@asynccontextmanager
async def connected(table: Served) -> AsyncIterator[Window]:
    """A connection that has said nothing yet."""
    url = f"http://127.0.0.1:{table.port}/ws"
    async with ClientSession() as session, session.ws_connect(url, origin=table.tables.url) as one:
        yield Window(one)


@asynccontextmanager
async def window_of(
    table: Served, player: int = ADA, owner: int | None = None, **changes: object
) -> AsyncIterator[Window]:
    """A player's window that shows their board, or a shared one."""
    if owner is None:
        await Seat(table.services, player, "en").begin()
    async with connected(table) as window:
        await window.socket.send_json(await hello(table, player, owner, **changes))
        await window.hear("board")
        yield window


async def test_a_link_deals_klondike_to_whoever_has_no_game(table: Served) -> None:
    link = table.tables.link(ADA).partition("#")[2]
    async with ClientSession() as session:
        await session.post(f"{table.tables.url}/session", json={"link": link})
    dealt = await table.services[Games].active(ADA)
    assert (dealt.game.rules.id, dealt.version) == ("klondike", 0)


async def test_who_plays_at_a_table_is_not_away(table: Served) -> None:
    database = table.services[Games].database
    async with window_of(table) as window:
        await window.ask("play", move="s")
        async with database.reading() as connection:
            seen = await connection.execute(select(last_seen.c.player_id))
            assert seen.scalars().all() == [ADA]


async def test_a_move_is_on_disk_before_it_is_answered(table: Served) -> None:
    games = table.services[Games]
    await games.start(ADA, "klondike", 11)
    async with window_of(table) as window:
        for move in FIRST_MOVES:
            await window.ask("play", move=move)
        assert [str(move) for move in (await games.active(ADA)).game.moves] == FIRST_MOVES
        assert (await window.ask("undo"))["redo"]
        assert not (await window.ask("redo"))["redo"]


async def test_a_move_twice_is_played_once(table: Served) -> None:
    await table.services[Games].start(ADA, "klondike", 11)
    async with window_of(table) as window:
        first = await window.send("play", move="s")
        second = await window.send("play", move="s")
        assert (await window.hear("board"))["re"] == first
        answer = await window.hear("board")
        assert (answer["re"], answer["version"]) == (second, 1)
        assert "out of date" in answer["notice"]


async def test_what_is_done_elsewhere_is_shown_in_every_window(table: Served) -> None:
    games = table.services[Games]
    await games.start(ADA, "klondike", 11)
    async with window_of(table) as one, window_of(table) as other:
        await games.play(ADA, Move.parse("1-f1"))
        for window in (one, other):
            assert (await window.hear("board"))["version"] == 1
        await games.start(ADA, "spider", 5)
        assert (await one.hear("board"))["rules"] == "spider"


async def test_a_board_that_is_looked_at_counts_as_nothing_refused(table: Served) -> None:
    def refused() -> float | None:
        return REGISTRY.get_sample_value("patience_table_actions_total", {"outcome": "refused"})

    before = refused()
    async with window_of(table) as window:
        await window.send("show")
        await window.hear("board")
    assert refused() == before


async def test_whoever_has_deleted_their_data_is_dealt_nothing_unasked(table: Served) -> None:
    games = table.services[Games]
    async with window_of(table) as window:
        await table.services[Privacy].delete(ADA)
        assert await window.closing_code() == OVER
    with pytest.raises(NoGame):
        await games.active(ADA)


async def test_the_session_of_whoever_has_deleted_their_data_is_over(table: Served) -> None:
    async with window_of(table) as window:
        await table.services[Privacy].delete(ADA)
        await window.send("size", size=[844, 316], dpr=2)
        assert await window.closing_code() == OVER
    async with connected(table) as again:
        await again.socket.send_json(await hello(table, ADA))
        assert await again.closing_code() == OVER
    database = table.services[Games].database
    async with database.reading() as connection:
        assert not (await connection.execute(select(last_seen.c.player_id))).all()
    with pytest.raises(NoGame):
        await table.services[Games].active(ADA)


async def test_an_illegal_move_is_refused_with_the_reason(table: Served) -> None:
    await table.services[Games].start(ADA, "klondike", 11)
    async with window_of(table) as window:
        for move in ("2-3", "9-9-9", "f1-f2", "x" * 100):
            asked = await window.send("play", move=move)
            refused = await window.hear("refused")
            assert refused["re"] == asked
            assert refused["said"].endswith(".")


async def test_nobody_plays_in_somebody_elses_game(table: Served) -> None:
    games = table.services[Games]
    theirs = await games.start(BEN, "klondike", 11)
    async with window_of(table) as window:
        own = window.board["game"]
        await window.send("play", game=theirs.game_id, version=0, move="s")
        refused = await window.hear("refused")
        assert "somebody else" in refused["said"]
        assert window.board["game"] == own
    assert (await games.active(BEN)).version == 0


async def test_deals_are_dealt(table: Served) -> None:
    await table.services[Games].start(ADA, "klondike", 11)
    async with window_of(table) as window:
        first = window.board
        await window.ask("play", move="s")
        again = await window.ask("deal", what="again")
        assert (again["deal"], again["version"]) == (first["deal"], 0)
        assert (await window.ask("deal", what="new"))["rules"] == "klondike"
        assert (await window.ask("deal", what="freecell"))["rules"] == "freecell"
        await window.send("deal", what="house rules")
        assert await window.closing_code() == POLICY


async def test_the_days_deal_is_played_where_the_game_before_was(table: Served) -> None:
    games, daily = table.services[Games], table.services[Daily]
    deal, place = DailyDeal(daily.today(), "klondike", 12, 1, par=100), Place(20, guild_id=10)
    await save_daily_deal(games.database, deal, datetime.now(UTC))
    await games.start(ADA, "klondike", 11, place)
    async with window_of(table) as window:
        await window.ask("deal", what="day")
    today = await games.active(ADA)
    assert (today.day, today.place) == (daily.today(), place)


async def test_without_the_solver_a_hint_is_refused_with_the_reason(table: Served) -> None:
    async with window_of(table) as window:
        asked = await window.send("hint")
        refused = await window.hear("refused")
        assert (refused["re"], "solver" in refused["said"]) == (asked, True)


@pytest.mark.slow
async def test_a_hint_names_a_legal_move_and_counts_once(url: str, images: ImageRenderer) -> None:
    async with SolverPool(1) as solvers, served(url, images, solvers=solvers) as table:
        games = table.services[Games]
        await games.start(ADA, "klondike", 11)
        async with window_of(table) as window:
            await window.send("hint")
            assert (await window.hear("hint"))["move"] in window.board["moves"]
        assert (await games.active(ADA)).hints == 1


async def test_a_table_speaks_and_looks_as_its_player_chose(table: Served) -> None:
    await table.services[PreferenceService].save(ADA, theme="dark", language="de")
    await Seat(table.services, ADA, "en").begin()
    async with connected(table) as window:
        await window.socket.send_json(await hello(table, ADA))
        assert (await window.hear("welcome"))["texts"]["undo"] == "Rückgängig"
        deck = await window.hear("deck")
        assert deck["colours"]["felt"] == "rgb(38,40,45)"
        async with ClientSession() as session:
            drawn = await session.get(f"{table.tables.url}/{deck['url']}")
            assert (drawn.status, drawn.content_type) == (200, "image/webp")
            forged = deck["url"].replace("dark", "felt")
            assert (await session.get(f"{table.tables.url}/{forged}")).status == 404


async def test_another_shape_of_the_window_is_answered_by_another_layout(table: Served) -> None:
    async with window_of(table) as window:
        upright = window.board["units"]
        await window.send("size", size=[844, 316], dpr=2)
        assert (await window.hear("board"))["units"] != upright


async def test_a_link_opens_one_session(table: Served) -> None:
    link = table.tables.link(ADA).partition("#")[2]
    async with ClientSession() as session:
        address = f"{table.tables.url}/session"
        opened = await session.post(address, json={"link": link})
        sitting = await table.tables.sitting((await opened.json())["session"])
        assert sitting == Sitting(ADA, ADA)
        bad: object
        for bad in ({"link": link}, {"link": link[:-2] + "AA"}, {"link": "x"}, {}, []):
            refused = await session.post(address, json=bad)
            assert refused.status == 401
            assert "no longer good" in (await refused.json())["said"]


async def test_the_page_that_has_used_a_link_may_ask_again_as_the_answer_may_be_lost(
    table: Served,
) -> None:
    link = table.tables.link(ADA).partition("#")[2]
    async with ClientSession() as session:
        for tab, status in (("one", 200), ("one", 200), ("two", 401), ("", 401), ("one", 200)):
            asked = {"link": link, "tab": tab}
            answer = await session.post(f"{table.tables.url}/session", json=asked)
            assert answer.status == status


async def test_whoever_closes_their_tables_needs_another_link_everywhere(table: Served) -> None:
    session = await table.tables.session(Sitting(ADA, ADA))
    async with window_of(table) as one, window_of(table, BEN) as other:
        await table.tables.close(ADA)
        assert await one.closing_code() == OVER
        with pytest.raises(BadLink):
            await table.tables.sitting(session)
        assert (await other.ask("play", move=other.board["moves"][0]))["version"] == 1
    async with window_of(table) as again:
        assert again.board


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"session": "AAAA"}, OVER),
        ({"v": PROTOCOL + 1}, OTHER_PROTOCOL),
        ({"t": "play"}, OTHER_PROTOCOL),
        ({"size": "large"}, POLICY),
        ({"lang": "e" * MOST_BYTES}, 1009),
    ],
)
async def test_a_greeting_that_is_not_right_ends_the_connection(
    table: Served, changes: Mapping[str, object], code: int
) -> None:
    async with connected(table) as window:
        await window.socket.send_json({**await hello(table, ADA), **changes})
        assert await window.closing_code() == code


NESTED = json.loads("[" * 300 + "]" * 300)
"""More than can be sent back as JSON."""


@pytest.mark.parametrize("kind", ["hint", "undo"])
@pytest.mark.parametrize(
    "changes",
    [{"game": "1"}, {"game": 2**63}, {"game": True}, {"version": None}, {"re": NESTED}],
)
async def test_a_frame_that_names_no_board_or_no_number_ends_the_connection(
    table: Served, kind: str, changes: Mapping[str, object]
) -> None:
    async with window_of(table) as window:
        await window.send(kind, **changes)
        assert await window.closing_code() == POLICY


async def test_a_window_comes_back_later_while_the_database_fails(table: Served) -> None:
    database, greeting = table.services[Games].database, await hello(table, ADA)
    table.services[PreferenceService].forget_all()
    async with database.autocommit() as connection:
        await connection.execute(text("ALTER TABLE player_preferences RENAME TO elsewhere"))
    async with connected(table) as window:
        await window.socket.send_json(greeting)
        assert await window.closing_code() == WSCloseCode.TRY_AGAIN_LATER


async def test_a_game_that_goes_on_is_not_asked_what_lost_it(table: Served) -> None:
    async with window_of(table) as window:
        await window.send("why")
        assert await window.closing_code() == POLICY


async def test_a_window_that_floods_is_closed(table: Served) -> None:
    async with window_of(table) as window:
        for _ in range(30):
            await window.send("undo")
        assert await window.closing_code() == POLICY


async def test_a_player_has_four_windows_and_a_process_has_an_end(url: str, table: Served) -> None:
    async with window_of(table), window_of(table), window_of(table), window_of(table):
        async with connected(table) as fifth:
            await fifth.socket.send_json(await hello(table, ADA))
            assert await fifth.closing_code() == TOO_MANY
        async with window_of(table, BEN):
            pass
    async with window_of(table):
        pass


async def test_a_full_process_takes_no_more_windows(url: str, images: ImageRenderer) -> None:
    async with served(url, images, most=1) as table, window_of(table):
        with pytest.raises(WSServerHandshakeError, match="503"):
            async with connected(table):
                pass


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", None])
async def test_another_page_may_not_connect(table: Served, origin: str | None) -> None:
    url = f"http://127.0.0.1:{table.port}/ws"
    async with ClientSession() as session:
        with pytest.raises(WSServerHandshakeError, match="403"):
            async with session.ws_connect(url, origin=origin):
                pass


async def test_who_leaves_the_table_is_followed_by_what_waits_for_it(table: Served) -> None:
    left = asyncio.Event()
    table.tables.after(ADA, left.set)
    async with window_of(table) as one:
        async with window_of(table):
            pass
        assert not left.is_set()
        assert one.board
    await asyncio.wait_for(left.wait(), 20)


async def test_a_page_allows_nothing_but_itself(table: Served) -> None:
    async with ClientSession() as session, session.get(table.tables.url) as page:
        policy = page.headers["Content-Security-Policy"]
        html = await page.text()
    directives = dict(one.split(" ", 1) for one in policy.split("; "))
    assert directives.pop("script-src").startswith("'sha256-")
    assert set(directives.values()) == {"'none'", "'self'"}
    assert directives["default-src"] == "'none'"
    assert html.count("<script") == 1
    assert len(gzip.compress(html.encode())) < 20_000
    assert json.dumps(str(ADA)) not in html


async def test_the_doctor_says_whether_browsers_find_the_tables(
    table: Served, unused_tcp_port: int
) -> None:
    there = Settings(patience_web_port=table.port, patience_web_url=table.tables.url)
    assert "not encrypted" in (await check_tables(there)).advice
    elsewhere = Settings(
        patience_web_port=table.port, patience_web_url=f"http://127.0.0.1:{unused_tcp_port}"
    )
    assert "cannot be read" in (await check_tables(elsewhere)).advice
    session = Settings(patience_web_port=1, patience_web_url=f"{table.tables.url}/favicon.ico")
    assert "something else" in (await check_tables(session)).advice
    assert not (await check_tables(Settings())).advice
