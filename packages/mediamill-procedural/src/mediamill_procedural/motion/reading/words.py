"""What people call things. Words are stems; a phrase is longest first. `|` parts phrases of the same meaning."""

ACTION_WORDS: dict[str, str] = {
    "archery": "archery|shoot bow|shoot arrow|shoot a bow|shoot an arrow|fire an arrow|draw bow|draw a bow|archer|"
    "bow and arrow|aim a bow",
    "arm circles": "arm circle|circle arm|swing arm|rotate arm|windmill",
    "balance": "balance|stand on one leg|one leg stand|tightrope|tree pose|teeter|yoga|stork",
    "ballet": "ballet|pirouette|ballerina|plie",
    "beckon": "beckon|come here|call over|gesture to come|invite|follow me",
    "block": "block|parry|defend|shield|cover face|protect",
    "blow kiss": "blow kiss|blow a kiss|kiss",
    "bounce": "bounce|bob up and down|hop on both leg|hop like a rabbit|bunny hop|kangaroo",
    "bow": "bow|bow down|take a bow|bow politely|bend forward|bend over",
    "box": "box|shadow box|fight|spar|jab|hook|uppercut|combo|throw punch|boxer|brawl|attack|martial art|karate",
    "burpee": "burpee",
    "catch": "catch|catch a ball|receive|grab out of the air",
    "cheer": "cheer|celebrate|victory|rejoice|fist pump|hooray|win|triumph|exult|applaud wildly",
    "clap": "clap|applaud|applause|clap hand|ovation",
    "climb": "climb|climb ladder|climb a ladder|climb up|ladder|scale|ascend",
    "conduct": "conduct|conductor|lead an orchestra|conduct an orchestra",
    "cough": "cough|clear throat|choke",
    "crawl": "crawl|all fours|on hand and knee|creep on the floor|go on all fours",
    "cross arms": "cross arm|fold arm|arm crossed|crossed arm",
    "crouch": "crouch|duck|hide|hunker|take cover|squat down|cower|get down",
    "cry": "cry|weep|sob|mourn|grieve|bawl",
    "curtsy": "curtsy|curtsey",
    "dance": "dance|groove|boogie|party|shimmy|sway|jive|move to music|dancer|dance around|rave",
    "deep squat": "deep squat|squat hold|hold a squat|hold a deep squat|sit on heel|squat on heel",
    "dig": "dig|shovel|spade",
    "disco": "disco|saturday night|dance disco|disco dance",
    "dodge": "dodge|evade|weave|slip punch|bob and weave|sidestep punch",
    "dribble": "dribble|bounce a ball|bounce ball|basketball",
    "drink": "drink|sip|drink water|coffee|tea|beverage|gulp|swallow",
    "drive": "drive|drive a car|steer|steer wheel",
    "drums": "drum|play drum|play the drum|drummer",
    "eat": "eat|chew|bite|dine|munch|snack|feed",
    "facepalm": "facepalm|face palm|cover eye|slap forehead",
    "fall": "fall|fall down|fall over|collapse|faint|die|trip|tumble|pass out|slip|stumble and fall|drop dead|"
    "knock out",
    "get up": "get up|get back up|get to foot|rise from the ground|stand back up|get up from the floor|recover|"
    "wake up|get up off the ground",
    "golf": "golf|golf swing|swing a golf club|tee off",
    "guard": "guard|fight stance|fighting stance|boxing stance|combat stance|ready stance|on guard|battle stance",
    "guitar": "guitar|play guitar|play the guitar|strum|air guitar|play a guitar|banjo|ukulele|bass|rock out",
    "hands on hips": "hand on hip|hand on waist|akimbo|superhero pose|pose|hero pose",
    "headbang": "headbang|head bang|bang head|heavy metal|mosh",
    "hip-hop": "hip hop|hip hop dance|dance hip hop|breakdance|street dance|rap|hiphop|break dance",
    "hop": "hop|hop on one leg|hop on one foot|jump on one leg|hopscotch",
    "hug": "hug|embrace|cuddle",
    "idle": "idle|stand|wait|breathe|stand still|pause|rest|stay|relax|do nothing|hold still|remain|linger|"
    "freeze|stand there|just stand",
    "jog": "jog|trot|jogger|light run",
    "jump": "jump|jump up|jump in the air|jump up and down|vertical jump|spring up|jump in place|high jump",
    "jump rope": "jump rope|skip rope|rope skip|rope jump|skipping rope|skip a rope",
    "jump turn": "jump turn|spin jump|jump spin|jump and spin|spin in the air|360|jump with a turn",
    "jumping jack": "jump jack|star jump jack|jumping jack|do jack|jack",
    "kick": "kick|front kick|kick a ball|kick ball|kick leg|football kick|soccer kick|high kick|soccer|karate kick",
    "kneel": "kneel|kneel down|take a knee|on one knee|propose|genuflect",
    "knock": "knock|knock on door|knock on the door|knock on a door|ring the bell|ring bell|press button|"
    "push a button|press a button",
    "laugh": "laugh|giggle|chuckle|laughter|crack up|guffaw",
    "leap": "leap|jump over|jump forward|long jump|bound|vault|hurdle|jump across|spring forward|jump ahead|frog jump",
    "lie down": "lie down|lie|lay down|lie on the ground|lie on back|go to bed|lie on the floor|recline|lie back",
    "lift": "lift|lift weight|weightlift|deadlift|lift a box|barbell|dumbbell|overhead press|raise overhead|"
    "hoist|weightlifter|clean and jerk|lift a heavy box",
    "limp": "limp|hobble|walk with a limp|injured leg|hurt leg|lame|sprain|gimp|broken leg|walk with a cane|shuffle",
    "look": "look|glance|gaze|look up|look down|stare|peek|watch|see|turn head|look back",
    "look around": "look around|look left and right|look about|search|scan|survey|look both way|explore|seek|"
    "look from side to side|look right and left",
    "lunge": "lunge|forward lunge",
    "macarena": "macarena",
    "march": "march|parade|goose step|soldier|march in place|military",
    "nod": "nod|nod head|agree|say yes|nod yes|approve",
    "phone": "phone|talk on the phone|talk on phone|answer the phone|answer phone|call|telephone|phone call|"
    "make a call|use phone|cell phone|mobile",
    "piano": "piano|play piano|play the piano|keyboard player|pianist|organ",
    "pick up": "pick up|pick|pick something up|pick up a box|grab something|pick up an object|gather|collect|"
    "reach down|grab from the floor|pick it up",
    "plank": "plank|hold a plank",
    "point": "point|point at|point to|indicate|accuse|point finger",
    "pray": "pray|prayer|namaste|beg|meditate|plead",
    "pull": "pull|tug|pull rope|pull a rope|drag|haul|tug of war|heave|tow",
    "punch": "punch|hit|strike|slap|smack|throw a punch|knock somebody out|throw punch|smash",
    "push": "push|shove|push a box|push a wall|push something|push a car|push a cart|press against|push a heavy box",
    "push-up": "push up|pushup|press up|do push up",
    "raise hand": "raise hand|raise a hand|raise arm|raise an arm|hand up|arm up|put hand up|lift arm|lift hand|"
    "reach up|volunteer|surrender",
    "read": "read|read a book|book|newspaper|map",
    "robot dance": "robot dance|dance robot|dance like a robot|robot|do the robot|mechanical|android",
    "rock": "rock|roll|somersault|roll over|forward roll|rock back and forth|tumble roll",
    "row": "row|row a boat|paddle|rowing machine|canoe|kayak",
    "run": "run|run around|race|dash|hurry|rush|chase|flee|escape|charge|runner|hasten",
    "salsa": "salsa|latin dance|cha cha|samba|mambo|rumba|dance salsa|bachata|tango",
    "salute": "salute|military salute|give a salute",
    "shake hands": "shake hand|handshake|shake a hand|meet somebody",
    "shake head": "shake head|say no|disagree|refuse|deny|shake no|head shake",
    "shoot": "shoot|fire gun|shoot gun|shoot a gun|aim|aim a gun|pistol|rifle|gun|fire a gun|shooter",
    "shrug": "shrug|shrug shoulder|not know|i do not know|dunno|whatever",
    "side kick": "side kick|roundhouse|roundhouse kick|sidekick|spin kick",
    "sit": "sit|sit down|sit on a chair|take a seat|seat|be seated|sit in a chair|sit on chair|sit on a bench",
    "sit on floor": "sit on floor|sit on the floor|sit on the ground|sit on ground|sit cross legged|"
    "sit down on the floor|sit down on the ground",
    "sit-up": "sit up|situp|crunch|do sit up|ab workout|abdominal",
    "skip": "skip|skip along|gallop|frolic|prance|galumph",
    "sleep": "sleep|nap|snore|lie asleep|doze|rest in bed|dead|unconscious|dream",
    "sneak": "sneak|creep|stealth|stalk|prowl|sneak up|stealthily|sneakily|ninja|tip toe crouched|lurk",
    "sneeze": "sneeze|achoo",
    "spin": "spin|spin around|twirl|whirl|rotate|revolve|turn in circle|turn in a circle|spin in circle|"
    "spin in a circle",
    "sprint": "sprint|run fast|run very fast|run as fast as|race at full speed|bolt|sprinter|run quickly",
    "squat": "squat|knee bend|air squat|do squat",
    "stagger": "stagger|stumble|totter|reel|wobble|lurch|sway while walking",
    "stand up": "stand up|rise|arise|get up from the chair|get up from a chair|stand up from the chair",
    "star jump": "star jump|jump high|big jump|jump for joy|jump with joy|jump very high",
    "step up": "step up|stair|stair climb|climb stair|step on a box|walk up stair|walk upstairs|climb the stair|"
    "go up stair|box step",
    "stomp": "stomp|stamp|trample|stamp foot",
    "stop": "stop|halt|come to a stop|stand still for a moment|come to rest",
    "stop sign": "stop sign|hold up a hand|hold up hand|signal stop|gesture stop|hand signal|halt gesture|reach out",
    "stretch": "stretch|warm up|stretch arm|stretch out|loosen up|limber up|stretch up",
    "strut": "strut|swagger|catwalk|runway|model walk|sashay|walk like a model|sexy walk",
    "sweep": "sweep|mop|vacuum|rake|broom|clean the floor|clean",
    "swim": "swim|breaststroke|freestyle|float|dive|swimmer|fly",
    "sword": "sword|swing sword|swing a sword|sword swing|slash|sword slash|cut|chop|axe|swing an axe|swing a bat|"
    "bat|baseball|tennis|swing a club|hammer|katana|swordsman|fence|wield|chop wood|swing",
    "talk": "talk|speak|explain|argue|chat|discuss|say|tell|lecture|present|gesture|gesticulate|conversation|"
    "speech|sing",
    "text": "text|look at phone|check phone|type on phone|look at the phone|scroll|message|take a selfie|photo|"
    "take a photo|look at watch|check watch",
    "think": "think|ponder|wonder|contemplate|consider|scratch head|scratch chin|rub chin|scratch|puzzle|hesitate|"
    "be confused|confuse",
    "throw": "throw|toss|hurl|pitch|throw a ball|fling|cast|lob|bowl|pitcher|throw something|throw ball",
    "tiptoe": "tiptoe|tip toe|walk on tiptoe|on toe|on tiptoe|walk on toe",
    "toe touch": "toe touch|touch toe|touch the toe|touch the floor|bend down|touch the ground",
    "turn": "turn|pivot|rotate left|rotate right|face",
    "twist": "twist|twist dance|do the twist|dance the twist",
    "type": "type|work at a computer|computer|keyboard|work at a desk|type on a keyboard|write|draw|paint|desk",
    "violin": "violin|play violin|play the violin|fiddle|violinist|cello|viola",
    "walk": "walk|step|stroll|go|pace|wander|stride|move|walk around|amble|saunter|head|approach|travel|roam|"
    "come|advance|proceed|enter|exit|hike|trudge|plod|patrol|walker|arrive|return|approach",
    "waltz": "waltz|ballroom|slow dance|dance waltz|foxtrot|couple dance",
    "wave": "wave|wave hand|wave hello|wave goodbye|greet|hello|goodbye|say hello|say goodbye|hi|bye|wave a hand|"
    "welcome|wave back|farewell",
    "wave both": "wave both|wave both arm|wave both hand|wave arm|wave for help|signal for help|flag down|"
    "wave arm around",
    "yawn": "yawn|be sleepy|wake",
    "zombie": "zombie|undead|walk like a zombie|monster|frankenstein|mummy|walk dead|lumber",
}  # fmt: skip

