"""What a press costs, against the least that it could cost: its floor.

The floor of a press is the sum of three processor times, measured in the same run:

a. drawing its board, and nothing else;
b. a bare discord.py client (:mod:`.bare_client`) that answers the same press with a fixed picture
   of the same size;
c. one committed insert by the bare driver: aiosqlite with the bot's pragmas, or asyncpg.

The bare client and a bot on each database run in processes of their own and are pressed in turns,
by the same crowd in one more process, which also runs a local Discord for each. A bot's processor
time is that of its process and its drawing workers; PostgreSQL's stands in a column of its own.
Figures are medians of the rounds, except for stalls, of which the longest counts.

What the processors could do at the floor is ``processors / (floor + others)`` presses a second,
where the others are the local Discord with its players, and PostgreSQL: they share the processors,
so their time for a press, as measured in the bot's rounds, counts as spent.
"""

from __future__ import annotations

from benchmarks.floor.measuring import report

__all__ = ["report"]
