"""Sentences that the rules of several games share, written once."""

from __future__ import annotations

from typing import Final

FOUNDATIONS_KEEP: Final = (
    "Build the four foundations up in suit from ace to king. A card once there stays there."
)
FOUNDATIONS_GIVE_BACK: Final = (
    "Build the four foundations up in suit from ace to king. Their top cards may be played back "
    "onto the tableau."
)
BUILDS_ALTERNATING_KINGS: Final = (
    "The tableau builds down in alternating colours. Any part of a built run moves as a unit; "
    "an empty pile takes only a king or a run headed by one."
)
BUILDS_ALTERNATING_ANY: Final = (
    "The tableau builds down in alternating colours. Any part of a built run moves as a unit; "
    "an empty pile takes any card or run."
)
TURNS_ONE_FOR_EVER: Final = (
    "The stock turns one card at a time to the waste, whose top card is in play. When it is used "
    "up the waste is turned over, order kept, as often as you like."
)
TURNS_THREE_FOR_EVER: Final = (
    "The stock turns three cards at a time to the waste, whose top card is in play. When it is "
    "used up the waste is turned over, order kept, as often as you like."
)
TURNS_ONE_ONCE: Final = (
    "The stock turns one card at a time to the waste, whose top card is in play. There is no "
    "second pass."
)
TURNS_THREE_TWICE: Final = (
    "The stock turns three cards at a time to the waste, whose top card is in play. When it is "
    "used up the waste is turned over, order kept, but only once."
)
HIDDEN_CARDS_TURN: Final = "A face-down card that comes to the top is turned up."
BLAKE_GENT: Final = "Blake and Gent, JAIR 85:21 (2026)"
WHOLE_SUITS_GO_HOME: Final = (
    "Only a whole suit in one run, king down to ace, goes to a foundation, and it stays there."
)
SINGLES_ALTERNATING_ANY: Final = (
    "The tableau builds down in alternating colours. Cards move one at a time; an empty pile takes "
    "any card."
)
SINGLES_REGARDLESS_ANY: Final = (
    "The tableau builds down regardless of suit. Cards move one at a time; an empty pile takes any "
    "card."
)
RESERVE_IS_IN_PLAY: Final = "Every card of the reserve is in play. Nothing is put there."
EIGHT_FOUNDATIONS_GIVE_BACK: Final = (
    "Build the eight foundations up in suit from ace to king. Their top cards may be played back "
    "onto the tableau."
)
EIGHT_FOUNDATIONS_KEEP: Final = (
    "Build the eight foundations up in suit from ace to king. A card once there stays there."
)
SINGLES_SUIT_ANY: Final = (
    "The tableau builds down in suit. Cards move one at a time; an empty pile takes any card."
)
BUILDS_SUIT_ANY: Final = (
    "The tableau builds down in suit. Any part of a built run moves as a unit; an empty pile takes "
    "any card or run."
)
TURNS_ONE_TWICE: Final = (
    "The stock turns one card at a time to the waste, whose top card is in play. When it is used "
    "up the waste is turned over, order kept, but only once."
)
TURNS_ONE_THRICE: Final = (
    "The stock turns one card at a time to the waste, whose top card is in play. When it is used "
    "up the waste is turned over, order kept, but only twice."
)
TURNS_THREE_THRICE: Final = (
    "The stock turns three cards at a time to the waste, whose top card is in play. When it is "
    "used up the waste is turned over, order kept, but only twice."
)
MEASURED: Final = "measured here on the deals 1 to 2000"
