"""English words (and a few others) and what they ask for; one line for each meaning."""

KIND_WORDS = {
    "abstract": (
        "abstract|abstraction|swirl|fractal|shapes|chaos|emotion|music|sound|dream|idea|energy|freedom|silence"
    ),
    "arctic": "arctic|antarctic|antarctica|iceberg|glacier|polar|north pole|south pole|ice field|frozen sea|tundra",
    "beach": "beach|seaside|shore|sandy shore|seashore|sand beach",
    "birches": "birches|birch wood|birch forest|birch trees|birch grove",
    "canyon": "canyon|gorge|mesa|badlands|grand canyon|monument valley",
    "castle": "castle hill|fortress|citadel|kingdom|fairytale castle|palace",
    "cave": "cave|cavern|grotto|mine|tunnel|dungeon",
    "city": (
        "city|skyline|downtown|metropolis|skyscraper|cityscape|urban|megacity|new york|manhattan|tokyo|london|hong kong"
    ),
    "coast": "coast|cliff|coastline|headland|rocky shore|bay|fjord|seacliff|cape",
    "desert": "desert|dune|sahara|sand dune|oasis|egypt",
    "farm": "farm|farmland|field|wheat field|corn field|wheat|barley|vineyard|countryside|harvest|rural|crops",
    "flowers": (
        "flower field|field of flowers|flower meadow|wildflower|lavender|lavender field|poppies|poppy|tulip field|"
        "sunflower field|blossoms|daisy|daisies|poppy field"
    ),
    "forest": "forest|wood|woodland|woods|grove|trees|pines|fir|firs|spruce|taiga|redwood|clearing|enchanted forest",
    "garden": "garden|backyard|orchard|flower bed|botanical|zen garden|terrace",
    "harbour": "harbour|harbor|port|marina|dock|pier|quay|fishing village",
    "hills": "hill|rolling hill|valley|moor|highlands|downs|landscape|scenery|tuscany|scotland|ireland|vale|knoll",
    "island": "island|islet|archipelago|desert island|atoll",
    "jungle": "jungle|rainforest|rain forest|amazon",
    "lake": "lake|pond|lagoon|loch|lakeside|lakeshore|reservoir|swamp|marsh|wetland|bog",
    "lettering": "typography|lettering|calligraphy|logo|slogan|headline|sign saying|quote",
    "meadow": "meadow|grass|grassland|pasture|prairie|steppe|lawn|plain|picnic",
    "mountains": (
        "mountain|peak|alps|summit|himalaya|alpine|andes|matterhorn|everest|fuji|mount fuji|ridge|rockies|crag"
    ),
    "park": "park|playground|city park|avenue of trees",
    "pattern": (
        "pattern|wallpaper|texture|tile|mosaic|mandala|ornament|seamless|kaleidoscope|tessellation|textile|"
        "stripes|geometric|polka dots|gradient|quilt|checkerboard"
    ),
    "planet": (
        "alien planet|alien world|mars|exoplanet|lunar surface|moon surface|on the moon|alien landscape|moonscape"
    ),
    "portrait": "portrait|face|headshot|close up of a woman|close up of a man|selfie|self portrait|bust",
    "river": "river|stream|creek|brook|riverbank|canal|rapids",
    "road": "road|highway|route|country road|path|lane|trail|journey|railway|track",
    "room": (
        "room|interior|living room|bedroom|library|office|study|kitchen|indoors|cafe|bar|restaurant|attic|studio|"
        "fireplace|classroom|hall|apartment|windowsill|bookshop|inside"
    ),
    "savanna": "savanna|savannah|serengeti|safari|africa|kenya",
    "sea": "sea|ocean|waves|seascape|wave|tide|atlantic|pacific|mediterranean|horizon|tsunami|surf|water|sailing",
    "sky": "sky|clouds|cloudscape|heaven|skies|cloud|above the clouds",
    "snow": "snowfield|snow field|winter landscape|snowy landscape|ski slope|snowy field|winter wonderland",
    "space": (
        "space|galaxy|nebula|cosmos|universe|outer space|milky way|orbit|solar system|starfield|black hole|cosmic|"
        "interstellar|supernova|asteroid"
    ),
    "stage": (
        "stage|podium|pedestal|spotlight|theatre|theater|product photo|product shot|studio background|showcase|"
        "plain background|white background"
    ),
    "street": "street|alley|avenue|sidewalk|crossroads|boulevard|market street|alleyway|downtown street",
    "table": "still life|table|fruit|breakfast|dinner|food|desk|tea time|coffee break|shelf|counter|meal|lunch",
    "tropics": (
        "tropics|tropical|tropical island|tropical beach|caribbean|hawaii|maldives|bali|palm beach|palms|"
        "palm trees|paradise"
    ),
    "underwater": "underwater|coral|coral reef|reef|deep sea|under the sea|seabed|aquarium|ocean floor|atlantis|kelp",
    "village": "village|town|hamlet|small town|old town|rooftops|suburb|settlement",
    "volcano": "volcano|lava|eruption|vulcano|magma|erupting|vesuvius|etna",
    "waterfall": "waterfall|cascade|falls|niagara|waterfalls",
}

