"""Write into the privacy pages what each table says of itself: ``python -m docs.privacy_page``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sqlalchemy import Table

from bot.store.database.columns import metadata
from bot.store.database.ownership import ownership_of, shown_to_players
from bot.store.players.privacy import exported_tables

PAGE: Final = Path(__file__).with_name("privacy.md")
SHORT_PAGE: Final = PAGE.parent / "legal" / "PRIVACY.md"
_PLAYERS: Final = "| table | what it holds about a player | why |\n|---|---|---|\n"
_STORED: Final = "is for:\n\n"
_NOBODYS: Final = "| table | what it holds |\n|---|---|\n"


def updated_page(page: str) -> str:
    """The privacy page with its two lists of tables brought up to date."""
    of_players = exported_tables()
    others = [one for one in metadata.sorted_tables if one.info and one not in of_players]
    page = _replace_rows(page, _PLAYERS, of_players)
    return _replace_rows(page, _NOBODYS, others)


def updated_short_page(page: str) -> str:
    """The short page for players with its list of what is stored brought up to date."""
    return _replace(page, _STORED, (f"- {kind}" for kind in shown_to_players()))


def _replace_rows(page: str, heading: str, tables: Iterable[Table]) -> str:
    return _replace(page, heading, map(_row, tables))


def _replace(page: str, heading: str, lines: Iterable[str]) -> str:
    before, _, rest = page.partition(heading)
    _, _, after = rest.partition("\n\n")
    return f"{before}{heading}{chr(10).join(lines)}\n\n{after}"


def _row(table: Table) -> str:
    ownership = ownership_of(table)
    cells = (f"`{table.name}`", ownership.holds, ownership.why)
    return f"| {' | '.join(filter(None, cells))} |"


def main() -> None:
    """Write the pages."""
    for page, updated in ((PAGE, updated_page), (SHORT_PAGE, updated_short_page)):
        page.write_text(updated(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
