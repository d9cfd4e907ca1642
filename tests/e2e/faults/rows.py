"""The faults of Discord that are tried, and what players meet in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    Late,
    LateBefore,
    RateLimited,
    Refused,
    ResetAfter,
    ResetBefore,
)
from local_discord.interactions import RESPONSE_SECONDS
from tests.e2e.faults.actions import (
    ACTIONS,
    CALLBACK,
    POSTINGS,
    REMINDER,
    Action,
    Posting,
)
from tests.e2e.faults.stage import Stage
from tests.e2e.faults.trials import Outcome, Trial, try_action, try_posting

PATIENT: Final = 4 * RESPONSE_SECONDS
"""How long Discord waits where the player is not to wait in vain: the machine may be busy."""


@dataclass(frozen=True, slots=True)
class Row:
    """A fault, and what is met.

    Attributes:
        name: the fault, in the table.
        fault: the fault.
        methods: the methods of the requests that Discord may refuse so; empty for all.
        paths: where Discord may refuse so; empty for everywhere.
        actions: the names of the actions that it is tried on; empty for all.
        deadline: how long Discord waits for a response.
        outcomes: what is met by the name of the action, where that is not an answer or a post.
    """

    name: str
    fault: Fault
    methods: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    deadline: float = PATIENT
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)

    @property
    def is_quick(self) -> bool:
        """Whether it is tried among the quick tests, for all that are answered at once."""
        return self.name == "503"


RESPONSES: Final = ("/callback",)
WEBHOOKS: Final = ("/webhooks/",)
CHANNELS: Final = ("/channels/",)
SHORT: Final = 2.0
"""Where a player waits in vain, Discord's three seconds are scaled down to this."""

_LATE: Final = SHORT * 4 / 3
_AT_ONCE: Final = dict.fromkeys((one.name for one in POSTINGS), Outcome.TOLD)
_NEVER: Final = dict.fromkeys((one.name for one in POSTINGS), Outcome.NOT_TOLD)
_IN_VAIN: Final = {one.name: Outcome.FAILED for one in ACTIONS if one.request is CALLBACK}
_DROPPED: Final = _NEVER | {REMINDER: Outcome.TOLD_LATER}
_CONTENT: Final = {
    **_DROPPED,
    **{one.name: Outcome.SENTENCE for one in ACTIONS if one.request is CALLBACK},
    "types /play, answered late": Outcome.SENTENCE,
}
_WORDS: Final = _DROPPED | dict.fromkeys(
    ("types /play, answered late", "presses a public board, answered late"), Outcome.SENTENCE
)
"""A board goes on in private; the public one says so."""
_FEW: Final = ("types /play", "presses a public board", *(one.name for one in POSTINGS))
"""What is tried where every attempt takes a second."""
_SOME: Final = (
    *_FEW,
    "types /type undo: the board's edit",
    "presses a public board, answered late",
)

ROWS: Final = (
    Row("429, of a route", RateLimited(0.05), outcomes=_AT_ONCE),
    Row("429, global", RateLimited(0.05, "global"), outcomes=_AT_ONCE),
    Row("429, shared", RateLimited(0.05, "shared"), outcomes=_AT_ONCE),
    Row("429 of Cloudflare", CloudflareBan()),
    Row("500", HttpError(500), actions=_SOME, outcomes=_AT_ONCE),
    Row("502", HttpError(502, html=True), actions=_FEW[:3], outcomes=_AT_ONCE),
    Row("503", HttpError(503), actions=_FEW),
    Row("reset before Discord acts", ResetBefore()),
    Row("reset after Discord acted", ResetAfter(), outcomes=_AT_ONCE),
    Row("accepted after 4 s", LateBefore(5.0), actions=_SOME, deadline=4.0, outcomes=_AT_ONCE),
    Row("answered after 4 s", Late(_LATE), actions=_SOME, deadline=SHORT, outcomes=_AT_ONCE),
    Row("10003, no such channel", Refused(10003), paths=CHANNELS, outcomes=_NEVER),
    Row("10008, no such message", Refused(10008), methods=("PATCH",), outcomes=_NEVER),
    Row("10015, no such webhook", Refused(10015), paths=WEBHOOKS),
    Row(
        "10062, no such interaction",
        Refused(10062),
        paths=RESPONSES,
        deadline=SHORT,
        outcomes=_IN_VAIN,
    ),
    Row(
        "30046, too many edits",
        Refused(30046),
        methods=("PATCH",),
        paths=CHANNELS,
        outcomes=_AT_ONCE,
    ),
    Row(
        "40060, answered already",
        Refused(40060),
        paths=RESPONSES,
        deadline=SHORT,
        outcomes=_IN_VAIN,
    ),
    Row("50001, no access", Refused(50001), paths=CHANNELS, outcomes=_DROPPED),
    Row(
        "50013, no permission",
        Refused(50013),
        paths=CHANNELS,
        # Without its picture, which needs a permission of its own, the day is sent.
        outcomes=_DROPPED | {"a message of the day": Outcome.TOLD},
    ),
    Row("50027, no such token", Refused(50027), paths=WEBHOOKS),
    Row("50035, an invalid body", Refused(50035), methods=("POST", "PATCH"), outcomes=_CONTENT),
    Row("200000, blocked by AutoMod", Refused(200000), methods=("POST", "PATCH"), outcomes=_WORDS),
)


def meets(row: Row, action: Action | Posting) -> bool:
    """Whether a fault is tried on an action."""
    request = action.request
    if row.actions and action.name not in row.actions:
        return False
    is_method = not row.methods or not request.method or request.method in row.methods
    return is_method and (not row.paths or request.path in row.paths)


def expected(row: Row) -> dict[str, Outcome]:
    """What is met in each action that a fault is tried on."""
    usual = [(one, Outcome.ANSWERED) for one in ACTIONS] + [
        (one, Outcome.TOLD_LATER) for one in POSTINGS
    ]
    return {
        one.name: row.outcomes.get(one.name, outcome) for one, outcome in usual if meets(row, one)
    }


async def trials_of(stage: Stage, row: Row) -> list[Trial]:
    """Let a fault happen to everything that it is tried on."""
    actions = [one for one in ACTIONS if meets(row, one)]
    postings = [one for one in POSTINGS if meets(row, one)]
    tried = [await try_action(stage, one, row.fault, row.deadline) for one in actions]
    return tried + [await try_posting(stage, one, row.fault) for one in postings]
