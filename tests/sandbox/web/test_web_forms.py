"""Forms, menus, files and names in the web client, at the width of a desk and of a phone."""

from __future__ import annotations

import time

import discord
import pytest
from playwright.async_api import Browser, FilePayload, Locator, Page, ViewportSize, expect

from sandbox import Sandbox
from sandbox.people import People
from tests.sandbox.web.sample_bot import Bot
from tests.sandbox.web.visitor import Visitor, listen

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("chromium")]
PHONE: ViewportSize = {"width": 390, "height": 844}
NOTE: FilePayload = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"E5 F5"}


async def opened(visitor: Visitor, command: str, title: str) -> Locator:
    await visitor.run(command)
    form = visitor.page.get_by_role("dialog", name=title)
    await expect(form).to_be_visible()
    return form


async def widest(page: Page) -> int:
    """The right edge of what reaches furthest to the right in the open dialog."""
    return await page.evaluate(
        """Math.max(...[...document.querySelectorAll("dialog *")]
            .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().right))"""
    )


# Forms


async def test_a_form_with_every_part_is_filled_in_and_sent(visitor: Visitor) -> None:
    form = await opened(visitor, "/survey", "How shall we play?")
    await expect(form.locator("strong")).to_have_text("opens")
    pace = form.get_by_role("radiogroup", name="Pace")
    await expect(pace.get_by_role("radio", name="Live")).to_be_focused()
    await visitor.press("ArrowDown")
    await expect(pace.get_by_role("radio", name="Daily")).to_be_checked()
    days = form.get_by_role("group", name="Days optional").get_by_role("checkbox")
    await days.nth(0).check()
    await days.nth(2).check()
    await expect(days.nth(1)).to_be_disabled()
    async with visitor.page.expect_file_chooser() as asked:
        await form.get_by_role("button", name="Choose a file").click()
    await (await asked.value).set_files(NOTE)
    await expect(form.locator(".picked")).to_contain_text("note.txt")
    quiet = form.get_by_role("checkbox", name="Ring nobody at night")
    await expect(quiet).to_be_checked()
    await quiet.uncheck()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(visitor.last).to_contain_text("daily, ['Friday', 'Sunday'], [('note.txt', b'E5 F5')], False")


async def test_a_form_says_below_each_part_what_is_missing(visitor: Visitor) -> None:
    form = await opened(visitor, "/survey", "How shall we play?")
    await form.get_by_role("button", name="Submit").click()
    alert = form.get_by_role("alert")
    await expect(alert).to_have_text("“Pace” is required.")
    live = form.get_by_role("radio", name="Live")
    await expect(live).to_be_focused()
    await expect(form.get_by_role("radiogroup")).to_have_attribute("aria-invalid", "true")
    await live.check()
    await expect(alert).to_have_count(0)
    large: FilePayload = {**NOTE, "name": "large.bin", "buffer": bytes(10 * 1024 * 1024 + 1)}
    await form.locator("input[type=file]").set_input_files(large)
    await form.get_by_role("button", name="Submit").click()
    await expect(alert).to_have_text("“large.bin” is larger than 10 MiB.")
    await form.get_by_role("button", name="Remove large.bin").click()
    await expect(alert).to_have_count(0)
    await form.get_by_role("button", name="Submit").click()
    await expect(visitor.last).to_contain_text("live, [], [], True")


async def test_people_roles_and_channels_are_chosen_in_a_form(box: Sandbox, visitor: Visitor) -> None:
    async with People(box.url) as people:
        await people.role("Judges")
        await people.newcomer("eve")
    await visitor.page.reload()
    await visitor.page.locator(".beginning").wait_for()
    form = await opened(visitor, "/company", "Who and where?")
    option = visitor.page.get_by_role("option")
    await form.get_by_role("combobox", name="Guest").click()
    await expect(option.filter(has_text="eve")).to_have_count(0)
    await option.filter(has_text="Basile").click()
    await form.get_by_role("combobox", name="Role").click()
    await option.filter(has_text="Judges").click()
    await form.get_by_role("combobox", name="Where").click()
    await option.filter(has_text="salon").click()
    why = form.get_by_label("Why")
    await why.fill("x")
    await visitor.press("Control+Enter")
    await expect(form.get_by_role("alert")).to_have_text("“Why” needs at least 5 characters.")
    await expect(why).to_be_focused()
    await why.fill("It is late.")
    await visitor.press("Control+Enter")
    await expect(form).to_have_count(0)
    await expect(visitor.last).to_contain_text("basile, Judges, salon")


