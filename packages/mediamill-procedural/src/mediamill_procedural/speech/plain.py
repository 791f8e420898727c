"""What was typed as plain paragraphs: Unicode's look-alikes folded, Markdown's marks taken off, lines joined."""

import html
import re
import unicodedata
from functools import cache

COMBINING_MARKS_MAX = 3  # on one letter: Devanagari and Vietnamese need fewer, more is decoration
REPEATED_MAX = 3  # the same letter in a row ("noooooo" is said like "nooo")
WORD_LETTERS_MAX = 60  # without a gap; longer ones (hashes, base64) are cut, the synthesizer's word buffer is bounded
WRAPPED_LINE_MIN = 50  # characters: a longer line goes on in the next one, a shorter one ended there
FOLDED = re.compile(
    "MATHEMATICAL|FULLWIDTH|HALFWIDTH|CIRCLED|PARENTHESIZED|SQUARED|LIGATURE|SMALL CAPITAL|DOUBLE-STRUCK"
)

SPACES = re.compile(r"[^\S\n]+")
MARKS = re.compile(rf"([\u0300-\u036f]{{{COMBINING_MARKS_MAX}}})[\u0300-\u036f]+")
REPEATED_LETTER = re.compile(rf"([^\W\d_])\1{{{REPEATED_MAX},}}")
ENDLESS_WORD = re.compile(rf"[^\W_]{{{WORD_LETTERS_MAX}}}")
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")

FENCE = re.compile(r"^\s*(?:```|~~~).*$")
RULE = re.compile(r"^\s*(?:[-*_=~#+.]\s*){3,}$")
HEADING = re.compile(r"^\s*#{1,6}\s+(.*?)\s*#*\s*$")
BULLET = re.compile(r"^\s*[-*+•◦▪‣·–—]\s+(?=\S)")
NUMBERED = re.compile(r"^\s*\d{1,3}[.)]\s+(?=\S)")
QUOTE = re.compile(r"^\s*(?:>\s?)+")
TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")
LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"\n]*\")?\)")
EMPHASIS = (
    re.compile(r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1(?![\w*])"),
    re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)"),
    re.compile(r"(~~)(?=\S)([^~\n]+?)(?<=\S)\1"),
    re.compile(r"(`{1,2})([^`\n]+?)\1"),
)
ENDS_CLAUSE = re.compile(r"[.!?…:;,。！？；：、،؛؟।][\"'”’»)\]]*$")


def paragraphs(text: str) -> list[str]:
    """The paragraphs, list items and headings of a text, each on one line, none empty."""
    found: list[str] = []
    line_before = ""  # of the same paragraph
    for line in folded(text).split("\n"):
        content, opens, closes = unmarked(line)
        if content and line_before and not opens:
            found[-1] += joint(line_before, content) + content
        elif content:
            found.append(content)
        line_before = "" if closes else content
    return found


def folded(text: str) -> str:
    """NFC, with ornamental letters as ordinary ones, and without controls, invisible characters and endless runs."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n"))
    text = "".join(map(fold, text.replace("\u2029", "\n\n")))
    text = ENTITY.sub(lambda entity: fold_entity(entity.group()), text)
    text = SPACES.sub(" ", MARKS.sub(r"\1", text))
    text = REPEATED_LETTER.sub(lambda run: run.group(1) * REPEATED_MAX, text)
    return ENDLESS_WORD.sub(r"\g<0> ", text)


@cache
def fold(character: str) -> str:
    """One character as it is to be read; an invisible one as nothing."""
    if character in "\n\u200d\u200c\ufe0f":  # joiners matter inside words and emoji
        return character
    category = unicodedata.category(character)
    if category == "Zs" or character == "\t":
        return " "
    if category in ("Cc", "Cf", "Co", "Cs", "Cn"):
        return ""
    letter = category[0] in "LN" or "\u2460" <= character <= "\u24ff"
    if letter and FOLDED.search(unicodedata.name(character, "")):
        return unicodedata.normalize("NFKC", character)
    return character


def fold_entity(entity: str) -> str:
    """`&amp;` as what it stands for; what stands for a control character as nothing."""
    return "".join(map(fold, html.unescape(entity)))


def unmarked(line: str) -> tuple[str, bool, bool]:
    """(the line without Markdown, whether it opens a paragraph, whether it closes one)."""
    line = QUOTE.sub("", line)
    if FENCE.match(line) or RULE.match(line) or TABLE_RULE.match(line):
        return "", True, True
    heading = HEADING.match(line)
    if heading:
        return inline(heading.group(1)).strip(), True, True
    bullet = BULLET.match(line)
    if bullet:
        line = line[bullet.end() :]
    opens = bool(bullet or NUMBERED.match(line))
    if line.count("|") >= 2:
        line = line.strip().strip("|").replace("|", ", ")
    return inline(line).strip(), opens, False


def inline(text: str) -> str:
    """Emphasis, code and links within a line reduced to their words."""
    text = LINK.sub(r"\1", text)
    for mark in EMPHASIS:
        text = mark.sub(r"\2", text)
    return text


def joint(before: str, line: str) -> str:
    """What stands between two lines of a paragraph: a wrapped one flows on, a short one (a verse) ends a clause."""
    flows = len(before) >= WRAPPED_LINE_MIN or line[:1].islower() or ENDS_CLAUSE.search(before)
    return " " if flows else ", "
