"""Tell the events of a match of Genesia, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cogs.face.context import Context
from cogs.genesia.card_texts import (
    age_name,
    card_shown,
    cards_shown,
    changes_in_words,
    clans_in_words,
    coins_in_words,
    line_up,
    moves_in_words,
    objective_name,
    people_shown,
    told_text,
)
from cogs.genesia.places import place, places
from cogs.genesia.steps import assault_in_words, step_in_words
from cogs.text.text import Markup
from engine.game import Event
from engine.genesia import codes
from engine.genesia.cards.modes import LossChange
from engine.genesia.model import CARDS, MAX_CITIES, Timing
from engine.genesia.text.move_reading import read_move

__all__ = ["follows", "lasting", "narrate"]

Given = Mapping[str, Any]

_READ_OUT = (Timing.ATTACK, Timing.DEFENCE, Timing.INTENT)
"""Timings at which a card changes assaults, which is read out; the events that follow say what it brought."""


def narrate(ctx: Context, event: Event) -> Markup | None:
    """The event in a sentence; `None` where it goes without saying."""
    tell = _TOLD.get(event.code)
    return tell(ctx, event.inputs) if tell else None


def follows(event: Event) -> bool:
    """It is what a card does, told behind the card."""
    return event.code in _EFFECTS


def lasting(entries: Sequence[Sequence[Event]]) -> Sequence[Sequence[Event]]:
    """Leave out steps that were taken back, and the taking back: nothing came of them.

    Clans recruited one after another in one place are told together. The scores stand on the sheets at the
    end, beside all that is told of it.
    """
    kept: list[Sequence[Event]] = []
    for events in entries:
        undone = _undone(kept, events)
        if undone is None:
            kept.append(tuple(event for event in events if event.code != codes.SCORED))
        else:
            del kept[undone]
    return list(_together(kept))


def _together(entries: Iterable[Sequence[Event]]) -> Iterator[Sequence[Event]]:
    last: Sequence[Event] = ()
    for events in entries:
        if last and _same_place(last, events):
            one: Given = last[0].inputs
            other: Given = events[0].inputs
            both = {**other, **{each: one[each] + other[each] for each in ("clans", "coins")}}
            last = (msgspec.structs.replace(events[0], inputs=both),)
            continue
        if last:
            yield last
        last = events
    if last:
        yield last


def _same_place(one: Sequence[Event], other: Sequence[Event]) -> bool:
    """Return true if both only tell that the same people recruited in the same place."""
    if not all(len(each) == 1 and each[0].code == codes.RECRUITED for each in (one, other)):
        return False
    return all(one[0].inputs[each] == other[0].inputs[each] for each in ("people", "at"))


def _undone(kept: Sequence[Sequence[Event]], events: Sequence[Event]) -> int | None:
    """Return the index of the entry that these events take back, which is that people's last step."""
    if not events or events[0].code != codes.TOOK_BACK:
        return None
    people = events[0].inputs["people"]
    for number in reversed(range(len(kept))):
        step = kept[number]
        if step and step[0].code in _STEPS and step[0].inputs["people"] == people:
            return number
    return None


def _who(ctx: Context, given: Given, key: str = "people") -> Markup:
    return people_shown(ctx, given[key])


def _all(ctx: Context, peoples: Iterable[int]) -> Markup:
    return ctx.text.list(people_shown(ctx, people) for people in peoples)


_STEPS = frozenset({codes.RECRUITED, codes.MOVED, codes.DISCARDED})
"""Codes of events that can be taken back."""
_EFFECTS = frozenset(
    f"genesia.{each}"
    for each in (
        "gained_clans",
        "gained_coins",
        "built",
        "free_moves",
        "price",
        "passage",
        "leapt",
        "tribute",
        "progress",
    )
)


_NAMED = frozenset({"at", "target", "source", "start"})
"""Inputs told by code and name, as the large picture has them: other boards show neither."""


def _inputs(ctx: Context, given: Given, keys: Iterable[str]) -> dict[str, object]:
    return {key: place(ctx, given[key]) if key in _NAMED else given[key] for key in keys}


def _said(code: str, *plain: str, rival: bool = False) -> Callable[[Context, Given], Markup]:
    """A sentence with who acts, perhaps whom it concerns, and these inputs."""

    def tell(ctx: Context, given: Given) -> Markup:
        inputs = _inputs(ctx, given, plain)
        if "people" in given:
            inputs["who"] = _who(ctx, given)
        if rival:
            inputs["rival"] = _who(ctx, given, "rival")
        return ctx.text(code, **inputs)

    return tell


