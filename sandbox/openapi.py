"""Checks of requests, and of the sandbox's answers, against Discord's published OpenAPI description."""

from __future__ import annotations

import copy
import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from .errors import Json

BASE = "urn:discord"
LENIENT = "urn:discord-with-numeric-ids"


class Problem(NamedTuple):
    """A fault of a request. `kind` is `openapi-id` if an id was sent as a number, otherwise `openapi`.

    The description knows ids as text only. Discord's documentation itself sends numbers ("Uploading Files":
    `"id": 0`; "ID Serialization"), and so does discord.py for attachments, recipients and mentions. Such
    faults have their own kind, and are recorded all the same.
    """

    kind: str
    text: str


class Validator:
    """A schema of the description in two forms: a quick one for the verdict, a slow one for the reasons."""

    def __init__(self, quick: jsonschema_rs.Draft202012Validator, thorough: Draft202012Validator) -> None:
        self._quick = quick
        self._thorough = thorough

    def is_valid(self, value: Any) -> bool:
        return self._quick.is_valid(value)

    def problems(self, value: Any) -> Iterator[str]:
        """Yield the faults of a value, each with its place. A valid value has none."""
        if self.is_valid(value):
            return
        for error in self._thorough.iter_errors(value):
            deepest = _nearest(error)
            where = ".".join(str(step) for step in deepest.absolute_path) or "body"
            yield f"{where}: {deepest.message[:300]}"


class Operation:
    """A method of a path: its parameters, bodies and answers, each with its validator."""

    def __init__(self, description: Description, path: str, method: str, item: Json) -> None:
        operation = item[method]
        pointer = f"#/paths/{_escape(path)}/{method}"
        self.name: str = operation["operationId"]
        self.parameters: dict[tuple[str, str], Validator] = {}
        self.required_query: set[str] = set()
        for owner, prefix in ((item, f"#/paths/{_escape(path)}"), (operation, pointer)):
            for index, parameter in enumerate(owner.get("parameters") or []):
                place = f"{prefix}/parameters/{index}/schema"
                self.parameters[parameter["in"], parameter["name"]] = description.validator(place)
                if parameter["in"] == "query" and parameter.get("required"):
                    self.required_query.add(parameter["name"])
        body = operation.get("requestBody") or {}
        self.body_required: bool = bool(body.get("required"))
        places = {
            kind: f"{pointer}/requestBody/content/{_escape(kind)}/schema"
            for kind in body.get("content") or {}
        }
        self.bodies = {kind: description.validator(place) for kind, place in places.items()}
        self.lenient = {kind: description.validator(place, LENIENT) for kind, place in places.items()}
        self.answers: dict[str, Validator | None] = {}
        for status, answer in (operation.get("responses") or {}).items():
            content = answer.get("content") or {}
            known = f"{pointer}/responses/{status}/content/application~1json/schema"
            self.answers[status] = description.validator(known) if "application/json" in content else None


