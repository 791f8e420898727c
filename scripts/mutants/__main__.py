"""python -m scripts.mutants: what the tests do not notice, and how much they do."""

import argparse
import random
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.mutants import python_faults, sql_faults
from scripts.mutants.mutant import Mutant
from scripts.mutants.parts import PARTS, ROOT, Part, sources_of
from scripts.mutants.trial import copy_of_the_repository, import_libraries, is_noticed, seconds_allowed

KNOWN = Path(__file__).with_name("survivors.toml")
NOTICED_SHARE_MIN = 0.95


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one mutant."""

    mutant: Mutant
    noticed: bool


def main() -> int:
    """0 when enough is noticed and every survivor is known with its reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(part.name for part in PARTS)}; default: all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, help="so many of each part, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="mutants whose name contains this")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    given = parser.parse_args()
    known: dict[str, str] = tomllib.loads(KNOWN.read_text())
    import_libraries()
    healthy = True
    for part in (part for part in PARTS if not given.parts or part.name in given.parts):
        mutants = [mutant for mutant in mutants_of(part) if given.only is None or given.only in mutant.name]
        if given.sample is not None and given.sample < len(mutants):
            mutants = random.Random(given.seed).sample(mutants, given.sample)
        if given.list:
            print(*mutants, sep="\n")
            continue
        healthy &= judge(part, mutants, known, given.jobs)
    return 0 if healthy else 1


def mutants_of(part: Part) -> list[Mutant]:
    """Every fault of every source of the part; two that read the same are one."""
    found: dict[str, Mutant] = {}
    for source in sources_of(part):
        faults = python_faults if source.suffix == ".py" else sql_faults
        for mutant in faults.faults_of(source, ROOT):
            found.setdefault(mutant.name, mutant)
    return list(found.values())


def judge(part: Part, mutants: list[Mutant], known: dict[str, str], jobs: int) -> bool:
    """Run the part's tests against each; whether enough was noticed."""
    started = time.monotonic()
    shares = [mutants[start::jobs] for start in range(jobs)]
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        verdicts = [verdict for found in pool.map(partial(trials, part=part), shares) for verdict in found]
    survivors = [verdict.mutant for verdict in verdicts if not verdict.noticed]
    unknown = [mutant for mutant in survivors if mutant.name not in known]
    total = len(verdicts)
    share = (total - len(survivors)) / total if total else 1.0
    minutes = (time.monotonic() - started) / 60
    print(f"{part.name}: {total - len(survivors)} of {total} faults noticed ({share:.1%}) in {minutes:.1f} minutes")
    for mutant in survivors:
        print(f"  {'known ' if mutant.name in known else 'NEW   '} {mutant}  {known.get(mutant.name, '')}")
    sys.stdout.flush()
    return share >= NOTICED_SHARE_MIN and not unknown


def trials(mutants: list[Mutant], part: Part) -> list[Verdict]:
    """One process's share, in a copy of its own."""
    with tempfile.TemporaryDirectory() as folder, copy_of_the_repository(Path(folder) / "copy") as copy:
        seconds_max = seconds_allowed(copy, part.tests)
        return [Verdict(mutant, is_noticed(mutant, copy, part.tests, seconds_max=seconds_max)) for mutant in mutants]


if __name__ == "__main__":
    sys.exit(main())
