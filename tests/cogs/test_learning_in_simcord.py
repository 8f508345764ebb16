"""The lessons through a Discord written by strangers: private, without a match, after a restart too."""

from __future__ import annotations

from tests.cogs.simulated import Town, controls, said


async def test_a_lesson_in_private(place: Town) -> None:
    message = await place.open(2)
    person = place.people[0]
    rules = (await person.click(message, custom_id=controls(message, "rules")[0])).response
    assert rules.ephemeral
    assert sum(each.filename.startswith("how-genial") for each in rules.attachments) == 5
    first = (await person.click(rules, custom_id=controls(rules, "learn")[0])).response
    assert first.ephemeral
    assert "lesson 1 of 5" in said(first)
    rules = (await person.slash(place.square, "match rules", game="genial")).response
    swap = (await person.click(rules, custom_id=controls(rules, "learn")[0])).response
    assert "lesson 1 of 5" in said(swap)
    for _ in range(3):
        swap = (await person.click(swap, custom_id=controls(swap, "lesson")[0])).response
    await place.restart()
    done = (await person.click(swap, custom_id=controls(swap, "trygo")[1])).response
    assert "not what is asked here" in said(done)
    done = (await person.click(done, custom_id=controls(done, "trygo")[0])).response
    assert "Well done" in said(done)
    last = (await person.click(done, custom_id=controls(done, "lesson")[0])).response
    assert "lesson 5 of 5" in said(last)
    over = (await person.click(last, custom_id=controls(last, "lesson")[0])).response
    assert said(over) == "That was the last lesson. You are ready for a table of Génial."
    await place.settle()
    assert place.refusals() == []
