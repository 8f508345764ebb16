"""Genesia's assaults: the rulebook's examples, the conditions and the resolution, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.game import IllegalMove, Seat
from engine.genesia.combat import attack_phase
from engine.genesia.model import GenesiaOptions, Lose, Phase, PlayedCard, Timing
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_fights import (
    ALWAYS_FORCE,
    ALWAYS_HOLD,
    ALWAYS_RANGE,
    ALWAYS_RIPOSTE,
    ALWAYS_SPARE,
    ALWAYS_STORM,
    ALWAYS_STRIKE,
    COINS,
    COPY,
    DEAR_FORCE,
    FORCE,
    GROWTH,
    HOLD,
    LEAP,
    PRIZE,
    RAISE,
    RANGE,
    RIPOSTE,
    SHIELD,
    SPARE,
    STORM,
    STRIKE,
    act,
    acts,
    board,
    choose_stances,
    codes,
    event_inputs,
    laid_cards,
    legal_texts,
    printed_cards,
    war,
)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with laid_cards():
        yield


def refusal(state: State, text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(IllegalMove) as raised:
        act(state, attack_phase.pending(state)[0], text)
    return raised.value.code.removeprefix("genesia."), dict(raised.value.inputs)


# Exemple 1: three clans in a region attack two in the region next to it.


def example_one() -> State:
    return acts(war("A1:3", "A4:2"), "assault A1-A4")


def test_example_1_both_lose_two_and_the_last_clan_stays() -> None:
    state = acts(example_one(), "lose 2")
    assert (board(state, 0), board(state, 1)) == ("A1:1", "")


def test_example_1_both_lose_two_and_the_last_clan_moves_in() -> None:
    state = acts(example_one(), "lose 2 enter 1")
    assert (board(state, 0), board(state, 1)) == ("A4:1", "")


def test_example_1_both_lose_only_one() -> None:
    state = acts(example_one(), "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:2", "A4:1")


def test_example_2_two_clans_fall_for_a_clan_and_its_city() -> None:
    state = acts(war("A1:2", "A4:1+"), "assault A1-A4", "lose 1 siege")
    assert (board(state, 0), board(state, 1)) == ("A4:0+", "")


# Conditions d'un Assaut


@pytest.mark.parametrize(("own", "rival", "there"), [(2, "A4:2", 2), (1, "A4:1+", 1), (1, "A4:3", 3)])
def test_more_clans_than_the_defender_are_needed(own: int, rival: str, there: int) -> None:
    state = war(f"A1:{own} A5:4", f"{rival} A7:1")
    assert refusal(state, "assault A1-A4") == ("too_few", {"clans": own, "rival": there})


def test_one_clan_is_enough_against_a_city_without_clans() -> None:
    assert "assault A1-A4" in legal_texts(war("A1:1", "A4:0+"), 0)


def test_the_source_needs_clans() -> None:
    state = war("A1:1 A3:0+", "A4:0+")
    assert refusal(state, "assault A3-A4") == ("no_clans", {"region": "A3", "clans": 0})


def test_the_target_is_adjacent() -> None:
    state = war("A1:3", "A4:1 A6:1")
    assert refusal(state, "assault A1-A6") == ("out_of_reach", {"source": "A1", "target": "A6"})


def test_the_target_is_held_by_a_rival() -> None:
    state = war("A1:3 A3:1", "A4:1")
    assert refusal(state, "assault A1-A3") == ("no_rival", {"region": "A3"})
    assert refusal(state, "assault A1-A2") == ("no_rival", {"region": "A2"})


def test_a_home_land_is_never_attacked() -> None:
    state = war("A1:3", "A0:1+ A4:1")
    assert refusal(state, "assault A1-A0") == ("home_land", {"region": "A0"})
    assert legal_texts(state, 0)[0] == "assault A1-A4"


def test_an_assault_may_start_from_a_home_land_even_a_rivals() -> None:
    assert "assault A0-A1" in legal_texts(war("A0:2", "A1:1"), 0)
    assert "assault A0-A1" in legal_texts(war("A1:1", "A0:2", order="BA"), 1)


def test_regions_must_be_on_the_map() -> None:
    state = war("A1:3", "A4:1")
    assert refusal(state, "assault A1-G99") == ("unknown_region", {"region": "G99"})
    assert refusal(state, "assault E4-A4") == ("unknown_region", {"region": "E4"})


def test_a_people_that_can_attack_must() -> None:
    state = war("A1:3", "A4:1")
    assert refusal(state, "pass") == ("must_attack", {})
    assert "pass" not in legal_texts(state, 0)


def test_team_mates_can_be_attacked_too() -> None:
    options = GenesiaOptions(objectives=False, teams="AAB")
    assert "assault A1-A4" in legal_texts(war("A1:2", "A4:1", "", options=options), 0)


# Résolution d'un Assaut


def test_the_attacker_decides_how_many_both_lose() -> None:
    state = acts(war("A1:4", "A4:3"), "assault A1-A4")
    assert legal_texts(state, 0) == ["lose 1", "lose 2", "lose 3", "lose 3 enter 1"]
    assert refusal(state, "lose 0") == ("lose_range", {"least": 1, "most": 3})
    assert refusal(state, "lose 4") == ("lose_range", {"least": 1, "most": 3})


def test_clans_that_fall_may_be_used_again() -> None:
    options = GenesiaOptions(objectives=False, attack_recruits=True)
    state = acts(war("A0:27 A1:3", "A4:2", coins=9, options=options), "assault A1-A4", "lose 2")
    state = choose_stances(state, 0)
    assert "recruit 2 A0" in legal_texts(state, 0)
    assert "recruit 3 A0" not in legal_texts(state, 0)


def test_a_city_without_clans_costs_one_clan_of_the_source() -> None:
    state = acts(war("A1:2", "A4:0+"), "assault A1-A4")
    assert legal_texts(state, 0) == ["lose 0", "lose 0 siege", "lose 0 siege enter 1"]
    state = acts(state, "lose 0 siege enter 1")
    assert (board(state, 0), board(state, 1)) == ("A4:1+", "")


def test_besieging_is_a_choice() -> None:
    state = acts(war("A1:3", "A4:1+"), "assault A1-A4", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:2", "A4:0+")


def test_nobody_moves_in_beside_clans_or_a_city_of_the_defender() -> None:
    state = acts(war("A1:4", "A4:2+"), "assault A1-A4")
    assert refusal(state, "lose 1 enter 1") == ("no_entering", {"most": 0})
    assert refusal(state, "lose 2 enter 1") == ("no_entering", {"most": 0})
    assert refusal(state, "lose 2 siege enter 2") == ("no_entering", {"most": 1})


def test_a_city_is_not_besieged_past_its_clans() -> None:
    state = acts(war("A1:4", "A4:2+"), "assault A1-A4")
    assert refusal(state, "lose 1 siege") == ("no_siege", {})


def test_where_there_is_no_city_there_is_no_siege() -> None:
    assert refusal(example_one(), "lose 2 siege") == ("no_siege", {})


def test_no_siege_without_a_clan_left() -> None:
    state = acts(war("A1:2", "A4:1+", hands=[[], [RIPOSTE]]), "assault A1-A4", f"card {RIPOSTE}")
    assert refusal(state, "lose 1 siege") == ("no_siege", {})
    assert legal_texts(state, 0) == ["lose 1"]


def test_a_people_with_all_twenty_cities_in_play_besieges_none() -> None:
    """The city stays: Cités, "elles ne peuvent être déplacées ni être détruites"."""
    everywhere = [f"A{n}:0+" for n in range(10) if n != 4] + [f"B{n}:0+" for n in range(10)]
    full = " ".join(["G0:0+", *everywhere]).replace("A1:0+", "A1:3+")
    state = acts(war(full, "A4:0+"), "assault A1-A4")
    assert legal_texts(state, 0) == ["lose 0"]
    assert refusal(state, "lose 0 siege") == ("all_cities", {"most": 20})
    assert board(acts(state, "lose 0"), 1) == "A4:0+"
    state = acts(war(full, "A4:1+"), "assault A1-A4")
    assert refusal(state, "lose 1 siege enter 1") == ("all_cities", {"most": 20})
    assert refusal(state, "lose 1 enter 1") == ("no_entering", {"most": 0})
    state = acts(war(full.replace("G0:0+ ", ""), "A4:0+"), "assault A1-A4", "lose 0 siege")
    assert state.public[0].cities.bit_count() == 20


def test_everybody_sees_what_happened() -> None:
    state, named = act(war("A1:3", "A4:1+"), 0, "assault A1-A4")
    assert event_inputs(named, "assault") == {"people": 0, "rival": 1, "source": "A1", "target": "A4"}
    _, events = act(state, 0, "lose 1 siege enter 1")
    assert event_inputs(events, "fought") == {
        "people": 0,
        "rival": 1,
        "source": "A1",
        "target": "A4",
        "losses": 1,
        "rival_losses": 1,
        "siege": True,
        "changes": (),
    }
    assert event_inputs(events, "besieged") == {"people": 0, "rival": 1, "at": "A4", "losses": 1}
    assert event_inputs(events, "entered") == {"people": 0, "clans": 1, "at": "A4"}


def test_both_regions_are_marked_as_changed() -> None:
    state = example_one()
    state, _ = act(state, 0, "lose 1")
    regions = {code: state.changed_at[at] for code, at in (("A1", 1), ("A4", 4), ("A2", 2))}
    assert regions == {"A1": state.ply, "A4": state.ply, "A2": 0}


# Attack cards


def test_range_reaches_further_for_this_assault() -> None:
    state = war("A1:3", "A4:1 A6:1", hands=[[RANGE], []])
    state = acts(state, f"card {RANGE}")
    assert "assault A1-A6" in legal_texts(state, 0)
    state = choose_stances(acts(state, "assault A1-A6", "lose 1"), 0)
    assert "assault A1-A4" in legal_texts(state, 0)
    assert not any("A6" in move for move in legal_texts(state, 0))


def test_force_counts_when_clans_are_compared() -> None:
    state = acts(war("A1:2", "A4:2", hands=[[FORCE], []]), f"card {FORCE}", "assault A1-A4")
    assert legal_texts(state, 0) == ["lose 1", "lose 2"]


def test_force_alone_makes_no_assault() -> None:
    state = war("A1:0+ A5:2", "A4:0+", hands=[[FORCE], []])
    assert refusal(acts(state, f"card {FORCE}"), "assault A1-A4")[0] == "no_clans"


@pytest.mark.parametrize("card", [FORCE, RANGE, STRIKE, SPARE, STORM])
def test_an_attack_card_with_which_no_assault_would_be_possible_is_kept(card: int) -> None:
    state = war("A1:2", "A4:4", hands=[[card], []])
    assert refusal(state, f"card {card}") == ("no_assault", {"card": card})
    assert legal_texts(state, 0)[0] == f"discard {card}"


# "Avec ou sans l'aide de cartes, désignez précisément 1 Région à attaquer": also with two cards.


def test_cards_that_make_an_assault_possible_together_are_played_one_after_the_other() -> None:
    state = war("A1:2", "A6:2", hands=[[RANGE, FORCE, STRIKE], []])
    assert legal_texts(state, 0)[:3] == [f"card {RANGE}", f"card {FORCE}", f"card {STRIKE}"]
    for first, second in ((RANGE, FORCE), (FORCE, RANGE)):
        after = acts(state, f"card {first}")
        assert "pass" in legal_texts(after, 0), "cards are not compulsory"
        assert legal_texts(acts(after, f"card {second}"), 0)[0] == "assault A1-A6"


def test_together_means_no_further_than_coins_and_clans_reach() -> None:
    cards = [[RANGE, DEAR_FORCE], []]
    assert refusal(war("A1:2", "A6:3", hands=cards, coins=9), f"card {RANGE}")[0] == "no_assault"
    assert refusal(war("A1:2", "A6:2", hands=cards, coins=4), f"card {RANGE}")[0] == "no_assault"
    assert f"card {RANGE}" in legal_texts(war("A1:2", "A6:2", hands=cards, coins=5), 0)


def test_a_copy_of_an_attack_card_helps_another_card_too() -> None:
    state = with_played_card(war("A1:2", "A6:2", hands=[[RANGE, COPY], []]), FORCE, Timing.ATTACK)
    assert legal_texts(state, 0)[:2] == [f"card {RANGE}", f"card {COPY} copy {FORCE}"]
    assert refusal(war("A1:2", "A6:2", hands=[[RANGE, COPY], []]), f"card {RANGE}")[0] == "no_assault"


@pytest.mark.parametrize(
    ("age", "cards", "boards"),
    [(2, (55, 56), ("A1:2", "A6:3")), (3, (63, 89), ("A1:2", "A6:3"))],
)
def test_pairs_of_printed_cards_that_only_together_lead_to_an_assault(
    age: int, cards: tuple[int, int], boards: tuple[str, str]
) -> None:
    with printed_cards():
        state = replace(war(*boards, hands=[cards, ()], coins=2), age=age)
        texts = [f"card {card}" for card in cards]
        assert legal_texts(state, 0)[:2] == texts
        assert legal_texts(acts(state, *texts), 0)[0].startswith("assault A1-")


# "Les cartes avec les 4 icônes sont jouables à la phase de votre choix": they need no assault.


def test_cards_that_need_no_assault_are_played_where_none_is_possible() -> None:
    state = war("A1:2", "A4:4", hands=[[COINS, FORCE], []])
    state = acts(state, f"card {COINS}")
    assert state.public[0].coins == 6
    assert refusal(state, f"card {FORCE}")[0] == "no_assault"
    assert "pass" in legal_texts(state, 0)
    state, events = act(war("A1:2", "A4:4", hands=[[COINS], []]), 0, f"card {COINS}")
    assert codes(events)[-1] == "passed", "nothing is left to do"


def test_coins_made_first_recruit_for_the_assault_where_the_option_allows_it() -> None:
    options = GenesiaOptions(objectives=False, attack_recruits=True)
    state = war("", "A1:1", hands=[[COINS], []], options=options)
    state = acts(state, f"card {COINS}", "recruit 2 A0")
    assert legal_texts(state, 0)[0] == "assault A0-A1"


def test_an_attack_card_that_makes_an_assault_possible_is_played_first() -> None:
    state = war("", "A1:1", hands=[[RAISE], []])
    state = acts(state, f"card {RAISE}")
    assert legal_texts(state, 0)[0] == "assault A0-A1"
    assert refusal(state, "pass") == ("must_attack", {})


def test_strike_and_spare_change_the_losses_after_the_reaction() -> None:
    state = acts(war("A1:4", "A4:3 A2:0+", hands=[[STRIKE, SPARE], []]), "assault A1-A4")
    state = acts(state, f"card {STRIKE}", f"card {SPARE}", "lose 2 enter 3")
    assert (board(state, 0), board(state, 1)) == ("A4:3", "A2:0+")


def test_spare_never_gives_clans_back() -> None:
    state = acts(war("A1:4", "A4:1 A2:0+", hands=[[SPARE], []]), f"card {SPARE}", "assault A1-A4", "lose 1")
    assert board(state, 0) == "A1:4"


def test_a_storm_costs_no_clan_and_needs_one() -> None:
    state = acts(war("A1:2", "A4:1+", hands=[[STORM], []]), f"card {STORM}", "assault A1-A4")
    state = acts(state, "lose 1 siege enter 1")
    assert (board(state, 0), board(state, 1)) == ("A4:1+", "")


def test_only_attack_cards_are_played_after_the_reaction() -> None:
    state = acts(war("A1:3", "A4:1", hands=[[HOLD, STRIKE], []]), "assault A1-A4")
    assert refusal(state, f"card {HOLD}") == ("wrong_phase", {"card": HOLD, "phase": "losses"})
    assert refusal(state, f"card {FORCE}") == ("not_in_hand", {"card": FORCE})
    assert [move for move in legal_texts(state, 0) if move.startswith("card")] == [f"card {STRIKE}"]


def test_an_attack_card_works_in_one_assault_only() -> None:
    state = acts(war("A1:5", "A2:0+ A4:3", hands=[[STRIKE], []]), "assault A1-A4")
    state = acts(state, f"card {STRIKE}", "lose 1")
    assert board(state, 1) == "A2:0+ A4:1"
    state = acts(choose_stances(state, 0), "assault A1-A4", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:3", "A2:0+")


# Declared intents: they work in every assault, add up, and offset each other


def test_intentions_work_in_every_assault() -> None:
    state = war("A1:4", "A2:0+ A3:2 A4:2", intents=[[ALWAYS_STRIKE], []])
    state = choose_stances(acts(state, "assault A1-A4", "lose 1"), 0)
    state = acts(state, "assault A1-A3", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:2", "A2:0+")


def test_intentions_of_force_and_range_count_before_any_card() -> None:
    intents = [[ALWAYS_FORCE, ALWAYS_RANGE], []]
    assert "assault A1-A6" in legal_texts(war("A1:2", "A6:2", intents=intents), 0)


def test_intentions_of_both_sides_offset() -> None:
    intents = [[ALWAYS_STRIKE], [ALWAYS_HOLD]]
    state = acts(war("A1:5", "A4:3", intents=intents), "assault A1-A4", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:4", "A4:2")


def test_intentions_and_cards_add_up() -> None:
    state = war("A1:5", "A2:0+ A4:4", hands=[[STRIKE], []], intents=[[ALWAYS_STRIKE], []])
    state = acts(state, "assault A1-A4", f"card {STRIKE}", "lose 2")
    assert (board(state, 0), board(state, 1)) == ("A1:3", "A2:0+")


def test_several_intentions_add_up() -> None:
    state = war("A1:5", "A4:4", intents=[[], [ALWAYS_HOLD, ALWAYS_RIPOSTE]])
    state = acts(state, "assault A1-A4", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("A1:3", "A4:4")


def test_a_riposte_takes_no_more_clans_than_attack() -> None:
    state = war("A1:2", "A4:1", intents=[[], [ALWAYS_RIPOSTE]], hands=[[], [RIPOSTE]])
    state = acts(state, "assault A1-A4", f"card {RIPOSTE}", "lose 1")
    assert (board(state, 0), board(state, 1)) == ("", "")


def test_intentions_spare_clans_and_storm_cities() -> None:
    state = war("A1:2", "A4:1+", intents=[[ALWAYS_SPARE, ALWAYS_STORM], []])
    state = acts(state, "assault A1-A4", "lose 1 siege enter 2")
    assert (board(state, 0), board(state, 1)) == ("A4:2+", "")


def test_the_attackers_own_defence_intentions_do_not_help_it() -> None:
    state = war("A1:4", "A2:0+ A4:2", intents=[[ALWAYS_HOLD, ALWAYS_RIPOSTE], [ALWAYS_STRIKE, ALWAYS_FORCE]])
    state = acts(state, "assault A1-A4", "lose 2")
    assert (board(state, 0), board(state, 1)) == ("A1:2", "A2:0+")


# Copies, discards, recruits


def test_a_copied_attack_card_works_as_the_original_did() -> None:
    state = war("A1:5", "A4:3", "A3:4 A6:1", hands=[[STRIKE], [], [COPY]])
    state = acts(state, "assault A1-A4", f"card {STRIKE}", "lose 2")
    state = choose_stances(state, 2)
    state = acts(state, f"card {COPY} copy {STRIKE}", "assault A3-A1", "lose 2")
    assert board(state, 0) == ""
    assert state.public[2].clans[3] == 2


def test_a_defence_card_is_never_copied() -> None:
    state = war("A1:5", "A4:3", hands=[[COPY], [HOLD]])
    state = acts(state, "assault A1-A4", f"card {HOLD}")
    assert refusal(state, f"card {COPY} copy {HOLD}") == ("not_copyable", {"card": HOLD})
    assert refusal(state, f"card {COPY}") == ("copy_what", {"card": COPY})


def test_a_card_put_away_in_the_attack_phase_pays_four_coins() -> None:
    state = acts(war("A1:3", "A4:1", hands=[[HOLD, SHIELD], []]), f"discard {HOLD}")
    assert state.public[0].coins == 4
    assert state.hidden[0].hand == 1 << SHIELD


def test_a_card_is_put_away_for_one_that_costs_more_once_the_assault_is_named_too() -> None:
    """Défausser une carte: "pour une carte ayant un coût supérieur"; "à tout moment" of one's own assault."""
    state = acts(war("A1:3", "A4:2", hands=[[HOLD, DEAR_FORCE], []], coins=1), "assault A1-A4")
    assert refusal(state, f"card {DEAR_FORCE}")[0] == "unaffordable"
    assert f"discard {HOLD}" in legal_texts(state, 0)
    state = acts(state, f"discard {HOLD}", f"card {DEAR_FORCE}")
    assert (state.public[0].coins, state.phase) == (0, Phase.LOSSES)
    assert board(acts(state, "lose 2"), 0) == "A1:1"


