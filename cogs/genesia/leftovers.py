"""The question before a phase or an Age ends: each card left over is named with what it still brings."""

from __future__ import annotations

from cogs.face.menus import Choice, Menu
from cogs.genesia.card_texts import (
    card_shown,
    cards_shown,
    coins_in_words,
    mode_text,
    progress_by_ages,
)
from cogs.genesia.hands import hand_drawing
from cogs.genesia.prompts import MenuStep
from cogs.text.text import Markup
from engine.genesia.model import CARDS, DISCARD_COINS, End, Movement, Phase, Play, Recruit, Timing

__all__ = ["end_menu", "would_ask"]

_NOW = {
    Phase.GROWTH: frozenset({Timing.GROWTH, Timing.INTENT, Timing.COPY}),
    Phase.EXPANSION: frozenset({Timing.EXPANSION, Timing.COPY}),
    Phase.END: frozenset({Timing.END, Timing.COPY}),
}
"""The timings at which a card may be played in that phase."""
_LATER = {
    Phase.GROWTH: frozenset({Timing.EXPANSION, Timing.ATTACK, Timing.DEFENCE, Timing.END}),
    Phase.EXPANSION: frozenset({Timing.ATTACK, Timing.DEFENCE, Timing.END}),
    Phase.END: frozenset[Timing](),
}
"""The timings at which a card may still be played in this Age when that phase is over."""


def would_ask(step: MenuStep) -> bool:
    """Return true if something that is possible now is not any more once the turn, or the Age, is over."""
    return bool(_given_away(step)) or any(
        _LATER[step.view.phase].isdisjoint(CARDS[card].timings) for card in _playable(step)
    )


def _playable(step: MenuStep) -> set[int]:
    """Return the cards that can be played and paid for now."""
    return {move.card for move in step.of(Play)} if step.view.phase in _LATER else set()


def _given_away(step: MenuStep) -> list[Markup]:
    """List what costs nothing now and is lost when the turn ends: movements, clans."""
    view, text = step.view, step.text
    if view.people is None or view.phase not in (Phase.GROWTH, Phase.EXPANSION):
        return []
    lost: list[Markup] = []
    if (n := view.free_moves[view.people]) and view.phase is Phase.EXPANSION and step.of(Movement):
        lost.append(text("genesia.free_moves", n=n))
    if not view.prices[view.people] and step.of(Recruit):
        lost.append(text("genesia.free_clans"))
    return lost


def end_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu that asks, before the turn ends, whether what is left is really left.

    Each card in hand is named with what it still brings: first those for which it is now or never, then those
    that can wait, each in the order of the hand. Which is best is for its player to say.
    """
    if path or not would_ask(step):
        raise LookupError(path)
    text, phase = step.text, step.view.phase
    lines = [text(f"genesia.menu.left.{phase.value}")]
    if lost := _given_away(step):
        lines.append(text("genesia.menu.end", what=text.list(lost)))
    if cards := step.view.hands[step.people]:
        over = [card for card in cards if CARDS[card].timings.isdisjoint(_NOW[phase] | _LATER[phase])]
        stays = [card for card in cards if not CARDS[card].timings.isdisjoint(_LATER[phase])]
        for group, held in (
            ("now", [each for each in cards if each not in (*over, *stays)]),
            ("stays", stays),
        ):
            if held:
                lines.append(text(f"genesia.menu.left.{group}"))
                lines += [
                    text("genesia.menu.left.card", card=card_shown(step.ctx, card), what=_brings(step, card))
                    for card in held
                ]
        if over:
            lines.append(text("genesia.menu.left.lost", cards=cards_shown(step.ctx, over)))
        lines.append(text("genesia.menu.left.coins", coins=coins_in_words(text, DISCARD_COINS)))
    label = text.plain("genesia.button.done" if phase is Phase.END else "genesia.button.end")
    end = Choice(label, str(End()), final=True)
    return step.buttons(Markup("\n".join(lines)), [end], hand_drawing(step.ctx, step.view))


def _brings(step: MenuStep, number: int) -> Markup:
    """Describe the price of a card, and what it brings now or later in this Age; what it copies by name."""
    text, view, card = step.text, step.view, CARDS[number]
    usable = _LATER[view.phase]
    if number in _playable(step):
        usable |= _NOW[view.phase]
    parts = [mode_text(text, mode).rstrip(".") for mode in card.modes if mode.timings & usable]
    if card.is_invention and parts and number not in view.inventions[step.people]:
        parts.append(progress_by_ages(text, card, view.age))
    parts += _copies(step, number)
    if not parts:
        dear = card.cost > view.coins[step.people]
        return text(
            "genesia.menu.left.dear" if dear else "genesia.menu.left.useless",
            coins=coins_in_words(text, card.cost),
        )
    price = text.plain("genesia.card.costs", coins=coins_in_words(text, card.cost)) if card.cost else ""
    return Markup(" · ".join([*([price] if price else []), *parts]))


def _copies(step: MenuStep, number: int) -> list[Markup]:
    """List the inventions that the card could copy now, each with the progress that it would bring."""
    view, text = step.view, step.text
    copied = dict.fromkeys(
        move.copy for move in step.of(Play) if move.card == number and move.copy is not None
    )
    return [
        text(
            "genesia.menu.left.copy",
            card=card_shown(step.ctx, each),
            progress=progress_by_ages(text, CARDS[each], view.age),
        )
        for each in copied
        if CARDS[each].is_invention and each not in view.inventions[step.people]
    ]
