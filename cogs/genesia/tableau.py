"""Genesia's open pages: what lies face up before everybody, what was played, what each card does.

They are made of a spectator's view and of what everybody was told, so that they say the same to all. Only
whose the reader's people is differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.open_pages import OpenPage, Topic, TopicList
from cogs.face.text_boards import alt_text
from cogs.genesia.card_texts import (
    age_name,
    card_detail,
    card_name,
    card_shown,
    cards_shown,
    clans_in_words,
    coins_in_words,
    mode_text,
    people_name,
    people_names,
    people_shown,
    price_in_words,
)
from cogs.genesia.descriptions import discreet, phase_in_words, score_drawing, sheets_in_words
from cogs.genesia.hands import cards_drawing
from cogs.text.text import Markup
from engine.game import Event, Seat
from engine.genesia import codes
from engine.genesia.model import CARDS, MAX_CLANS, Phase, Timing, View, age_of
from engine.genesia.phases.setup import cards_in_use
from render.genesia import pictures
from render.genesia.tableau import Laid, possessions
from render.kit.seats import SIGNS

__all__ = ["card_alone", "card_topic", "explained", "open_page"]

AGES = (1, 2, 3)
CHOICES = 25
"""Entries of a list, as many as Discord takes."""
EXPLAINED = 12
"""Cards that one page explains in full, and that a button can name."""
PICTURED, PICTURES = 6, 4
"""Cards on one picture, and pictures of a page."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A card that was played, in whatever Age."""

    card: int
    people: int
    copied: int | None
    timing: Timing


@dataclass(frozen=True, slots=True)
class _Table:
    """The open table as one person looks at it."""

    ctx: Context
    view: View
    """A spectator's."""
    seat: Seat | None
    """The reader's seat."""
    past: Sequence[Event]
    topic: str

    @property
    def is_over(self) -> bool:
        return self.view.phase is Phase.OVER

    def played_in(self, age: int) -> Sequence[_Played]:
        """Return the cards played in that Age, oldest first."""
        if age == self.view.age:
            return [_Played(each.card, each.people, each.copied, each.timing) for each in self.view.played]
        found: list[_Played] = []
        running = 0
        for event in self.past:
            at: Mapping[str, Any] = event.inputs
            if event.code == codes.AGE:
                running = at["age"]
            elif event.code == codes.PLAYED and running == age:
                timing = Timing.COPY if at["copied"] is not None else Timing(at["timing"])
                found.append(_Played(at["card"], at["people"], at["copied"], timing))
        return found

    def copiers(self, card: int) -> list[int]:
        """Return the peoples that may still copy that card."""
        may = enumerate(self.view.copyable)
        return [people for people, claims in may if any(claim.card == card for claim in claims)]


def card_topic(card: int) -> str:
    """Return the topic of a card's page."""
    return f"card/{card}"


def explained(view: View, told: Sequence[Event]) -> str:
    """Return the topic of the page with the cards that the viewer holds or may copy, and that events name.

    Those held come first: what is told may be more than a page or a button holds.
    """
    cards = [*view.pack, *(card for hand in view.hands for card in hand)]
    cards += [claim.card for claim in view.claims]
    for event in reversed(told):
        if event.code == codes.PLAYED:
            at: Mapping[str, Any] = event.inputs
            cards += [at["card"], *([at["copied"]] if at["copied"] is not None else [])]
    named = list(dict.fromkeys(cards))[:EXPLAINED]
    return f"cards/{'.'.join(map(str, named))}" if named else ""


def open_page(ctx: Context, view: View, seat: Seat | None, past: Sequence[Event], topic: str) -> OpenPage:
    """Return the open page of that topic. Raises `LookupError` if there is none.

    ``""`` is the tableau, ``age/2`` what was played in that Age, ``copy`` what may still be copied,
    ``lots/2`` all cards of an Age and ``lots/2/3`` its third lot, ``card/34`` a card, ``cards/3.34``
    these cards, ``points`` the score sheets as they would be now.
    """
    table = _Table(ctx, discreet(view), seat, past, topic)
    kind, _, rest = topic.partition("/")
    parts = rest.split("." if kind == "cards" else "/") if rest else []
    numbers = [int(each) for each in parts if each.isdecimal()]
    if len(numbers) != len(parts):
        raise LookupError(topic)
    match kind, numbers:
        case "", []:
            return _tableau(table)
        case "age", [age] if age in AGES and age <= view.age:
            return _age(table, age)
        case "copy", []:
            return _copies(table)
        case "lots", [age] if age in AGES:
            return _deck(table, age)
        case "lots", [age, lot] if age in AGES:
            return _lot(table, age, lot)
        case "card", [card] if card in CARDS:
            return _card(table, card)
        case "cards", [_, *_] if all(each in CARDS for each in numbers[:EXPLAINED]):
            return _cards(table, numbers[:EXPLAINED])
        case "points", []:
            return _points(table)
        case _:
            raise LookupError(topic)


