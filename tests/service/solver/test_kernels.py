"""Which folder compiled searches are loaded from."""

from __future__ import annotations

import os
import pkgutil
import tempfile
from pathlib import Path

import pytest

import engine.solver
from bot.service.solver.kernels import (
    SEARCHES,
    cache_folder,
    is_compiled,
    own_folder,
    why_unsafe,
)
from engine.solver.fingerprint import fingerprint

DIGEST = fingerprint()


def compile_into(folder: Path) -> None:
    (folder / DIGEST).mkdir(parents=True)
    (folder / DIGEST / "search.nbi").write_text("index", encoding="ascii")
    (folder / DIGEST / "search.1.nbc").write_text("code", encoding="ascii")


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a compiled search, and another one for what is temporary."""
    folder = tmp_path / "built"
    compile_into(folder)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return folder


@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_a_folder_of_ones_own_is_used(built: Path, mode: int) -> None:
    built.chmod(mode)
    assert cache_folder(built) == built


@pytest.mark.parametrize("part", [".", DIGEST, f"{DIGEST}/search.nbi", ".."])
def test_what_others_can_write_is_not_used(
    built: Path, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    unsafe = (built / part).resolve()
    unsafe.chmod(unsafe.stat().st_mode | 0o002)
    folder = cache_folder(built)
    assert folder != built
    assert list(folder.iterdir()) == []
    assert folder.stat().st_mode & 0o777 == 0o700
    [record] = caplog.records
    assert str(unsafe) in record.getMessage()


def test_others_cannot_prepare_the_folder_that_is_used_instead(built: Path) -> None:
    temporary = built.parent / "temporary"
    temporary.chmod(0o1777)
    own = own_folder(temporary)
    assert own_folder(temporary) == own
    own.chmod(0o777)
    other = own_folder(temporary)
    assert other != own
    own.rmdir()
    own.symlink_to(built)
    assert own_folder(temporary) not in (own, built)


def test_a_folder_that_the_bot_cannot_write_to_is_copied_once(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (built / "earlier").mkdir()
    (built / "earlier" / "search.nbi").touch()
    monkeypatch.setattr(os, "access", lambda path, _mode: path != built)
    folder = cache_folder(built)
    copy = folder / DIGEST / "search.nbi"
    assert copy.read_text(encoding="ascii") == "index"
    assert (folder / DIGEST / "search.1.nbc").exists()
    assert not (folder / "earlier").exists()
    copy.write_text("kept", encoding="ascii")
    assert cache_folder(built) == folder
    assert copy.read_text(encoding="ascii") == "kept"


def test_what_was_compiled_at_installation_serves_in_another_folder(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(chosen))
    assert cache_folder(built) == chosen
    assert (chosen / DIGEST / "search.nbi").read_text(encoding="ascii") == "index"


def test_what_others_can_write_serves_in_no_other_folder(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(chosen))
    (built / DIGEST / "search.nbi").chmod(0o666)
    assert cache_folder(built) == chosen
    assert not chosen.exists()


def test_a_folder_that_is_still_to_be_made_is_as_safe_as_those_above_it(built: Path) -> None:
    assert why_unsafe(built / "new" / "folder") == ""
    built.chmod(0o777)
    assert "can write to" in why_unsafe(built / "new" / "folder")


def test_every_search_that_is_compiled_is_compiled_ahead() -> None:
    rooms = {room.name for room in pkgutil.iter_modules(engine.solver.__path__) if room.ispkg}
    assert rooms == SEARCHES.keys()


def test_searches_are_compiled_once_each_of_them_is_marked(built: Path) -> None:
    assert not is_compiled(built)
    for search in SEARCHES:
        assert not is_compiled(built)
        (built / DIGEST / f"{search}.compiled").touch()
    assert is_compiled(built)


def test_what_says_that_a_search_is_compiled_is_copied_with_it(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (built / DIGEST / "rows.compiled").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    cache_folder(built)
    assert (tmp_path / "cache" / DIGEST / "rows.compiled").exists()