async def test_the_keyboard_stays_in_a_form_until_escape_closes_it(visitor: Visitor) -> None:
    form = await opened(visitor, "/survey", "How shall we play?")
    inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
    for _ in range(12):
        await visitor.press("Tab")
        assert await visitor.page.evaluate(inside)
    # A click beside it would lose what was typed.
    await visitor.page.mouse.click(20, 20)
    await expect(form).to_be_visible()
    await visitor.press("Escape")
    await expect(form).to_have_count(0)
    await expect(visitor.field).to_be_focused()


async def test_a_form_fills_a_phone_and_speaks_its_language(visitor: Visitor) -> None:
    await visitor.page.set_viewport_size(PHONE)
    await visitor.press("Alt+Digit2")
    form = await opened(visitor, "/survey", "How shall we play?")
    await form.locator("input[type=file]").set_input_files({**NOTE, "name": f"{'long ' * 20}.txt"})
    await expect(form.get_by_role("group", name="Days facultatif")).to_contain_text("De 0 à 2 choix")
    assert await widest(visitor.page) <= PHONE["width"]
    send = form.get_by_role("button", name="Valider")
    await send.click()
    await expect(form.get_by_role("alert")).to_have_text("«\u00a0Pace\u00a0» est obligatoire.")
    await expect(send).to_be_in_viewport(ratio=1)
    nameless = await form.evaluate(
        """form => [...form.querySelectorAll("button, input:not([hidden]), textarea")]
            .filter(e => !(e.ariaLabel || e.innerText || e.labels?.length)).length"""
    )
    assert nameless == 0


# Menus


async def test_the_menu_of_a_message_opens_by_the_right_button_and_is_walked(visitor: Visitor) -> None:
    await visitor.write("good morning")
    await visitor.press("Enter")
    said = visitor.last
    await expect(said).to_contain_text("good morning")
    await said.locator(".text").click(button="right")
    menu = visitor.page.get_by_role("menu")
    items = menu.get_by_role("menuitem")
    await expect(items).to_have_text(["Quote", "Shout It", "Greet", "Delete message"])
    await expect(items.first).to_be_focused()
    await visitor.press("ArrowUp")
    await expect(items.last).to_be_focused()
    await visitor.press("s")
    await expect(items.nth(1)).to_be_focused()
    await visitor.press("Enter")
    await expect(menu).to_have_count(0)
    await expect(visitor.last).to_contain_text("GOOD MORNING")
    await expect(visitor.last).to_contain_text("Ada used Shout It")


async def test_a_person_has_a_menu_at_the_name_and_at_the_portrait(visitor: Visitor) -> None:
    await visitor.write("good morning")
    await visitor.press("Enter")
    await visitor.last.get_by_role("button", name="Ada", exact=True).click()
    menu = visitor.page.get_by_role("dialog", name="Commands for Ada")
    await expect(menu.get_by_role("menuitem")).to_have_text(["Greet"])
    await visitor.press("Escape")
    await visitor.page.locator(".person", has_text="Basile").click(button="right")
    menu = visitor.page.get_by_role("dialog", name="Commands for Basile")
    await menu.get_by_role("menuitem", name="Greet").click()
    await expect(visitor.last).to_contain_text("Hello Basile")
    await expect(visitor.page.locator(".me-name")).to_have_text("Ada")


