"""Settings: where they are read from, and what an invalid one says."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

import pytest
from dotenv import dotenv_values

from bot.env_file import exposed_secrets, why_no_token
from bot.errors import SettingsError
from bot.settings import NAMES, load_settings

TOKEN: Final = "MTIzNDU2Nzg5.Gabcde.not-a-real-token"
SECRET: Final = "long enough to be a secret"
EXAMPLE: Final = Path(__file__).parents[1] / ".env.example"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and an environment without settings."""
    for name in list(os.environ):
        if name.upper() in (*NAMES, "TOKEN", "BOT_TOKEN") or name.startswith("PATIENCE_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def error() -> str:
    """The error of the settings: one line without secrets."""
    with pytest.raises(SettingsError) as caught:
        load_settings()
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "hunter2" not in sentence
    return sentence


def test_every_setting_is_optional() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/patience.db"
    assert settings.patience_discord_api is None
    assert settings.patience_discord_gateway is None
    assert settings.patience_local_port is None
    assert settings.patience_log_level == "INFO"


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ann:hunter2@host/patience")
    monkeypatch.setenv("PATIENCE_SECRET", SECRET)
    monkeypatch.setenv("PATIENCE_DISCORD_API", "http://127.0.0.1:8080/api/v10/")
    monkeypatch.setenv("PATIENCE_DISCORD_GATEWAY", "ws://127.0.0.1:8080/gateway")
    monkeypatch.setenv("PATIENCE_LOCAL_PORT", "8080")
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url == "postgresql+asyncpg://ann:hunter2@host/patience"
    assert settings.patience_secret.get_secret_value() == SECRET
    assert settings.patience_discord_api == "http://127.0.0.1:8080/api/v10"
    assert settings.patience_discord_gateway == "ws://127.0.0.1:8080/gateway"
    assert settings.patience_local_port == 8080
    assert settings.patience_log_level == "DEBUG"


def test_settings_are_read_from_the_file(folder: Path) -> None:
    (folder / ".env").write_text(f'# mine\n\nDISCORD_TOKEN="{TOKEN}"\nPATIENCE_LOCAL_PORT=1\n')
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.patience_local_port == 1


def test_the_environment_wins_over_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("PATIENCE_LOCAL_PORT=1\n")
    monkeypatch.setenv("PATIENCE_LOCAL_PORT", "2")
    assert load_settings().patience_local_port == 2


@pytest.mark.parametrize("blank", ["", "   "])
def test_a_blank_value_counts_as_unset(
    folder: Path, monkeypatch: pytest.MonkeyPatch, blank: str
) -> None:
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    for name in NAMES:
        monkeypatch.setenv(name, blank)
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/patience.db"
    assert settings.patience_local_port is None
    assert settings.patience_log_level == "INFO"


def test_whitespace_around_a_token_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    token = load_settings().discord_token
    assert token is not None
    assert token.get_secret_value() == TOKEN


def test_secrets_are_not_part_of_the_representation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5.hunter2.hunter2")
    monkeypatch.setenv("PATIENCE_SECRET", "hunter2 hunter2 hunter2")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ann:hunter2@host/patience")
    shown = repr(load_settings()) + str(load_settings())
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DISCORD_TOKEN", "Bot hunter2", "not a bot token.*without “Bot” before it"),
        ("DISCORD_TOKEN", "“hunter2”", "not a bot token"),
        ("DISCORD_TOKEN", "hunter2", "three parts.*not its id, key or secret"),
        ("DISCORD_TOKEN", "hunter2..hunter2", "three parts"),
        ("DISCORD_TOKEN", "hunter2.hunter2.hunter2", "the first of which is the bot's id"),
        ("DATABASE_URL", "mysql://u:hunter2@host/db", "not supported; write sqlite"),
        ("DATABASE_URL", "postgresql+asyncpg://u:p@hunter2@host/db", "write %40 for each “@”"),
        ("DATABASE_URL", "postgresql+asyncpg://u:p@hunter2/x@host/db", "write %40 for each “@”"),
        ("DATABASE_URL", "postgresql+asyncpg://u:p@ss?hunter2@host/db", "write %40 for each “@”"),
        ("DATABASE_URL", "sqlite:///patience.db", "begin it with sqlite.aiosqlite://"),
        ("PATIENCE_SECRET", "hunter2", "fewer than 16 characters can be guessed; write more"),
        ("PATIENCE_DISCORD_API", "127.0.0.1:8080", "must begin with http:// or https://"),
        ("PATIENCE_DISCORD_GATEWAY", "http://127.0.0.1", "must begin with ws:// or wss://"),
        ("PATIENCE_LOCAL_PORT", "65536", "a port is a number from 0 to 65535"),
        ("PATIENCE_LOCAL_PORT", "-1", "a port is a number from 0 to 65535"),
        ("PATIENCE_LOCAL_PORT", "http", "a port is a number from 0 to 65535"),
        ("PATIENCE_LOCAL_PORT", "9" * 5000, "a port is a number from 0 to 65535"),
        ("PATIENCE_WEB_PORT", "65536", "write one, or leave it out to offer no tables"),
        ("PATIENCE_WEB_URL", "table.example.org", "such as https://table.example.org"),
        ("PATIENCE_WEB_CONNECTIONS", "0", "how many windows at tables a process takes"),
        ("PATIENCE_SOLVER_WORKERS", "65", "in parallel, 0 to 64"),
        ("PATIENCE_SOLVER_WORKERS", "two", "in parallel, 0 to 64"),
        ("PATIENCE_MAX_MEMORY", "100", "how many megabytes the bot may use, 600 or more"),
        ("PATIENCE_SOLVER_SECONDS", "0", "how many seconds a search may take, 0.1 to 60"),
        ("PATIENCE_SOLVER_SECONDS", "nan", "how many seconds a search may take, 0.1 to 60"),
        ("PATIENCE_DELETE_AFTER", "2", "30 or more, or 0 to keep everybody"),
        ("PATIENCE_LOG_LEVEL", "LOUD", "choose one of DEBUG, INFO, WARNING, ERROR"),
        ("PATIENCE_SHARDS", "16-31/16", "the last shard, counted from 0, and how many there are"),
    ],
)
def test_an_invalid_value_is_named_with_what_to_write(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(name, value)
    sentence = error()
    assert sentence.startswith(f"{name}: ")
    assert re.search(reason, sentence)


def test_another_discord_has_tokens_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("PATIENCE_DISCORD_API", "http://127.0.0.1:8080/api/v10")
    assert load_settings().discord_token is not None


@pytest.mark.parametrize("name", ["TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN"])
def test_a_token_under_another_name_is_pointed_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, TOKEN)
    assert why_no_token(folder) == f"No DISCORD_TOKEN is set, and {name} is not read"
    (folder / ".env").write_text(f"{name}={TOKEN}\n")
    assert error() == f"{name} in .env is not a setting; did you mean DISCORD_TOKEN?"


