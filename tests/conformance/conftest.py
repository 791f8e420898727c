"""Odd inputs of our own engines are tried with the slow tests: the corpus tries more of them."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "test_engine.py" in item.nodeid and item.name.endswith("-odd input]"):
            item.add_marker("slow")
