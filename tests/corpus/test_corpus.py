"""Ten prompts of the corpus through everything that takes text; `make corpus` takes all two hundred."""

import asyncio
from dataclasses import replace

import pytest

from mediamill.catalogue import load
from mediamill.config import read
from mediamill.engines import Registry, installed_engines
from scripts.corpus import TRIALS, Trial, is_too_short, tried
from scripts.crafts.prompts import read_prompts, unescaped
from scripts.crafts.workshop import engine_of

GROUPS = read_prompts()
# From every group, by its place there.
CHOSEN = {
    "ordinary": (13, 21),
    "long": (3,),
    "single words": (13,),
    "nonsense": (5,),
    "other languages and scripts": (0,),
    "hostile": (0,),
    "contradictory": (11,),
    "numbers": (2,),
    "hardly anything": (7,),
}
PROMPTS = [GROUPS[group][place] for group, places in CHOSEN.items() for place in places]
SECONDS = {"motion-3d": 1, "create-music": 3, "create-video": 3}  # the shortest, where the catalogue has a choice
FEWER = {"flux-2-flex": 4, "beta-v6": 4, "audiogen": 4, "ltx-video": 1}  # prompts; the rest of the tool gets them all
CATALOGUE, REGISTRY = load(), Registry(installed_engines(), read().engines)


def shortest(trial: Trial) -> Trial:
    """The trial, made as quick as the catalogue allows."""
    quick = replace(trial, prompts_max=FEWER.get(trial.model))
    if trial.tool not in SECONDS:
        return quick
    seconds = SECONDS[trial.tool]
    return replace(quick, input={**trial.input, "duration": seconds}, seconds=seconds)


READY = [
    trial
    for trial in map(shortest, TRIALS)
    if engine_of(REGISTRY, CATALOGUE.tools[trial.tool].models[trial.model]) is not None
]


@pytest.mark.slow
@pytest.mark.parametrize("trial", READY, ids=lambda trial: trial.name)
def test_odd_prompts_make_different_things_within_the_limits(trial: Trial) -> None:
    model = CATALOGUE.tools[trial.tool].models[trial.model]
    entry = engine_of(REGISTRY, model)
    assert entry is not None

    tally = asyncio.run(tried(trial, model, entry, PROMPTS, slots=1))

    assert tally.faults == []
    assert tally.made + tally.refused == (trial.prompts_max or len(PROMPTS))
    assert len(set(tally.essences.values())) == tally.made
    assert max(tally.wall_seconds) <= model.limits.seconds
    assert 0 < tally.peak_mb <= model.limits.memory_mb


def test_the_corpus_has_two_hundred_prompts_that_every_model_takes() -> None:
    prompts = [prompt for group in GROUPS.values() for prompt in group]

    assert (len(prompts), len(set(prompts))) == (200, 200)
    assert set(CHOSEN) == set(GROUPS)
    for trial in TRIALS:
        model = CATALOGUE.tools[trial.tool].models[trial.model]
        longest = next(field.length_max for field in model.fields if field.name == "prompt")
        cut = [prompt[:longest] for prompt in prompts]
        assert len(set(cut)) == 200
        for prompt in cut:
            checked = model.check({"model": model.slug, **trial.input, "prompt": prompt})
            assert not isinstance(checked, tuple) or (trial.may_refuse and is_too_short(prompt, trial, model)), prompt


@pytest.mark.parametrize(
    ("line", "prompt"),
    [
        ("a\\u0004b\\n\\x41", "a\x04b\nA"),
        ("\\{\\U0001f98a|3}!", "🦊🦊🦊!"),
        ("C:\\\\con", "C:\\con"),
        ("plain [a] {b} |", "plain [a] {b} |"),
    ],
)
def test_a_line_of_the_file_stands_for_one_prompt(line: str, prompt: str) -> None:
    assert unescaped(line) == prompt


@pytest.mark.parametrize("line", ["a\\", "\\q", "\\{nothing}"])
def test_a_backslash_that_begins_no_escape_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no escape"):
        unescaped(line)