def test_a_file_of_settings_in_another_folder_is_pointed_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert str(folder / ".env") in why_no_token(folder)


def test_without_any_token_that_is_all_there_is_to_say(folder: Path) -> None:
    assert why_no_token(folder) == "No DISCORD_TOKEN is set"


def test_the_format_of_the_log_is_taken_in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_LOG_FORMAT", "JSON")
    assert load_settings().patience_log_format == "json"


def test_on_discord_tables_need_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_WEB_PORT", "8200")
    assert load_settings().patience_web_port == 8200
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert error().startswith("PATIENCE_WEB_URL: with PATIENCE_WEB_PORT, write the address")
    monkeypatch.setenv("PATIENCE_WEB_URL", "https://table.example.org/")
    assert load_settings().patience_web_url == "https://table.example.org"


def test_an_activity_needs_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_CLIENT_SECRET", "hunter2")
    assert error().startswith("DISCORD_CLIENT_SECRET: with it Discord shows tables; set PATIENCE")
    monkeypatch.setenv("PATIENCE_WEB_PORT", "8200")
    monkeypatch.setenv("PATIENCE_WEB_URL", "https://table.example.org")
    assert "hunter2" not in repr(load_settings())


def test_several_processes_need_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_PROCESSES", "2")
    assert "PostgreSQL" in error()
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ann:hunter2@host/patience")
    assert load_settings().patience_processes == 2


def test_a_misspelt_variable_suggests_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_LOCALPORT", "8080")
    assert error() == (
        "PATIENCE_LOCALPORT in the environment is not a setting; did you mean PATIENCE_LOCAL_PORT?"
    )


def test_a_misspelt_name_in_the_file_suggests_the_right_one(folder: Path) -> None:
    (folder / ".env").write_text("DISCORD_BOT_TOKEN=hunter2\n")
    assert error() == ("DISCORD_BOT_TOKEN in .env is not a setting; did you mean DISCORD_TOKEN?")


def test_an_unknown_setting_lists_those_there_are(folder: Path) -> None:
    (folder / ".env").write_text("PATIENCE_MOOD=hunter2\n")
    assert error().endswith("the settings are " + ", ".join(NAMES) + ".")


