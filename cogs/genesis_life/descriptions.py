"""Genesis (Brassinne) in words: the board in monospaced text, and sentences put together."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.context import Context
from cogs.face.narration import over_in_words
from cogs.face.text_boards import alt_text, code_block, wrap_lines
from cogs.text.letters import letter_of
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.genesis_life import codes
from engine.genesis_life.board import Evolution, name, named, squares
from engine.genesis_life.model import Boards, Colour, Preview, View
from render.genesis_life.pictures import earlier_of
from render.kit.seats import SIGNS

__all__ = [
    "EACH",
    "LETTERS",
    "alt",
    "board_text",
    "deaths_and_births",
    "preview_alt",
    "preview_in_words",
]

LETTERS = "rb"
"""The colours as the log writes them."""
EACH = 7
"""Cells that each player places."""
COLUMNS = "ABCDEFGHI"


def _colour_of(view: View, seat: Seat) -> Colour:
    return Colour.RED if seat == view.red else Colour.BLACK


def _listed(mask: int) -> str:
    """``B1, D4``."""
    return ", ".join(name(square) for square in squares(mask))


def _this_turn(view: View) -> Evolution | None:
    """Return what this turn has done so far; `None` if it was not judged or is over."""
    drawn = view.result is not None and view.result.reason == codes.REPETITION
    if not view.history or drawn or len(view.removals) == len(view.history):
        return None
    turn = view.turn(-1)
    return turn.evolution._replace(born=view.cells[turn.colour] & ~turn.before[turn.colour])


def deaths_and_births(view: View) -> Iterator[tuple[str, Colour, int]]:
    """Yield the turn's deaths and births in order: ``alone``, ``stifled`` or ``born``, colour, cells."""
    evolution = _this_turn(view)
    if evolution is not None:
        turn = view.turn(-1)
        yield from _in_order(evolution, turn.before, turn.colour)


def _in_order(evolution: Evolution, before: Boards, mover: Colour) -> Iterator[tuple[str, Colour, int]]:
    for owner in (mover.other, mover):
        for kind, dead in (("alone", evolution.alone), ("stifled", evolution.stifled)):
            if gone := dead & before[owner]:
                yield kind, owner, gone
    if evolution.born:
        yield "born", mover, evolution.born


def _said(text: Text, kind: str, colour: Colour, mask: int) -> str:
    """``Red cells born: C2, D2.``"""
    return text.plain(
        f"genesis_life.event.{kind}.{LETTERS[colour]}", squares=_listed(mask), n=mask.bit_count()
    )


def _turn_in_words(ctx: Context, view: View) -> str:
    if view.to_move is None:
        return over_in_words(ctx, "genesis_life.alt.over", view.result)
    asks = "turn" if view.asks is None else view.asks.value
    return ctx.text.plain(f"genesis_life.alt.{asks}", who=ctx.names[view.to_move])


def _about_draws(ctx: Context, view: View) -> Iterator[str]:
    if view.offer is not None and view.result is None:
        yield ctx.text.plain("genesis_life.alt.offer", who=ctx.names[view.offer])
    if view.occurrences > 1:
        yield ctx.text.plain("genesis_life.event.repeated", times=view.occurrences)


def _score(text: Text, view: View, seat: Seat) -> str:
    """``won``, once the match is over."""
    if view.result is None:
        return ""
    draw = len(set(view.result.ranks)) == 1
    kind = "drawn" if draw else "won" if view.result.ranks[seat] == 1 else "lost"
    return text.plain(f"genesis_life.score.{kind}")


# In place of the picture


def alt(ctx: Context, view: View) -> str:
    """Describe the picture in at most 1,024 characters: turn, what it did, cells, draws."""
    parts = [_turn_in_words(ctx, view), *_marks(ctx, view)]
    for seat in map(Seat, range(2)):
        parts += _seat_in_words(ctx, view, seat)
    return alt_text([*parts, *_about_draws(ctx, view)])


def _seat_in_words(ctx: Context, view: View, seat: Seat) -> Iterator[str]:
    text, who, colour = ctx.text, ctx.names[seat], _colour_of(view, seat)
    if view.result is not None:
        yield text.plain("genesis_life.alt.rank", who=who, score=_score(text, view, seat))
    own, named_colour = view.cells[colour], text.plain(f"genesis_life.colour.{LETTERS[colour]}")
    if own:
        n = own.bit_count()
        yield text.plain("genesis_life.alt.cells", who=who, colour=named_colour, n=n, squares=_listed(own))
    else:
        yield text.plain("genesis_life.alt.no_cells", who=who, colour=named_colour)
    if not view.history and view.result is None:
        yield text.plain("genesis_life.alt.left", n=EACH - len(view.placed[colour]))


