"""What engines are told of weights: from the lock file and from sizes, without reading what is large."""

from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.weights import LOCK_FILE, LicenceNotAccepted, OtherLicence, WeightsPlace, state_of
from mediamill.weights.hub import HubFailed
from tests.weights.conftest import NOW, Pull
from tests.weights.samples import CONDITIONS, ROW, WANTED
from tests.weights.stand_in import StandIn

WITH_CONDITIONS = replace(ROW, licence=replace(ROW.licence, name="Heron-1.0", conditions=CONDITIONS))


def test_what_is_absent_partial_and_there(hub: StandIn, place: WeightsPlace, pulls: Pull) -> None:
    absent = state_of(ROW, place.home)
    hub.failing_every = 1
    with pytest.raises(HubFailed):
        pulls()
    partial = state_of(ROW, place.home)
    hub.failing_every = 0
    pulls()
    there = state_of(ROW, place.home)

    assert (absent.presence, absent.sentence) == (
        "absent",
        "The weights heron are not here; run: mediamill models pull heron",
    )
    assert (partial.presence, partial.sentence) == (
        "partial",
        "Of the weights heron only a part is here; run: mediamill models pull heron",
    )
    assert (there.presence, there.sentence, there.bytes) == (
        "there",
        None,
        sum(len(hub.files[path]) for path in WANTED),
    )


def test_what_a_pull_will_ask_for_is_said_at_once(place: WeightsPlace) -> None:
    sentence = state_of(replace(WITH_CONDITIONS, is_gated=True), place.home).sentence

    assert str(sentence).endswith("mediamill models pull heron --accept-licence Heron-1.0 --token-file FILE")


@pytest.mark.parametrize("damage", ["shorter", "missing", "more", "link", "no lock", "bad lock", "other repository"])
def test_what_changed_is_seen_without_reading_it(place: WeightsPlace, pulls: Pull, damage: str) -> None:
    pulls()
    file, row = place.folder / WANTED[2], ROW
    match damage:
        case "shorter":
            file.write_bytes(file.read_bytes()[:-1])
        case "missing":
            file.unlink()
        case "more":
            (file.parent / "planted.py").write_text("")
        case "link":
            file.rename(place.home / "elsewhere")
            file.symlink_to(place.home / "elsewhere")
        case "no lock":
            (place.folder / LOCK_FILE).unlink()
        case "bad lock":
            (place.folder / LOCK_FILE).write_text('{"format": 1}')
        case "other repository":
            row = replace(ROW, repository="acme/crane")
    state = state_of(row, place.home)

    assert state.presence == "changed"
    assert "The weights heron are not what they were: " in str(state.sentence)
    assert str(state.sentence).endswith("; run: mediamill models pull heron")
    if row is ROW:
        pulls()
        assert state_of(ROW, place.home).presence == "there"


def test_conditions_are_accepted_by_the_licences_name_and_kept_with_the_date(place: WeightsPlace, pulls: Pull) -> None:
    with pytest.raises(LicenceNotAccepted, match=r"--accept-licence Heron-1\.0"):
        pulls(WITH_CONDITIONS)
    with pytest.raises(OtherLicence, match="not under `MIT`"):
        pulls(WITH_CONDITIONS, licence="MIT")
    pulls(ROW)
    unaccepted = state_of(WITH_CONDITIONS, place.home)
    lock = pulls(WITH_CONDITIONS, licence="Heron-1.0")

    assert unaccepted.presence == "there"
    assert str(unaccepted.sentence).endswith("run: mediamill models pull heron --accept-licence Heron-1.0")
    assert lock.licence.accepted_at == "2026-09-21T14:13:20.000Z"
    assert NOW == 1_790_000_000_000
    assert pulls(WITH_CONDITIONS).licence == lock.licence
    assert state_of(WITH_CONDITIONS, place.home).sentence is None


def test_another_licence_is_accepted_anew(place: WeightsPlace, pulls: Pull) -> None:
    pulls(WITH_CONDITIONS, licence="Heron-1.0")
    later = replace(ROW, licence=replace(WITH_CONDITIONS.licence, name="Heron-2.0"))
    with pytest.raises(LicenceNotAccepted, match=r"--accept-licence Heron-2\.0"):
        pulls(later)

    assert "The licence Heron-2.0 of the weights heron is not accepted" in str(state_of(later, place.home).sentence)


def test_a_lock_file_of_a_later_version_is_not_guessed_at(place: WeightsPlace, pulls: Pull) -> None:
    pulls()
    file: Path = place.folder / LOCK_FILE
    file.write_text(file.read_text().replace('"format": 1', '"format": 2'))

    assert "a later version of mediamill wrote it" in str(state_of(ROW, place.home).sentence)
