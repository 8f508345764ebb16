"""Commands about pictures.

``python -m render gallery FOLDER [GAME]`` writes a sample of every kind of picture, in both themes. An HTML
page beside the files shows each picture as clients do: in the box of a wide window, and as wide as a phone.

``python -m render charts`` writes the layouts of Genesia's maps, which the bot reads, after a change of the
maps or of how they are laid out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

from engine.games import ROWS, find_name
from render.genesia.chart_files import write_charts
from render.kit.box import phone_scale, window_scale
from render.kit.canvas import Picture, Theme

CARDS = "render.gallery.cards:GALLERY"
"""The samples of cards that belong to no game."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Longtable</title>
<style>
body {{ font: 16px system-ui, sans-serif; margin: 2rem; background: #777; color: #fff }}
section {{ display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; padding: 1rem }}
section.dark {{ background: #313338; color: #ccc }}
section.light {{ background: #fff; color: #444 }}
figure {{ margin: 0; flex: none }}
figcaption {{ font-size: 12px }}
img {{ display: block; height: auto }}
.emojis {{ flex-wrap: wrap }}
.emojis img {{ width: 64px }}
</style>
{body}
</html>
"""


def games() -> Iterator[
    tuple[str, Mapping[str, Callable[[Theme], Picture]], Mapping[str, Callable[[], Picture]]]
]:
    """Yield the key, the gallery and the emojis of every game that has pictures, and the cards of no game."""
    for row in ROWS:
        gallery = find_name(row.gallery)
        if gallery is not None:
            yield row.key, gallery, find_name(row.emojis) or {}
    cards = find_name(CARDS)
    assert cards is not None
    yield "cards", cards, {}


def figures_html(file: str, name: str, picture: Picture) -> str:
    """Return HTML that shows the picture as a wide window does, as a phone does, and in its own size.

    Each of the three links to the file.
    """
    sizes = (
        ("window", window_scale(picture.width, picture.height)),
        ("phone", phone_scale(picture.width)),
        ("original", 1.0),
    )
    shown: list[str] = []
    for where, scale in sizes:
        width, height = round(picture.width * scale), round(picture.height * scale)
        image = f'<img src="{escape(file)}" alt="{escape(name)}" width="{width}" height="{height}">'
        caption = f"<figcaption>{where}, {width} × {height}</figcaption>"
        shown.append(f'<figure><a href="{escape(file)}">{image}</a>{caption}</figure>')
    return "".join(shown)


def write_gallery(folder: Path, game: str | None = None) -> int:
    """Write every sample, or those of one game, and ``index.html`` into the folder.

    Return the number of pictures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    body: list[str] = []
    written = 0

    def save(name: str, picture: Picture) -> str:
        nonlocal written
        written += 1
        file = f"{name.replace(',', '').replace(' ', '-')}.{picture.suffix}"
        (folder / file).write_bytes(picture.data)
        return file

    for key, samples, emojis in games():
        if game not in (None, key):
            continue
        body.append(f"<h1>{escape(key)}</h1>")
        for name, draw in samples.items():
            body.append(f"<h2>{escape(name)}</h2>")
            for theme in Theme:
                full, picture = f"{key} {name} {theme.value}", draw(theme)
                shown = figures_html(save(full, picture), full, picture)
                body.append(f'<section class="{theme.value}">{shown}</section>')
        small = "".join(
            f'<img src="{escape(save(name, draw()))}" alt="{escape(name)}">' for name, draw in emojis.items()
        )
        body.append(f'<h2>emojis</h2><section class="emojis">{small}</section>')
    (folder / "index.html").write_text(PAGE.format(body="\n".join(body)), encoding="utf-8")
    return written


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m render", description="Pictures of every game.")
    commands = parser.add_subparsers(required=True, dest="command")
    command = commands.add_parser("gallery", help="write a sample of every kind of picture to a folder")
    command.add_argument("folder", type=Path, metavar="FOLDER")
    keys = [*(row.key for row in ROWS), "cards"]
    command.add_argument("game", nargs="?", choices=keys, metavar="GAME", help=f"one of {', '.join(keys)}")
    commands.add_parser("charts", help="write the layouts of Genesia's maps, where they have changed")
    given = parser.parse_args()
    if given.command == "charts":
        for file in write_charts():
            print(file)
        return
    folder: Path = given.folder
    try:
        written = write_gallery(folder, given.game)
    except OSError as error:
        parser.exit(1, f"{folder}: {error.strerror}\n")
    print(f"{written} pictures: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
