"""Interactions: a person's command, click or form on its way to the bot, and the bot's answers."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from . import archive, commands, component_rules, components, limits, messages
from .bodies import Body
from .box import Box
from .errors import ApiError, Form, Json
from .ids import created_at

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
NOT_RESPONDING = "The application did not respond"


class Desk:
    """The interactions that wait for the bot's first answer, and the answers to all of them."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._waiting: dict[str, asyncio.Future[Json]] = {}

    async def ask(
        self,
        person: Json,
        kind: int,
        channel: Json,
        data: Json,
        *,
        source: Json | None = None,
        opener: Json | None = None,
        locale: str | None = None,
        deliver: int = 1,
    ) -> Json:
        """Send an interaction to the bot and wait for its first answer.

        Returns the people's door's answer: `id`, `state` and what belongs to the state.
        `source` is the message of a component, `opener` the interaction that opened a form;
        `deliver` 2 sends the very same interaction twice.
        """
        world = self.box.world
        self._forget_old()
        item: Json = {
            "id": world.ids.next(),
            "token": secrets.token_urlsafe(48),
            "kind": kind,
            "person": person["id"],
            "channel": channel["id"],
            "state": "waiting",
            "source": source["id"] if source else None,
            "original": None,
            "name": _full_name(data),
            "locale": locale or person["_locale"],
            "opener": self._metadata(opener) if opener else None,
        }
        if data.get("target_id"):
            item["target"] = {"id": data["target_id"], "type": data["type"]}
        world.put("interaction", item)
        payload = self._payload(item, person, channel, data, source, item["locale"])
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[item["id"]] = future
        for _ in range(deliver):
            self.box.gateway.dispatch("INTERACTION_CREATE", payload)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self.box.first_response)
        except TimeoutError:
            item["state"] = "failed"
            world.put("interaction", item)
            answer = {"id": item["id"], "state": "failed", "error": NOT_RESPONDING}
            self.box.audience.tell(person["id"], {"type": "interaction", **answer})
            return answer
        finally:
            self._waiting.pop(item["id"], None)

    def report_answer(self, item: Json, answer: Json) -> None:
        """Hand the first answer to whoever waits for it in `ask`, and to the person's pages."""
        answer = {"id": item["id"], **answer}
        future = self._waiting.get(item["id"])
        if future is not None and not future.done():
            future.set_result(answer)
        self.box.audience.tell(item["person"], {"type": "interaction", **answer})

    def _forget_old(self) -> None:
        oldest = self.box.world.clock() - limits.TOKEN_SECONDS - 60
        known = self.box.world.interactions
        while known and created_at(key := next(iter(known))) < oldest:
            messages.forget_dismissed(self.box, known[key])
            self.box.world.drop("interaction", key)

    def _payload(
        self, item: Json, person: Json, channel: Json, data: Json, source: Json | None, locale: str
    ) -> Json:
        world = self.box.world
        guild, owners = world.guild_of(channel), commands.installations(world, person, channel)
        of_guild = {str(commands.OF_GUILD): guild["id"] if guild else "0"}
        of_person = {str(commands.OF_PERSON): person["id"]}
        payload: Json = {
            "id": item["id"],
            "application_id": world.meta["application_id"],
            "type": item["kind"],
            "token": item["token"],
            "version": 1,
            "channel_id": channel["id"],
            "channel": world.show_channel(channel),
            "locale": locale,
            "app_permissions": str(world.may(world.bot["id"], channel)),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": limits.FILE_BYTES,
            "authorizing_integration_owners": {
                **(of_guild if commands.OF_GUILD in owners else {}),
                **(of_person if commands.OF_PERSON in owners else {}),
            },
            "data": data,
        }
        if guild:
            payload |= {
                "guild_id": guild["id"],
                "guild": {
                    "id": guild["id"],
                    "locale": guild["preferred_locale"],
                    "features": guild["features"],
                },
                "guild_locale": guild["preferred_locale"],
                "context": commands.IN_GUILD,
                "member": {
                    **world.show_member(guild, person["id"]),
                    "permissions": str(world.may(person["id"], channel)),
                },
            }
            payload["channel"]["permissions"] = payload["member"]["permissions"]
        else:
            payload |= {
                "context": commands.context_of(channel),
                "user": world.show_user(person["id"]),
            }
        if source is not None:
            payload["message"] = messages.show(self.box, source)
        return payload

    # The bot's answers

    def find(self, token: str, interaction_id: str | None = None) -> Json:
        """Return the interaction of a token.

        Refuses an unknown or old one (callback 10062, webhook 50027).
        """
        missing = 10062 if interaction_id else 50027
        for item in reversed(self.box.world.interactions.values()):
            if item["token"] == token and interaction_id in (None, item["id"]):
                break
        else:
            raise ApiError(missing)
        if self.box.world.clock() - created_at(item["id"]) > limits.TOKEN_SECONDS:
            raise ApiError(missing)
        return item

    def callback(self, interaction_id: str, token: str, body: Body) -> Json:
        """Carry out the bot's first answer. Return the callback response object."""
        item = self.find(token, interaction_id)
        if item["state"] == "failed":
            raise ApiError(10062)
        if item["state"] != "waiting":
            raise ApiError(40060)
        answer: Json = body.json if isinstance(body.json, dict) else {}
        kind, data = answer.get("type"), answer.get("data") or {}
        self._check_kind(item, kind)
        body = Body(data, body.files)
        shown: Json = {"interaction": {"id": item["id"], "type": item["kind"]}}
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            return self._first_message(item, body, shown, deferred=kind == DEFERRED_MESSAGE)
        if kind in (DEFERRED_UPDATE, UPDATE):
            return self._first_update(item, body, shown, kind)
        if kind == CHOICES:
            choices = data.get("choices") or []
            _check_choices(choices)
            self._acknowledge(item, "choices")
            for choice in choices:
                choice["name_localized"] = commands.localized_text(choice, "name", item["locale"])
            self.report_answer(item, {"state": "choices", "choices": choices})
            return shown
        form = Form()
        component_rules.Rules(form, set(), set(self.box.world.emojis), modal=True).open_modal(data)
        form.refuse()
        inner = components.assign_ids(data["components"])
        modal = item["modal"] = {"custom_id": data["custom_id"], "title": data["title"], "components": inner}
        self._acknowledge(item, "modal")
        self.report_answer(item, {"state": "modal", "modal": {"id": item["id"], **modal}})
        return shown

    def _check_kind(self, item: Json, kind: Any) -> None:
        possible = {
            COMMAND: {MESSAGE, DEFERRED_MESSAGE, OPEN_MODAL},
            COMPONENT: {MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, OPEN_MODAL},
            AUTOCOMPLETE: {CHOICES},
            MODAL: {MESSAGE, DEFERRED_MESSAGE} | ({DEFERRED_UPDATE, UPDATE} if item["source"] else set()),
        }[item["kind"]]
        if kind not in possible:
            form = Form()
            form.wrong(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {sorted(possible)}.")
            form.refuse()

    def _acknowledge(self, item: Json, state: str) -> None:
        item["state"] = state
        self.box.world.put("interaction", item)

    def _first_message(self, item: Json, body: Body, shown: Json, *, deferred: bool) -> Json:
        message = self._draft(item)
        self._demand_unlocked(item)
        if deferred:
            message["flags"] |= messages.LOADING | int(body.json.get("flags") or 0) & messages.EPHEMERAL
            pinged: set[str] = set()
        else:
            pinged = self._fill(message, body)
        if message["flags"] & messages.EPHEMERAL:
            message["_to"] = item["person"]
        else:
            archive.wake(self.box, message["_author"], self.box.world.channel(item["channel"]))
        item["original"] = message["id"]
        with self.box.world.storage.together():
            self._acknowledge(item, "deferred" if deferred else "answered")
            messages.post(self.box, message, pinged)
        result = messages.show(self.box, message)
        self.report_answer(item, {"state": item["state"], "message": result})
        shown["interaction"] |= {
            "response_message_id": message["id"],
            "response_message_loading": deferred,
            "response_message_ephemeral": bool(message["flags"] & messages.EPHEMERAL),
        }
        if not deferred:
            shown["resource"] = {"type": MESSAGE, "message": result}
        return shown

    def _first_update(self, item: Json, body: Body, shown: Json, kind: int) -> Json:
        source = self.box.world.messages.get(item["channel"], {}).get(item["source"])
        if source is None:
            raise ApiError(10008)
        self._demand_unlocked(item)
        if not source.get("_to"):
            archive.demand_unarchived(self.box.world.channel(item["channel"]))
        if kind == UPDATE:
            self._refill(source, body)
            messages.rewrite(self.box, source)
        item["original"] = source["id"]
        self._acknowledge(item, "updated")
        result = messages.show(self.box, source)
        self.report_answer(item, {"state": "updated" if kind == UPDATE else "deferred", "message": result})
        shown["interaction"] |= {
            "response_message_id": source["id"],
            "response_message_loading": False,
            "response_message_ephemeral": bool(source["flags"] & messages.EPHEMERAL),
        }
        if kind == UPDATE:
            shown["resource"] = {"type": UPDATE, "message": result}
        return shown

    def _demand_unlocked(self, item: Json) -> None:
        world = self.box.world
        archive.demand_unlocked(self.box, world.bot["id"], world.channel(item["channel"]))

    def _draft(self, item: Json) -> Json:
        world = self.box.world
        message = messages.blank(self.box, world.channel(item["channel"]), world.bot["id"])
        message |= {
            "webhook_id": world.meta["application_id"],
            "application_id": world.meta["application_id"],
            "_interaction": self._metadata(item),
        }
        if item["kind"] == COMMAND:
            message["type"] = 20
        return message

    def _metadata(self, item: Json) -> Json:
        """Return the `interaction_metadata` of a message that answers this interaction."""
        metadata: Json = {
            "id": item["id"],
            "type": item["kind"],
            "user_id": item["person"],
            "authorizing_integration_owners": {},
        }
        if item["kind"] == COMMAND:
            metadata["name"] = item["name"]
            target = item.get("target")
            if target:
                of_user = target["type"] == commands.USER_MENU
                metadata["target_user_id" if of_user else "target_message_id"] = target["id"]
        elif item["kind"] == COMPONENT:
            metadata["interacted_message_id"] = item["source"]
        elif item["kind"] == MODAL:
            metadata["triggering_interaction_metadata"] = item["opener"]
        return metadata

    def _fill(self, message: Json, body: Body) -> set[str]:
        messages.fill(self.box, message, body, allowed_flags=messages.SETTABLE | messages.EPHEMERAL)
        channel = self.box.world.channel(message["channel_id"])
        return messages.address(self.box, message, channel, body.json.get("allowed_mentions"))

    def _refill(self, message: Json, body: Body) -> None:
        messages.fill(self.box, message, body, editing=True)
        channel = self.box.world.channel(message["channel_id"])
        messages.address(self.box, message, channel, body.json.get("allowed_mentions"))

    # Afterwards, through the interaction's webhook

    def follow_up(self, token: str, body: Body) -> Json:
        """Post a further message. The first one after a deferral replaces the waiting one."""
        item = self._answered_interaction(token)
        original = self._message(item, item["original"])
        if item["state"] == "deferred" and original and original["flags"] & messages.LOADING:
            return self._complete(original, body, item)
        message = self._draft(item)
        message["type"] = 0
        if item["original"] and item["state"] in ("answered", "deferred"):
            message["type"] = 19
            message["message_reference"] = {
                "type": 0,
                "channel_id": item["channel"],
                "message_id": item["original"],
            }
            message["_interaction"]["original_response_message_id"] = item["original"]
        pinged = self._fill(message, body)
        if message["flags"] & messages.EPHEMERAL:
            message["_to"] = item["person"]
        else:
            archive.wake(self.box, message["_author"], self.box.world.channel(item["channel"]))
        item.setdefault("further", []).append(message["id"])
        self.box.world.put("interaction", item)
        messages.post(self.box, message, pinged)
        return messages.show(self.box, message)

    def edit(self, token: str, message_id: str, body: Body) -> Json:
        item, message = self._of_token(token, message_id)
        if message["flags"] & messages.LOADING:
            return self._complete(message, body, item)
        self._refill(message, body)
        return messages.show(self.box, messages.rewrite(self.box, message))

    def _complete(self, message: Json, body: Body, item: Json) -> Json:
        """Turn the waiting message of a deferral into the real one."""
        draft = {**message, "flags": message["flags"] & ~messages.LOADING}
        data = dict(body.json)
        if data.get("flags") is not None:
            data["flags"] &= ~messages.EPHEMERAL
        messages.fill(self.box, draft, Body(data, body.files))
        channel = self.box.world.channel(message["channel_id"])
        pinged = messages.address(self.box, draft, channel, data.get("allowed_mentions"))
        message.clear()
        message.update(draft)
        messages.rewrite(self.box, message, edited=False)
        if not message["flags"] & (messages.EPHEMERAL | messages.SUPPRESS_NOTIFICATIONS):
            self.box.audience.ping(message, pinged)
        if item["state"] == "deferred":
            self._acknowledge(item, "answered")
        shown = messages.show(self.box, message)
        self.box.audience.tell(
            item["person"], {"type": "interaction", "id": item["id"], "state": "answered", "message": shown}
        )
        return shown

    def get(self, token: str, message_id: str) -> Json:
        return messages.show(self.box, self._of_token(token, message_id)[1])

    def delete(self, token: str, message_id: str) -> None:
        messages.remove(self.box, self._of_token(token, message_id)[1])

    def _answered_interaction(self, token: str) -> Json:
        item = self.find(token)
        if item["state"] in ("waiting", "failed", "choices"):
            raise ApiError(10015)
        if item["channel"] not in self.box.world.channels:
            raise ApiError(10003)
        self._demand_unlocked(item)
        return item

    def _of_token(self, token: str, message_id: str) -> tuple[Json, Json]:
        item = self._answered_interaction(token)
        known = [item["original"], item["source"], *item.get("further", [])]
        key = item["original"] if message_id == "@original" else message_id
        message = self._message(item, key)
        if key not in known or message is None:
            raise ApiError(10008)
        return item, message

    def _message(self, item: Json, key: str | None) -> Json | None:
        return self.box.world.messages.get(item["channel"], {}).get(key or "")


def _check_choices(choices: Any) -> None:
    """Refuse suggestions of an autocomplete that Discord would not show (50035)."""
    form = Form()
    where: tuple[str | int, ...] = ("data", "choices")
    if not isinstance(choices, list) or len(choices) > limits.CHOICES:
        form.wrong(where, "BASE_TYPE_MAX_LENGTH", f"Must be {limits.CHOICES} or fewer in length.")
        choices = []
    for index, choice in enumerate(choices):
        form.length((*where, index, "name"), choice.get("name"), 1, limits.OPTION_TEXT)
        for locale, name in (choice.get("name_localizations") or {}).items():
            form.length((*where, index, "name_localizations", locale), name, 1, limits.OPTION_TEXT)
        if isinstance(choice.get("value"), str):
            form.length((*where, index, "value"), choice["value"], 0, limits.OPTION_TEXT)
    form.refuse()


def _full_name(data: Json) -> str | None:
    """Return the command with its group and subcommand, as Discord shows it above the answer."""
    names = [data["name"]] if data.get("name") else []
    step = data
    while names and step.get("options") and step["options"][0].get("type") in (commands.SUB, commands.GROUP):
        step = step["options"][0]
        names.append(step["name"])
    return " ".join(names) or None
