"""Words that join, count, deny, or say nothing about a sound."""

from collections.abc import Mapping
from enum import StrEnum


class Link(StrEnum):
    """How a clause follows the one before it."""

    TOGETHER = "with"
    THEN = "then"
    AFTER = "after"  # what follows the word came first
    LISTED = "and"  # in turn for what happens once, together for what goes on
    SENTENCE = "."


LINKS: Mapping[tuple[str, ...], Link] = {
    ("and", "then"): Link.THEN,
    ("followed", "by"): Link.THEN,
    ("after", "that"): Link.THEN,
    ("after", "which"): Link.THEN,
    ("and", "finally"): Link.THEN,
    ("as", "well", "as"): Link.TOGETHER,
    ("along", "with"): Link.TOGETHER,
    ("together", "with"): Link.TOGETHER,
    ("mixed", "with"): Link.TOGETHER,
    ("then",): Link.THEN,
    ("next",): Link.THEN,
    ("finally",): Link.THEN,
    ("afterwards",): Link.THEN,
    ("afterward",): Link.THEN,
    ("before",): Link.THEN,
    ("until",): Link.THEN,
    ("turning",): Link.THEN,
    ("becoming",): Link.THEN,
    ("later",): Link.THEN,
    ("after",): Link.AFTER,
    ("with",): Link.TOGETHER,
    ("while",): Link.TOGETHER,
    ("whilst",): Link.TOGETHER,
    ("as",): Link.TOGETHER,
    ("amid",): Link.TOGETHER,
    ("during",): Link.TOGETHER,
    ("plus",): Link.TOGETHER,
    ("when",): Link.TOGETHER,
    ("but",): Link.TOGETHER,
    ("against",): Link.TOGETHER,
    ("+",): Link.TOGETHER,
    ("&",): Link.LISTED,
    ("and",): Link.LISTED,
    ("or",): Link.LISTED,
    (",",): Link.LISTED,
    ("/",): Link.LISTED,
    (";",): Link.SENTENCE,
    (":",): Link.SENTENCE,
    (".",): Link.SENTENCE,
    ("!",): Link.SENTENCE,
    ("?",): Link.SENTENCE,
    ("\n",): Link.SENTENCE,
}
LINK_WORDS_MAX = max(len(words) for words in LINKS)

# What follows is where something happens: all are read as "in". What follows the others lies between: "through".
PLACING = frozenset("in inside within into at near by under beneath from on onto across beside around over".split())
THROUGH = frozenset("through behind beyond".split())

NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1)},
    "single": 1, "once": 1, "twice": 2, "double": 2, "pair": 2, "couple": 2, "both": 2, "thrice": 3, "triple": 3,
    "few": 3, "several": 4, "some": 3, "multiple": 4, "various": 4, "many": 6, "dozen": 12, "dozens": 16,
    "hundred": 32, "hundreds": 32, "thousand": 32, "thousands": 32, "countless": 32,
}  # fmt: skip
TIMES = frozenset({"time", "times", "x"})
UNITS: Mapping[str, float] = {
    "second": 1.0, "seconds": 1.0, "sec": 1.0, "secs": 1.0, "s": 1.0, "minute": 60.0, "minutes": 60.0, "min": 60.0,
    "ms": 0.001, "milliseconds": 0.001,
}  # fmt: skip
# A number before one of these counts nothing that sounds.
MEASURES = frozenset("hz khz bpm db mph kmh km m metres meters feet miles year years old percent am pm d o".split())

# Nouns of single events that are no verbs as well, so that their plural means several.
COUNTABLE = frozenset(
    """ball bell bomb cannon coin explosion firecracker firework glass
    gong grenade laser lightning meteor missile shotgun spell thunder thunderclap whip zipper""".split()
)

DENYING = frozenset("no not without never none minus except excluding lacks isnt dont doesnt".split())

