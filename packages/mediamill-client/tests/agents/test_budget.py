"""What a session may spend."""

from mediamill_client.mcp.budget import IDLE_SECONDS, Budget, Budgets


def test_what_does_not_fit_is_not_counted() -> None:
    budget = Budget(10)

    assert budget.count("a", 8)
    assert not budget.count("b", 3)
    assert (budget.spent, budget.left) == (8, 2)


def test_a_run_is_corrected_by_what_it_holds_and_what_it_cost() -> None:
    budget = Budget(10)
    budget.count("order", 1)
    budget.rename("order", "gen_1")

    assert not budget.count("gen_1", 11)
    assert budget.count("gen_1", 10)
    budget.settle("gen_1", 4)
    assert (budget.spent, budget.left) == (4, 6)
    assert (budget.knows("gen_1"), budget.knows("order")) == (True, False)


def test_what_was_charged_beyond_the_limit_leaves_nothing() -> None:
    budget = Budget(3)
    budget.settle("gen_1", 5)

    assert (budget.left, budget.count("gen_2", 0), budget.count("gen_2", 1)) == (0, False, False)


def test_without_a_limit_everything_fits() -> None:
    budget = Budget(None)

    assert budget.count("a", 10**9)
    assert budget.left is None


def test_each_session_of_each_key_has_its_own_until_it_has_long_been_idle() -> None:
    budgets = Budgets(5)
    budgets.of("ada", "one", 0.0).count("a", 5)

    assert [budgets.of("ada", "one", 1.0).left, budgets.of("ada", "two", 1.0).left] == [0, 5]
    assert budgets.of("grace", "one", 1.0).left == 5
    assert budgets.of("ada", "one", IDLE_SECONDS).left == 0
    assert budgets.of("ada", "one", 2 * IDLE_SECONDS + 1).left == 5
