"""What tells languages that share a script apart: the commonest small words, and letters few others write."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """Signs of one language among those of its script."""

    words: frozenset[str]
    letters: frozenset[str] = frozenset()


def signs(words: str, letters: str = "") -> Evidence:
    """Evidence from words parted by spaces and letters in a row."""
    return Evidence(frozenset(words.split()), frozenset(letters))


LATIN: Mapping[str, Evidence] = {
    "en": signs(
        "the of and to in is it that was for on are with as his they at be this have from or had by but not what"
        " all were we when your can said there an each which she he do how their if will up other about out many"
        " then them these so some her would make like him has look more could my than been who its now i'm it's"
        " don't you i a me no one our their over hello thanks please why where"
    ),
    "es": signs(
        "el la los las de del que y en un una unos unas es por para con no se su sus lo como más pero al le ya o"
        " este esta esto ese esa sí porque muy sin sobre también me hay fue era ser son está están tiene todo"
        " todos cuando donde qué cómo hola gracias buenos días usted nosotros mi tu yo él ella nos hasta desde"
        " buenas noches",
        "ñ¿¡",
    ),
    "fr": signs(
        "le la les des de du un une et est en que qui dans pour pas sur au aux avec ce cette ces il elle ils"
        " elles je tu nous vous on ne se sa son ses par plus mais ou où sont été être avoir fait comme tout tous"
        " c'est n'est d'un d'une qu'il j'ai l'on très aussi bien bonjour merci mon ma mes votre notre leur même"
        " quand sans va ça comment égaux oui non aujourd'hui fait",
        "œëùû",
    ),
    "de": signs(
        "der die das und ist in den von zu mit sich des auf für nicht ein eine einen einem einer es im dem auch"
        " als an werden aus er hat dass sie nach bei um noch wie über so zum war haben nur oder aber vor zur bis"
        " mehr durch man sein wurde wir ich du ihr mir mich kein keine wenn guten tag danke bitte schön hallo wo"
        " was heute sind",
        "ßäöü",
    ),
    "it": signs(
        "il lo la i gli le di del della dei delle dello degli e è in un uno una che non per con si da dal dalla"
        " su sul sono come più ma anche al alla ai alle se questo questa quello ho ha hanno era essere nel nella"
        " nei io tu lui lei noi voi loro molto tutto tutti perché quando dove ciao grazie buongiorno mi ti ci vi"
        " c'è l'ho oggi bene",
        "ìò",
    ),
    "pt": signs(
        "o a os as de do da dos das e é em um uma que não para com por no na nos nas se mais como mas foi ao à"
        " pelo pela são ele ela eles eu você nós isso este esta esse essa seu sua muito já também está ser ter tem"
        " quando onde porque até sem obrigado obrigada olá bom dia meu minha há depois todos hoje aos",
        "ãõ",
    ),
    "nl": signs(
        "de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij nog uit naar door"
        " over ze zich hij ik je we wij jij u dit die deze was heeft had hebben worden werd wordt geen kan zal"
        " meer goed dag hallo dank wat waar hoe waarom mijn jouw onze zo veel heel tot moet vandaag gaat"
    ),
    "pl": signs(
        "i w na z nie się jest to że do o jak za od po przez dla co są był była było ale czy tak tylko już oraz"
        " ich jego jej który która które może być ma mam ten ta te tego dzień dobry dziękuję proszę cześć gdzie"
        " kiedy dlaczego"
        " bardzo my wy oni ja ty ze przy",
        "ąęłńśźż",
    ),
    "sv": signs(
        "och att det som en ett är av för den på med inte till i de om har jag du vi ni han hon var från men så"
        " kan när vad hur mycket eller efter skulle också ska hej tack god dag min din mig dig alla denna detta"
        " finns bara där"
        " idag man sin sina över åt",
        "åäö",
    ),
    "da": signs(
        "og at det som en et er af for den på med ikke til i de om har jeg du vi han hun var fra men så kan når"
        " hvad hvordan meget eller efter skulle også skal hej tak god dag min din mig dig alle denne dette findes"
        " bare der"
        " dag sig blev bliver nogle hvor være noget hvorfor mange",
        "æøå",
    ),
    "nb": signs(
        "og at det som en et er av for den på med ikke til i de om har jeg du vi han hun var fra men så kan når"
        " hva hvordan mye eller etter skulle også skal hei takk god dag min din meg deg alle denne dette finnes"
        " bare der"
        " seg ble blir noen hvor være noe hvorfor mange hvordan ei",
        "æøå",
    ),
    "fi": signs(
        "ja on ei se että oli hän mutta kun niin myös ovat joka kuin tai jos nyt vain ole mitä mikä missä miksi"
        " tämä tässä sen minä sinä me te he minun sinun ollut olla voi kaikki hyvää päivää kiitos hei moi paljon"
        " hyvin"
        " sitten vielä mukaan jo olen olet kanssa siitä tänään",
        "äö",
    ),
    "tr": signs(
        "ve bir bu da de için ile çok ne var daha gibi ama o ben sen biz siz onlar mi mı mu mü değil olarak olan"
        " kadar sonra her şey en diye ki iyi günler merhaba teşekkürler teşekkür ederim nasıl nasılsın neden"
        " nerede hiç yok"
        " bugün benim senin oldu ise veya hem gün",
        "ığş",
    ),
    "cs": signs(
        "a v na se je že to s z do o i jak za od po pro co jsou byl byla bylo ale ano jen už nebo jeho její který"
        " která které může být má mám ten ta dobrý den děkuji prosím ahoj kde kdy proč velmi my vy oni já ty jsem"
        " jsme není"
        " tak při také dnes",
        "řěů",
    ),
    "sk": signs(
        "a v na sa je že to s z do o i ako za od po pre čo sú bol bola bolo ale áno len už alebo jeho jej ktorý"
        " ktorá ktoré môže byť má mám ten tá dobrý deň ďakujem prosím ahoj kde kedy prečo veľmi my vy oni ja ty"
        " som sme nie"
        " tak pri aj dnes",
        "ľĺŕô",
    ),
    "hu": signs(
        "a az és hogy nem is egy van ez volt de csak meg már mint vagy ha azt ki még el én te ő mi ti ők minden"
        " nagyon jó napot köszönöm kérem szia hol mikor miért mert lesz lehet volna után szerint itt ott kell most"
        " ma",
        "őű",
    ),
    "ro": signs(
        "și în de la cu pe nu este un o care că se din mai să sunt ca pentru a fi am ai are dar al ale lui ei eu"
        " tu noi voi fost acest această când unde cum foarte bună ziua mulțumesc salut ce prin după sau toate"
        " astăzi",
        "ășțţş",
    ),
    "hr": signs(
        "i u na je se da za su od s ne što koji koja koje ali kao to iz ili bi biti ima nije sam smo ste jer može"
        " samo već kako ovo tko gdje kada zašto dobar dan hvala molim bok vrlo on ona mi vi oni ja ti sve po danas",
        "đ",
    ),
    "sl": signs(
        "in v na je se da za so od s z ne kaj ki ali kot to iz bi biti ima ni sem smo ste ker lahko samo že kako"
        " kje kdaj zakaj dober dan hvala prosim zelo on ona mi vi oni jaz ti vse vsi po tudi pa danes ljudje imajo"
        " še bil bila tega"
    ),
    "id": signs(
        "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga saya ke karena tersebut bisa ada mereka"
        " lebih kami kita anda dia oleh sudah telah atau seperti apa bagaimana selamat pagi siang malam terima"
        " kasih halo"
        " sangat hari kamu adalah sebagai"
    ),
    "vi": signs(
        "và của là có không được cho một trong các những người với này để tôi bạn chúng ta đã khi từ về như cũng"
        " ra nhưng"
        " rất xin chào cảm ơn gì sao đâu nào thế vào lại hôm nay",
        "ươđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    ),
    "ca": signs(
        "el la els les de del dels que i en un una uns unes és per amb no es seu seva com més però al als ja o"
        " aquest aquesta això perquè molt sense també hi ha va ser són està tot tots quan on què bon dia gràcies"
        " hola nosaltres"
        " jo ell ella l'home avui",
        "ŀ",
    ),
    "et": signs(
        "ja on ei see et oli ta aga kui nii ka kes mis või nüüd ainult ole mida kus miks selle mina sina meie"
        " teie nad minu sinu olnud olla võib kõik tere päevast aitäh palun väga hästi siis veel täna",
        "õ",
    ),
    "lv": signs(
        "un ir ka no ar par uz bet tas kas kā vai nav es tu mēs jūs viņš viņa bija būt ļoti labdien paldies lūdzu"
        " kur"
        " kad kāpēc tikai jau arī šis šī pie līdz šodien",
        "ļķņģēūī",
    ),
    "lt": signs(
        "ir yra kad su į iš bet tai kas kaip ar ne aš tu mes jūs jis ji buvo būti labai laba diena ačiū prašau"
        " kur kada"
        " kodėl tik jau taip šis ši prie iki šiandien apie",
        "ėįųūę",
    ),
}
CYRILLIC: Mapping[str, Evidence] = {
    "ru": signs(
        "и в не на я что он с как это по но они мы из у то за она так же от все для был была было бы вы ты мне"
        " меня его ее её к или если только уже когда где почему очень привет спасибо сегодня",
        "ыэё",
    ),
    "uk": signs(
        "і в не на я що він з як це по але вони ми із у та за вона так від всі для був була було ви ти", "іїєґ"
    ),
    "be": signs("і ў не на я што ён з як гэта па але яны мы за яна так ад усе для быў была было вы ты", "ўіыэё"),
    "bg": signs(
        "и в не на се аз че той с как това по но те ние от са за тя така се да ще си е съм беше са или ако само"
        " вече кога"
        " къде защо много здравей благодаря днес са"
    ),
    "sr": signs(
        "и у не на ја што он с како ово по али они ми из је се да за она тако од сви за био била ви ти", "јљњћђџ"
    ),
    "mk": signs("и во не на јас што тој со како ова по но тие ние од се да за таа така сите беше ви ти е", "ѓќѕ"),
    "kk": signs("және мен бір бұл үшін де да емес бар сен біз олар ол қалай", "әғқңөұүһ"),
}
ARABIC: Mapping[str, Evidence] = {
    "ar": signs("في من على إلى أن هذا هذه التي الذي كان ما لا هو هي مع عن كل لم قد أو ثم", "ةىأإ"),
    "fa": signs("و در به از که این را با است برای آن یک خود تا بر هم می شد", "پچژگکی"),
    "ur": signs("اور کے کی میں ہے کا سے کو نے پر یہ وہ ہیں تھا بھی", "ٹڈڑںےہھ"),
}
DEVANAGARI: Mapping[str, Evidence] = {
    "hi": signs("है के की में का से को और हैं पर यह एक ने नहीं भी कि था हो"),
    "mr": signs("आहे आणि मध्ये च्या ते हे या व की नाही होते आहेत मी तो ती", "ळ"),
    "ne": signs("छ र को मा छन् हो यो पनि लाई भएको गर्न म तर थियो"),
}
