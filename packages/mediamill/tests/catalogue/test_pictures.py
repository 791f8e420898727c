"""The pictures of the tools."""

from pathlib import Path

import pytest
from PIL import Image

from mediamill.catalogue.load_catalogue import ANY_TOOL_PICTURE, PACKAGED_PICTURES
from tests.catalogue.shop import CATALOGUE

BYTES_MAX = 40 * 1024
OWN = [tool.picture for tool in CATALOGUE.tools.values()]


@pytest.mark.parametrize("picture", [*OWN, ANY_TOOL_PICTURE], ids=lambda picture: picture.name)
def test_a_picture_is_a_small_square_webp(picture: Path) -> None:
    with Image.open(picture) as image:
        image.load()

    assert (image.format, image.size, image.mode) == ("WEBP", (512, 512), "RGB")
    assert picture.stat().st_size <= BYTES_MAX


def test_every_tool_has_a_picture_of_its_own_and_none_is_left_over() -> None:
    assert {*OWN, ANY_TOOL_PICTURE} == set(PACKAGED_PICTURES.iterdir())
    assert len(OWN) == len({picture.read_bytes() for picture in OWN})
    assert [tool.slug for tool in CATALOGUE.tools.values()] == [picture.stem for picture in OWN]
