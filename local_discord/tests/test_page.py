"""The chat page's server: its websocket, its files, and access to them."""

from __future__ import annotations

import asyncio
import io
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord, LocalDiscordError
from local_discord.fixtures import APPLICATION_ID
from local_discord.page_files import PAGE
from local_discord.payload import Payload, payload_of, payloads_of
from local_discord.testing import InteractionFailed, Person
from local_discord.testing.discord_py import running
from local_discord.tests.demo_bot import DemoBot, png
from local_discord.tests.raw_client import raw_client

ROOT = Path(__file__).parents[2]


async def test_hello_sets_the_windows_user(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Chiyo") as chiyo:
        assert chiyo.name == "Chiyo"
        names = [one["global_name"] for one in payloads_of(chiyo.ready["users"])]
        assert names == ["Ada", "Ben", "Chiyo", "Dmitri"]
        (dm,) = payloads_of(chiyo.ready["dms"])
        assert payload_of(dm["recipient"])["id"] == str(APPLICATION_ID)
        await chiyo.become("Dmitri")
        assert chiyo.name == "Dmitri"


async def test_the_default_user_is_the_first_one(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as somebody:
        assert somebody.name == "Ada"


async def test_two_windows_of_one_user_show_the_same(local: LocalDiscord) -> None:
    async with (
        Person.connect(local.page_url, "Ada") as here,
        Person.connect(local.page_url, "Ada") as there,
    ):
        said = await here.say("general", "Hello")
        assert (await there.until(lambda one: one.id == said.id)).raw == said.raw


async def test_direct_messages_are_visible_only_to_their_user(local: LocalDiscord) -> None:
    async with (
        Person.connect(local.page_url, "Ada") as ada,
        Person.connect(local.page_url, "Ben") as ben,
    ):
        secret = await ada.say("dm", "Between us")
        public = await ada.say("general", "For all")
        await ben.until(lambda one: one.id == public.id)
        assert secret.id not in ben.messages
        await ben.send({"op": "open", "channel": ada.channel("dm")})
        await ben.wait_until(lambda: bool(ben.errors), "error")
        assert "no channel" in ben.errors[0]


async def test_a_channel_opens_with_its_newest_fifty_messages(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as ada:
        for number in range(51):
            await ada.say("general", str(number))
        shown = await ada.open("general")
        assert [one.text for one in shown] == [str(number) for number in range(1, 51)]


async def test_a_deleted_message_disappears_for_everybody(ada: Person, local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        message = await ada.command("patience", "echo", fruit="fig")
        await ben.until(lambda one: one.id == message.id)
        await ada.delete(message)
        await ben.wait_until(lambda: message.id not in ben.messages, "deletion")


async def test_an_ephemeral_message_can_be_dismissed(ada: Person) -> None:
    secret = await ada.command("patience", "secret")
    await ada.delete(secret)
    assert await ada.open("patience") == []


async def test_a_message_of_another_user_cannot_be_deleted(local: LocalDiscord) -> None:
    async with (
        Person.connect(local.page_url, "Ada") as ada,
        Person.connect(local.page_url, "Ben") as ben,
    ):
        said = await ada.say("general", "Mine")
        await ben.send({"op": "delete", "channel": said.channel, "message": said.id})
        await ben.wait_until(lambda: bool(ben.errors), "error")
        assert ben.errors == ["That message is somebody else's."]


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        ({"op": "dance"}, "There is no op 'dance'."),
        ({"op": "hello", "user": "1"}, "There is no user '1'."),
        ({"op": "open", "channel": "1"}, "There is no channel '1' for you."),
        ({"op": "open"}, "There is no channel None for you."),
    ],
)
async def test_an_invalid_frame_gets_an_error_in_one_sentence(
    local: LocalDiscord, frame: Payload, sentence: str
) -> None:
    async with Person.connect(local.page_url) as ada:
        await ada.send(frame)
        await ada.wait_until(lambda: bool(ada.errors), "error")
        assert ada.errors == [sentence]


@pytest.mark.parametrize("text", ["hello?", "[]", '"hello"', '{"op": "open"'])
async def test_a_frame_that_is_not_an_object_gets_an_error(local: LocalDiscord, text: str) -> None:
    async with Person.connect(local.page_url) as ada:
        await ada._socket.send_str(text)
        await ada.wait_until(lambda: bool(ada.errors), "error")


async def test_frames_before_hello_get_an_error(local: LocalDiscord) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{local.page_url}page/ws") as window,
    ):
        await window.send_json({"op": "open", "channel": "1"})
        assert await window.receive_json() == {"op": "error", "error": "Send hello first."}


async def test_a_message_has_a_length_limit(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as ada:
        for content in ("  ", "x" * 2001):
            await ada.send({"op": "say", "channel": ada.channel("general"), "content": content})
        await ada.wait_until(lambda: len(ada.errors) == 2, "errors")
        assert await ada.open("general") == []


async def test_a_disabled_button_does_not_reach_the_bot(ada: Person, local: LocalDiscord) -> None:
    board = await ada.command("patience", "board")
    assert board.button("Off").disabled
    with pytest.raises(InteractionFailed, match="This interaction failed"):
        await ada.press(board, label="Off")


async def test_a_removed_button_does_not_reach_the_bot(ada: Person) -> None:
    old = await ada.command("patience", "board")
    await ada.press(old, label="Press")
    with pytest.raises(InteractionFailed, match="This interaction failed"):
        await ada.press(old, label="Press")
    assert (await ada.refresh(old)).text == "Number 1"


async def test_a_button_of_a_deleted_message_does_not_reach_the_bot(ada: Person) -> None:
    board = await ada.command("patience", "board")
    await ada.delete(board)
    with pytest.raises(InteractionFailed, match="This interaction failed"):
        await ada.press(board, label="Press")


async def test_a_user_who_is_added_has_direct_messages(local: LocalDiscord, bot: DemoBot) -> None:
    erin = local.add_user("Erin")
    async with Person.connect(local.page_url, "Erin") as person:
        await person.until_online()
        assert person.id == erin.id
        await person.command("dm", "menu")
        assert len(await person.open("dm")) == 1


async def test_another_users_ephemeral_button_cannot_be_pressed(
    ada: Person, local: LocalDiscord
) -> None:
    secret = await ada.command("patience", "secret")
    async with Person.connect(local.page_url, "Ben") as ben:
        with pytest.raises(InteractionFailed, match="This interaction failed"):
            await ben.press(secret, custom_id="anything")


async def test_a_select_accepts_only_its_options(ada: Person) -> None:
    menu = await ada.command("patience", "menu")
    with pytest.raises(InteractionFailed, match="This interaction failed"):
        await ada.select(menu, ["durian"])
    with pytest.raises(InteractionFailed, match="Choose 1 to 1"):
        await ada.select(menu, ["apple", "cherry"])


async def test_a_modal_is_validated(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "form")
    with pytest.raises(InteractionFailed, match="Name can't be empty"):
        await ada.submit_modal(form, name="")
    with pytest.raises(InteractionFailed, match="Name must have 0 to 20 characters"):
        await ada.submit_modal(form, name="x" * 21)
    await ada.submit_modal(form, name="Ada")
    with pytest.raises(InteractionFailed, match="no longer open"):
        await ada.submit_modal(form, name="Ada")


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("nothing", {}, "There is no command /nothing."),
        ("echo", {}, "/echo needs fruit."),
        ("echo", {"fruit": "fig", "size": 3}, "/echo has no option 'size'."),
        ("echo", {"fruit": "fig", "times": 10}, "times of /echo must be at most 9."),
        ("echo", {"fruit": "fig", "times": 0}, "times of /echo must be at least 1."),
        (
            "echo",
            {"fruit": "fig", "times": "two"},
            "times of /echo must be an integer between -2^53 and 2^53.",
        ),
        (
            "echo",
            {"fruit": "fig", "times": 2**53 + 1},
            "times of /echo must be an integer between -2^53 and 2^53.",
        ),
        ("echo", {"fruit": "x" * 6001}, "fruit of /echo must have 0 to 6000 characters."),
        ("numbers", {}, "/numbers needs a subcommand."),
        ("numbers take", {}, "/numbers has no subcommand take."),
        ("numbers add", {"one": 1}, "/numbers add needs two."),
    ],
)
async def test_an_invalid_command_is_refused_with_a_reason(
    ada: Person, command: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InteractionFailed) as failed:
        await ada.command("patience", command, **options)
    assert str(failed.value) == sentence