# Known to say nothing about a sound: neither taken for a misspelt word nor reported as not understood.
SILENT = frozenset(
    """a about above again against all almost along already also am amazing ambience ambient among an another any
    anyone are atmosphere audio away awesome background basic be beautiful because been begin begins being below
    between bit came can clip come comes coming continue continues cool could create d did do does down each
    effect effects even ever every everybody everyone extremely foley for foreground generate get gets getting
    go goes going gone good got great had has have hd he hear heard hearing her here high him his how i if into
    is it its just keep keeps kind least less like ll loop looped looping lot lots m made mainly make makes
    making may me might mono more most much must my natural nice noise normal of off one's only onto other our
    out own per perfect play playing plays please produce quality quite rather re real realistic really
    recording regular s same sample scene seamless seem seems sfx she should simple so somebody someone
    something somewhat sort sound sounding sounds start starting starts stereo still style such t than that the
    their them then there these they thing things this those to too toward towards type typical up upon us usual
    ve version very via was way we were what where which who whose will would you your""".split()
)  # fmt: skip

# Frequent English words that are no sounds, though some look like one misspelt.
NOT_MISSPELT = frozenset(
    """about actor after again air also always ancient anger animal another answer apple april area around artist ask
    august aunt autumn away back bad bails ball banana band bank base beach bean beautiful beauty bed been
    before begin belt bend bent berry best better bind black blue board body both brake bread bridge bring
    brother brown build building butter cake call calls came candy cannot canyon card care carpet carrot carry
    cart castle cause cent center chair change cheese cherry chip church city clear cliff clip cloud clouds
    cloudy clown clowns coast coat cold color colour come common complete complex concept contain cookie cord
    core corner cosmos could country course cousin cover cream crown crowns cube cubes curtain dancer dark dart
    deal dean december deep desert desire die different difficult direct doctor does done down dream dreams
    dress dusty early earth east easy edge elegant end engine enough equal ever every exact example face fact
    factory faith fame family farm farmer fast father fear february feel female field figure film final find
    fine first five flame floor flow flower foggy follow food force fork form found four friday friend friends
    front full future galaxy garden gave general girl give glove gloves gold gone good graceful grape grass
    grassy great green ground group grow guitar half hand handsome happen happiness happy harbor harbour hard
    hate have head hello help here hills hold home honey hope horse hospital hot hotel hour house hundred idea
    ideas image inch interest island jacket january jelly joy juice kept kind king knew knight know lamp land
    language large last late later laugh lawyer lay lead leafy lean learn least lemon less letter life line list
    listen live love mail main male map mark market mean measure melody melon memories memory milk mills mind
    mine minute mirror misty modern monday money moon more morning most mother motor mountain mouse move movie
    much music must nail nails name nation nature need never new next none normal north note nothing notice
    novel november number object october odd office often once onion open orange order other page pails pain
    painter pair pants paper parent parents park part past pasta pattern peace peach pear pedal pencil pepper
    perhaps phone photo phrase picture piece pills pizza place plain plan plane planet plant plate plum point
    pose possible potato pound power present press pretty prince princess problem product pull purple push put
    queen question quick race radio rails rainbow ramp rare reach read ready reason record red remember rent
    rest rhythm rice riff right river rocket rocky rule sad sadness said sails salad same sand sandy saturday
    sauce scale scarf school science score seem self sells sense sentence september serve set shade shape share
    sheath sheep ship shirt shoes shop shore should show side simple singer sister size skirt slate sleep slip
    small snowy socks soft solve song songs sorrow soul soup south space spare special spell spring square stage
    stamp stand stare stars state station stay steering stone stop store stormy story strange strong student
    study style such sudden sugar summer sun sunday sunny sunrise sunset sure surface system table tail tails
    take talk target teach tell tells tent test thank theory thing think thought thousand thursday thus today
    together told tomato tomorrow took top toward tower town travel true trust try tuesday tunnel turn ugly
    uncle under unique unit universe use valley vary video view village voice vowel wait walls want war warm
    watch weather wednesday week weight weird west wheel white whole why wide wild wills window wine winter wish
    wonder word work worker world write year yellow yes yesterday young""".split()
)  # fmt: skip