MANNER_WORDS: dict[str, str] = {
    "angry": "angry|angrily|furious|furiously|mad|aggressive|aggressively|annoyed|rage|fierce|fiercely|violently|"
    "enraged|irritated",
    "careful": "careful|carefully|cautious|cautiously|wary|warily|hesitant|hesitantly|suspiciously|tentatively",
    "confident": "confident|confidently|bold|boldly|determined|brave|bravely|purposefully|determinedly",
    "cool": "cool|casually|casual|relaxed|lazily|lazy|nonchalantly|laid-back|chill|idly",
    "drunk": "drunk|drunken|drunkenly|tipsy|dizzy|dizzily|intoxicated|unsteady|unsteadily|wobbly|clumsily|clumsy",
    "fast": "fast|quick|quickly|rapid|rapidly|swift|swiftly|brisk|briskly|hastily|hurriedly|speedily|"
    "energetically|energetic|vigorously|urgently|faster|speedy|frantically|wildly|hurry|sudden|suddenly|"
    "abruptly",
    "gentle": "gentle|gently|soft|softly|calm|calmly|smoothly|gracefully|graceful|elegantly|elegant|politely|"
    "peacefully|quietly|delicately|lovingly",
    "happy": "happy|happily|joyful|joyfully|cheerful|cheerfully|excited|excitedly|glad|gladly|playful|playfully|"
    "merrily|enthusiastically|enthusiastic|friendly|delighted|joy|merry|childishly",
    "heavy": "heavy|heavily|fat|giant|hulking|ponderous|ponderously|overweight|obese|ogre|troll",
    "huge": "big|huge|exaggerated|dramatic|dramatically|theatrically|broadly|large|wide|widely|high|deep|deeply|"
    "powerful",
    "injured": "injured|hurt|wounded|painfully|pain|in pain|sick|ill",
    "light": "light|lightly|light-footed|bouncy|springy|nimbly|nimble|airy|daintily",
    "nervous": "nervous|nervously|anxious|anxiously|shy|shyly|timid|timidly|embarrassed|awkwardly|awkward|cold|"
    "shivering",
    "old": "old|elderly|aged|grandpa|grandma|grandmother|grandfather|senior|frail|feeble|ancient",
    "proud": "proud|proudly|royal|regal|regally|king|queen|noble|nobly|formal|formally|stiffly|solemnly",
    "sad": "sad|sadly|depressed|unhappy|unhappily|gloomy|dejected|dejectedly|sorrowful|sorrowfully|mournfully|"
    "miserable|lonely|disappointed|heartbroken|melancholy|glumly",
    "scared": "scared|afraid|fearful|fearfully|terrified|frightened|panicked|panic|in fear|startled",
    "slow": "slow|slowly|leisurely|unhurriedly|slow-motion|gradually|slower|slow motion|sluggishly|sluggish|steadily",
    "small": "small|little|tiny|slight|slightly|subtle|subtly|low|short|a bit",
    "strong": "strong|strongly|muscular|mighty|hard|forceful|forcefully|powerfully|buff|bodybuilder|force",
    "tired": "tired|tiredly|exhausted|weary|wearily|sleepy|sleepily|exhaustedly|fatigued|worn-out|weak|weakly|"
    "listlessly|drained",
}  # fmt: skip
# Who somebody is stays for the whole prompt; how one thing is done does not.
LASTING_MANNERS = frozenset({"drunk", "heavy", "injured", "old", "proud", "strong", "tired"})

