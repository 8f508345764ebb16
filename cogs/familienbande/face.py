"""Familienbande's face: questions, family tree, hands, narration, the two taps of a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cogs.face import CHOICES, Choice, Drawing, Face, Hand, Look, Menu, Suggestion, page_of
from cogs.familienbande.choosing import cards_of, fitting, generation_of, ranked
from cogs.familienbande.words import (
    alt,
    board_text,
    card_shown,
    family_name,
    letters,
    minus,
    points_in_words,
    points_of,
    trait_name,
    traits_in_words,
)
from cogs.text import Markup, Text
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.model import Asks, Child, Discard, FamilienbandeOptions, Marry, Move, View
from engine.game import Event, Result, Seat
from render import familienbande as pictures

__all__ = ["FACE", "VERBS", "FamilienbandeFace"]

VERBS = ("marry", "child", "pass", "discard", "keep")
"""The words of the notation, which are also commands."""
BUTTONS = 20
"""Cards on one page of buttons."""
SPELLED = 16
"""Cards of a hand said with all their traits; of larger ones the letters."""


class FamilienbandeFace(Face):
    """See `Face`."""

    def options(self, text: Text, options: FamilienbandeOptions, size: int) -> Markup:
        return text(f"familienbande.players.{size}")

    def question(self, look: Look, view: View) -> Markup:
        return look.text(f"familienbande.question.{(view.asks or Asks.ACT).value}")

    def board(self, look: Look, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else replace(view, seat=since)
        return Drawing(partial(pictures.board, shown, look.names, theme=look.theme), alt(look, shown))

    def board_text(self, look: Look, view: View) -> str:
        return board_text(look, view)

    def hand(self, look: Look, view: View) -> Hand | None:
        return self._hand(look, view, ())

    def _hand(self, look: Look, view: View, lifted: Sequence[int]) -> Hand | None:
        if view.family is None:
            return None
        text = look.text
        known = {
            "family": family_name(text, view.family.letter),
            "trait": trait_name(text, view.family),
        }
        if not view.hand:
            return Hand(text("familienbande.hand.empty", **known))
        spelled = traits_in_words if len(view.hand) <= SPELLED else letters
        cards = ", ".join(
            text.plain("familienbande.card", card=card_shown(look, card), traits=spelled(text, card))
            for card in view.hand
        )
        spoken = ", ".join(
            text.plain("familienbande.card", card=card, traits=spelled(text, card)) for card in view.hand
        )
        drawing = Drawing(
            partial(pictures.hand, view, theme=look.theme, highlight=lifted),
            text.plain("familienbande.hand.alt", cards=spoken, **known)[:1024],
        )
        return Hand(text("familienbande.hand", cards=Markup(cards), **known), drawing)

    def narrate(self, look: Look, event: Event) -> Markup | None:
        tell = _TOLD.get(event.code)
        return tell(look, event) if tell else None

    def menu(self, look: Look, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        listed = ranked(view, moves)
        if view.asks is Asks.EXCHANGE and not path:
            return self._exchange_menu(look, view, listed, page)
        if not path:
            return self._card_menu(look, view, listed, page)
        mine = [each for each in listed if isinstance(each, (Marry, Child)) and str(each.card) == path[0]]
        if not mine or len(path) > 1:
            raise LookupError(path)
        return self._target_menu(look, view, mine, page)

    def _exchange_menu(self, look: Look, view: View, listed: Sequence[Move], page: int) -> Menu:
        text = look.text
        cards = cards_of(listed)
        page, pages, part = page_of(len(cards), page, BUTTONS)
        hand = self.hand(look, view)
        keep = Choice(text.plain("familienbande.button.keep"), "keep", final=True, strong=True)
        return Menu(
            prompt=self.question(look, view),
            choices=(
                keep,
                *(
                    Choice(f"{card}", f"{Discard(card)}", final=True, emoji=f"familienbande_{card}")
                    for card in cards[part]
                ),
            ),
            page=page,
            pages=pages,
            drawing=hand.drawing if hand else None,
        )

    def _card_menu(self, look: Look, view: View, listed: Sequence[Move], page: int) -> Menu:
        text = look.text
        gained: dict[int, int] = {}
        for each in listed:
            if isinstance(each, Child):
                gained[each.card] = max(gained.get(each.card, 0), _own(view, each))
        cards = cards_of(listed)
        page, pages, part = page_of(len(cards), page, BUTTONS)
        hand = self._hand(look, view, tuple(gained))
        dry = "" if view.pile or view.discards else "_dry"
        buttons = [
            Choice(
                f"{card} +{gained[card]}" if card in gained else f"{card} ♥",
                f"{card}",
                emoji=f"familienbande_{card}",
                strong=card in gained,
            )
            for card in cards[part]
        ]
        skip = Choice(text.plain(f"familienbande.button.pass{dry}"), "pass", final=True)
        if cards:
            prompt = Markup(f"{self.question(look, view)}\n{text('familienbande.menu.card')}")
        else:
            prompt = text(f"familienbande.question.pass{'' if view.hand else '_empty'}{dry}")
        return Menu(
            prompt=prompt,
            choices=(*buttons, skip),
            page=page,
            pages=pages,
            drawing=hand.drawing if hand else None,
        )

    def _target_menu(self, look: Look, view: View, mine: Sequence[Marry | Child], page: int) -> Menu:
        text, card = look.text, mine[0].card
        page, pages, part = page_of(len(mine), page)
        shown = mine[part]
        targets = {each.on if isinstance(each, Marry) else each.of for each in shown}
        draw = partial(
            pictures.board, view, look.names, theme=look.theme, card=card, targets=frozenset(targets)
        )
        return Menu(
            prompt=text(
                "familienbande.menu.target",
                card=Markup(
                    text.plain(
                        "familienbande.card", card=card_shown(look, card), traits=traits_in_words(text, card)
                    )
                ),
            ),
            choices=tuple(_target(look, view, each) for each in shown),
            listed=True,
            placeholder=text.plain("familienbande.menu.placeholder", card=card),
            page=page,
            pages=pages,
            drawing=Drawing(draw, text.plain("familienbande.menu.alt", card=card, n=len(targets))),
        )

    def suggest(self, look: Look, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        text = look.text
        verbs = {verb: text.plain(f"command.familienbande.{verb}") for verb in VERBS}
        found = fitting(view, moves, typed, verbs)[:CHOICES]
        return [Suggestion(f"{move} · {_promise(look, view, move)}"[:100], str(move)) for move in found]

    def rules(self, text: Text, options: FamilienbandeOptions, size: int) -> Sequence[Markup]:
        parts = ("aim", "families", "marry", "child", "pass", "generations", "end", "notation")
        return [text(f"familienbande.rules.{part}") for part in parts]

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        total, cards = result.scores[seat]
        return text("familienbande.score", total=minus(total), n=-cards)


def _own(view: View, birth: Child) -> int:
    """What a birth brings the viewer's family."""
    if view.family is None:
        return 0
    return points_of(birth.card, generation_of(view, birth))[view.family]


