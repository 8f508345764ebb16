"""A visitor at the web client, with a real sandbox, a real discord.py bot and a real Chromium."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Route, ViewportSize, expect

from sandbox import Sandbox
from sandbox.people import People
from tests.sandbox.web.sample_bot import ALT, Bot
from tests.sandbox.web.visitor import Visitor, listen

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("chromium")]
ROOT = Path(__file__).parents[3]
PHONE: ViewportSize = {"width": 390, "height": 844}


async def test_the_first_visit_says_what_to_type_and_the_hint_leaves_with_the_first_command(
    visitor: Visitor,
) -> None:
    hint = visitor.page.locator(".hint")
    await expect(hint).to_contain_text("/play")
    await hint.get_by_role("button", name="Try it").click()
    await expect(visitor.suggestions.first).to_have_text(re.compile("^/play"))
    await visitor.press("Enter", "Enter")
    await expect(visitor.last).to_contain_text("Ada used /play")
    await expect(hint).to_be_hidden()
    await visitor.page.reload()
    await expect(visitor.last).to_contain_text("It is Ada’s turn.")
    await expect(hint).to_be_hidden()


async def test_the_hint_names_the_command_in_the_language_of_who_sits_there(visitor: Visitor) -> None:
    hint = visitor.page.locator(".hint")
    await expect(hint).to_contain_text("/play")
    await visitor.sit("Basile")
    await expect(hint).to_contain_text("/jouer")
    await hint.get_by_role("button", name="Essayer").click()
    await expect(visitor.suggestions.first).to_have_text(re.compile("^/jouer"))
    await visitor.sit("Ada")
    await expect(hint).to_contain_text("/play")


async def test_a_command_is_found_completed_and_sent_with_the_keyboard(visitor: Visitor) -> None:
    await visitor.write("/")
    await expect(visitor.suggestions).to_have_count(13)
    await expect(visitor.field).to_have_attribute("aria-expanded", "true")
    await visitor.page.keyboard.type("gen")
    await expect(visitor.suggestions).to_have_count(2)
    await visitor.press("ArrowDown")
    await expect(visitor.field).to_have_attribute("aria-activedescendant", "suggest-1")
    await visitor.press("Enter")
    move = visitor.page.locator('[data-option="move"]')
    await expect(move).to_be_focused()
    await expect(visitor.suggestions).to_have_count(8)
    await visitor.page.keyboard.type("br e5")
    await expect(visitor.suggestions).to_have_text(["BR E5 F5 — 3 points"])
    await visitor.press("Tab")
    await expect(move).to_have_value("BR E5 F5 — 3 points")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("Played BR E5 F5.")
    await expect(visitor.field).to_be_focused()


async def test_a_whole_command_may_be_typed_at_once(visitor: Visitor) -> None:
    await visitor.write("/genial play move:BR G1 H1")
    await expect(visitor.page.locator(".suggest-note")).to_have_text("No choice matches.")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("Played BR G1 H1.")


async def test_text_without_a_name_goes_to_the_first_option_that_is_left(visitor: Visitor) -> None:
    await visitor.write("/genial new 3 form:tea")
    await expect(visitor.page.locator('[data-option="seats"]')).to_have_value("3 form:tea")
    await visitor.press("Escape", "Escape")
    await visitor.field.fill("/genial new 3 form:tea")
    await expect(visitor.page.locator('[data-option="seats"]')).to_have_value("3")
    await expect(visitor.page.locator('[data-option="form"]')).to_have_value("tea")


async def test_options_are_checked_before_they_are_sent(visitor: Visitor) -> None:
    problem = visitor.page.locator(".problem")
    await visitor.write("/genial play ")
    await expect(visitor.suggestions).to_have_count(8)
    await visitor.press("Escape", "Enter")
    await expect(problem).to_have_text("“move” is required.")
    await visitor.press("Escape")
    await visitor.write("/genial new ")
    await expect(visitor.suggestions).to_have_count(2)
    await visitor.page.keyboard.type("sea")
    await visitor.press("Enter")
    await visitor.page.keyboard.type("9")
    await visitor.press("Enter")
    await expect(problem).to_have_text("“seats” must be between 1 and 4.")
    await visitor.press("Backspace")
    await visitor.page.keyboard.type("3")
    await visitor.page.locator(".tail").click()
    await visitor.suggestions.filter(has_text="form").click()
    await expect(visitor.suggestions).to_have_text(["Free", "Teams"])
    await visitor.suggestions.filter(has_text="Teams").click()
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("It is Ada’s turn.")
    assert "/commands" not in str(visitor.box.ledger.violations)


async def test_a_board_has_its_picture_described_and_grows_when_pressed(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    picture = visitor.page.locator(".gallery img")
    await expect(picture).to_have_attribute("alt", ALT)
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 400
    await visitor.page.locator(".gallery summary").click()
    await expect(visitor.page.locator(".gallery .alt p")).to_have_text(ALT)
    await picture.click()
    await expect(visitor.page.get_by_role("dialog").locator("img")).to_be_visible()
    await visitor.press("Escape")
    await expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    link = visitor.messages.get_by_role("link", name="Rules")
    await expect(link).to_have_attribute("href", "https://example.org/rules")
    await expect(visitor.button("Not now")).to_be_disabled()
    await expect(visitor.page.locator(".container")).to_have_css("border-left-color", "rgb(233, 169, 60)")


async def test_a_picture_keeps_its_room_until_it_has_come(visitor: Visitor) -> None:
    sent = asyncio.Event()

    async def late(route: Route) -> None:
        await sent.wait()
        await route.continue_()

    await visitor.page.route("**/attachments/**", late)
    await visitor.run("/genial new")
    picture = visitor.page.locator(".gallery img")
    sizes = "image => [image.naturalWidth, image.clientWidth, image.clientHeight]"
    await expect(picture).to_be_attached()
    assert await picture.evaluate(sizes) == [0, 400, 260]
    sent.set()
    await picture.evaluate("image => image.decode()")
    assert await picture.evaluate(sizes) == [400, 400, 260]


async def test_a_button_edits_its_message_and_keeps_the_focus(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await visitor.button("Count").click()
    await expect(visitor.last).to_contain_text("Clicks: 1")
    await expect(visitor.last).to_contain_text("(edited)")
    await expect(visitor.button("Count")).to_be_focused()
    # The message may change before the answer is there; until then a press is none.
    await expect(visitor.button("Count")).to_have_attribute("aria-busy", "false")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("Clicks: 2")


async def test_a_menu_is_chosen_from_with_the_keyboard_and_answers_in_private(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    menu = visitor.messages.get_by_role("combobox")
    await menu.focus()
    await visitor.press("ArrowDown")
    options = visitor.page.get_by_role("option")
    await expect(options).to_have_text(["E5 F57 points", "E4 E54 points", "G1 H10 points"])
    await visitor.press("ArrowDown", "Enter")
    await expect(visitor.last).to_contain_text("You chose E4 E5.")
    await expect(visitor.last).to_contain_text("Only you can see this")
    await expect(menu).to_contain_text("E4 E5")
    await visitor.last.get_by_role("button", name="Dismiss").click()
    await expect(visitor.messages).to_have_count(1)


async def test_several_options_are_sent_when_they_are_done(visitor: Visitor) -> None:
    await visitor.run("/guests")
    menu = visitor.messages.get_by_role("combobox").first
    await menu.click()
    done = visitor.page.get_by_role("button", name="Done")
    await visitor.page.get_by_role("option", name="Blue").click()
    await expect(done).to_be_disabled()
    await visitor.page.get_by_role("option", name="Red").click()
    await done.click()
    await expect(visitor.last).to_contain_text("Red and Blue")
    await expect(menu).to_have_text("RedBlue")


async def test_a_person_is_chosen_from_a_menu(visitor: Visitor) -> None:
    await visitor.run("/guests")
    await visitor.messages.get_by_role("combobox", name="A guest").click()
    await visitor.page.keyboard.type("chl")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("Welcome, @Chloé.")


async def test_a_file_can_be_downloaded_beside_an_embed(visitor: Visitor) -> None:
    await visitor.run("/record")
    await expect(visitor.last.locator(".embed")).to_contain_text("Match 1")
    await expect(visitor.last.locator(".embed dl")).to_have_text("Seats2")
    async with visitor.page.expect_download() as download:
        await visitor.last.get_by_role("link", name="match-1.txt").click()
    path = await (await download.value).path()
    assert path.read_text("utf-8") == "1 BR E5 F5\n"


async def test_a_form_is_filled_in_and_sent(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await visitor.button("Write").click()
    form = visitor.page.get_by_role("dialog", name="A word to the host")
    await expect(form.get_by_label("Subject")).to_be_focused()
    await visitor.page.keyboard.type("Tiles")
    await expect(form).to_contain_text("5 of 40 characters")
    await form.get_by_role("combobox", name="Mood").click()
    await visitor.page.get_by_role("option", name="Glad").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(visitor.last).to_contain_text("Glad: Tiles")


async def test_a_form_that_is_not_complete_stays_open_and_says_why(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await visitor.button("Write").click()
    form = visitor.page.get_by_role("dialog", name="A word to the host")
    await form.get_by_label("Subject").fill("Tiles")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("“Mood” is required.")
    await expect(form.get_by_label("Subject")).to_have_value("Tiles")


async def test_silence_is_said_where_the_click_was(visitor: Visitor, bot: Bot) -> None:
    await visitor.run("/genial new")
    await visitor.button("Silence").click()
    await expect(visitor.button("Silence")).to_have_attribute("aria-busy", "true")
    await bot.silent.wait()
    visitor.give_up()
    await expect(visitor.last.get_by_role("alert")).to_have_text("The application did not respond.")
    await visitor.sit("Dan")
    await expect(visitor.last.get_by_role("alert")).to_have_count(0)
    await visitor.sit("Ada")
    await expect(visitor.last.get_by_role("alert")).to_have_count(1)
    await visitor.button("Count").click()
    await expect(visitor.last).to_contain_text("Clicks: 1")
    await expect(visitor.last.get_by_role("alert")).to_have_count(0)


async def test_a_late_answer_is_announced_and_then_replaced(visitor: Visitor, bot: Bot) -> None:
    await visitor.run("/slow")
    await expect(visitor.last).to_contain_text("Longtable is thinking…")
    bot.thought.set()
    await expect(visitor.last).to_contain_text("Here it is, at last.")
    await expect(visitor.messages).to_have_count(1)


async def test_a_private_answer_is_seen_by_nobody_else(visitor: Visitor) -> None:
    await visitor.run("/secret")
    await expect(visitor.last).to_contain_text("Your rack: BR RO GG")
    await visitor.write("Good luck!")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("Good luck!")
    await visitor.sit("Dan")
    await expect(visitor.messages).to_have_count(1)
    await expect(visitor.messages).to_contain_text(["Good luck!"])
    await visitor.sit("Ada")
    await expect(visitor.messages).to_have_count(2)


async def test_a_direct_message_arrives_with_a_mark(visitor: Visitor) -> None:
    await visitor.run("/letter")
    direct = visitor.page.locator(".channel", has_text="Longtable")
    await expect(direct.locator(".count")).to_have_text("1")
    await direct.click()
    await expect(visitor.last).to_contain_text("A letter for you.")
    await expect(direct.locator(".count")).to_have_count(0)
    await visitor.sit("Basile")
    await expect(visitor.messages).to_have_count(0)


async def test_a_call_shows_whose_turn_it_is_and_leads_there(visitor: Visitor) -> None:
    await visitor.write("/thread Table 1")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("bas")
    await expect(visitor.suggestions).to_have_count(1)
    await visitor.press("Enter", "Enter")
    basile = visitor.page.locator(".person", has_text="Basile")
    await expect(basile.locator(".count")).to_have_text("1")
    await expect(basile).to_have_attribute("aria-label", "Be Basile, 1 mention")
    await expect(visitor.last.get_by_role("button", name="Open the thread “Table 1”")).to_be_enabled()
    await visitor.page.locator(".call").click()
    await expect(visitor.page.locator(".channel-title")).to_have_text("Table 1")
    await expect(visitor.last.locator(".mention.mine")).to_have_text("@Basile")
    await expect(basile.locator(".count")).to_have_count(0)
    assert visitor.page.url.split("/")[-2] == visitor.person_id("Basile")


async def test_seats_are_changed_from_the_keyboard(visitor: Visitor) -> None:
    await visitor.field.focus()
    await visitor.press("Alt+Digit3")
    await expect(visitor.page.locator(".me-name")).to_have_text("Chloé")
    await expect(visitor.page.locator(".person", has_text="Chloé")).to_have_attribute("aria-pressed", "true")


async def test_a_world_begun_anew_is_shown_without_reloading(box: Sandbox, context: BrowserContext) -> None:
    page = await context.new_page()
    before = Visitor(page, box)
    await before.arrive()
    await before.write("Old world")
    await before.press("Enter")
    await expect(before.messages).to_have_count(1)
    old = before.person_id("Ada")
    answer = await page.request.post(f"{box.url}/reset")
    assert answer.ok
    await expect(page.locator(".person").first).not_to_have_attribute("data-person", old)
    await expect(page.locator(".status")).to_be_hidden()
    await expect(page.locator(".beginning")).to_be_visible()
    await expect(before.messages).to_have_count(0)


async def test_each_person_reads_the_page_and_the_commands_in_their_language(visitor: Visitor) -> None:
    await visitor.sit("Basile")
    await expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")
    await expect(visitor.field).to_have_attribute("placeholder", re.compile("^Écrire à #games"))
    await visitor.write("/genial jou")
    await expect(visitor.suggestions).to_have_text(["/genial jouercoupJoue un coup"])
    await visitor.press("Enter")
    await expect(visitor.suggestions).to_have_count(8)
    await visitor.press("Escape", "Escape")
    await visitor.page.get_by_role("button", name="Réglages").click()
    languages = visitor.page.get_by_role("group", name="Langue", exact=True)
    await languages.get_by_role("radio", name="English").click()
    await expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    assert visitor.box.world.person(visitor.person_id("Basile"))["_locale"] == "en-US"


async def test_a_community_server_is_given_its_language_in_the_settings(visitor: Visitor) -> None:
    await visitor.page.get_by_role("button", name="Settings").click()
    server = visitor.page.get_by_role("group", name="The server’s language")
    french = server.get_by_role("radio", name="Français")
    await expect(french).to_be_disabled()
    # The event that lets French be chosen may come before the answer: each answer is waited for.
    async with visitor.page.expect_response("**/guilds/*"):
        await server.get_by_role("checkbox").check()
    async with visitor.page.expect_response("**/guilds/*"):
        await french.check()
    (guild,) = visitor.box.world.guilds.values()
    assert (guild["features"], guild["preferred_locale"]) == (["COMMUNITY"], "fr")
    async with visitor.page.expect_response("**/guilds/*"):
        await server.get_by_role("checkbox").uncheck()
    await expect(french).to_be_disabled()
    await expect(server.get_by_role("radio", name="English")).to_be_checked()
    assert (guild["features"], guild["preferred_locale"]) == ([], "en-US")


async def test_an_inbox_is_closed_in_the_settings(visitor: Visitor) -> None:
    await visitor.page.get_by_role("button", name="Settings").click()
    await visitor.page.get_by_role("checkbox", name="Accept direct messages").uncheck()
    await visitor.press("Escape")
    await visitor.page.get_by_role("button", name="Settings").click()
    await expect(visitor.page.get_by_role("checkbox", name="Accept direct messages")).not_to_be_checked()
    assert visitor.box.world.person(visitor.person_id("Ada"))["_inbox"] == "closed"


async def test_an_absent_bot_is_said_to_be_away(visitor: Visitor, bot: Bot) -> None:
    notice = visitor.page.locator(".notice")
    await expect(notice).to_be_hidden()
    await bot.close()
    await expect(notice).to_have_text("Longtable is offline. It answers again as soon as it is back.")


async def test_a_message_has_the_commands_of_its_menu(visitor: Visitor) -> None:
    await visitor.write("good morning")
    await visitor.press("Enter")
    await expect(visitor.last).to_contain_text("good morning")
    await visitor.last.hover()
    await visitor.last.get_by_role("button", name="Commands for this message").click()
    menu = visitor.page.get_by_role("dialog", name="Commands for this message")
    await expect(menu.get_by_role("menuitem", name="Greet")).to_be_visible()
    await menu.get_by_role("menuitem", name="Quote").click()
    await expect(menu).to_be_hidden()
    await expect(visitor.last).to_contain_text("Quoted: good morning")


async def test_a_pinned_message_is_announced(box: Sandbox, visitor: Visitor) -> None:
    async with People(box.url) as people:
        await people["ada"].pin(await people["ada"].say("keep this", "games"))
    await expect(visitor.last).to_contain_text("Ada pinned a message.")


async def test_faults_are_planned_in_their_panel(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await expect(visitor.last).to_contain_text("It is Ada’s turn.")
    await visitor.page.get_by_role("button", name="Make Discord misbehave").click()
    panel = visitor.page.get_by_role("dialog")
    await panel.get_by_label("How many").fill("3")
    await panel.get_by_role("button", name="Server error (500)").click()
    await expect(panel).to_contain_text("1 fault is waiting.")
    (planned,) = visitor.box.faults.planned
    assert (planned["match"], planned["times"], planned["do"]) == ({}, 3, {"status": 500})
    await panel.get_by_role("button", name="Clear").click()
    await expect(panel).not_to_contain_text("waiting")
    await panel.get_by_role("button", name="Delete the bot’s latest message").click()
    await expect(panel).to_contain_text("Done: Delete the bot’s latest message")
    await expect(visitor.messages).to_have_count(0)
    await panel.get_by_role("button", name="Delete the channel").click()
    await visitor.press("Escape")
    await expect(visitor.page.locator(".quiet")).to_have_text("This channel is gone.")
    await visitor.go("welcome")
    await expect(visitor.page.locator(".beginning")).to_contain_text("welcome")


async def test_two_tabs_hold_two_people(visitor: Visitor, context: BrowserContext) -> None:
    other = Visitor(await context.new_page(), visitor.box)
    await other.arrive("Dan")
    await other.write("Is anybody there?")
    await other.press("Enter")
    await expect(visitor.last).to_contain_text("Is anybody there?")
    await visitor.write("I am.")
    await visitor.press("Enter")
    await expect(other.last).to_contain_text("I am.")
    await expect(other.page.locator(".me-name")).to_have_text("Dan")
    await expect(visitor.page.locator(".me-name")).to_have_text("Ada")


async def test_text_is_never_read_as_html(visitor: Visitor) -> None:
    text = '<img src=x onerror="window.broken=1"> <b>bold</b> [go](javascript:alert) <script>1</script>'
    await visitor.write(text)
    await visitor.press("Enter")
    await expect(visitor.last.locator(".text")).to_have_text(text)
    await expect(visitor.last.locator(".text img, .text b, .text script, .text a")).to_have_count(0)
    assert await visitor.page.evaluate("window.broken") is None


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** *it* __u__ ~~s~~", "<p><strong>bold</strong> <em>it</em> <u>u</u> <s>s</s></p>"),
        ("***both*** **a *b* c**", "<p><strong><em>both</em></strong> <strong>a <em>b</em> c</strong></p>"),
        ("snake_case_word 2 * 3 * 4", "<p>snake_case_word 2 * 3 * 4</p>"),
        (r"\*no\* `*code*` \\", r"<p>*no* <code>*code*</code> \</p>"),
        ("# A\n-# b", '<h3 class="heading-1">A</h3><small class="subtext">b</small>'),
        (
            "- a\n  - b\n- c\n1. d",
            '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="1"><li>d</li></ol>',
        ),
        ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
        ("```py\n<b>\n```\nafter", "<pre><code>&lt;b&gt;</code></pre><p>after</p>"),
        ("[x](javascript:1) &amp;", "<p>[x](javascript:1) &amp;amp;</p>"),
        ("<@5> <@6>", '<p><span class="mention mine">@Ada</span> <span class="mention">@unknown</span></p>'),
        ("unfinished **bold `code", "<p>unfinished **bold `code</p>"),
        ("a\nb", "<p>a<br>b</p>"),
        (
            "||`a` b|| ~~c",
            '<p><span><button type="button" class="spoiler">Show the hidden text</button>'
            '<span class="spoiler-text" hidden=""><code>a</code> b</span></span> ~~c</p>',
        ),
        ("*a **b** c* **d *e***", "<p><em>a <strong>b</strong> c</em> <strong>d <em>e</em></strong></p>"),
        ("**a *b** c", "<p><strong>a *b</strong> c</p>"),
        ("``a`b`` __u _i_ u__", "<p><code>a`b</code> <u>u <em>i</em> u</u></p>"),
        (">>> a\n> b\nc", "<blockquote><p>a<br>&gt; b<br>c</p></blockquote>"),
        (
            "[*x*](https://a.org/b_(c)) [y](z)",
            '<p><a href="https://a.org/b_(c)" target="_blank" '
            'rel="noreferrer noopener"><em>x</em></a> [y](z)</p>',
        ),
        (
            "@everyone a@here </play:5>",
            '<p><span class="mention">@everyone</span> a@here <span class="mention">/play</span></p>',
        ),
        (r"\_a_ *" + r"\a" * 30, r"<p>_a_ *" + r"\a" * 30 + "</p>"),
        ("```unfinished", "<p>```unfinished</p>"),
    ],
)
async def test_markdown_reads_as_on_discord(
    box: Sandbox, context: BrowserContext, text: str, html: str
) -> None:
    page = await context.new_page()
    await page.goto(box.url)
    shown = await page.evaluate(
        """async (text) => {
            const { markdown } = await import("/js/markdown.js");
            const ada = (id) => (id === "5" ? "Ada" : undefined);
            const where = { userName: ada, isMe: (id) => id === "5", channel: () => undefined };
            const box = document.createElement("div");
            box.append(markdown(text, where));
            return box.innerHTML;
        }""",
        text,
    )
    assert shown == html


async def test_what_is_due_in_three_days_is_so_a_minute_later(visitor: Visitor) -> None:
    now = int(time.time())
    for seconds, said in (
        (3 * 86_400 - 60, "in 3 days"),
        (20 * 3_600, "in 20 hours"),
        (-86_300, "1 day ago"),
    ):
        await visitor.write(f"<t:{now + seconds}:R>")
        await visitor.press("Enter")
        await expect(visitor.last.locator(".moment")).to_have_text(said)


async def test_links_and_moments_are_safe_and_local(visitor: Visitor) -> None:
    await visitor.write("See https://example.org/a_b. <t:0:D> [here](https://example.org)")
    await visitor.press("Enter")
    links = visitor.last.locator("a")
    await expect(links).to_have_text(["https://example.org/a_b", "here"])
    await expect(links.first).to_have_attribute("rel", "noreferrer noopener")
    await expect(visitor.last.locator(".moment")).to_have_text("January 1, 1970")
    await visitor.sit("Basile")
    await expect(visitor.last.locator(".moment")).to_have_text("1 janvier 1970")


async def test_a_phone_shows_one_thing_at_a_time(visitor: Visitor) -> None:
    page = visitor.page
    await page.set_viewport_size(PHONE)
    await visitor.run("/genial new")
    await expect(visitor.last).to_contain_text("It is Ada’s turn.")
    await expect(page.locator(".side")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    wide = await page.evaluate(
        """[...document.querySelectorAll(".messages *")]
            .filter(e => e.getBoundingClientRect().right > innerWidth).length"""
    )
    assert wide == 0
    await visitor.button("Count").click()
    await expect(visitor.last).to_contain_text("Clicks: 1")
    await page.get_by_role("button", name="Show channels").click()
    await expect(page.locator(".side")).to_be_visible()
    await visitor.sit("Chloé")
    await visitor.go("salon")
    await expect(page.locator(".side")).to_be_hidden()
    await expect(page.locator(".channel-title")).to_have_text("salon")
    await expect(visitor.field).to_have_attribute("placeholder", "Message, ou / pour une commande")


async def test_everything_that_can_be_used_has_a_name(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await expect(visitor.last).to_contain_text("It is Ada’s turn.")
    nameless = await visitor.page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, textarea, [role]")]
            .filter(e => e.checkVisibility() && !["presentation", "separator"].includes(e.role))
            .filter(e => !(e.ariaLabel || e.innerText || e.title || e.labels?.length))
            .filter(e => !e.hasAttribute("aria-labelledby"))
            .filter(e => !["status", "alert"].includes(e.role))
            .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    assert await visitor.page.evaluate("[...document.images].filter(i => !i.hasAttribute('alt')).length") == 0


async def test_older_messages_come_when_one_scrolls_up(visitor: Visitor) -> None:
    for number in range(60):
        await say(visitor.box, visitor, "Dan", "table-talk", f"Message {number}")
    await visitor.go("table-talk")
    await expect(visitor.messages).to_have_count(50)
    await expect(visitor.last).to_be_in_viewport()
    await visitor.page.locator(".scroller").hover()
    await visitor.page.mouse.wheel(0, -20_000)
    await expect(visitor.messages).to_have_count(60)
    await expect(visitor.messages.nth(10)).to_be_in_viewport()
    await visitor.page.get_by_role("button", name="Jump to the latest message").click()
    await expect(visitor.last).to_be_in_viewport()


async def test_the_newest_message_stays_in_view_unless_one_reads_elsewhere(visitor: Visitor) -> None:
    await visitor.run("/genial new")
    await visitor.run("/genial new")
    # A click on the board above would scroll to it, and away from the newest.
    await expect(visitor.button("Count")).to_have_count(2)
    await expect(visitor.last).to_contain_text("Clicks: 0")
    await visitor.button("Count").last.click()
    await say(visitor.box, visitor, "Dan", "games", "The newest")
    await expect(visitor.last).to_contain_text("The newest")
    await expect(visitor.last).to_be_in_viewport(ratio=1)
    await expect(visitor.messages).to_contain_text(["Clicks: 0", "Clicks: 1", "The newest"])
    await visitor.page.locator(".scroller").hover()
    await visitor.page.mouse.wheel(0, -400)
    await expect(visitor.page.get_by_role("button", name="Jump to the latest message")).to_be_visible()
    await say(visitor.box, visitor, "Dan", "games", "Even newer")
    await expect(visitor.last).to_contain_text("Even newer")
    await expect(visitor.last).not_to_be_in_viewport()


async def say(box: Sandbox, visitor: Visitor, person: str, channel: str, text: str) -> None:
    path = f"{box.url}/people/{visitor.person_id(person)}/channels/{visitor.channel_id(channel)}/messages"
    answer = await visitor.page.request.post(path, data={"content": text})
    assert answer.ok


async def test_the_page_finds_a_killed_sandbox_again_and_catches_up(
    context: BrowserContext, tmp_path: Path
) -> None:
    file = tmp_path / "world.db"
    process, url = await started("--port", "0", "--file", str(file))
    page = await context.new_page()
    try:
        await page.goto(url)
        field = page.locator(".say")
        await field.fill("Before")
        await field.press("Enter")
        await expect(page.locator(".message")).to_contain_text(["Before"])
        process.send_signal(signal.SIGKILL)
        await process.wait()
        status = page.locator(".status")
        await expect(status).to_have_text("The sandbox is not answering. Trying again…")
        await field.fill("Lost")
        await field.press("Enter")
        await expect(page.locator(".problem")).to_contain_text("Nothing was sent.")
        await expect(field).to_have_value("Lost")
        process, again = await started("--port", url.rsplit(":", 1)[1], "--file", str(file))
        assert again == url
        _, pid, cid = page.url.split("#")[1].split("/")
        answer = await page.request.post(
            f"{url}/people/{pid}/channels/{cid}/messages", data={"content": "Meanwhile"}
        )
        assert answer.ok
        await expect(status).to_be_hidden()
        await expect(page.locator(".message .text")).to_have_text(["Before", "Meanwhile"])
        await field.press("Enter")
        await expect(page.locator(".message .text")).to_have_text(["Before", "Meanwhile", "Lost"])
    finally:
        process.kill()
        await process.wait()


async def started(*arguments: str) -> tuple[asyncio.subprocess.Process, str]:
    """Start a sandbox as a process of its own, and return it with its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    return process, line.removeprefix("sandbox: ").strip()


async def test_two_pages_share_what_has_been_read(visitor: Visitor, context: BrowserContext) -> None:
    second = Visitor(await context.new_page(), visitor.box)
    complaints = listen(second.page)
    await second.arrive("Basile")
    await say(visitor.box, visitor, "Dan", "welcome", "Hello")
    unread = visitor.page.locator(".channel.unread", has_text="welcome")
    await expect(unread).to_have_count(1)
    await second.sit("Ada")
    await second.go("welcome")
    await expect(second.last).to_contain_text("Hello")
    await expect(unread).to_have_count(0)
    assert complaints == []
