"""From accept to outcome, with a real store, real storage and real engine processes."""

import asyncio
import http.server
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import orjson
import pytest

from mediamill import catalogue, credits, generations, workers
from mediamill.accounts import Account, Plan, open_account
from mediamill.catalogue import Media
from mediamill.credits import Balance
from mediamill.db import SqliteDatabase, Transaction
from mediamill.dispatch import (
    AttemptRunner,
    AttemptWriter,
    Inputs,
    RemoteWork,
    WorkerLoop,
    attempt_writer,
    results,
)
from mediamill.dispatch import attempt_runner as runner_module
from mediamill.dispatch.attempt import ActiveAttempt
from mediamill.dispatch.attempt_writer import DATABASE_AWAY, STORAGE_AWAY
from mediamill.engines import EngineEntry, EngineHost, Registry, readiness
from mediamill.engines.decoder import FileDecoder
from mediamill.formats.table import MediaKind
from mediamill.generations import FINAL, Accepted, Generation, NewGeneration, Policy, Status
from mediamill.outbound import Downloader, Guard
from mediamill.policies import Judges, WordList
from mediamill.storage import StorageFailed, UploadPolicy, keep_upload, new_key, new_upload_id, open_storage
from mediamill.storage.folder import FolderStorage
from mediamill.workers import Served, Worker
from tests.dispatch.away import AwayDatabase
from tests.dispatch.engines import Absent, Confused, Isolates, Silent, Speaks, write_recording

BASE = "http://localhost:8000"
CDN = "https://media.example.com/mill"
POLICY = Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 8})
DEADLINE_SECONDS = 30
ENGINES = [
    EngineEntry(kind.name, f"{kind.__module__}:{kind.__name__}", kind.serves)
    for kind in (Speaks, Isolates, Absent, Silent, Confused)
]


class Mill:
    """A worker's whole surroundings."""

    def __init__(self, folder: Path, host: EngineHost, decoder: FileDecoder) -> None:
        self.folder = folder
        self.catalogue = catalogue.load()
        self.database = SqliteDatabase(folder / "mediamill.db")
        self.media = folder / "media"
        self.storage = open_storage(self.media)
        self.host = host
        self.decoder = decoder
        self.start_again("serve:1")

    def start_again(self, worker: str) -> None:
        self.dispatcher = WorkerLoop(worker=worker, database=self.database, policy=POLICY, pools={"cpu": 2})

    async def open(self) -> None:
        await self.database.start()
        self.dispatcher.start(self.runner())

    async def close(self) -> None:
        await self.dispatcher.stop(0.0)
        await self.database.stop()

    def runner(self) -> AttemptRunner:
        guard = Guard(allowed_networks=(ip_network("127.0.0.0/8"),))
        inputs = Inputs(
            downloader=Downloader(guard),
            decoder=self.decoder,
            audio_seconds_max=60.0,
            storage=self.storage,
            database=self.database,
            own_media=(f"{BASE}/media/", f"{CDN}/"),
            bytes_max={Media.IMAGE: 100_000, Media.AUDIO: 100_000},
        )
        write = AttemptWriter(
            worker=self.dispatcher.worker,
            database=self.database,
            storage=self.storage,
            policy=POLICY,
            media_base=f"{BASE}/media",
            dispatch=self.dispatcher.waker.enqueue,
        )
        registry = Registry(ENGINES, {})
        remote = RemoteWork(
            write=write,
            catalogue=self.catalogue,
            registry=registry,
            host=self.host,
            guard=guard,
            currency="USD",
            downloads=1,
            finished_at_once=1,
        )
        return AttemptRunner(
            write=write,
            catalogue=self.catalogue,
            registry=registry,
            host=self.host,
            inputs=inputs,
            buyer=remote.buyer,
            fall_over_seconds=30.0,
        )

    async def order(self, account: Account, tool: str, model: str = "", **values: str) -> str:
        """Accept a generation as the web does; its id."""
        offer = self.catalogue.tools[tool]
        ordered = offer.models[model or offer.primary]
        text = orjson.dumps(values).decode()
        price = ordered.quote(values)
        order = NewGeneration(
            account.id, tool, ordered.slug, offer.output_type, text, text, None, ordered.pool, price, 7
        )

        def accept(tx: Any) -> str:
            accepted = generations.accept(tx, order)
            assert isinstance(accepted, Accepted)
            self.dispatcher.waker.enqueue(tx, accepted.intents)
            return accepted.id

        return await self.database.write(accept)

    async def seen(self, generation_id: str, until: Callable[[Generation], bool]) -> Generation:
        """The generation as soon as it is so; the test's deadline is the only clock."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                found = await self.database.read(lambda tx: generations.find(tx, generation_id))
                if found and until(found):
                    return found
                await asyncio.sleep(0.005)

    async def make(self, account: Account, tool: str, **values: str) -> Generation:
        generation_id = await self.order(account, tool, **values)
        return await self.seen(generation_id, lambda found: found.status in FINAL)

    async def balance(self, account: Account) -> Balance:
        return await self.database.read(lambda tx: credits.balance(tx, account.id))

    async def exact(self) -> bool:
        return not await self.database.read(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for all tests here: that of the processes they share."""
    return "asyncio"