async def test_a_long_press_opens_the_menu_of_a_phone(visitor: Visitor) -> None:
    await visitor.page.set_viewport_size(PHONE)
    await visitor.write("good morning")
    await visitor.press("Enter")
    text = visitor.last.locator(".text")
    await expect(text).to_contain_text("good morning")
    finger = {"pointerType": "touch", "clientX": 90, "clientY": 700, "bubbles": True}
    await text.dispatch_event("pointerdown", finger)
    menu = visitor.page.get_by_role("menu")
    await expect(menu).to_be_visible()
    await text.dispatch_event("pointerup", finger)
    dialog = visitor.page.get_by_role("dialog")
    box = await dialog.bounding_box()
    assert box is not None
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 390, 844)
    await menu.get_by_role("menuitem", name="Quote").click()
    await expect(visitor.last).to_contain_text("Quoted: good morning")


async def test_a_finger_that_moves_opens_no_menu(visitor: Visitor) -> None:
    await visitor.write("good morning")
    await visitor.press("Enter")
    text = visitor.last.locator(".text")
    page = visitor.page
    await page.clock.install()
    finger = {"pointerType": "touch", "clientX": 90, "bubbles": True}
    for last, shown in ((100, 0), (104, 1)):
        start = 100 if shown else 130
        await text.dispatch_event("pointerdown", {**finger, "clientY": start})
        await text.dispatch_event("pointermove", {**finger, "clientY": last})
        await page.clock.run_for(600)
        await expect(page.get_by_role("menu")).to_have_count(shown)


# Files and names


async def test_a_command_takes_a_file(visitor: Visitor) -> None:
    # Who listens first turns the interception on, and nobody hears when it is on: long before it is needed.
    visitor.page.on("filechooser", lambda _: None)
    await visitor.write("/load")
    await visitor.press("Enter")
    choose = visitor.page.locator('[data-option="record"]')
    await expect(choose).to_be_focused()
    await expect(choose).to_have_text("Choose a file")
    await visitor.page.locator(".send").click()
    await expect(visitor.page.locator(".problem")).to_have_text("“record” is required.")
    async with visitor.page.expect_file_chooser() as asked:
        await visitor.press("Enter")
    await (await asked.value).set_files(NOTE)
    await expect(choose).to_have_text("note.txt")
    await visitor.page.locator(".send").click()
    await expect(visitor.last).to_contain_text("note.txt: E5 F5 None")


async def test_an_at_lists_people_and_sends_a_mention(visitor: Visitor) -> None:
    await visitor.write("Well done, @")
    await expect(visitor.suggestions).to_have_count(5)
    await visitor.page.keyboard.type("chl")
    await expect(visitor.suggestions).to_have_text(["CChloé@chloe"])
    await visitor.press("Enter")
    await expect(visitor.field).to_have_value("Well done, @chloe ")
    await visitor.page.keyboard.type("and a@b, @nobody, @basile.")
    await visitor.press("Escape", "Enter")
    await expect(visitor.last.locator(".text")).to_have_text("Well done, @Chloé and a@b, @nobody, @Basile.")
    await expect(visitor.last.locator(".mention")).to_have_text(["@Chloé", "@Basile"])


async def test_an_at_lists_people_in_the_text_of_a_command(visitor: Visitor) -> None:
    await visitor.write("/echo @ba")
    await expect(visitor.suggestions).to_have_text(["BBasile@basile"])
    await visitor.press("Enter")
    await expect(visitor.page.locator('[data-option="text"]')).to_have_value("@basile ")
    await visitor.press("Enter")
    await expect(visitor.last.locator(".mention").last).to_have_text("@Basile")


# Languages, cards, pictures


