"""Files with the layouts of Genesia's maps: they are what the code lays out, and nothing hangs on them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cogs.genesia.places import region_names
from cogs.text.text import text_for
from render.gallery.genesia import NAMES, sample
from render.genesia import chart_files
from render.genesia.board import board, choice, large
from render.genesia.chart_files import FOLDER, SHIPPED, chart_file, read_survey, write_charts
from render.genesia.map import Chart, chart
from render.genesia.survey import survey
from render.kit.film import FILM_WIDTH

SEATS = (1, 2, 3, 4, 5)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with the files, from which this test reads them."""
    folder = tmp_path / "charts"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(chart_files, "FOLDER", folder)
    return folder


@pytest.mark.parametrize(("seats", "width", "large"), SHIPPED)
def test_each_file_is_what_the_code_lays_out(seats: int, width: int, large: bool) -> None:
    drawn, read = survey(seats, width, large=large), read_survey(seats, width, large=large)
    assert read is not None
    hint = "laid out differently: python -m render charts"
    for field in ("regions", "lines", "ground", "coast", "rims", "rooms"):
        assert getattr(read, field) == getattr(drawn, field), f"{field} are {hint}"
    assert [each.regions for each in read.ferries] == [each.regions for each in drawn.ferries], hint
    for mine, other in zip(
        read.ferries, drawn.ferries, strict=True
    ):  # machines differ in a sine's last digit
        assert (*mine.start, *mine.end) == pytest.approx((*other.start, *other.end)), hint


def test_every_file_is_read() -> None:
    assert {*FOLDER.iterdir()} == {chart_file(seats, width, large=large) for seats, width, large in SHIPPED}


class LayoutAskedError(Exception):
    """A picture asks for a layout."""


def test_boards_large_maps_and_films_ask_for_layouts_that_have_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(seats: int, width: int, *, large: bool = False) -> Chart:
        raise LayoutAskedError(seats, width, large)

    monkeypatch.setattr("render.genesia.board.chart", refuse)
    asked: set[object] = set()
    for seats in SEATS:
        view = sample(seats)
        for draw in (
            lambda view=view: board(view, NAMES),
            lambda view=view: choice(view, NAMES, (), {}),
            lambda view=view: board(view, NAMES, width=FILM_WIDTH),
            lambda view=view: large(view, NAMES, region_names(text_for("en"), view)),
        ):
            with pytest.raises(LayoutAskedError) as caught:
                draw()
            asked.add(caught.value.args)
    assert asked == {*SHIPPED}


def broken(data: bytes) -> dict[str, bytes]:
    """Return files that cannot be read, or that are another map's."""
    at = len(data) // 2
    return {
        "empty": b"",
        "cut off": data[:at],
        "no picture": b"#!/bin/sh\n" * 100,
        "changed": data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :],
        "without numbers": (FOLDER.parents[1] / "emojis" / "genesia_peace.png").read_bytes(),
        "another map": (FOLDER / "4-board-660.png").read_bytes(),
        "another width": (FOLDER / "5-board-1650.png").read_bytes(),
    }


@pytest.mark.parametrize("how", [*broken((FOLDER / "5-board-660.png").read_bytes()), "missing"])
def test_a_map_without_a_readable_file_is_laid_out_anew_and_the_log_says_so_once(
    copied: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = copied / "5-board-660.png"
    whole = chart(5, FILM_WIDTH)
    if how == "missing":
        file.unlink()
    else:
        file.write_bytes(broken(file.read_bytes())[how])
    chart.cache_clear()
    anew = chart(5, FILM_WIDTH)
    assert chart(5, FILM_WIDTH) is anew
    assert (anew.rooms, anew.masks, anew.lines) == (whole.rooms, whole.masks, whole.lines)
    assert [record.name for record in caplog.records] == ["longtable.pictures"]
    assert file.name in caplog.text
    chart.cache_clear()


def test_a_width_without_a_file_is_laid_out_silently(caplog: pytest.LogCaptureFixture) -> None:
    assert read_survey(1, 300, large=False) is None
    assert caplog.records == []


def test_the_command_writes_what_is_missing_or_old_and_deletes_the_rest(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = tuple((seats, FILM_WIDTH, False) for seats in (1, 4, 5))
    monkeypatch.setattr(chart_files, "SHIPPED", wanted)
    missing, old, kept = (copied / f"{seats}-board-{FILM_WIDTH}.png" for seats, _, _ in wanted)
    others = {*copied.iterdir()} - {missing, old, kept}
    drawn = {seats: read_survey(seats, FILM_WIDTH, large=False) for seats, _, _ in wanted}
    monkeypatch.setattr(chart_files, "survey", lambda seats, width, large: drawn[seats])
    was, stamp = missing.read_bytes(), kept.stat().st_mtime_ns
    missing.unlink()
    old.write_bytes(kept.read_bytes())
    assert {*write_charts()} == {missing, old, *others}
    assert {*copied.iterdir()} == {missing, old, kept}
    assert (missing.read_bytes(), kept.stat().st_mtime_ns) == (was, stamp)


def test_the_command_can_be_given() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "render", "--help"], capture_output=True, text=True, check=True
    )
    assert "charts" in done.stdout