def test_other_programs_variables_in_the_file_are_ignored(folder: Path) -> None:
    (folder / ".env").write_text("COMPOSE_PROJECT_NAME=cards\n")
    load_settings()


def test_a_malformed_line_of_the_file_is_named_by_its_number(folder: Path) -> None:
    (folder / ".env").write_text("# mine\nDISCORD_TOKEN: hunter2\n")
    assert error() == (
        ".env, line 2: this is not a setting; write NAME=value, or # before a comment."
    )


def test_a_file_in_another_encoding_is_an_error(folder: Path) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=hunter2\n", encoding="utf-16")
    assert error() == ".env is not UTF-8 text; save it again as UTF-8."


def test_a_byte_order_mark_is_ignored(folder: Path) -> None:
    (folder / ".env").write_text("PATIENCE_LOCAL_PORT=8080\n", encoding="utf-8-sig")
    assert load_settings().patience_local_port == 8080


def test_a_directory_in_place_of_the_file_is_an_error(folder: Path) -> None:
    (folder / ".env").mkdir()
    assert error().startswith(".env cannot be read (Is a directory)")


def test_a_secret_is_generated_on_the_first_run_and_stored(folder: Path) -> None:
    first = load_settings().patience_secret.get_secret_value()
    assert len(first) >= 40
    assert load_settings().patience_secret.get_secret_value() == first
    assert [path.name for path in (folder / "data").iterdir()] == ["patience.secret"]


def test_every_generated_secret_is_different(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_settings().patience_secret.get_secret_value()
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///other/patience.db")
    assert load_settings().patience_secret.get_secret_value() != first
    assert (folder / "other" / "patience.secret").exists()


def test_only_its_owner_can_read_the_stored_secret(folder: Path) -> None:
    load_settings()
    mode = (folder / "data" / "patience.secret").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_only_its_owner_can_enter_a_folder_made_for_the_secret(folder: Path) -> None:
    load_settings()
    assert stat.S_IMODE((folder / "data").stat().st_mode) == 0o700


def test_a_secret_that_was_set_is_not_stored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_SECRET", SECRET)
    load_settings()
    assert not (folder / "data").exists()


def test_with_a_database_server_the_secret_is_in_the_data_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://host/patience")
    load_settings()
    assert (folder / "data" / "patience.secret").exists()


def test_an_empty_stored_secret_is_an_error(folder: Path) -> None:
    load_settings()
    (folder / "data" / "patience.secret").write_text("\n")
    assert "holds no secret; restore the one it held" in error()


def test_a_folder_that_cannot_hold_the_secret_is_an_error(folder: Path) -> None:
    (folder / "data").write_text("a file")
    sentence = error()
    assert sentence.startswith("PATIENCE_SECRET: the secret cannot be stored in")
    assert "write a secret of your own into .env" in sentence


def test_the_example_file_lists_every_setting_and_is_valid(folder: Path) -> None:
    assert sorted(dotenv_values(EXAMPLE)) == sorted(NAMES)
    (folder / ".env").write_text(EXAMPLE.read_text())
    assert load_settings().discord_token is None


@pytest.mark.skipif(os.name != "posix", reason="has other permissions")
@pytest.mark.parametrize(
    ("line", "named"),
    [
        (f"DISCORD_TOKEN={TOKEN}", "DISCORD_TOKEN"),
        (f"PATIENCE_SECRET={SECRET}", "PATIENCE_SECRET"),
        ("DATABASE_URL=postgresql+asyncpg://u:hunter2@host/db", "the password in DATABASE_URL"),
    ],
)
def test_secrets_that_other_users_can_read_are_named_until_they_cannot(
    folder: Path, line: str, named: str
) -> None:
    file = folder / ".env"
    file.write_text(f"PATIENCE_BACKUPS=3\n{line}\n")
    file.chmod(0o640)
    said = exposed_secrets()
    assert f"can read {named} in {file}; let only yourself: chmod 600 .env" in said
    assert line.partition("=")[2] not in said
    file.chmod(0o600)
    assert exposed_secrets() == ""


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///data/@.db", "postgresql+asyncpg://u@host/db"])
def test_an_env_file_without_secrets_may_be_read_by_anybody(folder: Path, url: str) -> None:
    (folder / ".env").write_text(f"DATABASE_URL={url}\nDISCORD_TOKEN=\n")
    (folder / ".env").chmod(0o644)
    assert exposed_secrets() == ""
