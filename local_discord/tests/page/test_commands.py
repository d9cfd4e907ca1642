"""Slash commands in the message box: typing, pasting, completion, validation."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS, MANAGE_GUILD, USERS
from local_discord.testing.browser import window
from local_discord.testing.discord_py import running
from local_discord.testing.page import (
    box,
    messages,
    newest,
    ready,
    run,
    run_for_message,
    suggestions,
)
from local_discord.tests.page.page_bot import PASTE, PIES, PageBot


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def still(shared_browser: Browser) -> AsyncIterator[Page]:
    """A shared window for tests that send nothing."""
    async with (
        LocalDiscord() as local,
        running(PageBot(), local),
        window(shared_browser, local.page_url) as opened,
    ):
        await ready(opened)
        yield opened


async def test_a_slash_lists_the_commands_with_descriptions(page: Page) -> None:
    await box(page).press_sequentially("/")
    await expect(suggestions(page).get_by_text("/order")).to_be_visible()
    await expect(suggestions(page).filter(has_text="Order from the menu")).to_have_count(1)
    await expect(suggestions(page).filter(has_text="/garden flower plant")).to_have_count(1)


async def test_typing_filters_the_commands(page: Page) -> None:
    await box(page).press_sequentially("/ord")
    await expect(suggestions(page)).to_have_text(["/orderOrder from the menu"])
    await box(page).press_sequentially("xyz")
    await expect(suggestions(page)).to_have_count(0)
    await expect(page.get_by_text("No command matches “ordxyz”.")).to_be_visible()


async def test_the_shortest_of_the_commands_that_begin_alike_comes_first(page: Page) -> None:
    await box(page).press_sequentially("/s")
    begins = suggestions(page).locator(".suggestion-name").filter(has_text=re.compile("^/s"))
    await expect(begins).to_have_text(["/say", "/secret", "/silent", "/showcase"])


async def test_arrows_and_enter_pick_a_command_and_its_first_option(page: Page) -> None:
    await box(page).press_sequentially("/s")
    await expect(suggestions(page).first).to_have_attribute("aria-selected", "true")
    await box(page).press("ArrowDown")
    await expect(suggestions(page).nth(1)).to_have_attribute("aria-selected", "true")
    await box(page).press("ArrowUp")
    await box(page).press("Enter")
    await expect(box(page)).to_have_value("/say text:")


async def test_a_tap_picks_a_command(phone: Page) -> None:
    await box(phone).tap()
    await box(phone).press_sequentially("/or")
    await suggestions(phone).get_by_text("/order").tap()
    await expect(box(phone)).to_have_value("/order dish:")
    await suggestions(phone).get_by_text("Cherry pie").tap()
    await phone.get_by_role("button", name="Send").tap()
    await expect(newest(phone)).to_contain_text("dish=pie-3 count=1")


async def test_a_choice_shows_its_name_and_sends_its_value(page: Page) -> None:
    await box(page).press_sequentially("/order")
    await box(page).press("Tab")
    await box(page).press_sequentially("apple t")
    await expect(suggestions(page)).to_have_text(["Apple tart"])
    await box(page).press("Enter")
    await expect(box(page)).to_have_value("/order dish:Apple tart ")
    await box(page).press("Enter")
    await expect(newest(page)).to_contain_text("dish=pie-2 count=1")


async def test_fast_typing_asks_for_choices_once(page: Page, bot: PageBot) -> None:
    await box(page).press_sequentially("/order dish:cherry")
    await expect(suggestions(page)).to_have_text(["Cherry pie"])
    asked: list[str] = []
    while "cherry" not in asked:
        asked.append(await bot.asked.get())
    assert len(asked) < len("cherry")


async def test_optional_options_are_suggested_and_added(page: Page) -> None:
    await box(page).press_sequentially("/order")
    await box(page).press("Enter")
    await suggestions(page).get_by_text("Apple pie").click()
    await expect(suggestions(page).filter(has_text="count")).to_contain_text("optional")
    await box(page).press("ArrowDown")
    await box(page).press("Enter")
    await expect(box(page)).to_have_value("/order dish:Apple pie count:")
    await box(page).press_sequentially("3")
    await box(page).press("Enter")
    await expect(newest(page)).to_contain_text("dish=pie-1 count=3")


async def test_chips_show_the_options_and_add_them(page: Page) -> None:
    await box(page).press_sequentially("/order dish:Apple pie")
    chips = page.get_by_role("group", name="Options of the command").get_by_role("button")
    await expect(chips).to_have_count(2)
    assert await chips.first.get_attribute("aria-label") == "dish, required: Which dish"
    await chips.nth(1).click()
    await expect(box(page)).to_have_value("/order dish:Apple pie count:")
    await expect(chips.nth(1)).to_have_attribute("aria-current", "true")
    await expect(page.locator("#strip")).to_contain_text(
        "How many of them (a whole number from 1 to 9)"
    )


async def test_a_pasted_line_is_sent_with_enter(page: Page) -> None:
    await run_for_message(page, f"/order dish:{PASTE} count:4")
    await expect(newest(page)).to_contain_text(f"dish={PASTE} count=4")


async def test_a_typed_line_is_sent_with_enter(page: Page) -> None:
    await box(page).click()
    await page.keyboard.type("/order dish:pie-2 count:4")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("dish=pie-2 count=4")


async def test_text_that_matches_no_choice_is_sent_as_typed(page: Page, bot: PageBot) -> None:
    await box(page).press_sequentially(f"/order dish:{PASTE}")
    await expect(page.get_by_text("No choice matches.")).to_be_visible()
    await box(page).press("Enter")
    await expect(newest(page)).to_contain_text(f"dish={PASTE} count=1")


async def test_the_first_option_needs_no_name(page: Page) -> None:
    await run_for_message(page, "/say three and 3-5*2, all: of it")
    await expect(newest(page).locator(".text")).to_have_text("three and 3-5*2, all: of it")


async def test_options_may_be_in_any_order(page: Page) -> None:
    await run_for_message(page, "/order count:2 dish:Cherry pie")
    await expect(newest(page)).to_contain_text("count=2")


async def test_a_command_without_options_is_sent_with_one_enter(page: Page) -> None:
    await box(page).press_sequentially("/undo")
    await box(page).press("Enter")
    await expect(newest(page)).to_contain_text("Taken back")


async def test_subcommands_and_groups_are_commands(page: Page) -> None:
    await run_for_message(page, "/garden flower plant name:tulip")
    await expect(newest(page)).to_contain_text("Planted tulip")
    await expect(newest(page)).to_contain_text("Ada used /garden flower plant")
    await run_for_message(page, "/garden weed")
    await expect(newest(page)).to_contain_text("Weeded")


async def test_every_option_arrives_with_its_type(page: Page) -> None:
    await run_for_message(
        page,
        "/pick colour:deep green size:3 ratio:1.5 bold:yes who:@Ben where:#daily note:tidy",
    )
    await expect(newest(page)).to_contain_text(
        "colour=#080 size=3 ratio=1.5 bold=True who=Ben where=daily note=tidy"
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("colour:", ["Deep red", "Deep green"]),
        ("colour:green", ["Deep green"]),
        ("size:1 bold:", ["True", "False"]),
        ("size:1 who:", ["@Ada", "@Ben", "@Chiyo", "@Dmitri"]),
        ("size:1 where:", ["#patience", "#general", "#daily"]),
    ],
)
async def test_fixed_choices_are_offered(still: Page, typed: str, offered: list[str]) -> None:
    await box(still).fill("")
    await box(still).press_sequentially(f"/pick {typed}")
    await expect(suggestions(still)).to_have_text(offered)


async def test_required_options_are_suggested_in_turn(page: Page) -> None:
    await box(page).press_sequentially("/pi")
    await box(page).press("Enter")
    await box(page).press_sequentially("red")
    await box(page).press("Enter")
    await expect(box(page)).to_have_value("/pick colour:Deep red size:")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/nothing", "There is no command /nothing; type / to see all commands."),
        ("/order count:3", "/order needs dish: Which dish"),
        ("/order dish:a count:10", "count must be at most 9."),
        ("/order dish:a count:0", "count must be at least 1."),
        ("/order dish:a count:two", "count must be a whole number, such as 42."),
        ("/order dish:a count:1.5", "count must be a whole number, such as 42."),
        ("/pick colour:red size:1", "colour can't be “red”; choose one of: Deep red, Deep green."),
        ("/pick colour:Deep red size:1 ratio:x", "ratio must be a number, such as 2.5."),
        (
            "/pick colour:Deep red size:1 who:Eve",
            "who can't be “Eve”; choose one of: @Ada, @Ben, @Chiyo, @Dmitri.",
        ),
        ("/pick colour:Deep red size:1 note:x", "note needs at least 2 characters."),
        ("/pick colour:Deep red size:1 note:toolong", "note can have at most 5 characters."),
        ("/undo now", "“now” belongs to no option of /undo; it has no options."),
        ("/order plate:3", "/order has no option plate; its options are dish, count."),
    ],
)
async def test_an_invalid_line_is_not_sent_and_says_why(
    still: Page, line: str, sentence: str
) -> None:
    await box(still).fill(line)
    if await still.locator("#suggestions [aria-selected=true]").count():
        await box(still).press("Escape")
    await box(still).press("Enter")
    await expect(still.get_by_test_id("problem")).to_have_text(sentence)
    await expect(messages(still)).to_have_count(0)
    await box(still).press_sequentially("x")
    await expect(still.get_by_test_id("problem")).to_be_hidden()


async def test_escape_closes_the_list_and_then_clears_the_command(page: Page) -> None:
    await box(page).press_sequentially("/order dish:")
    await expect(suggestions(page)).to_have_count(len(PIES))
    await box(page).press("Escape")
    await expect(suggestions(page)).to_have_count(0)
    await expect(box(page)).to_have_value("/order dish:")
    await box(page).press("Escape")
    await expect(box(page)).to_have_value("")
    await expect(page.locator("#strip")).to_be_hidden()


async def test_arrow_up_recalls_the_previous_line(page: Page) -> None:
    await run_for_message(page, "/order dish:pie-1 count:2")
    await box(page).press("ArrowUp")
    await expect(box(page)).to_have_value("/order dish:pie-1 count:2")
    await box(page).press("Enter")
    await expect(messages(page)).to_have_count(2)


async def test_a_command_without_a_response_leaves_a_private_note(
    page: Page, here: LocalDiscord
) -> None:
    here.interactions.deadline = 0.2
    await run(page, "/silent")
    note = page.get_by_test_id("note")
    await expect(note).to_contain_text("The application did not respond")
    await expect(note).to_contain_text("/silent")
    await expect(note).to_contain_text("Only you can see this")
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)


async def test_a_message_is_sent(page: Page) -> None:
    await run_for_message(page, "Good <b>evening</b> everybody")
    await expect(newest(page).locator(".text")).to_have_text("Good <b>evening</b> everybody")
    await expect(newest(page).locator(".author")).to_have_text("Ada")


async def test_shift_enter_starts_a_new_line(page: Page) -> None:
    await box(page).press_sequentially("one")
    await box(page).press("Shift+Enter")
    await box(page).press_sequentially("two")
    await box(page).press("Enter")
    await expect(newest(page).locator(".text")).to_have_text("one\ntwo", use_inner_text=True)


async def test_a_message_that_is_too_long_is_not_sent(page: Page) -> None:
    await run(page, "x" * 2001)
    await expect(page.get_by_test_id("problem")).to_have_text(
        "A message can have at most 2000 characters; this one has 2001."
    )


async def test_commands_are_hidden_from_those_without_the_permission(
    here: LocalDiscord, page: Page, shared_browser: Browser
) -> None:
    table, ben = GUILDS[0].id, USERS[1].id
    await box(page).press_sequentially("/keep")
    await expect(suggestions(page)).to_have_count(1)
    async with window(shared_browser, f"{here.page_url}#user=Ben") as bens:
        await ready(bens)
        await box(bens).press_sequentially("/keep")
        await expect(suggestions(bens)).to_have_count(0)
        here.give_roles(table, ben, await here.add_role(table, "Keeper", MANAGE_GUILD))
        await expect(suggestions(bens)).to_have_text(["/keeperOnly for keepers"])
