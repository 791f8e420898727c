"""The operator's folder laid over the packaged catalogue, and everything that can be wrong with it."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from mediamill.catalogue import Catalogue, Fixed, InvalidCatalogue, Limits, PerSecond, Tool, load
from mediamill.errors import MediamillError
from tests.catalogue.shop import CATALOGUE

HAIKU = dedent("""\
    name = "Haiku"
    description = "Three lines on anything."
    category = "audio"
    output_type = "text"
    primary = "basho"

    [models.basho]
    name = "Basho"
    description = "Five, seven, five."
    price = { rule = "fixed", credits = 2 }

    [models.basho.fields.prompt]
    kind = "text"
    description = "On what."
    required = true
    example = "frogs"

    [models.basho.fields.lines]
    kind = "integer"
    description = "How many lines."
    minimum = 1
    maximum = 9
    default = 3
    """)


def laid_over(folder: Path, **files: str) -> Catalogue:
    for stem, text in files.items():
        (folder / f"{stem.replace('_', '-')}.toml").write_text(dedent(text))
    return load(folder)


def faults_of(folder: Path, **files: str) -> list[str]:
    """Every fault as the operator reads it, the folder shown as `my-tools`."""
    with pytest.raises(InvalidCatalogue) as caught:
        laid_over(folder, **files)
    return [str(fault).replace(str(folder), "my-tools") for fault in caught.value.faults]


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert load(tmp_path) == CATALOGUE


def test_a_new_file_adds_a_tool_at_the_end(tmp_path: Path) -> None:
    catalogue = laid_over(tmp_path, haiku=HAIKU)

    assert [*CATALOGUE.tools, "haiku"] == list(catalogue.tools)
    assert catalogue.tools["haiku"].models["basho"].limits == Limits(seconds=300, memory_mb=2048, output_mb=256)
    assert catalogue.tools["haiku"].models["basho"].pool == "cpu"


def test_a_new_tool_says_where_it_stands(tmp_path: Path) -> None:
    catalogue = laid_over(tmp_path, haiku=f"order = 15\n{HAIKU}")

    assert list(catalogue.tools)[:3] == ["create-image", "haiku", "create-video"]


def test_a_file_of_a_packaged_tool_overrides_only_what_it_names(tmp_path: Path) -> None:
    tool = laid_over(
        tmp_path,
        create_image="""
            name = "Paint"

            [models.nano-banana]
            pool = "remote"
            price = { rule = "fixed", credits = 3 }
            """,
    ).tools["create-image"]
    packaged = CATALOGUE.tools["create-image"]

    assert ("Paint", packaged.description) == (tool.name, tool.description)
    assert packaged.models["flux-2-flex"] == tool.models["flux-2-flex"]
    assert ("remote", Fixed(3)) == (tool.models["nano-banana"].pool, tool.models["nano-banana"].price)
    assert packaged.models["nano-banana"].fields == tool.models["nano-banana"].fields
    assert packaged.models["nano-banana"].limits == tool.models["nano-banana"].limits


def test_a_file_of_a_packaged_tool_adds_models_and_chooses_the_primary(tmp_path: Path) -> None:
    tool = laid_over(
        tmp_path,
        create_image="""
            primary = "own"

            [models.own]
            name = "Own"
            description = "Made here."
            price = { rule = "fixed", credits = 1 }
            limits = { seconds = 5 }

            [models.own.fields.prompt]
            kind = "text"
            description = "What."
            required = true
            example = "fog"
            """,
    ).tools["create-image"]

    assert list(tool.models) == ["nano-banana", "flux-2-flex", "own"]
    assert (tool.primary, tool.models["own"].primary, tool.models["nano-banana"].primary) == ("own", True, False)
    assert Limits(seconds=5, memory_mb=2048, output_mb=256) == tool.models["own"].limits


def test_a_field_is_added_or_replaced_whole(tmp_path: Path) -> None:
    model = laid_over(
        tmp_path,
        create_video="""
            [models.ltx-video]
            price = { rule = "per_second", credits = 1, field = "duration" }

            [models.ltx-video.fields.duration]
            kind = "number"
            description = "Length in seconds."
            minimum = 1
            maximum = 20
            default = 4.0

            [models.ltx-video.fields.negative_prompt]
            kind = "text"
            description = "What not to show."
            """,
    ).tools["create-video"].models["ltx-video"]  # fmt: skip

    assert [field.name for field in model.fields] == ["prompt", "duration", "aspect_ratio", "seed", "negative_prompt"]
    assert (model.fields[1].allowed, model.fields[1].default, model.fields[1].maximum) == ((), 4, 20)
    assert PerSecond(1, "duration") == model.price


def test_hidden_files_and_files_of_another_kind_are_no_tools(tmp_path: Path) -> None:
    (tmp_path / ".haiku.toml").write_text("no toml at all")
    (tmp_path / "README.md").write_text("# mine")

    assert load(tmp_path) == CATALOGUE


@pytest.mark.parametrize("suffix", [".webp", ".png", ".jpg"])
def test_pictures_beside_the_files_are_the_tools_own(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"haiku{suffix}").write_bytes(b"a picture")
    (tmp_path / f"create-image{suffix}").write_bytes(b"another one")
    catalogue = laid_over(tmp_path, haiku=HAIKU)

    assert tmp_path / f"haiku{suffix}" == catalogue.tools["haiku"].picture
    assert tmp_path / f"create-image{suffix}" == catalogue.tools["create-image"].picture
    assert CATALOGUE.tools["motion-3d"].picture == catalogue.tools["motion-3d"].picture


def test_a_tool_without_a_picture_gets_the_one_for_any_tool(tmp_path: Path) -> None:
    picture = laid_over(tmp_path, haiku=HAIKU).tools["haiku"].picture

    assert picture.name == "any_tool.webp"
    assert picture.is_file()


def test_every_fault_of_every_file_is_told_at_once_in_order(tmp_path: Path) -> None:
    broken_tool = HAIKU.replace('"audio"', '"sound"').replace("credits = 2", "credit = 2").replace("= 9", "= 0")

    assert faults_of(tmp_path, haiku=broken_tool, song_splitter="primary =", voice="") == [
        'my-tools/haiku.toml, line 3: the tool: "category" must be one of: image, video, audio, 3d',
        'my-tools/haiku.toml, line 10: model "basho": price "fixed" needs "credits"',
        'my-tools/haiku.toml, line 10: model "basho": price "fixed": '
        '"credit" is not a known key (known: rule, credits)',
        'my-tools/haiku.toml, line 18: model "basho": field "lines" has a "minimum" of 1 above its "maximum" of 0',
        "my-tools/song-splitter.toml, line 1: is not valid TOML: Invalid value",
        'my-tools/voice.toml, line 1: the tool needs "name"',
        'my-tools/voice.toml, line 1: the tool needs "description"',
        'my-tools/voice.toml, line 1: the tool needs "category"',
        'my-tools/voice.toml, line 1: the tool needs "output_type"',
        'my-tools/voice.toml, line 1: the tool needs "primary"',
        'my-tools/voice.toml, line 1: the tool needs "models"',
    ]


def test_the_error_is_one_of_ours_and_lists_its_faults(tmp_path: Path) -> None:
    with pytest.raises(MediamillError) as caught:
        load(tmp_path / "nowhere")

    assert f"The catalogue cannot be used:\n  {tmp_path}/nowhere: is not a folder" == str(caught.value)
    assert caught.value.code == "invalid_catalogue"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('name = "Haiku"', "name = 5", 1, 'the tool: "name" must be a non-empty string'),
        ('name = "Haiku"', 'name = " "', 1, 'the tool: "name" must be a non-empty string'),
        ('"text"\nprimary', '"poem"\nprimary', 4,
         'the tool: "output_type" must be one of: image, video, audio, text, object'),
        ('primary = "basho"', 'primary = "issa"', 5, 'the tool: "primary" names a model that does not exist: "issa"'),
        ('primary = "basho"', "primary = 1", 5, 'the tool: "primary" must be a non-empty string'),
        ('primary = "basho"', 'primary = "basho"\norder = -1', 6,
         'the tool: "order" must be a whole number from 0 to 1000'),
        ('primary = "basho"', 'primary = "basho"\ncolour = "red"', 6,
         'the tool: "colour" is not a known key '
         "(known: name, description, category, output_type, primary, order, models)"),
        ("[models.basho]\n", "[models]\nissa = 1\n[models.basho]\n", 8, 'model "issa" must be a table'),
        ('name = "Basho"\n', "", 7, 'model "basho" needs "name"'),
        ('"Five, seven, five."', "[]", 9, 'model "basho": "description" must be a non-empty string'),
        ("price = {", "required = 1\nprice = {", 10, 'model "basho": "required" must be true or false'),
        ("price = {", 'pool = "GPU"\nprice = {', 10,
         'model "basho": "pool" must be one of: cpu, gpu, remote'),
        ("price = {", "limits = { seconds = 0 }\nprice = {", 10,
         'model "basho": limits: "seconds" must be a whole number from 1 to 1000000'),
        ("price = {", "limits = { memory = 5 }\nprice = {", 10,
         'model "basho": limits: "memory" is not a known key (known: seconds, memory_mb, output_mb)'),
        ("price = {", "limits = 5\nprice = {", 10, 'model "basho": "limits" must be a table'),
        ('price = { rule = "fixed", credits = 2 }\n', "", 7, 'model "basho" needs "price"'),
        ('{ rule = "fixed", credits = 2 }', "2", 10, 'model "basho": "price" must be a table'),
    ],
)  # fmt: skip
def test_a_broken_tool_or_model(tmp_path: Path, old: str, new: str, line: int, sentence: str) -> None:
    assert old in HAIKU

    assert [f"my-tools/haiku.toml, line {line}: {sentence}"] == faults_of(tmp_path, haiku=HAIKU.replace(old, new, 1))


def test_models_have_to_be_a_table(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, haiku=HAIKU.split("[models")[0] + "models = 3\n")

    assert faults == ['my-tools/haiku.toml, line 7: the tool: "models" must be a table']


def test_a_model_is_named_by_a_slug(tmp_path: Path) -> None:
    text = HAIKU.replace("models.basho", "models.Issa").replace('primary = "basho"', 'primary = "Issa"')

    assert faults_of(tmp_path, haiku=text) == [
        'my-tools/haiku.toml, line 7: model "Issa" must be named with lower-case letters, digits and single hyphens'
    ]


def test_a_wrong_primary_is_told_beside_what_else_is_wrong(tmp_path: Path) -> None:
    text = HAIKU.replace('primary = "basho"', 'primary = "issa"').replace('name = "Basho"', "name = 5")

    assert faults_of(tmp_path, haiku=text) == [
        'my-tools/haiku.toml, line 5: the tool: "primary" names a model that does not exist: "issa"',
        'my-tools/haiku.toml, line 8: model "basho": "name" must be a non-empty string',
    ]


def test_a_fault_in_what_is_laid_over_is_pointed_at_there(tmp_path: Path) -> None:
    # The price of the packaged file counts the seconds of `duration`; the operator's field takes that away.
    faults = faults_of(
        tmp_path,
        create_video="""\
            [models.ltx-video.fields.duration]
            kind = "text"
            description = "How long."
            default = "long"
            """,
    )

    assert faults == [
        'my-tools/create-video.toml, line 1: model "ltx-video": price "per_second" '
        'needs "duration" to be a choice, or a number with a maximum'
    ]


def test_a_file_name_that_is_no_slug_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "My Tool.toml").write_text(HAIKU)

    assert faults_of(tmp_path) == [
        "my-tools/My Tool.toml, line 1: the tool must have a file name of lower-case letters, digits and single hyphens"
    ]


def test_the_packaged_pictures_are_there() -> None:
    for tool in CATALOGUE.tools.values():
        assert f"{tool.slug}.webp" == tool.picture.name
        assert tool.picture.is_file()


def test_reading_the_catalogue_needs_pydantic_and_nothing_heavier() -> None:
    program = "import sys; from mediamill.catalogue import load; load(); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()

    assert "pydantic" in modules
    assert {"numpy", "PIL", "starlette", "pydantic_settings"}.isdisjoint(modules)


def test_a_tool_is_known_by_its_slug() -> None:
    assert all(isinstance(tool, Tool) and slug == tool.slug for slug, tool in CATALOGUE.tools.items())
    assert all(slug == model.slug for tool in CATALOGUE.tools.values() for slug, model in tool.models.items())
