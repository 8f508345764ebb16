"""Memory that is freed goes back to the system."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from ops import allocator

PROGRAM = """
import ctypes, os, threading
from ops import allocator

allocator.set_up(os.environ)
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
libc.malloc.argtypes, libc.free.argtypes = [ctypes.c_size_t], [ctypes.c_void_p]
libc.fclose.argtypes, libc.malloc_info.argtypes = [ctypes.c_void_p], [ctypes.c_int, ctypes.c_void_p]
libc.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]

# A block of the system's own is marked in the word before it.
def is_own(address):
    return bool(ctypes.c_size_t.from_address(address - 8).value & 2)

libc.free(libc.malloc(20_000_000))
print(is_own(libc.malloc(6_000_000)), is_own(libc.malloc(50_000)))

met = threading.Barrier(8)

def take():
    met.wait()
    libc.malloc(50_000)
    met.wait()

threads = [threading.Thread(target=take) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
read, write = os.pipe()
told = libc.fopen(f"/proc/self/fd/{write}".encode(), b"w")
libc.malloc_info(0, told)
libc.fclose(told)
os.close(write)
print(os.fdopen(read).read().count("<heap "))
"""


def _told(**environ: str) -> list[str]:
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("MALLOC", "GLIBC"))}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env=plain | environ, check=True, capture_output=True, text=True
    ).stdout.split()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="glibc's allocator alone is set")
def test_large_blocks_are_the_systems_and_threads_share_two_arenas() -> None:
    own, small, arenas = _told()
    assert (own, small) == ("True", "False")
    assert int(arenas) <= 2


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="glibc's allocator alone is set")
def test_what_the_operator_has_set_stays() -> None:
    own, _, arenas = _told(MALLOC_ARENA_MAX="4", MALLOC_MMAP_THRESHOLD_="8000000")
    assert own == "False"
    assert int(arenas) > 2


def test_options_that_are_tuned_are_left_out() -> None:
    given = dict[int, int]()

    def mallopt(number: int, value: int) -> int:
        given[number] = value
        return 1

    tuned = {"GLIBC_TUNABLES": "glibc.malloc.arena_max=3", "MALLOC_TRIM_THRESHOLD_": "1000"}
    allocator.set_up(tuned, mallopt)
    assert given == {-3: 4 * 1024 * 1024}