def _effect(code: str, number: str, *plain: str, rival: bool = False) -> Callable[[Context, Given], Markup]:
    """Return a function that tells an effect behind its card, without who played it."""

    def tell(ctx: Context, given: Given) -> Markup:
        inputs = _inputs(ctx, given, plain)
        if rival:
            inputs["rival"] = _who(ctx, given, "rival")
        return ctx.text(code, n=given[number], **inputs)

    return tell


def _age(ctx: Context, given: Given) -> Markup:
    return ctx.text("genesia.event.age", age=age_name(given["age"]), order=line_up(ctx, given["order"]))


def _picked(ctx: Context, given: Given) -> Markup:
    return ctx.text(f"genesia.event.picked.{given['number']}")


def _drafted(ctx: Context, given: Given) -> Markup:
    cards, left = given["cards"], given["left"]
    return ctx.text("genesia.event.drafted", cards=cards_shown(ctx, cards), left=card_shown(ctx, left))


def _card(code: str) -> Callable[[Context, Given], Markup]:
    return lambda ctx, given: ctx.text(code, card=card_shown(ctx, given["card"]))


def _chosen(tell: Callable[[Context, Given], Markup]) -> Callable[[Context, Given], Markup]:
    """A sealed choice, and whether another one went before it. Until when it may change the panel says."""

    def tell_change(ctx: Context, given: Given) -> Markup:
        said = tell(ctx, given)
        return ctx.text("genesia.event.changed", choice=said) if given["changed"] else said

    return tell_change


def _took(ctx: Context, given: Given) -> Markup:
    """The card taken; of a pick that is planned all that were named, as others may be faster."""
    if ctx.planning:
        named = (given["card"], *given["rest"])
        return ctx.text("genesia.event.took.first", cards=cards_shown(ctx, named), n=len(named))
    return ctx.text("genesia.event.took", card=card_shown(ctx, given["card"]))


def _aimed(ctx: Context, given: Given) -> Markup:
    return ctx.text("genesia.event.aimed", objective=objective_name(ctx.text, given["objective"]))


def _discarded(ctx: Context, given: Given) -> Markup:
    coins = coins_in_words(ctx.text, given["coins"])
    return ctx.text("genesia.event.discarded", who=_who(ctx, given), n=given["cards"], coins=coins)


def _recruited(ctx: Context, given: Given) -> Markup:
    coins = coins_in_words(ctx.text, given["coins"])
    return ctx.text(
        "genesia.event.recruited",
        who=_who(ctx, given),
        n=given["clans"],
        at=place(ctx, given["at"]),
        coins=coins,
    )


def _moved(ctx: Context, given: Given) -> Markup:
    tolls = [(str(people_shown(ctx, people)), coins) for people, coins in given["tolls"]]
    price = moves_in_words(ctx.text, given["coins"], given["free"], tolls)
    start, *_, end = given["route"].split("-")
    return ctx.text(
        "genesia.event.moved",
        who=_who(ctx, given),
        n=given["clans"],
        start=place(ctx, start),
        end=place(ctx, end),
        price=Markup(price),
    )


def _took_back(ctx: Context, given: Given) -> Markup:
    if given["move"] == "discard":  # which card it was stays a secret
        return ctx.text("genesia.event.took_back.discard", who=_who(ctx, given))
    verb, clans, where = given["move"].split()
    start, *_, end = (where if verb == "move" else f"{where}-{where}").split("-")
    ends = {"start": place(ctx, start), "end": place(ctx, end)}
    told = ends if verb == "move" else {"where": ends["end"]}
    return ctx.text(f"genesia.event.took_back.{verb}", who=_who(ctx, given), n=int(clans), **told)


def _played(ctx: Context, given: Given) -> Markup:
    text, card, copied = ctx.text, given["card"], given.get("copied")
    timing = Timing(given["timing"])
    code = "genesia.event.played" if copied is None else "genesia.event.played.copy"
    inputs: dict[str, object] = {"who": _who(ctx, given), "card": card_shown(ctx, card)}
    if copied is not None:
        inputs["copied"] = card_shown(ctx, copied)
    shown = CARDS[card if copied is None else copied]
    mode = shown.mode(timing) if timing in _READ_OUT else None
    if mode is None or not (told := told_text(text, mode)):
        return text(code, **inputs)
    return text(f"{code}.told", text=Markup(told), **inputs)


