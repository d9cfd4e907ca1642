"""Commands by the names they had, as clients send them until they have the new list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.chat.responding.renamed_commands import RENAMED
from local_discord.payload import payloads_of

if TYPE_CHECKING:
    from local_discord.payload import Payload
    from local_discord.testing import Message, Person
    from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.quick

OPTIONS: dict[str, dict[str, object]] = {
    "challenge": {"game": "klondike"},
    "move": {"play": "s"},
    "race": {"game": "klondike"},
    "remind": {"hour": 12},
    "rules": {"game": "klondike"},
}


@pytest.fixture
def outdated(bot: RunningBot, ada: Person) -> None:
    """Discord shows the commands as they were called."""
    state = bot.discord.state

    def as_before(old: str) -> Payload:
        """Today's command as a command of its own, by the name it had."""
        name, *below = RENAMED[old].split()
        command = next(one for one in ada.commands if one["name"] == name)
        options = payloads_of(command.get("options"))
        if below:
            found = next(one for one in options if one["name"] == below[0])
            options = payloads_of(found.get("options"))
        return {**command, "name": old, "options": options}

    state.set_commands(None, [*map(as_before, RENAMED), *state.commands(None)])


def is_new_note(message: Message, now: str, seen: set[str]) -> bool:
    """Whether a message is the first with today's name of a command."""
    return message.id not in seen and f"This command is called /{now} now." in message.text


@pytest.mark.usefixtures("outdated")
async def test_an_old_name_runs_the_command_and_says_how_it_is_called_now(
    ada: Person, ben: Person
) -> None:
    seen = set[str]()
    for old, now in RENAMED.items():
        await ada.command("patience", "play", game="klondike")
        player = {"player": str(ben.id)} if old == "challenge" else {}
        answer = await ada.command("patience", old, **player, **OPTIONS.get(old, {}))
        assert "no longer exists" not in answer.text
        seen.add((await ada.until(partial(is_new_note, now=now, seen=seen))).id)


@pytest.mark.usefixtures("outdated")
async def test_an_old_name_offers_what_the_command_offers(ada: Person) -> None:
    await ada.command("patience", "play", game="klondike")
    moves = await ada.choices("patience", "move", focused="play", play="")
    assert moves == await ada.choices("patience", "type move", focused="play", play="")
    assert moves


async def test_at_most_twenty_commands_are_registered(ada: Person) -> None:
    names = [one["name"] for one in ada.commands if one["type"] == 1]
    assert len(names) <= 20
    assert not {*names} & {*RENAMED} - {"race"}
