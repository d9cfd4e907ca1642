"""Discord's limits on messages and commands, and the colours of the bot's messages.

Source: the component, message and application command references of Discord's documentation.
"""

from __future__ import annotations

from typing import Final

MAX_COMPONENTS: Final = 40
"""Components in a message, nested ones included."""
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
