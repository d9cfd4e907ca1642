"""Settings, read from the environment and from a file ``.env`` in the working directory.

The environment wins over the file, and a blank value counts as unset. An error is one line that
names the variable; it never holds a token, a secret or a password.
"""

from __future__ import annotations

import base64
import difflib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    Secret,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.env_file import ENV_FILE, OTHER_NAMES, read_env_file
from bot.errors import SettingsError
from bot.models.shards import parse_shards
from bot.store.database.errors import NOT_WRITABLE
from bot.store.database.files import PRIVATE_FOLDER
from bot.store.database.url import database_file, parse_url

DEFAULT_DATABASE: Final = "sqlite+aiosqlite:///data/patience.db"
DATA_FOLDER: Final = Path("data")
SECRET_FILE: Final = "patience.secret"  # noqa: S105  # its name only
COMMANDS_FILE: Final = "commands.sha256"
"""The file that says which commands were registered, where it is no table."""
MIN_SECRET_LENGTH: Final = 16
MIN_DAYS_KEPT: Final = 30
"""So that nobody is deleted who writes years for days."""

_NO_WEB_URL: Final = (
    "PATIENCE_WEB_URL: with PATIENCE_WEB_PORT, write the address at which browsers find it, such "
    "as https://table.example.org."
)
_NO_TABLES: Final = (
    "DISCORD_CLIENT_SECRET: with it Discord shows tables; set PATIENCE_WEB_PORT and "
    "PATIENCE_WEB_URL, too, or leave it out."
)
_PREFIX: Final = "PATIENCE_"
_PARTS_OF_A_TOKEN: Final = 3


_Token = Secret[Annotated[str, Field(pattern=r"^[!-~]+$")]]
_DatabaseUrl = Annotated[
    str, Field(repr=False), AfterValidator(lambda text: parse_url(text) and text)
]
_Shards = Annotated[str, AfterValidator(lambda text: parse_shards(text) and text)]
_BaseUrl = Annotated[str, AfterValidator(lambda url: url.rstrip("/"))]
_LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(lambda text: str(text).upper())
]

_LogFormat = Annotated[Literal["text", "json"], BeforeValidator(lambda text: str(text).lower())]


