"""Familienbande's face: questions, family tree, hands, narration, the two taps of a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cogs.face.context import Context, with_order
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import Face, Hand
from cogs.face.menus import BRIEF, FEW, Choice, Menu, by_area, number_page, split_areas
from cogs.face.suggestions import Suggestion, spread, suggestion
from cogs.familienbande.deciding import decided, standing
from cogs.familienbande.descriptions import (
    TREE,
    alt,
    board_text,
    card_shown,
    family_lines,
    family_name,
    letters,
    minus,
    points_in_words,
    points_of,
    trait_name,
    traits_in_words,
)
from cogs.familienbande.narration import NARRATION
from cogs.familienbande.ranking import cards_of, fitting, generation_of, points_gained, rank_moves
from cogs.familienbande.reasons import reasons
from cogs.text.move_words import MoveWords
from cogs.text.text import Markup, Text, without_icons
from engine.familienbande import FAMILIENBANDE, codes
from engine.familienbande.model import Asks, Child, Discard, FamilienbandeOptions, Marry, Move, View
from engine.game import Result, Seat
from render.familienbande import pictures
from render.familienbande.tally import parts

__all__ = ["FACE", "FamilienbandeFace"]

WORDS = MoveWords("familienbande", ("marry", "child", "pass", "discard", "keep"))
BUTTONS = 20
"""Cards on one page of buttons."""
GENERATIONS = ("1", "2", "3", "4")
"""The generations whose members may marry or have children."""
SPELLED = 16
"""Cards of a hand said with all their traits; of larger ones the letters."""


class FamilienbandeFace(Face[FamilienbandeOptions, Move, View]):
    """See `Face`."""

    words = WORDS
    narration = NARRATION
    concluding = frozenset({codes.WON, codes.SCORED})
    chapters = frozenset({codes.TURNED})
    lingering = frozenset({codes.SCORED})
    paragraphs = ("aim", "families", "marry", "child", "pass", "generations", "end", "notation")

    def asks(self, view: View) -> str:
        return (view.asks or Asks.ACT).value

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else replace(view, seat=since)
        return Drawing(partial(pictures.board, shown, ctx.picture_names, theme=ctx.theme), alt(ctx, shown))

    def board_text(self, ctx: Context, view: View) -> str:
        return board_text(ctx, view)

    def hand(self, ctx: Context, view: View) -> Hand | None:
        return self._hand(ctx, view, ())

    def _hand(
        self, ctx: Context, view: View, lifted: Sequence[int], shown: Sequence[int] = ()
    ) -> Hand | None:
        """Return the hand; of a large one the picture has the cards `shown` alone, a page of it."""
        if view.family is None:
            return None
        text, secret = ctx.text, _secret(ctx, view)
        known = {
            "family": family_name(text, view.family.letter),
            "trait": trait_name(text, view.family),
        }
        if not view.hand:
            return Hand(text("familienbande.hand.empty", secret=secret))
        spelled = traits_in_words if len(view.hand) <= SPELLED else letters
        cards = ", ".join(
            text.plain("familienbande.card", card=card_shown(ctx, card), traits=spelled(text, card))
            for card in view.hand
        )
        spoken = ", ".join(
            text.plain("familienbande.card", card=card, traits=spelled(text, card)) for card in view.hand
        )
        drawing = Drawing(
            partial(
                pictures.hand,
                view,
                theme=ctx.theme,
                highlight=lifted,
                shown=tuple(shown) if shown and len(view.hand) > BUTTONS else None,
            ),
            text.plain("familienbande.hand.alt", cards=spoken, **known)[:1024],
        )
        return Hand(text("familienbande.hand", cards=Markup(cards), secret=secret), drawing)

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        listed = rank_moves(view, moves, has_help=ctx.has_help)
        if view.asks is Asks.EXCHANGE and not path:
            return self._exchange_menu(ctx, view, listed, page)
        if not path:
            return self._card_menu(ctx, view, listed, page)
        mine = [each for each in listed if isinstance(each, (Marry, Child)) and str(each.card) == path[0]]
        chosen, area = split_areas(path)
        if not mine or len(chosen) != 1:
            raise LookupError(path)
        return self._target_menu(ctx, view, mine, area, page)

    def _exchange_menu(self, ctx: Context, view: View, listed: Sequence[Move], page: int) -> Menu:
        text = ctx.text
        part = number_page(_as_held(view, listed), page, BUTTONS)
        hand = self._hand(ctx, view, (), [card for _, card in part.items])
        keep = Choice(text.plain("familienbande.button.keep"), "keep", final=True, strong=True)
        return Menu(
            prompt=Markup(f"{_secret(ctx, view)}\n{self.question(ctx, view)}"),
            choices=(
                keep,
                *(
                    Choice(f"{card}", f"{Discard(card)}", final=True, emoji=f"familienbande_{card}")
                    for _, card in part.items
                ),
            ),
            page=part.page,
            pages=part.pages,
            drawing=hand.drawing if hand else None,
        )

    def _card_menu(self, ctx: Context, view: View, listed: Sequence[Move], page: int) -> Menu:
        text = ctx.text
        gained: dict[int, int] = {}
        for each in listed:
            if isinstance(each, Child):
                gained[each.card] = max(gained.get(each.card, 0), points_gained(view, each))
        cards = _as_held(view, listed)
        part = number_page(cards, page, BUTTONS)
        hand = self._hand(ctx, view, tuple(gained), [card for _, card in part.items])
        dry = "" if view.pile_size or view.discard_count else "_dry"
        buttons = [
            Choice(
                f"{card} +{gained[card]}" if card in gained else f"{card} ♥",
                f"{card}",
                emoji=f"familienbande_{card}",
                strong=card in gained,
            )
            for _, card in part.items
        ]
        skip = Choice(text.plain(f"familienbande.button.pass{dry}"), "pass", final=True)
        if cards:
            prompt = Markup(f"{self.question(ctx, view)}\n{text('familienbande.menu.card')}")
        else:
            prompt = text(f"familienbande.question.pass{'' if view.hand else '_empty'}{dry}")
        return Menu(
            prompt=Markup(f"{_secret(ctx, view)}\n{prompt}"),
            choices=(*buttons, skip),
            page=part.page,
            pages=part.pages,
            drawing=hand.drawing if hand else None,
        )

    def _target_menu(
        self, ctx: Context, view: View, mine: Sequence[Marry | Child], area: str | None, page: int
    ) -> Menu:
        text, card = ctx.text, mine[0].card
        across = {person.card: index for row in TREE.order(view.rows) for index, person in enumerate(row)}
        part = by_area(
            mine,
            area,
            page,
            GENERATIONS,
            [f"{generation_of(view, each) - isinstance(each, Child)}" for each in mine],
            lambda each: across[_member(each)],
        )
        targets = frozenset(_member(each) for _, each in part.items)
        draw = partial(pictures.choice, view, ctx.picture_names, card, targets, theme=ctx.theme)
        said = text.plain(
            "familienbande.card", card=card_shown(ctx, card), traits=traits_in_words(text, card)
        )
        step = part.menu(
            text,
            part.heading(
                text,
                with_order("familienbande.menu.target", ctx),
                "familienbande.menu.row",
                card=Markup(said),
            ),
            lambda number, each: _target(ctx, view, each),
            placeholder=text.plain("familienbande.menu.placeholder", card=card),
            drawing=Drawing(draw, text.plain("familienbande.menu.alt", card=card, n=len(targets))),
            row="familienbande.menu.row",
        )
        # Three are buttons in any case: the picture says what else there is to know.
        return replace(step, most=BRIEF, pictured=len(part.items) <= FEW)

    def reasons(self, ctx: Context, view: View, move: Move) -> Iterator[Markup]:
        return reasons(ctx, view, move)

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        verbs = {verb: spoken for spoken, verb in WORDS.spoken(ctx.text).items()}
        found = spread(fitting(view, moves, typed, verbs, has_help=ctx.has_help))
        return [suggestion(move, _prospect(ctx, view, move)) for move in found]

    def standing(self, view: View, final: View) -> Sequence[float]:
        return standing(view, final)

    def turn(self, view: View) -> int:
        return view.turn + 1

    def tally(self, ctx: Context, view: View, result: Result, seat: Seat) -> Tally:
        total, family = result.scores[seat][0], view.families[seat]
        if family is None:
            return Tally(minus(total))
        points = view.markers[family]
        said = f"{family_name(ctx.text, family.letter)}: {points}"
        less = f" − {points - total}" if points > total else ""
        return Tally(minus(total), parts(family, points, points - total), f"{said}{less}")

    def decided(self, course: Course) -> Decision | None:
        return decided(course, self.turn)

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        return text("familienbande.score", total=minus(result.scores[seat][0]))

    def ending(self, ctx: Context, view: View, room: int) -> Markup:
        said = Markup("\n".join(family_lines(ctx, view)))
        said = said if len(said) <= room else without_icons(said)
        return said if len(said) <= room else Markup("")  # families stand on the picture too


def _secret(ctx: Context, view: View) -> Markup:
    """Return the sentence that tells the viewer which family is theirs; nobody else knows it."""
    if view.family is None:
        return Markup("")
    known = {"family": family_name(ctx.text, view.family.letter), "trait": trait_name(ctx.text, view.family)}
    return ctx.text("familienbande.secret", **known)


def _as_held(view: View, moves: Sequence[Move]) -> list[int]:
    """The cards that these moves play, in the order in which the hand's picture shows them."""
    return sorted(cards_of(moves), key=view.hand.index)