DIRECTION_WORDS: dict[str, str] = {
    "around": "around|about|180 degree|180 degrees|other way|opposite direction",
    "away": "away|away from the camera|into the distance|off|away from camera",
    "backward": "backward|backwards|back|in reverse|reverse|rearward|in the reverse direction",
    "circle": "in a circle|in circle|circle|round in circle|in a left circle|around in a circle|in a loop|"
    "around in circle|circular|around the room|counterclockwise|anticlockwise|around a circle",
    "circle right": "clockwise|in a right circle|in a circle to the right|circle to the right",
    "down": "down|downward|downwards|at the ground|at the floor",
    "forward": "forward|forwards|ahead|straight|straight ahead|toward|towards|onward|towards the camera|"
    "toward the camera|to the front|front|to camera",
    "left": "left|to the left|leftward|leftwards|to left|to his left|to her left|to its left|to their left",
    "right": "right|to the right|rightward|rightwards|to right|to his right|to her right|to its right|to their right",
    "sideways left": "sideways|sideway|sideways left|sideways to the left|to the side|sideways to left|aside",
    "sideways right": "sideways right|sideways to the right|sideways to right",
    "up": "up|upward|upwards|at the sky|to the sky|at the ceiling",
    "zigzag": "zigzag|in a zigzag|zig zag|in zigzags|serpentine|in a slalom|weaving",
}  # fmt: skip

