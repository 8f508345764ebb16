"""Descriptions of the cards that belong to no game, for readers who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.text_boards import alt_text
from cogs.text.text import Text
from render.cards.end_card import EndCard, Row, leads
from render.cards.podium import Podium
from render.cards.standings import Standing

__all__ = ["end_card_alt", "podium_alt", "standings_alt"]


def end_card_alt(text: Text, card: EndCard) -> str:
    """Describe the card of a match that has ended: who won, the ranks, how long it took."""
    won = [name for row in card.rows if row.rank == 1 for _, name, _ in row.members]
    sides = sum(row.rank == 1 for row in card.rows)
    lines = list[str]()
    if card.is_cancelled:
        lines = [text.plain("card.end.cancelled")]
    elif len(card.rows) > 1 and not won:
        lines = [text.plain("event.won_nobody")]
    elif len(card.rows) > 1:
        code = "card.end.draw" if sides > 1 else "card.end.won" if card.margin else "card.end.won_alone"
        lines = [text.plain(code, who=text.list(won), margin=card.margin)]
    lines += [_row(text, row, card) for row in card.rows if row.score or not row.rank]
    facts = (
        ("turns", card.turns),
        ("days", card.days),
        ("leads", leads(card.curves)[1] if len(card.curves) > 1 else None),
    )
    told = [text.plain(f"card.end.{fact}", n=number) for fact, number in facts if number is not None]
    if told:
        lines.append(f"{', '.join(told)}.")
    return alt_text(lines)


def _row(text: Text, row: Row, card: EndCard) -> str:
    who = text.list(name for _, name, _ in row.members)
    if card.is_cancelled:
        return text.plain("card.end.stood", who=who, score=row.score) if row.score else f"{who}."
    if not row.rank:
        return text.plain("card.end.unranked" if row.score else "card.end.gone", who=who, score=row.score)
    code = "card.end.row.parts" if row.said else "card.end.row"
    return text.plain(code, rank=row.rank, who=who, score=row.score, parts=row.said)


def podium_alt(text: Text, podium: Podium) -> str:
    """Describe the podium of a season: the first three places with their points, who goes up and down."""
    lines = [
        text.plain("card.podium.row", rank=each.place, who=each.name, points=each.points)
        for each in podium.winners
    ]
    for names, code in ((podium.rise, "card.podium.rise"), (podium.fall, "card.podium.fall")):
        if names:
            lines.append(text.plain(code, who=text.list(names), n=len(names)))
    return alt_text(lines)


def standings_alt(text: Text, rows: Sequence[Standing]) -> str:
    """Describe the standings: rank, name, points, and what can still become of it."""
    return alt_text(
        text.plain(
            "card.standings.row",
            rank=row.rank,
            who=row.name or f"#{row.rank}",
            points=row.said or text.plain("card.standings.points", n=row.points),
            most=row.most_said or row.most,
            chance=text.plain(f"card.standings.{row.chance.value}"),
        )
        for row in rows
    )
