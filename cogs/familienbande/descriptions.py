"""Familienbande without pictures: cards, points, the family tree in monospaced text and in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cogs.face.context import Context
from cogs.face.narration import over_in_words
from cogs.face.text_boards import alt_text, code_block, fit_column, wrap_lines
from cogs.text.letters import letter_of
from cogs.text.text import Markup, Text
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks, Gender, Person, Row, Trait, View
from render.familienbande.layout import Tree, freshness, gains
from render.kit.fresh import Fresh
from render.kit.seats import SIGNS

__all__ = [
    "alt",
    "board_text",
    "card_in_words",
    "card_shown",
    "family_lines",
    "family_name",
    "points_in_words",
    "points_of",
    "trait_name",
    "traits_in_words",
]

GENDERS = {Gender.MAN: "♂", Gender.WOMAN: "♀"}
TREE = Tree(1100)
"""Members stand in the same order as in the pictures."""


def trait_name(text: Text, trait: Trait) -> str:
    return text.plain(f"familienbande.word.trait.{trait.letter}")


def family_name(text: Text, letter: str) -> str:
    return text.plain(f"familienbande.family.{letter}")


def traits_in_words(text: Text, card: int) -> str:
    """``ears ×2, nose``."""
    counts = CARDS[card].counts
    return ", ".join(
        trait_name(text, trait) + (f" ×{counts[trait]}" if counts[trait] > 1 else "")
        for trait in Trait
        if counts[trait]
    )


def letters(text: Text, card: int) -> str:
    """``EEN``, in the letters of the language."""
    return "".join(letter_of(text, "familienbande", trait.letter) for trait in CARDS[card].traits)


def card_in_words(text: Text, card: int) -> str:
    """``12 (ears ×2, nose)``."""
    return text.plain("familienbande.card", card=card, traits=traits_in_words(text, card))


def card_shown(ctx: Context, card: object) -> Markup:
    """A card in a sentence: its portrait, where it is known, and its number."""
    return Markup(f"{ctx.icons.show(f'familienbande_{card}')}**{card}**")


def points_of(card: int, generation: int) -> tuple[int, ...]:
    """Return the advance of each marker when the card is born into this generation."""
    return tuple(generation * count for count in CARDS[card].counts)


def points_in_words(ctx: Context, points: Sequence[int], *, plain: bool = False) -> str:
    """``+6 nose and +3 ears``, the most first; with emojis unless `plain`."""
    text = ctx.text
    parts: list[str] = []
    for trait in sorted(Trait, key=lambda each: -points[each]):
        if points[trait]:
            said = text.plain("familienbande.points_in", count=points[trait], trait=trait_name(text, trait))
            icon = "" if plain else ctx.icons.show(f"familienbande_{trait.letter}")
            parts.append(f"{icon}{said}")
    return str(text.list(parts))


def turn_in_words(ctx: Context, view: View) -> str:
    if view.to_move is None:
        return over_in_words(ctx, "familienbande.alt.over", view.result)
    if view.shown_hands:
        return ctx.text.plain("familienbande.alt.open")
    asks = view.asks or Asks.ACT
    return ctx.text.plain(f"familienbande.alt.{asks.value}", who=ctx.names[view.to_move])


def _couple(person: Person) -> str:
    return f"{person.card} + {person.spouse}" if person.spouse is not None else f"{person.card}"


def _members(text: Text, people: Sequence[Person]) -> str:
    """Describe people with their parents: ``of 26: 62 + 13, 29; of 31: 46 + 11``."""
    families = [
        (parent, ", ".join(map(_couple, children)))
        for parent, children in groupby(people, key=lambda person: person.parent)
    ]
    return text.plain("familienbande.alt.next_couple").join(
        couples
        if parent is None
        else text.plain("familienbande.alt.children", parent=parent, members=couples)
        for parent, couples in families
    )


def _row(text: Text, row: Row, people: Sequence[Person], *, over: bool) -> str:
    """Describe a row of the tree. At the end all photographs are open again."""
    members = _members(text, people) or text.plain("familienbande.alt.nobody")
    if row.is_turned and not over:
        return text.plain("familienbande.alt.turned", generation=row.generation, members=members)
    if row.generation == 1:
        return text.plain("familienbande.alt.founders", members=members)
    return text.plain("familienbande.alt.row", n=row.free, generation=row.generation, members=members)


def _newest(ctx: Context, view: View) -> list[str]:
    """List the cards that were put on the table since the viewer's last turn."""
    fresh = freshness(view)
    told: list[str] = []
    for each in view.placed:
        if fresh[each.card] is not Fresh.OLD:
            code = "familienbande.alt.born" if each.is_child else "familienbande.alt.married"
            who = ctx.names[view.seat_of(each.turn)]
            told.append(ctx.text.plain(code, who=who, card=each.card, to=each.to))
    return told


