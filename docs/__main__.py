"""Write the pages about the games from their declarations: ``python -m docs``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine import CATALOGUE
from engine.pages import contents, page

FOLDER: Final = Path(__file__).parent / "games"


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    return {"README.md": contents(CATALOGUE)} | {
        f"{rules.id}.md": page(rules) for rules in CATALOGUE.values()
    }


def main() -> None:
    """Write the pages, and remove those of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
