"""The menus of the attack phase: war or peace, assaults, reactions, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cogs.face.menus import BRIEF, CHOICES, Choice, Menu
from cogs.genesia.card_texts import age_name, changes_in_words, clans_in_words, people_name, people_shown
from cogs.genesia.hands import campaign_in_words, hand_drawing
from cogs.genesia.journeys import holds_in_words, rival_at
from cogs.genesia.places import place
from cogs.genesia.prompts import MenuStep, board_drawing
from cogs.genesia.steps import assault_in_words
from cogs.genesia.turn_menus import actions, card_choice
from cogs.text.text import Markup
from engine.genesia.cards.modes import loss_changes, modifier
from engine.genesia.model import (
    MAX_CAMPAIGN_LENGTH,
    Assault,
    Campaign,
    ChooseStance,
    CombatView,
    GiveOrder,
    Kind,
    Lose,
    Phase,
    Play,
    Stance,
    Timing,
    View,
)

__all__ = [
    "as_named",
    "assault_menu",
    "campaign_menu",
    "fight_menu",
    "fights",
    "lose_menu",
    "losses_menu",
    "ranked_losses",
    "reaction_menu",
    "sealed_menu",
    "stance_menu",
]

NAMED = 8
"""Possible assaults named beside the choice of war or peace."""


# War or peace


def possible(view: View, people: int) -> Iterator[tuple[int, int, int]]:
    """Assaults that could be made without further cards: from where, on what, on whom."""
    intents = view.intents[people]
    force = modifier(intents, Timing.INTENT, Kind.FORCE)
    reach = max(1, modifier(intents, Timing.INTENT, Kind.RANGE))
    for target in range(len(view.map.regions)):
        rival = rival_at(view, people, target)
        if rival is None:
            continue
        for source, clans in enumerate(view.clans[people]):
            near = 0 < view.map.distances[source][target] <= reach
            if clans and near and clans + force > view.clans[rival][target]:
                yield source, target, rival


def stance_menu(step: MenuStep) -> Menu:
    """War, war with the assault it is for, peace, or peace until attacked; the choice so far is marked."""
    text, view, people = step.text, step.view, step.people
    choices: list[Choice] = []
    for move in step.of(ChooseStance):
        label = text.plain(f"genesia.button.{move.stance.value}")
        emoji = "genesia_war" if move.stance is Stance.WAR else "genesia_peace"
        if move.stance is view.stance:
            label = text.plain("genesia.button.chosen", choice=label)
        choices.append(Choice(label, str(move), final=True, emoji=emoji, strong=move.stance is view.stance))
    assaults = _assaults(step)
    listed = assaults[:CHOICES] if len(assaults) > BRIEF else []
    if len(assaults) > len(listed):
        choices.insert(1, Choice(text.plain("genesia.button.attack"), "assault", emoji="genesia_war"))
    if assaults and view.stance is None:
        choices.append(Choice(text.plain("genesia.button.campaign"), "campaign", emoji="genesia_war"))
    if step.of(GiveOrder):
        choices.append(Choice(text.plain("genesia.button.order"), "order"))
    regions = view.map.regions
    pairs = [
        text("genesia.assault", source=regions[source].code, target=place(step.ctx, regions[target].code))
        for source, target, _ in possible(view, people)
    ]
    if pairs:
        shown = Markup(", ".join(pairs[:NAMED]) + ("…" if len(pairs) > NAMED else ""))
        could = text("genesia.menu.possible", assaults=shown)
    else:
        could = text("genesia.menu.impossible")
    asked = step.full_question(could, *campaign_in_words(step.ctx, view))
    menu = step.buttons(asked, choices, board_drawing(step.ctx, view))
    return replace(
        menu,
        areas=tuple(
            replace(step.with_region_name(code, each), value=f"assault/{each.value}") for code, each in listed
        ),
        area_prompt=text.plain("genesia.button.attack") if listed else "",
    )


# An assault


def _assaults(step: MenuStep, before: str = "fight/") -> list[tuple[str, Choice]]:
    """All assaults with the numbers on both sides, by target, what is worth most first.

    `before` begins the value of each choice.
    """
    text, view, people = step.text, step.view, step.people
    offered: list[tuple[str, Choice]] = []
    bare = [move for move in step.of(Assault) if move.fought is None]
    for move in sorted(bare, key=lambda each: _prospect(view, people, each)):
        target = step.index(move.target)
        rival = rival_at(view, people, target)
        if rival is None:
            continue
        label = text.plain(
            "genesia.menu.assault.choice",
            source=move.source,
            target=move.target,
            attackers=clans_in_words(text, view.clans[people][step.index(move.source)]),
            defenders=holds_in_words(step.ctx, view, rival, target),
        )
        detail = text.plain(
            "genesia.menu.assault.detail",
            who=people_name(step.ctx, rival),
            value=view.map.regions[target].value,
        )
        offered.append((move.target, Choice(label, f"{before}{move.where}", detail=detail)))
    return offered


def assault_menu(step: MenuStep, path: tuple[str, ...] = ()) -> Menu:
    """All assaults with the numbers on both sides; beside them what else may be done."""
    if path:
        raise LookupError(path)
    offered = _assaults(step)
    beside = () if step.view.phase is Phase.STANCE else actions(step)
    if not offered:
        return step.buttons(_attack_prompt(step), beside, board_drawing(step.ctx, step.view))
    return _listed_assaults(step, offered, beside)


def sealed_menu(step: MenuStep) -> Menu | None:
    """Return the menu of an assault named with the choice of war: now, or another; `None` without one.

    With `Campaign()` the list goes, and the bot waits for its person. Another assault, or a card, may also be
    chosen at once.
    """
    text, view = step.text, step.view
    legal = step.of(Assault)
    if not view.campaign or view.campaign[0] not in legal:
        return None
    sealed = view.campaign[0]
    now = Choice(text.plain("genesia.button.sealed.now"), str(sealed), final=True, strong=True, seen=True)
    change = Choice(text.plain("genesia.button.sealed.change"), str(Campaign()), final=True)
    said = [_sealed_in_words(step, sealed)]
    if rest := view.campaign[1:]:
        said.append(text("genesia.menu.sealed.rest", n=len(rest)))
    prompt = Markup(
        "\n".join((text("genesia.question.sealed", age=age_name(view.age), round=view.round), *said))
    )
    another = Choice(text.plain("genesia.button.sealed.another"), "assault", emoji="genesia_war")
    return step.buttons(prompt, (now, change, another), board_drawing(step.ctx, view))


def _sealed_in_words(step: MenuStep, sealed: Assault) -> Markup:
    """``G6 (4 clans) against A8 Log Wharf (2 clans) · You lose 2 clans, the defender 2 clans``."""
    view, text = step.view, step.text
    source, target = step.index(sealed.source), step.index(sealed.target)
    rival = rival_at(view, step.people, target)
    assert rival is not None
    named = text(
        "genesia.menu.sealed",
        source=place(step.ctx, sealed.source),
        attackers=clans_in_words(text, view.clans[step.people][source]),
        target=place(step.ctx, sealed.target),
        defenders=holds_in_words(step.ctx, view, rival, target),
        who=people_shown(step.ctx, rival),
    )
    if sealed.fought is None:
        return named
    way = MenuStep(step.ctx, as_named(view, sealed), [sealed.fought])
    (fought,) = fights(way.view, [sealed.fought])
    told = [_said(way, fought), *([_entering(way, fought)] if sealed.fought.enter else [])]
    whole = text("genesia.menu.sealed.way", assault=named, way=" · ".join(told))
    return Markup("\n".join((whole, *_changes(way))))


def _attack_prompt(step: MenuStep) -> Markup:
    """The question which assault to make, with what cards change in it, whoever is attacked."""
    asked = step.text("genesia.menu.attack") if step.view.phase is Phase.STANCE else step.full_question()
    return Markup("\n".join((asked, *_cards_at_work(step))))


def _cards_at_work(step: MenuStep) -> list[Markup]:
    """List the cards that change losses already: the attacker's own, and those of each rival in its reach."""
    view, people, ctx = step.view, step.people, step.ctx
    played = () if view.combat is None else view.combat.attack_cards
    lines: list[Markup] = []
    if own := loss_changes(played, view.intents[people], (), ()):
        lines.append(step.text("genesia.menu.changes", cards=changes_in_words(ctx, own)))
    targets = {step.index(move.target) for move in step.of(Assault)}
    rivals = {rival for target in targets if (rival := rival_at(view, people, target)) is not None}
    for rival in sorted(rivals):
        if theirs := loss_changes((), (), (), view.intents[rival]):
            who, cards = people_shown(ctx, rival), changes_in_words(ctx, theirs)
            lines.append(step.text("genesia.menu.changes.against", who=who, cards=cards))
    return lines