# Words for walking somewhere.
GOING_WORDS: dict[str, str] = {
    "away": "walk away|leave|go away|depart",
    "backward": "retreat|moonwalk|back away|back up|step back|walk back|back off|reverse",
    "sideways left": "sidestep|strafe|step aside|side step|strafe left|sidestep left|sidestep to the left|"
    "step to the left|strafe to the left|step left|crab walk|shuffle sideways|side shuffle",
    "sideways right": "strafe right|sidestep right|sidestep to the right|step to the right|"
    "strafe to the right|step right",
}

SPOT_WORDS = "on the spot|in place|on spot|inplace|without moving|in one place|at the same spot"
TREADMILL_WORDS = "treadmill|on a treadmill|walk cycle|run cycle|cycle|root locked|without root motion|no root motion"
LEFT_SIDE = (
    "left hand|left arm|left leg|left foot|left fist|"
    "left knee|with left|lefthand|left handed|his left hand|with the left"
)
RIGHT_SIDE = "right hand|right arm|right leg|right foot|right fist|right knee|with right|right handed|with the right"

THEN_WORDS = (
    "then|and then|after that|afterwards|followed by|before|next|finally|"
    "until|later|lastly|subsequently|begin to|start to|suddenly begin to|once done"
)
WHILE_WORDS = "while|whilst|as|at the same time|simultaneously|during|meanwhile|with"

