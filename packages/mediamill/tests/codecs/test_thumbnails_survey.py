"""Meshes surveyed for a painter: what is where, from which side, and how much light reaches it."""

import numpy as np
import pytest

from mediamill.codecs import Drawn, Survey, survey_meshes

SIZE = 64
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
BOX = np.array([corners for a, b, c, d in SIDES for corners in ((a, b, c), (a, c, d))])


def surveyed(*meshes: Drawn) -> Survey:
    return survey_meshes(meshes, size=SIZE, azimuth=0.0, elevation=0.0, key=(0.0, 0.0, 1.0))


def box(scale: float, *colour: float) -> Drawn:
    return Drawn(CORNERS * np.float32(scale), BOX, colours=np.array(colour))


def test_a_red_box_is_red_where_it_is_and_nothing_elsewhere() -> None:
    survey = surveyed(box(1.0, 1.0, 0.0, 0.0))
    there = survey.alpha > 0

    assert 0.3 < there.mean() < 0.7
    assert there[SIZE // 2, SIZE // 2]
    assert survey.colour[there].mean(axis=0) == pytest.approx([1.0, 0.0, 0.0], abs=0.01)
    assert survey.colour[~there].max() == 0.0


def test_what_faces_the_camera_looks_and_is_lit_towards_it() -> None:
    survey = surveyed(box(1.0, 1.0, 1.0, 1.0))
    middle = np.s_[SIZE // 2, SIZE // 2]

    assert survey.normals[middle] == pytest.approx([0.0, 0.0, 1.0], abs=0.05)
    assert survey.key[middle] > 0.95


def test_what_stands_behind_glass_is_seen_through_it() -> None:
    survey = surveyed(box(1.0, 1.0, 1.0, 1.0, 0.3), box(0.5, 0.0, 0.0, 1.0))
    red, _, blue = survey.colour[SIZE // 2, SIZE // 2]

    assert survey.alpha[SIZE // 2, SIZE // 2] > 0.98
    assert blue > 2 * red
    assert survey.alpha.max() - survey.alpha[survey.alpha > 0].min() > 0.1  # beside it there is only glass


def test_the_same_meshes_give_the_same_numbers() -> None:
    one, other = surveyed(box(1.0, 0.5, 0.5, 0.5)), surveyed(box(1.0, 0.5, 0.5, 0.5))

    assert (one.colour == other.colour).all()
    assert (one.sky == other.sky).all()
