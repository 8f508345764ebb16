"""The guard that every command, press and suggestion passes before it begins.

Answers are deferred in time from here on; a match that is named is one that the person may see; a person's
newest keystroke is the only one that is answered; values of another kind than a client sends are refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, cast

import discord
from discord import AppCommandOptionType, app_commands

from cogs.answering.answers import UNAWAITED, UNSENT, answer_error, suggest_nothing, watch
from cogs.answering.controls import Control
from cogs.answering.fair_limiter import REQUESTER
from cogs.answering.interaction import Interaction
from cogs.services.services import Services
from engine.game import Refusal

__all__ = ["InteractionGuard", "worth_a_traceback", "worth_logging"]

log = logging.getLogger("longtable.guard")


KEPT = 4096
"""Interactions that are known to have begun."""
FINISH = 5.0
"""Seconds that a bot which ends waits for answers that are under way."""
LATEST = 2.4
"""Seconds after which a list of suggestions is left empty: Discord waits for 3, and none can be deferred."""
_KINDS: dict[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.number: (int, float),
}


class InteractionGuard:
    """Looks at every interaction first."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._begun: OrderedDict[int, None] = OrderedDict()
        self._typing: dict[int, asyncio.Task[Any]] = {}
        self._left_empty: set[asyncio.Task[None]] = set()
        self._underway: set[asyncio.Task[Any]] = set()
        self.ending = False
        """Nothing is let in any more."""

    @property
    def typing(self) -> int:
        """Return the number of people whose suggestions are being made."""
        return len(self._typing)

    def lets_in(self, interaction: Interaction) -> bool:
        """Return whether the running task may answer it. The bot waits for such a task before it ends.

        A copy may not be answered, nor anything once the bot ends: it would be cut off.
        """
        task = asyncio.current_task()
        assert task is not None
        if self.ending or self._is_copy(interaction):
            return False
        self._underway.add(task)
        task.add_done_callback(self._underway.discard)
        return True

    async def finish(self) -> None:
        """Let nothing in any more, and wait a little for the answers under way."""
        self.ending = True
        if self._underway:
            await asyncio.wait(self._underway, timeout=FINISH)

    def _is_copy(self, interaction: Interaction) -> bool:
        """Return whether the same interaction has begun here before: a resumed line may bring it twice.

        The answer to the first one holds: if it was refused because the disk was full, the copy might act.
        """
        known = interaction.extras.get("copy")
        if known is None:
            known = interaction.extras["copy"] = interaction.id in self._begun
            self._begun[interaction.id] = None
            while len(self._begun) > KEPT:
                self._begun.popitem(last=False)
        return bool(known)

    async def receive(self, interaction: Interaction) -> None:
        """Have a form answered; refuse a control that no message of ours has."""
        if not self.lets_in(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await self._submitted(interaction)
        elif interaction.type is discord.InteractionType.component and _pressed(interaction) is None:
            await answer_error(interaction, Refusal("unknown_control"))

    async def _submitted(self, interaction: Interaction) -> None:
        """Have a filled form answered. Its ``custom_id`` says what it means, as that of a button does."""
        given = dict(interaction.data or {}).get("custom_id")
        control = Control.parse(given) if isinstance(given, str) else None
        if control is None:
            await answer_error(interaction, Refusal("unknown_control"))
            return
        await self._services.press(interaction, control, ())

    async def admits(self, interaction: Interaction) -> bool:
        """Return whether a command or suggestion may begin. If not, it has been answered, or it is a copy."""
        if not self.lets_in(interaction):
            return False
        REQUESTER.set(interaction.user.id)
        suggesting = interaction.type is discord.InteractionType.autocomplete
        self._services.matches.store.look_anew(lately=suggesting)
        try:
            if suggesting:
                self._only_newest(interaction)
                _focused_text(interaction)
            else:
                watch(interaction, edit=False)
                _check_values(interaction)
            match = _named(interaction)
            if match is not None:
                await self._services.visible_match(interaction, match)
        except Refusal as error:
            await answer_error(interaction, error)
        except Exception as error:
            await self.answer_failure(interaction, error)
        else:
            return True
        return False

    async def answer_failure(self, interaction: Interaction, error: BaseException) -> None:
        """Answer what went wrong; the log tells in which match."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            cause = Refusal("unknown_command")
        elif isinstance(cause, app_commands.TransformerError):
            cause = Refusal("unknown_value", value=str(cause.value)[:40])
        match = None if isinstance(cause, Refusal) else await self._concerned(interaction)
        await answer_error(interaction, cause, match)

    async def _concerned(self, interaction: Interaction) -> int | None:
        """Return the match that the interaction is about: found already, or that of its thread."""
        known = interaction.extras.get("match")
        if isinstance(known, int):
            return known
        try:
            return await self._services.here(interaction)
        except Exception as error:
            log.info("which match it is about cannot be read: %s", error)
            return None

    def _only_newest(self, interaction: Interaction) -> None:
        """Cancel the suggestions for this person's earlier keystrokes, and limit the time for these."""
        person, task = interaction.user.id, asyncio.current_task()
        assert task is not None
        before = self._typing.get(person)
        if before is not None:
            before.cancel()
        self._typing[person] = task

        def forget(done: asyncio.Task[Any]) -> None:
            if self._typing.get(person) is done:
                del self._typing[person]
            late.cancel()

        late = asyncio.get_running_loop().call_later(LATEST, self._leave_empty, interaction, task)
        task.add_done_callback(forget)

    def _leave_empty(self, interaction: Interaction, task: asyncio.Task[Any]) -> None:
        if not task.done() and task.cancel():
            answering = asyncio.create_task(suggest_nothing(interaction))
            self._left_empty.add(answering)
            answering.add_done_callback(self._left_empty.discard)


def worth_logging(record: logging.LogRecord) -> bool:
    """Return whether a record of discord.py's log stands. Records about suggestions are replaced by ours.

    A person who types on leaves suggestions behind: that they come too late is not logged, nor are refusals.
    If the line breaks, nothing is wrong with the command. Our records do not say who typed.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException) and error.code in UNAWAITED:
        return False
    if "autocomplete" not in record.msg:
        return True
    if isinstance(error, UNSENT):
        log.info("suggestions not taken: %s", error or type(error).__name__)
    elif not isinstance(error, Refusal):
        command = record.args[0] if isinstance(record.args, tuple) and record.args else None
        log.error("suggestions for %r failed", command, exc_info=error)
    return False


def worth_a_traceback(record: logging.LogRecord) -> bool:
    """Return whether asyncio's line of a failed task is to stand as it is.

    discord.py rebuilds the message of a press in a task that nobody awaits. A message that it cannot read is
    malformed, and one line says so.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None or "discord-ui-dynamic-item-" not in record.getMessage():
        return True
    said = " ".join(f"{type(error).__name__}: {error}".split())
    log.warning("a message with a control that was pressed could not be read: %s", said[:200])
    return False


def _pressed(interaction: Interaction) -> Control | None:
    """Return the pressed control if its message has it; `None` if it is forged, garbled or unknown."""
    data: dict[str, Any] = dict(interaction.data or {})
    given, kind, message = data.get("custom_id"), data.get("component_type"), interaction.message
    if message is None or not isinstance(given, str) or (kind, given) not in set(_controls(message)):
        return None
    return Control.parse(given)


def _controls(message: discord.Message) -> Iterator[tuple[int, str]]:
    """Yield kind and ``custom_id`` of every button and menu of a message."""
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        waiting.extend(getattr(component, "children", ()))
        waiting.extend(filter(None, (getattr(component, "accessory", None),)))
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield component.type.value, custom_id


def _options(interaction: Interaction) -> list[dict[str, Any]]:
    """Return the options as they were sent, below groups."""
    node = cast("dict[str, Any]", interaction.data or {})
    while True:
        options = cast("list[dict[str, Any]]", node.get("options") or [])
        if not options or options[0].get("type") not in (1, 2):
            return options
        node = options[0]


def _given(interaction: Interaction) -> dict[str, Any]:
    """Return the options by name. Raises `Refusal` for options that no client sends."""
    try:
        if (interaction.data or {}).get("type", 1) != 1:
            _check_target(interaction)
            return {}
        return {name: value for name, value in interaction.namespace}  # noqa: C416 - it is no mapping
    except (AttributeError, KeyError, LookupError, TypeError, ValueError):
        raise Refusal("unknown_command") from None


_TARGETS: Mapping[int, tuple[str, frozenset[str]]] = {
    2: ("users", frozenset({"id", "username", "discriminator", "avatar"})),
    3: ("messages", frozenset({"id", "channel_id", "content", "type", "author"})),
}
"""The names under which targets of context menus are sent, and what they have, by the type of the command."""


def _check_target(interaction: Interaction) -> None:
    """Refuse a command of a context menu that we do not have, or without its target. Raises `Refusal`."""
    data = cast("dict[str, Any]", interaction.data or {})
    name, needed = _TARGETS[data["type"]]
    targets = cast("dict[str, Any]", data.get("resolved") or {})[name]
    target = cast("object", targets[data["target_id"]])
    known = interaction.type is discord.InteractionType.application_command
    if not known or not isinstance(interaction.command, app_commands.ContextMenu):
        raise Refusal("unknown_command")
    if not isinstance(target, dict) or not needed <= target.keys():
        raise Refusal("unknown_command")


def _named(interaction: Interaction) -> int | None:
    """Return the number given for the option `match`. Raises `Refusal` for anything but a number."""
    match = _given(interaction).get("match")
    if match is None or type(match) is int:
        return match
    if interaction.type is discord.InteractionType.autocomplete:
        return None  # it is being typed
    raise Refusal("unknown_value", value=str(match)[:40])


def _check_values(interaction: Interaction) -> None:
    """Refuse options that the command does not have or cannot take. Raises `Refusal`."""
    given, command = _given(interaction), interaction.command
    if not isinstance(command, app_commands.Command):
        return
    parameters = {each.display_name: each for each in command.parameters}
    for name, value in given.items():
        if name not in parameters:
            raise Refusal("unknown_command")
        if not _fits(parameters[name], value):
            raise Refusal("unknown_value", value=str(value)[:40])


def _fits(parameter: app_commands.Parameter, value: Any) -> bool:
    kinds = _KINDS.get(parameter.type)
    if kinds is None:
        return True
    if type(value) not in kinds:
        return False
    if parameter.choices:
        return value in [choice.value for choice in parameter.choices]
    size = len(value) if isinstance(value, str) else value
    least, most = parameter.min_value, parameter.max_value
    return (least is None or size >= least) and (most is None or size <= most)


def _focused_text(interaction: Interaction) -> None:
    """Make the typed value a text. Raises `Refusal` if no option with suggestions is being typed."""
    _given(interaction)
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        raise Refusal("unknown_command")
    focused = [each for each in _options(interaction) if each.get("focused")]
    suggested = {each.display_name for each in command.parameters if each.autocomplete}
    if len(focused) != 1 or focused[0].get("name") not in suggested:
        raise Refusal("unknown_command")
    focused[0]["value"] = str(focused[0].get("value", ""))[:100]
