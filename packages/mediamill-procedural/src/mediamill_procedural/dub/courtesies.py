"""Set phrases that a rule-based translator takes word by word ("thank you for" becomes a command): said as usual."""

from collections.abc import Mapping

# English words as recognised -> (es, fr, it, pt).
_TABLE: Mapping[str, tuple[str, str, str, str]] = {
    "excuse me": ("disculpe", "excusez-moi", "mi scusi", "com licença"),
    "good afternoon": ("buenas tardes", "bonjour", "buon pomeriggio", "boa tarde"),
    "good afternoon everyone": (
        "buenas tardes a todos",
        "bonjour à tous",
        "buon pomeriggio a tutti",
        "boa tarde a todos",
    ),
    "good evening": ("buenas noches", "bonsoir", "buonasera", "boa noite"),
    "good evening everyone": ("buenas noches a todos", "bonsoir à tous", "buonasera a tutti", "boa noite a todos"),
    "good morning": ("buenos días", "bonjour", "buongiorno", "bom dia"),
    "good morning everyone": ("buenos días a todos", "bonjour à tous", "buongiorno a tutti", "bom dia a todos"),
    "good night": ("buenas noches", "bonne nuit", "buonanotte", "boa noite"),
    "goodbye": ("adiós", "au revoir", "arrivederci", "adeus"),
    "hello": ("hola", "bonjour", "ciao", "olá"),
    "hello everyone": ("hola a todos", "bonjour à tous", "ciao a tutti", "olá a todos"),
    "how are you": ("¿cómo está?", "comment allez-vous ?", "come sta?", "como está?"),
    "i'm sorry": ("lo siento", "je suis désolé", "mi dispiace", "sinto muito"),
    "let's go": ("vamos", "allons-y", "andiamo", "vamos"),
    "of course": ("por supuesto", "bien sûr", "certo", "claro"),
    "please": ("por favor", "s'il vous plaît", "per favore", "por favor"),
    "see you later": ("hasta luego", "à plus tard", "a dopo", "até logo"),
    "see you tomorrow": ("hasta mañana", "à demain", "a domani", "até amanhã"),
    "thank you": ("gracias", "merci", "grazie", "obrigado"),
    "thank you for coming": (
        "gracias por venir",
        "merci d'être venus",
        "grazie di essere venuti",
        "obrigado por virem",
    ),
    "thank you for listening": (
        "gracias por escuchar",
        "merci de votre écoute",
        "grazie dell'ascolto",
        "obrigado por ouvirem",
    ),
    "thank you for your help": (
        "gracias por su ayuda",
        "merci de votre aide",
        "grazie del suo aiuto",
        "obrigado pela sua ajuda",
    ),
    "thank you very much": ("muchas gracias", "merci beaucoup", "grazie mille", "muito obrigado"),
    "thanks": ("gracias", "merci", "grazie", "obrigado"),
    "what is your name": ("¿cómo se llama?", "comment vous appelez-vous ?", "come si chiama?", "como se chama?"),
    "what's your name": ("¿cómo se llama?", "comment vous appelez-vous ?", "come si chiama?", "como se chama?"),
    "you're welcome": ("de nada", "de rien", "prego", "de nada"),
}
_COLUMNS = ("es", "fr", "it", "pt")
_LONGEST = max(len(phrase.split()) for phrase in _TABLE)
# What follows them makes them part of a sentence: "thank you for the music", "please the crowd".
_GO_ON = frozenset({"for", "to", "of", "the", "that", "how", "if", "not", "it", "him", "her", "them"})
_SUBJECTS = frozenset("a an can could he i it may my she the there they this we will would you your".split())


def with_courtesies(words: str, language: str) -> tuple[str, str, str]:
    """(set phrases at the start, the words between, set phrases at the end), those translated into the language."""
    left, column = words.split(), _COLUMNS.index(language)
    opening: list[str] = []
    closing: list[str] = []
    while (count := _longest(left, from_start=True)) and not _GO_ON.intersection(left[count : count + 1]):
        opening.append(_TABLE[" ".join(left[:count])][column])
        asking = left[:count] == ["please"]
        left = left[count:]
        if asking and left and left[0] not in _SUBJECTS:
            left = ["you", *left]  # "you open the window": a bare "open" is taken for anything but a request
    while count := _longest(left, from_start=False):
        closing.insert(0, _TABLE[" ".join(left[-count:])][column])
        left = left[:-count]
    return ", ".join(opening), " ".join(left), ", ".join(closing)


def _longest(words: list[str], *, from_start: bool) -> int:
    """How many words make the longest set phrase at the start or the end; 0 for none."""
    for count in range(min(_LONGEST, len(words)), 0, -1):
        some = words[:count] if from_start else words[-count:]
        if " ".join(some) in _TABLE:
            return count
    return 0
