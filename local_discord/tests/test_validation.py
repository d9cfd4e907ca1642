"""Limits of messages, modals and responses: the largest accepted, the smallest refused."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from local_discord import LocalDiscord
from local_discord.errors import Problem, error_tree
from local_discord.fixtures import GUILDS, Emoji
from local_discord.message import Upload
from local_discord.payload import Payload
from local_discord.tests.demo_bot import png
from local_discord.tests.raw_client import RawClient
from local_discord.validation.callback import callback_problems
from local_discord.validation.message import message_problems
from local_discord.validation.modal import modal_problems

V2 = 1 << 15
_, NIGHT_OWLS = GUILDS
MESSAGES = f"/channels/{GUILDS[0].channels[0].id}/messages"
FORM = "application/x-www-form-urlencoded"
MEBIBYTE = 1024 * 1024

TEXT: Payload = {"type": 10, "content": "Text"}
MEDIA: Payload = {"media": {"url": "https://example.com/a.png"}}


def button(number: int = 0, **changes: object) -> Payload:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"go{number}", **changes}


def row(*components: Payload) -> Payload:
    return {"type": 1, "components": list(components or [button()])}


def select(**changes: object) -> Payload:
    option: Payload = {"label": "A", "value": "a"}
    return {"type": 3, "custom_id": "menu", "options": [option], **changes}


def user_select(chosen: int, kind: str = "user", **changes: object) -> Payload:
    defaults: list[Payload] = [{"id": str(n + 1), "type": kind} for n in range(chosen)]
    return {"type": 5, "custom_id": "menu", "default_values": defaults, **changes}


def options(count: int, **changes: object) -> list[Payload]:
    return [{"label": f"A{n}", "value": f"a{n}", **changes} for n in range(count)]


def group(kind: int, options: list[Payload], **changes: object) -> Payload:
    return {"type": kind, "custom_id": "group", "options": options, **changes}


def upload(file_types: list[str]) -> Payload:
    return {"type": 19, "custom_id": "file", "file_types": file_types}


def gallery(*items: Payload) -> Payload:
    return {"type": 12, "items": list(items)}


def container(*components: Payload, **changes: object) -> Payload:
    return {"type": 17, "components": list(components), **changes}


def section(**changes: object) -> Payload:
    return {"type": 9, "components": [TEXT], "accessory": button(), **changes}


def v2(*components: Payload) -> Payload:
    return {"flags": V2, "components": list(components)}


def legacy(*components: Payload) -> Payload:
    return {"content": "Hi", "components": list(components)}


def full_rows(count: int) -> list[Payload]:
    return [row(*(button(5 * r + b) for b in range(5))) for r in range(count)]


GOOD_MESSAGES = {
    "content of 2000": {"content": "x" * 2000},
    "ten embeds": {"embeds": [{"title": "T"}] * 10},
    "five rows of five": legacy(*full_rows(5)),
    "thirty buttons, text and picture": v2(container(TEXT, gallery(MEDIA), *full_rows(6))),
    "forty components": v2(container(*[TEXT] * 39)),
    "4000 characters of text": v2({"type": 10, "content": "x" * 4000}),
    "label of 80": legacy(row(button(label="x" * 80))),
    "custom id of 100": legacy(row(button(custom_id="x" * 100))),
    "emoji and no label": legacy(row(button(label=None, emoji={"name": "♠"}))),
    "link": legacy(row({"type": 2, "style": 5, "label": "Go", "url": "https://example.com"})),
    "25 options": legacy(row(select(options=options(25), max_values=25))),
    "long option": legacy(row(select(options=options(1, description="x" * 100)))),
    "placeholder of 150": legacy(row(select(placeholder="x" * 150))),
    "user select": legacy(row({"type": 5, "custom_id": "who"})),
    "ten pictures": v2(gallery(*[MEDIA] * 10)),
    "alt text of 1024": v2(gallery(MEDIA | {"description": "x" * 1024})),
    "section with a thumbnail": v2(section(accessory={"type": 11, **MEDIA})),
    "menu of none": legacy(row(select(min_values=0))),
    "optional menu of none": legacy(row(select(min_values=0, required=False))),
    "required menu": legacy(row(select(required=True))),
    "emoji in a menu": legacy(row(select(options=options(1, emoji={"name": "👩🏽‍🚀"})))),
    "two users chosen": legacy(row(user_select(2, max_values=2))),
    "100 users to mention": {
        "content": "Hi",
        "allowed_mentions": {"parse": ["everyone"], "users": [str(n) for n in range(100)]},
    },
    "no ids beside all users": {
        "content": "Hi",
        "allowed_mentions": {"parse": ["users"], "users": []},
    },
    "number as nonce": {"content": "Hi", "nonce": 3},
    "separator": v2({"type": 14, "divider": True, "spacing": 2}, TEXT),
    "accent colour": v2(container(TEXT, accent_color=0xFFFFFF, spoiler=True)),
}

TOO_WIDE = row(button(0), select())
BAD_MESSAGES = {
    "content of 2001": ({"content": "x" * 2001}, "content"),
    "eleven embeds": ({"embeds": [{"title": "T"}] * 11}, "embeds"),
    "embeds of 6001": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    "footer of 2049": ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    "premium button with a label": (
        legacy(row({"type": 2, "style": 6, "sku_id": "1", "label": "Buy"})),
        "components.0.components.0.label",
    ),
    "at least more options than there are": (
        legacy(row(select(min_values=2))),
        "components.0.components.0.min_values",
    ),
    "unknown key": ({"content": "Hi", "contents": "Ho"}, "contents"),
    "unknown flag": ({"content": "Hi", "flags": 1 << 9}, "flags"),
    "six rows": (legacy(*full_rows(6)), "components"),
    "six buttons": (legacy(row(*map(button, range(6)))), "components.0.components"),
    "empty row": (legacy({"type": 1, "components": []}), "components.0.components"),
    "button beside a select": (legacy(TOO_WIDE), "components.0.components.1"),
    "row in a row": (legacy(row(row())), "components.0.components.0"),
    "V2 without the flag": (legacy(TEXT), "components.0"),
    "button outside a row": (v2(button()), "components.0"),
    "V2 with content": (v2(TEXT) | {"content": "Hi"}, "content"),
    "V2 with embeds": (v2(TEXT) | {"embeds": [{"title": "T"}]}, "embeds"),
    "41 components": (v2(container(*[TEXT] * 40)), "components"),
    "41 with accessories": (v2(*[section(accessory=button(n)) for n in range(14)]), "components"),
    "4001 characters": (v2({"type": 10, "content": "x" * 4000}, TEXT), "components"),
    "empty text": (v2({"type": 10, "content": ""}), "components.0.content"),
    "no custom id": (legacy(row(button(custom_id=None))), "components.0.components.0.custom_id"),
    "empty custom id": (legacy(row(button(custom_id=""))), "components.0.components.0.custom_id"),
    "custom id of 101": (
        legacy(row(button(custom_id="x" * 101))),
        "components.0.components.0.custom_id",
    ),
    "same custom id twice": (legacy(row(button(1), button(1))), "components"),
    "same custom id across rows": (v2(container(row(button(1))), row(button(1))), "components"),
    "same number twice": (v2(TEXT | {"id": 7}, TEXT | {"id": 7}), "components"),
    "label of 81": (legacy(row(button(label="x" * 81))), "components.0.components.0.label"),
    "neither label nor emoji": (legacy(row(button(label=""))), "components.0.components.0"),
    **{
        f"{what} as an emoji": (
            legacy(row(button(emoji={"name": name}))),
            "components.0.components.0.emoji.name",
        )
        for what, name in {
            "nothing": None,
            "a name": "black_nib",
            "a letter": "A",
            "two emoji": "🙂🙂",
            "a lone skin tone": "🏽",
        }.items()
    },
    "no emoji in a menu": (
        legacy(row(select(options=options(1, emoji={"name": "x"})))),
        "components.0.components.0.options.0.emoji.name",
    ),
    "custom emoji that is not there": (
        legacy(row(button(emoji={"id": "7", "name": "seven"}))),
        "components.0.components.0.emoji.id",
    ),
    "required menu of none": (
        legacy(row(select(min_values=0, required=True))),
        "components.0.components.0.min_values",
    ),
    "required menu of no channels": (
        legacy(row({"type": 8, "custom_id": "where", "min_values": 0, "required": True})),
        "components.0.components.0.min_values",
    ),
    "unknown style": (legacy(row(button(style=7))), "components.0.components.0.style"),
    "link with a custom id": (
        legacy(row(button(style=5, url="https://example.com"))),
        "components.0.components.0.custom_id",
    ),
    "url on a plain button": (
        legacy(row(button(url="https://example.com"))),
        "components.0.components.0.url",
    ),
    "unknown key of a button": (legacy(row(button(size=3))), "components.0.components.0.size"),
    "26 options": (legacy(row(select(options=options(26)))), "components.0.components.0.options"),
    "no options": (legacy(row(select(options=[]))), "components.0.components.0.options"),
    "option label of 101": (
        legacy(row(select(options=options(1, label="x" * 101)))),
        "components.0.components.0.options.0.label",
    ),
    "option value of 101": (
        legacy(row(select(options=options(1, value="x" * 101)))),
        "components.0.components.0.options.0.value",
    ),
    "option description of 101": (
        legacy(row(select(options=options(1, description="x" * 101)))),
        "components.0.components.0.options.0.description",
    ),
    "same option twice": (
        legacy(row(select(options=options(2, value="a")))),
        "components.0.components.0.options.1.value",
    ),
    "placeholder of 151": (
        legacy(row(select(placeholder="x" * 151))),
        "components.0.components.0.placeholder",
    ),
    "more values than options": (
        legacy(row(select(max_values=2))),
        "components.0.components.0.max_values",
    ),
    "least above most": (
        legacy(row(select(options=options(3), min_values=3, max_values=2))),
        "components.0.components.0.min_values",
    ),
    "no pictures": (v2(gallery()), "components.0.items"),
    "eleven pictures": (v2(gallery(*[MEDIA] * 11)), "components.0.items"),
    "alt text of 1025": (
        v2(gallery(MEDIA | {"description": "x" * 1025})),
        "components.0.items.0.description",
    ),
    "missing file": (
        v2(gallery({"media": {"url": "attachment://no.png"}})),
        "components.0.items.0.media.url",
    ),
    "odd address": (v2(gallery({"media": {"url": "file:///x"}})), "components.0.items.0.media.url"),
    "no media": (v2(gallery({})), "components.0.items.0.media"),
    "file by address": (
        v2({"type": 13, "file": {"url": "https://example.com/a"}}),
        "components.0.file.url",
    ),
    "section without accessory": (v2(section(accessory=None)), "components.0.accessory"),
    "section of four texts": (v2(section(components=[TEXT] * 4)), "components.0.components"),
    "spacing of three": (v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    "colour too large": (v2(container(TEXT, accent_color=1 << 24)), "components.0.accent_color"),
    "container in a container": (v2(container(container(TEXT))), "components.0.components.0"),
    "component without type": (v2({"content": "Hi"}), "components.0.type"),
    "components that are no list": ({"content": "Hi", "components": {}}, "components"),
    "component that is no object": ({"content": "Hi", "components": [3]}, "components.0"),
    "ids of users beside all users": (
        {"content": "Hi", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    "101 users to mention": (
        {"content": "Hi", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
    ),
    "odd mention": (
        {"content": "Hi", "allowed_mentions": {"parse": ["cats"]}},
        "allowed_mentions.parse.0",
    ),
    "mention without id": (
        {"content": "Hi", "allowed_mentions": {"users": ["ada"]}},
        "allowed_mentions.users.0",
    ),
    "nonce too long": ({"content": "Hi", "nonce": "n" * 26}, "nonce"),
    "ephemeral in a channel": ({"content": "Hi", "flags": 1 << 6}, "flags"),
    "flag that is Discord's": ({"content": "Hi", "flags": 1 << 7}, "flags"),
    "two options chosen of one": (
        legacy(row(select(options=options(2, default=True)))),
        "components.0.components.0",
    ),
    "three users chosen of two": (
        legacy(row(user_select(3, max_values=2))),
        "components.0.components.0",
    ),
    "one user chosen of at least two": (
        legacy(row(user_select(1, min_values=2, max_values=3))),
        "components.0.components.0",
    ),
    "role chosen in a menu of users": (
        legacy(row(user_select(1, "role"))),
        "components.0.components.0.default_values.0.type",
    ),
    "unknown attachment": ({"content": "Hi", "attachments": [{"id": 3}]}, "attachments.0.id"),
}


@pytest.mark.parametrize("body", GOOD_MESSAGES.values(), ids=GOOD_MESSAGES.keys())
async def test_a_message_within_the_limits_is_accepted(raw: RawClient, body: Payload) -> None:
    reply = await raw.request("POST", MESSAGES, body)
    assert (reply.status, reply.body.get("errors")) == (200, None)


@pytest.mark.parametrize(("body", "path"), BAD_MESSAGES.values(), ids=BAD_MESSAGES.keys())
async def test_a_message_beyond_a_limit_is_refused_with_its_path(
    raw: RawClient, body: Payload, path: str
) -> None:
    reply = await raw.request("POST", MESSAGES, body)
    assert (reply.status, reply.code) == (400, 50035)
    assert list(reply.problems()) == [path]


async def test_a_select_of_none_that_is_required_is_refused_with_discords_code(
    raw: RawClient,
) -> None:
    body = legacy(row(select(min_values=0, required=True)))
    assert (await raw.request("POST", MESSAGES, body)).problems() == {
        "components.0.components.0.min_values": "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES"
    }


async def test_custom_emoji_are_the_applications_and_those_of_the_bots_servers(
    raw: RawClient, local: LocalDiscord
) -> None:
    own = await local.add_emoji("own")
    owls = await local.add_emoji("owl", NIGHT_OWLS.id)

    async def sent(emoji: Emoji) -> int:
        body = legacy(row(button(emoji={"id": str(emoji.id), "name": emoji.name})))
        return (await raw.request("POST", MESSAGES, body)).status

    assert [await sent(emoji) for emoji in (own, owls)] == [200, 200]
    await local.leave(NIGHT_OWLS.id)
    assert [await sent(emoji) for emoji in (own, owls)] == [200, 400]


async def test_a_deleted_channel_is_refused_as_a_default_unless_that_is_switched_off(
    raw: RawClient, local: LocalDiscord
) -> None:
    gone = NIGHT_OWLS.channels[0].id
    chosen = [{"id": str(gone), "type": "channel"}]
    menu = {"type": 8, "custom_id": "where", "default_values": chosen}
    body = legacy(row(menu))
    assert (await raw.request("POST", MESSAGES, body)).status == 200
    await local.delete_channel(gone)
    assert (await raw.request("POST", MESSAGES, body)).problems() == {
        "components.0.components.0.default_values.0.id": "SELECT_COMPONENT_INVALID_DEFAULT_VALUES"
    }
    local.switches.refuses_deleted_defaults = False
    assert (await raw.request("POST", MESSAGES, body)).status == 200


async def test_a_file_of_up_to_ten_mebibytes_is_accepted(raw: RawClient) -> None:
    largest = [("a.bin", bytes(10 * MEBIBYTE))]
    assert (await raw.request("POST", MESSAGES, {}, files=largest)).status == 200
    larger = [("a.bin", bytes(10 * MEBIBYTE + 1))]
    reply = await raw.request("POST", MESSAGES, {}, files=larger)
    assert (reply.status, reply.code) == (413, 40005)


async def test_a_request_of_more_than_25_mebibytes_is_refused(raw: RawClient) -> None:
    files = [(f"{n}.bin", bytes(9 * MEBIBYTE)) for n in range(3)]
    assert (await raw.request("POST", MESSAGES, {}, files=files)).code == 40005


async def test_eleven_files_are_refused(raw: RawClient) -> None:
    files = [(f"{n}.png", png(1, 1)) for n in range(11)]
    assert (await raw.request("POST", MESSAGES, {}, files=files)).problems() == {
        "files": "BASE_TYPE_MAX_LENGTH"
    }


async def test_an_empty_message_is_refused(raw: RawClient) -> None:
    assert (await raw.request("POST", MESSAGES, {})).code == 50006
    assert (await raw.request("POST", MESSAGES, {"components": [row()]})).code == 50006


async def test_a_body_that_is_not_json_is_refused(raw: RawClient) -> None:
    reply = await raw.send_text("POST", MESSAGES, "application/json", "{")
    assert (reply.status, reply.code) == (400, 50109)
    reply = await raw.send_text("POST", MESSAGES, "text/plain", "{}")
    assert (reply.code, reply.problems()) == (50035, {"_misc": "CONTENT_TYPE_INVALID"})
    assert (await raw.request("POST", MESSAGES, [])).code == 50035


async def test_a_form_may_have_the_json(raw: RawClient) -> None:
    body = urlencode({"payload_json": '{"content": "Ho & ho"}'})
    reply = await raw.send_text("POST", MESSAGES, FORM, body)
    assert (reply.status, reply.body["content"]) == (200, "Ho & ho")


@pytest.mark.parametrize(
    ("body", "code"),
    [("", 50109), ("payload_json", 50109), ("payload_json=[", 50109), ("a=b", 50035)],
)
async def test_a_form_without_json_is_refused(raw: RawClient, body: str, code: int) -> None:
    assert (await raw.send_text("POST", MESSAGES, FORM, body)).code == code


def test_a_file_is_referred_to_by_its_stored_name() -> None:
    uploads = [Upload(0, "my board.png", png(1, 1))]

    def named(name: str) -> list[Problem]:
        return message_problems(
            v2(gallery({"media": {"url": f"attachment://{name}"}})), uploads, ()
        )

    assert named("my_board.png") == []
    assert [problem.code for problem in named("my board.png")] == [
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    ]


def _paths(problems: list[Problem]) -> list[str]:
    return [".".join(map(str, problem.path)) for problem in problems]


def choices(count: int) -> list[Payload]:
    return [{"name": f"Game {n}", "value": f"game{n}"} for n in range(count)]


def field(**changes: object) -> Payload:
    return {"type": 4, "custom_id": "name", "style": 1, **changes}


def label(**changes: object) -> Payload:
    return {"type": 18, "label": "Name", "component": field(), **changes}


def modal(*components: Payload, **changes: object) -> Payload:
    return {"custom_id": "m", "title": "Form", "components": list(components), **changes}


GOOD_MODALS = {
    "label": modal(label()),
    "row": modal(row(field(label="Name"))),
    "text and select": modal(TEXT, label(component=select(required=True))),
    "optional select of none": modal(label(component=select(min_values=0, required=False))),
    "title of 45": modal(label(), title="x" * 45),
    "one of two": modal(label(component=group(21, options(2, default=False)))),
    "all boxes ticked": modal(label(component=group(22, options(3, default=True)))),
    "one box": modal(label(component=group(22, options(1)))),
    "value of the longest length": modal(label(component=field(value="ab", max_length=2))),
    "text files": modal(label(component=upload([".txt", ".Json", "image"]))),
}
BAD_MODALS = {
    "no components": (modal(), "components"),
    "six components": (modal(*[TEXT] * 6), "components"),
    "title of 46": (modal(label(), title="x" * 46), "title"),
    "custom id of 101": (modal(label(), custom_id="x" * 101), "custom_id"),
    "label of 46": (modal(label(label="x" * 46)), "components.0.label"),
    "placeholder of 101": (
        modal(label(component=field(placeholder="x" * 101))),
        "components.0.component.placeholder",
    ),
    "value of 4001": (
        modal(label(component=field(value="x" * 4001))),
        "components.0.component.value",
    ),
    "row without a label": (modal(row(field())), "components.0.components.0.label"),
    "button": (modal(row(button())), "components.0.components.0"),
    "disabled select": (
        modal(label(component=select(disabled=True))),
        "components.0.component.disabled",
    ),
    "required select of none": (
        modal(label(component=select(min_values=0))),
        "components.0.component.min_values",
    ),
    "required users of none": (
        modal(label(component={"type": 5, "custom_id": "u", "min_values": 0, "required": True})),
        "components.0.component.min_values",
    ),
    "upload of none": (
        modal(label(component={"type": 19, "custom_id": "u", "min_values": 0})),
        "components.0.component.min_values",
    ),
    "shortest above longest": (
        modal(label(component=field(min_length=3, max_length=2))),
        "components.0.component.min_length",
    ),
    "one of one": (
        modal(label(component=group(21, options(1)))),
        "components.0.component.options",
    ),
    "two of which one is chosen": (
        modal(label(component=group(21, options(2, default=True)))),
        "components.0.component",
    ),
    "more boxes than there are": (
        modal(label(component=group(22, options(2), max_values=3))),
        "components.0.component.max_values",
    ),
    "at least more boxes than there are": (
        modal(label(component=group(22, options(2), min_values=3))),
        "components.0.component.min_values",
    ),
    "more boxes ticked than may be": (
        modal(label(component=group(22, options(3, default=True), max_values=2))),
        "components.0.component",
    ),
    "emoji beside a box": (
        modal(label(component=group(22, options(2, emoji={"name": "♠"})))),
        "components.0.component.options.0.emoji",
    ),
    "box that is ticked perhaps": (
        modal(label(component={"type": 23, "custom_id": "box", "default": "yes"})),
        "components.0.component.default",
    ),
    "field that is required perhaps": (
        modal(label(component=field(required="yes"))),
        "components.0.component.required",
    ),
    "empty description": (modal(label(description="")), "components.0.description"),
    "value above the longest": (
        modal(label(component=field(value="abc", max_length=2))),
        "components.0.component.value",
    ),
    "value below the shortest": (
        modal(label(component=field(value="a", min_length=2))),
        "components.0.component.value",
    ),
    "file type without a dot": (
        modal(label(component=upload(["txt"]))),
        "components.0.component.file_types.0",
    ),
    "eleven file types": (
        modal(label(component=upload([".txt"] * 11))),
        "components.0.component.file_types",
    ),
    "same custom id twice": (modal(label(), label()), "components"),
    "no field": (modal(label(component=None)), "components.0.component"),
}


@pytest.mark.parametrize("body", GOOD_MODALS.values(), ids=GOOD_MODALS.keys())
def test_a_modal_within_the_limits_is_accepted(body: Payload) -> None:
    assert modal_problems(body, ()) == []


@pytest.mark.parametrize(("body", "path"), BAD_MODALS.values(), ids=BAD_MODALS.keys())
def test_a_modal_beyond_a_limit_is_refused_with_its_path(body: Payload, path: str) -> None:
    assert path in _paths(modal_problems(body, ()))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ([], ""),
        ({}, "type"),
        ({"type": 99}, "type"),
        ({"type": 4}, "data"),
        ({"type": 4, "data": []}, "data"),
        ({"type": 4, "data": {}, "date": {}}, "date"),
        ({"type": 8, "data": {"choices": choices(26)}}, "data.choices"),
        ({"type": 8, "data": {"choices": [{"name": "", "value": "a"}]}}, "data.choices.0.name"),
        ({"type": 8, "data": {"choices": [{"name": "A", "value": []}]}}, "data.choices.0.value"),
        (
            {"type": 8, "data": {"choices": [{"name": "A", "value": 2**53 + 1}]}},
            "data.choices.0.value",
        ),
    ],
)
def test_a_response_beyond_a_limit_is_refused_with_its_path(body: object, path: str) -> None:
    assert _paths(callback_problems(body)) == [path]


def test_problems_are_nested_as_in_discords_errors() -> None:
    tree = error_tree([Problem(("components", 0, "label"), "CODE", "Too long.")])
    leaf = {"_errors": [{"code": "CODE", "message": "Too long."}]}
    assert tree == {"components": {"0": {"label": leaf}}}
