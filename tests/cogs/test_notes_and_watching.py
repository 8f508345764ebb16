"""Notes of one's own beside a match, and looking on at it."""

from __future__ import annotations

from tests.cogs.simulated import Town, controls, said


async def test_a_note_is_seen_by_nobody_else(place: Town) -> None:
    ada, basile = place.people[:2]
    await place.open(2)
    await place.start()
    none = (await ada.slash(place.square, "match note", match=1)).response
    assert "no note beside match 1" in said(none)
    await ada.slash(place.square, "match note", match=1, words="*Guard*\nthe well")
    shown = (await ada.slash(place.square, "match note", match=1)).response
    assert "\\*Guard\\*\nthe well" in said(shown)
    panel = (await ada.slash(place.thread, "genial play")).response
    assert "-# Your note: \\*Guard\\* · the well" in said(panel)
    for command in ("match note", "match show", "match replay"):
        assert "Guard" not in said((await basile.slash(place.square, command, match=1)).response)
    assert "Guard" not in said((await basile.slash(place.thread, "genial play")).response)
    kept = await place.bot.matches.forgetting.kept_of(ada.id)
    assert kept["matches"][0]["note"] == "*Guard*\nthe well"
    await ada.slash(place.square, "match note", match=1, words="-")
    assert await place.bot.matches.people.jotting(1, ada.id) == ""
    assert place.refusals() == []


async def test_notes_have_a_length_and_belong_to_who_sits_there(place: Town) -> None:
    ada, _, chloe = place.people[:3]
    await place.open(2)
    await place.start()
    await ada.slash(place.square, "match note", match=1, words="x" * 1000)
    panel = (await ada.slash(place.thread, "genial play")).response
    assert said(panel).count("x") < 200
    await chloe.slash(place.square, "match note", match=1, words="I look on")
    await chloe.slash(place.square, "match note", match=1)
    assert place.refusals() == ["not_seated", "not_seated"]


async def test_who_looks_on_sees_what_any_passer_by_may(place: Town) -> None:
    ada, _, chloe = place.people[:3]
    await place.open(2)
    await place.start()
    own, seen = [(await each.slash(place.square, "match replay", match=1)).response for each in (ada, chloe)]
    assert "As you were shown it then" in said(own)
    assert "As everybody saw it then" in said(seen)
    hand = (await ada.slash(place.thread, "genial hand")).response
    assert said(hand).partition("\n")[0] in said(own)
    assert said(hand).partition("\n")[0] not in said(seen)
    (again,) = [each for each in controls(seen, "replayto") if each.endswith("l")]
    situation = await place.bot.matches.queries.situation(1, place.mover().id)
    await place.bot.matches.moves.play(1, place.mover().id, str(situation.moves[0]), None, 77)
    after = (await chloe.click(seen, custom_id=again)).response
    assert "step 2 of 2" in said(after)
    assert place.refusals() == []


async def test_nobody_looks_on_where_they_may_not_look(place: Town) -> None:
    await place.open(2)
    await place.start()
    dan = place.env.create_user("stranger")
    other = place.env.create_guild()
    stranger = other.add_member(dan)
    channel = other.create_text_channel("elsewhere")
    await stranger.slash(channel, "match replay", match=1)
    assert place.refusals() == []
    answers = [each for each in place.env.http_requests if "no match" in str(each).lower()]
    assert answers
