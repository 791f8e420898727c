"""Any genre in another metre: waltz time and six-eight have figures of their own, odd metres cut or lengthen."""

from dataclasses import replace

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.music.figures import filled
from mediamill_procedural.music.genres.beats import COMPOUND, WALTZ
from mediamill_procedural.music.genres.genre import COMMON, SIX, THREE, TRIPLETS, TWO, Figures, Genre, Metre

FIVE = Metre("5/4", 5, 20)
SEVEN = Metre("7/8", 3.5, 14)
METRES = {
    "2/4": TWO,
    "3/4": THREE,
    "4/4": COMMON,
    "5/4": FIVE,
    "6/8": SIX,
    "7/8": SEVEN,
    "12/8": replace(TRIPLETS, name="12/8"),
}
_THREE = Figures(
    ("x-------x---|x---x---x---", "x---x-x-x---|x-----------", "x-----x-x---|x-------...."),
    ("x---o---o---", "b---u---u---", "1-2-3-2-3-2-"),
    ("R-----------", "R-------5---"),
    ("1-2-3-4-3-2-",),
)
_SIX = Figures(
    ("x---x-x---x-|x-----x-----", "x-x-x-x---x-|x---------..", "x-----x-x-x-|x-----......"),
    ("b-1-2-3-2-1-", "x---o-x---o-"),
    ("R-----R-----", "R-----5---w-"),
    ("1-2-3-4-3-2-",),
)


def in_metre(genre: Genre, name: str) -> Genre:
    """The genre counted otherwise: 2/4, 3/4, 4/4, 5/4, 6/8, 7/8, 12/8."""
    metre = METRES[name]
    if name == "12/8" and genre.metre.steps != TRIPLETS.steps:
        metre = replace(metre, beats=4)
    if name in ("3/4", "6/8"):
        figures, own = (_THREE, WALTZ) if name == "3/4" else (_SIX, COMPOUND)
        drums = replace(own, kit={**own.kit, **genre.drums.kit}) if genre.drums else None
        # A dotted quarter carries three notes instead of two: fewer of them go into a minute.
        slower = 0.72 if name == "6/8" else 1.0
        bpm = (round(genre.bpm[0] * slower), round(genre.bpm[1] * slower))
        return replace(genre, metre=metre, figures=figures, drums=drums, swing=0.5, bpm=bpm)
    figures = Figures(*(_fitted(lines, metre.steps) for lines in _lines(genre.figures)))
    return replace(genre, metre=metre, figures=figures, drums=genre.drums and _drummed(genre.drums, metre.steps))


def _lines(figures: Figures) -> tuple[tuple[str, ...], ...]:
    return figures.melody, figures.chords, figures.bass, figures.figure


def _fitted(lines: tuple[str, ...], steps: int) -> tuple[str, ...]:
    return tuple("|".join(filled(bar, steps) for bar in line.split("|")) for line in lines)


def _drummed(style: Style, steps: int) -> Style:
    grooves = tuple(
        {
            voice: "|".join(filled(bar.replace(" ", ""), steps) for bar in line.split("|"))
            for voice, line in groove.items()
        }
        for groove in style.grooves
    )
    return replace(style, grooves=grooves, steps=steps)
