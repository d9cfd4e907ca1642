"""Write what is told of the games from their declarations: ``python -m docs``.

That is a page for each game, the list of those pages, and the table in the README, which stands
between two comments there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine import CATALOGUE
from engine.games import FAMILIES
from engine.pages import contents, families, page

FOLDER: Final = Path(__file__).parent / "games"
README: Final = Path(__file__).parents[1] / "README.md"
_BEGINS: Final = "<!-- The games, written by `make docs`. -->\n\n"
_ENDS: Final = "\n<!-- The end of the games. -->\n"


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    return {"README.md": contents(CATALOGUE)} | {
        f"{rules.id}.md": page(rules) for rules in CATALOGUE.values()
    }


def readme(text: str) -> str:
    """The README with its table of the games as it is to be."""
    before, _, rest = text.partition(_BEGINS)
    _, _, after = rest.partition(_ENDS)
    return f"{before}{_BEGINS}{families(FAMILIES)}{_ENDS}{after}"


def main() -> None:
    """Write the pages and the README's table, and remove pages of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
