"""Messages: writing, editing, deleting and showing them, and the people whom they ping."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from . import component_rules, components, limits, permissions
from .bodies import Body, Upload, is_number, media_type, picture_size
from .box import Box
from .errors import ApiError, Form, Json
from .ids import created_at, iso
from .world import DM, GROUP, THREADS, nonce_key

CROSSPOSTED, SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING = 1 << 0, 1 << 2, 1 << 5, 1 << 6, 1 << 7
SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 12, 1 << 15
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")


def blank(box: Box, channel: Json, author: str) -> Json:
    """Return a new message without any content."""
    return {
        "id": box.world.ids.next(),
        "channel_id": channel["id"],
        "_author": author,
        "content": "",
        "timestamp": iso(box.world.clock()),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "_mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
        "components": [],
    }


# Checking and filling


def fill(
    box: Box, message: Json, body: Body, *, editing: bool = False, allowed_flags: int = SETTABLE
) -> None:
    """Change the message as the body says, or refuse the body (50035, 50006) and change nothing."""
    data: Json = body.json if isinstance(body.json, dict) else {}
    form = Form()
    _check_allowed(data.get("allowed_mentions"), form)
    flags = _flags(message, data, form, allowed_flags, editing)
    changes: Json = {"flags": flags}
    uploads = _attachments(box, message, data, body.files, form, editing)
    changes["attachments"] = [item for item, _ in uploads]
    if "content" in data:
        changes["content"] = (
            (data["content"] or "").strip() if isinstance(data["content"], str | None) else ""
        )
        if data["content"]:
            form.length(("content",), data["content"], 0, limits.CONTENT)
    if "embeds" in data:
        changes["embeds"] = data["embeds"] or []
        component_rules.check_embeds(changes["embeds"], form)
    names = {item["filename"] for item in changes["attachments"]}
    if "components" in data:
        rules = component_rules.Rules(form, names, set(box.world.emojis))
        rules.message(data["components"] or [], bool(flags & COMPONENTS_V2))
        if not form.errors:
            changes["components"] = components.assign_ids(data["components"] or [])
    if flags & COMPONENTS_V2:
        for field in ("content", "embeds", "sticker_ids", "poll"):
            if data.get(field) or changes.get(field, message.get(field)):
                form.wrong(
                    (field,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    form.refuse()
    result = {**message, **changes}
    if not any(result[field] for field in ("content", "embeds", "attachments", "components")):
        raise ApiError(50006)
    show(box, result)  # what cannot be shown fails here, before anything is kept
    kept = {item["id"] for item in changes["attachments"]}
    message["_stale"] = [item["id"] for item in message["attachments"] if item["id"] not in kept]
    message.update(changes)
    for item, upload in uploads:
        if upload is not None:
            box.world.storage.put_blob(f"attachment/{item['id']}", upload.body)


def _flags(message: Json, data: Json, form: Form, allowed: int, editing: bool) -> int:
    wanted = data.get("flags")
    if wanted is None:
        return message["flags"]
    if not isinstance(wanted, int) or wanted & ~(allowed | (EPHEMERAL | LOADING if editing else 0)):
        form.wrong(("flags",), "BASE_TYPE_CHOICES", "Value contains flags that cannot be set here.")
        return message["flags"]
    if not editing:
        return message["flags"] | wanted
    # An edit may suppress embeds and may turn components V2 on, never off.
    kept = message["flags"] & ~SUPPRESS_EMBEDS
    return kept | wanted & (SUPPRESS_EMBEDS | COMPONENTS_V2)


def _attachments(
    box: Box, message: Json, data: Json, files: dict[int, Upload], form: Form, editing: bool
) -> list[tuple[Json, Upload | None]]:
    listed = data.get("attachments")
    result: list[tuple[Json, Upload | None]] = []
    old = {item["id"]: item for item in message["attachments"]}
    taken: set[int] = set()
    if listed is None:
        result += [(item, None) for item in old.values()]
    for index, item in enumerate(listed or []):
        key = str(item.get("id", ""))
        if item.get("description") is not None:
            form.length(
                ("attachments", index, "description"), item["description"], 0, limits.FILE_DESCRIPTION
            )
        if editing and key in old:
            result.append(({**old[key], **_description(item)}, None))
        elif is_number(key) and int(key) in files:
            taken.add(int(key))
            result.append((attachment(box, files[int(key)], item), files[int(key)]))
        else:
            form.wrong(("attachments", index, "id"), "BASE_TYPE_CHOICES", f"Attachment {key} not found.")
    for number, upload in files.items():
        if number not in taken:
            result.append((attachment(box, upload, {}), upload))
    if len(result) > limits.FILES:
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {limits.FILES} or fewer in length.")
    return result


def _description(item: Json) -> Json:
    return {"description": item["description"]} if item.get("description") else {}


def attachment(box: Box, upload: Upload, item: Json) -> Json:
    """Return a new file as an attachment; `item` may name it otherwise and describe it."""
    filename = re.sub(r"[^\w.\-]", "_", item.get("filename") or upload.filename)
    kind = media_type(filename)
    made: Json = {
        "id": box.world.ids.next(),
        "filename": filename,
        "size": len(upload.body),
        "content_type": kind,
        **_description(item),
    }
    size = picture_size(upload.body)
    if size and kind.startswith("image/"):
        made["width"], made["height"] = size
    return made


# Mentions


def texts(message: Json) -> str:
    """Return all text in which a mention counts: content and text displays."""
    return "\n".join([message["content"], *components.text_displays(message["components"])])


def address(box: Box, message: Json, channel: Json, allowed: Json | None) -> set[str]:
    """Set the mentions of the message, and return the users whom it pings.

    `allowed` is `allowed_mentions`; `None` lets every mention in the text ping (Discord's default). In direct
    and group channels everybody but the author is pinged.
    """
    text = texts(message)
    users = set(_USER.findall(text))
    roles = set(_ROLE.findall(text))
    everyone = bool(re.search(r"@(everyone|here)\b", text))
    if allowed is not None:
        parse = allowed.get("parse") or []
        if "users" not in parse:
            users &= {str(each) for each in allowed.get("users") or []}
        if "roles" not in parse:
            roles &= {str(each) for each in allowed.get("roles") or []}
        everyone = everyone and "everyone" in parse
    guild = box.world.guild_of(channel)
    known = [key for key in box.world.users if key in users]
    message["_mentions"] = known
    message["mention_roles"] = sorted(roles) if guild else []
    pinged = set(known)
    if guild:
        have = box.world.may(message["_author"], channel)
        everyone = everyone and bool(have & permissions.BITS["MENTION_EVERYONE"])
        for member in guild["members"]:
            if everyone or roles & set(member["roles"]):
                pinged.add(member["user_id"])
    message["mention_everyone"] = everyone and guild is not None
    if channel["type"] == DM:
        pinged.add(channel["_person"])
    elif channel["type"] == GROUP:
        pinged.update(channel["_people"])
    return pinged - {message["_author"]}


def _check_allowed(allowed: Any, form: Form) -> None:
    """Note in the form `allowed_mentions` that contradict themselves (documentation, "Allowed Mentions")."""
    if allowed is None:
        return
    where = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        form.wrong(where, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    for kind in ("parse", "users", "roles"):
        listed = allowed.get(kind) or []
        if not isinstance(listed, list) or not all(isinstance(item, str | int) for item in listed):
            form.wrong((*where, kind), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        elif len(listed) > 100:
            form.wrong((*where, kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        elif kind in (allowed.get("parse") or []) and listed:
            form.wrong(
                where,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


# The life of a message


def post(box: Box, message: Json, pinged: Iterable[str] = ()) -> Json:
    """Put a finished message into its channel, and tell everybody who sees it."""
    world = box.world
    channel = world.channel(message["channel_id"])
    silent = bool(message["flags"] & SUPPRESS_NOTIFICATIONS)
    message.pop("_stale", None)
    with world.storage.together():
        world.put_message(message)
        if not message.get("_to"):
            channel["last_message_id"] = message["id"]
            if channel["type"] in THREADS:
                channel["message_count"] += 1
                channel["total_message_sent"] += 1
                for person in pinged:
                    channel["_members"].setdefault(person, message["timestamp"])
                channel["_members"].setdefault(message["_author"], message["timestamp"])
            world.put("channel", channel)
    box.audience.message_created(message, [] if silent else list(pinged))
    return message


def rewrite(box: Box, message: Json, *, edited: bool = True) -> Json:
    if edited:
        message["edited_timestamp"] = iso(box.world.clock())
    stale = message.pop("_stale", [])
    with box.world.storage.together():
        box.world.put_message(message)
        for key in stale:
            box.world.storage.drop_blob(f"attachment/{key}")
    box.audience.message_updated(message)
    return message


def remove(box: Box, message: Json) -> None:
    box.world.drop_message(message)
    channel = box.world.channels.get(message["channel_id"])
    if channel and channel["type"] in THREADS and not message.get("_to"):
        channel["message_count"] = max(0, channel["message_count"] - 1)
        box.world.put("channel", channel)
    box.audience.message_deleted(message)


def dismiss(box: Box, message: Json) -> None:
    """Hide a private answer from its reader. The bot reaches it for as long as its token is valid."""
    message["_dismissed"] = True
    box.world.put_message(message)
    box.audience.message_deleted(message)
    if message.get("_interaction", {}).get("id") not in box.world.interactions:
        box.world.drop_message(message)


def forget_dismissed(box: Box, interaction: Json) -> None:
    """Delete the dismissed private answers to an interaction with an expired token. Nobody can reach them."""
    messages = box.world.messages.get(interaction["channel"], {})
    for key in [interaction["original"], *interaction.get("further", [])]:
        message = messages.get(key or "")
        if message is not None and message.get("_dismissed"):
            box.world.drop_message(message)


def history(box: Box, channel_id: str, *, limit: int, before: str = "", after: str = "", around: str = "",
            secret_for: str = "") -> list[Json]:  # fmt: skip
    """Return at most `limit` messages of a channel, newest first.

    Of the private answers only those to `secret_for` are among them, without the dismissed ones.
    """
    found = [
        message
        for message in box.world.messages.get(channel_id, {}).values()
        if not message.get("_to") or (message["_to"] == secret_for and not message.get("_dismissed"))
    ]
    if around:
        found.sort(key=lambda message: abs(int(message["id"]) - int(around)))
        return sorted(found[:limit], key=lambda message: -int(message["id"]))
    if after:
        return [message for message in found if int(message["id"]) > int(after)][:limit][::-1]
    if before:
        found = [message for message in found if int(message["id"]) < int(before)]
    return found[: -limit - 1 : -1] if limit else []


def same_nonce(box: Box, author: str, channel: Json, nonce: Any) -> Json | None:
    """Return the author's message with this nonce in the channel, if it is younger than `NONCE_SECONDS`.

    Raises ApiError 10008 when it was deleted meanwhile: its nonce counts for as long as the others
    (discord-api-docs#6647).
    """
    key = box.world.nonces.get(nonce_key(author, channel["id"], nonce))
    if key is None or created_at(key) < box.world.clock() - limits.NONCE_SECONDS:
        return None
    return box.world.message(channel["id"], key)


# As Discord shows it


def show(box: Box, message: Json) -> Json:
    """Return the message object as Discord sends it, with addresses of this sandbox.

    Files that components or embeds use are not among its attachments (discord-api-docs#8277, #8279): their
    ids stand as `attachment_id` where they are used, and an edit keeps them by these.
    """
    world = box.world
    shown = {name: value for name, value in message.items() if not name.startswith("_")}
    shown["author"] = world.show_user(message["_author"])
    shown["mentions"] = [world.show_user(key) for key in message["_mentions"] if key in world.users]
    files = [_show_attachment(box, message["channel_id"], item) for item in message["attachments"]]
    used = components.used_files(message["components"], message["embeds"])
    shown["attachments"] = [item for item in files if item["filename"] not in used]
    if message["components"]:
        shown["components"] = components.show(message["components"], files)
    if message["embeds"]:
        shown["embeds"] = components.show_embeds(message["embeds"], files)
    if message.get("_reactions"):
        shown["reactions"] = [
            {
                "emoji": item["emoji"],
                "count": len(item["users"]),
                "count_details": {"burst": 0, "normal": len(item["users"])},
                "me": world.bot["id"] in item["users"],
                "me_burst": False,
                "burst_colors": [],
            }
            for item in message["_reactions"]
        ]
    reference = message.get("message_reference")
    if reference and message["type"] in (19, 21):
        found = world.messages.get(reference["channel_id"], {}).get(reference.get("message_id", ""))
        shown["referenced_message"] = show(box, found) if found and found["type"] not in (19, 21) else None
    if message["flags"] & HAS_THREAD and message["id"] in world.channels:
        shown["thread"] = world.show_channel(world.channels[message["id"]])
    if message.get("_interaction"):
        shown["interaction_metadata"] = _show_metadata(box, message["_interaction"])
    return shown


def _show_metadata(box: Box, metadata: Json) -> Json:
    shown = {name: value for name, value in metadata.items() if name not in ("user_id", "target_user_id")}
    shown["user"] = box.world.show_user(metadata["user_id"])
    if metadata.get("target_user_id"):
        shown["target_user"] = box.world.show_user(metadata["target_user_id"])
    if metadata.get("triggering_interaction_metadata"):
        shown["triggering_interaction_metadata"] = _show_metadata(
            box, metadata["triggering_interaction_metadata"]
        )
    return shown


def _show_attachment(box: Box, channel_id: str, item: Json) -> Json:
    url = f"{box.url}/attachments/{channel_id}/{item['id']}/{item['filename']}"
    return {**item, "url": url, "proxy_url": url}