NUMBERS: dict[str, int] = {
    "once": 1, "one": 1, "single": 1, "twice": 2, "two": 2, "double": 2, "couple": 2, "pair": 2, "thrice": 3,
    "three": 3,
    "triple": 3, "several": 3, "few": 3, "some": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "many": 5, "repeatedly": 3, "again": 1,
}  # fmt: skip

IRREGULAR: dict[str, str] = {
    "ran": ""
    "run", "sat": "sit", "fell": "fall", "fallen": "fall", "threw": "throw", "thrown": "throw", "caught": "catch",
    "shook": "shake", "stood": "stand", "knelt": "kneel", "crept": "creep", "swam": "swim", "dug": "dig", "ate": "eat",
    "drank": ""
    "drink", "wept": "weep", "slept": "sleep", "lay": "lie", "lying": "lie", "lies": "lie", "went": "go", "goes": "go",
    "did": ""
    "do", "does": "do", "doing": "do", "got": "get", "gets": "get", "getting": "get", "spun": "spin", "leapt": "leap",
    "swung": "swing", "drew": "draw", "blew": "blow", "bent": "bend", "bowed": "bow", "hid": "hide", "rose": "rise",
    "took": "take", "spoke": "speak", "sang": "sing", "flew": "fly", "drove": "drive", "feet": "foot", "dying": "die",
    "hopping": "hop", "hops": "hop", "shot": "shoot", "thought": "think", "held": "hold", "led": "lead", "made": "make",
    "his": "", "her": "", "their": "", "its": "", "my": "", "your": "", "the": "the", "waving": "wave", "dived": "dive",
    "came": "come", "left": "left", "knocks": "knock", "skis": "ski", "gives": "give", "gave": "give", "men": "man",
    "kneeling": ""
    "kneel", "jabs": "jab", "stairs": "stair", "upstairs": "stair", "saw": "see", "told": "tell", "said": "say",
    "woke": ""
    "wake", "awoke": "wake", "hers": "", "theirs": "", "tiptoes": "tiptoe", "tiptoeing": "tiptoe", "dances": "dance",
    "jacks": "jack", "arose": "rise", "sprang": "spring", "strode": "stride", "fought": "fight", "struck": "strike",
}  # fmt: skip

# Said, but changing nothing.
PLAIN_WORDS = frozenset(
    "a an the of to at on in into for from by or is are be was it he she they person man woman boy girl "
    "figure character human "
    "people someone somebody something guy lady kid child adult avatar animation motion move movement of "
    "them him this that there "
    "hand arm leg foot head body shoulder knee finger face eye hip chest back both one time times x "
    "second seconds sec s m meter "
    "meters metre metres step steps do make take give play perform start begin continue keep try come "
    "very really so quite bit "
    "little more less over under through toward across along against camera floor ground chair air room "
    "wall door box ball "
    "and again each every all while with his her their its my your who which what when where then also "
    "just now high low i "
    "we you me us not no up down out off around about like style realistic 3d loop video clip please ok "
    "together between "
    "other another direction way place side front behind near far long short full whole half place world "
    "someone's same".split()
)
# Plain words that name a thing: nothing is made of them, and whoever asks for one is told.
PLAIN_THINGS = frozenset("chair wall door box ball".split())
