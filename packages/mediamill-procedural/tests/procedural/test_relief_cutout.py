"""The object is told from its ground: judged by the outline it was drawn with."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from mediamill_procedural.relief.cutout import cut_out
from tests.procedural.relief_drawings import DRAWINGS, SIDE, Mask, Pixels, art, outline, photographed
from tests.sampling import one_in


def overlap(one: Mask, other: Mask) -> float:
    return float(np.sum(one & other) / np.sum(one | other))


def as_jpeg(pixels: Pixels, quality: int) -> Pixels:
    stored = io.BytesIO()
    Image.fromarray(pixels).save(stored, "JPEG", quality=quality)
    return np.asarray(Image.open(stored), np.uint8)


@pytest.mark.parametrize("ground", one_in(2, ["gradient", "plain"]))
@pytest.mark.parametrize("name", one_in(4, DRAWINGS))
def test_an_object_on_a_calm_ground_is_found_with_confidence(name: str, ground: str) -> None:
    found = cut_out(photographed(art(name), ground))

    assert overlap(found.mask, outline(art(name))) >= 0.97
    assert found.confidence >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ["mug", "bottle", "robot", "chair", "cat"]))
def test_a_noisy_photo_with_coarse_jpeg_blocks_is_no_hindrance(name: str) -> None:
    found = cut_out(as_jpeg(photographed(art(name), "gradient", noise=9.0), 70))

    assert overlap(found.mask, outline(art(name))) >= 0.95
    assert found.trusted


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(4, ["vase", "robot", "cat", "car"]))
def test_before_a_busy_ground_no_outline_is_trusted(name: str) -> None:
    assert not cut_out(photographed(art(name), "busy")).trusted


@pytest.mark.slow
@pytest.mark.parametrize("scale", one_in(2, [0.3, 0.6, 2.0, 5.0]))
def test_large_and_small_pictures_give_the_same_outline(scale: float) -> None:
    picture = photographed(art("robot"), "plain")
    sized = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)

    found = cut_out(sized)

    assert found.mask.shape == sized.shape[:2]
    again = cv2.resize(found.mask.astype(np.float32), picture.shape[1::-1], interpolation=cv2.INTER_AREA) > 0.5
    assert overlap(np.asarray(again), outline(art("robot"))) >= 0.93


def test_an_alpha_channel_is_taken_at_its_word() -> None:
    picture = art("chair")

    found = cut_out(picture)

    assert (found.confidence, found.method) == (1.0, "alpha channel")
    assert overlap(found.mask, outline(picture)) == 1.0


def test_an_alpha_channel_that_clears_next_to_nothing_is_not_asked() -> None:
    picture = np.dstack((photographed(art("mug"), "plain"), np.full((SIDE, SIDE), 255, np.uint8)))
    picture[:4, :4, 3] = 0

    found = cut_out(picture)

    assert found.method != "alpha channel"
    assert overlap(found.mask, outline(art("mug"))) >= 0.96


@pytest.mark.slow
def test_a_white_label_on_white_paper_is_no_hole_and_a_handle_is_one() -> None:
    label = photographed(art("robot"), "plain")
    hole = photographed(art("mug"), "plain")

    assert cut_out(label).mask[SIDE * 56 // 100, SIDE // 2]
    assert not cut_out(hole).mask[SIDE * 53 // 100, SIDE * 72 // 100]


def test_a_soft_shadow_is_ground() -> None:
    picture = art("bottle")
    truth = outline(picture)
    lying = np.zeros(truth.shape, np.float32)
    cv2.ellipse(lying, (176, 266), (82, 11), 0, 0, 360, 1.0, -1)
    shadow = cv2.GaussianBlur(lying, (0, 0), 7.0)[..., np.newaxis] * ~truth[..., np.newaxis]
    pixels = (photographed(picture, "plain") * (1 - 0.35 * shadow)).round().astype(np.uint8)

    found = cut_out(pixels)

    assert overlap(found.mask, truth) >= 0.95


@pytest.mark.slow
def test_a_picture_of_nothing_but_ground_is_not_trusted() -> None:
    empty = np.zeros((SIDE, SIDE, 4), np.uint8)

    for ground in ("plain", "gradient", "busy"):
        assert not cut_out(photographed(empty, ground)).trusted


def test_a_handful_of_scattered_things_is_doubted() -> None:
    picture = np.zeros((SIDE, SIDE, 4), np.uint8)
    for row in range(4):
        for column in range(4):
            cv2.circle(picture, (45 + 66 * column, 45 + 66 * row), 20, (180, 60, 40, 255), -1)

    assert not cut_out(photographed(picture, "plain")).trusted


def test_sky_and_floor_are_ground_both() -> None:
    picture = art("car")
    behind = np.where(np.arange(SIDE)[:, None, None] < 0.57 * SIDE, (150.0, 190.0, 235.0), (120.0, 118.0, 112.0))
    alpha = picture[..., 3:] / 255
    mixed = picture[..., :3] * alpha + behind * (1 - alpha)
    mixed += np.random.default_rng(1).normal(0, 4, mixed.shape)

    found = cut_out(mixed.clip(0, 255).astype(np.uint8))

    assert overlap(found.mask, outline(picture)) >= 0.97
    assert found.trusted


def test_a_dark_thing_in_the_dark_is_found() -> None:
    picture = art("vase")
    alpha = picture[..., 3:] / 255
    dark = (30 + 0.12 * picture[..., :3]) * alpha + 14 * (1 - alpha)
    dark += np.random.default_rng(1).normal(0, 2, dark.shape)

    found = cut_out(dark.clip(0, 255).astype(np.uint8))

    assert overlap(found.mask, outline(picture)) >= 0.95
    assert found.trusted
