"""Whole matches on phones: ``python -m soak.phones [--language fr] [--folder F] [GAME …]``.

Every seat has a page of the web client in a touch screen of 390 × 844 points. A person reads the thread, taps
what is offered, and nothing else: each touch is counted, from the message that calls to the move in the log.
Every screen is kept in the folder, and what does not fit on it is told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import TimeoutError as NotThere

from harness.playing import control, opened_table, running, with_emojis
from sandbox import Sandbox
from sandbox.people import People, Person
from soak.chromium import ARGUMENTS, CHROMIUM
from soak.playing import FORMS
from soak.reading import FileReading

__all__ = ["Phone", "Sitting", "play"]

WIDE, HIGH = 390, 844
"""Points of the screen."""
WITHIN = 20.0
"""Seconds: only a failure lasts so long."""
LONGEST = 14
"""Touches after which somebody who wanders takes the first that is offered."""

_SEEN = """() => [...document.querySelectorAll('.messages > .message')].map((message) => ({
  id: message.dataset.id,
  own: message.classList.contains('private'),
  called: message.classList.contains('mentions-me'),
  busy: message.querySelector('[aria-busy=true], .thinking') !== null,
  text: message.innerText,
  controls: [...message.querySelectorAll('[data-custom-id]:enabled')].map((each) => ({
    id: each.dataset.customId, menu: each.classList.contains('select'), label: each.innerText,
  })),
}))"""
_TOO_WIDE = """() => [...document.querySelectorAll('.messages *')].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width > 0 && box.right > innerWidth + 0.5 && !each.closest('pre, [popover]');
}).map((each) => `${each.tagName} ${each.className} ${each.innerText?.slice(0, 40)}`).slice(0, 3)"""
_CUT = """() => [...document.querySelectorAll('.messages button')].filter(
  (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
).map((each) => each.innerText.slice(0, 60)).slice(0, 5)"""


class Gone(Exception):  # noqa: N818
    """The message was changed before it could be touched: what is asked now stands elsewhere."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as the page shows it."""

    id: str
    own: bool
    """Nobody else sees the message."""
    called: bool
    busy: bool
    text: str
    controls: tuple[tuple[str, bool, str], ...]
    """``custom_id``, whether it is a menu, and what is written on it."""

    def of(self, match: int, *verbs: str) -> list[tuple[str, bool, str]]:
        return [
            each
            for each in self.controls
            if each[0].startswith(f"lt:{match}:") and control(each[0])[3] in verbs
        ]


@dataclass
class Phone:
    """A page, and the person who holds it."""

    page: Page
    person: Person
    folder: Path
    complaints: list[str] = field(default_factory=list[str])
    wrong: Counter[str] = field(default_factory=Counter[str])
    """Faults of the layout, with their counts."""
    touches: int = 0
    scrolled: int = 0
    """Touches for which one had to scroll first."""
    kept: int = 0

    async def goes(self, channel: str, url: str) -> None:
        await self.page.goto(f"{url}/#/{self.person.id}/{channel}")
        await self.page.locator(".channel[aria-current]").wait_for(state="attached")
        await self.page.locator(".messages > .message").first.wait_for()

    async def read_messages(self) -> list[Shown]:
        return [
            Shown(
                each["id"],
                each["own"],
                each["called"],
                each["busy"],
                each["text"],
                tuple((one["id"], one["menu"], one["label"]) for one in each["controls"]),
            )
            for each in await self.page.evaluate(_SEEN)
        ]

    async def touch(self, message: Shown, custom_id: str, value: int | None = None) -> None:
        """A touch on a control, and on the entry of its list with that number, or on the last one.

        Raises `Gone` where the control is there no more, or goes before it is touched.
        """
        target = self.page.locator(f'.message[data-id="{message.id}"] [data-custom-id="{custom_id}"]')
        if not await target.count():
            raise Gone(custom_id)
        try:
            await self._tap(target)
        except NotThere:
            if await target.count():
                raise
            raise Gone(custom_id) from None
        if value is not None:
            entries = self.page.locator(".select-list:popover-open .select-option")
            await entries.first.wait_for()
            await self._tap(entries.nth(min(value, await entries.count() - 1)))

    async def _tap(self, target: Any) -> None:
        box = await target.bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        within = await self.page.locator(".composer").bounding_box()
        if middle < 48 or middle > (within["y"] if within else HIGH):
            self.scrolled += 1
        if min(box["width"], box["height"]) < 28:
            self.wrong[f"smaller than 28 points: {(await target.inner_text())[:40]!r}"] += 1
        self.touches += 1
        await target.tap()

    async def keep(self, name: str) -> None:
        """The screen as it is, and what does not fit on it."""
        await self.page.wait_for_load_state("networkidle")
        self.kept += 1
        await self.page.screenshot(path=self.folder / f"{self.kept:03d}-{self.person.name}-{name}.png")
        for each in await self.page.evaluate(_TOO_WIDE):
            self.wrong[f"too wide: {each}"] += 1
        for each in await self.page.evaluate(_CUT):
            self.wrong[f"cut: {each}"] += 1


@dataclass
class Sitting:
    """A match on phones, and what came of it."""

    game: str
    language: str
    moves: int = 0
    direct: list[int] = field(default_factory=list[int])
    """Touches of moves for which the first thing offered was taken at every step."""
    going_on: list[int] = field(default_factory=list[int])
    """The same, within a turn: the panel was open."""
    wandering: list[int] = field(default_factory=list[int])
    touches: int = 0
    scrolled: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    complaints: list[str] = field(default_factory=list[str])

    def line(self) -> str:
        def mean(touches: Sequence[int]) -> str:
            return f"{statistics.mean(touches):.1f}" if touches else "–"

        return (
            f"| {self.game} | {self.language} | {self.moves} | {mean(self.direct)} | {mean(self.going_on)} "
            f"| {mean(self.wandering)} | {self.scrolled} of {self.touches} |"
        )


async def play(
    browser: Browser,
    game: str,
    language: str,
    folder: Path,
    seed: int = 1,
    screens: int = 60,
    moves: int = 10_000,
    dark: bool = True,
) -> Sitting:
    """A match of a game, to the end or for so many moves; its screens are kept in the folder."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    database = folder / "longtable.db"
    dice = random.Random(f"{seed} {game}")
    form = FORMS[game]
    locale = "fr" if language == "fr" else "en-US"
    sitting = Sitting(game, language)
    async with contextlib.AsyncExitStack() as stack:
        box = await stack.enter_async_context(Sandbox(first_response=WITHIN))
        with_emojis(box)
        await stack.enter_async_context(running(box, database))
        people = await stack.enter_async_context(People(box.url))
        await people.bot_online()
        await people.speak(locale)
        seated = [people[name] for name in form.people]
        for person in seated:
            await person.set(locale=locale)
        table = await opened_table(people, form.people, None, game=form.command, options=dict(form.options))
        reading = FileReading(database)
        match = reading.newest(int(seated[0].id), game)
        assert match is not None
        context = await browser.new_context(
            viewport={"width": WIDE, "height": HIGH},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            locale=locale,
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
            timezone_id="UTC",
        )
        context.set_default_timeout(WITHIN * 1000)
        phones: dict[int, Phone] = {}
        for person in seated:
            phone = Phone(await context.new_page(), person, folder)
            phone.page.on("pageerror", lambda error, phone=phone: phone.complaints.append(str(error)))
            phones[int(person.id)] = phone
            await phone.goes(table.thread, box.url)
        hand = _Hand(reading, match, dice, sitting, screens)
        while (kept := reading.match(match)) is not None and not kept.has_ended and sitting.moves < moves:
            if not kept.awaited_persons:
                await asyncio.sleep(0.02)
                continue
            await hand.turn(phones[dice.choice(kept.awaited_persons)])
        for phone in phones.values():
            await asyncio.sleep(0.5)
            await phone.keep("end")
            sitting.touches += phone.touches
            sitting.scrolled += phone.scrolled
            sitting.wrong += phone.wrong
            sitting.complaints += phone.complaints
        await context.close()
    return sitting


@dataclass
class _Hand:
    """Plays the turns of a match."""

    reading: FileReading
    match: int
    dice: random.Random
    sitting: Sitting
    screens: int
    known: set[str] = field(default_factory=set[str])
    """The kinds of screens that were kept."""

    def _length(self) -> int:
        return len(self.reading.log(self.match))

    async def turn(self, phone: Phone) -> None:
        """One move, from the panel that is open or from the message that calls."""
        panel = await self._panel(phone)
        opened = panel is None
        before, touched = self._length(), phone.touches
        wander = self.dice.random() < 0.25
        if panel is None:
            call = await self._call(phone)
            if call is None:
                return  # somebody else's move has changed what is asked
            await self._keep(phone, "call", call)
            ((play, *_), *_) = call.of(self.match, "play")
            try:
                panel = await self._after(phone, call, play, None)
            except Gone:
                return
        while self._length() == before and phone.touches - touched < 2 * LONGEST and panel is not None:
            await self._keep(phone, "panel", panel)
            chosen = self._choice(panel, wander and phone.touches - touched < LONGEST)
            if chosen is None:
                break
            panel = await self._after(phone, panel, *chosen)
        if self._length() > before:
            self.sitting.moves += 1
            spent = phone.touches - touched
            kind = (
                self.sitting.wandering if wander else self.sitting.direct if opened else self.sitting.going_on
            )
            kind.append(spent)
            if panel is not None:
                await self._keep(phone, "done", panel)

    def _choice(self, panel: Shown, wander: bool) -> tuple[str, int | None] | None:
        offered = panel.of(self.match, "pick", "menu", "go", "sure")
        if not offered:
            return None
        custom_id, menu, _ = self.dice.choice(offered) if wander else offered[0]
        return custom_id, (self.dice.randrange(3) if wander else 0) if menu else None

    async def _call(self, phone: Phone) -> Shown | None:
        for _ in range(int(WITHIN / 0.05)):
            calls = [
                each for each in await phone.read_messages() if not each.own and each.of(self.match, "play")
            ]
            if calls and calls[-1].called:
                return calls[-1]
            kept = self.reading.match(self.match)
            if kept is None or int(phone.person.id) not in kept.awaited_persons:
                return None
            await asyncio.sleep(0.05)
        raise TimeoutError(f"{phone.person.name} is awaited and nothing calls")

    async def _panel(self, phone: Phone) -> Shown | None:
        """The newest private message with something to choose."""
        own = [each for each in await phone.read_messages() if each.own]
        if own and own[-1].of(self.match, "pick", "menu", "go", "sure") and not own[-1].busy:
            return own[-1]
        return None

    async def _after(self, phone: Phone, message: Shown, custom_id: str, value: int | None) -> Shown | None:
        """Touches, and waits until the page shows what it led to: the newest private message."""
        seen = await phone.read_messages()
        before = [each for each in seen if each.own]
        await phone.touch(message, custom_id, value)
        last = before
        for _ in range(int(WITHIN / 0.05)):
            await asyncio.sleep(0.05)
            after = [each for each in await phone.read_messages() if each.own]
            if after not in (before, []) and after == last and not any(each.busy for each in after):
                return after[-1]
            last = after
        await phone.keep("stuck")
        raise TimeoutError(f"{phone.person.name} touched {custom_id} and saw nothing: {message.text[:200]!r}")

    async def _keep(self, phone: Phone, name: str, shown: Shown) -> None:
        verbs = [control(each[0])[3] if each[0].startswith("lt:") else "" for each in shown.controls]
        kind = f"{name} {sorted(Counter(verbs).items())}"
        if phone.kept < self.screens and (kind not in self.known or self.dice.random() < 0.15):
            self.known.add(kind)
            await phone.keep(name)


async def _run(chosen: argparse.Namespace) -> int:
    if CHROMIUM is None:
        print("Debian's chromium-headless-shell or chromium is needed.", file=sys.stderr)
        return 2
    sittings: list[Sitting] = []
    with tempfile.TemporaryDirectory(prefix="longtable-phones-") as made:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for game in chosen.games or FORMS:
                for language in chosen.language or ("fr", "en"):
                    folder = (chosen.folder or Path(made)) / f"{game}-{language}"
                    sitting = await play(
                        browser,
                        game,
                        language,
                        folder,
                        chosen.seed,
                        chosen.screens,
                        chosen.moves,
                        not chosen.light,
                    )
                    sittings.append(sitting)
                    print(sitting.line(), flush=True)
                    for what, times in (sitting.wrong + Counter(sitting.complaints)).most_common():
                        print(f"  {times}× {what}", flush=True)
            await browser.close()
    return 0


def main() -> int:
    """Play them and print a line for each."""
    parser = argparse.ArgumentParser("phones", description="Whole matches on phones, by touch alone.")
    parser.add_argument("games", nargs="*", choices=[*FORMS, []], metavar="GAME")
    parser.add_argument("--language", action="append", choices=("fr", "en"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screens", type=int, default=60, help="kept of each person")
    parser.add_argument("--moves", type=int, default=10_000, help="at most, of each match")
    parser.add_argument("--light", action="store_true", help="in the light theme")
    parser.add_argument("--folder", type=Path, help="where the screens are kept")
    return asyncio.run(_run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
