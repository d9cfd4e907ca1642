"""What Discord's documents leave open: one of the ways is taken, the other one can be tried."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Switches:
    """What a local Discord takes Discord to do; see also `Limits.old_callback_edits`.

    Attributes:
        mentions_of_components: whether a Components V2 message's `mentions` have the users that its
            text displays name.
        refuses_deleted_defaults: whether a select with a deleted channel among its default values
            is refused.
    """

    mentions_of_components: bool = True
    refuses_deleted_defaults: bool = True