def family_lines(ctx: Context, view: View) -> list[Markup]:
    """List, once the match is over, each seat's family and the parts of its score, the best first."""
    text, result = ctx.text, view.result
    if result is None:
        return []
    lines: list[Markup] = []
    for seat in sorted(range(view.seats), key=lambda each: result.ranks[each]):
        family = view.families[seat]
        if family is None:
            continue
        total, cards = result.scores[seat]
        icon = ctx.icons.show(f"familienbande_{family.letter}")
        known = {"who": ctx.names[seat], "family": Markup(f"{icon}{family_name(text, family.letter)}")}
        points = view.markers[family]
        if cards:
            parts = {"points": points, "penalty": points - total, "n": -cards}
            lines.append(text("familienbande.unveiled", **known, **parts))
        else:
            lines.append(text("familienbande.unveiled_clean", **known))
    return lines


def alt(ctx: Context, view: View) -> str:
    """Describe the picture in at most 1,024 characters: turn, last card, markers, seats, the tree."""
    text = ctx.text
    markers = ", ".join(f"{trait_name(text, trait)} {view.markers[trait]}" for trait in Trait)
    parts = [turn_in_words(ctx, view), *_newest(ctx, view)]
    parts.append(text.plain("familienbande.alt.markers", markers=markers))
    for seat in range(view.seats):
        who, family, held = ctx.names[seat], view.families[seat], view.hand_sizes[seat]
        if family is not None and view.result is None and view.shown_hands:
            known = {"family": family_name(text, family.letter), "trait": trait_name(text, family)}
            parts.append(text.plain("familienbande.alt.unveiled", who=who, n=held, **known))
        elif view.result is None or family is None:
            parts.append(text.plain("familienbande.alt.held", who=who, n=held))
        else:
            total, points = view.result.scores[seat][0], view.markers[family]
            parts.append(
                text.plain(
                    "familienbande.alt.total",
                    rank=view.result.ranks[seat],
                    who=who,
                    family=family_name(text, family.letter),
                    trait=trait_name(text, family),
                    points=points,
                    penalty=points - total,
                    total=minus(total),
                )
            )
    over, ordered = view.result is not None, TREE.order(view.rows)
    parts += [_row(text, row, people, over=over) for row, people in zip(view.rows, ordered, strict=True)]
    parts.append(text.plain("familienbande.alt.stock", pile=view.pile_size, discards=view.discard_count))
    return alt_text(parts)


def minus(number: object) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")


def board_text(ctx: Context, view: View) -> str:
    """The tree for a code block: ``62♀NNL + 13♂ELL <26`` is a couple, child of 26; ``*`` is new."""
    text = ctx.text
    fresh = freshness(view)
    lines: list[str] = []
    for row, people in zip(view.rows, TREE.order(view.rows), strict=True):
        if row.is_turned and view.result is None:
            state = text.plain("familienbande.text.turned")
        else:
            state = f"+{row.free}" if row.generation > 1 else ""
        lines.append(f"{row.generation}  {state}".rstrip())
        lines += [_line(text, person, fresh) for person in people]
    lines.append("")
    new = gains(view, fresh)
    for trait in Trait:
        gained = f" +{new[trait]}" if new[trait] else ""
        letter = text.plain(f"familienbande.letter.{trait.letter}")
        lines.append(f"{letter} {trait_name(text, trait):<9}{view.markers[trait]:>3}{gained}")
    lines.append("")
    lines += [_seat(ctx, view, seat) for seat in range(view.seats)]
    lines.append("")
    lines += wrap_lines(
        text.plain("familienbande.alt.stock", pile=view.pile_size, discards=view.discard_count)
    )
    lines += wrap_lines(turn_in_words(ctx, view))
    return code_block(lines)


def _line(text: Text, person: Person, fresh: dict[int, Fresh]) -> str:
    def show(card: int) -> str:
        star = " " if fresh.get(card, Fresh.OLD) is Fresh.OLD else "*"
        return f"{card:>2}{GENDERS[CARDS[card].gender]}{letters(text, card)}{star}"

    couple = show(person.card)
    if person.spouse is not None:
        couple += f"+ {show(person.spouse)}"
    parent = "" if person.parent is None else f" <{person.parent}"
    return f" {couple:<18}{parent}".rstrip()


def _seat(ctx: Context, view: View, seat: int) -> str:
    """Hand size, with the family once it lies open; at the end rank, family, marker, penalty and total."""
    name = ctx.names[seat]
    family = view.families[seat]
    letter = "" if family is None else ctx.text.plain(f"familienbande.letter.{family.letter}")
    if view.result is None or family is None:
        mark = "▶" if seat == view.to_move else " "
        shown = f"{fit_column(name, 24)} {letter}" if view.shown_hands else fit_column(name, 26)
        return f"{mark}{SIGNS[seat]} {shown} {view.hand_sizes[seat]:>3}"
    points, total = view.markers[family], view.result.scores[seat][0]
    lost = f"−{points - total}" if points > total else ""
    rank = view.result.ranks[seat]
    return f"{rank}{SIGNS[seat]} {fit_column(name, 15)} {letter}{points:>3}{lost:>5} = {minus(total):>3}"
