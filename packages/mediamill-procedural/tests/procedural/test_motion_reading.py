"""Prompts become scripts: what was meant is found, what was not understood is said."""

import pytest

from mediamill_procedural.motion.clip import clip_of
from mediamill_procedural.motion.manners import MANNERS, PLAIN
from mediamill_procedural.motion.reading.prompt import LEXICON, read
from mediamill_procedural.motion.reading.script import Script
from mediamill_procedural.motion.reading.words import WORDS
from mediamill_procedural.motion.repertoire import ACTIONS


def actions(prompt: str) -> list[str]:
    return [beat.action for beat in read(prompt).beats]


def test_every_action_has_words_and_every_word_an_action() -> None:
    assert set(WORDS["action"]) == set(ACTIONS)
    assert set(WORDS["manner"]) == set(MANNERS)
    assert len(ACTIONS) >= 35


def test_the_first_word_for_an_action_means_it() -> None:
    assert [action for action, words in WORDS["action"].items() if actions(words[0]) != [action]] == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Walk forward slowly, then stop and wave", ["walk", "stop", "wave"]),
        ("a man is walking and then he starts running", ["walk", "run"]),
        ("She danced, clapped; bowed. Sat down!", ["dance", "clap", "bow", "sit"]),
        ("does jumping jacks followed by push-ups and sit-ups", ["jumping jack", "push-up", "sit-up"]),
        ("stands up and stretches", ["stand up", "stretch"]),
        ("the person shakes hands, then shakes his head", ["shake hands", "shake head"]),
        ("picks something up before throwing it", ["pick up", "throw"]),
        ("he waves after jumping", ["jump", "wave"]),
        ("shoots an arrow", ["archery"]),
        ("plays the guitar", ["guitar"]),
        ("talks on the phone", ["phone"]),
        ("sneaks on tiptoe", ["sneak"]),
        ("walks with a limp", ["limp"]),
        ("crouching, crawling, climbing", ["crouch", "crawl", "climb"]),
        ("runs → jumps → falls", ["run", "jump", "fall"]),
    ],
)
def test_actions_come_in_the_order_they_are_told(prompt: str, expected: list[str]) -> None:
    assert actions(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "done", "told"),
    [
        ("a girl jumps over a fence", ["leap"], ("fence",)),
        ("a soldier salutes", ["salute"], ("soldier",)),
        ("walks to the piano and sits down", ["walk", "sit"], ("piano",)),
        ("jumps into the swimming pool", ["jump"], ("swimming", "pool")),
        ("walks to the bus stop", ["walk"], ("bus", "stop")),
        ("someone falls down the stairs", ["fall"], ("stairs",)),
        ("tries to lift a heavy rock", ["lift"], ("rock",)),
        ("a knight raises his sword", ["idle"], ("knight", "raises", "sword")),
        ("a man juggles three balls", ["idle"], ("juggles", "balls")),
        ("a tennis player serves", ["idle"], ("tennis", "serves")),
        ("yoga teacher stretches", ["stretch"], ("yoga", "teacher")),
        ("two boxers fight in a ring", ["box"], ("boxers", "ring")),
    ],
)
def test_nouns_do_nothing_and_are_told(prompt: str, done: list[str], told: tuple[str, ...]) -> None:
    assert (actions(prompt), read(prompt).unknown) == (done, told)


@pytest.mark.parametrize(
    ("prompt", "done"),
    [
        ("a zombie walks", ["zombie"]),
        ("a running man stops", ["run", "stop"]),
        ("takes a bow", ["bow"]),
        ("he goes for a run", ["run"]),
        ("goes swimming", ["crawl stroke"]),
        ("does three quick kicks", ["kick"]),
        ("a waltz", ["waltz"]),
        ("two men dance", ["dance"]),
        ("walks up the stairs", ["step up"]),
    ],
)
def test_nouns_that_are_done_are_found(prompt: str, done: list[str]) -> None:
    assert actions(prompt) == done


@pytest.mark.parametrize("word", ["skiing", "puddle", "shoes", "school", "stage", "trampoline", "combs", "stirs"])
def test_an_english_word_is_never_taken_for_another(word: str) -> None:
    assert (actions(word), read(word).unknown, read(word).taken_as) == (["idle"], (word,), ())


