"""The privacy pages tell of everything that the database keeps of people, in both languages."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOBODY = "nothing of anybody"
TOLD = {
    "matches": ("who opened it", "qui l’a ouverte"),
    "seats": ("display name", "nom affiché"),
    "entries": ("every move", "chaque coup"),
    "archive": ("every move", "chaque coup"),
    "clicks": ("two days", "deux jours"),
    "clocks": ("left on the clocks", "aux pendules"),
    "hours": ("quiet hours", "heures calmes"),
    "outbox": ("Discord id", "identifiant Discord"),
    "aside": ("Discord id", "identifiant Discord"),
    "people": ("the language", "la langue"),
    "jottings": ("Your notes", "Vos notes"),
    "invitations": ("whom you have invited", "qui vous avez invité"),
    "promises": ("an answer that you wait for", "une réponse que vous attendez"),
    "leagues": ("done in a league", "fait dans une ligue"),
    "seasons": NOBODY,
    "members": ("leagues whose seasons", "ligues aux saisons desquelles"),
    "season_tables": ("standings", "classements"),
    "league_acts": ("done in a league", "fait dans une ligue"),
    "server_lanes": ("news of a server", "nouvelles d’un serveur"),
    "bulletins": NOBODY,
    "wishes": ("wish to hear of", "voulez qu’on vous prévienne"),
    "posts": ("ids of the messages", "identifiants des messages"),
    "timers": NOBODY,
    "servers": NOBODY,
    "outages": NOBODY,
    "shards": NOBODY,
    "processes": NOBODY,
    "cluster": NOBODY,
    "identify": NOBODY,
    "notes": NOBODY,
}
"""The words of the pages that tell of each table, in English and in French."""
COLUMNS = {
    "people": {"id", "name", "locale", "theme", "dm_closed", "dm_told", "inbox", "chosen"},
    "jottings": {"person", "match", "text", "at"},
    "hours": {"person", "value"},
    "invitations": {"match", "guest", "at", "inviter", "rung", "notice"},
    "members": {"season", "person", "name", "click", "state", "level", "division"},
    "promises": {"interaction", "token", "person", "until", "holder"},
    "server_lanes": {
        *("id", "guild", "kind", "channel", "locale", "chosen_by"),
        *("state", "rests", "say_due", "sayer", "begun"),
    },
    "wishes": {"id", "guild", "person", "game", "pace", "at", "listed", "match", "notice"},
    "seats": {"match", "seat", "person", "name", "player", "click", "agreed", "resigned"},
}
"""The columns of the tables about people: a further column is a further sentence on both pages."""


@pytest.fixture(scope="module")
def schema() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    for file in sorted((ROOT / "migrations").glob("*.sql")):
        connection.executescript(file.read_text(encoding="utf-8"))
    return connection


def page(language: str) -> str:
    return " ".join((ROOT / "docs" / f"privacy.{language}.md").read_text(encoding="utf-8").split())


def test_every_table_is_told_of(schema: sqlite3.Connection) -> None:
    rows = schema.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert {name for (name,) in rows} == set(TOLD), "what does it keep of people? Say so in docs/privacy.*.md"
    pages = page("en"), page("fr")
    for table, told in TOLD.items():
        if told is not NOBODY:
            assert [said for said, text in zip(told, pages, strict=True) if said not in text] == [], table


@pytest.mark.parametrize("table", COLUMNS)
def test_nothing_more_is_kept_of_people(schema: sqlite3.Connection, table: str) -> None:
    columns = {row[1] for row in schema.execute(f"PRAGMA table_info({table})")}
    assert columns == COLUMNS[table], "what does it keep of people? Say so in docs/privacy.*.md"


def test_both_pages_say_the_same_things_in_the_same_order() -> None:
    shapes = [
        [
            line[:2]
            for line in (ROOT / "docs" / f"privacy.{language}.md").read_text(encoding="utf-8").splitlines()
            if re.match(r"## |\| |\* ", line)
        ]
        for language in ("en", "fr")
    ]
    assert shapes[0] == shapes[1]


def test_the_pages_are_found() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"(docs/privacy.{language}.md)" in readme for language in ("en", "fr"))
    assert "(privacy.fr.md)" in page("en")
    assert "(privacy.en.md)" in page("fr")
