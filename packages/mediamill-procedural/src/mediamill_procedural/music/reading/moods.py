"""What moods, scenes and tempo words ask for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mood:
    """A colour of the whole piece."""

    name: str
    minor: bool | None = None  # the third, where the mood wants one
    tempo: float = 1.0  # times the genre's
    force: float = 0.0  # louder and denser above nought, -1 to 1
    genre: str = ""  # what to play where no genre is named


_MOODS: tuple[tuple[Mood, str], ...] = (
    (Mood("happy", False, 1.05, 0.3, "pop"),
     "happy, joyful, cheerful, joy, fun, playful, bright, sunny, upbeat, positive, feelgood, frohlich, glucklich, "
     "alegre, feliz, "
     "joyeux, allegra, felice, optimistic, merry, lighthearted, carefree, quirky, funny, comical, whimsical, "
     "birthday, summer, "
     "spring, smile, bouncy, lustig, heiter"),
    (Mood("sad", True, 0.85, -0.4, "romantic piano"),
     "sad, melancholic, melancholy, sorrow, sorrowful, lonely, heartbroken, heartbreak, tragic, mourning, grief, "
     "blue, traurig, "
     "triste, melancholisch, funeral, crying, tears, regret, loss, somber, sombre, gloomy, trauer, wistful"),
    (Mood("calm", None, 0.88, -0.5, "calm"),
     "calm, relaxing, relaxed, peaceful, quiet, gentle, soft, soothing, serene, tranquil, tender, delicate, mellow, "
     "laid back, "
     "ruhig, sanft, tranquilo, calme, calmo, tranquilla, entspannend, rain, rainy, evening, morning, snow, winter, "
     "lake, river, "
     "forest, garden, ocean, sea, nature, candle, fireplace, cozy, cosy, sunrise, slowly, intimate, leise, suave, "
     "doux"),
    (Mood("dark", True, 0.95, 0.1, "cinematic"),
     "dark, ominous, sinister, evil, brooding, menacing, gothic, night, shadow, shadows, dystopian, villain, grim, "
     "dunkel, oscuro, "
     "sombrio, oscura, duster, bleak, cold, apocalyptic"),
    (Mood("tense", True, 1.05, 0.2, "suspense"), "tense, nervous, anxious, chase, urgent, restless, dangerous, "
    "danger, stress"),
    (Mood("energetic", None, 1.1, 0.7, "rock"),
     "energetic, powerful, driving, intense, aggressive, hard, loud, wild, exciting, workout, gym, sport, sports, "
     "running, power, "
     "angry, heavy, pumping, energy, energetisch, energica, racing, explosive, adrenaline, extreme, furious, strong"),
    (Mood("romantic", None, 0.92, -0.2, "ballad"),
     "romantic, love, loving, passionate, sensual, sexy, warm, dreamy, sweet, romantisch, romantico, romantique, "
     "valentine, kiss, "
     "wedding, emotional, heartfelt, touching, sentimental"),
    (Mood("nostalgic", None, 0.93, -0.2, "lo-fi"),
     "nostalgic, nostalgia, vintage, old, memories, memory, retro, childhood, autumn, bittersweet, reflective, "
     "sunset, hazy"),
    (Mood("hopeful", False, 1.0, 0.2, "cinematic"),
     "hopeful, hope, inspiring, inspirational, uplifting, motivational, triumphant, motivating, dream, dreams, "
     "success, "
     "motivation, encouraging, glorious, majestic, noble, proud, freedom, flying, adventure, adventurous, journey"),
    (Mood("magical", None, 0.95, -0.2, "cinematic"),
     "magical, magic, enchanted, fairy, fairytale, wonder, mystical, dreamlike, sparkling, stars, starry, christmas, "
     "elf, unicorn"),
    (Mood("cool", None, 1.0, 0.0, "funk"), "cool, smooth, groovy, stylish, sleek, slick, sassy, swagger, city, "
    "urban, street"),
    (Mood("solemn", None, 0.9, -0.1, "hymn"), "solemn, serious, ceremonial, reverent, holy, religious, prayer, "
    "heaven, angels"),
)  # fmt: skip
MOOD_WORDS: dict[str, Mood] = {word.strip(): mood for mood, words in _MOODS for word in words.split(",")}

TEMPO_FACTORS: dict[str, float] = {
    word: factor
    for factor, words in (
        (0.8, "slow, langsam, lento, lenta, lent, lente, sluggish, unhurried, slower"),
        (0.68, "very slow, extremely slow, sehr langsam, muy lento"),
        (1.0, "medium tempo, mid tempo, midtempo, moderate, mittel"),
        (1.18, "fast, quick, rapid, schnell, rapido, rapida, rapide, veloce, faster, lively, brisk, speedy, "
        "up tempo, uptempo"),
        (1.32, "very fast, extremely fast, frantic, frenetic, sehr schnell, muy rapido, breakneck"),
    )
    for word in words.split(", ")
}  # fmt: skip
# Beats a minute after common practice (Harvard Dictionary of Music).
TEMPO_MARKS: dict[str, float] = {
    "grave": 44, "largo": 50, "larghetto": 62, "adagio": 70, "andante": 84, "andantino": 92, "moderato": 108,
    "allegretto": 116, "allegro": 134, "vivace": 156, "presto": 178, "prestissimo": 196,
}  # fmt: skip
FILLERS = frozenset(
    """a an the and or of for in on at to with by from as is it its that this some any my your our me i you we please
    make
    create generate compose write play give want need would like music musical song track piece tune melody theme
    instrumental
    sound sounds sounding style styled vibe vibes feel feeling mood moods tempo beat rhythm background intro version
    inspired
    featuring feat plus very really quite little bit more most less slightly nice beautiful good great lovely best
    perfect
    pretty simple short long minute minutes second seconds loop type kind key major minor bpm time signature accompanied
    accompaniment arrangement ensemble band duo duet trio solo line lines part played playing full lush deep rich clean
    und oder mit ein eine einen der die das fur im in musik lied y con una un el la los las de del musica cancion
    para et avec
    une le les des du musique pour e il lo gli musica canzone com uma o os as""".split()
)