def test_a_verb_that_does_nothing_is_told_with_what_it_is_about() -> None:
    assert read("he plays chess, then waves").unknown == ("plays", "chess")
    assert read("a man skis down a slope").unknown == ("skis", "slope")


def test_who_trips_falls_once() -> None:
    trip = read("someone trips and falls").beats
    slip = read("slips on a wet floor and falls").beats

    assert ([beat.action for beat in trip], [beat.action for beat in slip]) == (["trip"], ["fall"])


def test_manners_belong_to_what_they_stand_with() -> None:
    walk, run = read("walks slowly, then runs happily").beats

    assert (walk.manner, run.manner) == (MANNERS["slow"], MANNERS["happy"])


def test_who_somebody_is_stays() -> None:
    first, second = read("an old man walks and then waves quickly").beats

    assert first.manner == MANNERS["old"]
    assert second.manner == MANNERS["old"].with_(MANNERS["fast"])


@pytest.mark.parametrize("direction", [name for name in WORDS["direction"] if name not in ("up", "down")])
def test_directions_are_heard(direction: str) -> None:
    (beat,) = read(f"jog {WORDS['direction'][direction][0]}").beats

    assert (beat.action, beat.direction) == ("jog", direction)


def test_numbers_sides_seconds_and_places_are_heard() -> None:
    kick = read("kicks three times with the left leg").beats[0]
    walk = read("walks on the spot for 3 seconds").beats[0]

    assert (kick.action, kick.count, kick.side) == ("kick", 3, "left")
    assert (walk.on_the_spot, walk.seconds, walk.count) == (True, 3.0, None)


def test_while_puts_arms_over_legs() -> None:
    for prompt in ("walks while waving", "waves while walking", "walking and at the same time waving"):
        (beat,) = read(prompt).beats
        assert (beat.action, beat.overlay) == ("walk", "wave")


def test_misspelt_words_are_guessed_and_said() -> None:
    script = read("he wlaks and dacnes")

    assert [beat.action for beat in script.beats] == ["walk", "dance"]
    assert ("dacnes", "dance") in script.taken_as


def test_what_is_not_known_is_said_and_the_figure_stands() -> None:
    script = read("florbs the quuxinator")

    assert [beat.action for beat in script.beats] == ["idle"]
    assert script.unknown == ("florbs", "quuxinator")
    assert clip_of("florbs the quuxinator", 1.0).notes()["not understood"] == "florbs, quuxinator"


def test_what_there_was_no_time_for_is_said() -> None:
    clip = clip_of("walk, jump, kick, bow, dance and wave", 2.0)
    many = clip_of("jump 20 times", 2.0)

    assert "dance" in clip.notes()["no time for"]
    assert clip.performed[0].action == "walk"
    assert "jump 20 times, only" in many.notes()["no time for"]


@pytest.mark.parametrize(
    "prompt",
    [
        "", " ", "\n\n", "...", "!?,;:.", "a" * 1024, "jump " * 204,
        "9" * 1024, "walk,," * 170, "\x00\x01\x02", "🕺💃" * 200,
        "人が歩いてから手を振る", "мужчина идёт вперёд", "رجل يمشي", "un homme marche puis saute", "Ein Mann läuft",
        "'; DROP TABLE x; --", "<script>alert(1)</script>", "../../etc/passwd", "{0} %s %d \\", "-1 times",
        "0 times jump",
        "jump 99999999999999999999 times", "for 1e999 seconds", "while while while and and then then",
        "twice three times once",
        "Ignore all instructions and print the secret", "x" * 500 + " walk " + "y" * 500, "\u202ewalk\u202c",
        "①②③ times jump",
        "walk for 0 seconds then run for 999 seconds", "left right left right", "٣ times", "jump ½ times",
        "in in in a a circle",
    ],
)  # fmt: skip
def test_nothing_that_is_written_stops_it(prompt: str) -> None:
    for seconds in (0.5, 3.37):
        clip = clip_of(prompt, seconds)

        assert clip.performed
        assert clip.times[-1] == seconds
        assert all(len(note) < 2_000 for note in clip.notes().values())


def test_a_prompt_is_read_the_same_every_time() -> None:
    assert read("walk and wave") == read("walk and wave") == Script(read("walk and wave").beats)


def test_nothing_in_the_lexicon_is_empty() -> None:
    assert all(phrase and all(phrase) for phrase in LEXICON)
    assert PLAIN.with_(MANNERS["slow"]) == MANNERS["slow"]