@pytest.fixture(scope="module")
async def host(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EngineHost]:
    started = EngineHost(slots=2, folder=tmp_path_factory.mktemp("host") / "work")
    await started.start()
    yield started
    await started.stop()


@pytest.fixture(scope="module")
async def decoder(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FileDecoder]:
    opened = FileDecoder(private=[tmp_path_factory.getbasetemp()])
    yield opened
    await opened.stop()


@pytest.fixture
async def mill(
    tmp_path: Path, database_file: Path, host: EngineHost, decoder: FileDecoder, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Mill]:
    assert database_file.parent == tmp_path
    monkeypatch.setattr(attempt_writer, "RETRY_SECONDS", (0,))
    opened = Mill(tmp_path, host, decoder)
    await opened.open()
    yield opened
    assert await opened.exact()
    await opened.close()


@pytest.fixture
async def ada(mill: Mill) -> Account:
    return await mill.database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 10))


@pytest.fixture
async def ben(mill: Mill) -> Account:
    return await mill.database.write(lambda tx: open_account(tx, "ben@example.com", Plan.PRO, 10))


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[str]:
    """A file server of somebody else's."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    write_recording(folder / "three.wav", 2.4)
    write_recording(folder / "long.wav", 5.9)
    (folder / "page.wav").write_text("<html>not here</html>")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, directory=str(folder), **kwargs)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


async def test_a_voice_is_made_stored_and_paid_for(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "text-to-speech", prompt="hello there", voice="Adam")

    assert (made.status, made.attempt, made.error) == (Status.SUCCESS, 1, None)
    assert made.output_key is not None
    assert await mill.storage.head(made.output_key) == 16_044
    assert await mill.balance(ada) == Balance(available=8, held=0)


async def test_a_text_is_stored_without_a_thumbnail(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "text-to-speech", prompt="write")

    assert (made.status, made.thumbnail_key) == (Status.SUCCESS, None)
    assert made.output_key is not None
    assert made.output_key.endswith(".json")
    assert await mill.storage.head(made.output_key) == len('{"words": ["heron"]}')


async def test_a_refusal_is_told_and_costs_nothing(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "text-to-speech", prompt="refuse")

    assert (made.status, made.attempt, made.error) == (Status.ERROR, 1, "There is nothing to say in this text.")
    assert await mill.balance(ada) == Balance(available=10, held=0)


async def test_what_the_operators_policy_refuses_is_free_and_asks_no_engine(mill: Mill, ada: Account) -> None:
    mill.dispatcher.runner.judges = Judges({"words": WordList(["wolf"])}, 10.0)
    made = await mill.make(ada, "text-to-speech", prompt="the Wolf")

    assert (made.status, made.attempt) == (Status.ERROR, 1)
    assert "“wolf” is not allowed here" in str(made.error)
    assert await mill.balance(ada) == Balance(available=10, held=0)


async def test_a_policy_that_breaks_is_asked_again_and_never_passed_over(mill: Mill, ada: Account) -> None:
    asked: list[str] = []

    class Forgetful:
        def judge(self, tool: str, model: str, input: Any) -> None:
            asked.append(input["prompt"])
            if input["prompt"] == "for ever" or len(asked) < 3:
                raise RuntimeError("no connection")

    mill.dispatcher.runner.judges = Judges({"forgetful": Forgetful()}, 10.0)
    made = await mill.make(ada, "text-to-speech", prompt="hello there")
    never = await mill.make(ada, "text-to-speech", prompt="for ever")

    assert (made.status, made.attempt) == (Status.SUCCESS, 3)
    assert (never.status, never.attempt, never.error) == (Status.ERROR, 3, runner_module.NOT_JUDGED)
    assert len(asked) == 6


@pytest.mark.parametrize(
    ("prompt", "sentence"),
    [
        ("break", "The voice is hoarse."),
        ("lie", "did not make a usable file"),
        ("write badly", runner_module.WRONG_FILE),
    ],
)
async def test_what_breaks_is_tried_three_times(mill: Mill, ada: Account, prompt: str, sentence: str) -> None:
    made = await mill.make(ada, "text-to-speech", prompt=prompt)

    assert (made.status, made.attempt) == (Status.ERROR, 3)
    assert sentence in (made.error or "")
    assert await mill.balance(ada) == Balance(available=10, held=0)
    assert [file.key async for file in mill.storage.list()] == []


async def test_the_next_attempt_knows_the_checkpoint(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "text-to-speech", prompt="remember")

    assert (made.status, made.attempt, made.checkpoint) == (Status.SUCCESS, 2, "the first half")


async def attempts(mill: Mill, generation: Generation) -> list[tuple[str, str | None]]:
    """Outcome and reason of each."""
    recorded = await mill.database.read(lambda tx: generations.attempts_of(tx, generation.id))
    return [(attempt.outcome or "under way", attempt.reason) for attempt in recorded]


async def test_an_engine_that_is_unavailable_costs_no_try(
    mill: Mill, ada: Account, caplog: pytest.LogCaptureFixture
) -> None:
    made = await mill.make(ada, "text-to-speech", prompt="model away")

    assert (made.status, made.losses) == (Status.SUCCESS, 0)
    assert await attempts(mill, made) == [("released", "The larynx is rented out."), ("success", None)]
    assert await mill.balance(ada) == Balance(available=9, held=0)
    (told,) = [record for record in caplog.records if record.getMessage().startswith("engine unavailable")]
    facts = told.facts  # type: ignore[attr-defined]
    assert (facts["engine"], facts["scope"], facts["attempt"]) == ("tests/speaks", "model", 1)
    assert (facts["generation"], facts["reason"]) == (made.id, "The larynx is rented out.")


async def test_an_engine_that_is_unavailable_is_not_asked_by_others_meanwhile(mill: Mill, ada: Account) -> None:
    first = await mill.order(ada, "text-to-speech", prompt="away")
    await mill.seen(first, lambda found: found.status is Status.PENDING)
    second = await mill.make(ada, "text-to-speech", prompt="hello")
    made = await mill.seen(first, lambda found: found.status in FINAL)

    assert (made.status, second.status) == (Status.SUCCESS, Status.SUCCESS)
    assert await attempts(mill, second) == [("released", runner_module.ENGINE_AWAY), ("success", None)]


@pytest.fixture
def lets(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Silent and Confused answer once it is set; everybody is impatient."""
    monkeypatch.setattr(readiness, "ANSWER_SECONDS_MAX", 0.05)
    monkeypatch.setattr(readiness, "READY_SECONDS", 0.05)
    monkeypatch.setattr(runner_module, "READY_SECONDS", 0.05)
    Silent.lets.clear()
    Silent.asked = 0
    yield Silent.lets
    Silent.lets.set()


