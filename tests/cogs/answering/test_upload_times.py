"""A line is fast for as long as every upload was."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from cogs.answering.upload_times import BEYOND, FAST, IN_A_ROW, LARGEST, UploadTimes

SIZE = 40_000
QUICK = FAST * 0.9


@dataclass
class Line:
    """Uploads on a clock that moves when it is told to."""

    now: float = 100.0
    uploads: UploadTimes = field(init=False)

    def __post_init__(self) -> None:
        self.uploads = UploadTimes(lambda: self.now)

    def carry(self, seconds: float, size: int = SIZE, times: int = 1) -> None:
        for _ in range(times):
            with self.uploads.upload(size):
                self.now += seconds


@pytest.fixture
def line() -> Line:
    return Line()


def test_nothing_is_promised_before_enough_uploads_were_fast(line: Line) -> None:
    for _ in range(IN_A_ROW):
        assert not line.uploads.is_sure_to_be_fast(SIZE)
        line.carry(QUICK)
    assert line.uploads.is_sure_to_be_fast(SIZE)


@pytest.mark.parametrize("seconds", [FAST, 3.0, 60.0])
def test_a_slow_one_undoes_all_before_it(line: Line, seconds: float) -> None:
    line.carry(QUICK, times=3 * IN_A_ROW)
    line.carry(seconds)
    assert not line.uploads.is_sure_to_be_fast(SIZE)
    line.carry(QUICK, times=IN_A_ROW - 1)
    assert not line.uploads.is_sure_to_be_fast(SIZE)
    line.carry(QUICK)
    assert line.uploads.is_sure_to_be_fast(SIZE)


@pytest.mark.parametrize("error", [OSError(), TimeoutError(), asyncio.CancelledError()])
def test_a_failure_undoes_all_before_it_however_quickly_it_comes(line: Line, error: BaseException) -> None:
    line.carry(QUICK, times=IN_A_ROW)
    with pytest.raises(type(error)), line.uploads.upload(SIZE):
        raise error
    assert not line.uploads.is_sure_to_be_fast(SIZE)
    line.carry(QUICK, times=IN_A_ROW)
    assert line.uploads.is_sure_to_be_fast(SIZE)


def test_one_that_is_still_under_way_counts_as_slow_once_it_is(line: Line) -> None:
    """A person who presses meanwhile does not wait for the same slow line."""
    line.carry(QUICK, times=IN_A_ROW)
    with line.uploads.upload(SIZE):
        line.now += QUICK
        assert line.uploads.is_sure_to_be_fast(SIZE)
        line.now += FAST
        assert not line.uploads.is_sure_to_be_fast(SIZE)
        line.carry(QUICK)
    assert not line.uploads.is_sure_to_be_fast(SIZE)


def test_a_few_bytes_promise_nothing_for_a_picture(line: Line) -> None:
    """They are soon done on a slow line as well."""
    line.carry(QUICK, size=100, times=IN_A_ROW)
    assert line.uploads.is_sure_to_be_fast(100 * BEYOND)
    assert not line.uploads.is_sure_to_be_fast(100 * BEYOND + 1)
    line.carry(QUICK)
    assert line.uploads.is_sure_to_be_fast(SIZE)


def test_what_is_large_is_never_promised(line: Line) -> None:
    line.carry(QUICK, size=10 * LARGEST, times=IN_A_ROW)
    assert line.uploads.is_sure_to_be_fast(LARGEST)
    assert not line.uploads.is_sure_to_be_fast(LARGEST + 1)
