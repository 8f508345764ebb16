"""Files that people give to commands and forms: kept for a day, at addresses of their own."""

from __future__ import annotations

from . import limits
from .bodies import Upload
from .box import Box
from .errors import ApiError, Json
from .ids import created_at
from .messages import attachment

__all__ = ["keep", "of_person", "show"]


def keep(box: Box, person: Json, upload: Upload) -> Json:
    """Keep a person's file and return it as an attachment.

    Refuses one that is too large (40005). Files older than `limits.UPLOAD_SECONDS` are deleted.
    """
    if len(upload.body) > limits.FILE_BYTES:
        raise ApiError(40005)
    _forget_old(box)
    item = {**attachment(box, upload, {}), "ephemeral": True, "_person": person["id"]}
    with box.world.storage.together():
        box.world.storage.put_blob(f"attachment/{item['id']}", upload.body)
        box.world.put("upload", item)
    return show(box, item)


def of_person(box: Box, person: Json, key: object) -> Json | None:
    """Return a file that this person has given, as an attachment, or `None`."""
    item = box.world.uploads.get(key) if isinstance(key, str) else None
    return show(box, item) if item and item["_person"] == person["id"] else None


def show(box: Box, item: Json) -> Json:
    place = f"{box.url}/ephemeral-attachments/{box.world.meta['application_id']}"
    url = f"{place}/{item['id']}/{item['filename']}"
    shown = {name: value for name, value in item.items() if not name.startswith("_")}
    return {**shown, "url": url, "proxy_url": url}


def _forget_old(box: Box) -> None:
    oldest = box.world.clock() - limits.UPLOAD_SECONDS
    for key in [key for key in box.world.uploads if created_at(key) < oldest]:
        with box.world.storage.together():
            box.world.storage.drop_blob(f"attachment/{key}")
            box.world.drop("upload", key)
