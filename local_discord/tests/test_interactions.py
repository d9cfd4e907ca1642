"""Interactions between the chat page and discord.py."""

from __future__ import annotations

import discord
import pytest

from local_discord import LocalDiscord
from local_discord.image_size import image_size
from local_discord.payload import payload_of
from local_discord.testing import File, InteractionFailed, Person
from local_discord.testing.discord_py import running
from local_discord.tests.demo_bot import DemoBot


async def test_a_slash_command_gets_a_message(ada: Person) -> None:
    message = await ada.command("patience", "echo", fruit="kiwi", times=3)
    assert message.text == "kiwi kiwi kiwi"


async def test_a_subcommand_runs(ada: Person) -> None:
    assert (await ada.command("games", "numbers add", one=2, two=3)).text == "5"


async def test_a_command_is_used_on_a_message(ada: Person) -> None:
    said = await ada.say("patience", "Hello")
    assert (await ada.menu("patience", "Count letters", said)).text == "5"


async def test_a_command_is_used_on_a_user(ada: Person, local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        assert (await ada.menu("patience", "Greet", ben.id)).text == "Hello, Ben!"


async def test_a_command_is_not_used_on_what_only_one_person_sees(ada: Person) -> None:
    secret = await ada.command("patience", "secret")
    with pytest.raises(InteractionFailed, match="only you can see"):
        await ada.menu("patience", "Count letters", secret)


async def test_an_answer_names_what_its_command_was_used_on(ada: Person) -> None:
    said = await ada.say("patience", "Hello")
    counted = await ada.menu("patience", "Count letters", said)
    assert counted.raw["type"] == 23
    of_message = counted.raw["interaction_metadata"]
    of_user = (await ada.menu("patience", "Greet", ada.id)).raw["interaction_metadata"]
    assert payload_of(of_message)["target_message_id"] == said.id
    assert payload_of(payload_of(of_user)["target_user"])["id"] == str(ada.id)


async def test_autocomplete_offers_the_bots_choices(ada: Person) -> None:
    choices = await ada.choices("patience", "echo", focused="fruit", fruit="b")
    assert choices == [("Banana", "banana")]


async def test_a_picture_has_its_size_and_alt_text(ada: Person) -> None:
    message = await ada.command("patience", "board")
    assert message.text == "Number 0"
    assert message.alt == "Pressed 0 times"
    assert image_size(await message.picture()) == (2, 3)
    assert message.media[0]["media"]["width"] == 2  # type: ignore[index]  # raw JSON


async def test_a_press_edits_the_message_and_replaces_the_picture(ada: Person) -> None:
    message = await ada.command("patience", "board")
    pressed = await ada.press(message, label="Press")
    assert pressed.id == message.id
    assert pressed.text == "Number 1"
    assert image_size(await pressed.picture()) == (3, 3)


async def test_an_ephemeral_response_is_visible_only_to_its_user(
    ada: Person, local: LocalDiscord
) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        message = await ada.command("patience", "secret")
        assert message.ephemeral
        shared = await ada.say("patience", "Did you see that?")
        await ben.until(lambda one: one.id == shared.id)
        assert message.id not in ben.messages
        assert [one.id for one in await ben.open("patience")] == [shared.id]
    assert [one.id for one in await ada.open("patience")] == [message.id, shared.id]


async def test_a_deferred_response_gets_its_content(ada: Person) -> None:
    message = await ada.command("patience", "later")
    assert not message.loading
    assert message.text == "Number 7"
    follow_up = await ada.until(lambda one: one.text == "And one more thing")
    assert follow_up.id != message.id


async def test_a_select_sends_its_values(ada: Person) -> None:
    message = await ada.command("patience", "menu")
    assert (await ada.select(message, ["cherry"])).text == "Chose cherry"


async def test_a_deferred_update_edits_the_message_later(ada: Person) -> None:
    message = await ada.command("patience", "menu")
    assert (await ada.press(message, label="Later")).text == "Updated later"


async def test_a_modal_opens_and_is_submitted(ada: Person) -> None:
    modal = await ada.command_for_modal("patience", "form")
    assert modal.title == "Who are you?"
    assert (await ada.submit_modal(modal, name="Ada")).text == "Hello, Ada!"


async def test_a_modal_sends_files(ada: Person) -> None:
    modal = await ada.command_for_modal("patience", "upload")
    said = await ada.submit_modal(modal, file=File("my board.txt", b"3: 9S"))
    assert said.text == "my_board.txt: 3: 9S"
    modal = await ada.command_for_modal("patience", "upload")
    assert (await ada.submit_modal(modal)).text == "no file"


async def test_a_button_can_open_a_modal(ada: Person) -> None:
    message = await ada.command("patience", "menu")
    modal = await ada.press_for_modal(message, label="Form")
    assert (await ada.submit_modal(modal, name="Ada")).text == "Hello, Ada!"


async def test_buttons_work_after_the_bot_restarts(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ada") as ada:
        async with running(DemoBot(), local):
            await ada.until_online()
            message = await ada.command("patience", "board")
        async with running(DemoBot(), local):
            assert (await ada.press(message, label="Press")).text == "Number 1"


async def test_a_response_after_the_deadline_is_refused(
    ada: Person, local: LocalDiscord, bot: DemoBot
) -> None:
    local.interactions.deadline = 0.05
    with pytest.raises(InteractionFailed, match="did not respond"):
        await ada.command("patience", "slow")
    local.interactions.deadline = 3.0
    assert (await ada.command("patience", "slow")).text == "Finally"
    (error,) = bot.trouble
    assert isinstance(error, discord.NotFound)
    assert error.code == 10062


async def test_a_second_initial_response_is_refused(ada: Person, bot: DemoBot) -> None:
    assert (await ada.command("patience", "twice")).text == "Once"
    assert (await ada.command("patience", "echo", fruit="kiwi")).text == "kiwi"
    (error,) = bot.trouble
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060


async def test_an_interaction_has_its_user_and_channel(ada: Person, local: LocalDiscord) -> None:
    text = (await ada.command("lounge", "whereami")).text
    assert text == "Ada Night Owls/lounge en-US True 10485760"
    async with Person.connect(local.page_url, "Dmitri") as dmitri:
        text = (await dmitri.command("dm", "whereami")).text
        assert text == "Dmitri direct de True 10485760"


async def test_no_request_of_the_demo_bot_is_refused(ada: Person, local: LocalDiscord) -> None:
    board = await ada.command("patience", "board")
    await ada.press(board, label="Press")
    await ada.command("patience", "later")
    await ada.command("patience", "menu")
    await ada.command_for_modal("patience", "form")
    assert [str(refusal) for refusal in local.refusals] == []
