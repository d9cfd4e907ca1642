"""Browser tests without a browser."""

from __future__ import annotations

import pytest

from local_discord.testing.browser import ADVICE, chromium_path


def test_without_chromium_tests_are_skipped_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt install chromium"):
        chromium_path()


def test_without_chromium_tests_fail_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match=ADVICE):
        chromium_path()
