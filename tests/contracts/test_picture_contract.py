"""The promises of every game's pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from cogs.face.drawing import Drawing
from engine.chance import SeededChance
from engine.game import Seat
from engine.games import find_name
from harness.trial import Trial
from render.kit.box import BOX, phone_scale, window_scale
from render.kit.canvas import Palette, Picture, Sheet, Theme
from render.kit.film import MAX_FRAMES
from render.kit.marks import CASING, PAPER
from tests.contracts.cases import EVERY, EVERY_GAME, GAMES, REGISTERED, Case, Contestant, at_most
from tests.contracts.told import drawings, look, played, steps, viewers
from tests.render.every import HOSTILE
from tests.render.golden import open_picture
from tests.render.shown import MIN_CAPITAL, Letters, discs_of, letters_of, overruns_of, recorded_inks
from tests.render.sight import contrast, stands_out

DRAWN = [game for game in GAMES if find_name(game.row.gallery) is not None]
SAMPLES = [(game, name) for game in DRAWN for name in game.gallery]
UPRIGHT = "large"
"""Samples whose name begins so are shown to whoever asks for them, and are not composed for the box."""
SHAPE = BOX[0] / BOX[1]
DIGITS = 28
"""Height of a candidate's number on a picture 1,000 pixels wide, at least."""
SMALL_PHONE = 324
"""Width in points at which a small telephone shows a picture."""
FINGER, NUMBER = 15, 8
"""Height in points of a number's disc there, and of any digit, at least."""
MARK, LETTER = 3, 4.5
"""The contrast of a mark to what it lies on, and of letters, at least."""
LOOKED = at_most(3, 1)
"""Pictures to choose on that are looked at closely."""
FILM = 400_000
"""Bytes of a film: a phone on the road loads it."""
MARKUP = re.compile(r"\*\*|<a?:\w+")
"""Marks and emojis of Discord, which an alternative text has none of."""
LARGEST = 256 * 1024
"""Bytes of an emoji, as Discord takes it."""


def check_file(picture: Picture, heaviest: Callable[[int], int]) -> None:
    """A PNG with a palette, or a film, of the size it says, that a phone loads at once."""
    image = open_picture(picture)
    assert image.size == (picture.width, picture.height)
    if picture.suffix == "gif":
        assert image.format == "GIF"
        assert len(picture.data) < FILM
    else:
        assert (image.format, image.mode, picture.suffix) == ("PNG", "P", "png")
        assert len(picture.data) < heaviest(picture.width)


@pytest.mark.parametrize(("game", "name"), SAMPLES, ids=[f"{game}-{name}" for game, name in SAMPLES])
def test_every_sample_is_a_small_file_in_both_themes_that_can_be_read(game: Contestant, name: str) -> None:
    with recorded_inks() as inks:
        dark, written = letters_of(lambda: game.gallery[name](Theme.DARK))
        light, overruns = overruns_of(lambda: game.gallery[name](Theme.LIGHT))
    assert not overruns, "text overruns its box"
    told = ((text, front, back) for text, front, back in inks if any(map(str.isalnum, text)))
    faint = {each for each in told if contrast(each[1], each[2]) < LETTER}
    assert not faint, "letters stand out from their ground"
    for picture in (dark, light):
        check_file(picture, game.trial.heaviest)
        assert not game.trial.widths or picture.width in game.trial.widths
    assert dark.data != light.data
    assert (dark.width, dark.height) == (light.width, light.height)
    if not name.startswith(UPRIGHT):
        check_letters(game, dark, written)


def check_letters(game: Contestant, picture: Picture, written: Sequence[Letters]) -> None:
    """It fits the box in which it is shown, and what a player needs is large enough there."""
    window, phone = window_scale(picture.width, picture.height), phone_scale(picture.width)
    assert picture.width / picture.height >= SHAPE * 0.97, "upright pictures shrink"
    ornament = game.trial.ornament
    needed = {each for each in written if each.text not in ornament and any(map(str.isalnum, each.text))}
    small = {each for each in needed if each.capital * min(window, phone) < MIN_CAPITAL}
    assert not small, f"{picture.width} × {picture.height}, shown at {window:.2f} and {phone:.2f}"
    digits = {each for each in needed if any(map(str.isdigit, each.text))}
    tiny = {each for each in digits if round(each.capital * SMALL_PHONE / picture.width) < NUMBER}
    assert not tiny, "on a small telephone"


@EVERY
def test_the_board_fills_the_box(case: Case) -> None:
    if case.key not in {game.key for game in REGISTERED}:
        pytest.skip("not composed for the box")
    positions = played(case, 5, greedy=True)
    for state, *_ in (positions[0], positions[-1]):
        picture = case.face.board(look(case, "en"), case.game.view(state, None), None).draw()
        assert picture.width / picture.height == pytest.approx(SHAPE, rel=0.03)