def _spouse(view: View, member: int) -> int | None:
    return next(each.spouse for row in view.rows for each in row.people if each.card == member)


def _target(look: Look, view: View, move: Marry | Child) -> Choice:
    """What a hand card can become, in a list."""
    text, generation = look.text, generation_of(view, move)
    if isinstance(move, Child):
        label = text.plain(
            "familienbande.choice.child",
            of=move.of,
            spouse=_spouse(view, move.of),
            generation=generation,
            own=_own(view, move),
        )
        points = points_in_words(look, points_of(move.card, generation), plain=True)
        return Choice(label[:100], str(move), True, points[:100], f"familienbande_{move.of}")
    label = text.plain("familienbande.choice.marry", on=move.on, generation=generation)
    return Choice(
        label[:100], str(move), True, traits_in_words(text, move.on)[:100], f"familienbande_{move.on}"
    )


def _promise(look: Look, view: View, move: Move) -> str:
    """What a suggested move means."""
    text = look.text
    if isinstance(move, Child):
        generation = generation_of(view, move)
        points = points_in_words(look, points_of(move.card, generation), plain=True)
        return text.plain("familienbande.suggest.child", generation=generation, points=points)
    if isinstance(move, Marry):
        both = f"{traits_in_words(text, move.card)} + {traits_in_words(text, move.on)}"
        return text.plain("familienbande.suggest.marry", generation=generation_of(view, move), traits=both)
    if isinstance(move, Discard):
        return traits_in_words(text, move.card)
    dry = "_dry" if str(move) == "pass" and not (view.pile or view.discards) else ""
    return text.plain(f"familienbande.button.{move}{dry}")


