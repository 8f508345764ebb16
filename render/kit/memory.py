"""One budget of memory for everything that is drawn once and kept: sprites, grounds, encoded pictures.

Sprites are kept twice: as they are pasted, while they are used often, and packed, a fifteenth of that, for
much longer. The sprites of one match of each game would take 230 MB; unpacking one takes a tenth of a
millisecond, drawing it one to five.

Kept things lie in two generations. What is used moves to the young one; once that fills half the budget, it
becomes the old one, and what was not used since the last time goes. A look costs one dictionary's, where an
exact order of use would cost a lock and a list's; a picture makes hundreds.
"""

from __future__ import annotations

import ctypes
import dataclasses
import operator
import sys
import threading
import weakref
from collections.abc import Callable, Hashable
from functools import lru_cache, update_wrapper
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast

from PIL import Image

from render.kit.encoding import compressed, decompressed

__all__ = [
    "BUDGET_BYTES",
    "MEMORY",
    "Kept",
    "Memory",
    "cache_of",
    "is_kept",
    "kept",
    "kept_packed",
    "pack",
    "size_of",
    "unpack",
]

BUDGET_BYTES = 48_000_000
"""Bytes of all that is kept, together, where the operator has set nothing else."""
ENTRY_BYTES = 300
"""Bytes that an entry takes beside what is kept: its key, and its places in dictionaries."""
PACKED_SHARE = 0.6
"""Share of the budget that holds packed things."""
IMAGE_BYTES, PALETTE_BYTES = 750, 1_900
"""Bytes that an image takes beside its pixels, and one in a palette, which has a copy of all its colours."""

_PACKED_MODES = ("1", "L", "P", "RGB", "RGBA", "RGBX")
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None

P = ParamSpec("P")
T = TypeVar("T")


def size_of(thing: object) -> int:
    """Return the bytes that a thing takes: the pixels of images, and what tuples and objects hold."""
    if isinstance(thing, Image.Image):
        # Pillow keeps four bytes a pixel of what is neither grey, a mask nor in a palette.
        wide = 1 if thing.mode in ("1", "L", "P") else 4
        return thing.width * thing.height * wide + (PALETTE_BYTES if thing.mode == "P" else IMAGE_BYTES)
    if getattr(thing, "is_shared", False):
        return 0
    if isinstance(thing, bytes | str):
        return sys.getsizeof(thing)
    if isinstance(thing, tuple | list | frozenset | set):
        parts = cast("tuple[object, ...]", thing)
        return sys.getsizeof(parts) + sum(map(size_of, parts))
    if isinstance(thing, dict):
        found = cast("dict[object, object]", thing)
        return sys.getsizeof(found) + sum(size_of(key) + size_of(value) for key, value in found.items())
    if dataclasses.is_dataclass(thing):
        return 50 + sum(size_of(getattr(thing, each.name)) for each in dataclasses.fields(thing))
    fields: object = getattr(thing, "__dict__", None)
    if isinstance(fields, dict):
        return 50 + size_of(tuple(cast("dict[str, object]", fields).values()))
    return 50


@dataclasses.dataclass(frozen=True, slots=True)
class _Colours:
    """The colours of a palette. All images with the same ones share them."""

    is_shared: ClassVar = True
    """Their bytes are not counted for each image."""
    rgb: bytes


_colours = lru_cache(maxsize=64)(_Colours)


@dataclasses.dataclass(frozen=True, slots=True)
class _PackedImage:
    """An image with its pixels compressed."""

    mode: str
    size: tuple[int, int]
    colours: _Colours | None
    data: bytes


def pack(thing: Any) -> Any:
    """Return the thing with its images packed: itself, or those in a tuple or dataclass."""
    if isinstance(thing, Image.Image):
        if thing.info or thing.mode not in _PACKED_MODES:
            return thing
        colours = _colours(bytes(thing.getpalette() or ())) if thing.mode == "P" else None
        return _PackedImage(thing.mode, thing.size, colours, compressed(thing.tobytes()))
    return _with_parts(thing, pack)


def unpack(thing: Any) -> Any:
    """Return the thing that was packed."""
    if isinstance(thing, _PackedImage):
        image = Image.frombytes(thing.mode, thing.size, decompressed(thing.data))
        if thing.colours is not None:
            image.putpalette(thing.colours.rgb)
        return image
    return _with_parts(thing, unpack)


def _with_parts(thing: Any, change: Callable[[Any], Any]) -> Any:
    """Return the thing with its parts changed; itself where nothing has changed, or it has none."""
    if type(thing) is tuple:
        parts = cast("tuple[Any, ...]", thing)
        changed = tuple(map(change, parts))
        return parts if all(map(operator.is_, parts, changed)) else changed
    if not dataclasses.is_dataclass(thing) or isinstance(thing, type):
        return thing
    fields = {each.name: getattr(thing, each.name) for each in dataclasses.fields(thing)}
    new = {name: each for name, before in fields.items() if (each := change(before)) is not before}
    return dataclasses.replace(thing, **new) if new else thing


