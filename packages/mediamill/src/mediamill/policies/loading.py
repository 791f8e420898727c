"""The policies that the settings name, out of installed packages, and the word list."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from mediamill.errors import MediamillError
from mediamill.plugins import Plugin, plugins
from mediamill.policies.judging import Judges
from mediamill.policies.policy import ContentPolicy
from mediamill.policies.words import WordList

PLUGIN_GROUP = "mediamill.policy"  # entry points whose value is a class or an object that judges
WORDS = "words"  # the word list's name


class UnusablePolicy(MediamillError):
    """The content policy {name} cannot be used: {fault}"""

    code = "unusable_policy"


def open_judges(names: Sequence[str], words_file: Path | None, seconds: float) -> Judges:
    """The word list, if there is one, then the installed policies of these names. Raises UnusablePolicy."""
    installed = {plugin.name: plugin for plugin in plugins(PLUGIN_GROUP)} if names else {}
    policies: dict[str, ContentPolicy] = {}
    if words_file is not None:
        policies[WORDS] = read_words(words_file)
    for name in names:
        if name not in installed:
            there = ", ".join(installed) or "none"
            raise UnusablePolicy(name=name, fault=f"no installed package has it in the group {PLUGIN_GROUP}: {there}")
        policies[name] = loaded(installed[name])
    return Judges(policies, seconds)


def read_words(file: Path) -> WordList:
    """Raises UnusablePolicy."""
    try:
        return WordList.read(file)
    except (OSError, ValueError) as fault:
        raise UnusablePolicy(name=WORDS, fault=f"{file}: {fault}") from None


def loaded(plugin: Plugin) -> ContentPolicy:
    """Import it, and make an object of a class. Raises UnusablePolicy."""
    module, _, attribute = plugin.value.partition(":")
    try:
        found = importlib.import_module(module.strip())
        for part in attribute.strip().split("."):
            found = getattr(found, part)
        policy = found() if isinstance(found, type) else found
    except Exception as fault:
        raise UnusablePolicy(name=plugin.name, fault=f"{type(fault).__name__}: {fault}") from fault
    if not callable(getattr(policy, "judge", None)):
        raise UnusablePolicy(name=plugin.name, fault=f"{plugin.value} has no method judge(tool, model, input)")
    return cast("ContentPolicy", policy)