def test_recruits_in_the_attack_phase_are_an_option() -> None:
    plain = war("A1:3", "A4:1", coins=10)
    assert refusal(plain, "recruit 1 A0") == ("not_now", {"what": "recruit", "phase": "assault"})
    options = GenesiaOptions(objectives=False, attack_recruits=True)
    state = acts(war("A1:3", "A4:1", coins=10, options=options), "recruit 2 A0")
    assert (board(state, 0), state.public[0].coins) == ("A0:2 A1:3", 6)


def test_a_copied_growth_card_works_at_once_and_for_no_assault() -> None:
    state = with_played_card(war("A1:3", "A4:1", hands=[[COPY], []]), GROWTH, Timing.GROWTH)
    state = acts(state, f"card {COPY} copy {GROWTH}")
    assert state.public[0].coins == 5
    assert state.attack_round is not None
    assert state.attack_round.combat is not None
    assert state.attack_round.combat.attack_cards == ()


def test_a_copied_leap_must_leave_an_assault_possible() -> None:
    state = with_played_card(war("A1:3", "A4:1", hands=[[COPY], []]), LEAP, Timing.EXPANSION)
    assert refusal(state, f"card {COPY} copy {LEAP} A1-A0") == ("no_assault", {"card": COPY})
    leaps = [move for move in legal_texts(state, 0) if move.startswith("card")]
    assert f"card {COPY} copy {LEAP} A1-A5" in leaps
    assert f"card {COPY} copy {LEAP} A1-A0" not in leaps