async def test_a_french_browser_is_served_in_french_from_the_start(
    browser: Browser, box: Sandbox, bot: Bot
) -> None:
    context = await browser.new_context(locale="fr-CA")
    page = await context.new_page()
    complaints = listen(page)
    await page.goto(box.url)
    await expect(page.locator(".me-name")).to_have_text("Basile")
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page.locator(".hint")).to_contain_text("/jouer")
    visitor = Visitor(page, box)
    await visitor.write("/chev")
    await visitor.press("Enter", "Enter")
    await expect(visitor.last).to_contain_text("Your rack")
    await expect(visitor.last.locator(".context")).to_have_text("BBasile a utilisé /chevalet")
    await visitor.write("</genial new:5>")
    await visitor.press("Escape", "Enter")
    await expect(visitor.last.locator(".mention")).to_have_text("/genial nouvelle")
    await visitor.sit("Ada")
    await expect(visitor.last.locator(".mention")).to_have_text("/genial new")
    assert complaints == []
    await context.close()


async def test_a_card_covers_nothing_and_says_moments_as_the_page_does(
    browser: Browser, box: Sandbox, bot: Bot
) -> None:
    context = await browser.new_context(viewport=PHONE, timezone_id="Asia/Tokyo", locale="en-US")
    page = await context.new_page()
    visitor = Visitor(page, box)
    await visitor.arrive()
    await visitor.run("/genial new")
    await expect(visitor.last).to_contain_text("Clicks: 0")
    channel = bot.get_channel(int(visitor.channel_id("salon")))
    assert isinstance(channel, discord.TextChannel)
    due = int(time.time()) + 7200
    await channel.send(f"<@{visitor.person_id('Basile')}> until <t:0:t>, <t:{due}:R>")
    card = page.locator(".call")
    await expect(card.locator(".call-push")).to_have_text("@Basile until 9:00 AM, in 2 hours")
    await expect(card.locator("time")).to_have_count(2)
    inside = """call => {
        const room = document.querySelector(".scroller").getBoundingClientRect();
        const box = call.getBoundingClientRect();
        return box.bottom <= room.top && box.left >= 0 && box.right <= innerWidth;
    }"""
    assert await card.evaluate(inside)
    await expect(visitor.button("Count")).to_be_in_viewport(ratio=1)
    await visitor.button("Count").click()
    await expect(visitor.last).to_contain_text("Clicks: 1")
    await context.close()


async def test_a_card_moves_nothing_that_is_being_read(visitor: Visitor, bot: Bot) -> None:
    channel = bot.get_channel(int(visitor.channel_id("salon")))
    assert isinstance(channel, discord.TextChannel)
    for number in range(40):
        await visitor.write(f"Message {number}")
        await visitor.press("Enter")
    await expect(visitor.messages).to_have_count(40)
    await visitor.page.locator(".scroller").hover()
    await visitor.page.mouse.wheel(0, -300)
    await expect(visitor.page.get_by_role("button", name="Jump to the latest message")).to_be_visible()
    read = visitor.messages.filter(has_text="Message 30")
    before = await read.bounding_box()
    await channel.send(f"<@{visitor.person_id('Basile')}> your turn")
    await expect(visitor.page.locator(".call")).to_be_visible()
    after = await read.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1


async def test_a_picture_opens_with_its_whole_description(visitor: Visitor, bot: Bot) -> None:
    await visitor.page.set_viewport_size(PHONE)
    await visitor.run("/genial new")
    long = " ".join(f"Place {number} is free." for number in range(120))
    await visitor.page.locator(".gallery img").evaluate("(image) => image.decode()")
    await visitor.page.evaluate(
        """async (alt) => {
            const { showPicture } = await import("/js/dialogs.js");
            showPicture(document.querySelector(".gallery img").src, alt);
        }""",
        long,
    )
    said = visitor.page.locator(".full-alt")
    await expect(said).to_have_text(long)
    assert await said.evaluate("p => p.scrollHeight <= p.clientHeight")
    image = visitor.page.get_by_role("dialog").locator("img")
    assert await image.evaluate("image => image.clientWidth") == PHONE["width"]
    await visitor.page.get_by_role("link", name="Open in a new tab").scroll_into_view_if_needed()
    await expect(said).to_be_in_viewport()