# Ways from page to page


def _page(
    table: _Table,
    words: Iterable[Markup],
    drawings: Sequence[Drawing],
    cards: Iterable[int] = (),
    lists: Sequence[TopicList] = (),
) -> OpenPage:
    """Return a page with the cards that it names to be explained, and the ways to all other pages."""
    text = table.ctx.text
    named = list(dict.fromkeys(cards))[:CHOICES]
    listed = tuple(lists)
    if named:
        entries = tuple(_entry(table, card) for card in named)
        listed = (*listed, TopicList(text.plain("genesia.open.explain"), entries))
    return OpenPage(Markup("\n".join(words)), tuple(drawings), listed, tuple(_ways(table)))


def _entry(table: _Table, card: int) -> Topic:
    text = table.ctx.text
    lot = f"genesia_lot_{CARDS[card].lot.value}"
    return Topic(card_name(text, card), card_topic(card), card_detail(text, card), lot)


def _ways(table: _Table) -> Iterator[Topic]:
    """Yield the buttons to the other pages; that of the page that is shown is pressed."""
    text, view = table.ctx.text, table.view
    yield _way(table, text.plain("genesia.open.table"), "")
    for age in AGES[: view.age]:
        yield _way(table, text.plain("genesia.open.age", age=age_name(age)), f"age/{age}")
    if not table.is_over:
        yield _way(table, text.plain("genesia.open.copy"), "copy", "genesia_copy")
    yield _way(table, text.plain("genesia.open.deck"), f"lots/{view.age}")
    yield _way(table, text.plain("genesia.open.points"), "points")


def _way(table: _Table, label: str, topic: str, emoji: str = "") -> Topic:
    return Topic(label, topic, emoji=emoji, here=topic == table.topic)


# The tableau


def _heading(table: _Table, code: str, **inputs: object) -> Markup:
    return table.ctx.text(code, head=phase_in_words(table.ctx, table.view), **inputs)


def _tableau(table: _Table) -> OpenPage:
    """Return the tableau: everybody's goods, inventions and declared cards."""
    ctx, view = table.ctx, table.view
    rows = possessions(view)
    lines = [_heading(table, "genesia.open.table.title")]
    spoken: list[str] = [str(ctx.text.plain("genesia.open.table.alt", head=phase_in_words(ctx, view)))]
    for people in view.order:
        lines += _before(ctx, view, people)
        spoken.append(_spoken(ctx, view, people, rows[people]))
    draw = partial(pictures.tableau, view, people_names(ctx, view), rows, theme=ctx.theme)
    laid = {each.card for row in rows for each in row}
    cards = sorted(laid.union(*view.hands))
    return _page(table, lines, [Drawing(draw, alt_text(spoken))], cards)


def _before(ctx: Context, view: View, people: int) -> Iterator[Markup]:
    """Yield what lies before a people: a line of goods, then its inventions, then what it declared."""
    text, sheet = ctx.text, view.sheets[people]
    yield text(
        "genesia.open.goods",
        who=people_shown(ctx, people),
        coins=coins_in_words(text, view.coins[people]),
        cards=text.plain("genesia.cards", n=view.hand_sizes[people]),
        cities=text.plain("genesia.open.cities", n=len(view.cities[people])),
        clans=clans_in_words(text, MAX_CLANS - sum(view.clans[people])),
        progress=sum(sheet.progress),
    )
    if hand := view.hands[people]:  # who plays alone has laid all cards open
        yield text("genesia.open.hand", cards=cards_shown(ctx, hand))
    if inventions := view.inventions[people]:
        told = [
            text("genesia.open.invention", card=card_shown(ctx, card), progress=CARDS[card].progress)
            for card in sorted(inventions)
        ]
        yield text("genesia.open.inventions", cards=Markup(", ".join(told)))
    if intents := view.intents[people]:
        yield text("genesia.open.intents", cards=cards_shown(ctx, sorted(intents)))


def _spoken(ctx: Context, view: View, people: int, cards: Sequence[Laid]) -> str:
    """Describe a people's row of the picture in few words: ``▲ Ada: 7 coins, …; 5 (2), 34 (2), 64``."""
    text = ctx.text
    laid = [f"{each.card} ({each.progress})" if each.timing is None else f"{each.card}" for each in cards]
    return text.plain(
        "genesia.open.row.alt",
        who=f"{SIGNS[people]} {people_name(ctx, people)}",
        coins=coins_in_words(text, view.coins[people]),
        cards=text.plain("genesia.cards", n=view.hand_sizes[people]),
        cities=text.plain("genesia.open.cities", n=len(view.cities[people])),
        laid=", ".join(laid) or "–",
    )