def with_played_card(state: State, card: int, timing: Timing) -> State:
    """Return the state after the second people has played that card."""
    phase = Phase.ASSAULT if timing is Timing.ATTACK else Phase(timing.value)
    played = PlayedCard(card, 1, None, timing, phase)
    return replace(state, played=((played, state.ply),))


def test_the_owner_of_the_peace_prize_makes_no_assault() -> None:
    state = war("A1:3", "A4:1", "A7:1")
    public = (replace(state.public[0], intents=(PRIZE,)), *state.public[1:])
    assert refusal(replace(state, public=public), "assault A1-A4") == ("pacifist", {})


# An assault in one message


def test_an_assault_says_at_once_how_it_is_fought() -> None:
    state = war("A1:4", "A4:2+ A2:1")
    state, events = act(state, 0, "assault A1-A4 lose 2 siege enter 1")
    assert [code for code in codes(events) if code in ("assault", "fought", "besieged", "entered")] == [
        *("assault", "fought", "besieged", "entered"),
    ]
    assert (board(state, 0), board(state, 1)) == ("A4:1+", "A2:1")


def test_the_attacker_chooses_again_only_after_a_defence_card() -> None:
    for hand, answer, phase in (
        ((HOLD, GROWTH), "pass", Phase.STANCE),
        ((HOLD, GROWTH), f"card {HOLD}", Phase.REACTION),
        ((HOLD,), f"card {HOLD}", Phase.LOSSES),
        ((SHIELD,), f"card {SHIELD}", Phase.STANCE),
    ):
        state = acts(war("A1:4", "A4:2 A2:1", hands=[[], hand]), "assault A1-A4 lose 2 enter 1")
        assert (state.phase, state.hidden[0].steps) == (Phase.REACTION, (Lose(2, enter=1),))
        state, _ = act(state, 1, answer)
        assert (state.phase, state.hidden[0].steps) == (phase, ())


def test_the_way_to_fight_stays_the_attackers_secret_until_the_fight() -> None:
    state = acts(war("A1:4", "A4:2 A2:1", hands=[[], [HOLD]]), "assault A1-A4 lose 2 enter 1")
    plain = acts(war("A1:4", "A4:2 A2:1", hands=[[], [HOLD]]), "assault A1-A4")
    assert GENESIA.view(state, Seat(1)) == GENESIA.view(plain, Seat(1))
    assert GENESIA.view(state, None) == GENESIA.view(plain, None)
    assert GENESIA.view(state, Seat(0)).steps == (Lose(2, enter=1),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("assault A1-A4 lose 3", "lose_range"),
        ("assault A1-A4 lose 1 siege", "no_siege"),
        ("assault A1-A4 lose 2 enter 3", "no_entering"),
        ("assault A1-A7 lose 2", "no_rival"),
    ],
)
def test_an_impossible_assault_is_refused_before_it_is_named(text: str, code: str) -> None:
    assert refusal(war("A1:4", "A4:2 A2:1"), text)[0] == code
