"""A channel's breaker opens where match after match fails, and lets one try at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cogs.delivery.breakers import KNOWN, LONGEST_BACK_OFF, MANY, TRY_STEPS, Breakers, InboxBreaker

NOW = datetime(2026, 11, 22, tzinfo=UTC)
DEAD, OTHER = 5, 6


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def opened() -> Breakers:
    breakers = Breakers(1.0)
    for match in range(MANY):
        breakers.fails(DEAD, match, NOW)
    return breakers


def tried(breakers: Breakers, now: datetime, *channels: int, waiting: int = 100) -> int:
    """Return the number of tries that are let through, of `waiting` for each channel."""
    return sum(breakers.back_off(channel, now) is None for channel in channels for _ in range(waiting))


def test_many_matches_pause_their_channel_alone() -> None:
    breakers = opened()
    assert breakers.back_off(DEAD, NOW) == (later(1), 1.0)
    assert breakers.back_off(OTHER, NOW) is None


def test_where_no_answer_is_known_one_tries_first_and_then_twice_as_many_each_time() -> None:
    breakers, rounds = Breakers(1.0), list[int]()
    assert tried(breakers, NOW, DEAD) == 1
    assert breakers.back_off(DEAD, NOW) == (later(1 / TRY_STEPS), 1 / TRY_STEPS)
    for number in range(1, 7):
        rounds.append(tried(breakers, later(number / TRY_STEPS), DEAD))
    assert rounds == [2, 4, 8, MANY, MANY, MANY]
    assert tried(breakers, later(2 * KNOWN), DEAD) == 1, "whatever was long ago"


def test_all_channels_together_are_tried_as_one_until_something_goes_through_anywhere() -> None:
    breakers = Breakers(1.0)
    channels = range(100, 200)
    assert tried(breakers, NOW, *channels) == 1
    assert tried(breakers, later(1 / TRY_STEPS), *channels) == 2
    breakers.works(OTHER, later(1 / TRY_STEPS))
    assert tried(breakers, later(1 / TRY_STEPS), OTHER) == 100
    assert tried(breakers, later(2 / TRY_STEPS), *channels) == 99 + 4, (
        "one in each; the first one's third round"
    )


def test_what_went_through_is_known_for_a_while_or_until_something_changes_there() -> None:
    breakers = Breakers(1.0)
    breakers.works(DEAD, NOW)
    assert tried(breakers, later(KNOWN - 1), DEAD) == 100
    assert tried(breakers, later(KNOWN), DEAD) == 1
    breakers.works(DEAD, NOW)
    breakers.forget(DEAD)
    assert tried(breakers, NOW, DEAD) == 1


def test_one_match_that_fails_for_ever_pauses_nobody() -> None:
    breakers = Breakers(1.0)
    breakers.works(DEAD, NOW)
    for _ in range(10 * MANY):
        breakers.fails(DEAD, 1, NOW)
    assert tried(breakers, NOW, DEAD) == 100


def test_one_tries_at_a_time_and_the_pause_is_doubled_where_it_fails() -> None:
    breakers, now, pauses = opened(), NOW, list[float]()
    for _ in range(12):
        pause = breakers.back_off(DEAD, now)
        assert pause is not None
        now, seconds = pause
        pauses.append(seconds)
        assert breakers.back_off(DEAD, now) is None
        assert breakers.back_off(DEAD, now) is not None, "one is trying"
        breakers.fails(DEAD, 1, now)
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == LONGEST_BACK_OFF


def test_those_who_were_under_way_when_it_opened_do_not_double_it() -> None:
    breakers = opened()
    for match in range(64):
        breakers.fails(DEAD, match, later(0.5))
    assert breakers.back_off(DEAD, NOW) == (later(1), 1.0)


def test_whoever_gets_through_closes_it() -> None:
    breakers = opened()
    breakers.works(DEAD, NOW)
    assert tried(breakers, NOW, DEAD) == 100
    breakers.fails(DEAD, 1, NOW)
    assert tried(breakers, NOW, DEAD) == 100


def test_the_pause_of_all_inboxes_grows_only_by_whoever_was_let_through() -> None:
    breaker, now = InboxBreaker({7: (10, 30), 8: (100, 200)}), NOW
    assert breaker.back_off(now) is None
    assert breaker.fails(7, now) == (later(10), 10)
    assert breaker.fails(7, now) == (later(10), 10), "it was under way before"
    pauses = list[float]()
    for _ in range(3):
        now = (breaker.back_off(now) or (now, 0))[0]
        assert breaker.back_off(now) is None, "one is told to try"
        assert breaker.back_off(now) is not None, "and no other"
        pauses.append(breaker.fails(7, now)[1])
    assert pauses == [20, 30, 30]
    now = breaker.fails(7, now)[0]
    assert breaker.back_off(now) is None
    assert breaker.fails(8, now)[0] == now + timedelta(seconds=100), "the other trouble takes longer"
    breaker.works()
    assert breaker.back_off(now) is None
    assert breaker.fails(7, now)[1] == 10
