"""The command: examines everything, and prints a line for each thing."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime

import click

from bot.command_line.doctor.application import check_discord
from bot.command_line.doctor.database import check_database
from bot.command_line.doctor.findings import Finding
from bot.command_line.doctor.machine import check_machine
from bot.command_line.doctor.tables import check_activity, check_tables
from bot.env_file import exposed_secrets
from bot.errors import SettingsError
from bot.settings import Settings, read_settings


@click.command()
def doctor() -> None:
    """Say of all that the bot needs whether it is fine, or what to do.

    Changes nothing; the bot may run meanwhile. Exits with 1 if there is anything to do.
    """
    # What is logged about it is said here, with what to do.
    for name in ("bot", "discord"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        settings = read_settings()
    except SettingsError as error:
        findings = [Finding("settings", advice=str(error))]
    else:
        findings = asyncio.run(examine(settings))
        if exposed := exposed_secrets():
            findings.insert(0, Finding("settings", advice=f"{exposed}."))
    for finding in findings:
        click.echo(finding)
    to_do = sum(bool(finding.advice) for finding in findings)
    click.echo(f"To do: {to_do}." if to_do else "Nothing is wrong.", err=True)
    sys.exit(1 if to_do else 0)


async def examine(settings: Settings) -> list[Finding]:
    """Everything that is found, what players notice first."""
    on_discord = await check_discord(settings)
    stored, version = await check_database(settings, datetime.now(UTC))
    tables = [await check_tables(settings), await check_activity(settings)]
    return [*on_discord, *stored, *tables, *check_machine(settings, version)]
