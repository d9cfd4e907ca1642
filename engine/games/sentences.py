"""Sentences that the rules of several games share."""

from __future__ import annotations

from typing import Final

CARDS_STAY: Final = "Cards on the foundations stay there."
CARDS_RETURN: Final = "Their top cards may be played back to the tableau."
SINGLES_MOVE: Final = "Cards move one at a time."
RUNS_MOVE: Final = "All or part of a run may be moved as a unit."
RUNS_IN_SUIT_MOVE: Final = "All or part of a run in suit may be moved as a unit."
GROUPS_MOVE: Final = (
    "Any face-up card may be moved with all the cards on top of it, in sequence or not."
)
ANY_CARD_FILLS: Final = "Any card may fill an empty pile."
ANY_RUN_FILLS: Final = "Any card or run may fill an empty pile."
ANY_SUCH_RUN_FILLS: Final = "Any card or such a run may fill an empty pile."
ANY_GROUP_FILLS: Final = "Any card, with the cards on top of it, may fill an empty pile."
KING_FILLS: Final = "Only a king may fill an empty pile."
KING_RUN_FILLS: Final = "Only a king, or a run headed by one, may fill an empty pile."
KING_GROUP_FILLS: Final = "Only a king, with the cards on top of it, may fill an empty pile."
EMPTY_PILES_STAY: Final = "Empty piles stay empty."
HIDDEN_CARDS_TURN: Final = "Face-down cards are turned up when they are uncovered."
MOVE_BY_CELLS: Final = (
    "A run may be moved as a unit if it is no longer than the number of empty cells plus one."
)
MOVE_BY_PILES: Final = (
    "Cards move one at a time, but each empty pile other than the target doubles the number of "
    "cards of a run that may be moved as a unit."
)
MOVE_BY_CELLS_AND_PILES: Final = (
    "A run may be moved as a unit if it is no longer than the number of empty cells plus one, "
    "doubled for each empty pile other than the target."
)
RESERVE_IS_AVAILABLE: Final = (
    "All cards in the reserve are available for play; no card may be moved there."
)


def build_tableau(how: str, *rest: str) -> str:
    """State how the tableau is built, which cards move, and what fills its empty piles.

    >>> build_tableau("down in suit", SINGLES_MOVE, KING_FILLS)
    'Build the tableau down in suit. Cards move one at a time. Only a king may fill an empty pile.'
    """
    return " ".join((f"Build the tableau {how}.", *rest))


FOUNDATIONS_KEEP: Final = f"Build the four foundations up in suit from ace to king. {CARDS_STAY}"
FOUNDATIONS_GIVE_BACK: Final = (
    f"Build the four foundations up in suit from ace to king. {CARDS_RETURN}"
)
EIGHT_FOUNDATIONS_KEEP: Final = (
    f"Build the eight foundations up in suit from ace to king. {CARDS_STAY}"
)
EIGHT_FOUNDATIONS_GIVE_BACK: Final = (
    f"Build the eight foundations up in suit from ace to king. {CARDS_RETURN}"
)
WHOLE_SUITS_GO_HOME: Final = (
    "Only a complete suit, a run from king down to ace, may be moved to a foundation, where it "
    "stays."
)

ALTERNATING: Final = "down in alternating colours"
OTHER_SUIT: Final = "down on any other suit"
BUILDS_ALTERNATING_KINGS: Final = build_tableau(ALTERNATING, RUNS_MOVE, KING_RUN_FILLS)
BUILDS_ALTERNATING_ANY: Final = build_tableau(ALTERNATING, RUNS_MOVE, ANY_RUN_FILLS)
BUILDS_SUIT_ANY: Final = build_tableau("down in suit", RUNS_MOVE, ANY_RUN_FILLS)
SINGLES_ALTERNATING_ANY: Final = build_tableau(ALTERNATING, SINGLES_MOVE, ANY_CARD_FILLS)
SINGLES_OTHER_ANY: Final = build_tableau(OTHER_SUIT, SINGLES_MOVE, ANY_CARD_FILLS)
SINGLES_REGARDLESS_ANY: Final = build_tableau(
    "down regardless of suit", SINGLES_MOVE, ANY_CARD_FILLS
)
SINGLES_SUIT_ANY: Final = build_tableau("down in suit", SINGLES_MOVE, ANY_CARD_FILLS)

_TURNS: Final = (
    "Turn cards from the stock to the waste {cards} at a time; the top card of the waste is "
    "available for play. {redeals}"
)
_REDEALS: Final = "When the stock runs out, turn the waste over to redeal, {often}."


def _turn(cards: str, redeals: str = "") -> str:
    """State how the stock is turned to the waste.

    Args:
        cards: how many cards at a time, in words.
        redeals: how often the waste may be turned over; no redeal if empty.
    """
    often = _REDEALS.format(often=redeals) if redeals else "There is no redeal."
    return _TURNS.format(cards=cards, redeals=often)


TURN_ONE: Final = _turn("one")
TURN_ONE_REDEAL_ONCE: Final = _turn("one", "but only once")
TURN_ONE_REDEAL_TWICE: Final = _turn("one", "but only twice")
TURN_ONE_REDEAL_AT_WILL: Final = _turn("one", "as often as you like")
TURN_THREE_REDEAL_ONCE: Final = _turn("three", "but only once")
TURN_THREE_REDEAL_TWICE: Final = _turn("three", "but only twice")
TURN_THREE_REDEAL_AT_WILL: Final = _turn("three", "as often as you like")