@pytest.mark.parametrize("model", ["nano-banana", "flux-2-flex"])
async def test_an_engine_that_does_not_say_whether_it_is_ready_is_waited_for(
    mill: Mill, ada: Account, ben: Account, lets: threading.Event, model: str
) -> None:
    waits = await mill.order(ada, "create-image", model=model, prompt="a heron")
    pending = await mill.seen(waits, lambda found: found.attempt > 3)
    beside = await mill.make(ben, "text-to-speech", prompt="hello")

    assert (pending.losses, beside.status) == (0, Status.SUCCESS)
    assert Silent.asked <= 1, "it is asked again although it has not answered"
    lets.set()
    made = await mill.seen(waits, lambda found: found.status in FINAL)
    assert (made.status, made.losses) == (Status.SUCCESS, 0)


async def test_a_silent_engine_stops_neither_loop_nor_beats(
    mill: Mill, ada: Account, lets: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "ANSWER_SECONDS_MAX", 60.0)
    asked = await mill.order(ada, "create-image", prompt="a heron")
    before = await mill.seen(asked, lambda found: found.attempt == 1 and Silent.asked == 1)
    await mill.dispatcher.beat()

    assert before.status is Status.PROCESSING
    assert (await mill.make(ada, "text-to-speech", prompt="hello")).status is Status.SUCCESS
    lets.set()
    assert (await mill.seen(asked, lambda found: found.status in FINAL)).attempt == 1