TIME_WORDS = {
    "dawn": "dawn|sunrise|morning|daybreak|morning light|early morning|first light",
    "day": (
        "day|noon|midday|daylight|daytime|afternoon|sunny|sunlight|sunlit|sunshine|bright day|sunny day|midsummer day"
    ),
    "dusk": "dusk|twilight|blue hour|evening|nightfall|gloaming|after sunset",
    "night": (
        "night|midnight|starry|stars|moonlight|moonlit|nighttime|nocturnal|starlight|starry night|stargazing|"
        "full moon|northern lights|aurora|fireflies|new moon|star"
    ),
    "sunset": "sunset|golden hour|sundown|golden light|evening sun|setting sun|evening light|golden",
}

WEATHER_WORDS = {
    "clear": "clear|cloudless|clear sky|blue sky|clear night|crisp",
    "cloudy": "cloudy|overcast|grey sky|gray sky|dramatic clouds|dramatic sky|gloomy",
    "mist": "mist|fog|foggy|misty|haze|hazy|smoke|smoky|soft fog|morning mist|steam|ethereal mist|fog bank",
    "rain": "rain|rainy|drizzle|raining|wet|shower|monsoon|puddle|downpour",
    "snowfall": "snowfall|snowing|falling snow|snowflake|blizzard|snow falling|snowstorm",
    "storm": "storm|stormy|thunder|thunderstorm|hurricane|tempest|lightning|tornado|rough sea|thundercloud",
}

SEASON_WORDS = {
    "autumn": "autumn|fall|october|november|autumnal|fallen leaves|fall colors|fall colours|indian summer|september",
    "spring": "spring|springtime|april|may|cherry blossom|blooming|bloom|blossom|easter",
    "summer": "summer|july|august|summertime|june|midsummer",
    "winter": (
        "winter|snow|snowy|ice|icy|frost|frozen|december|january|first snow|christmas|frosty|wintry|february|"
        "snow covered"
    ),
}

STYLE_WORDS = {
    "blueprint": "blueprint|technical drawing|schematic|cyanotype",
    "comic": "comic|cartoon|anime|manga|pop art|comic book|cel shaded|ghibli|studio ghibli",
    "flat": (
        "flat|minimal|minimalist|flat design|vector|vector art|flat illustration|minimalism|simple|paper cut|"
        "papercut|vector illustration"
    ),
    "ink": "ink|ink drawing|sumi e|ink wash|woodcut|linocut|etching|engraving|lithograph|line art|black ink",
    "low poly": "low poly|lowpoly|polygonal|low polygon|triangles|origami",
    "neon": "neon|cyberpunk|synthwave|vaporwave|retrowave|outrun|neon lights|glowing neon",
    "oil": (
        "oil|oil painting|painting|painted|van gogh|monet|impressionist|impressionism|impasto|oil on canvas|brush|"
        "brushstrokes|acrylic|expressionist|expressionism|turner|rembrandt|renaissance|baroque"
    ),
    "pastel": "pastel chalk|chalk|pastel drawing|crayon|soft pastels|pastel painting",
    "pencil": "pencil|pencil drawing|pencil sketch|sketch|drawing|charcoal|graphite|hand drawn|doodle",
    "photo": (
        "photo|photograph|photography|photorealistic|realistic|cinematic|film still|8k|4k|hyperrealistic|dslr|"
        "bokeh|photographic|movie still"
    ),
    "pixel art": "pixel art|pixel|8 bit|16 bit|pixelated|retro game|pixels",
    "pointillism": "pointillism|pointillist|seurat|stippled|stippling|dots|mosaic style",
    "poster": (
        "poster|travel poster|vintage poster|screen print|art deco|silkscreen|retro poster|propaganda poster|retro"
    ),
    "sepia": "sepia|old photo|vintage photo|daguerreotype|vintage|antique|old photograph",
    "stained glass": "stained glass|stained glass window|leaded glass|tiffany",
    "watercolour": "watercolour|watercolor|aquarelle|water colour|water color|gouache|watercolour painting",
}

MOOD_WORDS = {
    "dark": (
        "dark|gothic|ominous|scary|horror|grim|moody|spooky|haunted|eerie|sinister|gloom|sad|melancholy|lonely|"
        "abandoned"
    ),
    "dreamy": (
        "dreamy|dreamlike|ethereal|surreal|fantasy|magic|magical|fairy|fairytale|mystical|enchanted|whimsical|"
        "otherworldly|mystic|fantastic|alien|psychedelic"
    ),
    "pale": "pastel|soft|pale|gentle|delicate|muted|faded|calm|peaceful|serene|quiet|soft light|tranquil",
    "vivid": (
        "vivid|vibrant|colourful|colorful|saturated|bright|bold|rainbow coloured|joyful|happy|cheerful|intense|"
        "festive|lively"
    ),
    "warm": "warm|cozy|cosy|candlelit|firelight|autumnal light|romantic|amber light|sun drenched",
    "cool": "cool|cold|chilly|freezing|icy light",
    "grey": "black and white|monochrome|grayscale|greyscale|b w|noir|film noir|colourless",
    "dramatic": (
        "dramatic|epic|majestic|grand|mighty|heroic|god rays|sunbeams|light rays|rays of light|sun rays|breathtaking"
    ),
}

