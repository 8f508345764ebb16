"""The bot's door without a client: requests that no library would send."""

from __future__ import annotations

import io
import json
from typing import Any

import aiohttp

from sandbox import Sandbox

Json = dict[str, Any]


class Raw:
    """The bot's door without a client: what is sent is exactly what the test says."""

    def __init__(self, box: Sandbox, session: aiohttp.ClientSession) -> None:
        self.box = box
        self.session = session
        names = {item.get("name"): key for key, item in box.world.channels.items()}
        self.games: str = names["games"]
        self.application: str = box.world.meta["application_id"]
        self.ada: str = box.world.people[0]["id"]

    async def ask(
        self, method: str, path: str, body: Any = None, *, files: list[tuple[str, bytes]] | None = None
    ) -> tuple[int, Any]:
        form: aiohttp.FormData | None = None
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files):
                form.add_field(
                    f"files[{number}]",
                    io.BytesIO(content),
                    filename=name,
                    content_type="application/octet-stream",
                )
        url = self.box.api_url + path.format(games=self.games, app=self.application, ada=self.ada)
        async with self.session.request(method, url, data=form, json=None if form else body) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def wrong(self, method: str, path: str, body: Any, **more: Any) -> dict[str, str]:
        """Return the refused fields of a form, `{"content": "BASE_TYPE_MAX_LENGTH"}`."""
        status, answer = await self.ask(method, path, body, **more)
        assert (status, answer["code"]) == (400, 50035), answer
        return dict(_flat(answer["errors"], ""))


def _flat(tree: Json, path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in tree.items():
        if key == "_errors":
            found.append((path, value[0]["code"]))
        else:
            found += _flat(value, f"{path}.{key}" if path else key)
    return found


async def asked(raw: Raw, kind: int = 2, channel: str = "") -> str:
    """Put an interaction of Ada's on the desk, and return the path of its callback."""
    world = raw.box.world
    key = world.ids.next()
    world.put(
        "interaction",
        {
            "id": key,
            "token": "t" * 40,
            "kind": kind,
            "person": raw.ada,
            "channel": channel or raw.games,
            "state": "waiting",
            "source": None,
            "original": None,
            "name": "trial",
            "opener": None,
        },
    )
    return f"/interactions/{key}/{'t' * 40}/callback"