class Settings(BaseSettings):
    """Every setting, validated; :func:`load_settings` reads them.

    The description of a field says what to write when its value is invalid.

    Attributes:
        patience_local_port: the loopback port of the local Discord; None or 0 for any free one.
        patience_shards: the shards of this process, such as ``0-15/64``; blank for as many as
            Discord recommends, all of them here.
        patience_web_port: the port of tables in a browser; None offers none, but on a local Discord
            at any free port. Several processes share it.
        patience_web_url: where browsers find it.
        discord_client_secret: lets Discord show tables, as the application's Activity.
        patience_repost_old_boards: whether a press on a board older than an hour posts it anew,
            should Discord count edits in response to presses as it counts others of old messages.
        patience_metrics_port: the port of metrics and health; None offers neither. Of several
            processes, each takes the next one.
    """

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_file=ENV_FILE,
        # Windows editors may write a byte order mark.
        env_file_encoding="utf-8-sig",
        hide_input_in_errors=True,
        validate_default=False,
    )

    discord_token: _Token | None = Field(
        default=None,
        description="this is not a bot token: it contains characters that tokens do not have; "
        "copy it from the Bot page of the application, without “Bot” before it.",
    )
    discord_client_secret: SecretStr = Field(
        default=SecretStr(""),
        description="copy the Client Secret from the OAuth2 page of the application.",
    )
    database_url: _DatabaseUrl = DEFAULT_DATABASE
    patience_secret: SecretStr = Field(
        default=SecretStr(""),
        min_length=MIN_SECRET_LENGTH,
        description=f"fewer than {MIN_SECRET_LENGTH} characters can be guessed; write more, or "
        "leave it out and one is generated.",
    )
    patience_discord_api: _BaseUrl | None = Field(
        default=None,
        pattern=r"^https?://",
        description="the address must begin with http:// or https://, such as "
        "http://127.0.0.1:8080/api/v10.",
    )
    patience_discord_gateway: str | None = Field(
        default=None,
        pattern=r"^wss?://",
        description="the address must begin with ws:// or wss://, such as "
        "ws://127.0.0.1:8080/gateway.",
    )
    patience_local_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="a port is a number from 0 to 65535; write one, or leave it out for any free "
        "one.",
    )
    patience_solver_workers: int | None = Field(
        default=None,
        ge=0,
        le=64,
        description="write how many searches may run in parallel, 0 to 64, or leave it out to let "
        "the machine decide.",
    )
    patience_max_memory: int | None = Field(
        default=None,
        ge=600,
        le=1_000_000,
        description="write how many megabytes the bot may use, 600 or more, or leave it out to let "
        "the machine decide.",
    )
    patience_solver_seconds: float = Field(
        default=3.0,
        ge=0.1,
        le=60,
        description="write how many seconds a search may take, 0.1 to 60.",
    )
    patience_log_level: _LogLevel = Field(
        default="INFO", description="choose one of DEBUG, INFO, WARNING, ERROR."
    )
    patience_log_format: _LogFormat = Field(default="text", description="choose text or json.")
    patience_shards: _Shards = Field(
        default="",
        description="write the first and the last shard, counted from 0, and how many there are in "
        "all, such as 0-15/64, or leave it out to serve every shard in this process.",
    )
    patience_processes: int = Field(
        default=1,
        ge=1,
        le=64,
        description="write how many processes share the shards out, 1 to 64.",
    )
    patience_take_over: bool = Field(default=False, description="write true or false.")
    patience_drawing_workers: int | None = Field(
        default=None,
        ge=1,
        le=64,
        description="write how many processes draw, 1 to 64, or leave it out to let the machine "
        "decide.",
    )
    patience_metrics_port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        description="a port is a number from 1 to 65535; write one, or leave it out to offer no "
        "metrics.",
    )
    patience_metrics_host: str = Field(
        default="127.0.0.1",
        description="write an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.",
    )
    patience_web_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="a port is a number from 0 to 65535; write one, or leave it out to offer no "
        "tables.",
    )
    patience_web_host: str = Field(
        default="127.0.0.1",
        description="write an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.",
    )
    patience_web_url: _BaseUrl = Field(
        default="",
        pattern=r"^https?://[^/]",
        description="write the address that browsers open, such as https://table.example.org.",
    )
    patience_web_connections: int = Field(
        default=500,
        ge=1,
        le=100_000,
        description="write how many windows at tables a process takes, 1 to 100000.",
    )
    patience_repost_old_boards: bool = Field(default=False, description="write true or false.")
    patience_backups: int = Field(
        default=7,
        ge=0,
        le=365,
        description="write how many daily copies of the database are kept, 0 to 365.",
    )
    patience_delete_after: int = Field(
        default=730,
        ge=0,
        le=36_500,
        description="write after how many days without a command a player is deleted, "
        f"{MIN_DAYS_KEPT} or more, or 0 to keep everybody.",
    )

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for PostgreSQL."""
        return database_file(parse_url(self.database_url))

    @property
    def max_memory(self) -> int | None:
        """The bytes that all processes with their workers may use, as set."""
        return self.patience_max_memory and self.patience_max_memory * 1_000_000

    @property
    def data_folder(self) -> Path:
        """The folder of the bot's own files: that of the database file, if there is one."""
        return DATA_FOLDER if self.database_file is None else self.database_file.parent

    @field_validator("patience_processes")
    @classmethod
    def _share_a_database(cls, processes: int, info: ValidationInfo) -> int:
        url = parse_url(str(info.data.get("database_url", DEFAULT_DATABASE)))
        if processes > 1 and database_file(url) is not None:
            raise SettingsError(
                "several processes cannot share an SQLite file; let DATABASE_URL name a PostgreSQL "
                "database, or write 1."
            )
        return processes

    @model_validator(mode="after")
    def _say_where_tables_are(self) -> Settings:
        if self.discord_token and self.patience_web_port is not None and not self.patience_web_url:
            raise SettingsError(_NO_WEB_URL)
        if self.discord_client_secret.get_secret_value() and self.patience_web_port is None:
            raise SettingsError(_NO_TABLES)
        return self

    @field_validator("patience_delete_after")
    @classmethod
    def _keep_for_a_while(cls, days: int) -> int:
        if 0 < days < MIN_DAYS_KEPT:
            raise ValueError(days)
        return days

    @model_validator(mode="before")
    @classmethod
    def _drop_blanks(cls, values: dict[str, object]) -> dict[str, object]:
        stripped = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value != ""}


