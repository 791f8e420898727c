"""What sounds together and what in turn."""

from dataclasses import replace

from mediamill_procedural.effects.reading.clauses import Clause
from mediamill_procedural.effects.reading.mentions import Mention
from mediamill_procedural.effects.reading.small_words import Link
from mediamill_procedural.effects.scene import Manner, Part
from mediamill_procedural.effects.sound import Kind

PARTS_MAX = 6  # of one scene: more at once is noise
STEPS_MAX = 8  # one after the other
FINITE_SECONDS = 3.0  # a row of events no longer than this has an end, as a knock has
BACKGROUND = Manner(distance=0.3, level_db=-7.0)


def steps_of(mentions: list[Mention], cut: list[Clause]) -> tuple[tuple[Part, ...], ...]:
    """Which sounds come together and which in turn."""
    steps: list[list[Mention]] = []
    last = -1
    for mention in mentions:
        link = cut[mention.clause].link
        between = [cut[number].link for number in range(last + 1, mention.clause + 1)] if last >= 0 else []
        if mention.clause == last or not steps:
            steps = steps or [[]]
            steps[-1].append(mention)
        elif Link.THEN in between:
            steps.append([mention])
        elif link is Link.AFTER:
            steps.insert(len(steps) - 1, [mention])
        elif link in (Link.LISTED, Link.SENTENCE) and _in_turn(steps[-1], mention, link):
            steps.append([mention])
        else:
            steps[-1].append(mention)
        last = mention.clause
    return _bounded(steps)


def _in_turn(before: list[Mention], mention: Mention, link: Link) -> bool:
    """What has an end is followed by what is listed next; what goes on sounds together with it."""
    if Kind.SUSTAINED in [one.sound.kind for one in (*before, mention)]:
        return False
    return link is Link.SENTENCE or _has_an_end(mention) or all(_has_an_end(one) for one in before)


def _has_an_end(mention: Mention) -> bool:
    return mention.sound.kind is Kind.ONCE or mention.events is not None or mention.sound.seconds <= FINITE_SECONDS


def _bounded(steps: list[list[Mention]]) -> tuple[tuple[Part, ...], ...]:
    result: list[tuple[Part, ...]] = []
    left = PARTS_MAX
    for step in steps[:STEPS_MAX]:
        merged: dict[str, Part] = {}
        foreground = any(not mention.placed for mention in step)
        for mention in step:
            behind = mention.placed and foreground and mention.sound.kind is Kind.SUSTAINED
            manner = mention.manner + BACKGROUND if behind else mention.manner
            part = Part(mention.sound, manner, mention.events, mention.individuals, behind)
            same = merged.get(mention.sound.name)
            merged[mention.sound.name] = replace(part, manner=same.manner + manner) if same else part
        parts = tuple(merged.values())[:left]
        left -= len(parts)
        if parts:
            result.append(parts)
    return tuple(result)
