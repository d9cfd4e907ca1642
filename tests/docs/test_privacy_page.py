"""The privacy page covers the whole database."""

from __future__ import annotations

import re

from bot.store.schema import metadata
from tests.docs.conftest import ROOT


def test_the_privacy_page_names_every_table_and_no_other() -> None:
    text = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    section = text.split("## What is in the database")[1].split("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", section)) == set(metadata.tables)
