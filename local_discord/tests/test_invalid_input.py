"""Malformed input of every kind gets an error and never breaks the server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord import LocalDiscord
from local_discord.errors import ApiError
from local_discord.fixtures import GUILDS, USERS
from local_discord.message import Message, write
from local_discord.payload import Payload, payload_of, text_of
from local_discord.snowflake import SnowflakeSource
from local_discord.state import KEPT_UPLOADS, State
from local_discord.testing import Person
from local_discord.tests.raw_client import raw_client
from local_discord.user_actions import (
    ActionRefused,
    command_data,
    component_data,
    modal_data,
    with_uploads,
)
from local_discord.validation.callback import callback_problems
from local_discord.validation.commands import commands_problems
from local_discord.validation.components import KEYS
from local_discord.validation.message import require_message
from local_discord.validation.modal import modal_problems

CHANNEL = GUILDS[0].channels[0]
MESSAGES = f"/channels/{CHANNEL.id}/messages"
NAMES = sorted(
    {
        *("type", "id", "content", "embeds", "components", "attachments", "flags", "data"),
        *("choices", "options", "name", "description", "value", "custom_id", "title", "op"),
        *("channel", "message", "nonce", "user", "command", "path", "values", "url", "media"),
        *(key for keys in KEYS.values() for key in keys),
    }
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 25)
    | st.sampled_from([1 << 15, 10**30, -1.5, 1e300])
    | st.text(max_size=5)
    | st.sampled_from(["attachment://a.png", "https://example.com", "echo", "x" * 4001])
)


def _nested(inside: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(inside, max_size=4) | st.dictionaries(
        st.sampled_from(NAMES), inside, max_size=6
    )


JSON = st.recursive(LEAVES, _nested, max_leaves=30)
OBJECTS = st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6)


@given(JSON)
def test_any_json_can_be_checked_as_commands_and_as_a_response(body: object) -> None:
    for check in (commands_problems, callback_problems):
        assert all(problem.message for problem in check(body))


@given(OBJECTS)
def test_any_object_can_be_checked_as_a_modal(body: Payload) -> None:
    assert all(problem.message for problem in modal_problems(body, ("data",)))


@given(OBJECTS)
def test_any_object_becomes_a_message_or_is_refused(body: Payload) -> None:
    blank = Message(id=1, channel_id=CHANNEL.id, author={})
    with contextlib.suppress(ApiError):
        require_message(body, ())
        written = write(blank, body, (), "http://127.0.0.1:1", SnowflakeSource())
        assert written.payload("http://127.0.0.1:1")["id"] == "1"


COMMAND: Payload = {
    "id": "1",
    "name": "echo",
    "type": 1,
    "options": [{"type": kind, "name": f"value{kind}"} for kind in range(3, 12)],
}
COMPONENTS: list[Payload] = [
    {"type": kind, "custom_id": f"menu{kind}", "id": kind} for kind in (2, 3, 5, 6, 7, 8)
]
FILE_FORM: Payload = {
    "custom_id": "form",
    "components": [
        {"type": 18, "label": "File", "component": {"type": 19, "custom_id": "file"}},
    ],
}
FORM: Payload = {"custom_id": "form", "components": [{"type": 1, "components": COMPONENTS}]}


def _refused_or_done(action: Callable[[], Payload]) -> None:
    with contextlib.suppress(ActionRefused):
        assert action()


@given(
    st.lists(
        st.fixed_dictionaries(
            {"name": st.sampled_from([f"value{kind}" for kind in range(2, 12)]), "value": JSON},
            optional={"focused": st.booleans()},
        ),
        max_size=4,
    ),
    st.booleans(),
)
def test_any_options_become_a_command_or_are_refused(
    options: list[Payload], complete: bool
) -> None:
    state = State("Bot")
    state.set_commands(None, [COMMAND])
    _refused_or_done(
        lambda: command_data(state, USERS[1], CHANNEL, "echo", [], options, complete=complete)
    )


@given(st.integers(2, 9), JSON)
def test_any_values_become_a_selection_or_are_refused(kind: int, values: object) -> None:
    state = State("Bot")
    message = Message(id=1, channel_id=CHANNEL.id, author=state.bot, components=tuple(COMPONENTS))
    _refused_or_done(lambda: component_data(state, CHANNEL, message, f"menu{kind}", values))


@given(st.lists(OBJECTS, max_size=4))
def test_any_entries_become_a_modal_submit_or_are_refused(entries: list[Payload]) -> None:
    _refused_or_done(lambda: modal_data(FORM, entries))


@given(st.lists(OBJECTS, max_size=3), st.one_of(JSON, st.lists(OBJECTS, max_size=2)))
def test_any_files_are_kept_or_refused(entries: list[Payload], files: object) -> None:
    state, field = State("Bot"), {"type": 19, "custom_id": "file", "files": files}

    def submit() -> Payload:
        data = modal_data(FILE_FORM, [*entries, {"type": 18, "component": field}])
        return with_uploads(state, CHANNEL, data)

    _refused_or_done(submit)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ([{"filename": "a.txt", "content": "?"}], "A file cannot be read."),
        ([], "File needs a file."),
        ([{"filename": "a.txt", "content": ""}] * 2, "Choose 1 to 1 files for File."),
    ],
)
def test_files_that_do_not_fit_the_form_are_refused(files: list[Payload], why: str) -> None:
    field = {"type": 19, "custom_id": "file", "files": files}
    with pytest.raises(ActionRefused, match=why):
        with_uploads(
            State("Bot"), CHANNEL, modal_data(FILE_FORM, [{"type": 18, "component": field}])
        )


def test_only_the_last_files_of_modals_are_kept() -> None:
    state = State("Bot")
    ids = [int(text_of(state.upload(5, "a", b"x")["id"])) for _ in range(KEPT_UPLOADS + 1)]
    kept = [id_ for id_ in ids if state.attachment(5, id_) is not None]
    assert kept == ids[1:]
    assert state.attachment(6, ids[-1]) is None


def _deep(levels: int) -> str:
    return '{"components": [' * levels + "]}" * levels


MALFORMED: Iterable[tuple[str, bytes]] = [
    ("application/json", b""),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"[" * 100_000),
    ("application/json", _deep(400).encode()),
    ("application/json", b'{"content": NaN}'),
    ("text/plain", b"{}"),
    ("multipart/form-data", b"--x"),
    ("multipart/form-data; boundary=x", b""),
    ("multipart/form-data; boundary=x", b"no parts here"),
    ("multipart/form-data; boundary=x", b"--x\r\n\r\nbody"),
    ("multipart/form-data; boundary=x", b"--x\r\nbad header\r\n\r\nbody\r\n--x--"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nbody\r\n--x--',
    ),
]


@pytest.mark.parametrize(("kind", "body"), MALFORMED)
async def test_a_malformed_body_gets_one_of_discords_errors(
    local: LocalDiscord, kind: str, body: bytes
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            local.api_url + MESSAGES,
            data=body,
            headers={"Authorization": "Bot local", "Content-Type": kind},
        ) as reply,
    ):
        assert reply.status == 400
        answer: object = await reply.json()
        assert payload_of(answer)["code"] in (50035, 50109, 50006)


async def test_an_oversized_id_is_not_found(local: LocalDiscord) -> None:
    async with raw_client(local) as client:
        assert (await client.request("GET", f"/channels/{'9' * 5000}")).code == 10003


async def test_malformed_frames_leave_the_page_working(local: LocalDiscord) -> None:
    ops = ("hello", "open", "say", "delete", "autocomplete", "command", "component", "modal")
    values: list[object] = [None, 3, "x", [], {}, [[]], [{}], "9" * 5000]
    async with Person.connect(local.page_url) as ada:
        channel = ada.channel("patience")
        for op in ops:
            for value in values:
                keys = ("message", "user", "content", "command", "path", "options", "values")
                await ada.send({"op": op, "channel": channel, **dict.fromkeys(keys, value)})
                await ada.send({"op": op, "channel": value, "nonce": value, "components": value})
        assert (await asyncio.wait_for(ada.say("patience", "Still here"), 10)).text == "Still here"