def _member(move: Marry | Child) -> int:
    """Return the member of the tree whose spouse or child the card becomes."""
    return move.on if isinstance(move, Marry) else move.of


def _spouse(view: View, member: int) -> int | None:
    return next(each.spouse for row in view.rows for each in row.people if each.card == member)


def _target(ctx: Context, view: View, move: Marry | Child) -> Choice:
    """Return the list entry of one way to play a hand card."""
    text, generation = ctx.text, generation_of(view, move)
    if isinstance(move, Child):
        label = text.plain(
            "familienbande.choice.child",
            of=move.of,
            spouse=_spouse(view, move.of),
            generation=generation,
            own=points_gained(view, move),
        )
        points = points_in_words(ctx, points_of(move.card, generation), plain=True)
        return Choice(label[:100], str(move), True, points[:100], f"familienbande_{move.of}")
    label = text.plain("familienbande.choice.marry", on=move.on, generation=generation)
    return Choice(
        label[:100], str(move), True, traits_in_words(text, move.on)[:100], f"familienbande_{move.on}"
    )


def _prospect(ctx: Context, view: View, move: Move) -> str:
    """Describe a suggested move in a few words."""
    text = ctx.text
    if isinstance(move, Child):
        generation = generation_of(view, move)
        points = points_in_words(ctx, points_of(move.card, generation), plain=True)
        return text.plain("familienbande.suggest.child", generation=generation, points=points)
    if isinstance(move, Marry):
        both = f"{traits_in_words(text, move.card)} + {traits_in_words(text, move.on)}"
        return text.plain("familienbande.suggest.marry", generation=generation_of(view, move), traits=both)
    if isinstance(move, Discard):
        return traits_in_words(text, move.card)
    dry = "_dry" if str(move) == "pass" and not (view.pile_size or view.discard_count) else ""
    return text.plain(f"familienbande.button.{move}{dry}")


FACE = FamilienbandeFace(FAMILIENBANDE, pictures.EMOJIS)
