"""Pictures as clients show them: fitted into a box, never enlarged, cropped only where there are several."""

from __future__ import annotations

import io

import discord
import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.sandbox.web.sample_bot import Bot, png
from tests.sandbox.web.visitor import Visitor

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("chromium")]
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZE = "image => [image.clientWidth, image.clientHeight]"
Size = tuple[int, int]


def files(*sizes: Size) -> list[discord.File]:
    return [
        discord.File(io.BytesIO(png(*size)), f"board-{number}.png", description=f"Board {number}")
        for number, size in enumerate(sizes)
    ]


class Shown(discord.ui.LayoutView):
    """A gallery of version 2 in a container, as the games show theirs."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        gallery: discord.ui.MediaGallery[Shown] = discord.ui.MediaGallery(
            *(discord.MediaGalleryItem(f"attachment://{name}") for name in names)
        )
        container: discord.ui.Container[Shown] = discord.ui.Container(gallery)
        self.add_item(container)


async def post(visitor: Visitor, bot: Bot, *sizes: Size, layout: bool = False) -> Locator:
    """Post a message with these pictures, and return them as the page shows them."""
    channel = bot.get_channel(int(visitor.channel_id("games")))
    assert isinstance(channel, discord.TextChannel)
    before = await visitor.messages.count()
    made = files(*sizes)
    if layout:
        await channel.send(view=Shown(*(file.filename for file in made)), files=made)
    else:
        await channel.send("Your turn", files=made)
    await expect(visitor.messages).to_have_count(before + 1)
    return visitor.last.locator(".picture img")


async def shown_size(picture: Locator) -> Size:
    width, height = await picture.evaluate(SIZE)
    return width, height


@pytest.mark.parametrize("layout", [False, True])
async def test_a_lone_picture_is_fitted_into_a_box_and_never_enlarged(
    visitor: Visitor, bot: Bot, layout: bool
) -> None:
    seen = {
        size: await shown_size(await post(visitor, bot, size, layout=layout))
        for size in ((1100, 700), (1000, 1326), (1600, 400), (300, 200))
    }
    assert seen == {
        (1100, 700): (550, 350),
        (1000, 1326): (264, 350),
        (1600, 400): (550, 138),
        (300, 200): (300, 200),
    }
    await visitor.page.set_viewport_size(PHONE)
    await visitor.page.wait_for_function(
        """() => {
            const column = document.querySelector(".gallery").clientWidth;
            const sizes = [[1100, 700], [1000, 1326], [1600, 400], [300, 200]];
            return column > 270 && column < 390 && sizes.every(([width, height], number) => {
                const image = document.querySelectorAll(".picture img")[number];
                const shown = Math.min(width, column);
                return image.clientWidth === shown
                    && Math.abs(image.clientHeight - (shown * height) / width) < 1;
            });
        }"""
    )


@pytest.mark.parametrize("layout", [False, True])
async def test_several_pictures_make_a_mosaic_that_crops(visitor: Visitor, bot: Bot, layout: bool) -> None:
    for number in range(2, 11):
        pictures = await post(visitor, bot, *[(1000, 400)] * number, layout=layout)
        await expect(pictures).to_have_count(number)
        for each in range(number):
            await expect(pictures.nth(each)).to_have_js_property("complete", True)
        cells = await pictures.evaluate_all(
            """images => images.map(image => {
                const {left, top, right, bottom} = image.getBoundingClientRect();
                return [left, top, right, bottom].map(Math.round);
            })"""
        )
        left, right = min(cell[0] for cell in cells), max(cell[2] for cell in cells)
        assert right - left == 550
        area = sum((cell[2] - cell[0]) * (cell[3] - cell[1]) for cell in cells)
        whole = 550 * (max(cell[3] for cell in cells) - min(cell[1] for cell in cells))
        assert 0.95 < area / whole <= 1, "the cells fill the mosaic, and do not lie on one another"
        fits = await pictures.evaluate_all("images => images.map(image => getComputedStyle(image).objectFit)")
        assert set(fits) == {"cover"}
        if number == 2:
            assert cells[0][1] == cells[1][1]
            assert cells[0][2] < cells[1][0]


async def test_the_original_opens_on_a_click_and_by_the_keyboard(visitor: Visitor, bot: Bot) -> None:
    picture = await post(visitor, bot, (2400, 1500))
    dialog = visitor.page.get_by_role("dialog")
    await picture.click()
    await expect(dialog.locator("img")).to_have_js_property("naturalWidth", 2400)
    await visitor.press("Escape")
    await expect(dialog).to_have_count(0)
    await visitor.page.get_by_role("button", name="Board 0").focus()
    await visitor.press("Enter")
    width = "image => image.clientWidth"
    assert await dialog.locator("img").evaluate(width) < 1280
    await dialog.get_by_role("button", name="Board 0").focus()
    await visitor.press("Enter")
    assert await dialog.locator("img").evaluate(width) == 2400


async def test_notifications_lie_under_the_drawer_of_a_phone_and_say_what_a_telephone_would(
    visitor: Visitor, bot: Bot
) -> None:
    page = visitor.page
    await page.set_viewport_size(PHONE)
    channel = bot.get_channel(int(visitor.channel_id("salon")))
    assert isinstance(channel, discord.TextChannel)
    await channel.send(f"<@{visitor.person_id('Basile')}> **Génial** #12: à vous")
    call = page.locator(".call")
    await expect(call.locator(".call-push")).to_have_text("@Basile Génial #12: à vous")
    await page.get_by_role("button", name="Show channels").click()
    await expect(page.locator(".side")).to_be_visible()
    on_top = """call => {
        const {left, right, top, bottom} = call.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return seen === call || call.contains(seen);
    }"""
    assert not await call.evaluate(on_top)
    await page.get_by_role("button", name="Hide channels").click()
    await expect(page.locator(".side")).to_be_hidden()
    assert await call.evaluate(on_top)


async def test_the_hour_of_a_message_that_goes_on_stays_on_the_page(visitor: Visitor, bot: Bot) -> None:
    await visitor.page.set_viewport_size(PHONE)
    await post(visitor, bot, (300, 200))
    await post(visitor, bot, (300, 200))
    hour = visitor.page.locator(".compact .sent")
    await expect(hour).to_have_count(1)
    await visitor.page.evaluate("document.querySelector('.compact .sent').textContent = '12:58 PM'")
    left, right, edge = await hour.evaluate(
        """sent => {
            const {left, right} = sent.getBoundingClientRect();
            return [left, right, sent.closest(".message-side").getBoundingClientRect().right];
        }"""
    )
    assert 0 <= left < right <= edge
