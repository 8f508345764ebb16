"""The remark on a season: worked out anew over seasons of random results, whatever was said is true."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.league.export import Separator, standings_csv, tables_csv
from engine.league.points import POINT
from engine.league.remarks import RemarkKind, champions_of, final_lines, remark_of
from engine.league.season import begun, divisions_of, former_of
from engine.league.values import MemberState, Season, Stage, TableResult
from tests.engine.league.test_season import season


def closed(dice: Random) -> Season:
    """A season of random size, results and people who withdrew."""
    people, seats = dice.choice([4, 5, 6, 9, 14]), dice.choice([2, 2, 3])
    number = dice.choice([1, 2])
    playing = replace(begun(season(people, number), {}, seats, 4), stage=Stage.PLAYING)
    strong = dice.random() < 0.5
    for table in playing.tables:
        scores = [
            (100 - person if strong else 0) + dice.choice([0, 0, 1, 2]) * (1 if strong else 50)
            for person in table.seats
        ]
        ranks = tuple(1 + sum(other > one for other in scores) for one in scores)
        result = TableResult(ranks, tuple(dice.choice([0, 0, 3]) for _ in ranks))
        annulled = 9 if dice.random() < 0.05 else None
        playing = playing.with_table(replace(table, result=result, annulled_by=annulled))
    if dice.random() < 0.2:
        gone = dice.choice(playing.members)
        playing = playing.with_member(replace(gone, state=MemberState.WITHDRAWN))
    before = season(people, number - 1) if number > 1 else None
    if before is not None:
        first = begun(before, {}, seats, 4)
        before = replace(first, former=former_of(first, None))
        if dice.random() < 0.5:
            before = replace(before, former={})
    return replace(playing, stage=Stage.CLOSED, former=former_of(playing, before))


def points_of(found: Season, person: int) -> tuple[float, bool, bool]:
    """Return the points of a member, whether it was ahead of all at every table, and never behind anybody."""
    points, all_ahead, never_behind = 0.0, True, True
    for table in found.tables:
        if table.result is None or table.annulled_by is not None or person not in table.seats:
            continue
        own = table.result.ranks[table.seats.index(person)]
        others = [rank for seat, rank in enumerate(table.result.ranks) if table.seats[seat] != person]
        points += sum(1.0 if own < rank else 0.5 if own == rank else 0.0 for rank in others) / len(others)
        all_ahead &= all(own < rank for rank in others)
        never_behind &= all(own <= rank for rank in others)
    return points, all_ahead, never_behind


def test_whatever_is_remarked_is_true() -> None:
    dice, kinds = Random(34), Counter[RemarkKind]()
    for _ in range(600):
        found = closed(dice)
        remark = remark_of(found)
        assert remark is not None
        kinds[remark.kind] += 1
        gone = {each.person for each in found.members if each.state is not MemberState.IN}
        here = [each.person for each in found.members if each.division == 0 and each.person not in gone]
        own = {each: points_of(found, each) for each in here}
        best = max(points for points, _, _ in own.values())
        assert all(abs(own[each][0] - best) < 1e-3 for each in remark.champions), "champions have the most"
        champion = remark.champions[0]
        others = sorted((points for each, (points, _, _) in own.items() if each != champion), reverse=True)
        match remark.kind:
            case RemarkKind.SHARED:
                assert len(remark.champions) > 1
            case RemarkKind.ALL:
                assert own[champion][1]
            case RemarkKind.LEVEL:
                assert abs(others[0] - best) < 1e-3
            case RemarkKind.UNBEATEN:
                assert own[champion][2]
            case RemarkKind.FAR:
                assert best - others[0] >= 1.5 - 1e-3
            case RemarkKind.NEWCOMER:
                assert found.former[champion].first
                assert found.number > 1
            case RemarkKind.AHEAD:
                assert best > others[0]
        if remark.kind in (RemarkKind.AHEAD, RemarkKind.FAR):
            assert abs(remark.lead / POINT - (best - others[0])) < 1e-3
            if remark.second is not None:
                assert abs(own[remark.second][0] - others[0]) < 1e-3
    assert set(kinds) == set(RemarkKind), kinds


def test_whoever_withdrew_is_no_champion_and_somebody_forgotten_stays_one() -> None:
    playing = begun(season(6), {}, 2, 4)
    for table in playing.tables:
        order = sorted(table.seats)
        ranks = tuple(order.index(person) + 1 for person in table.seats)
        playing = playing.with_table(replace(table, result=TableResult(ranks, (0, 0))))
    best = next(each for each in playing.members if each.person == 1)
    left = playing.with_member(replace(best, state=MemberState.WITHDRAWN))
    left = replace(left, stage=Stage.CLOSED, former=former_of(left, None))
    assert champions_of(left) == (2,)
    ended = replace(playing, stage=Stage.CLOSED, former=former_of(playing, None))
    renamed = ended.with_member(replace(best, state=MemberState.WITHDRAWN))
    assert champions_of(renamed) == (1,), "who is forgotten counts as withdrawn, and keeps the title"
    assert [line.place for line in final_lines(left, divisions_of(left)[0])] == [1, 2, 3, 4, 5, 6]


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_files_hold_everybody_and_no_formula() -> None:
    names = {1: '=HYPERLINK("http://x")', 2: "+1", 3: "-2+3", 4: "@SUM(A1)", 5: " =1", 6: 'a, "b"'}
    found = begun(season(6), {}, 2, 4)
    for person, name in names.items():
        member = next(each for each in found.members if each.person == person)
        found = found.with_member(replace(member, name=name))
    for table in found.tables[1:]:
        found = found.with_table(replace(table, result=TableResult((1, 2), (0, 1))))
    found = found.with_table(replace(found.tables[1], annulled_by=7))
    found = replace(found, stage=Stage.CLOSED, former=former_of(found, None))
    lines = rows(standings_csv(found))
    assert len(lines) == 6
    assert {each["name"] for each in lines} == {
        *('\'=HYPERLINK("http://x")', "'+1", "'-2+3", "'@SUM(A1)", "' =1", 'a, "b"')
    }
    assert sum(float(each["points"]) for each in lines) == 13
    seats = rows(tables_csv(found))
    assert len(seats) == 30
    assert sum(float(each["points"] or 0) for each in seats) == 13
    assert sum(each["annulled"] == "yes" for each in seats) == 2
    for data in (standings_csv(found), tables_csv(found)):
        for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))):
            assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in row)


def test_french_spreadsheets_read_semicolons_and_decimal_commas() -> None:
    found = begun(season(4), {}, 2, 4)
    for number, table in enumerate(found.tables):
        ranks = (1, 1) if number == 0 else (1, 2)
        found = found.with_table(replace(table, result=TableResult(ranks, (0, 0))))
    found = replace(found, stage=Stage.CLOSED, former=former_of(found, None))
    for written in (standings_csv, tables_csv):
        data = written(found, Separator.SEMICOLON)
        assert data.startswith(b"\xef\xbb\xbf"), "so that Excel reads UTF-8"
        lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))
        assert {tuple(each) for each in lines} == {tuple(rows(written(found))[0])}
        assert [each["points"].replace(",", ".") for each in lines] == [
            each["points"] for each in rows(written(found))
        ]
        assert any("," in each["points"] for each in lines)


@pytest.mark.parametrize("name", ["a;=1+1", 'a;"=1+1"', "a; -1", "a;b;\uff1dx", 'a;""+1', "a,=1+1", 'a,"-1"'])
@pytest.mark.parametrize("separator", list(Separator))
@pytest.mark.parametrize("other", [";", ","])
def test_no_formula_begins_where_others_part_the_cells(name: str, separator: Separator, other: str) -> None:
    found = begun(season(4), {}, 2, 4)
    found = found.with_member(replace(found.members[0], name=name))
    for table in found.tables:
        found = found.with_table(replace(table, result=TableResult((1, 2), (0, 0))))
    found = replace(found, stage=Stage.CLOSED, former=former_of(found, None))
    for data in (standings_csv(found, separator), tables_csv(found, separator)):
        for line in data.decode("utf-8-sig").splitlines():
            for cell in line.split(other):
                assert not cell.strip(' "').startswith(("=", "+", "-", "@", "\uff1d"))


def test_who_was_forgotten_has_a_number_and_no_name() -> None:
    found = begun(season(4), {}, 2, 4)
    member = next(each for each in found.members if each.person == 3)
    others = tuple(each for each in found.members if each.person != 3)
    found = replace(found, members=(*others, replace(member, person=-1, name="\x1a")))
    for table in found.tables:
        seats = tuple(-1 if each == 3 else each for each in table.seats)
        found = found.with_table(replace(table, seats=seats, result=TableResult((1, 2), (0, 0))))
    found = replace(found, stage=Stage.CLOSED, former=former_of(found, None))
    assert "\N{MINUS SIGN}1" in {each["name"] for each in rows(standings_csv(found))}
    assert b"\x1a" not in standings_csv(found) + tables_csv(found)
