"""Forms with every kind of part: refused as Discord refuses them, filled in as its clients do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from sandbox import Sandbox, limits
from sandbox.people import Answer, File, People, Person, Refused
from tests.sandbox.raw import Json, Raw, asked
from tests.sandbox.trial import Trial, damaged, online, png


def label(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Name", "component": component, **more}


def words(**more: Any) -> Json:
    return {"type": 4, "style": 1, "custom_id": "n", **more}


def offered(count: int, **more: Any) -> list[Json]:
    return [{"label": f"L{n}", "value": str(n), **more} for n in range(count)]


def menu(kind: int = 3, **more: Any) -> Json:
    options = {"options": offered(3)} if kind == 3 else {}
    return {"type": kind, "custom_id": "n", **options, **more}


def radios(count: int = 2, **more: Any) -> Json:
    return {"type": 21, "custom_id": "n", "options": offered(count), **more}


def boxes(count: int = 3, **more: Any) -> Json:
    return {"type": 22, "custom_id": "n", "options": offered(count), **more}


def file(**more: Any) -> Json:
    return {"type": 19, "custom_id": "n", **more}


def box(**more: Any) -> Json:
    return {"type": 23, "custom_id": "n", **more}


IN = "data.components.0.component"
PARTS: list[tuple[str, Json, dict[str, str]]] = [
    ("no label", label(words(), label=None), {"data.components.0.label": "BASE_TYPE_REQUIRED"}),
    ("a long label", label(words(), label="x" * 46), {"data.components.0.label": "BASE_TYPE_MAX_LENGTH"}),
    (
        "a long description",
        label(words(), description="x" * 101),
        {"data.components.0.description": "BASE_TYPE_MAX_LENGTH"},
    ),
    ("an empty label", label({}), {f"{IN}.type": "UNION_TYPE_CHOICES"}),
    (
        "a button in a label",
        label({"type": 2, "style": 1, "label": "x", "custom_id": "x"}),
        {f"{IN}.type": "UNION_TYPE_CHOICES"},
    ),
    ("a container", {"type": 17, "components": []}, {"data.components.0.type": "UNION_TYPE_CHOICES"}),
    ("a field without a label", radios(), {"data.components.0.type": "UNION_TYPE_CHOICES"}),
    ("a select in a row", {"type": 1, "components": [menu()]}, {
        "data.components.0.components.0.type": "UNION_TYPE_CHOICES"}),
    ("a text input in a row without a label", {"type": 1, "components": [words()]}, {
        "data.components.0.components.0.label": "BASE_TYPE_REQUIRED"}),
    ("an empty text", {"type": 10, "content": ""}, {"data.components.0.content": "BASE_TYPE_BAD_LENGTH"}),
    (
        "a long text",
        {"type": 10, "content": "x" * 4001},
        {"data.components.0.content": "BASE_TYPE_MAX_LENGTH"},
    ),
    ("no custom id", label(box(custom_id=None)), {f"{IN}.custom_id": "BASE_TYPE_REQUIRED"}),
    ("a long custom id", label(box(custom_id="x" * 101)), {f"{IN}.custom_id": "BASE_TYPE_MAX_LENGTH"}),
    # Text inputs
    ("no style", label(words(style=None)), {f"{IN}.style": "BASE_TYPE_CHOICES"}),
    ("a length below 0", label(words(min_length=-1)), {f"{IN}.min_length": "NUMBER_TYPE_MIN"}),
    ("a length above 4,000", label(words(max_length=4001)), {f"{IN}.max_length": "NUMBER_TYPE_MAX"}),
    ("a length that is a text", label(words(max_length="9")), {f"{IN}.max_length": "NUMBER_TYPE_COERCE"}),
    (
        "more than the most",
        label(words(min_length=5, max_length=4)),
        {f"{IN}.min_length": "NUMBER_TYPE_MAX"},
    ),
    (
        "a long placeholder of a text input",
        label(words(placeholder="x" * 101)),
        {f"{IN}.placeholder": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "a value longer than allowed",
        label(words(value="xxx", max_length=2)),
        {f"{IN}.value": "BASE_TYPE_MAX_LENGTH"},
    ),
    ("neither required nor not", label(words(required="no")), {f"{IN}.required": "BOOLEAN_TYPE_CONVERT"}),
    # Selects
    ("a disabled select", label(menu(disabled=True)), {f"{IN}.disabled": "MODAL_COMPONENT_DISABLED"}),
    ("26 options", label(menu(options=offered(26))), {f"{IN}.options": "BASE_TYPE_BAD_LENGTH"}),
    ("no options", label(menu(options=[])), {f"{IN}.options": "BASE_TYPE_BAD_LENGTH"}),
    (
        "one value twice",
        label(menu(options=offered(1) * 2)),
        {f"{IN}.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
    ),
    (
        "two defaults where one is chosen",
        label(menu(options=offered(2, default=True))),
        {f"{IN}.options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
    ),
    (
        "a required choice of nothing",
        label(menu(min_values=0)),
        {f"{IN}.min_values": "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES"},
    ),
    ("more than there is", label(menu(max_values=4)), {f"{IN}.max_values": "NUMBER_TYPE_MAX"}),
    ("a most of none", label(menu(5, max_values=0)), {f"{IN}.max_values": "NUMBER_TYPE_MIN"}),
    ("26 people", label(menu(5, max_values=26)), {f"{IN}.max_values": "NUMBER_TYPE_MAX"}),
    (
        "a long placeholder of a select",
        label(menu(8, placeholder="x" * 151)),
        {f"{IN}.placeholder": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "a role among people",
        label(menu(5, default_values=[{"id": "1", "type": "role"}])),
        {f"{IN}.default_values.0.type": "BASE_TYPE_CHOICES"},
    ),
    (
        "a name for an id",
        label(menu(6, default_values=[{"id": "ada", "type": "role"}])),
        {f"{IN}.default_values.0.id": "NUMBER_TYPE_COERCE"},
    ),
    (
        "more people than may be chosen",
        label(menu(7, default_values=[{"id": "1", "type": "user"}] * 2)),
        {f"{IN}.default_values": "BASE_TYPE_BAD_LENGTH"},
    ),
    ("an unknown channel type", label(menu(8, channel_types=[99])), {
        f"{IN}.channel_types.0": "BASE_TYPE_CHOICES"}),
    # Radio groups, checkboxes, files
    ("one radio button", label(radios(1)), {f"{IN}.options": "BASE_TYPE_BAD_LENGTH"}),
    ("eleven radio buttons", label(radios(11)), {f"{IN}.options": "BASE_TYPE_BAD_LENGTH"}),
    (
        "two radio buttons set",
        label(radios(options=offered(2, default=True))),
        {f"{IN}.options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
    ),
    (
        "a long option",
        label(radios(options=[*offered(1), {"label": "x" * 101, "value": "x"}])),
        {f"{IN}.options.1.label": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "a long description of an option",
        label(boxes(options=offered(1, description="x" * 101))),
        {f"{IN}.options.0.description": "BASE_TYPE_MAX_LENGTH"},
    ),
    ("eleven boxes", label(boxes(11)), {f"{IN}.options": "BASE_TYPE_BAD_LENGTH"}),
    ("eleven at least", label(boxes(10, min_values=11)), {f"{IN}.min_values": "NUMBER_TYPE_MAX"}),
    ("four of three boxes", label(boxes(3, min_values=4)), {f"{IN}.min_values": "NUMBER_TYPE_MAX"}),
    (
        "required boxes of which none need be set",
        label(boxes(min_values=0)),
        {f"{IN}.min_values": "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES"},
    ),
    ("eleven files", label(file(max_values=11)), {f"{IN}.max_values": "NUMBER_TYPE_MAX"}),
    ("a box that is half set", label(box(default=1)), {f"{IN}.default": "BOOLEAN_TYPE_CONVERT"}),
]  # fmt: skip


@pytest.mark.parametrize(("part", "fields"), [case[1:] for case in PARTS], ids=[case[0] for case in PARTS])
async def test_parts_that_discord_refuses(raw: Raw, part: Json, fields: dict[str, str]) -> None:
    form = {"title": "x", "custom_id": "f", "components": [part]}
    assert await raw.wrong("POST", await asked(raw), {"type": 9, "data": form}) == fields


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        ({"title": "x" * 46}, {"data.title": "BASE_TYPE_MAX_LENGTH"}),
        ({"title": ""}, {"data.title": "BASE_TYPE_BAD_LENGTH"}),
        ({"custom_id": ""}, {"data.custom_id": "BASE_TYPE_BAD_LENGTH"}),
        ({"components": []}, {"data.components": "BASE_TYPE_BAD_LENGTH"}),
        (
            {"components": [label(box(custom_id=str(n))) for n in range(6)]},
            {"data.components": "BASE_TYPE_BAD_LENGTH"},
        ),
        (
            {"components": [label(box()), label(radios())]},
            {"data.components.1.component.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"},
        ),
        (
            {"components": [label(box(id=3)), label(radios(custom_id="m", id=3))]},
            {"data.components.1.component.id": "COMPONENT_ID_DUPLICATED"},
        ),
    ],
)
async def test_forms_that_discord_refuses(raw: Raw, data: Json, fields: dict[str, str]) -> None:
    whole = {"title": "x", "custom_id": "f", "components": [label(words())], **data}
    assert await raw.wrong("POST", await asked(raw), {"type": 9, "data": whole}) == fields


async def test_parts_of_forms_stand_in_no_message(raw: Raw) -> None:
    for part in (radios(), boxes(), box(), file(), words()):
        body = {"components": [{"type": 1, "components": [part]}]}
        refused = await raw.wrong("POST", "/channels/{games}/messages", body)
        assert refused == {"components.0.components.0.type": "UNION_TYPE_CHOICES"}


async def test_the_fullest_forms_are_taken(raw: Raw) -> None:
    text = {"type": 10, "content": "x" * 4000}
    option = {"label": "x" * 100, "description": "x" * 100}
    many = [{**option, "value": f"{n:0100}"} for n in range(limits.CHECKBOXES)]
    forms = [
        [
            text,
            label(
                words(custom_id="1", style=2, value="x" * 4000, max_length=4000),
                label="x" * 45,
                description="x" * 100,
            ),
            label(menu(custom_id="2", options=offered(25, default=True), max_values=25)),
            label(radios(custom_id="3", options=many)),
            label(boxes(custom_id="4", options=[{**each, "default": True} for each in many])),
        ],
        [
            label(file(custom_id="1", max_values=10)),
            label(box(custom_id="2", default=True)),
            label(menu(5, custom_id="3", min_values=0, required=False, max_values=25)),
            label(menu(8, custom_id="4", channel_types=[0, 11])),
            {"type": 1, "components": [words(custom_id="5", label="Old")]},
        ],
    ]  # fmt: skip
    for parts in forms:
        body = {"type": 9, "data": {"title": "x" * 45, "custom_id": "f" * 100, "components": parts}}
        assert (await raw.ask("POST", await asked(raw), body))[0] == 204


@pytest.mark.parametrize("seed", range(3))
async def test_damaged_forms_are_taken_or_refused(raw: Raw, seed: int) -> None:
    random = Random(seed)
    parts = [
        label(words(custom_id="1", min_length=1, max_length=9)),
        label(radios(custom_id="2")),
        label(boxes(custom_id="3", min_values=1, max_values=2)),
        label(menu(5, custom_id="4", default_values=[{"id": "1", "type": "user"}])),
        label(file(custom_id="5", max_values=3)),
    ]
    body = {"type": 9, "data": {"title": "x", "custom_id": "f", "components": parts}}
    taken = 0
    for _ in range(80):
        status, _ = await raw.ask("POST", await asked(raw), damaged(body, random))
        assert status in (204, 400)
        taken += status == 204
    assert 0 < taken < 80


# Filling in


class Lab(discord.ui.Modal, title="Everything"):
    """A form of four fields below a text: words, one choice, several, a file."""

    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Please **fill in**.")
    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name",
        description="As you like",
        component=discord.ui.TextInput(custom_id="name", min_length=2, max_length=10, default="Ada"),
    )
    pace: discord.ui.Label[Any] = discord.ui.Label(
        text="Pace",
        component=discord.ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Fast", value="f", description="an hour"),
                discord.RadioGroupOption(label="Slow", value="s"),
            ],
        ),
    )
    days: discord.ui.Label[Any] = discord.ui.Label(
        text="Days",
        component=discord.ui.CheckboxGroup(
            custom_id="days",
            min_values=1,
            max_values=2,
            options=[
                discord.CheckboxGroupOption(label=day, value=day.lower()) for day in ("Mon", "Tue", "Wed")
            ],
        ),
    )
    board: discord.ui.Label[Any] = discord.ui.Label(
        text="Board", component=discord.ui.FileUpload(custom_id="board", required=False, max_values=2)
    )
    read: tuple[Any, ...] = ()

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts: Any = [each.component for each in (self.name, self.pace, self.days)]
        board: Any = self.board.component
        files = [(each.filename, each.size, await each.read()) for each in board.values]
        type(self).read = (parts[0].value, parts[1].value, parts[2].values, files)
        await interaction.response.send_message("Thank you.", ephemeral=True)


class Who(discord.ui.Modal, title="Who and where"):
    """A form of people, roles, channels and a box."""

    guests: discord.ui.Label[Any] = discord.ui.Label(
        text="Guests", component=discord.ui.UserSelect(custom_id="guests", max_values=3)
    )
    role: discord.ui.Label[Any] = discord.ui.Label(
        text="Role", component=discord.ui.RoleSelect(custom_id="role", required=False, min_values=0)
    )
    either: discord.ui.Label[Any] = discord.ui.Label(
        text="Either", component=discord.ui.MentionableSelect(custom_id="either", required=False)
    )
    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Where",
        component=discord.ui.ChannelSelect(
            custom_id="where", channel_types=[discord.ChannelType.text], required=False
        ),
    )
    quiet: discord.ui.Label[Any] = discord.ui.Label(
        text="Quiet", component=discord.ui.Checkbox(custom_id="quiet", default=True)
    )
    read: tuple[Any, ...] = ()

    async def on_submit(self, interaction: discord.Interaction) -> None:
        chosen: Any = [each.component for each in (self.guests, self.role, self.either, self.where)]
        quiet: Any = self.quiet.component
        type(self).read = (*([str(one) for one in each.values] for each in chosen), quiet.value)
        await interaction.response.send_message("Thank you.", ephemeral=True)


async def opened(ada: Person, bot: Trial, form: type[discord.ui.Modal]) -> Answer:
    async def open_form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(form())

    bot.steps["free"] = open_form
    answer = await ada.command("trial free")
    assert answer.state == "modal"
    return answer


async def test_a_form_of_many_parts_comes_back_to_the_bot(ada: Person, bot: Trial) -> None:
    form = await opened(ada, bot, Lab)
    assert [(field.label, field.required) for field in form.fields] == [
        ("Name", True),
        ("Pace", True),
        ("Days", True),
        ("Board", False),
    ]
    assert form.field("Pace").options == (("Fast", "f", "an hour"), ("Slow", "s", ""))
    picture = File("my board.png", png())
    answer = await ada.submit(
        form, {"Pace": "Slow", "days": ["Tue", "wed"], "Board": [picture, File("note.txt", b"hello")]}
    )
    assert answer.text == "Thank you."
    files = [("my_board.png", len(png()), png()), ("note.txt", 5, b"hello")]
    assert Lab.read == ("Ada", "s", ["tue", "wed"], files)


async def test_an_optional_part_may_stay_empty(ada: Person, bot: Trial) -> None:
    form = await opened(ada, bot, Lab)
    await ada.submit(form, {"Name": "Al", "Pace": "f", "Days": "mon"})
    assert Lab.read == ("Al", "f", ["mon"], [])


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"Days": ["Mon"]}, "Pace is required"),
        ({"Pace": "f"}, "Days is required"),
        ({"Pace": None, "Days": ["Mon"]}, "Pace is required"),
        ({"Pace": "x", "Days": ["Mon"]}, "no such option"),
        ({"Pace": ["f", "s"], "Days": ["Mon"]}, "Choose 1 to 1"),
        ({"Pace": "f", "Days": ["Mon", "Tue", "Wed"]}, "Choose 1 to 2"),
        ({"Pace": "f", "Days": ["Mon", "Mon"]}, "Choose 1 to 2"),
        ({"Pace": "f", "Days": ["Mon", 3]}, "a list of texts"),
        ({"Pace": "f", "Days": ["Mon"], "Name": "x"}, "2 to 10"),
        ({"Pace": "f", "Days": ["Mon"], "Name": ""}, "2 to 10"),
        ({"Pace": "f", "Days": ["Mon"], "Name": True}, "a text"),
        ({"Pace": "f", "Days": ["Mon"], "Colour": "red"}, "no field Colour"),
        ({"Pace": "f", "Days": ["Mon"], "Board": ["1"]}, "cannot be chosen"),
        ({"Pace": "f", "Days": ["Mon"], "Board": [File("a", b"")] * 3}, "Choose 1 to 2"),
    ],
)
async def test_a_client_does_not_send_what_the_form_does_not_take(
    ada: Person, bot: Trial, fields: Json, problem: str
) -> None:
    form = await opened(ada, bot, Lab)
    with pytest.raises(Refused, match=problem):
        await ada.submit(form, fields)


async def test_a_forged_form_is_sent_all_the_same(ada: Person, bot: Trial) -> None:
    form = await opened(ada, bot, Lab)
    await ada.submit(form, {"Pace": "x", "Days": [], "Name": ""}, force=True)
    assert Lab.read == ("", "x", [], [])


async def test_people_roles_and_channels_are_chosen_in_a_form(
    ada: Person, basile: Person, bot: Trial, people: People
) -> None:
    role = await people.role("Judges")
    games = await ada.place("games")
    form = await opened(ada, bot, Who)
    await ada.submit(
        form,
        {"Guests": [basile, people["dan"]], "Role": role, "Either": basile, "Where": games, "Quiet": False},
    )
    assert Who.read == (["basile", "dan"], ["Judges"], ["basile"], ["games"], False)
    form = await opened(ada, bot, Who)
    await ada.submit(form, {"Guests": ada})
    assert Who.read == (["ada"], [], [], [], True)


async def test_only_what_a_client_lists_can_be_chosen(ada: Person, bot: Trial, people: People) -> None:
    stranger = await people.newcomer("eve")
    thread = (await ada.command("trial play", move="x")).message
    assert thread is not None
    lists: list[Json] = [
        {"Guests": stranger},
        {"Guests": ada, "Role": ada},
        {"Guests": ada, "Either": "77"},
        {"Guests": ada, "Where": thread.id},
    ]
    form = await opened(ada, bot, Who)
    for fields in lists:
        with pytest.raises(Refused, match="cannot be chosen"):
            await ada.submit(form, fields)


async def test_a_form_is_sent_by_who_opened_it(ada: Person, basile: Person, bot: Trial) -> None:
    form = await opened(ada, bot, Lab)
    with pytest.raises(Refused, match="no such form"):
        await basile.submit(form, {"Pace": "f", "Days": ["Mon"]})


# Files for commands


async def test_a_command_takes_a_file(ada: Person, bot: Trial, box: Sandbox) -> None:
    seen: list[tuple[str, str | None, int | None, bytes]] = []

    async def load(interaction: discord.Interaction) -> None:
        file = interaction.namespace.board
        seen.append((file.filename, file.content_type, file.width, await file.read()))
        await interaction.response.send_message("loaded", file=await file.to_file())

    bot.steps["load"] = load
    answer = await ada.command("trial load", board=File("a b.png", png()))
    assert seen == [("a_b.png", "image/png", 3, png())]
    assert answer.message is not None
    assert await ada.file(answer.message) == png()


async def test_a_file_is_its_owners_and_not_too_large(
    ada: Person, basile: Person, bot: Trial, box: Sandbox
) -> None:
    theirs = await basile.upload(File("b.txt", b"b"))
    assert (theirs["filename"], theirs["size"], theirs["ephemeral"]) == ("b.txt", 1, True)
    for wrong in (theirs["id"], "7", "b.txt", 7, True):
        with pytest.raises(Refused, match="does not take"):
            await ada.command("trial load", board=wrong)
    with pytest.raises(Refused, match="board is required"):
        await ada.command("trial load")
    with pytest.raises(Refused) as refused:
        await ada.upload(File("c.bin", bytes(limits.FILE_BYTES + 1)))
    assert (refused.value.status, refused.value.code) == (413, 40005)
    with pytest.raises(Refused, match="has a name"):
        await ada.upload(File("", b"c"))
    assert list(box.world.uploads) == [theirs["id"]]


async def test_files_are_forgotten_after_a_day() -> None:
    now = [1_800_000_000.0]
    async with Sandbox(clock=lambda: now[0]) as box, People(box.url) as people:
        old = await people["ada"].upload(File("a.txt", b"a"))
        now[0] += limits.UPLOAD_SECONDS + 1
        new = await people["ada"].upload(File("b.txt", b"b"))
        assert await people.fetch(new["url"]) == b"b"
        with pytest.raises(Refused):
            await people.fetch(old["url"])
        assert list(box.world.uploads) == [new["id"]]


async def test_a_file_and_an_open_form_are_there_after_a_restart(tmp_path: Path) -> None:
    world = tmp_path / "world.db"
    async with Sandbox(world) as box, People(box.url) as people, online(box) as bot:
        form = await opened(people["ada"], bot, Lab)
        file = await people["ada"].upload(File("a.txt", b"a"))
    async with Sandbox(world) as box, People(box.url) as people, online(box) as bot:
        heard = asyncio.create_task(bot.wait_for("interaction"))
        answer = people["ada"].submit(form, {"Pace": "f", "Days": ["Mon"], "Board": [file["id"]]})
        sent = asyncio.create_task(answer)
        interaction = await heard
        await interaction.response.send_message("read")
        assert (await sent).text == "read"
        data: Any = interaction.data
        assert data["components"][4]["component"]["values"] == [file["id"]]
        assert data["resolved"]["attachments"][file["id"]]["filename"] == "a.txt"
        assert await people.fetch(data["resolved"]["attachments"][file["id"]]["url"]) == b"a"


async def test_suggestions_have_their_names_in_the_readers_language(
    ada: Person, basile: Person, bot: Trial
) -> None:
    bot.suggestion = {"en-US": "Slow", "fr": "Lent"}
    assert await ada.complete("trial play", "move", "slow") == [("Slow", "slow")]
    assert await basile.complete("trial play", "move", "slow") == [("Lent", "slow")]
    assert await ada.complete("trial play", "move", "slow", locale="fr") == [("Lent", "slow")]