# What was played


def _age(table: _Table, age: int) -> OpenPage:
    """Return the page of the cards that everybody played in an Age, in order."""
    ctx, view, text = table.ctx, table.view, table.ctx.text
    played = table.played_in(age)
    rows = tuple(
        tuple(Laid(each.card, each.timing) for each in played if each.people == people)
        for people in range(view.peoples)
    )
    lines = [text("genesia.open.age.title", age=age_name(age))]
    spoken = [text.plain("genesia.open.age.alt", age=age_name(age))]
    for people in view.order:
        mine = [each for each in played if each.people == people]
        said = Markup(", ".join(_told(ctx, each) for each in mine)) or text("genesia.open.nothing")
        lines.append(text("genesia.open.age.people", who=people_shown(ctx, people), cards=said))
        numbers = ", ".join(f"{each.card}" for each in mine) or "–"
        who = f"{SIGNS[people]} {people_name(ctx, people)}"
        spoken.append(text.plain("genesia.open.age.row.alt", who=who, laid=numbers))
    draw = partial(pictures.tableau, view, people_names(ctx, view), rows, theme=ctx.theme)
    cards = sorted({each for one in played for each in (one.card, one.copied) if each is not None})
    return _page(table, lines, [Drawing(draw, alt_text(spoken))], cards)


def _told(ctx: Context, played: _Played) -> Markup:
    """Return a card that was played, with what it copied or as what it worked."""
    text, card = ctx.text, card_shown(ctx, played.card)
    if played.copied is not None:
        return text("genesia.open.as_copy", card=card, copied=card_shown(ctx, played.copied))
    return text("genesia.open.as", card=card, when=_when(ctx, played))


def _when(ctx: Context, played: _Played) -> str:
    return ctx.text.plain(f"genesia.open.when.{played.timing.value}")


# What may be copied


def _copies(table: _Table) -> OpenPage:
    """Return the page of what may still be copied: by the reader as pictures, by everybody in words."""
    ctx, view, text = table.ctx, table.view, table.ctx.text
    lines = [_heading(table, "genesia.open.copy.title"), text("genesia.open.copy.how")]
    for people in view.order:
        claims = view.copyable[people]
        said = Markup(
            ", ".join(
                text("genesia.claim", card=card_shown(ctx, each.card), who=people_shown(ctx, each.people))
                for each in claims
            )
        )
        said = said or text("genesia.open.nothing")
        lines.append(text("genesia.open.copy.people", who=people_shown(ctx, people), cards=said))
    everybody = sorted({each.card for claims in view.copyable for each in claims})
    mine = [view.copyable[people] for people in _own(table)]
    pictured = sorted({each.card for claims in mine for each in claims}) if mine else everybody
    parts = [pictured[first : first + PICTURED] for first in range(0, len(pictured), PICTURED)]
    drawings = [cards_drawing(ctx, part) for part in parts[:PICTURES]]
    return _page(table, lines, drawings, everybody)


def _own(table: _Table) -> tuple[int, ...]:
    """Return the reader's peoples: two in solo, none of a spectator."""
    if table.seat is None:
        return ()
    return tuple(range(table.view.peoples)) if table.view.seats == 1 else (table.seat,)


# All cards


def _deck(table: _Table, age: int) -> OpenPage:
    """Return all cards of an Age in few words, lot by lot; a list leads to each lot and other Ages."""
    ctx, text = table.ctx, table.ctx.text
    lines = [text("genesia.open.deck.title", age=age_name(age))]
    cards: list[int] = []
    for lot in _lots(table.view, age):
        cards += lot
        icon = ctx.icons.show(f"genesia_lot_{CARDS[lot[0]].lot.value}")
        lines.append(Markup(f"{icon}{text('genesia.open.lot', lot=_lot_name(ctx, lot[0]))}"))
        lines += [
            text("genesia.open.brief", card=card_name(text, card), what=card_detail(text, card))
            for card in lot
        ]
    return _page(table, lines, (), (), [_lot_list(table)])


def _lot(table: _Table, age: int, number: int) -> OpenPage:
    """Return the page of a lot of an Age, with all that its cards do."""
    ctx, text = table.ctx, table.ctx.text
    lots = _lots(table.view, age)
    if not 1 <= number <= len(lots):
        raise LookupError(table.topic)
    cards = lots[number - 1]
    lines = [text("genesia.open.lot.title", age=age_name(age), lot=_lot_name(ctx, cards[0]))]
    lines += [_line(ctx, card) for card in cards]
    return _page(table, lines, [cards_drawing(ctx, cards)], cards, [_lot_list(table)])