class Description:
    """Discord's description as a whole. `Description.from_file` reads the published JSON."""

    def __init__(self, document: Json) -> None:
        self._document = document
        lenient = copy.deepcopy(document)
        lenient["components"]["schemas"]["SnowflakeType"] |= {"type": ["string", "integer"], "minimum": 0}
        contents = ((BASE, document), (LENIENT, lenient))
        self._quick = jsonschema_rs.Registry(contents)
        self._registry: Registry[Any] = Registry().with_resources(
            (base, Resource.from_contents(each, default_specification=DRAFT202012)) for base, each in contents
        )
        self._validators: dict[str, Validator] = {}
        self._validator_class = extend(
            Draft202012Validator,
            {name: _alternatives(document, name) for name in ("oneOf", "anyOf")},
        )
        self._operations: dict[tuple[str, str], Operation] = {}
        self._paths: list[tuple[re.Pattern[str], str]] = []
        # More literal paths first: @original before {message_id}.
        for path in sorted(document["paths"], key=lambda path: (path.count("{"), path)):
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path))
            self._paths.append((re.compile(pattern), path))

    @classmethod
    @functools.cache
    def from_file(cls, file: Path) -> Description:
        """Read the published description, once in a process."""
        return cls(json.loads(file.read_text(encoding="utf-8")))

    def validator(self, pointer: str, base: str = BASE) -> Validator:
        reference = f"{base}{pointer}"
        if reference not in self._validators:
            schema = {"$ref": reference}
            self._validators[reference] = Validator(
                jsonschema_rs.Draft202012Validator(schema, registry=self._quick),
                self._validator_class(schema, registry=self._registry),
            )
        return self._validators[reference]

    def operation(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """Return the operation of a method and path, with the path's parameters, or `None`."""
        for pattern, template in self._paths:
            match = pattern.fullmatch(path)
            item = self._document["paths"][template]
            if match is None or method.lower() not in item:
                continue
            key = (method, template)
            if key not in self._operations:
                self._operations[key] = Operation(self, template, method.lower(), item)
            return self._operations[key], match.groupdict()
        return None

    def request_problems(
        self, method: str, path: str, query: dict[str, str], kind: str, body: Any
    ) -> list[Problem]:
        """Return the faults of a request. `kind` is the body's content type, "" without a body."""
        found = self.operation(method, path)
        if found is None:
            return [Problem("openapi", f"{method} {path}: the description has no such operation")]
        operation, parameters = found
        problems: list[str] = []
        for place, values in (("path", parameters), ("query", query)):
            for name, value in values.items():
                validator = operation.parameters.get((place, name))
                if validator is None:
                    problems.append(f"{place} parameter {name} is unknown")
                elif not any(validator.is_valid(reading) for reading in _readings(unquote(value))):
                    problems.append(f"{place} parameter {name} cannot be {value!r}")
        problems += [f"query parameter {name} is missing" for name in operation.required_query - query.keys()]
        # The JSON of a multipart body (payload_json) must be what the JSON body would be.
        known = "application/json" if "application/json" in operation.bodies else kind
        if not kind and operation.body_required:
            problems.append("a body is required")
        elif kind and (kind not in operation.bodies or known not in operation.bodies):
            problems.append(f"a body of type {kind} is not described")
        elif kind and not operation.bodies[known].is_valid(body):
            serious = list(operation.lenient[known].problems(body))
            if not serious:
                numeric = operation.bodies[known].problems(body)
                return [Problem("openapi", text) for text in problems] + [
                    Problem("openapi-id", text) for text in numeric
                ]
            problems += serious
        return [Problem("openapi", text) for text in problems]

    def answer_problems(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """Return the points in which an answer is not as described. The body of a refusal is not checked."""
        found = self.operation(method, path)
        if found is None:
            return [f"{method} {path}: the description has no such operation"]
        operation, _ = found
        if status >= 400:
            return []
        if str(status) not in operation.answers:
            return [f"{operation.name} does not answer {status}"]
        validator = operation.answers[str(status)]
        return list(validator.problems(body)) if validator is not None else []


def _alternatives(
    document: Json, name: str
) -> Callable[[Any, list[Json], Any, Json], Iterator[ValidationError]]:
    """Return a check of `oneOf` or `anyOf` that looks only at alternatives whose `type` can fit.

    The result is the same, since the others forbid the value's `type`. The check is several times
    faster, and its errors are those of the alternative that was meant.
    """
    check_all = Draft202012Validator.VALIDATORS[name]
    schemas: dict[str, Json] = document["components"]["schemas"]
    types = {
        f"#/components/schemas/{key}": tuple(schema["properties"]["type"]["enum"])
        for key, schema in schemas.items()
        if schema.get("type") == "object" and "enum" in schema.get("properties", {}).get("type", {})
    }

    def possible(alternative: Json, value: Any) -> bool:
        if alternative == {"type": "null"}:
            return value is None
        known = types.get(alternative.get("$ref", ""))
        if known is None:
            return True
        return isinstance(value, dict) and ("type" not in value or value["type"] in known)

    def check(
        validator: Any, alternatives: list[Json], value: Any, schema: Json
    ) -> Iterator[ValidationError]:
        left = [(index, item) for index, item in enumerate(alternatives) if possible(item, value)]
        if len(left) == 1:
            yield from validator.descend(value, left[0][1], schema_path=left[0][0])
        else:
            yield from check_all(validator, alternatives, value, schema)

    return check


def _escape(text: str) -> str:
    """Return a step of a JSON pointer as it stands in a URI fragment."""
    return (
        text.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D").replace("@", "%40")
    )


def _readings(text: str) -> Iterator[Any]:
    """Yield the possible values of a parameter's text: itself, a number, a boolean (also 1 and 0)."""
    yield text
    if re.fullmatch(r"-?\d+", text):
        yield int(text)
    if text.lower() in ("true", "false", "1", "0"):
        yield text.lower() in ("true", "1")


def _nearest(error: ValidationError) -> ValidationError:
    """Return the error of the alternative whose `type` fits, or the best match."""
    while error.context:
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        meant = [
            errors
            for errors in branches.values()
            if not any(list(inner.path)[-1:] == ["type"] and len(inner.path) == 1 for inner in errors)
            and not any(inner.validator == "type" and not inner.path for inner in errors)
        ]
        if not meant:
            return best_match([error]) or error
        error = best_match(meant[0]) if len(meant) == 1 else best_match(meant[0]) or error
    return error
