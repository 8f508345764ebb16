"""Génial's face: questions, boards, racks, narration, the two taps of a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cogs.face.context import Context
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import Face, Hand
from cogs.face.menus import CHOICES, Choice, Menu
from cogs.face.suggestions import Suggestion, suggestion
from cogs.genial.deciding import decided, standing
from cogs.genial.descriptions import (
    LETTERS,
    alt,
    board_text,
    colour_name,
    lowest_colours,
    points_in_words,
    tile_in_words,
    tile_said,
    tile_shown,
)
from cogs.genial.narration import NARRATION
from cogs.genial.places import Path, place_menu, turned
from cogs.genial.ranking import fitting, rank_moves, rank_rack, track_of
from cogs.genial.reasons import reasons
from cogs.text.move_words import MoveWords
from cogs.text.text import Markup, Text
from engine.game import Result, Seat
from engine.genial import GENIAL, codes
from engine.genial.board import Colour
from engine.genial.model import Asks, Form, GenialOptions, Move, Place, View
from render.genial import pictures
from render.genial.tally import parts

__all__ = ["FACE", "GenialFace"]

WORDS = MoveWords("genial", ("swap", "keep"))


class GenialFace(Face[GenialOptions, Move, View]):
    """See `Face`."""

    narration = NARRATION
    letters = LETTERS
    words = WORDS
    concluding = frozenset({codes.WON, codes.SOLO_OVER})

    def options(self, text: Text, options: GenialOptions, size: int) -> Markup:
        forms = {Form.SOLO: "genial.form.solo", Form.TEAM: "genial.form.team"}
        form = forms.get(options.form)
        parts = [text(form) if form else text("genial.form.free", n=size)]
        if options.single_bonus:
            parts.append(text("genial.option.single_bonus"))
        return Markup(" · ".join(parts))

    def question(self, ctx: Context, view: View) -> Markup:
        text = ctx.text
        if view.asks is Asks.SWAP:
            return text("genial.question.swap", colours=lowest_colours(text, track_of(view)))
        if view.asks is Asks.BONUS:
            return text("genial.question.bonus", n=view.bonus_left + 1)
        if view.open_symbols and view.turn < view.seats:
            return text("genial.question.first")
        return text("genial.question.place")

    def task(self, ctx: Context, view: View) -> Markup:
        return ctx.text(f"genial.task.{(view.asks or Asks.PLACE).value}")

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        shown = view if since is None else replace(view, seat=since)
        return Drawing(partial(pictures.board, shown, ctx.picture_names, theme=ctx.theme), alt(ctx, shown))

    def board_text(self, ctx: Context, view: View) -> str:
        return board_text(ctx, view)

    def hand(self, ctx: Context, view: View) -> Hand | None:
        if not view.rack:
            return Hand(ctx.text("genial.hand.empty")) if view.seat is not None else None
        text = ctx.text
        tiles = " ".join(tile_shown(ctx, str(tile)) for tile in view.rack)
        spoken = ", ".join(tile_in_words(text, tile) for tile in view.rack)
        best = rank_rack(view, has_help=ctx.has_help).best() if view.seat is not None else {}
        captions = tuple(f"+{best[str(tile)]}" if str(tile) in best else "" for tile in view.rack)
        drawing = Drawing(
            partial(pictures.rack, view.rack, captions, theme=ctx.theme),
            text.plain("genial.hand.alt", tiles=spoken),
        )
        return Hand(text("genial.hand", tiles=Markup(tiles)), drawing)

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        if view.asks is Asks.SWAP:
            if path:
                raise LookupError(path)
            return self._swap_menu(ctx, view)
        tiles = sorted(
            {str(tile) for tile in view.rack}, key=lambda letters: ["ROYGBP".index(c) for c in letters]
        )
        way = Path.read(path)
        chosen = way.tiles
        if not chosen and (len(tiles) > 1 or view.asks is Asks.BONUS):
            if way.patches:
                raise LookupError(path)
            return self._tile_menu(ctx, view, moves, tiles)
        if len(chosen) > 1 or (chosen and chosen[0] not in tiles):
            raise LookupError(path)
        tile = chosen[0] if chosen else tiles[0]
        ranking = rank_moves(view, moves, tile, has_help=ctx.has_help)
        return place_menu(ctx, view, ranking, tile, way, self.question(ctx, view))

    def _swap_menu(self, ctx: Context, view: View) -> Menu:
        text = ctx.text
        hand = self.hand(ctx, view)
        return Menu(
            prompt=self.question(ctx, view),
            choices=(
                Choice(text.plain("genial.button.swap"), "swap", final=True, strong=ctx.has_help),
                Choice(text.plain("genial.button.keep"), "keep", final=True),
            ),
            drawing=hand.drawing if hand else None,
        )

    def _tile_menu(self, ctx: Context, view: View, moves: Sequence[Move], tiles: Sequence[str]) -> Menu:
        ranking = rank_moves(view, moves, has_help=ctx.has_help)
        best, first = ranking.best(), ranking[0].move if len(ranking) else None
        strong = "" if first is None else first.first.letter + first.second.letter
        hand = self.hand(ctx, view)
        choices = [
            Choice(
                f"{tile_said(ctx.text, tile)} +{best[tile]}",
                tile,
                emoji=f"genial_{tile}",
                strong=tile == strong,
            )
            for tile in tiles
            if tile in best
        ]
        if view.asks is Asks.BONUS:
            choices.append(Choice(ctx.text.plain("genial.button.decline"), "keep", final=True))
        return Menu(
            prompt=Markup(f"{self.question(ctx, view)}\n{ctx.text('genial.menu.tile')}"),
            choices=tuple(choices),
            drawing=hand.drawing if hand else None,
        )

    def variants(self, ctx: Context, view: View, move: Move) -> tuple[Choice, ...]:
        """Offer the tile the other way round."""
        other = turned(move) if isinstance(move, Place) else None
        return (Choice(ctx.text.plain("genial.button.turn"), str(other), final=True),) if other else ()

    def reasons(self, ctx: Context, view: View, move: Move) -> Iterator[Markup]:
        return reasons(ctx, view, move)

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        text = ctx.text
        if view.asks is Asks.SWAP:
            offers = [("swap", "genial.suggest.swap"), ("keep", "genial.suggest.keep")]
            return [
                Suggestion(text.plain(code), move) for move, code in offers if _is_begun(text, move, typed)
            ]
        declining = view.asks is Asks.BONUS and _is_begun(text, "keep", typed)
        none = [Suggestion(text.plain("genial.suggest.decline"), "keep")] if declining else []
        places = [
            suggestion(each.move, points_in_words(text, each.points), self.with_letters(text, str(each.move)))
            for each in fitting(view, moves, typed, has_help=ctx.has_help)[: CHOICES - len(none)]
        ]
        return places + none

    def rules(self, text: Text, options: GenialOptions, size: int) -> Sequence[Markup]:
        form = "free" if options.form is Form.FREE else options.form.value
        alone = "_solo" if options.form is Form.SOLO else ""
        parts = ["aim", f"turn{alone}", f"first{alone}", "points"]
        if not alone:
            parts += ["single_bonus" if options.single_bonus else "bonus", "swap"]
        parts += [f"form_{form}", "end", "notation"]
        return [text(f"genial.rules.{part}") for part in parts]

    def sides(self, view: View, size: int) -> Sequence[Sequence[Seat]]:
        return view.sides

    def standing(self, view: View, final: View) -> Sequence[float]:
        return standing(view)

    def turn(self, view: View) -> int:
        return view.turn + 1

    def tally(self, ctx: Context, view: View, result: Result, seat: Seat) -> Tally:
        track = next(track for side, track in zip(view.sides, view.tracks, strict=True) if seat in side)
        ours, others = (
            result.scores[seat],
            {scores for scores in result.scores if scores != result.scores[seat]},
        )
        # The number by which the next better side, or the next one, was told apart.
        near = min(others, key=lambda scores: (-_alike(ours, scores), scores), default=None)
        decided_at = None if near is None else _alike(ours, near)
        order = sorted(Colour, key=lambda colour: (track[colour], colour))
        said = ", ".join(f"{colour_name(ctx.text, colour)} {track[colour]}" for colour in order)
        return Tally(str(min(track)), parts(track, decided_at), said)

    def decided(self, course: Course) -> Decision | None:
        return decided(course, self.turn)

    def tell_decision(self, ctx: Context, decision: Decision) -> Markup:
        letters = decision.inputs.get("colours")
        if not isinstance(letters, str):
            return super().tell_decision(ctx, decision)
        names = ctx.text.list(colour_name(ctx.text, Colour("ROYGBP".index(each))) for each in letters)
        return super().tell_decision(ctx, replace(decision, inputs={**decision.inputs, "colours": names}))

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        scores = result.scores[seat]
        return text("genial.score", lowest=scores[0], all=" · ".join(str(number) for number in scores))


def _alike(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Return how many of the lowest values are equal."""
    return next((place for place, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b), len(ours))


def _is_begun(text: Text, word: str, typed: str) -> bool:
    """Return true if the typed text begins the word, in the notation or in the reader's language."""
    said = [word, *(spoken for spoken, known in WORDS.spoken(text).items() if known == word)]
    return any(each.startswith(typed.strip().lower()) for each in said)


FACE = GenialFace(GENIAL, pictures.EMOJIS)
