"""The simulation behind docs/scale.md obeys the laws that queues obey, and the page says what it prints."""

import random
import re
from dataclasses import replace

import pytest
import simpy

from scripts.simulate import costs as calibration
from scripts.simulate import measuring
from scripts.simulate.costs import MESSAGE_EVERY, Costs, read_costs
from scripts.simulate.erlang import Queue, servers_for
from scripts.simulate.model import Demand, Fleet, Outcome, Simulation
from scripts.simulate.page import DAYS, EXAMPLE, PICTURE, tables
from scripts.simulate.planning import cost_of_one, idle_load, plan
from scripts.simulate.stations import Log, Station, Steps
from tests.places import REPOSITORY

SMALL = Fleet(apis=2, workers=4, slots=10, cores=2, engine_seconds=0.5)
ASKED = 50.0


@pytest.fixture(scope="module")
def costs() -> Costs:
    return read_costs()


@pytest.fixture(scope="module")
def seen(costs: Costs) -> Outcome:
    return Simulation(SMALL, Demand(ASKED), costs, seed=7).run(60, warm_up=10)


@pytest.mark.slow
@pytest.mark.parametrize(("servers", "load"), [(1, 0.5), (1, 0.8), (3, 0.7), (8, 0.85)])
def test_a_station_is_an_m_m_c_queue(servers: int, load: float) -> None:
    arrivals = load * servers  # service takes a second on the average
    expected = Queue(arrivals, 1.0, servers)
    station = served_for(40_000 / servers, arrivals, servers)
    found = station.statistics

    assert station.utilisation() == pytest.approx(expected.utilisation, rel=0.03)
    assert found.mean_wait() == pytest.approx(expected.wait_seconds, rel=0.2)
    assert found.mean_present() == pytest.approx(found.rate() * found.mean_sojourn(), rel=0.01)


def served_for(seconds: float, arrivals: float, servers: int) -> Station:
    """A station to which strangers come at random."""
    env, chance = simpy.Environment(), random.Random(3)
    station = Station(env, servers, chance)

    def come() -> Steps:
        while True:
            yield env.timeout(chance.expovariate(arrivals))
            env.process(station.serve(1.0))

    env.process(come())
    env.run(seconds)
    station.statistics.change(env.now)
    return station


def test_erlang_s_formulas_have_their_known_values() -> None:
    assert Queue(0.5, 1.0, 1).wait_seconds == pytest.approx(1.0)  # ρ / (1 - ρ)
    assert Queue(2.0, 1.0, 3).waits == pytest.approx(4 / 9)
    assert Queue(3.0, 1.0, 3).wait_seconds == float("inf")


def test_the_fewest_servers_are_found() -> None:
    servers = servers_for(30, 2.0, 0.5)

    assert Queue(30, 2.0, servers).wait_seconds <= 0.5 < Queue(30, 2.0, servers - 1).wait_seconds


def test_commits_of_a_moment_share_a_flush_and_none_is_forgotten() -> None:
    env = simpy.Environment()
    log, durable = Log(env, 1.0), []

    def write(at: float) -> Steps:
        yield env.timeout(at)
        yield from log.commit()
        durable.append((at, env.now))

    for at in (0.0, 0.2, 0.4, 5.0):
        env.process(write(at))
    env.run()

    assert durable == [(0.0, 1.0), (0.2, 2.0), (0.4, 2.0), (5.0, 6.0)]
    assert (log.commits, log.flushes) == (4, 3)


@pytest.mark.slow
def test_what_comes_goes(seen: Outcome) -> None:
    assert seen.done_per_second == pytest.approx(ASKED, rel=0.06)
    assert seen.accepted.departures == pytest.approx(seen.generations.departures, rel=0.03)


def test_little_s_law_holds_for_requests_and_generations(seen: Outcome) -> None:
    for place in (seen.accepted, seen.generations):
        assert place.mean_present() == pytest.approx(place.rate() * place.mean_sojourn(), rel=0.04)


