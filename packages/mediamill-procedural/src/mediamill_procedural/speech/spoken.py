"""From what is written to what the synthesizer is given: addresses, emoji and signs as words, stray marks away."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from mediamill_procedural.kit.data import load
from mediamill_procedural.speech.english import in_english_words
from mediamill_procedural.speech.english_words import PACKAGE
from mediamill_procedural.speech.european import GERMAN_MONTHS, GERMAN_ORDINALS, WORDINGS, Wording

ADDRESS_CHARACTERS_MAX = 60  # of a web address after its host: a longer path is noise to a listener
# espeak-ng 1.52 has names for the emoji up to here, in many languages; newer ones get their Unicode name, in English.
NEWER_EMOJI = range(0x1F90C, 0x1FB00)
ENGLISH_WORDING = Wording(dot="dot", at="at", slash="slash", to="to", abbreviations={}, units={})

SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[\u2600-\u27bf\u2b50\u2b55\U0001f300-\U0001faff]"
    "(?:\u200d[\u2600-\u27bf\u2b50\U0001f300-\U0001faff])*)"
)
EMAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@((?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24})\b")
WEB_ADDRESS = re.compile(
    r"\b(?:https?|ftp)://(?:www\.)?([^\s/?#<>\"]+)([^\s<>\"]*)|\bwww\.([\w.-]+\.[^\W\d_]{2,24})(/[^\s<>\"]*)?"
    r"|(?<![\w@.-])((?:[\w-]+\.)+(?:com|org|net|edu|gov|io|dev|app|info|co\.uk))(/[^\s<>\"]*)?(?![\w.-])",
    re.IGNORECASE,
)
# Written before a number in many languages, said after it.
CURRENCY_FIRST = re.compile(r"([$€£¥₹₽₩])\s?(\d(?:[\d.,]*\d)?)")
NUMBER_RANGE = re.compile(r"(?<![\w.,-])(\d+)\s?[–-]\s?(?=\d+(?![\w-]))")
GERMAN_DATE = re.compile(
    rf"(?:\b(am|vom|zum|bis|den|dem|seit|der|das)\s)?\b(\d{{1,2}})\. (?={'|'.join(GERMAN_MONTHS)})", re.IGNORECASE
)
GERMAN_TIME = re.compile(r"\b(\d{1,2}):(\d\d) Uhr\b")
FRENCH_TIME = re.compile(r"\b(\d{1,2}) ?h ?(\d\d)?\b")
CHINESE_YEAR = re.compile(r"(\d{4})年")

TIDYING = [(re.compile(found), said) for found, said in load(PACKAGE, "marks.toml", dict[str, str]).items()]


def as_spoken(text: str, language: str) -> str:
    """The text as the voice of that language is to be given it; empty when nothing of it can be said."""
    wording = ENGLISH_WORDING if language == "en" else WORDINGS.get(language)
    text = with_emoji_apart(text, language)
    if wording:
        text = with_addresses_read(text, wording)
    text = in_english_words(text) if language == "en" else elsewhere(text, language, wording)
    text = f"{text} "
    for pattern, replacement in TIDYING:
        text = pattern.sub(replacement, text)
    text = text.strip().lstrip(",;: ").strip()
    return text if any(map(sayable, text)) else ""


@cache
def sayable(character: str) -> bool:
    """Whether a voice has something to say for a character: letters, digits, signs and pictures, not punctuation."""
    return unicodedata.category(character)[0] in "LNS" and character not in "^`´¨¯¸~|<>"


def with_emoji_apart(text: str, language: str) -> str:
    """Emoji as words of their own, each once however often it is repeated, without their colour of skin."""
    text = SKIN_TONES.sub("", text.replace("\ufe0f", ""))
    text = re.sub(f"({EMOJI.pattern})(?:\\s*\\1)+", r"\1", text)
    return EMOJI.sub(lambda found: f" {emoji_name(found.group(), language)} ", text)


def emoji_name(emoji: str, language: str) -> str:
    """An emoji as it is to be handed on: itself where espeak-ng knows it, else its English name or nothing."""
    if not any(ord(character) in NEWER_EMOJI for character in emoji):
        return emoji
    if language != "en":
        return ""
    names = (unicodedata.name(character, "") for character in emoji)
    return " ".join(name.lower() for name in names if name and "JOINER" not in name)


def with_addresses_read(text: str, wording: Wording) -> str:
    """Web and e-mail addresses in words: ada@example.com -> ada at example dot com."""

    def web(match: re.Match[str]) -> str:
        host = next(group for group in match.group(1, 3, 5) if group)
        path = next((group for group in match.group(2, 4, 6) if group), "")
        path, ending = re.fullmatch(r"(.*?)([.,;:!?)\]]*)", path).groups()  # type: ignore[union-attr]
        host, host_ending = re.fullmatch(r"(.*?)([.,;:!?)\]]*)", host).groups()  # type: ignore[union-attr]
        path = re.split(r"[?#]", path)[0].strip("/")
        said = host.split(":")[0].replace(".", f" {wording.dot} ")
        if path and len(path) <= ADDRESS_CHARACTERS_MAX:
            said += f" {wording.slash} " + re.sub(r"[-_%+=&]+", " ", path.replace("/", f" {wording.slash} ")).replace(
                ".", f" {wording.dot} "
            )
        return f"{said}{host_ending}{ending}"

    def mail(match: re.Match[str]) -> str:
        name = re.sub(r"[_+-]+", " ", match.group(1).replace(".", f" {wording.dot} "))
        return f"{name} {wording.at} {match.group(2).replace('.', f' {wording.dot} ')}"

    return WEB_ADDRESS.sub(web, EMAIL.sub(mail, text))


def elsewhere(text: str, language: str, wording: Wording | None) -> str:
    """What is worth writing out in languages other than English."""
    if language == "de":
        text = GERMAN_TIME.sub(lambda m: f"{m.group(1)} Uhr {int(m.group(2)) or ''}", text)
        text = GERMAN_DATE.sub(german_day, text)
    elif language == "fr":
        text = FRENCH_TIME.sub(lambda m: f"{m.group(1)} heures {int(m.group(2) or 0) or ''}", text)
    elif language in ("cmn", "yue"):
        text = CHINESE_YEAR.sub(lambda m: " ".join(m.group(1)) + "年", text)
    if wording:
        text = with_abbreviations(text, wording.abbreviations)
        text = NUMBER_RANGE.sub(rf"\1 {wording.to} ", text)
        text = with_units(text, wording.units)
    return CURRENCY_FIRST.sub(r"\2 \1", text)


def german_day(match: re.Match[str]) -> str:
    """Am 3. Mai -> am dritten Mai; 3. Mai -> dritter Mai."""
    before, day = match.group(1), int(match.group(2))
    if not 1 <= day <= len(GERMAN_ORDINALS):
        return match.group()
    ending = "r" if before is None else "" if before.lower() in ("der", "das") else "n"
    return f"{before + ' ' if before else ''}{GERMAN_ORDINALS[day - 1]}{ending} "


def with_abbreviations(text: str, abbreviations: Mapping[str, str]) -> str:
    """Each abbreviation replaced by what it stands for; a full stop stays where the text ends."""
    for short, full in abbreviations.items():
        text = re.sub(rf"(?<!\w){re.escape(short)}(?=\W*$)", f"{full}.", text)
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", full, text)
    return text


def with_units(text: str, units: Mapping[str, str]) -> str:
    """Units after a number in words."""
    if not units:
        return text
    names = "|".join(re.escape(unit) for unit in sorted(units, key=len, reverse=True))
    return re.sub(rf"(?<=\d) ?({names})(?![\w/²³])", lambda m: f" {units[m.group(1)]}", text)
