"""What genres are called, in a few languages, without accents."""

_NAMES: dict[str, str] = {
    "classical": "classical, klassik, clasica, classica, classique, symphony, symphonie, minuet, menuett, "
    "mozart, haydn, beethoven, sonata, chamber music, string quartet, concerto, quartet",
    "baroque": "baroque, barock, barroco, barocco, bach, vivaldi, handel, fugue, harpsichord music",
    "romantic piano": "romantic piano, nocturne, chopin, piano ballad, liszt, impressionist, debussy, satie, "
    "etude, prelude",
    "calm": "neoclassical, neo classical, new age, meditation, meditative, spa, yoga, relaxation, mindfulness, "
    "healing, zen, "
    "background music, study music",
    "waltz": "waltz, waltzes, walzer, vals, valse, valzer, valsa, viennese, strauss, musette",
    "march": "march, marching, marsch, marcha, marcia, parade, military, brass band, anthem, fanfare",
    "cinematic": "orchestra, orchestral, symphonic, cinematic, film, movie, soundtrack, score, documentary, trailer, "
    "filmmusik, cine, emotional score",
    "epic": "epic, heroic, battle, war, epico, episch, hero, victory, action, fantasy, boss fight, gladiator, viking",
    "suspense": "suspense, horror, scary, creepy, thriller, spooky, haunted, halloween, mystery, mysterious, eerie, "
    "tension, "
    "noir, crime, spy, unheimlich, terror",
    "lullaby": "lullaby, lullabies, wiegenlied, schlaflied, nana, berceuse, ninna nanna, music box, baby, cradle, "
    "bedtime",
    "ambient": "ambient, drone, soundscape, atmospheric, ethereal, space, cosmic, floating, deep sleep, sleep, "
    "underwater, "
    "ambiente",
    "hymn": "hymn, chorale, choral, church, sacred, cathedral, church music, chant, gregorian, organ music, "
    "kirchenmusik",
    "rock": "rock, rock and roll, rock n roll, hard rock, grunge, garage rock, indie rock, alternative, classic rock, "
    "stadium rock, guitar solo, roquero",
    "metal": "metal, heavy metal, thrash, death metal, black metal, metalcore, djent, doom",
    "punk": "punk, pop punk, ska punk, hardcore, skate",
    "pop": "pop, popmusik, catchy, radio, jingle, advertising, commercial, advert, corporate, k pop, kpop, j pop, "
    "jpop, "
    "dance pop, electropop, indie pop, schlager, teen, summer hit, ukulele song, pop song",
    "ballad": "ballad, ballade, balada, power ballad, love song, slow song, wedding, schnulze, slow dance",
    "country": "country, bluegrass, western, cowboy, nashville, hillbilly, honky tonk, americana, hoedown",
    "folk": "folk, acoustic, singer songwriter, campfire, folklore, folksong, indie folk, volksmusik, akustik, travel, "
    "guitar music, fingerpicking",
    "jazz": "jazz, swing, bebop, big band, jazzy, hard bop, gypsy jazz, jazz trio, cool jazz, dixieland, jazzig",
    "jazz ballad": "jazz ballad, smooth jazz, lounge, cocktail, late night jazz, bar music, cafe jazz, crooner, "
    "slow jazz, "
    "jazz club, coffee shop, easy listening",
    "blues": "blues, bluesy, delta blues, twelve bar, 12 bar, shuffle, boogie, rhythm and blues",
    "ragtime": "ragtime, rag, saloon, joplin, silent film, stride, vaudeville, cakewalk, slapstick",
    "funk": "funk, funky, groove, slap, p funk, jazz funk, g funk",
    "soul": "soul, r&b, rnb, motown, neo soul, r and b, soulful",
    "gospel": "gospel, spiritual, worship, praise",
    "disco": "disco, nu disco, boogie night, seventies dance, 70s dance, italo disco, studio 54",
    "house": "house, deep house, edm, dance, club, electronic dance, tropical house, tech house, dance music, "
    "electronic, "
    "elektronisch, progressive house, party music, electronica, future bass, rave",
    "techno": "techno, minimal techno, acid, industrial, warehouse, minimal, detroit, acid house",
    "trance": "trance, psytrance, goa, uplifting trance, eurodance, hands up, festival",
    "drum and bass": "drum and bass, drum n bass, drum & bass, dnb, d&b, jungle, liquid, breakbeat, liquid dnb",
    "dubstep": "dubstep, wobble, brostep, riddim, bass music",
    "uk garage": "uk garage, 2 step, two step, garage, grime, speed garage",
    "electro": "electro, synth pop, synthpop, electro pop, breakdance, robot, new wave, kraftwerk, cyber",
    "hip hop": "hip hop, hiphop, hip-hop, rap, boom bap, old school, beats, instrumental hip hop, rapper",
    "lo-fi": "lofi, lo-fi, lo fi, lofi hip hop, lo-fi hip hop, lo fi hip hop, chillhop, chill hop, study beats, "
    "chillout, "
    "chill out, chill beats, downtempo, trip hop, chill, vaporwave",
    "trap": "trap, drill, phonk, 808, 808s, trap beat, cloud rap",
    "synthwave": "synthwave, retrowave, outrun, 80s, eighties, 1980s, retro synth, cyberpunk, neon, miami, darksynth, "
    "night drive",
    "chiptune": "chiptune, 8 bit, 8-bit, 8bit, 16 bit, video game, videogame, videospiel, arcade, game boy, gameboy, "
    "nintendo, "
    "platformer, retro game, nes, pixel, videojuego",
    "bossa nova": "bossa nova, bossa, bossanova, ipanema, jobim, brazilian jazz",
    "samba": "samba, carnival, brazilian, batucada, brazil, rio, carnaval, brasil, mpb",
    "salsa": "salsa, latin, latino, mambo, cuban, son, cha cha, chachacha, merengue, rumba, bolero, timba, cuba, "
    "tropical, "
    "lateinamerikanisch, latina, mariachi, mexican, cumbia, bachata",
    "reggaeton": "reggaeton, dembow, perreo, latin pop, moombahton, dancehall",
    "reggae": "reggae, dub, ska, rocksteady, rasta, jamaica, jamaican, one drop",
    "afrobeat": "afrobeat, afrobeats, african, highlife, afro, amapiano, africa, afro house, nigerian",
    "tango": "tango, argentine, milonga, bandoneon, piazzolla",
    "flamenco": "flamenco, spanish guitar, spanish, rumba flamenca, bulerias, andalusian, gypsy, matador",
    "celtic": "celtic, irish, scottish, ireland, jig, reel, gaelic, celtique, keltisch, sea shanty, shanty, pirate, "
    "pub",
    "raga": "raga, indian, india, bollywood, bhangra, tabla, oriental, arabic, arabian, middle eastern, turkish, "
    "desert, "
    "egyptian, persian",
    "japanese": "japanese, japan, chinese, china, asian, samurai, geisha, oriental garden, ninja, korean, zen garden",
    "medieval": "medieval, renaissance, tavern, minstrel, troubadour, mittelalter, knight, castle, folk metal, bard, "
    "fantasy tavern",
    "calypso": "calypso, caribbean, steel band, island, beach, hawaiian, hawaii, soca, tiki, holiday, karibik",
}  # fmt: skip

GENRE_WORDS: dict[str, str] = {
    phrase.strip(): genre for genre, phrases in _NAMES.items() for phrase in phrases.split(",")
}
# A scene rather than a genre: a clear name beside it counts more ("epic jazz" is jazz).
VAGUE = frozenset({"calm", "cinematic", "epic", "suspense", "ambient", "pop", "house"})
