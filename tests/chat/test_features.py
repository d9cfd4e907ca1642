"""Features: found by their folders, and refused with a sentence if they would not be."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bot.chat
from bot.chat.features import MAX_COMMANDS, FeatureMistake, import_features, refuse_too_many

COG = """
from discord.ext import commands

class Notes(commands.Cog):
    pass
"""


def test_a_package_with_commands_that_would_not_be_found_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "commands.py").write_text(COG)
    monkeypatch.setattr(bot.chat, "__path__", [*bot.chat.__path__, str(tmp_path)])
    with pytest.raises(
        FeatureMistake, match=r"bot\.chat\.notes\.commands holds Notes; call .* cog"
    ):
        import_features()
    for name in [name for name in sys.modules if name.startswith("bot.chat.notes")]:
        del sys.modules[name]


def test_more_commands_than_anybody_looks_through_are_refused() -> None:
    refuse_too_many(range(MAX_COMMANDS))
    with pytest.raises(FeatureMistake, match="41 commands, and 40 at most; make the new one a"):
        refuse_too_many(range(MAX_COMMANDS + 1))