class Kept(Generic[T]):
    """The things that one function has drawn, or that one cache holds, by key."""

    __slots__ = ("__weakref__", "_memory", "_packed", "old", "young")

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._packed = None if memory.packed is None else Kept[Any](memory.packed)
        self.young: dict[Hashable, T] = {}
        self.old: dict[Hashable, T] = {}
        memory.join(self)

    def get(self, key: Hashable) -> T | None:
        """Return what is kept under this key, which counts as used; `None` if nothing is."""
        found = self.young.get(key)
        if found is not None:
            return found
        if (found := self.old.pop(key, None)) is None:
            return None if self._packed is None else self._unpacked(key, self._packed)
        if self._memory.grow(size_of(found) + ENTRY_BYTES, moved=True):
            self.young[key] = found
        return found

    def _unpacked(self, key: Hashable, packed: Kept[Any]) -> T | None:
        if (small := packed.get(key)) is None:
            return None
        found: T = unpack(small)
        if self._memory.grow(size_of(found) + ENTRY_BYTES):
            self.young[key] = found
        return found

    def put(self, key: Hashable, thing: T) -> None:
        """Keep a thing; others may go for it. One that takes more than half of the budget is not kept."""
        if self._packed is not None and (small := pack(thing)) is not thing:
            self._packed.put(key, small)
        if self._memory.grow(size_of(thing) + ENTRY_BYTES):
            self.young[key] = thing

    def clear(self) -> None:
        """Forget all of it. Its bytes are counted until its generation goes."""
        self.young, self.old = {}, {}
        if self._packed is not None:
            self._packed.clear()

    def __len__(self) -> int:
        return len(self.young) + len(self.old)


class Memory:
    """The budget of all that is kept."""

    def __init__(self, budget: int = BUDGET_BYTES, packed: Memory | None = None) -> None:
        """`budget` is in bytes; `packed` holds what is packed, and takes its share of the budget."""
        self.packed = packed
        self._budget = budget if packed is None else budget - round(budget * PACKED_SHARE)
        self._young = 0
        self._old = 0
        self._all = weakref.WeakSet[Kept[Any]]()
        self._lock = threading.Lock()

    @property
    def bytes(self) -> int:
        """Return the bytes that are kept, packed things among them."""
        return self._young + self._old + (0 if self.packed is None else self.packed.bytes)

    def allow(self, budget: int) -> None:
        """Change the budget, in bytes. What is kept is forgotten."""
        share = 0 if self.packed is None else round(budget * PACKED_SHARE)
        if self.packed is not None:
            self.packed.allow(share)
        with self._lock:
            self._budget = budget - share
            for _ in range(2):
                self._turn()

    def join(self, kept: Kept[Any]) -> None:
        """Count what a cache holds from now on."""
        with self._lock:
            self._all.add(kept)

    def grow(self, more: int, *, moved: bool = False) -> bool:
        """Count bytes that come into the young generation, from the old one if they are `moved`.

        Where they have no room in half of the budget, the old generation goes, and the young one is the old.
        Return false if they are more than that half: they are not to be kept.
        """
        if more * 2 > self._budget:
            return False
        with self._lock:
            if moved:
                self._old = max(0, self._old - more)
            if (self._young + more) * 2 > self._budget:
                self._turn()
            self._young += more
        return True

    def _turn(self) -> None:
        for each in self._all:
            each.old, each.young = each.young, {}
        self._old, self._young = self._young, 0
        _give_back()


def _give_back() -> None:
    """Return freed memory to the system. Glibc keeps it in pieces otherwise; other libraries do so."""
    if _TRIM is not None:
        _TRIM(0)


MEMORY = Memory(BUDGET_BYTES, Memory(round(BUDGET_BYTES * PACKED_SHARE)))
"""The budget of this process."""


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what the function returns, by its arguments, within the budget of the process.

    It must be a thing that nobody changes, and never `None`.
    """
    own = Kept[Any](MEMORY)

    def look(*args: P.args, **kwargs: P.kwargs) -> T:
        key: Hashable = (args, tuple(kwargs.items())) if kwargs else args
        found = own.young.get(key)
        if found is None and (found := own.get(key)) is None:
            found = function(*args, **kwargs)
            own.put(key, found)
        return found

    update_wrapper(look, function)
    setattr(look, _CACHE, own)
    return cast("Callable[P, T]", look)


def kept_packed(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what the function returns like `kept`, but packed alone: it is unpacked each time.

    It is for what sprites are made of. Such large images are needed again now and then, and would drive out
    the sprites that every picture needs.
    """
    own = Kept[Any](MEMORY.packed or MEMORY)

    def look(*args: P.args, **kwargs: P.kwargs) -> T:
        key: Hashable = (args, tuple(kwargs.items())) if kwargs else args
        if (small := own.get(key)) is not None:
            return unpack(small)
        found = function(*args, **kwargs)
        own.put(key, pack(found))
        return found

    update_wrapper(look, function)
    setattr(look, _CACHE, own)
    return cast("Callable[P, T]", look)


_CACHE = "cache_within_budget"


def is_kept(function: Callable[..., Any]) -> bool:
    """Return true if what the function returns is `kept`."""
    return isinstance(getattr(function, _CACHE, None), Kept)


def cache_of(function: Callable[..., Any]) -> Kept[Any]:
    """Return what a function that is `kept` has returned, by its arguments."""
    return getattr(function, _CACHE)
