"""Whose language is it? Ada's texts come from everywhere, and often several in one."""

import pytest

from mediamill_procedural.speech.languages import stretches

SENTENCES = [
    ("en", "All human beings are born free and equal in dignity and rights."),
    ("en", "Hello world"),
    ("en", "Paris is beautiful."),
    ("en", "Wow!"),
    ("en", "Café au lait"),
    ("es", "Hola, ¿cómo estás?"),
    ("es", "Todos los seres humanos nacen libres e iguales en dignidad y derechos."),
    ("es", "El perro come carne en la casa."),
    ("fr", "Tous les êtres humains naissent libres et égaux en dignité et en droits."),
    ("fr", "Bonjour, comment allez-vous ?"),
    ("fr", "Il fait beau aujourd'hui."),
    ("de", "Alle Menschen sind frei und gleich an Würde und Rechten geboren."),
    ("de", "Guten Tag, wie geht es Ihnen?"),
    ("de", "Das Wetter ist schön."),
    ("it", "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti."),
    ("it", "Buongiorno, come sta?"),
    ("it", "Oggi è una bella giornata."),
    ("pt", "Todos os seres humanos nascem livres e iguais em dignidade e em direitos."),
    ("pt", "Bom dia, como você está?"),
    ("nl", "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren."),
    ("nl", "Goedemorgen, hoe gaat het met je?"),
    ("pl", "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw."),
    ("pl", "Dzień dobry, jak się masz?"),
    ("sv", "Alla människor är födda fria och lika i värde och rättigheter."),
    ("sv", "God dag, hur mår du?"),
    ("da", "Alle mennesker er født frie og lige i værdighed og rettigheder."),
    ("da", "Hvad hedder du?"),
    ("nb", "Hva heter du?"),
    ("fi", "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan."),
    ("tr", "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar."),
    ("tr", "Merhaba, nasılsın?"),
    ("cs", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv."),
    ("sk", "Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv."),
    ("hu", "Minden emberi lény szabadon születik és egyenlő méltósága és joga van."),
    ("ro", "Toate ființele umane se nasc libere și egale în demnitate și în drepturi."),
    ("hr", "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima."),
    ("sl", "Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice."),
    ("id", "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama."),
    ("vi", "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền."),
    ("ca", "Tots els éssers humans neixen lliures i iguals en dignitat i en drets."),
    ("et", "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt."),
    ("lv", "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās."),
    ("lt", "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis."),
    ("ru", "Все люди рождаются свободными и равными в своем достоинстве и правах."),
    ("ru", "Привет"),
    ("ru", "Мама мыла раму."),
    ("uk", "Всі люди народжуються вільними і рівними у своїй гідності та правах."),
    ("be", "Усе людзі нараджаюцца свабоднымі і роўнымі ў сваёй годнасці і правах."),
    ("bg", "Всички хора се раждат свободни и равни по достойнство и права."),
    ("sr", "Сва људска бића рађају се слободна и једнака у достојанству и правима."),
    ("mk", "Сите човечки суштества се раѓаат слободни и еднакви по достоинство и права."),
    ("kk", "Барлық адамдар тумысынан азат және қадір-қасиеті мен кұқықтары тең болып дүниеге келеді."),
    ("ar", "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق."),
    ("fa", "تمام افراد بشر آزاد به دنیا می\u200cآیند و از لحاظ حیثیت و حقوق با هم برابرند."),
    ("ur", "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔"),
    ("hi", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।"),
    ("mr", "सर्व मानवी व्यक्ति जन्मतःच स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा व समान अधिकार आहेत."),
    ("ne", "सबै व्यक्तिहरू जन्मजात स्वतन्त्र हुन् ती सबैको समान अधिकार र महत्व छ।"),
    ("el", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι"),
    ("en", "I ate sushi in San Francisco with Jürgen."),
    ("en", "The café in El Paso"),
    ("en", "Los Angeles"),
    ("en", "de facto standard"),
    ("en", "Schadenfreude"),
    ("en", "Nike Air Max"),
    ("en", "I"),
    ("en", "A"),
    ("en", "La La Land"),
    ("en", "Machine learning models predict outcomes."),
    ("en", "Rice is often served in round bowls."),
    ("en", "Glue the sheet to the dark blue background."),
    ("en", "Smoky fires lack flame and heat."),
    ("en", "Two blue fish swam in the tank."),
    ("en", "Ada Lovelace wrote programs, e.g. for Bernoulli numbers."),
    ("en", "Die hard fans, do or die!"),
    ("en", "Sing a song of sixpence, a pocket full of rye."),
    ("en", "Go to a bar."),
    ("en", "Man on fire"),
    ("en", "Star Wars: A New Hope"),
    ("en", "Turn left at Via Roma, 5 km away."),
    ("en", "El Niño is coming."),
    ("en", "naïve façade"),
    ("en", "STOP"),
    ("en", "lol"),
    ("en", "Vienna, Austria"),
    ("en", "Smart home hub"),
]


@pytest.mark.parametrize(("language", "sentence"), SENTENCES)
def test_a_sentence_is_known_by_its_script_and_small_words(language: str, sentence: str) -> None:
    assert [language] == [stretch.language for stretch in stretches(sentence)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("he", "שלום עולם"),
        ("hy", "Բարեւ աշխարհ"),
        ("ka", "გამარჯობა"),
        ("bn", "নমস্কার বিশ্ব"),
        ("pa", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ"),
        ("gu", "નમસ્તે"),
        ("ta", "வணக்கம் உலகம்"),
        ("te", "నమస్కారం"),
        ("kn", "ನಮಸ್ಕಾರ"),
        ("ml", "നമസ്കാരം"),
        ("si", "ආයුබෝවන්"),
        ("am", "ሰላም ለዓለም"),
        ("ko", "안녕하세요 세계. 5km 걸었어요!"),
        ("ja", "こんにちは、げんきですか。カタカナ"),
        ("cmn", "你好，世界。今天天气很好。"),
        ("yue", "你好嘅,唔該"),
        (None, "สวัสดีครับ"),
        (None, "ក្រុម"),
    ],
)
def test_a_script_of_one_language_is_enough(language: str | None, sentence: str) -> None:
    assert [language] == [stretch.language for stretch in stretches(sentence)]


def test_a_sentence_in_several_scripts_changes_voices() -> None:
    found = stretches("He said «привет» to me, then 你好! OK?")

    assert [
        ("en", "He said «"),
        ("ru", "привет» "),
        ("en", "to me, then "),
        ("cmn", "你好! "),
        ("en", "OK?"),
    ] == [(stretch.language, stretch.text) for stretch in found]


def test_kanji_beside_kana_are_japanese_and_cannot_be_read() -> None:
    assert [None, "ja", None, "ja"] == [stretch.language for stretch in stretches("日本語を話します")]


def test_a_german_letter_quoted_in_english_is_spoken_as_german() -> None:
    text = "She wrote to me. Ich habe dich nicht vergessen, und du? That was all that she said."

    assert ["en", "de", "en"] == [stretch.language for stretch in stretches(text)]


def test_what_says_nothing_of_its_own_follows_the_rest() -> None:
    text = "Das ist ein guter Tag für uns alle. Prof. Müller kommt. Vielleicht morgen."

    assert ["de"] == [stretch.language for stretch in stretches(text)]


@pytest.mark.parametrize("text", ["", "123", "!?", "Ein Tag. 你好。Hello! Привет…\n\nשלום 5km", "  a  "])
def test_nothing_of_a_text_is_lost(text: str) -> None:
    assert text == "".join(stretch.text for stretch in stretches(text))