@EVERY
def test_whole_games_can_be_drawn(case: Case) -> None:
    """Beginning, middle and end, for a seat and for all; and the same view gives the same bytes again."""
    positions = played(case, 5, greedy=True)
    chosen = [positions[len(positions) * each // 4][0] for each in range(4)] + [positions[-1][0]]
    for number, state in enumerate(chosen):
        seat = viewers(case)[number % (case.seats + 1)]
        for drawing in drawings(case, state, seat, "en"):
            check_file(drawing.draw(), case.trial.heaviest)
            assert not MARKUP.search(drawing.alt), "a screen reader would read it aloud"


@EVERY_GAME
def test_no_text_overruns_its_box(game: Contestant) -> None:
    """In the middle and at the end, with the longest names, for all and for a seat."""
    for case in game.cases[: at_most(2, 1)]:
        positions = played(case, 5, greedy=True)
        for state in (positions[len(positions) // 2][0], positions[-1][0]):
            for seat in (None, Seat(case.seats - 1)):
                for drawing in drawings(case, state, seat, "fr", names=("W" * 32,) * case.seats):
                    _, overruns = overruns_of(drawing.draw)
                    assert not overruns, (str(case), seat, drawing.alt)


def test_text_that_overruns_its_box_is_noticed() -> None:
    palette = Palette([((0, 0, 0), (255, 255, 255), 8)])
    black, white = (0, 0, 0), (255, 255, 255)

    def draw(text: str, box: int) -> list[str]:
        def painted() -> Picture:
            sheet = Sheet.blank(200, 60, palette, white)
            sheet.fill((0, 0, box, 60), black)
            sheet.write(text, 8, 30, 20, white, black)
            return sheet.encode()

        return overruns_of(painted)[1]

    assert draw("Ada", 80) == []
    assert draw("Adamantine", 80) == ["Adamantine"], "it reaches onto the ground beside the box"
    assert draw("Ada, Basile, Chloé and Dan", 200) == ["Ada, Basile, Chloé and Dan"], "it leaves the picture"

    def covered() -> Picture:
        sheet = Sheet.blank(200, 60, palette, white)
        sheet.write("Adamantine", 8, 30, 20, black, white)
        sheet.fill((100, 0, 200, 60), white)
        return sheet.encode()

    assert overruns_of(covered)[1] == ["Adamantine"], "something is drawn over its end"


def numbered(case: Case, state: Any) -> list[str]:
    """The choices that look as if they had numbers on the picture they are chosen on."""
    menus = [each.menu for each in steps(case, state, case.game.pending(state)[0], "en", 25)]
    drawn = [each.label for menu in menus if menu.drawing is not None for each in menu.choices]
    return [label for label in drawn if re.match(Trial.numbered, label)]


def test_numbers_on_a_picture_are_noticed_where_a_game_says_that_there_are_none() -> None:
    case = next(game.cases[0] for game in GAMES if game.key == "heirs")
    assert numbered(case, played(case, 5, greedy=True)[3][0])


@EVERY_GAME
def test_candidates_are_few_and_their_numbers_large(game: Contestant) -> None:
    """Pictures show few choices at a time, told by digits, or by letters that lead to more; no number hides
    another.
    """
    case, looked = game.cases[0], 0
    positions = played(case, 5, greedy=True)
    if not case.trial.numbered:
        said = "these have numbers on a picture: leave `numbered` out of the game's `Trial`"
        assert numbered(case, positions[len(positions) // 2][0]) == [], said
        return
    for state in (positions[len(positions) * each // 12][0] for each in range(12)):
        for step in (
            each for seat in case.game.pending(state)[:1] for each in steps(case, state, seat, "en", 25)
        ):
            found = [re.match(case.trial.numbered, each.label) for each in step.menu.choices]
            numbers = [each[1] for each in found if each]
            if not numbers:
                continue
            assert len(numbers) == len(found) <= case.trial.places
            assert step.menu.pages == 1 or not step.menu.areas, "areas, then their pages"
            if looked < LOOKED and step.menu.drawing is not None:
                looked += 1
                check_numbers(step.menu.drawing, set(numbers))
    assert looked == LOOKED


def check_numbers(drawing: Drawing, numbers: set[str]) -> None:
    picture, written = letters_of(drawing.draw)
    for number in numbers:
        highest = max(each.capital for each in written if each.text == number)
        assert highest * 1000 / picture.width >= DIGITS, number
    check_discs(drawing, numbers)


def check_discs(drawing: Drawing, numbers: set[str]) -> None:
    """The numbers that are drawn as the kit's marks stand apart, stand out, and are large as shown."""
    picture, discs, hidden = discs_of(drawing.draw)
    assert not discs or {disc.text for disc in discs} == numbers
    assert not hidden, "text lies on a number"
    for disc in discs:
        assert disc.is_in(picture.width, picture.height), disc.text
        assert stands_out((CASING, PAPER), disc.grounds) >= MARK, disc.text
        assert disc.high * SMALL_PHONE / picture.width >= FINGER, disc.text
    for one, other in combinations(discs, 2):
        assert one.is_clear_of(other), (one.text, other.text)


CHOOSING = [
    (game, name) for game, name in SAMPLES if name.startswith(("candidates", "patches", "targets", "placing"))
]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("game", "name"), CHOOSING, ids=[f"{game}-{name}" for game, name in CHOOSING])
def test_numbers_to_choose_by_stand_apart_and_hide_no_text(game: Contestant, name: str, theme: Theme) -> None:
    """In every game's samples and both themes, also where a game says nothing of numbers on its pictures."""
    picture, discs, hidden = discs_of(lambda: game.gallery[name](theme))
    assert not hidden, "text lies on a number"
    for disc in discs:
        assert disc.is_in(picture.width, picture.height), disc.text
        assert stands_out((CASING, PAPER), disc.grounds) >= MARK, disc.text
        assert disc.high * SMALL_PHONE / picture.width >= FINGER, disc.text
    for one, other in combinations(discs, 2):
        assert one.is_clear_of(other), (one.text, other.text)


@EVERY
def test_what_happened_can_be_played_back(case: Case) -> None:
    """A whole game in one film, for a seat and for all: what is too long for it is left out, oldest first."""
    positions = played(case, 5, greedy=True)
    again = viewers(case)[0]
    for seat in viewers(case)[: at_most(2, 1)]:
        views = [case.game.view(state, seat) for state, _ in positions]
        drawing = case.face.film(look(case, "en"), views, seat, "told")
        film = drawing.draw()
        check_file(film, case.trial.heaviest)
        assert (film.suffix, drawing.alt) == ("gif", "told")
        assert 1 < open_picture(film).n_frames <= MAX_FRAMES  # pyright: ignore[reportAttributeAccessIssue] - of a GIF
        if seat == again:
            assert film.data == case.face.film(look(case, "en"), views, seat, "told").draw().data


@EVERY_GAME
def test_a_film_tells_twins_not_apart(game: Contestant) -> None:
    """A seat's film does not change by a byte with facts that the seat may not know."""
    case, differing = game.cases[0], 0
    positions = played(case, 7, greedy=True)
    states = [positions[len(positions) * each // 4][0] for each in (1, 2, 3)]
    for seat in viewers(case)[:2]:
        twins = [
            case.game.redeal(state, seat, SeededChance(b"film" * 8, number))
            for number, state in enumerate(states)
        ]
        differing += twins != states
        ours, theirs = (
            case.face.film(look(case, "en"), [case.game.view(each, seat) for each in seen], seat, "told")
            for seen in (states, twins)
        )
        assert ours.draw().data == theirs.draw().data, seat
        whole, twin = (
            case.face.movie(look(case, "en"), [case.game.view(each, seat) for each in seen], "", ends=False)
            for seen in (states, twins)
        )
        assert whole.draw().data == twin.draw().data, seat
    assert differing or not case.form.hidden, "the twins must differ for the test to mean anything"


@EVERY_GAME
def test_the_same_view_gives_the_same_bytes_from_any_thread(game: Contestant) -> None:
    case = game.cases[0]
    positions = played(case, 5, greedy=True)
    chosen = [positions[len(positions) * each // 3][0] for each in range(3)]
    found = [drawing for state in chosen for drawing in drawings(case, state, Seat(0), "en")]
    alone = [drawing.draw().data for drawing in found]
    again = [drawing for state in chosen for drawing in drawings(case, state, Seat(0), "en")] * 2
    with ThreadPoolExecutor(4) as pool:
        assert [picture.data for picture in pool.map(lambda drawing: drawing.draw(), again)] == alone * 2


@EVERY_GAME
def test_whatever_people_call_themselves_can_be_drawn(game: Contestant) -> None:
    case = game.cases[0]
    state = played(case, 5, greedy=True)[-1][0]
    view = case.game.view(state, None)
    for name in HOSTILE:
        mine = replace(look(case, "en"), names=(name,) * case.seats)
        check_file(case.face.board(mine, view, None).draw(), game.trial.heaviest)


@EVERY_GAME
def test_emojis_are_small_and_all_different(game: Contestant) -> None:
    """Emojis are as Discord takes them: 128 pixels, transparent corners, less than 256 KiB."""
    pictures = {name: draw() for name, draw in game.emojis.items()}
    assert game.face.emojis == game.emojis, "those that are drawn are those that are uploaded"
    assert len({picture.data for picture in pictures.values()}) == len(pictures)
    for name, picture in pictures.items():
        image = open_picture(picture)
        assert (image.size, image.mode) == ((128, 128), "RGBA"), name
        assert image.getpixel((0, 0)) == (0, 0, 0, 0), name
        assert len(picture.data) < LARGEST, name
