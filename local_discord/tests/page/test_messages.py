"""Messages: rendering, updates, scrolling and focus."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS, USERS
from local_discord.testing import Person
from local_discord.testing.page import box, messages, newest, run, run_for_message
from local_discord.tests.page.page_bot import PageBot

AT_END = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2"


def log(page: Page) -> Locator:
    """The log of messages."""
    return page.get_by_test_id("log")


async def test_a_response_says_who_used_which_command(page: Page) -> None:
    message = await run_for_message(page, "/say text:Hello")
    await expect(message.locator(".used")).to_have_text("Ada used /say")
    await expect(message.locator(".author")).to_have_text("Patience")
    await expect(message.locator("header time")).to_contain_text("today at")


async def test_an_ephemeral_response_is_marked_and_can_be_dismissed(page: Page) -> None:
    message = await run_for_message(page, "/secret")
    await expect(message).to_contain_text("Only you can see this")
    await message.get_by_role("button", name="Dismiss").click()
    await expect(messages(page)).to_have_count(0)


async def test_a_response_that_discord_hides_says_why(page: Page, here: LocalDiscord) -> None:
    table = GUILDS[0]
    await here.leave(table.id)
    here.hide_answers(table.channels[0].id, USERS[0].id)
    message = await run_for_message(page, "/say text:Hello")
    await expect(message).to_contain_text("in slow mode, so only you can see this")


async def test_a_deferred_response_is_thinking_until_its_content_arrives(
    page: Page, bot: PageBot
) -> None:
    message = await run_for_message(page, "/later")
    await expect(message).to_contain_text("Patience is thinking…")
    bot.gate.set()
    await expect(message).to_contain_text("I have thought")
    await expect(message).not_to_contain_text("thinking")


async def test_a_message_is_deleted_after_confirmation(page: Page) -> None:
    message = await run_for_message(page, "/say text:Hello")
    await message.hover()
    await message.get_by_role("button", name="Delete message").click()
    question = page.get_by_role("dialog")
    await question.get_by_role("button", name="Cancel").click()
    await expect(message).to_have_count(1)
    await message.get_by_role("button", name="Delete message").click()
    await question.get_by_role("button", name="Delete").click()
    await expect(messages(page)).to_have_count(0)


async def test_messages_of_others_appear(page: Page, here: LocalDiscord) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        await ben.say("patience", "Anybody here?")
        await expect(newest(page)).to_contain_text("Anybody here?")
        await expect(newest(page).get_by_role("button", name="Delete message")).to_have_count(0)
        await ben.say("patience", "Hello?")
        await expect(newest(page).locator(".author")).to_be_hidden()


async def test_a_message_marks_its_channel_unread_until_it_is_opened(
    page: Page, here: LocalDiscord
) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        await ben.say("lounge", "Over here!")
    unread = page.get_by_role("button", name="lounge, unread")
    await unread.click()
    await expect(newest(page)).to_contain_text("Over here!")
    await expect(unread).to_have_count(0)


async def test_new_messages_are_announced(page: Page) -> None:
    await run_for_message(page, "/say text:Hear me")
    await expect(page.get_by_test_id("announcer")).to_have_text("Patience. Hear me")


async def test_an_edited_message_is_announced_with_its_alt_text(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(page.get_by_test_id("announcer")).to_have_text("Patience. Board 1. Board 1")


async def test_the_newest_message_stays_visible(phone: Page) -> None:
    for _ in range(2):
        await run_for_message(phone, "/board")
    message = await run_for_message(phone, "/board")
    for number in range(1, 4):
        await message.get_by_role("button", name="Turn", exact=True).click()
        await expect(message).to_contain_text(f"Board {number}")
        assert await log(phone).evaluate(AT_END)


async def test_new_messages_keep_the_scroll_position_of_a_reader_above(
    phone: Page, here: LocalDiscord
) -> None:
    boards = [await run_for_message(phone, "/board") for _ in range(4)]
    await boards[1].scroll_into_view_if_needed()
    await log(phone).evaluate("(log) => { log.scrollTop = log.scrollHeight * 0.4; }")
    turn = boards[2].get_by_role("button", name="Turn", exact=True)
    await turn.scroll_into_view_if_needed()
    before = await turn.bounding_box()
    async with Person.connect(here.page_url, "Ada") as ada:
        first = (await ada.open("patience"))[0]
        await ada.press(first, label="Turn")
        await expect(boards[0]).to_contain_text("Board 1")
        await ada.say("patience", "News")
        await expect(newest(phone)).to_contain_text("News")
    after = await turn.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1
    await phone.get_by_role("button", name="Jump to newest").click()
    assert await log(phone).evaluate(AT_END)


WATCH = """
(article) => {
  window.gaps = [];
  const id = article.dataset.messageId;
  new MutationObserver(() => {
    const image = document.querySelector(`[data-message-id="${id}"] img`);
    window.gaps.push(!image || !image.complete || image.naturalWidth === 0);
  }).observe(document.getElementById("messages"), { childList: true, subtree: true });
}
"""


async def test_a_new_picture_replaces_the_old_one_without_a_gap(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await expect(message.locator("img")).to_have_js_property("complete", value=True)
    await message.evaluate(WATCH)
    for number in range(1, 4):
        await message.get_by_role("button", name="Turn", exact=True).click()
        await expect(message.locator("img")).to_have_attribute("alt", f"Board {number}")
    gaps = await page.evaluate("window.gaps")
    assert len(gaps) >= 3
    assert not any(gaps)


async def test_a_reopened_channel_shows_its_messages(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Turn", exact=True).click()
    await page.get_by_role("button", name="general").click()
    await expect(messages(page)).to_have_count(0)
    await page.get_by_role("button", name="patience", exact=True).click()
    await expect(newest(page)).to_contain_text("Board 1")


async def test_the_focus_stays_on_a_button_when_its_message_is_edited(page: Page) -> None:
    message = await run_for_message(page, "/board")
    turn = message.get_by_role("button", name="Turn", exact=True)
    for number in range(1, 4):
        await turn.press("Enter")
        await expect(message).to_contain_text(f"Board {number}")
        await expect(turn).to_be_focused()


async def test_a_long_history_opens_at_its_end(page: Page, here: LocalDiscord) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        for number in range(60):
            await ben.say("general", f"Number {number}")
    await page.get_by_role("button", name="general").click()
    await expect(messages(page)).to_have_count(50)
    await expect(newest(page)).to_be_in_viewport()
    assert await log(page).evaluate(AT_END)


async def test_the_message_box_keeps_the_focus_after_sending(page: Page) -> None:
    await run(page, "/undo")
    await expect(newest(page)).to_contain_text("Taken back")
    await expect(box(page)).to_be_focused()
    await expect(box(page)).to_have_value("")


async def test_the_apps_menu_of_a_message_offers_its_commands_and_those_of_its_author(
    page: Page,
) -> None:
    message = await run_for_message(page, "/say text:kiwi")
    await message.get_by_role("button", name="Apps").click()
    menu = page.get_by_role("dialog", name="Apps")
    await expect(menu.get_by_role("button")).to_have_text(["Count letters", "Greet", "Cancel"])
    await menu.get_by_role("button", name="Count letters").click()
    await expect(newest(page)).to_contain_text("Ada used Count letters")
    await expect(newest(page)).to_contain_text("4")


async def test_the_apps_menu_is_used_by_keyboard(page: Page) -> None:
    message = await run_for_message(page, "/say text:kiwi")
    await message.get_by_role("button", name="Apps").press("Enter")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(message.get_by_role("button", name="Apps")).to_be_focused()
