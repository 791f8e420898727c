"""What English abbreviations, units, currencies and signs are called."""

from collections.abc import Mapping

MONTHS: Mapping[str, str] = {
    "Jan": "January",
    "Feb": "February",
    "Mar": "March",
    "Apr": "April",
    "May": "May",
    "Jun": "June",
    "Jul": "July",
    "Aug": "August",
    "Sep": "September",
    "Oct": "October",
    "Nov": "November",
    "Dec": "December",
}
MONTH_SPELLINGS: Mapping[str, str] = {**MONTHS, **{name: name for name in MONTHS.values()}, "Sept": "September"}

# symbol -> (one, many, (one hundredth, hundredths))
CURRENCIES: Mapping[str, tuple[str, str, tuple[str, str] | None]] = {
    "US$": ("US dollar", "US dollars", ("cent", "cents")),
    "C$": ("Canadian dollar", "Canadian dollars", ("cent", "cents")),
    "A$": ("Australian dollar", "Australian dollars", ("cent", "cents")),
    "$": ("dollar", "dollars", ("cent", "cents")),
    "€": ("euro", "euros", ("cent", "cents")),
    "£": ("pound", "pounds", ("penny", "pence")),
    "¥": ("yen", "yen", None),
    "₹": ("rupee", "rupees", ("paisa", "paise")),
    "₽": ("rouble", "roubles", None),
    "₩": ("won", "won", None),
    "₿": ("bitcoin", "bitcoins", None),
}
SCALES: Mapping[str, str] = {
    "k": "thousand",
    "K": "thousand",
    "m": "million",
    "M": "million",
    "mn": "million",
    "b": "billion",
    "B": "billion",
    "bn": "billion",
    "T": "trillion",
    "tn": "trillion",
    "thousand": "thousand",
    "million": "million",
    "billion": "billion",
    "trillion": "trillion",
}


def regular(names: str) -> dict[str, tuple[str, str]]:
    """`km kilometer` per line as {"km": ("kilometer", "kilometers")}."""
    pairs = (line.split(" ", 1) for line in names.strip().split("\n"))
    return {symbol: (name, f"{name}s") for symbol, name in pairs}


UNITS: Mapping[str, tuple[str, str]] = {
    **regular(
        """
km kilometer
m meter
cm centimeter
mm millimeter
µm micrometer
μm micrometer
nm nanometer
mi mile
yd yard
kg kilogram
g gram
mg milligram
µg microgram
μg microgram
lb pound
oz ounce
l liter
L liter
ml milliliter
mL milliliter
cl centiliter
gal gallon
ha hectare
kB kilobyte
KB kilobyte
MB megabyte
GB gigabyte
TB terabyte
PB petabyte
KiB kibibyte
MiB mebibyte
GiB gibibyte
W watt
kW kilowatt
MW megawatt
GW gigawatt
Wh watt hour
kWh kilowatt hour
MWh megawatt hour
V volt
kV kilovolt
mV millivolt
mA milliampere
mAh milliampere hour
kJ kilojoule
cal calorie
kcal kilocalorie
Nm newton meter
dB decibel
px pixel
ms millisecond
µs microsecond
μs microsecond
ns nanosecond
sec second
min minute
hr hour
h hour
mo month
yr year
°C degree Celsius
°F degree Fahrenheit
° degree
"""
    ),
    "lbs": ("pound", "pounds"),
    "ft": ("foot", "feet"),
    "mins": ("minute", "minutes"),
    "secs": ("second", "seconds"),
    "hrs": ("hour", "hours"),
    "yrs": ("year", "years"),
    "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "°": ("degree", "degrees"),
    "Hz": ("hertz", "hertz"),
    "kHz": ("kilohertz", "kilohertz"),
    "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"),
    "THz": ("terahertz", "terahertz"),
    "hPa": ("hectopascal", "hectopascals"),
    "kPa": ("kilopascal", "kilopascals"),
    "mph": ("mile per hour", "miles per hour"),
    "km/h": ("kilometer per hour", "kilometers per hour"),
    "kph": ("kilometer per hour", "kilometers per hour"),
    "kmh": ("kilometer per hour", "kilometers per hour"),
    "m/s": ("meter per second", "meters per second"),
    "m/s²": ("meter per second squared", "meters per second squared"),
    "rpm": ("revolution per minute", "revolutions per minute"),
    "fps": ("frame per second", "frames per second"),
    "bpm": ("beat per minute", "beats per minute"),
    "mpg": ("mile per gallon", "miles per gallon"),
    "dpi": ("dot per inch", "dots per inch"),
    "Mbps": ("megabit per second", "megabits per second"),
    "Gbps": ("gigabit per second", "gigabits per second"),
    "kbps": ("kilobit per second", "kilobits per second"),
    "Mbit/s": ("megabit per second", "megabits per second"),
    "MB/s": ("megabyte per second", "megabytes per second"),
    "kg/m³": ("kilogram per cubic meter", "kilograms per cubic meter"),
    "km²": ("square kilometer", "square kilometers"),
    "m²": ("square meter", "square meters"),
    "cm²": ("square centimeter", "square centimeters"),
    "mm²": ("square millimeter", "square millimeters"),
    "km³": ("cubic kilometer", "cubic kilometers"),
    "m³": ("cubic meter", "cubic meters"),
    "cm³": ("cubic centimeter", "cubic centimeters"),
    "sq ft": ("square foot", "square feet"),
    "fl oz": ("fluid ounce", "fluid ounces"),
}

