"""Other words for the same: a line is what is known by a phrase, and what else names it."""

_LINES = """
airplane: aeroplane airliner boeing jetliner
applause: theater theatre
arcade: pacman tetris
arrow: archer crossbow
bar: bartender
bark: fox woofing yap yelp yip
bat: vampire
bee: dragonfly
beep: bip
bell: funeral wedding
bicycle: bike cycle cyclist
bird: birdie blackbird finch hummingbird lark starling thrush warbler wren
bite: teeth tooth
blade: guillotine
blizzard: whiteout
boat: dinghy yacht
boil: seethe steaming
boing: kangaroo
bone: skeleton
boxing: boxer
breeze: breezy zephyr
bubble: diver fish lab laboratory
burp: hiccup
buzz: bzz bzzz zzz zzzz
cackle: hyena
camera: dslr selfie
campfire: campground
car: auto automobile hatchback jeep sedan suv van
cat: feline kitty tomcat
chalk: teacher
chant: mosque
cheer: birthday whoop
chicken: ostrich poultry
child: kid kids toddlers youngster
chirp: cheep peep
christmas bell: christmas
church: chapel priest
cinematic: cinema
clang: clanking clonk
click: clack
clock: timepiece
cluck: cluckcluck
coin: cent dime pennies
coin pickup: zelda
computer: pc
cow: buffalo camel heifer moose
creak: screak
creek: beck
crow: cemetery graveyard
crowd: carnival mob rave throng
crumple: scrunch
crunch: cereal snack
cry: sobbing
desk bell: bellhop
dinosaur: raptor sauropod trex velociraptor
dish: waiter
distant: faraway
dog: canine chihuahua doggo labrador mutt terrier wolfhound
door: doorway entrance
downpour: deluge
drill: borehole
drip: dribble droplet plink plunk waterdrop
drizzle: mizzle sprinkle
drum roll: circus
duck: mallard swan
duel: duelling
echo: resounding
elephant: pachyderm
engine: brrm idling motorcar
explosion: collision
factory: mill workshop
fairy: elf fairytale
fan: ventilators
fire: flames
fire truck: firefighter
flap: curtain flag
flutter: butterfly
frog: bullfrog treefrog
fry: egg
gale: squall windstorm
game jump: pokemon sonic
giggle: snicker snigger titter
glass: glassware
glitch: matrix
grass: giraffe
gravel: scree shingle
grill: barbecue bbq
gun: firearm glock
gunshot: execution gunfire shootout
hammer: dwarf miner
heart monitor: doctor nurse patient surgery
heavy: ferocious
helicopter: copter heli
hit: bash beat strike whack
honk: toot
hop: rabbit
horn: honker hooter
horror: halloween
horse: mare mustang pony stallion
hum: hmm
insect: ant beetle termite
jet: cockpit runway turbine
keyboard: coding developer keypress keystroke programmer
laugh: lol
laundry: laundromat
leaf: foliage
lightning: voltage
lightsaber: lightsabre
lion: cougar jaguar lioness panther puma
locomotive: loco
machine gun: fortnite
magic: magical
man: boy dad father gentleman guy male men's
march: barracks
match: matchstick
megaphone: loudspeaker
meow: caterwaul mewing nyan
metal: iron steel
metal gate: jail prison
meteor: asteroid comet
monk: monastery
monkey: baboon orangutan
monster: cthulhu frankenstein hulk orc sasquatch yeti
motorbike: dirtbike vespa
mower: gardener
mud: muck muddy
night: nighttime
notification: notify speaker
oar: canoe kayak
ocean: oceanic
oven: baker
owl: owlet
paper: sheet
parrot: pterodactyl
people: guests humans persons
pickup: minecraft
pig: hippo piglet swine
pipe: plumber
police: cop cops policeman
pop: toaster
portcullis: castle
printer: printing
propeller: zeppelin
punch: bam biff jab kapow karate pow thwack wallop wham
quiet: hushed
rain: patter pitter raindrops
rattle: scorpion
reload: ammo
rev: brum ferrari formula nascar vroom
reverb: reverberant reverberation
robot: robotics
rustle: squirrel
scissors: barber tailor
sea: shark
seagull: penguin tern
servo: tesla
sheep: ewe ram
ship: freighter steamer titanic vessel
sing: opera
sing bowl: meditation yoga zen
siren: naw nee wee woo
sizzle: steak
sleigh bell: santa
snake: adder anaconda viper
snort: hedgehog
soldier: troops
sonar: satellite
space: mars nebula orbit spacewalk
spaceship: spacecrafts
spark: electrician
splash: droplets kerplunk splashdown sploosh splosh sweat
squeak: hamster rat
stair: staircases
steam leak: sauna
step: deer feet foot footfall footstep pace paw spider stride stroll tiptoe tread trudge walk wander
street: cobble cobbled cobblestone
stream: rivulet spa
submarine: periscope submersible
success: succeed successful
swing: ninja
sword: cutlass rapier saber sabre
teleport: teleportation
television: telly
thud: gym wrestler
thunder: rumble thunderbolt
torrent: torrential
train: express
truck: hgv lorry pickup semi
type: typist
typewriter: novelist secretary
tyre: tire tires
underwater: mermaid
vacuum: hoovering
volcano: volcanic
whoosh: catapult dash spear
wind: glider kite parachute sail
wizard: mage magician sorcery warlock
wolf: werewolves
woman: female gal girl lady mom mother mum
wood: log lumber
woof: wow
wrench: mechanic
write: exam homework
"""


def synonyms() -> dict[str, tuple[str, ...]]:
    """Each of these words, and the base forms it stands for."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _LINES.strip().splitlines():
        meant, _, others = line.partition(": ")
        for other in others.split():
            found[other] = tuple(meant.split())
    return found