def _changes(step: MenuStep) -> list[Markup]:
    """Describe the changes that cards make to the assault under way; empty where there are none."""
    combat, view = step.view.combat, step.view
    if combat is None or combat.defender is None:
        return []
    theirs = view.intents[combat.defender]
    found = loss_changes(combat.attack_cards, view.intents[combat.attacker], combat.defence_cards, theirs)
    return [step.text("genesia.menu.changes", cards=changes_in_words(step.ctx, found))] if found else []


def _listed_assaults(
    step: MenuStep, offered: list[tuple[str, Choice]], beside: Sequence[Choice] = ()
) -> Menu:
    text, prompt = step.text, _attack_prompt(step)
    prompt, choices = step.targets(prompt, offered)
    codes = {code for move in step.of(Assault) for code in (move.source, move.target)}
    drawing = step.around(codes, text.plain("genesia.menu.assault.alt"))
    placeholder = text.plain("genesia.menu.assault")
    listed = step.listing(prompt, choices, drawing, placeholder=placeholder, beside=beside)
    return replace(listed, most=BRIEF)


def campaign_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Assaults for the rounds to come, one after the other: also from what an earlier one may have taken."""
    text, view, people = step.text, step.view, step.people
    codes = {region.code for region in view.map.regions}
    listed = [tuple(each.split("-")) for each in path]
    if (
        view.phase is not Phase.STANCE
        or len(listed) > MAX_CAMPAIGN_LENGTH
        or any(len(each) != 2 or not codes.issuperset(each) for each in listed)
    ):
        raise LookupError(path)
    regions = view.map.regions
    taken = [target for _, target in listed]
    pairs = [(move.source, move.target) for move in step.of(Assault) if move.fought is None]
    pairs += [
        (source, target.code)
        for source in taken
        for target in regions
        if rival_at(view, people, target.index) is not None
        and view.map.distances[step.index(source)][target.index] == 1
    ]
    choices: list[tuple[str, Choice]] = []
    offered = (
        {pair: None for pair in pairs if pair[1] not in taken} if len(listed) < MAX_CAMPAIGN_LENGTH else {}
    )
    for source, target in sorted(offered, key=lambda pair: -regions[step.index(pair[1])].value):
        rival = rival_at(view, people, step.index(target))
        if rival is None:
            continue
        detail = text.plain(
            "genesia.menu.assault.detail",
            who=people_name(step.ctx, rival),
            value=regions[step.index(target)].value,
        )
        label = f"{source} → {target} · {holds_in_words(step.ctx, view, rival, step.index(target))}"
        choices.append((target, Choice(label, f"{source}-{target}", detail=detail)))
    prompt = text("genesia.menu.campaign")
    if listed:
        so_far = text.list(assault_in_words(step.ctx, f"{source}-{target}") for source, target in listed)
        prompt = Markup(f"{prompt}\n{text('genesia.menu.campaign.more', assaults=so_far)}")
    made = tuple(Assault(source, target) for source, target in listed)
    done, then = (
        text.plain("genesia.button.campaign.go", n=len(listed)),
        text.plain("genesia.button.campaign.truce"),
    )
    go = (
        (
            Choice(done, str(Campaign(made)), final=True, strong=True),
            Choice(then, str(Campaign(made, truce=True)), final=True),
        )
        if listed
        else ()
    )
    if not choices:
        return step.buttons(prompt, go, board_drawing(step.ctx, view))
    drawing = step.around({code for pair in offered for code in pair}, text.plain("genesia.menu.assault.alt"))
    placeholder = text.plain("genesia.menu.assault")
    prompt, named = step.targets(prompt, choices)
    return replace(step.listing(prompt, named, drawing, placeholder=placeholder, beside=go), most=BRIEF)


def _prospect(view: View, people: int, move: Assault) -> tuple[int, int, int]:
    """Return a key that sorts assaults: most valuable first, then the cheapest, with the largest stack."""
    source, target = view.map.indices[move.source], view.map.indices[move.target]
    rival = rival_at(view, people, target)
    there = 0 if rival is None else view.clans[rival][target]
    return -view.map.regions[target].value, there, -view.clans[people][source]


def as_named(view: View, move: Assault) -> View:
    """Return the view as it would be once that assault was named, to work out how it might be fought."""
    people = view.people
    if people is None:
        raise LookupError(view.seat)
    rival = rival_at(view, people, view.map.indices[move.target])
    cards = () if view.combat is None else view.combat.attack_cards
    combat = CombatView(people, rival, move.source, move.target, cards, (), has_reacted=False)
    return replace(view, combat=combat, phase=Phase.LOSSES)


def fight_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of ways to fight an assault before it is named: the later choices, or to wait.

    Without a path it is the list of assaults: who goes back from one is there.
    """
    if not path and (listed := _assaults(step, "")):
        return _listed_assaults(step, listed)
    where, *rest = path or ("",)
    offered = [move for move in step.of(Assault) if move.where == where]
    ways = [move.fought for move in offered if move.fought is not None]
    bare = next((move for move in offered if move.fought is None), None)
    if bare is None:
        raise LookupError(path)
    named = MenuStep(step.ctx, as_named(step.view, bare), ways, step.page)
    later = Choice(step.text.plain("genesia.menu.fight.later"), str(bare), final=True)
    return losses_menu(named, tuple(rest), before=bare, beside=() if rest else (later,), further="")