def _gained_clans(ctx: Context, given: Given) -> Markup:
    clans, wanted, at = given["clans"], given["wanted"], place(ctx, given["at"])
    if clans == wanted:
        return ctx.text("genesia.event.gained_clans", n=clans, at=at)
    if not clans:
        return ctx.text("genesia.event.gained_clans.none", at=at)
    return ctx.text("genesia.event.gained_clans.short", n=clans, at=at, wanted=wanted)


def _by(code: str, key: str) -> Callable[[Context, Given], Markup]:
    """A sentence for each value of one input."""
    return lambda ctx, given: ctx.text(f"{code}.{given[key]}", who=_who(ctx, given))


def _stood(ctx: Context, given: Given) -> Markup:
    return ctx.text(f"genesia.event.stood.{given['stand']}")


def _ordered(ctx: Context, given: Given) -> Markup:
    return ctx.text("genesia.event.ordered", order=ctx.text(f"genesia.order.{given['rest']}"))


def _campaign(ctx: Context, given: Given) -> Markup:
    assaults: Sequence[str] = given["assaults"]
    if not assaults:
        return ctx.text("genesia.event.campaign.off")
    code = "genesia.event.campaign.truce" if given["truce"] else "genesia.event.campaign"
    return ctx.text(code, assaults=ctx.text.list([assault_in_words(ctx, each) for each in assaults]))


def _sealed_step(ctx: Context, given: Given) -> Markup | None:
    """Tell a step that is sealed; nothing of the end, and nothing of a step that is taken back."""
    if given["move"] in ("end", "back"):
        return None
    return ctx.text("genesia.event.planned", step=step_in_words(ctx, read_move(given["move"])))


def _stances(ctx: Context, given: Given) -> Markup | None:
    """Tell whose war it is. The peace that follows tells that all want peace."""
    war, peace = given["war"], given["peace"]
    if not war:
        return None
    if not peace:
        return ctx.text("genesia.event.stances.war", war=_all(ctx, war))
    return ctx.text("genesia.event.stances.both", war=_all(ctx, war), peace=_all(ctx, peace))


def _fought(ctx: Context, given: Given) -> Markup | None:
    """Tell what both lost, and by which cards."""
    changes = [LossChange(*each) for each in given["changes"]]
    by_cards = changes_in_words(ctx, changes)
    if not given["losses"] and not given["rival_losses"]:
        if given["siege"]:
            return None  # its own cost is the news
        code = "genesia.event.fought.none.cards" if changes else "genesia.event.fought.none"
        return ctx.text(code, cards=by_cards)
    return ctx.text(
        "genesia.event.fought.cards" if changes else "genesia.event.fought",
        cards=by_cards,
        who=_who(ctx, given),
        rival=_who(ctx, given, "rival"),
        source=place(ctx, given["source"]),
        target=place(ctx, given["target"]),
        own=clans_in_words(ctx.text, given["losses"]),
        other=clans_in_words(ctx.text, given["rival_losses"]),
    )


def _besieged(ctx: Context, given: Given) -> Markup:
    who, rival, at = _who(ctx, given), _who(ctx, given, "rival"), place(ctx, given["at"])
    if not given["losses"]:
        return ctx.text("genesia.event.besieged.free", who=who, rival=rival, at=at)
    return ctx.text("genesia.event.besieged", who=who, rival=rival, at=at, n=given["losses"])


def _entered(ctx: Context, given: Given) -> Markup:
    return ctx.text(
        "genesia.event.entered", who=_who(ctx, given), n=given["clans"], at=place(ctx, given["at"])
    )


def _unbuilt(ctx: Context, given: Given) -> Markup:
    return ctx.text(f"genesia.event.unbuilt.{given['why']}", at=place(ctx, given["at"]), most=MAX_CITIES)


def _cities(ctx: Context, given: Given) -> Markup:
    text, built = ctx.text, given["at"]
    who, built_at, missed = _who(ctx, given), places(ctx, built), places(ctx, given["missed"])
    if not missed:
        return text("genesia.event.cities", who=who, n=len(built), places=built_at)
    if not built:
        return text("genesia.event.cities.none", who=who, missed=missed, most=MAX_CITIES)
    return text(
        "genesia.event.cities.short", who=who, n=len(built), places=built_at, missed=missed, most=MAX_CITIES
    )


