"""Genesia's face: questions, boards, hands, narration, the taps of a move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from cogs.face.context import Context
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import Face, Hand
from cogs.face.menus import Menu, split_areas
from cogs.face.open_pages import OpenPage
from cogs.face.suggestions import Suggestion
from cogs.genesia.attack_menus import (
    assault_menu,
    campaign_menu,
    fight_menu,
    lose_menu,
    losses_menu,
    reaction_menu,
    sealed_menu,
    stance_menu,
)
from cogs.genesia.card_texts import people_names
from cogs.genesia.deciding import decided, standing
from cogs.genesia.descriptions import alt, board_text, discreet, end_lines, public_lines, score_drawing
from cogs.genesia.digest import digest
from cogs.genesia.forms import check_fit, lots_in_notation
from cogs.genesia.hands import hand_of
from cogs.genesia.leftovers import end_menu
from cogs.genesia.movement_menus import card_menu, move_menu, via_menu, with_moves
from cogs.genesia.narration import follows, lasting, narrate
from cogs.genesia.places import region_names
from cogs.genesia.prompts import MenuStep, board_drawing, question, task
from cogs.genesia.rules import options_in_words, rules_in_short
from cogs.genesia.suggestions import WORDS, prospect, suggestions
from cogs.genesia.tableau import explained, open_page
from cogs.genesia.turn_menus import (
    discard_menu,
    draft_menu,
    objective_menu,
    order_menu,
    place_menu,
    recruit_menu,
    turn_menu,
)
from cogs.text.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.genesia import codes
from engine.genesia.box.decks import normalised
from engine.genesia.model import GenesiaOptions, Move, Phase, View
from engine.genesia.moves import Line
from engine.genesia.rules import GENESIA
from render.cards.paper import Sign
from render.genesia import pictures
from render.genesia.tally import colour_of, legend, parts
from render.kit.canvas import RGB, Theme

__all__ = ["FACE", "GenesiaFace"]


class GenesiaFace(Face[GenesiaOptions, Move, View]):
    """See `Face`."""

    words = WORDS
    shows_ahead = True
    has_large = True
    opens_table = True
    sealing = frozenset({codes.TOOK, codes.AIMED, codes.STOOD})
    concluding = frozenset({codes.WON, codes.OBJECTIVE})
    chapters = frozenset({codes.AGE})
    lingering = frozenset(
        {codes.STANCES, codes.SHIELDED, codes.FOUGHT, codes.BESIEGED, codes.CITIES, codes.COUNTED}
    )

    def fitted(self, options: GenesiaOptions, size: int) -> GenesiaOptions:
        decks = normalised(options.decks) if options.decks.strip() else ""
        teams, lots = ("".join(each.upper().split()) for each in (options.teams, options.lots))
        lots = lots_in_notation(lots)
        written = replace(options, teams=teams, lots=lots, decks=decks)
        check_fit(written, size)
        return written

    def options(self, text: Text, options: GenesiaOptions, size: int) -> Markup:
        return options_in_words(text, options, size)

    def question(self, ctx: Context, view: View) -> Markup:
        return question(ctx, view)

    def announce(self, ctx: Context, view: View) -> Markup:
        return public_lines(ctx, view)

    def task(self, ctx: Context, view: View) -> Markup:
        return task(ctx, view)

    def ending(self, ctx: Context, view: View, room: int) -> Markup:
        return end_lines(ctx, view, room)

    def pictures(self, ctx: Context, view: View) -> Sequence[Drawing]:
        if view.result is None:
            return ()
        return (score_drawing(ctx, view),)

    def closing(self, ctx: Context, view: View) -> Drawing | None:
        return score_drawing(ctx, view)

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        return board_drawing(ctx, view, alt(ctx, view))

    def frame(self, ctx: Context, view: View) -> Drawing:
        """Return the board without the shade of an assault, which would make every frame a whole one."""
        return board_drawing(ctx, view, alt(ctx, view), dimmed=False)

    def large(self, ctx: Context, view: View) -> Drawing:
        names = people_names(ctx, view), region_names(ctx.text, view)
        draw = partial(pictures.large, discreet(view), *names, theme=ctx.theme)
        return Drawing(draw, alt(ctx, view, named=True))

    def open_page(
        self, ctx: Context, view: View, seat: Seat | None, past: Sequence[Event], topic: str
    ) -> OpenPage:
        return open_page(ctx, view, seat, past, topic)

    def explained(self, view: View, told: Sequence[Event]) -> str:
        return explained(view, told)

    def board_text(self, ctx: Context, view: View) -> str:
        return board_text(ctx, view)

    def hand(self, ctx: Context, view: View) -> Hand | None:
        return hand_of(ctx, view)

    def narrate(self, ctx: Context, event: Event) -> Markup | None:
        return narrate(ctx, event)

    def lasting(self, entries: Sequence[Sequence[Event]]) -> Sequence[Sequence[Event]]:
        return lasting(entries)

    def digest(self, ctx: Context, view: View, entries: Sequence[Sequence[Event]]) -> Sequence[Markup]:
        return digest(ctx, view, entries)

    def follows(self, event: Event) -> bool:
        return follows(event)

    def beginnings(self, move: Move) -> Sequence[str]:
        if not isinstance(move, Line):
            return ()
        return [str(Line(move.steps[:count])) for count in range(len(move.steps) - 1, 0, -1)]

    def menu(self, ctx: Context, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        chosen, area = split_areas("/".join(path).split("/"))  # a choice may be several steps in one
        step = MenuStep(ctx, view, moves, page, area)
        verb, *rest = chosen or ("",)
        if not verb:
            if area:
                raise LookupError(path)
            return _first(step)
        if verb == "assault" and rest:  # chosen with war: how it is fought is the same step
            verb, *rest = rest
        ways = {
            "recruit": recruit_menu,
            "move": move_menu,
            "via": via_menu,
            "card": card_menu,
            "discard": discard_menu,
            "draft": draft_menu,
            "order": order_menu,
            "place": place_menu,
            "end": end_menu,
            "assault": assault_menu,
            "campaign": campaign_menu,
            "fight": fight_menu,
            "lose": lose_menu,
        }
        return ways[verb](step, tuple(rest))

    def reasons(self, ctx: Context, view: View, move: Move) -> Iterator[Markup]:
        if said := prospect(ctx, view, move):
            yield ctx.text("genesia.why", prospect=said)

    def suggest(self, ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        return suggestions(ctx, view, moves, typed)

    def rules(self, text: Text, options: GenesiaOptions, size: int) -> Sequence[Markup]:
        return rules_in_short(text, options, size)

    def sides(self, view: View, size: int) -> Sequence[Sequence[Seat]]:
        teams: dict[str, list[Seat]] = defaultdict(list)
        for seat in range(size):
            team = view.options.teams[seat] if view.options.teams else f"{seat}"
            teams[team].append(Seat(seat))
        return list(teams.values())

    def standing(self, view: View, final: View) -> Sequence[float]:
        return standing(view)

    def tally(self, ctx: Context, view: View, result: Result, seat: Seat) -> Tally:
        side = next(side for side in self.sides(view, view.seats) if seat in side)
        mine = [people for people in range(view.peoples) if view.seat_of(people) in side]
        people = min(mine, key=lambda each: view.sheets[each].total)  # the weakest counts
        sheet = view.sheets[people]
        named = (
            ("progress", sum(sheet.progress)),
            ("radiance", sheet.radiance),
            ("conquest", sheet.conquest),
            ("objective", sheet.objective or 0),
        )
        said = ", ".join(
            f"{ctx.text.plain(f'genesia.label.{kind}').lower()} {points}" for kind, points in named
        )
        return Tally(str(sheet.total), parts(sheet), said)

    def colour(self, view: View, seat: Seat) -> RGB:
        return colour_of(int(seat))

    def legend(self, theme: Theme) -> tuple[tuple[Sign, RGB], ...]:
        return legend(theme)

    def decided(self, course: Course) -> Decision | None:
        return decided(course)

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        scores = result.scores[seat]
        if len(scores) == 2:
            return text("genesia.score.solo", weaker=scores[0], stronger=scores[1])
        return text("genesia.score", total=scores[0])


def _first(step: MenuStep) -> Menu:
    """The question itself, phase by phase."""
    match step.view.phase:
        case Phase.OBJECTIVE:
            return objective_menu(step)
        case Phase.DRAFT:
            return draft_menu(step)
        case Phase.STANCE:
            return stance_menu(step)
        case Phase.ASSAULT:
            return sealed_menu(step) or assault_menu(step)
        case Phase.REACTION:
            return reaction_menu(step)
        case Phase.LOSSES:
            return losses_menu(step, ())
        case Phase.PLACE:
            return place_menu(step)
        case _:
            return with_moves(step, turn_menu(step))


FACE = GenesiaFace(GENESIA, pictures.EMOJIS)
