"""Message components: buttons, menus, pictures and others."""

from __future__ import annotations

import discord
from playwright.async_api import Page, expect

from local_discord import LocalDiscord
from local_discord.fixtures import GUILDS
from local_discord.testing.browser import PHONE
from local_discord.testing.page import messages, newest, run_for_message
from local_discord.tests.demo_bot import png
from local_discord.tests.page.page_bot import PageBot


async def test_a_press_edits_the_message(page: Page, bot: PageBot) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(message.get_by_role("heading")).to_have_text("Board 1")
    await expect(message.locator("img")).to_have_attribute("alt", "Board 1")
    assert bot.presses == ["turn:0"]


async def test_a_button_has_its_custom_id(page: Page) -> None:
    message = await run_for_message(page, "/board")
    button = message.locator('button[data-custom-id="turn:0"]')
    await expect(button).to_have_text("Turn")
    await expect(message.get_by_role("button", name="Off")).to_be_disabled()


async def test_a_pressed_button_is_busy_until_the_response(page: Page, bot: PageBot) -> None:
    message = await run_for_message(page, "/board")
    slow = message.get_by_role("button", name="Slow")
    await slow.click()
    await expect(slow).to_have_attribute("aria-busy", "true")
    bot.gate.set()
    await expect(message).to_contain_text("Board 1")
    await expect(slow).not_to_have_attribute("aria-busy", "true")


async def test_two_quick_presses_both_reach_the_bot(page: Page, bot: PageBot) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Slow").click()
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(message).to_contain_text("Board 1")
    bot.gate.set()
    await expect(message.get_by_role("button", name="Slow")).not_to_have_attribute(
        "aria-busy", "true"
    )
    assert bot.presses == ["slow:0", "turn:0"]


async def test_a_press_without_a_response_shows_an_error_below_the_message(
    page: Page, here: LocalDiscord
) -> None:
    here.interactions.deadline = 0.2
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Silent").click()
    failure = message.get_by_role("alert")
    await expect(failure).to_have_text("The application did not respond")
    here.interactions.deadline = 3.0
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(failure).to_be_hidden()


async def test_a_desktop_picture_fits_discords_box(page: Page) -> None:
    message = await run_for_message(page, "/board")
    shown = await message.locator("img").bounding_box()
    assert shown is not None
    assert (round(shown["width"]), round(shown["height"])) == (550, 350)
    await message.get_by_role("button", name="Turn", exact=True).click()
    await expect(message.locator("img")).to_have_attribute("alt", "Board 1")
    shown = await message.locator("img").bounding_box()
    assert shown is not None
    assert round(shown["height"]) == 350
    assert shown["width"] < 550


async def test_a_phone_picture_fills_its_container(phone: Page) -> None:
    message = await run_for_message(phone, "/board")
    shown = await message.locator("img").bounding_box()
    around = await message.locator(".container").bounding_box()
    assert shown is not None
    assert around is not None
    assert shown["width"] > 300
    assert around["width"] - shown["width"] < 30


