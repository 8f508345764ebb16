"""The dialect of SQLite."""

from __future__ import annotations

from engine.store.sql.statements import Dialect

__all__ = ["DIALECT"]

_LISTED = (
    "(SELECT json_group_array(json_array({columns}))"
    " FROM (SELECT {columns} FROM {table} WHERE match = id ORDER BY seat))"
)
DIALECT = Dialect(
    least="min",
    greatest="max",
    seats=_LISTED.format(columns="person, name, player, click, agreed, resigned", table="seats"),
    clocks=_LISTED.format(columns="seat, since, value", table="clocks"),
    rows="(SELECT json_group_array(json_array({columns})) FROM {table} WHERE {where})",
    contains="instr({text}, {part})",
    folded="casefold(CAST({text} AS BLOB))",
    whole="CAST({text} AS BIGINT)",
    leading="CROSS JOIN",
    listed="json_each(?)",
    item="json_extract(value, '$[{place}]')",
    columns="SELECT name FROM pragma_table_info(?) ORDER BY cid",
    clock="CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)",
    lock="",  # one writer
    skip="",
)