NAMES: Final = tuple(name.upper() for name in Settings.model_fields)
"""Every variable that can be set."""


def load_settings() -> Settings:
    """Read the settings, generating the secret on the first run; SettingsError if one is bad."""
    settings = read_settings()
    if settings.patience_secret.get_secret_value():
        return settings
    secret = _stored_secret(settings.data_folder / SECRET_FILE)
    return settings.model_copy(update={"patience_secret": secret})


def read_settings() -> Settings:
    """Read the settings, without a secret where none is set."""
    _reject_unknown_names()
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None
    token = settings.discord_token
    # Another Discord than the real one has tokens of its own.
    if token is not None and settings.patience_discord_api is None:
        parts = token.get_secret_value().split(".")
        if len(parts) != _PARTS_OF_A_TOKEN or not all(parts) or bot_id(settings) is None:
            raise SettingsError(
                "DISCORD_TOKEN: this is not a bot token, which has three parts with dots between "
                "them, the first of which is the bot's id in Base64; copy the one on the Bot page "
                "of the application, not its id, key or secret."
            )
    return settings


def bot_id(settings: Settings) -> int | None:
    """The bot's id, which the first part of its token has in Base64; None if it has none."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    first = token.partition(".")[0]
    with suppress(ValueError):
        digits = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
        return int(digits) if digits.isdecimal() else None
    return None


def _sentence(error: ValidationError) -> str:
    """The first error in one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    cause = first.get("ctx", {}).get("error")
    if not first["loc"]:
        return str(cause)
    name = str(first["loc"][0])
    if isinstance(cause, SettingsError):
        return f"{name.upper()}: {cause}"
    return f"{name.upper()}: {Settings.model_fields[name].description or cause}"


def _reject_unknown_names() -> None:
    """Reject misspelt variables, which would otherwise silently have no effect.

    In the environment only names with the bot's prefix count; in the file also those close to a
    setting's name.
    """
    for name in os.environ:
        if name.upper().startswith(_PREFIX):
            _reject_unknown(name, "the environment")
    for name in read_env_file():
        if name.upper() in OTHER_NAMES:
            raise SettingsError(
                f"{name} in {ENV_FILE} is not a setting; did you mean DISCORD_TOKEN?"
            )
        if name.upper().startswith(_PREFIX) or _closest(name):
            _reject_unknown(name, str(ENV_FILE))


def _reject_unknown(name: str, where: str) -> None:
    if name.upper() in NAMES:
        return
    close = _closest(name)
    advice = f"did you mean {close}?" if close else f"the settings are {', '.join(NAMES)}."
    raise SettingsError(f"{name} in {where} is not a setting; {advice}")


def _closest(name: str) -> str:
    return next(iter(difflib.get_close_matches(name.upper(), NAMES, n=1, cutoff=0.8)), "")


def _stored_secret(file: Path) -> SecretStr:
    """The secret in a file that only its owner can read; generated if there is none."""
    try:
        file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if not file.exists():
            _write_once(file, secrets.token_urlsafe(32))
        secret = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not text"
        if isinstance(error, OSError):
            reason = error.strerror or str(error)
            if error.errno in NOT_WRITABLE and str(error.filename) != str(file):
                raise SettingsError(
                    f"This user may not write to the folder {file.parent} ({reason}), where the "
                    "bot keeps its files; change that."
                ) from None
        raise SettingsError(
            f"PATIENCE_SECRET: the secret cannot be stored in {file} ({reason}); make that folder "
            "writable, or write a secret of your own into .env."
        ) from None
    if len(secret) < MIN_SECRET_LENGTH:
        raise SettingsError(
            f"PATIENCE_SECRET: {file} holds no secret; restore the one it held, or delete the file "
            "to generate a new one, which changes the deals of coming days."
        )
    return SecretStr(secret)


def _write_once(file: Path, text: str) -> None:
    """Write a file atomically, unless another process has just written it."""
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
