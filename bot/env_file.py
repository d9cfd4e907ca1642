"""The file ``.env`` in the working directory: what it sets, and who else can read it."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dotenv.parser import parse_stream

from bot.errors import SettingsError

ENV_FILE: Final = Path(".env")
OTHER_NAMES: Final = ("TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN")
"""What other bots call their token."""

_SECRETS: Final = ("DISCORD_TOKEN", "DISCORD_CLIENT_SECRET", "PATIENCE_SECRET")
_PASSWORD: Final = re.compile(r"://[^:/@]*:.*@")
"""Whoever misspells an address may have a slash in its password."""
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def read_env_file() -> Mapping[str, str]:
    """The values set in the file by their names, in order; none if there is no file.

    Raises:
        SettingsError: it cannot be read, or a line is no setting.
    """
    try:
        text = ENV_FILE.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise SettingsError(f"{ENV_FILE} is not UTF-8 text; save it again as UTF-8.") from None
    except OSError as error:
        raise SettingsError(
            f"{ENV_FILE} cannot be read ({error.strerror}); make it a file that this user can read."
        ) from None
    values = {}
    for binding in parse_stream(io.StringIO(text)):
        if binding.error:
            raise SettingsError(
                f"{ENV_FILE}, line {binding.original.line}: this is not a setting; write "
                "NAME=value, or # before a comment."
            )
        if binding.key is not None:
            values[binding.key] = binding.value or ""
    return values


def exposed_secrets() -> str:
    """Which secrets of the file other users of this machine can read, and what to do.

    Returns:
        A sentence; "" if nobody else can read the file, or there is no secret in it.
    """
    if sys.platform == "win32" or not ENV_FILE.is_file():
        return ""
    if not ENV_FILE.stat().st_mode & _OF_OTHERS:
        return ""
    values = {name.upper(): value.strip() for name, value in read_env_file().items()}
    secret = [name for name in _SECRETS if values.get(name)]
    if _PASSWORD.search(values.get("DATABASE_URL", "")):
        secret.append("the password in DATABASE_URL")
    if not secret:
        return ""
    return (
        f"other users of this machine can read {' and '.join(secret)} in {ENV_FILE.absolute()}; "
        f"let only yourself: chmod 600 {ENV_FILE}"
    )


def why_no_token(folder: Path) -> str:
    """That there is no token, with where somebody may have written it beside the source."""
    for name in OTHER_NAMES:
        if os.environ.get(name, "").strip():
            return f"No DISCORD_TOKEN is set, and {name} is not read"
    other = (folder / ENV_FILE).resolve()
    if not ENV_FILE.exists() and other.is_file():
        return f"No DISCORD_TOKEN is set, and {other} is not read from this folder"
    return "No DISCORD_TOKEN is set"
