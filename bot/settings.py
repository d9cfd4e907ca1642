"""Settings, from the environment and from a file called ``.env`` in the working folder.

The environment wins over the file, and a blank value counts as none. Whatever is wrong is told in
one line that names the variable; a token, a secret or a password is never part of it.
"""

from __future__ import annotations

import difflib
import io
import os
import re
import secrets
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.store.url import database_file, parse_url

DEFAULT_DATABASE: Final = "sqlite+aiosqlite:///data/patience.db"
DATA_FOLDER: Final = Path("data")
ENV_FILE: Final = Path(".env")
KEPT_IN: Final = "patience.secret"
SHORTEST_SECRET: Final = 16

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

_PREFIX: Final = "PATIENCE_"
_LAST_PORT: Final = 65535
_MOST_SOLVERS: Final = 64
_SHORTEST_SEARCH: Final = 0.1
_LONGEST_SEARCH: Final = 60.0


class SettingsError(ValueError):
    """A setting cannot be used; the text is one line that says which, why, and what to write."""


class Settings(BaseSettings):
    """Everything that can be set, checked. Made by :func:`load_settings`.

    Attributes:
        discord_token: the bot's token; None means the Discord on this machine.
        database_url: where games are kept, as SQLAlchemy writes it; may hold a password.
        patience_secret: what makes daily deals impossible to guess.
        patience_discord_api: the base address of another Discord's REST API, without a slash at
            its end; None for the real one.
        patience_discord_gateway: the address of another Discord's gateway; None for the real one.
        patience_local_port: the loopback port of the Discord on this machine; None or 0 for any
            free one.
        patience_solver_workers: how many searches may go on at once; 0 for no solver, None for as
            many as suit the machine.
        patience_solver_seconds: how long to search for an answer to a player, 0.1 to 60.
        patience_log_level: the least grave message that is logged.
    """

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_file=ENV_FILE,
        # Windows editors may put a byte order mark first.
        env_file_encoding="utf-8-sig",
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    database_url: Annotated[str, Field(repr=False)] = DEFAULT_DATABASE
    patience_secret: SecretStr = SecretStr("")
    patience_discord_api: str | None = None
    patience_discord_gateway: str | None = None
    patience_local_port: int | None = None
    patience_solver_workers: int | None = None
    patience_solver_seconds: float = 3.0
    patience_log_level: LogLevel = "INFO"

    @property
    def data_folder(self) -> Path:
        """The folder for what the bot keeps: that of the database file, where there is one."""
        file = database_file(parse_url(self.database_url))
        return file.parent if file is not None else DATA_FOLDER

    @field_validator("discord_token", mode="before")
    @classmethod
    def _token_is_bare(cls, value: object) -> object:
        if isinstance(value, str) and (not value.isascii() or len(value.split()) > 1):
            raise ValueError(
                "this is no bot token: it has spaces or letters that tokens do not have; copy it "
                "from the Bot page of the application, without “Bot” before it."
            )
        return value

    @field_validator("database_url")
    @classmethod
    def _address_is_known(cls, value: str) -> str:
        parse_url(value)
        return value

    @field_validator("patience_secret")
    @classmethod
    def _secret_is_long(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value) < SHORTEST_SECRET:
            raise ValueError(
                f"{len(value)} characters can be guessed; write at least {SHORTEST_SECRET}, or "
                "leave it out and one is made and kept."
            )
        return value

    @field_validator("patience_discord_api")
    @classmethod
    def _api_is_http(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError(
                "the address must begin with http:// or https://, such as "
                "http://127.0.0.1:8080/api/v10."
            )
        return value.rstrip("/") if value is not None else None

    @field_validator("patience_discord_gateway")
    @classmethod
    def _gateway_is_websocket(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("ws://", "wss://")):
            raise ValueError(
                "the address must begin with ws:// or wss://, such as ws://127.0.0.1:8080/gateway."
            )
        return value

    @field_validator("patience_local_port", mode="before")
    @classmethod
    def _port_is_a_port(cls, value: object) -> object:
        if isinstance(value, str):
            if not (re.fullmatch("[0-9]{1,5}", value) and int(value) <= _LAST_PORT):
                raise ValueError(
                    f"a port is a number from 0 to {_LAST_PORT}; write one, or leave it out for "
                    "any free one."
                )
            return int(value)
        return value

    @field_validator("patience_solver_workers", mode="before")
    @classmethod
    def _solvers_are_a_number(cls, value: object) -> object:
        if isinstance(value, str):
            if not (re.fullmatch("[0-9]{1,2}", value) and int(value) <= _MOST_SOLVERS):
                raise ValueError(
                    f"write how many searches may go on at once, 0 to {_MOST_SOLVERS}, or leave it "
                    "out for as many as suit the machine."
                )
            return int(value)
        return value

    @field_validator("patience_solver_seconds", mode="before")
    @classmethod
    def _search_is_short(cls, value: object) -> object:
        if isinstance(value, str):
            number = float(value) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", value) else 0.0
            if not _SHORTEST_SEARCH <= number <= _LONGEST_SEARCH:
                raise ValueError(
                    f"write the seconds of a search, {_SHORTEST_SEARCH:g} to {_LONGEST_SEARCH:g}."
                )
            return number
        return value

    @field_validator("patience_log_level", mode="before")
    @classmethod
    def _level_is_known(cls, value: object) -> object:
        levels = get_args(LogLevel)
        if isinstance(value, str):
            if value.upper() not in levels:
                raise ValueError(f"choose one of {', '.join(levels)}.")
            return value.upper()
        return value

    # Validators of the raw value run from the last to the first, and this one has to be first.
    @field_validator("*", mode="before")
    @classmethod
    def _blank_is_none(cls, value: object, info: ValidationInfo) -> object:
        if not isinstance(value, str):
            return value
        if value.strip():
            return value.strip()
        return cls.model_fields[str(info.field_name)].get_default()


NAMES: Final = tuple(name.upper() for name in Settings.model_fields)
"""Every variable that can be set."""


def load_settings() -> Settings:
    """Read the settings, and make the secret on the first run.

    Raises:
        SettingsError: when anything is wrong with them.
    """
    _refuse_unknown_names()
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None
    if settings.patience_secret.get_secret_value():
        return settings
    secret = _kept_secret(settings.data_folder / KEPT_IN)
    return settings.model_copy(update={"patience_secret": secret})


def _sentence(error: ValidationError) -> str:
    """The first thing that is wrong, in one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    name = str(first["loc"][0]).upper() if first["loc"] else "Settings"
    cause = first.get("ctx", {}).get("error")
    return f"{name}: {cause if cause is not None else first['msg']}"


def _refuse_unknown_names() -> None:
    """Refuse a misspelt variable, which would otherwise be without effect and without a word.

    In the environment only names with our prefix are ours to judge. In the file a name that is
    nearly one of ours is as certainly a slip.
    """
    for name in os.environ:
        if name.upper().startswith(_PREFIX):
            _refuse_unknown(name, "the environment")
    for name in _names_in(ENV_FILE):
        if name.upper().startswith(_PREFIX) or _closest(name):
            _refuse_unknown(name, str(ENV_FILE))


def _refuse_unknown(name: str, where: str) -> None:
    if name.upper() in NAMES:
        return
    close = _closest(name)
    advice = f"did you mean {close}?" if close else f"the settings are {', '.join(NAMES)}."
    raise SettingsError(f"{name} in {where} is not a setting; {advice}")


def _closest(name: str) -> str:
    return next(iter(difflib.get_close_matches(name.upper(), NAMES, n=1, cutoff=0.8)), "")


def _names_in(env_file: Path) -> Iterable[str]:
    """The names set in the file, in its order; none when there is no file."""
    try:
        text = env_file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not UTF-8 text; save it again as UTF-8.") from None
    except OSError as error:
        raise SettingsError(
            f"{env_file} cannot be read ({error.strerror}); make it a file that this user can read."
        ) from None
    for binding in parse_stream(io.StringIO(text)):
        if binding.error:
            raise SettingsError(
                f"{env_file}, line {binding.original.line}: this is not a setting; write "
                "NAME=value, or # before a comment."
            )
        if binding.key is not None:
            yield binding.key


def _kept_secret(file: Path) -> SecretStr:
    """The secret in that file, which is made when there is none, readable by its owner alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _write_once(file, secrets.token_urlsafe(32))
        secret = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError(
            f"PATIENCE_SECRET: the secret cannot be kept in {file} ({reason}); make that folder "
            "writable, or write a secret of your own into .env."
        ) from None
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(
            f"PATIENCE_SECRET: {file} holds no secret; put the one it held back, or delete the "
            "file and a new one is made (daily deals to come will then be others)."
        )
    return SecretStr(secret)


def _write_once(file: Path, text: str) -> None:
    """Write a whole file under that name, or leave the one that another process just wrote."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(text + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileExistsError):
            os.link(temporary, file)
    finally:
        temporary.unlink()