def reaction_menu(step: MenuStep) -> Menu:
    """Cards that may be played against the assault, or none; standing orders."""
    cards = [
        card_choice(step, card, f"card/{card}", final=False)
        for card in dict.fromkeys(move.card for move in step.of(Play))
    ]
    # Without a card that could answer the house does, and nobody is to answer sooner than with one.
    others = [each for each in actions(step, but="card") if cards or each.value != "pass"]
    return step.buttons(step.full_question(), [*cards, *others], hand_drawing(step.ctx, step.view))


# Losses


class Fought(NamedTuple):
    """The outcome of one way to fight an assault."""

    move: Lose
    losses: int
    """The attacker's, the siege's among them."""
    rival_losses: int
    left: int
    """Clans that stay in the source."""
    worth: float
    """Points that it is roughly worth to the attacker."""


def fights(view: View, offered: list[Lose]) -> list[Fought]:
    """Return the outcome of each way to fight the running assault."""
    combat = view.combat
    if combat is None or combat.defender is None or not combat.source or not combat.target:
        raise LookupError(view.phase)
    source, target = view.map.indices[combat.source], view.map.indices[combat.target]
    own = view.clans[combat.attacker][source]
    there = view.clans[combat.defender][target]

    def at_work(people: int, cards: tuple[int, ...], timing: Timing, kind: Kind) -> int:
        intents = view.intents[people]
        return modifier(cards, timing, kind) + modifier(intents, Timing.INTENT, kind)

    def attack(kind: Kind) -> int:
        return at_work(combat.attacker, combat.attack_cards, Timing.ATTACK, kind)

    def defence(kind: Kind) -> int:
        return at_work(combat.defender or 0, combat.defence_cards, Timing.DEFENCE, kind)

    price = 0 if attack(Kind.STORM) else 1
    regions = view.map.regions
    stays = source in view.cities[combat.attacker]
    found: list[Fought] = []
    for move in offered:
        losses = min(own, max(0, move.clans - attack(Kind.SPARE) + defence(Kind.RIPOSTE)))
        rival_losses = max(0, min(there, move.clans + attack(Kind.STRIKE) - defence(Kind.HOLD)))
        losses += price if move.siege else 0
        left = own - losses - move.enter
        worth = rival_losses * 0.3 - losses * 0.5
        if move.siege or move.enter:
            worth += regions[target].value + 1
        if move.siege:
            worth += 2 + 0.1 * (move.enter > 0)
        elif move.enter > 1:
            worth += 0.2
        if not left and not stays:
            worth -= regions[source].value + 0.5
        found.append(Fought(move, losses, rival_losses, left, worth - 0.01 * abs(left - move.enter)))
    return found