# Abbreviation without its last full stop -> what is said.
TITLES: Mapping[str, str] = {
    "Mr": "Mister",
    "Mrs": "Missis",
    "Ms": "Miz",
    "Dr": "Doctor",
    "Prof": "Professor",
    "Gov": "Governor",
    "Sen": "Senator",
    "Rep": "Representative",
    "Pres": "President",
    "Gen": "General",
    "Col": "Colonel",
    "Lt": "Lieutenant",
    "Sgt": "Sergeant",
    "Capt": "Captain",
    "Cmdr": "Commander",
    "Maj": "Major",
    "Adm": "Admiral",
    "Rev": "Reverend",
    "Hon": "Honorable",
    "Fr": "Father",
    "Mt": "Mount",
    "Ft": "Fort",
}
ABBREVIATIONS: Mapping[str, str] = {
    "e.g": "for example",
    "eg": "for example",
    "i.e": "that is",
    "ie": "that is",
    "etc": "et cetera",
    "vs": "versus",
    "cf": "compare",
    "et al": "and others",
    "approx": "approximately",
    "est": "estimated",
    "incl": "including",
    "ca": "about",
    "viz": "namely",
    "Jr": "Junior",
    "Sr": "Senior",
    "Esq": "Esquire",
    "Inc": "Incorporated",
    "Ltd": "Limited",
    "Corp": "Corporation",
    "Co": "Company",
    "Bros": "Brothers",
    "Dept": "Department",
    "Univ": "University",
    "Assn": "Association",
    "Govt": "Government",
    "Ave": "Avenue",
    "Blvd": "Boulevard",
    "Rd": "Road",
    "Hwy": "Highway",
    "Apt": "Apartment",
    "Ph.D": "P h D",
    "B.Sc": "B S c",
    "M.Sc": "M S c",
    "Jan": "January",
    "Feb": "February",
    "Aug": "August",
    "Sept": "September",
    "Oct": "October",
    "Nov": "November",
    "Dec": "December",
    "Mon": "Monday",
    "Tue": "Tuesday",
    "Tues": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Thurs": "Thursday",
    "Fri": "Friday",
    "max": "maximum",
    "misc": "miscellaneous",
    "tel": "telephone",
    "ext": "extension",
    "dept": "department",
}
# Only before a number.
BEFORE_NUMBER: Mapping[str, str] = {
    "No": "number",
    "no": "number",
    "Nos": "numbers",
    "nos": "numbers",
    "p": "page",
    "pp": "pages",
    "Fig": "figure",
    "fig": "figure",
    "Figs": "figures",
    "Eq": "equation",
    "Vol": "volume",
    "vol": "volume",
    "Ch": "chapter",
    "ch": "chapter",
    "Sec": "section",
    "sec": "section",
    "Art": "article",
    "art": "article",
    "ver": "version",
    "c": "about",
}
# A word after an abbreviation that shows that a sentence has ended there.
SENTENCE_STARTERS = frozenset(
    "The A An It He She They We You I This That These Those There In On At But And Or So If When While After Before"
    " For From However Then What Why How Who Where His Her Its Their Our My Your No Yes As By To".split()
)
# Read letter by letter also where everything else is written in capitals.
SPELLED = frozenset(
    "USA UK EU UN FBI CIA NBA NFL BBC CNN NBC IBM API CPU GPU USB URL HTML HTTP SQL XML JSON PDF CEO CFO CTO FAQ DIY"
    " DNA RNA GPS TV PC AI AM PM LLC PhD ATM DJ HIV IQ NYC LA DC VIP".split()
)
REGNAL_NAMES = frozenset(
    "Henry Edward Richard George James William Charles Louis Philip Francis Frederick Alexander Nicholas Peter Ivan"
    " Catherine Elizabeth Mary Victoria John Paul Pius Benedict Leo Gregory Clement Innocent Urban Napoleon Wilhelm"
    " Gustav Christian Haakon Harald Carl Juan Carlos Felipe Alfonso Ferdinand Leopold Albert Otto Ramesses Ptolemy"
    " Cleopatra Darius Xerxes Constantine Robert Stephen Malcolm David Margaret Umberto Pope".split()
)
# (written, said) as words of their own.
PLAIN_WORDS: Mapping[str, str] = {
    "w/o": "without",
    "w/": "with",
    "c/o": "care of",
    "n/a": "not available",
    "N/A": "not available",
    "and/or": "and or",
    "he/she": "he or she",
    "she/he": "she or he",
    "his/her": "his or her",
    "him/her": "him or her",
    "s/he": "he or she",
    "yes/no": "yes or no",
    "24/7": "twenty-four seven",
    "CO2": "C O 2",
    "CO₂": "C O 2",
    "H₂O": "H 2 O",
    "Wi-Fi": "why fye",
    "WiFi": "why fye",
}
SIGNS: Mapping[str, str] = {
    "&": " and ",
    "≤": " is at most ",
    "≥": " is at least ",
    "≠": " is not equal to ",
    "≈": " is about ",
    "∞": " infinity ",
    "√": " the square root of ",
    "π": " pi ",
    "→": ", ",
    "⇒": ", ",
    "←": ", ",
    "•": ", ",
    "²": " squared ",
    "³": " cubed ",
    "™": "",
    "®": "",
    "℠": "",
    "℃": " degrees Celsius ",
    "℉": " degrees Fahrenheit ",
    "№": " number ",
    "‰": " per mille ",
    "℗": "",
    "★": " star ",
    "☆": " star ",
}
