"""The link that adds the bot to a server, and what the bot asks for with it."""

from __future__ import annotations

from typing import Final

import discord
from discord.utils import oauth_url

SCOPES: Final = ("bot", "applications.commands")
PERMISSIONS: Final = discord.Permissions(
    # Results and races are posted in channels and threads; nothing else takes a permission, as
    # responses to commands and presses need none.
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    # A board that was posted long ago is brought up to date with a new picture.
    attach_files=True,
    # A board that is out of sight is posted anew: the messages after it are counted.
    read_message_history=True,
)
"""What the bot needs as a member of a server, and no more."""


def install_link(application_id: int) -> str:
    """The address at which those who manage a server add the bot to it.

    >>> install_link(1)
    'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=274878008320'
    """
    return oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)