COLOUR_WORDS = {
    "d02a24": "red|scarlet|crimson|ruby",
    "7a1f2b": "maroon|burgundy|wine red|dark red",
    "f08a1d": "orange|tangerine",
    "f2c21b": "yellow|lemon yellow",
    "d9a520": "gold|golden coloured|mustard",
    "3f9a3c": "green|emerald",
    "9acb2d": "lime|light green|lime green",
    "1f5a33": "dark green|forest green|bottle green",
    "7f8434": "olive|olive green",
    "2fb3a3": "turquoise|teal|aquamarine",
    "38c6dc": "cyan|aqua",
    "2763c8": "blue|cobalt|royal blue|sapphire",
    "7db8e8": "light blue|sky blue|baby blue|pale blue|azure",
    "1c2f66": "navy|dark blue|navy blue|indigo|midnight blue",
    "7c3aa8": "purple|violet|amethyst",
    "b79ae0": "lilac|lavender coloured|mauve|light purple",
    "d43fa8": "magenta|fuchsia",
    "f08ab4": "pink|rose coloured|hot pink",
    "f3775c": "coral coloured|salmon|peach",
    "7a4a28": "brown|chestnut|chocolate|rust",
    "c9a878": "beige|tan|sand coloured|cream",
    "f4f3ee": "white|snow white|ivory",
    "1d1d21": "black|jet black|ebony",
    "8c9096": "grey|gray|ash grey",
    "c5cad2": "silver|chrome|silvery",
    "b3702e": "copper|bronze|brass",
}

SIZE_WORDS = {
    "0.45": "tiny|minuscule|miniature",
    "0.68": "small|little|baby|young|wee|mini",
    "1.3": "big|large|tall|great",
    "1.6": "huge|enormous|massive|towering|gigantic|giant|colossal|monumental",
}

COUNT_WORDS = {
    "1": "one|single|lone|solitary|lonely|1|alone",
    "2": "two|pair|couple|both|twin|2",
    "3": "three|trio|few|3",
    "4": "four|several|4",
    "5": "five|group|pack|bunch|5|some",
    "6": "six|many|row|half a dozen|6",
    "7": "seven|flock|herd|dozens|lots|swarm|fleet|lots of|7",
    "8": "eight|hundreds|8|school of",
    "9": "nine|ten|twelve|countless|thousands|dozen|9|10|12|hundred",
}

PLACE_WORDS = {
    "left": "on the left|to the left|left side|left",
    "right": "on the right|to the right|right side",
    "centre": "in the middle|in the centre|in the center|centered|centred|central",
    "far": "in the distance|far away|on the horizon|distant|in the background|far off|faraway",
    "near": "in the foreground|close up|closeup|up close|macro|foreground",
}

POSE_WORDS = {"asleep": "asleep|sleeping|sleepy|curled up|napping|sleeps|dozing|resting"}

NOT_WORDS = ("no", "not", "without", "never", "minus")
PART_OF_SPEECH_WORDS = frozenset(
    "a an the and or of in on at to with by for from into onto over under above below near next behind before "
    "between beside along across through around against during as is are be being its it his her their this that "
    "these those there where which who while very so more most just like style art artwork picture image scene view "
    "illustration made make draw paint render rendered show showing depicting featuring front back side top bottom "
    "middle beautiful nice lovely pretty stunning gorgeous amazing detailed highly ultra high quality detail "
    "details masterpiece intricate sharp focus hd background foreground light lights lighting colors colours color "
    "colour tones shades palette wearing holding standing sitting walking running flying swimming floating rising "
    "setting looking falling shining glowing full first last new old up down out off some all only also my your our "
    "i we you he she they against inside outside wide shot angle perspective composition please can could would "
    "want create generate says saying reads reading written text word words titled called title drifting playing "
    "jumping riding covered surrounded hanging reflecting reflection reflections reflected leaning covering filled "
    "lit soft".split()
)
# Words of asking for a picture, which ask for nothing in it.
ASKING_WORDS = frozenset(
    "art artwork picture image photo photograph scene view illustration draw drawn paint render rendered rendering "
    "show shows showing depict depicts depicting featuring beautiful nice lovely pretty stunning gorgeous amazing "
    "detailed highly ultra high quality detail details masterpiece intricate sharp focus hd background foreground "
    "composition shot color colors colour colours style wide angle perspective words text says saying reads reading "
    "written titled called front side top bottom middle left right old new very".split()
)

# Kinds that add something to a picture of another kind; the weak ones are seen in most of them anyway.
HEEDED_BESIDE = frozenset(
    ("birches", "city", "flowers", "forest", "garden", "harbour", "mountains", "park", "road", "street", "village")
)
