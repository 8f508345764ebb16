"""The interface of a game's Discord face, as the shared cogs use it.

A face sees views and legal moves, never a state: it cannot say what its reader may not know. It is called
with the reader's `Context` and keeps nothing; what takes long (drawing, menus, suggestions) is run in a
thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar, final

from cogs.face.context import Context
from cogs.face.deciding import Course, Decision, Tally, margin, turning_point
from cogs.face.drawing import Drawing
from cogs.face.menus import Choice, Menu, number_page
from cogs.face.narration import Teller, tell
from cogs.face.open_pages import OpenPage
from cogs.face.suggestions import Suggestion, fitting, suggestion
from cogs.text.letters import Letters
from cogs.text.move_words import MoveWords
from cogs.text.text import Markup, Text, sorted_code
from engine.game import Event, Game, Options, Result, Seat
from engine.kit.options import fields_of
from render.cards.paper import Sign
from render.kit.canvas import RGB, Picture, Theme
from render.kit.film import FILM_WIDTH, WHOLE_WIDTH, reel, whole

__all__ = ["AnyFace", "Face", "Hand"]


@dataclass(frozen=True, slots=True)
class Hand:
    """The secret hand of a seat, in words and as a picture."""

    words: Markup
    drawing: Drawing | None = None


O = TypeVar("O", bound=Options)  # noqa: E741 - Options, Move, View: the letters of `Game`
M = TypeVar("M")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Face(ABC, Generic[O, M, V]):
    """One game on Discord: its options, moves and views. Stateless; one instance serves every match."""

    game: Game[O, Any, M, V]
    emojis: Mapping[str, Callable[[], Picture]] = field(default_factory=dict[str, Callable[[], Picture]])
    """The game's small pictures, uploaded once as the application's emojis."""
    has_hand: bool = True
    """Seats hold something in secret: the game's cog is a `HandCog`, and panels come by direct message."""
    narration: ClassVar[Mapping[str, Teller]] = {}
    """Tellers by event code, for events whose inputs cannot stand in the catalogue's sentence as they are."""
    letters: ClassVar[Letters | None] = None
    """The letters in the game's notation that other languages replace by their own; `None` if it has none."""
    words: ClassVar[MoveWords | None] = None
    """The words with which moves begin, which readers may type in their own language; `None` without any."""
    shows_ahead: ClassVar[bool] = False
    """Its menu shows what a move brings before it is chosen: nothing more is shown of that."""
    sealing: ClassVar[frozenset[str]] = frozenset()
    """Codes of events that the question says itself while the choice can still be changed."""
    concluding: ClassVar[frozenset[str]] = frozenset()
    """Codes of events that the end of a match says by its title, ranks or `ending`: not told there again."""
    chapters: ClassVar[frozenset[str]] = frozenset()
    """Codes of events with which a part of the match begins, such as an Age: one can go there at once. The
    catalogue names the way as ``<game>.chapter``."""
    lingering: ClassVar[frozenset[str]] = frozenset()
    """Codes of events that follow from a move and change much at once. Films show them longer, and begin with
    the steps of the viewer's own move only if it has one: the rest of it the viewer has chosen and seen."""

    def options(self, text: Text, options: O, size: int) -> Markup:
        """Return the options of a table in a few words: how many play, then each option as it was chosen.

        The catalogue has ``<game>.<field>.<value>`` for an enumeration, ``<game>.<field>`` with ``{n}`` for a
        number, and ``<game>.<field>`` for a switch, which is named where it is on. A game may say otherwise.
        """
        key = self.game.key
        parts = [text(f"{key}.players.{size}")]
        for each in fields_of(type(options)):
            chosen, code = getattr(options, each.name), f"{key}.{each.name}"
            if each.choices:
                parts.append(text(f"{code}.{chosen.value}"))
            elif each.kind is bool:
                parts += [text(code)] if chosen else []
            elif each.kind is int:
                parts.append(text(code, n=chosen))
        return Markup(" · ".join(parts))

    def fitted(self, options: O, size: int) -> O:
        """Return options that people typed as the rules write them, seen to fit so many seats.

        Raises `BadOptions`. A game says more exactly than the rules do why something does not fit.
        """
        return options

    def asks(self, view: V) -> str:
        """Return the kind of the open question, if a game has several. It ends `question` and `task`."""
        return ""

    def question(self, ctx: Context, view: V) -> Markup:
        """Return the viewer's question: the catalogue's ``<game>.question`` or ``.question.<asks>``."""
        return ctx.text(f"{self.game.key}.question{self._last_word(view)}")

    def task(self, ctx: Context, view: V) -> Markup:
        """Return the task of the open question in few words, as a call shows it on a phone: ``place a tile``.

        Without a capital or a full stop, and at most 80 characters. A call is made of a spectator's view. By
        default it is the catalogue's ``<game>.task`` or ``.task.<asks>``.
        """
        return ctx.text(f"{self.game.key}.task{self._last_word(view)}")

    def _last_word(self, view: V) -> str:
        asks = self.asks(view)
        return f".{asks}" if asks else ""

    def announce(self, ctx: Context, view: V) -> Markup:
        """Return text for everybody beside the board: dice as rolled, the scoring of a match that is over.

        At most 900 characters while the match runs, 2,000 when it is over; often nothing.
        """
        return Markup("")

    def ending(self, ctx: Context, view: V, room: int) -> Markup:
        """Return the text below the ranks of a match that is over, where each total is said already.

        At most `room` characters. What `pictures` show of the scores need not be repeated.
        """
        return self.announce(ctx, view)

    def pictures(self, ctx: Context, view: V) -> Sequence[Drawing]:
        """Return further pictures beside the board: the scoring at the end.

        Often nothing. A call has one picture, the board: these are shown when somebody asks for them.
        """
        return ()

    def closing(self, ctx: Context, view: V) -> Drawing | None:
        """Return the picture of a match's end, such as a score sheet; `None` if that is the board."""
        return None

    @final
    def film(
        self, ctx: Context, views: Sequence[V], since: Seat | None, alt: str, long: Collection[int] = ()
    ) -> Drawing:
        """Return these views, one after the other, as a film; the last view is the present one.

        Each board marks what was new then to seat `since`. `alt` is the film in words. The views whose
        numbers are in `long` are shown longer. No game has a film of its own: what people should see one
        after the other are `stages` of its moves.
        """
        boards = [partial(self.board(ctx, view, since).draw, width=FILM_WIDTH) for view in views]
        return Drawing(lambda: reel(boards, long), alt)

    @final
    def movie(self, ctx: Context, views: Sequence[V], alt: str, *, ends: bool) -> Drawing:
        """Return these views as the film of a whole match, which begins with the last one if it `ends`."""
        frames = [partial(self.frame(ctx, view).draw, width=WHOLE_WIDTH) for view in views]
        return Drawing(lambda: whole(frames, ends=ends), alt)

    @abstractmethod
    def board(self, ctx: Context, view: V, since: Seat | None) -> Drawing:
        """Return the board. Changes since the last turn of seat `since` are marked.

        Its `draw` takes a ``width`` in pixels: films are smaller.
        """

    def frame(self, ctx: Context, view: V) -> Drawing:
        """Return the board as the film of a whole match shows it: by default the usual one, without marks."""
        return self.board(ctx, view, None)

    def large(self, ctx: Context, view: V) -> Drawing | None:
        """Return the board over the whole width, for people who ask for it; `None` if the usual one is."""
        return None

    has_large: ClassVar[bool] = False
    """The game has a `large` board."""
    opens_table: ClassVar[bool] = False
    """There is more on the table than the board shows: the game has an `open_page` ``""``."""

    def open_page(
        self, ctx: Context, view: V, seat: Seat | None, past: Sequence[Event], topic: str
    ) -> OpenPage:
        """Return a page of what lies open on the table; the topic ``""`` is the table itself.

        `view` is a spectator's, whoever reads, and `past` has the events that all may know, oldest first:
        `seat` is the reader's, so that what is theirs can be named. Raises `LookupError` for a topic that
        there is not.
        """
        raise LookupError(topic)

    def explained(self, view: V, told: Sequence[Event]) -> str:
        """Return the topic of the page that explains what this viewer holds and these events name.

        Empty where there is nothing to explain.
        """
        return ""

    def bare(self, view: V) -> bool:
        """Return whether the board is still empty: a call comes without its picture then."""
        return False

    @abstractmethod
    def board_text(self, ctx: Context, view: V) -> str:
        """Return the picture's contents in monospaced text: `PHONE` columns and 1,800 characters at most."""

    def hand(self, ctx: Context, view: V) -> Hand | None:
        """Return the viewer's secret hand; `None` where there is none."""
        return None

    def narrate(self, ctx: Context, event: Event) -> Markup | None:
        """Return the sentence about an event; `None` for an event that goes without saying."""
        return self.narration.get(event.code, tell)(ctx, event)

    def lasting(self, entries: Sequence[Sequence[Event]]) -> Sequence[Sequence[Event]]:
        """Return, for each of these entries of the log, its events that are still worth telling later."""
        return entries

    def digest(self, ctx: Context, view: V, entries: Sequence[Sequence[Event]]) -> Sequence[Markup]:
        """Return a line for each player but the viewer with what these entries of the log changed, or none.

        It stands above news that are long, so that nobody's are missed. `view` is the viewer's, after them.
        """
        return ()

    def follows(self, event: Event) -> bool:
        """Return True if the event is told on the same line as the one before."""
        return False

    def to_notation(self, typed: str) -> str:
        """Return a typed move, with the words and letters of any language, in the game's notation."""
        typed = self.words.to_notation(typed) if self.words else typed
        return self.letters.to_notation(typed) if self.letters else typed

    def with_letters(self, text: Text, notation: str) -> str:
        """Return a move with the reader's words and letters, for the reader alone. Typed so, it is
        understood."""
        notation = self.words.with_words(text, notation) if self.words else notation
        return self.letters.with_letters(text, notation) if self.letters else notation

    def beginnings(self, move: M) -> Sequence[str]:
        """Return the moves with which this one begins, the longest first; none for a move of one step."""
        return ()

    def menu(self, ctx: Context, view: V, moves: Sequence[M], path: tuple[str, ...], page: int) -> Menu:
        """Return the step that `path` leads to. Raises `LookupError` for a path that leads nowhere.

        Unless the game says otherwise there is one step: all legal moves, page by page.
        """
        if path:
            raise LookupError(path)
        return number_page(moves, page).menu(
            self.question(ctx, view), lambda number, move: Choice(f"{number}. {move}", str(move), final=True)
        )

    def reasons(self, ctx: Context, view: V, move: M) -> Iterator[Markup]:
        """Yield what a move does that a robot advises, in words that follow "it": ``scores 7 points``.

        All is worked out from the viewer's view, and true. Often nothing.
        """
        yield from ()

    def variants(self, ctx: Context, view: V, move: M) -> tuple[Choice, ...]:
        """Return moves that differ little from one that is held or previewed, and are offered beside it.

        Often nothing.
        """
        return ()

    def suggest(self, ctx: Context, view: V, moves: Sequence[M], typed: str) -> list[Suggestion]:
        """Return up to 25 legal moves that fit the typed text (in the notation), the best first."""
        return [suggestion(move) for move in fitting(moves, typed)]

    paragraphs: ClassVar[Sequence[str]] = ()
    """The last words of the codes ``<game>.rules.…``, in their order."""

    def rules(self, text: Text, options: O, size: int) -> Sequence[Markup]:
        """Return the rules in short, with these options, as paragraphs of one message (3,500 characters).

        By default the `paragraphs`.
        """
        return [text(f"{self.game.key}.rules.{part}") for part in self.paragraphs]

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        """Return a seat's total in words; empty if the game has none: the title names the winners.

        By default the catalogue's ``<game>.score`` of the first number, if there is that sentence.
        """
        code = f"{self.game.key}.score"
        return text(code, n=result.scores[seat][0]) if text.knows(code) else Markup("")

    # The end, on its card and in a sentence

    def standing(self, view: V, final: V) -> Sequence[float]:
        """Return each seat's score as it stood in `view`, by what all know once `final` is the last view.

        Empty, as by default, where that is not known, or where there are no scores on the way. The match may
        have been ended before its rules end it.
        """
        return ()

    def turn(self, view: V) -> int | None:
        """Return the number of the turn that the view stands in, from 1; `None`, as by default, without."""
        return None

    def tally(self, ctx: Context, view: V, result: Result, seat: Seat) -> Tally:
        """Return a seat's score for the card of an end by the rules, with what made it.

        By default it is the first of the numbers that decided.
        """
        return Tally(str(result.scores[seat][0]).replace("-", "−"))

    def reason(self, ctx: Context, view: V, result: Result) -> Markup:
        """Return the sentence about why a match is over that its rules have ended."""
        return ctx.text(sorted_code(result.reason, "end"))

    def colour(self, view: V, seat: Seat) -> RGB | None:
        """Return the colour of a seat's pieces; `None`, as by default, where seats have none of their own."""
        return None

    def legend(self, theme: Theme) -> tuple[tuple[Sign, RGB], ...]:
        """Return the signs and colours of the parts of a tally's bar, in their order; often nothing."""
        return ()

    def margin(self, course: Course) -> str:
        """Return the winner's lead for the card, as short as ``+7``; ``=`` for a draw."""
        return margin(course)

    def decided(self, course: Course) -> Decision | None:
        """Return what decided a match that its rules have ended; `None` where nothing is worth saying.

        By default it is how the lead ran.
        """
        return turning_point(course, self.turn)

    def tell_decision(self, ctx: Context, decision: Decision) -> Markup:
        """Return the sentence about what decided the match."""
        text = ctx.text
        who, other = (
            text.list(text("name", who=ctx.names[seat]) for seat in side)
            for side in (decision.who, decision.other)
        )
        return text(decision.code, who=who, other=other, **decision.inputs)

    def sides(self, view: V, size: int) -> Sequence[Sequence[Seat]]:
        """Return the sides, whose seats win and lose together. By default every seat is a side."""
        return [(Seat(seat),) for seat in range(size)]


AnyFace = Face[Any, Any, Any]
"""A face whose game the caller does not care about."""
