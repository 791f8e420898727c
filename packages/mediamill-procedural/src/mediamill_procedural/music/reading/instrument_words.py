"""What instruments are called, in a few languages, without accents."""

DRUMS = "drums"
_NAMES: dict[str, str] = {
    "piano": "piano, grand piano, klavier, pianos, keys, keyboard, pianoforte, upright piano, felt piano",
    "honky-tonk piano": "honky tonk piano, honky-tonk piano, saloon piano, bar piano, detuned piano",
    "electric piano": "electric piano, rhodes, wurlitzer, e piano, e-piano, fender rhodes",
    "harpsichord": "harpsichord, cembalo, clavichord, clavecin, spinet",
    "guitar": "guitar, guitars, acoustic guitar, gitarre, guitarra, guitare, chitarra, steel guitar, akustikgitarre, "
    "violao",
    "nylon guitar": "nylon guitar, classical guitar, spanish guitar, lute, oud, nylon string guitar",
    "electric guitar": "electric guitar, clean guitar, e gitarre, guitarra electrica, electric guitars, surf guitar",
    "distorted guitar": "distorted guitar, heavy guitar, power chords, distorted guitars, heavy guitars, "
    "guitar riffs, riff",
    "overdriven guitar": "overdriven guitar, lead guitar, guitar solo, blues guitar",
    "banjo": "banjo, banjos", "ukulele": "ukulele, uke, ukelele", "mandolin": "mandolin, bouzouki, balalaika, "
    "mandoline",
    "sitar": "sitar, sarod", "koto": "koto, shamisen, guzheng, pipa", "harp": "harp, harfe, arpa, harpe, lyre",
    "pizzicato strings": "pizzicato, pizzicato strings, plucked strings",
    "violin": "violin, violins, geige, violine, violino, violon, solo violin, violines", "viola": "viola, bratsche",
    "cello": "cello, cellos, violoncello, violoncelle, chelo", "fiddle": "fiddle, fiddles",
    "strings": "strings, string section, string orchestra, streicher, cuerdas, cordes, archi, orchestra strings, "
    "cordas",
    "staccato strings": "staccato strings, spiccato, staccato",
    "upright bass": "upright bass, double bass, contrabass, kontrabass, contrabajo, acoustic bass, walking bass",
    "electric bass": "bass, bass guitar, electric bass, bassline, bajo, bassgitarre", "slap bass": "slap bass",
    "flute": "flute, flutes, flote, flauta, flauto, piccolo", "recorder": "recorder, blockflote, ocarina",
    "tin whistle": "tin whistle, whistle, penny whistle, whistling",
    "pan flute": "pan flute, panflute, shakuhachi, panpipes, quena, bamboo flute, native flute, duduk",
    "clarinet": "clarinet, klarinette, clarinete, clarinetto, clarinette", "oboe": "oboe, english horn, cor anglais",
    "bassoon": "bassoon, fagott", "saxophone": "saxophone, sax, saxofon, saxophon, saxofono, tenor sax, alto sax",
    "harmonica": "harmonica, mouth organ, mundharmonika, armonica", "trumpet": "trumpet, trumpets, trompete, "
    "trompeta, tromba, trompette",
    "muted trumpet": "muted trumpet, harmon mute", "trombone": "trombone, trombones, posaune",
    "horn": "horn, horns section, french horn, french horns, waldhorn, trompa", "tuba": "tuba, sousaphone",
    "brass": "brass, horns, brass section, blaser, metales, cuivres, ottoni", "organ": "organ, hammond, orgel, "
    "organo, orgue, b3",
    "church organ": "church organ, pipe organ, kirchenorgel, cathedral organ",
    "accordion": "accordion, bandoneon, akkordeon, acordeon, accordeon, concertina, fisarmonica",
    "bagpipes": "bagpipes, bagpipe, dudelsack, gaita",
    "choir": "choir, choirs, chor, coro, choeur, chorus, choral voices, voices, monks, a cappella, acapella",
    "voice": "voice, vocal, vocals, singer, singing, humming, stimme, voz, soprano, female vocals, male vocals",
    "glockenspiel": "glockenspiel, chimes, triangle", "celesta": "celesta, celeste, toy piano",
    "music box": "music box, spieluhr",
    "vibraphone": "vibraphone, vibes solo, vibraphon, vibrafono", "marimba": "marimba, balafon",
    "xylophone": "xylophone, xylophon",
    "kalimba": "kalimba, mbira, thumb piano", "steel drum": "steel drum, steel drums, steelpan, steel pan, "
    "hang drum, handpan",
    "bells": "bells, tubular bells, glocken, campanas, bell, church bells, gongs, gong", "timpani": "timpani, "
    "kettledrums, pauken",
    "synth lead": "synth, synthesizer, synths, synth lead, synthesizers, lead synth, sintetizador, moog, analog synth",
    "supersaw": "supersaw, saw lead", "synth pad": "synth pad, synth pads, pads, pad", "warm pad": "warm pad, "
    "warm pads",
    "glass pad": "glass pad, glass, crystal pad, shimmering pads", "synth pluck": "pluck, plucks, synth pluck, "
    "arpeggio, arpeggios, arp, arpeggiator",
    "acid synth": "acid synth, 303, acid line, tb 303", "synth bass": "synth bass, moog bass, bass synth, analog bass",
    "reese bass": "reese, reese bass, wobble bass, growl bass", "sub bass": "sub bass, 808 bass, sub, subbass",
    "square lead": "square wave, square lead, chip lead", "theremin": "theremin, musical saw",
    DRUMS: "drums, drum, percussion, drum kit, drumset, schlagzeug, bateria, batterie, batteria, beats, drumbeat, "
    "drum machine, "
    "tambores, percusion, taiko, taikos, congas, bongos, hand drums, brushes, claps, handclaps",
}  # fmt: skip

INSTRUMENT_WORDS: dict[str, str] = {
    phrase.strip(): instrument for instrument, phrases in _NAMES.items() for phrase in phrases.split(",")
}
