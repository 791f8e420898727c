"""python -m scripts.mutants: what the tests do not notice, and how much they do."""

import argparse
import random
import sys
import time
import tomllib
from pathlib import Path

from scripts.mutants import python_faults, sql_faults
from scripts.mutants.mutant import Mutant
from scripts.mutants.parts import PARTS, ROOT, Part, sources_of
from scripts.mutants.trial import verdicts_on

KNOWN = Path(__file__).with_name("survivors.toml")
NOTICED_SHARE_MIN = 0.95


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
    noticed, unknown = 0, 0
    for verdict in verdicts_on(mutants, part.tests, jobs):
        name = verdict.mutant.name
        noticed += verdict.noticed
        if not verdict.noticed:
            unknown += name not in known
            print(f"  {'known ' if name in known else 'NEW   '} {verdict.mutant}  {known.get(name, '')}", flush=True)
        elif name in known:
            print(f"  listed as a survivor, and noticed by {verdict.by}: {verdict.mutant}", flush=True)
    share = noticed / len(mutants) if mutants else 1.0
    minutes = (time.monotonic() - started) / 60
    print(f"{part.name}: {noticed} of {len(mutants)} faults noticed ({share:.1%}) in {minutes:.1f} minutes", flush=True)
    return share >= NOTICED_SHARE_MIN and not unknown


if __name__ == "__main__":
    sys.exit(main())