def test_servers_are_busy_for_the_time_that_their_work_takes(seen: Outcome, costs: Costs) -> None:
    work = costs.work
    alone = work["accept"].server_ms + sum(work[name].server_ms for name in ("look", "claim", "upload", "succeed"))
    most = ASKED * (alone + 5 * work["get"].server_ms) / 1_000 / SMALL.cores
    looks = 2 / MESSAGE_EVERY * SMALL.workers * work["look"].server_ms / 1_000
    idle = (idle_load(SMALL.workers, costs).cores + looks) / SMALL.cores

    assert 0.8 * most < seen.database < 1.1 * (most + idle)
    assert seen.slots * SMALL.workers * SMALL.slots == pytest.approx(ASKED * SMALL.engine_seconds, rel=0.25)
    assert seen.flushes <= seen.commits
    assert seen.commits == pytest.approx(ASKED * 4, rel=0.15)  # accept, claim, upload, success; looks for leases, beats


@pytest.mark.slow
def test_more_than_the_slots_can_do_waits_and_callers_do_not_notice(seen: Outcome, costs: Costs) -> None:
    few = replace(SMALL, slots=4)
    overloaded = Simulation(few, Demand(ASKED), costs, seed=7).run(20, warm_up=10)

    assert overloaded.slots > 0.98
    assert overloaded.done_per_second < few.workers * few.slots / few.engine_seconds
    assert overloaded.generations.departures < overloaded.generations.arrivals
    assert overloaded.accepted.mean_sojourn() < 3 * seen.accepted.mean_sojourn()


def test_the_same_seed_gives_the_same_run(costs: Costs) -> None:
    once, again = (Simulation(SMALL, Demand(ASKED), costs, seed=5).run(3, warm_up=1) for _ in range(2))

    assert once == again


def test_ten_times_the_load_takes_more_than_ten_times_the_database(costs: Costs) -> None:
    small, large = plan(1e7, costs), plan(1e8, costs)

    assert large.cores > 10 * small.cores  # more messages, each to more workers
    assert large.wal_megabytes == pytest.approx(10 * small.wal_megabytes)
    assert large.slots < 10 * small.slots  # a large pool keeps fewer free


def test_the_cost_of_one_is_the_sum_of_what_is_paid(costs: Costs) -> None:
    planned = plan(1e6, costs)
    parts = cost_of_one(PICTURE, EXAMPLE, planned, costs, busy=0.5)
    busier = cost_of_one(PICTURE, EXAMPLE, planned, costs, busy=1.0)

    assert parts["database"] == pytest.approx(EXAMPLE.database_hour * 24 / 1e6)
    assert parts["workers"] == pytest.approx(2 * busier["workers"])
    assert {name: busier[name] for name in parts if name != "workers"} == {
        name: part for name, part in parts.items() if name != "workers"
    }


def test_the_page_has_the_tables_that_the_program_prints(costs: Costs) -> None:
    page = (REPOSITORY / "docs/scale.md").read_text()

    for name, part in tables(costs).items():
        assert f"<!-- {name} -->\n{part}\n<!-- /{name} -->" in page, "python -m scripts.simulate"
    assert len(re.findall(r"<!-- fleets -->\n(?:\|.*\n){8}<!-- /fleets -->", page)) == 1
    assert len(DAYS) == 3


@pytest.mark.slow
def test_what_it_is_calibrated_with_can_be_measured(monkeypatch: pytest.MonkeyPatch, costs: Costs) -> None:
    monkeypatch.setattr(measuring, "GENERATIONS", 64)
    monkeypatch.setattr(measuring, "LOOKS", 40)
    measured = measuring.measure()

    assert set(measured.costs) == set(costs.work)
    assert measured.costs["accept_16"].statements < 4 * measured.costs["accept"].statements
    assert measured.row_bytes["generations"] > 500
    assert calibration.machine()