def ranked_losses(view: View, offered: list[Lose], *, has_help: bool = True) -> list[Fought]:
    """The same, the most sensible first; without help what costs the fewest own clans."""
    if not has_help:
        return sorted(fights(view, offered), key=lambda each: (each.losses, -each.rival_losses, each.left))
    return sorted(fights(view, offered), key=lambda each: -each.worth)


def lose_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of how many clans move in; without a path that of losses, for who goes back."""
    return losses_menu(step, path, further="")


def losses_menu(
    step: MenuStep,
    path: tuple[str, ...],
    before: Assault | None = None,
    beside: Sequence[Choice] = (),
    *,
    further: str = "lose/",
) -> Menu:
    """Return the menu of losses of both and whether the city is taken, then of how many clans move in.

    The most sensible choice stands on top, the others in the order of their numbers. `before`: the assault is
    named together with it. `further` begins the value of each choice that leads on: empty where the path
    leads here already, away from other actions.
    """
    ranked = ranked_losses(step.view, step.of(Lose), has_help=step.ctx.has_help)
    view = step.view
    drawing = board_drawing(step.ctx, view)

    def notation(move: Lose) -> str:
        return str(move) if before is None else str(Assault(before.source, before.target, move))

    if not path:
        ways: dict[str, list[Fought]] = {}
        for each in ranked:
            ways.setdefault(_way(each.move), []).append(each)
        open_best = ranked and len(ways[_way(ranked[0].move)]) > 1
        choices = [_whole(step, ranked[0], notation(ranked[0].move))] if open_best else []
        first = ranked[0].move if ranked else None
        for way, several in sorted(ways.items(), key=lambda each: _in_order(each[1][0], first)):
            said = _said(step, several[0])
            if len(several) == 1:
                best = several[0].move == first
                choices.append(Choice(said, notation(several[0].move), final=True, strong=best))
            else:
                detail = step.text.plain("genesia.menu.losses.in")
                choices.append(Choice(said, f"{further}{way}", detail=detail))
        placeholder = step.text.plain("genesia.menu.losses")
        more = (*(actions(step) if further else ()), *beside)
        asked = step.full_question(*_changes(step))
        listed = step.listing(asked, choices, drawing, placeholder=placeholder, beside=more)
        return replace(listed, most=BRIEF)
    several = [each for each in ranked if (_way(each.move),) == path]
    choices = [
        Choice(
            _entering(step, each),
            notation(each.move),
            final=True,
            detail=_said(step, each),
            strong=each is several[0],
        )
        for each in sorted(several, key=lambda each: each.move.enter)
    ]
    prompt = (
        Markup("\n".join((step.full_question(), step.text("genesia.menu.losses.in"))))
        if choices
        else Markup("")
    )
    return replace(step.listing(prompt, choices, drawing), most=BRIEF)


def _in_order(fought: Fought, first: Lose | None) -> tuple[bool, int, bool]:
    """Return a key that sorts ways to fight: that one first, if it is a whole choice, then fewest losses."""
    return fought.move != first, fought.move.clans, fought.move.siege


def _way(move: Lose) -> str:
    return f"{move.clans}{'s' * move.siege}"


def _said(step: MenuStep, fought: Fought) -> str:
    """``You lose 2 clans, the defender 3 clans and the city``."""
    text = step.text
    own, other = clans_in_words(text, fought.losses), clans_in_words(text, fought.rival_losses)
    if fought.move.siege:
        if not fought.rival_losses:
            return text.plain("genesia.menu.losses.only", own=own)
        return text.plain("genesia.menu.losses.siege", own=own, other=other)
    if not fought.losses and not fought.rival_losses:
        return text.plain("genesia.menu.losses.nothing")
    return text.plain("genesia.menu.losses.choice", own=own, other=other)


def _entering(step: MenuStep, fought: Fought) -> str:
    """``2 move in, 1 clan left in A9``."""
    text, combat = step.text, step.view.combat
    source = "" if combat is None or combat.source is None else place(step.ctx, combat.source)
    left = clans_in_words(text, fought.left)
    if not fought.move.enter:
        return text.plain("genesia.menu.losses.stay", left=left, source=source)
    return text.plain("genesia.menu.losses.enter", n=fought.move.enter, left=left, source=source)


def _whole(step: MenuStep, fought: Fought, written: str) -> Choice:
    """The most sensible way in one tap."""
    return Choice(_said(step, fought), written, final=True, detail=_entering(step, fought), strong=True)
