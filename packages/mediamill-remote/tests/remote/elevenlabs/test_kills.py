"""kill -9 while ElevenLabs answers: most of its answers are the recordings themselves, and a process waits for them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mediamill import generations
from mediamill.catalogue import Media
from tests.fakes.elevenlabs import KEY, FakeElevenLabs
from tests.fakes.server import running
from tests.remote.kills import HALF_ROUNDS, ROUNDS, Deadly, Moment, accounts_for, all_ended, made, points, survive
from tests.remote.serving import ELEVENLABS, ONE_AT_A_TIME, handed_in, serving
from tests.service import Person, Service

SEARCHES = points("history", "recording", moments=(Moment.BEFORE, Moment.AFTER))
LISTED = 4 * points("submit") + SEARCHES  # a search takes its time
DUBBED = points("submit") + points("status", "file", moments=(Moment.BEFORE, Moment.AFTER, Moment.TOLD)) + SEARCHES[:2]
SUBMITS = points("submit")
LEASE_SECONDS, ANSWER_SECONDS = 6.0, 13.0  # an answer outlives two leases: only beats keep it, on a busy machine too


class DeadlyElevenLabs(Deadly, FakeElevenLabs):
    """An ElevenLabs at whose requests a process can be killed."""


@contextmanager
def eleven_service(
    folder: Path, *flags: str, more: str = "", **settings: str
) -> Iterator[tuple[DeadlyElevenLabs, Service]]:
    eleven = DeadlyElevenLabs()
    with running(eleven) as base:
        section = ELEVENLABS.replace("{base}", base) + more
        with serving(folder, section, {"key": KEY}, *flags, running_pro="1000", tries="100", **settings) as service:
            yield eleven, service


def speech(person: Person) -> Callable[[int], str]:
    """Sentences, each another: they are in the history."""
    return lambda number: person.start(
        "text-to-speech", model="voicevendor-tts", prompt=f"Good morning, heron {number}."
    )


def sounds(person: Person) -> Callable[[int], str]:
    """Sounds, each another: they are in no list."""
    return lambda number: person.start(
        "sound-effects", model="voicevendor-sound-effects", prompt=f"a door, {number} times", duration="2"
    )


def dubs(person: Person, recording: str) -> Callable[[int], str]:
    """Dubs, which are jobs, and listed."""
    return lambda _: person.start("translate-audio", model="voicevendor-dubbing", audio_url=recording)


@pytest.mark.slow
def test_speech_is_bought_once_whenever_the_service_is_killed(tmp_path: Path) -> None:
    with eleven_service(tmp_path) as (eleven, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(eleven, speech(ada), service, service.start, LISTED, ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, eleven, ordered, least=len(ordered), most=len(ordered))
        assert KEY not in service.log


@pytest.mark.slow
def test_dubs_are_bought_once_whenever_the_service_is_killed(tmp_path: Path) -> None:
    with eleven_service(tmp_path) as (eleven, service):
        ada = service.open_account("ada", credits=100_000)
        recording = handed_in(ada, Media.AUDIO, tmp_path)

        ordered, _ = survive(eleven, dubs(ada, recording), service, service.start, DUBBED, HALF_ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, eleven, ordered, least=len(ordered), most=len(ordered))


@pytest.mark.slow
def test_sounds_that_no_list_has_are_bought_once_more_for_a_kill_at_most(tmp_path: Path) -> None:
    with eleven_service(tmp_path, more=ONE_AT_A_TIME) as (eleven, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(eleven, sounds(ada), service, service.start, SUBMITS, HALF_ROUNDS)

        successes = made(all_ended(ada, ordered))
        accounts_for(service, eleven, ordered, least=successes, most=len(ordered) + sum(eleven.hits.values()))


@pytest.mark.slow
def test_beats_keep_what_is_answered_late_and_a_dead_workers_speech_is_found(tmp_path: Path) -> None:
    """A worker waits for each answer longer than its leases last; the next one takes over from a dead one."""
    with eleven_service(tmp_path, "--no-worker", lease_seconds=f"{LEASE_SECONDS:g}") as (eleven, service):
        ada = service.open_account("ada", credits=100_000)
        eleven.answer_seconds = ANSWER_SECONDS
        rounds = len(SUBMITS)

        ordered, last = survive(eleven, speech(ada), service.hire(), service.hire, SUBMITS, rounds)
        calm = [speech(ada)(len(ordered) + number) for number in range(4)]

        assert {one["error"] for one in all_ended(ada, ordered + calm)} == {None}
        attempts = service.write(lambda tx: [len(generations.attempts_of(tx, id)) for id in calm])
        assert attempts == [1] * 4
        accounts_for(service, eleven, ordered + calm, least=len(ordered) + 4, most=len(ordered) + 4)
        last.close()
