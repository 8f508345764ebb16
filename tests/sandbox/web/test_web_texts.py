"""The web client's sentences: the same keys and places in every language, all of them in use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[3] / "sandbox" / "web" / "js"
PLURAL = re.compile(r"\.(one|other)$")


def catalogue(language: str) -> dict[str, str]:
    """A catalogue is a module whose one value is plain JSON."""
    text = (SCRIPTS / "texts" / f"{language}.js").read_text("utf-8")
    return json.loads(text.removeprefix("export default ").rstrip().removesuffix(";"))


def places(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


@pytest.mark.parametrize("language", ["fr"])
def test_languages_have_the_same_keys_and_places(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert list(english) == list(other)
    assert {key: places(text) for key, text in english.items()} == {
        key: places(text) for key, text in other.items()
    }


def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    keys = {PLURAL.sub("", key) for key in catalogue("en")}
    source = "".join(path.read_text("utf-8") for path in SCRIPTS.glob("*.js"))
    named = set(re.findall(r'"([a-z]+(?:\.[a-z_]+)+)"', source)) & {
        *keys,
        *re.findall(r'\bt\("([^"]+)"', source),
        *re.findall(r'\b(?:action|group)\("([^"]+)"', source),
    }
    families = [re.escape(start) for start in re.findall(r"`([a-z]+(?:\.[a-z]+)*\.)\$\{", source)]
    composed = {key for key in keys if any(re.fullmatch(rf"{family}\w+", key) for family in families)}
    assert named - keys == set()
    assert keys - named - composed == set()


def test_french_keeps_its_spaces() -> None:
    wrong = [
        key
        for key, text in catalogue("fr").items()
        if re.search(r"[^\u202f][?!;]|[^\u00a0]:|«[^\u00a0]", text)
    ]
    assert wrong == []