def _counted(ctx: Context, given: Given) -> Markup:
    return ctx.text(
        "genesia.event.counted",
        who=_who(ctx, given),
        age=age_name(given["age"]),
        cards=given["cards"],
        inventions=given["inventions"],
        total=given["total"],
    )


def _objective(ctx: Context, given: Given) -> Markup:
    text, points = ctx.text, given["points"]
    inputs = {"who": _who(ctx, given), "objective": objective_name(text, given["objective"])}
    if not points:
        return text("genesia.event.objective.missed", **inputs)
    return text("genesia.event.objective.met", points=text.plain("genesia.points", n=points), **inputs)


def _scored(ctx: Context, given: Given) -> Markup:
    parts = {key: given[key] for key in ("progress", "radiance", "conquest", "total")}
    objective = given.get("objective")
    if not objective:
        return ctx.text("genesia.event.scored.plain", who=_who(ctx, given), **parts)
    return ctx.text("genesia.event.scored", who=_who(ctx, given), objective=objective, **parts)


def _won(ctx: Context, given: Given) -> Markup:
    if len(ctx.names) == 1:
        return ctx.text("genesia.event.won.solo")
    winners = given["winners"]
    return ctx.text("genesia.event.won", who=_all(ctx, winners), n=len(winners))


_TOLD: dict[str, Callable[[Context, Given], Markup | None]] = {
    codes.AGE: _age,
    codes.PICKED: _picked,
    codes.DRAFTED: _drafted,
    codes.TOOK: _chosen(_took),
    codes.AIMED: _chosen(_aimed),
    codes.RECRUITED: _recruited,
    codes.MOVED: _moved,
    codes.TOOK_BACK: _took_back,
    codes.TOOK_CARD_BACK: _card("genesia.event.took_card_back"),
    codes.PLAYED: _played,
    codes.GAINED_CLANS: _gained_clans,
    codes.GAINED_COINS: _effect("genesia.event.gained_coins", "coins"),
    codes.BUILT: _said("genesia.event.built", "at"),
    codes.UNBUILT: _unbuilt,
    codes.FREE_MOVES: _effect("genesia.event.free_moves", "moves"),
    codes.PRICE: _effect("genesia.event.price", "coins"),
    codes.PASSAGE: _said("genesia.event.passage"),
    codes.LEAPT: _effect("genesia.event.leapt", "clans", "start", "at"),
    codes.TRIBUTE: _effect("genesia.event.tribute", "coins", rival=True),
    codes.PROGRESS: _effect("genesia.event.progress", "points"),
    codes.DISCARDED: _discarded,
    codes.PUT_AWAY: _card("genesia.event.put_away"),
    codes.TURN_ENDED: _by("genesia.event.turn_ended", "phase"),
    codes.STOOD: _chosen(_stood),
    codes.ORDERED: _ordered,
    codes.WAR_ORDERED: lambda ctx, given: ctx.text(f"genesia.event.war_ordered.{given['rest']}"),
    codes.CAMPAIGN: _campaign,
    codes.PLANNED: _sealed_step,
    codes.UNDONE: lambda ctx, given: ctx.text("genesia.event.undone", card=card_shown(ctx, given["card"])),
    codes.CAMPAIGN_OVER: lambda ctx, given: ctx.text(
        "genesia.event.campaign_over", assault=assault_in_words(ctx, given["assault"])
    ),
    codes.STANCES: _stances,
    codes.PEACE: _said("genesia.event.peace"),
    codes.WEARY: lambda ctx, given: ctx.text("genesia.event.weary", n=given["rounds"]),
    codes.ASSAULT: _said("genesia.event.assault", "source", "target", rival=True),
    codes.PASSED: _said("genesia.event.passed"),
    codes.NO_REACTION: _said("genesia.event.no_reaction"),
    codes.SHIELDED: _said("genesia.event.shielded", "target"),
    codes.FOUGHT: _fought,
    codes.BESIEGED: _besieged,
    codes.ENTERED: _entered,
    codes.CITIES: _cities,
    codes.COUNTED: _counted,
    codes.PLACED: _said("genesia.event.placed", "place"),
    codes.OBJECTIVE: _objective,
    codes.SCORED: _scored,
    codes.WON: _won,
}
"""Functions that tell events, by code. The new turn order is told by the Age that begins with it."""