def _lot_list(table: _Table) -> TopicList:
    """Return the list of all Ages' lots at this table, to see their cards."""
    text = table.ctx.text
    topics: list[Topic] = []
    for age in AGES:
        lots = _lots(table.view, age)
        if age != table.view.age:
            topics.append(
                Topic(text.plain("genesia.open.deck.title.plain", age=age_name(age)), f"lots/{age}")
            )
        for number, lot in enumerate(lots, 1):
            label = text.plain("genesia.open.part", age=age_name(age), lot=_lot_name(table.ctx, lot[0]))
            detail = ", ".join(text.plain(f"genesia.card.{card}.name") for card in lot)[:100]
            emoji = f"genesia_lot_{CARDS[lot[0]].lot.value}"
            topics.append(Topic(label, f"lots/{age}/{number}", detail, emoji))
    return TopicList(text.plain("genesia.open.parts"), tuple(topics))


def _lots(view: View, age: int) -> Sequence[tuple[int, ...]]:
    """Return the Age's cards lot by lot; of chosen decks a lot is what they have of a colour."""
    cards = cards_in_use(view.options, view.seats, age)
    return [tuple(lot) for _, lot in groupby(cards, key=lambda card: CARDS[card].lot)]


def _lot_name(ctx: Context, card: int) -> str:
    return ctx.text.plain(f"genesia.open.lot.{CARDS[card].lot.value}")


def _line(ctx: Context, card: int) -> Markup:
    """Return a card's line: its price and all that it does."""
    text = ctx.text
    return text(
        "genesia.hand.line",
        card=card_shown(ctx, card),
        price=price_in_words(text, CARDS[card]),
        text=Markup(" ".join(mode_text(text, mode) for mode in CARDS[card].modes)),
    )


def card_alone(ctx: Context, card: int) -> OpenPage:
    """Return the page of a card by itself, of no match."""
    return OpenPage(Markup("\n".join(_described(ctx, card))), (cards_drawing(ctx, [card]),))


def _described(ctx: Context, card: int) -> list[Markup]:
    """Return the lines about a card: all that it does."""
    text, known = ctx.text, CARDS[card]
    return [
        text(
            "genesia.open.card",
            card=card_shown(ctx, card),
            age=age_name(known.age),
            lot=_lot_name(ctx, card),
            price=price_in_words(text, known),
        ),
        *(Markup(mode_text(text, mode)) for mode in known.modes),
    ]


def _card(table: _Table, card: int) -> OpenPage:
    """Return the page of a card, with where it is as far as all know."""
    ctx, view, text = table.ctx, table.view, table.ctx.text
    age, lines = age_of(card), _described(ctx, card)
    if card not in cards_in_use(view.options, view.seats, age):
        lines.append(text("genesia.open.unused"))
    lines += _whereabouts(table, card)
    others = [each for lot in _lots(view, age) if card in lot for each in lot if each != card]
    return _page(table, lines, [cards_drawing(ctx, [card])], others)


def _cards(table: _Table, cards: Sequence[int]) -> OpenPage:
    """Return the page of these cards, with all that they do."""
    ctx = table.ctx
    lines = [ctx.text("genesia.open.cards.title"), *(_line(ctx, card) for card in cards)]
    parts = [cards[first : first + PICTURED] for first in range(0, len(cards), PICTURED)]
    return _page(table, lines, [cards_drawing(ctx, part) for part in parts], cards)


def _whereabouts(table: _Table, card: int) -> Iterator[Markup]:
    """Yield who has played or copied the card, whose invention it is, and who may still copy it."""
    ctx, view, text = table.ctx, table.view, table.ctx.text
    for each in table.played_in(age_of(card)) if age_of(card) <= view.age else ():
        who = people_shown(ctx, each.people)
        if each.copied == card:
            yield text("genesia.open.copied", who=who, card=card_shown(ctx, each.card))
        elif each.card == card and each.copied is not None:
            yield text("genesia.open.played.copy", who=who, copied=card_shown(ctx, each.copied))
        elif each.card == card:
            yield text("genesia.open.played", who=who, when=_when(ctx, each))
    for code, rows in (("genesia.open.owners", view.inventions), ("genesia.open.declared", view.intents)):
        if owners := [people_shown(ctx, people) for people, row in enumerate(rows) if card in row]:
            yield text(code, who=text.list(owners))
    if may := table.copiers(card):
        yield text("genesia.open.copiers", who=text.list(people_shown(ctx, people) for people in may))


def _points(table: _Table) -> OpenPage:
    """Return the score sheets as they would be now: objectives are secret before the end."""
    ctx, view = table.ctx, table.view
    lines = [_heading(table, "genesia.open.points.title"), sheets_in_words(ctx, view)]
    return _page(table, lines, [score_drawing(ctx, view)])
