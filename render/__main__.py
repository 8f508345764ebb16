"""``python -m render gallery FOLDER``: a sample of every kind of picture, in both themes, with a page."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

import render
from render.canvas import Picture, Theme

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Longtable</title>
<style>
body {{ font: 16px system-ui, sans-serif; margin: 2rem; background: #777; color: #fff }}
section {{ display: flex; flex-wrap: wrap; gap: 1rem }}
img {{ max-width: min(48%, 1000px); height: auto; align-self: start }}
.small img {{ width: 64px }}
</style>
{body}
</html>
"""


def games() -> Iterator[
    tuple[str, Mapping[str, Callable[[Theme], Picture]], Mapping[str, Callable[[], Picture]]]
]:
    """Every game with pictures: its key, its gallery and its emojis."""
    for found in pkgutil.iter_modules(render.__path__):
        if found.name != "__main__":
            module = importlib.import_module(f"render.{found.name}")
            if hasattr(module, "GALLERY"):
                yield found.name, module.GALLERY, module.EMOJIS


def gallery(folder: Path) -> int:
    """Write every sample and ``index.html`` into the folder; return how many pictures that were."""
    folder.mkdir(parents=True, exist_ok=True)
    body: list[str] = []
    written = 0

    def save(name: str, picture: Picture) -> str:
        nonlocal written
        written += 1
        file = f"{name.replace(',', '').replace(' ', '-')}.{picture.suffix}"
        (folder / file).write_bytes(picture.data)
        size = f'width="{picture.width}" height="{picture.height}"'
        return f'<img src="{escape(file)}" alt="{escape(name)}" {size}>'

    for key, samples, emojis in games():
        body.append(f"<h1>{escape(key)}</h1>")
        for name, draw in samples.items():
            shown = "".join(save(f"{key} {name} {theme.value}", draw(theme)) for theme in Theme)
            body.append(f"<h2>{escape(name)}</h2><section>{shown}</section>")
        small = "".join(save(name, draw()) for name, draw in emojis.items())
        body.append(f'<h2>emojis</h2><section class="small">{small}</section>')
    (folder / "index.html").write_text(PAGE.format(body="\n".join(body)), encoding="utf-8")
    return written


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m render", description="Pictures of every game.")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("gallery", help="write a sample of every kind of picture to a folder")
    command.add_argument("folder", type=Path, metavar="FOLDER")
    folder: Path = parser.parse_args().folder
    try:
        written = gallery(folder)
    except OSError as error:
        parser.exit(1, f"{folder}: {error.strerror}\n")
    print(f"{written} pictures: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