async def test_a_press_on_a_picture_enlarges_it(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Enlarge: Board 0").click()
    large = page.get_by_role("dialog", name="Picture")
    shown = await large.locator("img").bounding_box()
    assert shown is not None
    assert shown["width"] > 1000
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_thirty_buttons_on_a_narrow_phone_are_large_enough_to_tap(phone: Page) -> None:
    message = await run_for_message(phone, "/table")
    buttons = message.locator("button[data-custom-id]")
    await expect(buttons).to_have_count(30)
    for box in [await button.bounding_box() for button in await buttons.all()]:
        assert box is not None
        assert box["height"] >= 40
        assert box["width"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


async def test_the_page_never_scrolls_sideways(page: Page) -> None:
    for command in ("/showcase", "/old", "/menus", "/table", "/say text:" + "x" * 300):
        await run_for_message(page, command)
    for width in (1280, PHONE["width"], 360, 320):
        await page.set_viewport_size({"width": width, "height": 800})
        wide = await page.evaluate(
            "[...document.querySelectorAll('#log *, .topbar *, .composer *')]"
            ".filter((node) => node.checkVisibility() && !node.closest('dialog, pre, .unseen'))"
            ".filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5)"
            ".map((node) => node.outerHTML.slice(0, 80))"
        )
        assert wide == [], width


async def test_every_v2_component_is_shown(page: Page) -> None:
    message = await run_for_message(page, "/showcase")
    await expect(message.locator(".subtext")).to_have_text("Above")
    await expect(message.get_by_role("heading", name="Title")).to_be_visible()
    await expect(message.get_by_alt_text("Thumb")).to_be_visible()
    await expect(message.get_by_alt_text("Wide")).to_be_visible()
    await expect(message.get_by_role("separator")).to_be_visible()
    await expect(message.get_by_role("link", name="notes.txt")).to_be_visible()
    await expect(message.get_by_role("button", name="Beside")).to_be_visible()
    for style in ("primary", "secondary", "success", "danger"):
        await expect(message.get_by_role("button", name=style)).to_have_class(f"button {style}")
    link = message.get_by_role("link", name="Away")
    await expect(link).to_have_attribute("href", "https://example.com/there")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    accent = await message.locator(".container").first.evaluate(
        "(node) => getComputedStyle(node).borderLeftColor"
    )
    assert accent == "rgb(51, 102, 204)"


async def test_a_press_reveals_a_spoiler_component(page: Page) -> None:
    message = await run_for_message(page, "/showcase")
    await expect(message.locator(".lid")).to_have_count(2)
    secret = message.locator(".container", has_text="The butler did it")
    assert await secret.evaluate("(node) => node.inert")
    await message.locator(".lid").last.click()
    await expect(message.locator(".lid")).to_have_count(1)
    assert not await secret.evaluate("(node) => node.inert")


async def test_a_legacy_message_shows_content_embed_files_and_buttons(page: Page) -> None:
    message = await run_for_message(page, "/old")
    await expect(message).to_contain_text("The content")
    embed = message.locator(".embed")
    await expect(embed).to_contain_text("The description")
    await expect(embed.get_by_role("link", name="The title")).to_be_visible()
    await expect(embed.locator("dt")).to_have_text(["First", "Second"])
    await expect(embed).to_contain_text("The footer")
    await expect(embed.locator("img")).to_have_js_property("naturalWidth", 200)
    await expect(message.get_by_alt_text("A small one")).to_have_count(1)
    await expect(message.locator("img")).to_have_count(2)
    await expect(message.locator(".file")).to_contain_text("data.json")
    await expect(message.locator(".file")).to_contain_text("2.0 KB")
    await expect(message.get_by_role("button", name="Old")).to_be_visible()


async def test_a_choice_from_a_menu_is_sent(page: Page) -> None:
    message = await run_for_message(page, "/menus")
    await message.get_by_role("button", name="Choose a fruit").click()
    options = page.get_by_role("listbox", name="Choose a fruit").get_by_role("option")
    await expect(options).to_have_count(2)
    await expect(options.first).to_contain_text("Round")
    await options.nth(1).click()
    await expect(newest(page)).to_contain_text("One: b")
    await expect(message.locator('[data-custom-id="one"]')).to_have_text("Banana")


async def test_a_menu_works_with_the_keyboard(page: Page) -> None:
    message = await run_for_message(page, "/menus")
    await message.locator('[data-custom-id="one"]').press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("One: b")


async def test_several_choices_are_sent_when_the_menu_closes(page: Page) -> None:
    message = await run_for_message(page, "/menus")
    menu = message.locator('[data-custom-id="several"]')
    await menu.click()
    options = page.get_by_role("listbox", name="Choose two").get_by_role("option")
    await options.nth(0).click()
    await page.keyboard.press("Escape")
    await expect(menu).to_have_text("Choose two")
    await menu.click()
    await options.nth(0).click()
    await options.nth(2).click()
    await page.keyboard.press("Escape")
    await expect(newest(page)).to_contain_text("Several: x z")
    await expect(messages(page)).to_have_count(2)


async def test_a_user_is_chosen_by_name(page: Page) -> None:
    message = await run_for_message(page, "/menus")
    await message.get_by_role("button", name="Choose a user").click()
    await page.get_by_role("option", name="@Chiyo").click()
    await expect(newest(page)).to_contain_text("Person: Chiyo")


async def test_uploaded_emoji_are_pictures_in_texts_and_on_buttons(
    page: Page, here: LocalDiscord, bot: PageBot
) -> None:
    emoji = await bot.create_application_emoji(name="hearts", image=png(8, 8))
    bare = await here.add_emoji("bare")
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Queen", emoji=emoji))
    channel = bot.get_partial_messageable(GUILDS[0].channels[0].id)
    await channel.send(f"Well, {emoji} or <:bare:{bare.id}>?", view=view)
    message = newest(page)
    await expect(message).to_contain_text(":bare:")
    for picture in await message.get_by_alt_text(":hearts:").all():
        await expect(picture).to_have_js_property("naturalWidth", 8)
    await expect(message.get_by_role("button", name="Queen").locator("img")).to_have_count(1)
