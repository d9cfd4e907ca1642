"""The privacy page covers the whole database."""

from __future__ import annotations

import re

from bot.store.database.columns import metadata
from docs.privacy_page import SHORT_PAGE, updated_page, updated_short_page
from tests.docs.conftest import ROOT

PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")


def test_the_privacy_page_says_what_the_tables_say() -> None:
    """If this fails, run ``make docs``."""
    assert updated_page(PAGE) == PAGE


def test_the_short_page_for_players_says_what_the_tables_say() -> None:
    """If this fails, run ``make docs``."""
    page = SHORT_PAGE.read_text(encoding="utf-8")
    assert updated_short_page(page) == page
    assert len(re.findall("^- ", page, re.MULTILINE)) > 5


def test_the_privacy_page_names_every_table_that_says_whose_rows_it_holds() -> None:
    section = PAGE.split("## What is in the database")[1].split("\n## ")[0]
    declared = {table.name for table in metadata.sorted_tables if table.info}
    assert set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == declared
