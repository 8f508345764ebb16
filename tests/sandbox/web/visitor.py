"""A visitor's actions in the web client."""

from __future__ import annotations

import re

from playwright.async_api import Locator, Page, expect

from sandbox import Sandbox


def listen(page: Page) -> list[str]:
    """Collect the page's errors."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return complaints


class Visitor:
    """A page of the web client."""

    def __init__(self, page: Page, box: Sandbox) -> None:
        self.page = page
        self.box = box
        self.messages = page.locator(".messages > .message")
        self.last = self.messages.last
        self.field = page.locator(".say")
        self.suggestions = page.locator(".suggest-item")

    async def arrive(self, person: str = "Ada", channel: str = "games") -> None:
        """Open the page at a seat and wait until everything is there."""
        await self.page.goto(f"{self.box.url}/#/{self.person_id(person)}/{self.channel_id(channel)}")
        await self.page.locator(".channel[aria-current]").wait_for(state="attached")
        await self.page.locator(".beginning").wait_for()

    def person_id(self, name: str) -> str:
        return next(user["id"] for user in self.box.world.people if user["global_name"] == name)

    def channel_id(self, name: str) -> str:
        channels = self.box.world.channels.values()
        return next(channel["id"] for channel in channels if channel.get("name") == name)

    async def write(self, text: str) -> None:
        """Type into the composer, key by key."""
        await self.field.click()
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def run(self, command: str) -> None:
        """Type a command without required options: its name, Enter to take it, Enter to send it."""
        await self.write(command)
        await expect(self.suggestions.first).to_contain_text(command)
        await self.press("Enter")
        await expect(self.page.locator(".command-chip")).to_be_visible()
        await self.press("Enter")

    async def sit(self, name: str) -> None:
        await self.page.locator(f'.person[data-person="{self.person_id(name)}"]').click()
        await expect(self.page.locator(".me-name")).to_have_text(name)

    async def go(self, channel: str) -> None:
        await self.page.locator(".channel", has_text=re.compile(f"^{re.escape(channel)}")).click()

    def give_up(self) -> None:
        """End the time in which the bot has to answer this person's click."""
        (waiting,) = self.box.desk._waiting.values()
        waiting.set_exception(TimeoutError())

    def button(self, label: str) -> Locator:
        return self.messages.get_by_role("button", name=label, exact=True)
