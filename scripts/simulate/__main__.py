"""`python -m scripts.simulate` prints the tables of docs/scale.md and writes them there; `measure` measures first."""

import sys

from scripts.simulate.costs import read_costs, write_costs
from scripts.simulate.measuring import measure
from scripts.simulate.page import simulated, tables, write


def main() -> None:
    """With `measure` what a generation costs is measured on this machine, else costs.toml has it."""
    if sys.argv[1:] == ["measure"]:
        write_costs(measure())
    costs = read_costs()
    parts = {**tables(costs), "fleets": simulated(costs)}
    print("\n\n".join(parts.values()))
    write(parts)


if __name__ == "__main__":
    main()