async def test_without_a_bot_a_command_fails_at_once(local: LocalDiscord) -> None:
    async with raw_client(local) as client, Person.connect(local.page_url) as ada:
        path = f"/applications/{APPLICATION_ID}/commands"
        await client.request("PUT", path, [{"name": "deal", "description": "Deal"}])
        with pytest.raises(InteractionFailed, match="the bot is not connected"):
            await ada.command("patience", "deal")


async def test_commands_reach_the_page_when_they_are_registered(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url) as ada:
        assert ada.commands == []
        async with running(DemoBot(), local):
            await ada.until_online()
            assert "board" in [one["name"] for one in ada.commands]


async def _status(url: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        return response.status


async def test_requests_for_other_hosts_are_refused(local: LocalDiscord) -> None:
    assert await _status(local.api_url + "/users/@me", Host="example.com") == 403
    assert await _status(local.page_url + "page/ws", Origin="https://example.com") == 403
    assert await _status(local.page_url + "page/ws", Host="example.com:80") == 403
    by_name = local.api_url.replace("127.0.0.1", "localhost") + "/users/@me"
    assert await _status(by_name, Host=f"localhost:{local.port}") == 401


async def test_only_pages_of_the_same_origin_may_open_the_websocket(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for host in ("127.0.0.1", "localhost"):
            own = f"http://{host}:{local.port}"
            async with session.ws_connect(f"{own}/{local.page_token}/page/ws", origin=own):
                pass
    for origin in (
        f"http://127.0.0.1:{local.port + 1}",
        f"http://localhost:{local.port}",
        "http://127.0.0.1",
        "null",
    ):
        assert await _status(f"{local.page_url}page/ws", Origin=origin) == 403
        assert await _status(local.api_url + "/gateway", Origin=origin) == 403


async def test_the_page_is_only_at_the_address_that_is_printed(local: LocalDiscord) -> None:
    host = f"http://127.0.0.1:{local.port}"
    for path in ("", "/", "/a-token/"):
        assert await _status(host + path) == 403
    for path in ("/page/ws", "/page/app.js", "/a-token/page/ws", "/a-token/page/app.js"):
        assert await _status(host + path) == 404
    assert await _status(local.page_url) == 200
    async with LocalDiscord() as other:
        assert other.page_token != local.page_token


async def _headers(url: str) -> Mapping[str, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.headers


def _policy(headers: Mapping[str, str]) -> dict[str, str]:
    """The directives of a response's Content-Security-Policy."""
    directives = headers["Content-Security-Policy"].split("; ")
    return {name: sources for name, _, sources in (one.partition(" ") for one in directives)}


async def test_the_page_may_load_only_what_it_uses(local: LocalDiscord) -> None:
    for path in ("", "page/app.js", "page/icon.svg"):
        headers = await _headers(local.page_url + path)
        assert _policy(headers) == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": f"'self' http://127.0.0.1:{local.port}",
            "connect-src": "'self'",
            "frame-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("name", "content", "disposition"),
    [
        ("board.png", png(2, 2), "inline"),
        ("page.html", b"<script>1</script>", "attachment"),
        ("page.html", png(2, 2) + b"<script>1</script>", "attachment"),
        ("drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "attachment"),
    ],
)
async def test_nothing_runs_in_an_attachment(
    ada: Person, bot: DemoBot, name: str, content: bytes, disposition: str
) -> None:
    channel = bot.get_partial_messageable(int(ada.channel("general")))
    sent = await channel.send(file=discord.File(io.BytesIO(content), filename=name))
    headers = await _headers(sent.attachments[0].url)
    assert headers["Content-Disposition"] == f'{disposition}; filename="{name}"'
    assert headers["Content-Type"] in ("image/png", "application/octet-stream")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = _policy(headers)
    assert policy == {"default-src": "'none'", "sandbox": "", "frame-ancestors": "'none'"}


async def test_only_the_pages_own_files_are_served(local: LocalDiscord) -> None:
    for path in ("page/..%2Fserver.py", "page/nothing.js", "page/%2Fetc%2Fpasswd"):
        assert await _status(local.page_url + path) == 404
    for file in filter(Path.is_file, PAGE.glob("*")):
        assert await _status(f"{local.page_url}page/{file.name}") == 200


async def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(LocalDiscordError, match=f"Port {port} is in use"):
            async with LocalDiscord(port=port):
                pass


@pytest.mark.parametrize("port", [70_000, -5])
async def test_an_impossible_port_is_reported_in_one_sentence(port: int) -> None:
    with pytest.raises(LocalDiscordError, match=f"Port {port} can't be used"):
        async with LocalDiscord(port=port):
            pass


SERVER = """
import asyncio
from local_discord import LocalDiscord

async def main():
    async with LocalDiscord() as local:
        print(local.page_url, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_person_connects_to_a_server_in_another_process() -> None:
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVER, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        url = (await server.stdout.readline()).decode().strip()
        async with Person.connect(url, "Ben") as ben:
            said = await ben.say("lounge", "Anybody here?")
            assert [one.id for one in await ben.open("lounge")] == [said.id]
    finally:
        server.kill()
        await server.wait()
