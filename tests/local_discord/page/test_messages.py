"""Messages: what they show, how they change, and the reader's place."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from local_discord import LocalDiscord
from local_discord.testing import Person
from tests.local_discord.page.actions import box, messages, newest, run, run_for_message
from tests.local_discord.page.page_bot import PageBot

AT_END = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2"


def log(page: Page) -> Locator:
    """The place where messages are shown."""
    return page.get_by_test_id("log")


async def test_an_answer_says_who_used_which_command(page: Page) -> None:
    message = await run_for_message(page, "/say text:Hello")
    await expect(message.locator(".used")).to_have_text("Ada used /say")
    await expect(message.locator(".author")).to_have_text("Patience")
    await expect(message.locator("header time")).to_contain_text("today at")


async def test_a_private_answer_says_so_and_can_be_dismissed(page: Page) -> None:
    message = await run_for_message(page, "/secret")
    await expect(message).to_contain_text("Only you can see this")
    await message.get_by_role("button", name="Dismiss").click()
    await expect(messages(page)).to_have_count(0)


async def test_a_deferred_answer_is_thinking_until_it_comes(page: Page, bot: PageBot) -> None:
    message = await run_for_message(page, "/later")
    await expect(message).to_contain_text("Patience is thinking…")
    bot.gate.set()
    await expect(message).to_contain_text("I have thought")
    await expect(message).not_to_contain_text("thinking")


async def test_a_message_is_deleted_after_a_question(page: Page) -> None:
    message = await run_for_message(page, "/say text:Hello")
    await message.hover()
    await message.get_by_role("button", name="Delete message").click()
    question = page.get_by_role("dialog")
    await question.get_by_role("button", name="Cancel").click()
    await expect(message).to_have_count(1)
    await message.get_by_role("button", name="Delete message").click()
    await question.get_by_role("button", name="Delete").click()
    await expect(messages(page)).to_have_count(0)


async def test_what_others_write_appears(page: Page, here: LocalDiscord) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        await ben.say("patience", "Anybody here?")
        await expect(newest(page)).to_contain_text("Anybody here?")
        await expect(newest(page).get_by_role("button")).to_have_count(0)
        await ben.say("patience", "Hello?")
        await expect(newest(page).locator(".author")).to_be_hidden()


async def test_news_in_another_channel_marks_it_until_it_is_opened(
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


async def test_a_changed_board_is_announced_with_what_its_picture_shows(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(page.get_by_test_id("announcer")).to_have_text("Patience. Board 1. Board 1")


async def test_the_newest_message_stays_in_sight(phone: Page) -> None:
    for _ in range(2):
        await run_for_message(phone, "/board")
    message = await run_for_message(phone, "/board")
    for number in range(1, 4):
        await message.get_by_role("button", name="Turn", exact=True).click()
        await expect(message).to_contain_text(f"Board {number}")
        assert await log(phone).evaluate(AT_END)


async def test_who_reads_above_is_not_moved_by_what_comes(phone: Page, here: LocalDiscord) -> None:
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


async def test_a_new_picture_is_there_when_the_old_one_goes(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await expect(message.locator("img")).to_have_js_property("complete", value=True)
    await message.evaluate(WATCH)
    for number in range(1, 4):
        await message.get_by_role("button", name="Turn", exact=True).click()
        await expect(message.locator("img")).to_have_attribute("alt", f"Board {number}")
    gaps = await page.evaluate("window.gaps")
    assert len(gaps) >= 3
    assert not any(gaps)


async def test_a_channel_opened_again_shows_its_messages(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Turn", exact=True).click()
    await page.get_by_role("button", name="general").click()
    await expect(messages(page)).to_have_count(0)
    await page.get_by_role("button", name="patience", exact=True).click()
    await expect(newest(page)).to_contain_text("Board 1")


async def test_who_plays_by_keyboard_stays_on_the_button(page: Page) -> None:
    message = await run_for_message(page, "/board")
    turn = message.get_by_role("button", name="Turn", exact=True)
    for number in range(1, 4):
        await turn.press("Enter")
        await expect(message).to_contain_text(f"Board {number}")
        await expect(turn).to_be_focused()


async def test_the_end_of_a_long_history_is_shown_first(page: Page, here: LocalDiscord) -> None:
    async with Person.connect(here.page_url, "Ben") as ben:
        for number in range(60):
            await ben.say("general", f"Number {number}")
    await page.get_by_role("button", name="general").click()
    await expect(messages(page)).to_have_count(50)
    await expect(newest(page)).to_be_in_viewport()
    assert await log(page).evaluate(AT_END)


async def test_the_box_keeps_the_focus_after_sending(page: Page) -> None:
    await run(page, "/undo")
    await expect(newest(page)).to_contain_text("Taken back")
    await expect(box(page)).to_be_focused()
    await expect(box(page)).to_have_value("")