class Moody(FolderStorage):
    """A storage that is away at times."""

    def __init__(self, folder: Path, refuses: Callable[[int], bool]) -> None:
        super().__init__(folder)
        self.refuses, self.puts = refuses, 0

    async def put(self, key: str, path: Path) -> None:
        self.puts += 1
        if self.refuses(self.puts):
            raise StorageFailed(action=f"store {key}", reason="out to lunch")
        await super().put(key, path)

    async def fetch(self, key: str, path: Path) -> int:
        if self.refuses(self.puts):
            raise StorageFailed(action=f"read {key}", reason="out to lunch")
        return await super().fetch(key, path)


def moody(mill: Mill, monkeypatch: pytest.MonkeyPatch, refuses: Callable[[int], bool]) -> Moody:
    """The mill's storage from now on."""
    storage = Moody(mill.media, refuses)
    runner = mill.dispatcher.runner
    monkeypatch.setattr(results, "PAUSE_SECONDS", (0.01,))
    monkeypatch.setattr(runner_module, "STORAGE_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(runner, "storage", storage)
    monkeypatch.setattr(runner.results, "storage", storage)
    monkeypatch.setattr(runner.inputs, "storage", storage)
    return storage


async def test_what_cannot_be_stored_for_now_is_kept_and_made_once(mill: Mill, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = await mill.database.write(lambda tx: open_account(tx, "eve@example.com", Plan.PRO, 1_000))
    storage = moody(mill, monkeypatch, lambda number: number <= 20 or number % 3 == 0)
    ids = [await mill.order(eve, "text-to-speech", prompt="hello") for _ in range(40)]
    made = [await mill.seen(id, lambda found: found.status in FINAL) for id in ids]

    assert [(Status.SUCCESS, 1, 0)] * 40 == [(one.status, one.attempt, one.losses) for one in made]
    assert storage.puts > 60
    assert len({one.output_key for one in made} & {file.key async for file in mill.storage.list()}) == 40


async def test_what_cannot_be_stored_for_long_is_put_back_and_blamed_on_nobody(
    mill: Mill, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "KEPT_SECONDS_MAX", 0.0)
    moody(mill, monkeypatch, lambda number: number <= 4)  # more than there are tries
    made = await mill.make(ada, "text-to-speech", prompt="hello")

    assert (made.status, made.losses) == (Status.SUCCESS, 0)
    assert await attempts(mill, made) == [("released", STORAGE_AWAY)] * 4 + [("success", None)]


async def test_an_own_file_that_cannot_be_read_for_now_is_waited_for(
    mill: Mill, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = await mill.make(ada, "text-to-speech", prompt="hello")
    away = True
    moody(mill, monkeypatch, lambda _: away)
    waits = await mill.order(ada, "voice-isolator", audio_url=f"{BASE}/media/{spoken.output_key}")
    await mill.seen(waits, lambda found: found.attempt > 4)
    away = False
    made = await mill.seen(waits, lambda found: found.status in FINAL)

    assert (made.status, made.losses) == (Status.SUCCESS, 0)


async def test_a_database_that_is_away_in_the_middle_costs_no_try(
    mill: Mill, ada: Account, recordings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = AwayDatabase(mill.database)
    away.refusals = 1
    monkeypatch.setattr(runner_module, "DATABASE_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(mill.dispatcher.runner, "database", away)
    made = await mill.make(ada, "voice-isolator", audio_url=f"{recordings}/three.wav")

    assert (made.status, made.losses) == (Status.SUCCESS, 0)
    assert await attempts(mill, made) == [("released", DATABASE_AWAY), ("success", None)]


async def test_a_model_without_an_engine_says_so(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "sound-effects", prompt="rain")

    assert made.error is not None
    assert made.error.startswith("No engine is set up for sound-effects/audiogen")


async def test_a_model_that_another_process_has_begun_to_run_is_left_to_it(mill: Mill, ada: Account) -> None:
    other = Worker("worker:heron", "1", "a", ("cpu",))
    served = [Served("cpu", "sound-effects", "audiogen")]
    await mill.database.write(lambda tx: workers.register(tx, other, served, alive_ms=60_000))
    id = await mill.order(ada, "sound-effects", prompt="rain")
    left = await mill.seen(id, lambda found: found.status is Status.PENDING)
    await mill.database.write(lambda tx: workers.remove(tx, "worker:"))
    ended = await mill.seen(id, lambda found: found.status in FINAL)

    assert (left.attempt, left.losses) == (1, 0)
    assert (ended.error or "").startswith("No engine is set up for sound-effects/audiogen")


async def test_an_engine_that_is_not_ready_says_what_to_do(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "create-music", prompt="a waltz", duration="3")

    assert made.error == (
        "No engine is set up for create-music/voicevendor-music: The orchestra is on strike: pip install orchestra."
    )


@pytest.mark.parametrize("found_at", [f"{BASE}/media", CDN])
async def test_an_output_is_the_next_tools_input(mill: Mill, ada: Account, found_at: str) -> None:
    spoken = await mill.make(ada, "text-to-speech", prompt="hello")
    isolated = await mill.make(ada, "voice-isolator", audio_url=f"{found_at}/{spoken.output_key}")

    assert isolated.status is Status.SUCCESS
    assert isolated.output_key != spoken.output_key
    assert await mill.balance(ada) == Balance(available=8, held=0)


async def test_an_upload_is_an_input_for_its_owner_only(mill: Mill, ada: Account, ben: Account, tmp_path: Path) -> None:
    key = new_key(new_upload_id(1_800_000_000_000), ".wav")
    await mill.storage.put(key, write_recording(tmp_path / "own.wav", 1.0))
    policy = UploadPolicy(quota_bytes=10**6, lifetime_ms=10**6)
    await mill.database.write(lambda tx: keep_upload(tx, ada.id, key, MediaKind.AUDIO, 16_044, policy))

    assert (await mill.make(ada, "song-splitter", file=f"{BASE}/media/{key}")).status is Status.SUCCESS
    for link in (f"{BASE}/media/{key}", f"{BASE}/media/{key}?expires=1&signature=x"):  # a link makes nobody its owner
        assert (await mill.make(ben, "song-splitter", file=link)).error == "That file does not exist or is not yours."
    expired = f"{BASE}/media/{key}?expires=1&signature=x"
    assert (await mill.make(ada, "song-splitter", file=expired)).status is Status.SUCCESS


@pytest.mark.parametrize("name", ["gen_0/x.wav", "", "../mediamill.db", "upl_1/%2e%2e", "gen_1/y.wav?x=1"])
async def test_what_is_no_file_of_ours_is_not_yours_either(mill: Mill, ada: Account, name: str) -> None:
    made = await mill.make(ada, "song-splitter", file=f"{BASE}/media/{name}")

    assert made.error == "That file does not exist or is not yours."


@pytest.mark.parametrize("found_at", [f"{BASE}/media", CDN])
async def test_anothers_output_is_out_of_reach(mill: Mill, ada: Account, ben: Account, found_at: str) -> None:
    spoken = await mill.make(ada, "text-to-speech", prompt="hello")
    made = await mill.make(ben, "song-splitter", file=f"{found_at}/{spoken.output_key}")

    assert made.error == "That file does not exist or is not yours."


async def test_a_recording_from_elsewhere_is_paid_by_its_length(mill: Mill, ada: Account, recordings: str) -> None:
    made = await mill.make(ada, "voice-isolator", audio_url=f"{recordings}/three.wav")

    assert made.status is Status.SUCCESS
    assert await mill.balance(ada) == Balance(available=7, held=0)


async def test_a_recording_that_costs_too_much_is_told_its_price(mill: Mill, ada: Account, recordings: str) -> None:
    await mill.make(ada, "voice-isolator", audio_url=f"{recordings}/long.wav")
    made = await mill.make(ada, "voice-isolator", audio_url=f"{recordings}/long.wav")

    assert (made.status, made.error) == (Status.ERROR, "Insufficient credits: 6 needed")
    assert await mill.balance(ada) == Balance(available=4, held=0)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("page.wav", "The file given in `audio_url` is not an audio file that can be read."),
        ("none.wav", "the server answered 404"),
    ],
)
async def test_what_cannot_be_used_is_said_in_one_sentence(
    mill: Mill, ada: Account, recordings: str, path: str, sentence: str
) -> None:
    made = await mill.make(ada, "voice-isolator", audio_url=f"{recordings}/{path}")

    assert sentence in (made.error or "")
    assert await mill.balance(ada) == Balance(available=10, held=0)


async def test_an_address_inside_is_never_contacted(mill: Mill, ada: Account) -> None:
    made = await mill.make(ada, "song-splitter", file="http://10.0.0.1/song.wav")

    assert made.error == "The file given in `file` could not be downloaded: it leads to an address that is not allowed."


async def test_stopping_hands_back_without_using_up_a_try(mill: Mill, ada: Account) -> None:
    generation_id = await mill.order(ada, "text-to-speech", prompt="wait")
    await mill.seen(generation_id, lambda found: found.attempt == 1)
    await mill.dispatcher.stop(0.0)
    found = await mill.seen(generation_id, lambda found: found.status is Status.PENDING)

    assert (found.losses, found.attempt) == (0, 1)


async def test_what_is_being_claimed_while_stopping_is_handed_back_too(
    mill: Mill, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed, stopping = asyncio.Event(), asyncio.Event()
    next_in = mill.dispatcher.next_in

    async def slow_to_answer(*place: Any, **facts: Any) -> list[Generation]:
        if taken := await next_in(*place, **facts):
            claimed.set()
            await stopping.wait()
        return taken

    monkeypatch.setattr(mill.dispatcher, "next_in", slow_to_answer)
    generation_id = await mill.order(ada, "text-to-speech", prompt="wait")
    await claimed.wait()
    stopped = asyncio.create_task(mill.dispatcher.stop(0.0))
    await asyncio.sleep(0)  # it has begun to stop
    stopping.set()
    await stopped
    found = await mill.database.read(lambda tx: generations.find(tx, generation_id))

    assert found is not None
    assert (found.status, found.losses) == (Status.PENDING, 0)


async def test_one_whose_end_could_not_be_written_is_not_held_for_ever(
    mill: Mill, ada: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = mill.dispatcher.runner
    run = runner.run

    async def full_disk(running: ActiveAttempt) -> None:
        if running.generation.attempt == 1 and running.generation.account_id == ada.id:
            raise OSError("the disk is full")
        await run(running)

    monkeypatch.setattr(runner, "run", full_disk)
    beside = await mill.order(ben, "text-to-speech", prompt="wait")  # something is in hand all the time
    await mill.seen(beside, lambda found: found.attempt == 1)
    lost = await mill.order(ada, "text-to-speech", prompt="hello")
    await mill.seen(lost, lambda found: found.attempt == 1 and len(mill.dispatcher.running) == 1)
    for _ in range(2):
        await mill.dispatcher.beat()
    made = await mill.seen(lost, lambda found: found.status in FINAL)

    assert (made.status, made.attempt, made.losses) == (Status.SUCCESS, 2, 1)
    await mill.database.write(lambda tx: generations.cancel(tx, beside))
    mill.dispatcher.give_up(beside)


async def test_a_lost_lease_stops_the_work_and_changes_nothing(mill: Mill, ada: Account) -> None:
    generation_id = await mill.order(ada, "text-to-speech", prompt="wait")
    await mill.seen(generation_id, lambda found: found.attempt == 1 and len(mill.dispatcher.running) == 1)
    (running,) = mill.dispatcher.running

    def steal(tx: Transaction) -> Generation | None:
        generations.reclaim(tx, "serve:1", POLICY)
        return generations.claim(tx, "worker:2", "cpu", POLICY)

    stolen = await mill.database.write(steal)
    assert stolen is not None
    await mill.dispatcher.beat()
    assert running.task is not None
    await asyncio.wait({running.task}, timeout=DEADLINE_SECONDS)
    found = await mill.seen(generation_id, lambda found: True)

    assert running.lost
    assert (found.status, found.attempt) == (Status.PROCESSING, 2)
    await mill.database.write(lambda tx: generations.fail(tx, stolen, "worker:2", "enough"))
