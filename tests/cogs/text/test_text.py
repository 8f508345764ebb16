"""The catalogues: complete, alike, well set, and nothing in them that nobody says."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cogs.text.text import (
    LANGUAGES,
    LOCALES,
    Markup,
    Text,
    clean_name,
    language_of,
    read_catalogue,
    sorted_code,
    spoken_text,
    text_for,
)
from engine.game import Refusal
from engine.games import GAMES, ROWS, import_name
from engine.kit.options import fields_of
from engine.store import Closed, Conflict, StoreError

pytestmark = pytest.mark.xdist_group("text")
"""One process reads all the files, once."""

ROOT = LOCALES.parent
CATALOGUES = {language: read_catalogue(language) for language in LANGUAGES}


def sentences(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for message in CATALOGUES[language]:
        if message.id:
            code = message.id if isinstance(message.id, str) else message.id[0]
            found[code] = (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
    return found


SENTENCES = {language: sentences(language) for language in LANGUAGES}


def placeholders(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def test_both_languages_have_the_same_codes() -> None:
    assert SENTENCES["en"].keys() == SENTENCES["fr"].keys()
    for language in LANGUAGES:
        files = {path.name for path in (LOCALES / language).iterdir()}
        assert files == {"shared.po", "club.po", "league.po", *(f"{key}.po" for key in GAMES)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_has_two_sentences(language: str) -> None:
    for path in (LOCALES / language).iterdir():
        codes = [line for line in path.read_text("utf-8").splitlines() if line.startswith('msgid "')]
        twice = {code for code in codes if codes.count(code) > 1} - {'msgid ""'}
        assert not twice, path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_written_with_all_its_plural_forms(language: str) -> None:
    forms = CATALOGUES[language].num_plurals
    for code, texts in SENTENCES[language].items():
        assert all(text.strip() for text in texts), code
        assert len(texts) in (1, forms), code
        assert len(texts) == forms or "n" not in placeholders(texts[0]), f"{code}: n chooses the plural"


def test_both_languages_have_the_same_placeholders() -> None:
    for code, english in SENTENCES["en"].items():
        french = SENTENCES["fr"][code]
        assert len(english) == len(french), code
        needed = set.union(*map(placeholders, english))
        assert set.union(*map(placeholders, french)) == needed, code
        for texts in (english, french):
            # The singular may leave out the number, nothing else.
            assert all(needed - placeholders(text) <= {"n"} for text in texts), code


NARROW = "{}: a narrow no-break space (U+202F) is missing, see docs/adding-a-game.md, step 5"


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    for code, texts in SENTENCES[language].items():
        for text in texts:
            assert "'" not in text, code
            assert "..." not in text, code
            assert "  " not in text, code
            if language == "fr":
                bare = re.sub(r"`[^`]*`|<[^>]*>", "", text)
                assert not re.search(r"(?<![\u202f\s\d/])[;:!?»](?!\d)", bare), NARROW.format(code)
                assert not re.search(r" [;:!?»]|« ", bare), NARROW.format(code)


@cache
def parsed(path: Path) -> ast.Module:
    """A module of ours: several tests look through all of them."""
    return ast.parse(path.read_text(encoding="utf-8"))


def constants() -> tuple[set[str], set[str]]:
    """Every text that stands in our code as it is, and a pattern of every code that is put together."""
    found, patterns = set[str](), set[str]()
    paths = [ROOT / "bot.py", *(ROOT / "cogs").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]
    for path in paths:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr) and _names(node):
                patterns.add(_pattern(node))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "localized_choices":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    patterns.add(re.escape(f"{code.value}.") + ".+")
    return found, patterns


def _names(node: ast.JoinedStr) -> bool:
    """Return whether a word of the code stands there: ``{game}.{code}`` would be every code there is."""
    words = "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return bool(re.search(r"[a-z_]{2,}\.|\.[a-z_]{2,}", words))


def asked_for() -> set[str]:
    """Return the codes of the options that `new_command` offers and `Face.options` tells."""
    return {
        f"{game.key}.{field.name}{each and '.'}{each}"
        for game in GAMES.values()
        for field in fields_of(game.Options)
        for each in field.choices or [""]
    }


def _pattern(node: ast.JoinedStr) -> str:
    """An f-string as a pattern: ``genial.rules.{part}`` becomes ``genial\\.rules\\..*``."""
    parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else ".*" for v in node.values]
    return "".join(parts)


def raised() -> set[tuple[str, str]]:
    """Return the codes that stand where a refusal or an event is made, with the kind of sentence.

    Those of games stand nowhere but in their ``codes.py``, and are looked at by the contract about codes.
    """
    needed: set[tuple[str, str]] = set()
    for path in [*(ROOT / "engine").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]:
        if {"cli", "__main__.py", "record.py", "robot_check.py", "table_lines.py"} & set(path.parts):
            continue  # the command line speaks for itself
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            if kind := "event" if name == "Event" else "refusal" if name in REFUSALS else None:
                needed |= {(code, kind) for code in next(filter(None, map(_codes, node.args)), [])}
    return needed


def _codes(argument: ast.expr) -> list[str]:
    """Return the codes written there: one, or the two of a condition."""
    either = (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
    return [each.value for each in either if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def _refusals() -> set[str]:
    import engine.store.sqlite  # noqa: F401  # so that every refusal of the store is known

    def below(kind: type[Any]) -> set[str]:
        return {kind.__name__}.union(*(below(each) for each in kind.__subclasses__()))

    return below(Refusal)


REFUSALS = _refusals()


def test_everything_the_house_says_has_a_sentence() -> None:
    needed = raised()
    assert {("stale", "refusal"), ("replaced", "event")} <= needed
    assert [code for code, _ in needed if "." in code] == [], "a game names its codes by their constants"
    for code, kind in needed:
        assert f"{kind}.{code}" in SENTENCES["en"], code


def declared() -> set[str]:
    """Return the codes of the sentences of all that games declare."""
    every = [import_name(row.codes) for row in ROWS]
    return {
        sorted_code(code, kind)
        for codes in every
        for kind, those in (("event", codes.events), ("refusal", codes.refusals), ("end", codes.endings))
        for code in those
    }


def never_said(codes: Iterable[str]) -> list[str]:
    """Those that stand nowhere in our code, neither whole nor put together."""
    known, put_together = constants()
    patterns = [re.compile(each) for each in put_together]
    spoken = known | asked_for() | declared() | {f"{kind}.{code}" for code, kind in raised()}

    def is_said(code: str) -> bool:
        # The engine leaves out that it is a refusal, and a shared one may be handed on to who makes it.
        if code in spoken or any(pattern.fullmatch(code) for pattern in patterns):
            return True
        return code.startswith("refusal.") and code.removeprefix("refusal.") in known

    return [code for code in codes if not is_said(code)]


def test_no_sentence_is_never_said() -> None:
    assert never_said(SENTENCES["en"]) == [], "take them out of the catalogues, or say them"
    assert never_said(["genial.left_over", "left_over", "genial.word.left_over"]) == [
        "genial.left_over",
        "left_over",
        "genial.word.left_over",
    ]


def test_automatic_players_have_names_and_are_described() -> None:
    for language in LANGUAGES:
        text = text_for(language)
        for kind in {kind for game in GAMES.values() for kind in game.players}:
            assert text.knows(f"player.{kind}"), kind
            assert text.knows(f"player.about.{kind}"), kind


def test_plurals() -> None:
    english, french = text_for("en"), text_for("fr")
    assert [english.plain("genial.points", n=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [french.plain("genial.points", n=n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_what_people_typed_is_escaped_and_what_we_wrote_is_not() -> None:
    text = text_for("en")
    typed = text("name", who="**a** <@123456789012345678> @everyone <:x:1>")
    assert typed == "\\*\\*a\\*\\* \\<@\u200b123456789012345678> @\u200beveryone \\<:x:1>"
    assert text("name", who=Markup("<@1>")) == "<@1>"
    assert text.plain("name", who="a_b") == "a_b"
    assert "https://" not in text("name", who="https://bad.example")


def test_what_is_read_aloud_is_on_one_line_and_keeps_its_narrow_spaces() -> None:
    said = "Ada pose <:genial_OO:123> **OO** en F2\u202f: 3\u00a0points.\n\n Basile\u202f? "
    assert spoken_text(said) == "Ada pose OO en F2\u202f: 3\u00a0points. Basile\u202f?"


def test_a_code_without_sentence_is_a_fault() -> None:
    with pytest.raises(KeyError):
        text_for("en")("no.such.code")
    with pytest.raises(KeyError):
        text_for("fr").plain("no.such.code", n=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_the_hosts_files_no_player_is_told(language: str) -> None:
    """Neither where they are nor what to do with them; the log tells the host."""

    def below(kind: type[StoreError]) -> list[type[StoreError]]:
        return [each for sub in kind.__subclasses__() for each in (sub, *below(sub))]

    text = text_for(language)
    codes = [code for code in SENTENCES[language] if code.startswith("refusal.store_")]
    path = "PLACE"
    named = 0
    for code in codes:
        given = {"path": path, "folder": path, "error": "ERROR", "found": 1, "known": 1, "needed": 1}
        host = text.plain(code, **given)
        named += path in host
        for kind in below(StoreError):
            error = kind(code.removeprefix("refusal."), **given)
            if path in host and not issubclass(kind, Closed | Conflict):
                assert text.refusal(error) == text("refusal.store")
    assert named > 5
    for mild in (Closed("store_closed", path=path), Conflict("store_conflict", path=path, match=1)):
        assert path not in text.refusal(mild) != text("refusal.store")


def test_refusals_and_lists() -> None:
    text = Text("fr")
    assert "E5" in text.refusal(Refusal("genial.taken", cell="E5"))
    assert text.list(["a", "b", "c"]) == "a, b et c"


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("\u202eevil", "evil"),
        ("", "?"),
        ("\u200b\u200b", "?"),
        ("x" * 50, "x" * 31 + "…"),
    ],
)
def test_names(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


def test_languages() -> None:
    assert [language_of(each) for each in ("fr", "en-US", "de", None)] == ["fr", "en", "en", "en"]


def test_no_sentence_stands_in_the_cogs() -> None:
    """No constant of the cogs is a sentence for people: those come from the catalogues."""
    for path in (ROOT / "cogs").rglob("*.py"):
        tree = parsed(path)
        plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        logged = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "log"
            for part in ast.walk(node)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if id(node) in plain | logged or path.name == "text.py":
                continue
            assert len(re.findall(r"[a-zé]{2,} ", node.value)) < 2, (Path(path).name, node.value)