def _marks(ctx: Context, view: View) -> Iterator[str]:
    """List what is marked on the board."""
    text = ctx.text
    if not view.history:
        yield text.plain("genesis_life.alt.placed", square=name(_last_placed(view)))
    if (before := earlier_of(view)) is not None:
        done = before.evolution._replace(born=before.born)
        for kind, colour, mask in _in_order(done, before.before, before.mover):
            yield _said(text, kind, colour, mask)
    if view.removals:
        yield text.plain("genesis_life.alt.removed", square=name(view.removals[-1]))
    for kind, colour, mask in deaths_and_births(view):
        yield _said(text, kind, colour, mask)


def _last_placed(view: View) -> int:
    reds, blacks = view.placed
    return (reds if len(reds) > len(blacks) else blacks)[-1]


def board_text(ctx: Context, view: View) -> str:
    """The board for a code block, row 9 on top; a legend stands under it."""
    evolution = _this_turn(view) or Evolution(0, 0, 0)
    letters = "  " + " ".join(COLUMNS)
    lines = [letters]
    for row in range(len(COLUMNS), 0, -1):
        shown = "".join(_square(ctx.text, view, named(f"{column}{row}"), evolution) for column in COLUMNS)
        lines.append(f"{row} {shown}{row}")
    lines += [letters, "", *(_player(ctx, view, Seat(seat)) for seat in range(2)), ""]
    for said in (_turn_in_words(ctx, view), *_about_draws(ctx, view)):
        lines += wrap_lines(said)
    legend = "genesis_life.text.legend" if view.history else "genesis_life.text.legend_placing"
    lines += ["", *wrap_lines(ctx.text.plain(legend))]
    return code_block(lines)


def _square(text: Text, view: View, square: int, evolution: Evolution) -> str:
    bit, before = 1 << square, earlier_of(view)
    letters = [letter_of(text, "genesis_life", each) for each in LETTERS]
    for own, letter in zip(view.cells, letters, strict=True):
        if own & bit:
            last = not view.history and square == _last_placed(view)
            born = (evolution.born | (before.born if before else 0)) & bit
            return letter + ("+" if born else "*" if last else " ")
    if evolution.dead & bit:
        letter = letters[0 if view.turn(-1).before[0] & bit else 1].lower()
        return letter + ("o" if evolution.alone & bit else "x")
    if view.removals and square == view.removals[-1]:
        return "- "
    if before and before.evolution.dead & bit:
        return "·" + ("o" if before.evolution.alone & bit else "x")
    return "· "


def _player(ctx: Context, view: View, seat: Seat) -> str:
    colour, who = _colour_of(view, seat), ctx.names[seat]
    who = who if len(who) <= 16 else f"{who[:15]}…"
    count = str(view.cells[colour].bit_count())
    if not view.history:
        count += f"/{EACH}"
    if view.result is not None:
        count += f" · {_score(ctx.text, view, seat)}"
    mark = ">" if seat == view.to_move else " "
    return f"{mark}{SIGNS[seat]} {'RB'[colour]} {who} {count}"


# Before a cell is taken away


def preview_in_words(ctx: Context, view: View, square: int, preview: Preview) -> Markup:
    """Describe the opponent's next turn, line by line."""
    text, mover = ctx.text, view.colour
    assert mover is not None
    opponent = ctx.names[view.seat_of(mover.other)]
    lines = [text("genesis_life.preview", square=name(square), who=opponent)]
    for kind, colour, mask in _in_order(preview.evolution, preview.before, mover.other):
        lines.append(Markup(ctx.icons.show(f"life_{kind}") + _said(text, kind, colour, mask)))
    if preview.outcome is not None:
        lines.append(text(f"genesis_life.outcome.{preview.outcome.value}"))
    elif len(lines) == 1:
        lines.append(text("genesis_life.preview.none"))
    return Markup("\n".join(lines))


def preview_alt(ctx: Context, view: View, square: int, preview: Preview) -> str:
    """Describe the picture of a preview."""
    mover = view.colour
    assert mover is not None
    lines = [ctx.text.plain("genesis_life.menu.alt.preview", square=name(square))]
    for part in _in_order(preview.evolution, preview.before, mover.other):
        lines.append(_said(ctx.text, *part))
    return alt_text(lines)
