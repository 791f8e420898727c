"""What the commonest languages of Europe call signs and abbreviations that espeak-ng reads wrongly."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language for signs inside addresses, and its abbreviations with what they stand for."""

    dot: str
    at: str
    slash: str
    to: str  # between two numbers
    abbreviations: Mapping[str, str]
    units: Mapping[str, str]


METRIC_GERMAN = {
    "km/h": "Kilometer pro Stunde",
    "km": "Kilometer",
    "cm": "Zentimeter",
    "mm": "Millimeter",
    "m": "Meter",
}
WORDINGS: Mapping[str, Wording] = {
    "de": Wording(
        dot="Punkt",
        at="ät",
        slash="Schrägstrich",
        to="bis",
        abbreviations={
            "z. B.": "zum Beispiel",
            "z.B.": "zum Beispiel",
            "d. h.": "das heißt",
            "d.h.": "das heißt",
            "u. a.": "unter anderem",
            "u.a.": "unter anderem",
            "usw.": "und so weiter",
            "bzw.": "beziehungsweise",
            "ca.": "circa",
            "evtl.": "eventuell",
            "ggf.": "gegebenenfalls",
            "inkl.": "inklusive",
            "Nr.": "Nummer",
            "Dr.": "Doktor",
            "Prof.": "Professor",
            "Hr.": "Herr",
            "St.": "Sankt",
            "Str.": "Straße",
            "Mio.": "Millionen",
            "Mrd.": "Milliarden",
            "vgl.": "vergleiche",
        },
        units={
            **METRIC_GERMAN,
            "kg": "Kilogramm",
            "g": "Gramm",
            "°C": "Grad Celsius",
            "l": "Liter",
            "kWh": "Kilowattstunden",
        },
    ),
    "fr": Wording(
        dot="point",
        at="arobase",
        slash="barre oblique",
        to="à",
        abbreviations={
            "M.": "monsieur",
            "MM.": "messieurs",
            "Mme": "madame",
            "Mlle": "mademoiselle",
            "p. ex.": "par exemple",
            "c.-à-d.": "c'est-à-dire",
            "n°": "numéro",
            "env.": "environ",
            "St": "saint",
        },
        units={
            "km/h": "kilomètres à l'heure",
            "cm": "centimètres",
            "mm": "millimètres",
            "m": "mètres",
            "g": "grammes",
            "°C": "degrés Celsius",
            "l": "litres",
        },
    ),
    "es": Wording(
        dot="punto",
        at="arroba",
        slash="barra",
        to="a",
        abbreviations={
            "Sr.": "señor",
            "Sra.": "señora",
            "Srta.": "señorita",
            "Dr.": "doctor",
            "Dra.": "doctora",
            "Ud.": "usted",
            "Uds.": "ustedes",
            "p. ej.": "por ejemplo",
            "EE. UU.": "Estados Unidos",
            "EE.UU.": "Estados Unidos",
            "n.º": "número",
            "núm.": "número",
            "aprox.": "aproximadamente",
            "pág.": "página",
            "etc.": "etcétera",
        },
        units={
            "km/h": "kilómetros por hora",
            "km": "kilómetros",
            "cm": "centímetros",
            "mm": "milímetros",
            "m": "metros",
            "kg": "kilogramos",
            "g": "gramos",
            "°C": "grados Celsius",
            "l": "litros",
        },
    ),
    "it": Wording(
        dot="punto",
        at="chiocciola",
        slash="barra",
        to="a",
        abbreviations={
            "Sig.": "signor",
            "Sig.ra": "signora",
            "Dott.": "dottor",
            "Dott.ssa": "dottoressa",
            "Prof.": "professor",
            "ecc.": "eccetera",
            "p. es.": "per esempio",
            "ad es.": "ad esempio",
            "pag.": "pagina",
        },
        units={
            "km/h": "chilometri all'ora",
            "km": "chilometri",
            "cm": "centimetri",
            "mm": "millimetri",
            "m": "metri",
            "kg": "chilogrammi",
            "g": "grammi",
            "°C": "gradi Celsius",
            "l": "litri",
        },
    ),
    "pt": Wording(
        dot="ponto",
        at="arroba",
        slash="barra",
        to="a",
        abbreviations={
            "Sr.": "senhor",
            "Sra.": "senhora",
            "Dr.": "doutor",
            "Dra.": "doutora",
            "Prof.": "professor",
            "etc.": "etcétera",
            "p. ex.": "por exemplo",
            "n.º": "número",
            "nº": "número",
            "pág.": "página",
        },
        units={
            "km/h": "quilômetros por hora",
            "km": "quilômetros",
            "cm": "centímetros",
            "mm": "milímetros",
            "m": "metros",
            "kg": "quilogramas",
            "g": "gramas",
            "°C": "graus Celsius",
            "l": "litros",
        },
    ),
    "nl": Wording(
        dot="punt",
        at="apenstaartje",
        slash="schuine streep",
        to="tot",
        abbreviations={
            "bijv.": "bijvoorbeeld",
            "bv.": "bijvoorbeeld",
            "d.w.z.": "dat wil zeggen",
            "o.a.": "onder andere",
            "enz.": "enzovoort",
            "dhr.": "de heer",
            "mevr.": "mevrouw",
            "dr.": "dokter",
            "prof.": "professor",
            "nr.": "nummer",
            "ca.": "circa",
        },
        units={
            "km/u": "kilometer per uur",
            "km": "kilometer",
            "cm": "centimeter",
            "mm": "millimeter",
            "m": "meter",
            "kg": "kilogram",
            "g": "gram",
            "°C": "graden Celsius",
            "l": "liter",
        },
    ),
    "pl": Wording(
        dot="kropka",
        at="małpa",
        slash="ukośnik",
        to="do",
        abbreviations={
            "itd.": "i tak dalej",
            "m.in.": "między innymi",
            "tzn.": "to znaczy",
            "ul.": "ulica",
            "prof.": "profesor",
        },
        units={"km": "kilometrów", "m": "metrów", "cm": "centymetrów", "kg": "kilogramów", "zł": "złotych"},
    ),
    "ru": Wording(
        dot="точка",
        at="собака",
        slash="косая черта",
        to="до",
        abbreviations={
            "т. е.": "то есть",
            "т.е.": "то есть",
            "т. д.": "так далее",
            "т.д.": "так далее",
            "т. п.": "тому подобное",
            "т.п.": "тому подобное",
            "руб.": "рублей",
            "ул.": "улица",
            "им.": "имени",
        },
        units={
            "км/ч": "километров в час",
            "км": "километров",
            "м": "метров",
            "см": "сантиметров",
            "мм": "миллиметров",
            "кг": "килограммов",
            "г": "граммов",
            "°C": "градусов Цельсия",
            "л": "литров",
            "€": "евро",
            "₽": "рублей",
        },
    ),
}
GERMAN_MONTHS = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
GERMAN_ORDINALS = (
    "erste zweite dritte vierte fünfte"
    " sechste siebte achte neunte zehnte"
    " elfte zwölfte dreizehnte vierzehnte fünfzehnte"
    " sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste"
    " einundzwanzigste zweiundzwanzigste dreiundzwanzigste vierundzwanzigste fünfundzwanzigste"
    " sechsundzwanzigste siebenundzwanzigste achtundzwanzigste neunundzwanzigste dreißigste"
    " einunddreißigste"
).split()