def _who(look: Look, event: Event) -> str:
    return look.names[event.seat] if event.seat is not None else ""


def _with_cards(code: str, *cards: str, plain: Sequence[str] = ()) -> Callable[[Look, Event], Markup]:
    """A sentence with the seat's name, these inputs as cards, and others as they are."""

    def tell(look: Look, event: Event) -> Markup:
        inputs: dict[str, object] = {key: card_shown(look, event.inputs[key]) for key in cards}
        inputs |= {key: event.inputs[key] for key in plain}
        return look.text(code, who=_who(look, event), **inputs)

    return tell


def _born(look: Look, event: Event) -> Markup:
    given = event.inputs
    points: Any = given["points"]
    return look.text(
        "familienbande.event.born",
        who=_who(look, event),
        card=card_shown(look, given["card"]),
        of=card_shown(look, given["of"]),
        spouse=card_shown(look, given["spouse"]),
        generation=given["generation"],
        points=Markup(points_in_words(look, tuple(points))),
    )


def _shuffled(look: Look, event: Event) -> Markup:
    return look.text("familienbande.event.shuffled", n=event.inputs["cards"])


def _scored(look: Look, event: Event) -> Markup:
    given = event.inputs
    family = str(given["family"])
    known = {
        "who": _who(look, event),
        "family": Markup(f"{look.icons.show(f'familienbande_{family}')}{family_name(look.text, family)}"),
        "total": minus(given["total"]),
    }
    if not given["penalty"]:
        return look.text("familienbande.event.scored_clean", **known)
    return look.text(
        "familienbande.event.scored",
        points=given["points"],
        penalty=given["penalty"],
        n=given["cards"],
        **known,
    )


def _won(look: Look, event: Event) -> Markup:
    winners: Any = event.inputs["winners"]
    who = look.text.list(look.text("name", who=look.names[seat]) for seat in winners)
    return look.text("familienbande.event.won", who=who, n=len(winners))


_TOLD: dict[str, Callable[[Look, Event], Markup]] = {
    "familienbande.married": _with_cards("familienbande.event.married", "card", "on", plain=("generation",)),
    "familienbande.born": _born,
    "familienbande.turned": _with_cards("familienbande.event.turned", plain=("generation", "full")),
    "familienbande.passed": _with_cards("familienbande.event.passed"),
    "familienbande.passed_dry": _with_cards("familienbande.event.passed_dry"),
    "familienbande.drew": _with_cards("familienbande.event.drew", "card"),
    "familienbande.shuffled": _shuffled,
    "familienbande.exchanged": _with_cards("familienbande.event.exchanged"),
    "familienbande.discarded": _with_cards("familienbande.event.discarded", "card"),
    "familienbande.kept": _with_cards("familienbande.event.kept"),
    "familienbande.scored": _scored,
    "familienbande.won": _won,
}
"""How each event is told."""

FACE = FamilienbandeFace(FAMILIENBANDE, pictures.EMOJIS)
