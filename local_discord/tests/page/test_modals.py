"""Modals."""

from __future__ import annotations

from playwright.async_api import FilePayload, Locator, Page, expect

from local_discord.testing.page import messages, newest, run, run_for_message


def form(page: Page) -> Locator:
    """The open modal."""
    return page.get_by_role("dialog", name="Your order")


async def test_a_modal_is_filled_in_and_submitted(page: Page) -> None:
    await run(page, "/form")
    await expect(form(page).locator(".text strong")).to_have_text("in")
    await form(page).get_by_label("Name").fill("Ada")
    await form(page).get_by_label("Wishes").fill("warm\nand large")
    await form(page).get_by_label("Pie").select_option("Cherry pie")
    await form(page).get_by_role("button", name="Submit").click()
    await expect(newest(page).locator(".text")).to_have_text(
        "name=Ada wishes=warm\nand large pie=pie-3", use_inner_text=True
    )
    await expect(form(page)).to_have_count(0)


async def test_an_invalid_modal_says_why_and_stays_open(page: Page) -> None:
    await run(page, "/form")
    name, problem = form(page).get_by_label("Name"), form(page).get_by_role("alert")
    await expect(name).to_have_value("Al")
    await expect(name).to_be_focused()
    await name.fill("A")
    await name.press("Enter")
    await expect(problem).to_have_text("Name needs at least 2 characters.")
    await name.fill("")
    await name.press("Enter")
    await expect(problem).to_have_text("Name can't be empty.")
    await name.fill("Ada")
    await name.press("Enter")
    await expect(problem).to_have_text("Choose something for Pie.")
    await expect(messages(page)).to_have_count(0)


async def test_a_text_input_enforces_its_limit(page: Page) -> None:
    await run(page, "/form")
    name = form(page).get_by_label("Name")
    await name.fill("")
    await name.press_sequentially("x" * 25)
    await expect(name).to_have_value("x" * 20)
    await expect(form(page)).to_contain_text("20 / 20")


async def test_a_file_is_sent(page: Page) -> None:
    await run(page, "/upload")
    dialog = page.get_by_role("dialog", name="Your file")
    chooser = dialog.get_by_label("File")
    large: FilePayload = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"x" * 150_001}
    await chooser.set_input_files(large)
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.get_by_role("alert")).to_have_text("This page sends no more than 150 kB.")
    await chooser.set_input_files({**large, "buffer": "König ♠".encode()})
    await dialog.get_by_role("button", name="Submit").click()
    await expect(newest(page)).to_contain_text("a.txt: König ♠")


async def test_escape_closes_a_modal(page: Page) -> None:
    await run(page, "/form")
    await expect(form(page)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(form(page)).to_have_count(0)


async def test_a_button_may_open_a_modal(page: Page) -> None:
    message = await run_for_message(page, "/board")
    await message.get_by_role("button", name="Form").click()
    await form(page).get_by_label("Name").fill("Ben")
    await form(page).get_by_label("Pie").select_option("Apple pie")
    await form(page).get_by_role("button", name="Submit").click()
    await expect(newest(page)).to_contain_text("name=Ben wishes= pie=pie-1")
