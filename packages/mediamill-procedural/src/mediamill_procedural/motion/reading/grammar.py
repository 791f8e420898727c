"""Whether a word that could be an action is one where it stands: verbs act, the nouns they act on do not.

"A golfer jumps over a fence" jumps; nobody golfs or fences. No tagger: articles, prepositions and endings tell.
"""

from dataclasses import dataclass

from mediamill_procedural.motion.reading.stems import Word
from mediamill_procedural.motion.reading.words import SMALL_WORDS

ARTICLES, OWNERS, PREPOSITIONS = (SMALL_WORDS[kind] for kind in ("articles", "dropped", "prepositions"))
PLURALS = SMALL_WORDS["plurals"]  # that do not end in "s"
LINKING = SMALL_WORDS["linking"]  # after which a verb comes: "to", "can"


def is_light(word: Word) -> bool:
    """Whether the noun after a word is what is done: "does a cartwheel", "plays the drums"; no player is meant."""
    return word.stem in SMALL_WORDS["light verbs"] and not word.said.endswith("er")


@dataclass(slots=True)
class Sentence:
    """What was said so far of one clause."""

    noun_after: str = ""  # "article", "preposition", or both: "object"; until the noun has come
    light: bool = False  # what comes next is what a light verb does
    verb: str = ""  # the form of the last verb
    subject: bool = False  # a singular noun has just been said: a bare form after it is no verb

    def acts(self, word: Word) -> bool:
        """Whether a word that names an action does something here; otherwise it is a noun."""
        form = word.form
        if form == "ly":
            return True
        if self.noun_after in ("preposition", "object"):
            # "By jumping", but neither "over fences" nor "into the swimming pool".
            return form == "ing" and self.noun_after == "preposition"
        if self.noun_after:
            return self.light or (form in ("ing", "ed") and not self.verb)
        if form:
            return True
        return self.light or not (self.subject or self.verb in ("s", "ing", "ed"))

    @property
    def begins(self) -> bool:
        """Whether nothing has been done yet: a noun here may say who does something, or what."""
        return not self.verb and self.noun_after in ("", "article")

    def hear_small(self, word: Word, after: str) -> None:
        """A word that is no action and that says how others hang together; `after` comes next."""
        if is_light(word) or word.stem == "go":
            self.light, self.verb, self.subject, self.noun_after = True, "light", False, ""
        elif word.said in ARTICLES | OWNERS:
            self.noun_after = "object" if self.noun_after in ("preposition", "object") else "article"
        elif word.said == "for" and self.light:
            self.noun_after = "article"
        elif word.said in PREPOSITIONS or (word.said == "to" and after in ARTICLES | OWNERS):
            self.noun_after, self.light = "preposition", False
        elif word.said in LINKING:
            self.subject, self.verb, self.noun_after = False, "", ""
        else:
            self.hear_noun(word)

    def hear_noun(self, word: Word) -> None:
        """Somebody or something."""
        self.subject = not (word.form == "s" or word.said in PLURALS)
        self.noun_after, self.light = "", False

    def hear_verb(self, word: Word) -> None:
        """Something that is done."""
        self.noun_after, self.light, self.subject, self.verb = "", False, False, word.form or "bare"

    def hear_number(self) -> None:
        """Things, or times, come next."""
        self.noun_after = self.noun_after or "article"

    def is_verb(self, word: Word) -> bool:
        """Whether a word that nothing knows is one, by its ending, where no noun has to come."""
        return bool(word.form) and not self.noun_after
