"""Eight kits: who plays which style changes single drums of one of them."""

from mediamill_procedural.drums.metals import Bell, Clap, Cymbal, Hat, Jingles, Shaker
from mediamill_procedural.drums.rhythm import Kit, Sound, Voice
from mediamill_procedural.drums.skins import BrushSweep, BrushTap, CrossStick, Kick, Skin, Snare

# Percussion that any style may call on.
HANDS: Kit = {
    Voice.SHAKER: Sound(Shaker(), -14.0, pan=0.45, room=0.8),
    Voice.TAMBOURINE: Sound(Jingles(), -14.0, pan=-0.4),
    Voice.COWBELL: Sound(Bell(), -10.0, pan=0.3),
    Voice.AGOGO_HIGH: Sound(Bell(pitch=905.0, ratios=(1.0, 2.6, 4.9), decay=0.3), -11.0, pan=-0.35),
    Voice.AGOGO_LOW: Sound(Bell(pitch=672.0, ratios=(1.0, 2.6, 4.9), decay=0.34), -11.0, pan=-0.35),
    Voice.CLAVE: Sound(Bell(pitch=2_480.0, ratios=(1.0, 1.98), decay=0.07, strike_noise=0.2), -11.0, pan=0.25),
    Voice.CONGA_HIGH: Sound(Skin(pitch=232.0, bend=1.12, decay=0.26, contact=0.25), -8.0, pan=-0.45),
    Voice.CONGA_LOW: Sound(Skin(pitch=172.0, bend=1.15, decay=0.34, contact=0.2), -8.0, pan=-0.25),
    Voice.CONGA_SLAP: Sound(Skin(pitch=262.0, bend=1.05, decay=0.11, contact=0.3, slap=0.95), -8.0, pan=-0.45),
    Voice.SURDO: Sound(Skin(pitch=62.0, bend=1.18, bend_seconds=0.05, decay=0.85, contact=0.08), -1.0, pan=0.1),
}

# A large kit in a large room.
STUDIO: Kit = {
    **HANDS,
    Voice.KICK: Sound(Kick(pitch=56.0, bend=3.0, decay=0.34, click=0.34, click_hz=3_400.0), 0.0, room=0.5),
    Voice.SNARE: Sound(Snare(pitch=186.0, wires_decay=0.24, ring=0.16, body_decay=0.2), 1.0, pan=0.03, room=1.4),
    Voice.RIM: Sound(CrossStick(), -5.0, pan=0.05),
    Voice.CLAP: Sound(Clap(), -3.0, width=0.7),
    Voice.HAT: Sound(Hat(decay=0.085), -12.5, pan=0.38, room=0.6),
    Voice.PEDAL: Sound(Hat(decay=0.075, edge_hz=4_200.0, stick=0.0), -14.0, pan=0.38, room=0.6),
    Voice.OPEN: Sound(Hat(decay=0.52, edge_hz=5_600.0), -9.0, pan=0.38, width=0.2),
    Voice.RIDE: Sound(Cymbal(seconds=1.5, wash=0.40, ring=0.55, ping=0.65, bloom=0.004), -9.5, pan=-0.4, width=0.25),
    Voice.CUP: Sound(Cymbal(seconds=1.2, wash=0.15, ring=0.8, ping=0.4, bell=560.0), -9.0, pan=-0.4),
    Voice.CRASH: Sound(Cymbal(seconds=2.3, lowest_hz=380.0), -3.5, pan=-0.25, width=0.6),
    Voice.TOM_HIGH: Sound(Skin(pitch=172.0, decay=0.42), -1.0, pan=0.28, room=1.2),
    Voice.TOM_MID: Sound(Skin(pitch=128.0, decay=0.5), -1.0, pan=-0.05, room=1.2),
    Voice.TOM_LOW: Sound(Skin(pitch=86.0, decay=0.62), 0.0, pan=-0.38, room=1.2),
}

# A small dry kit with a high snare.
TIGHT: Kit = {
    **STUDIO,
    Voice.KICK: Sound(Kick(pitch=62.0, bend=2.6, decay=0.22, click=0.3, knock=0.3), 0.0, room=0.4),
    Voice.SNARE: Sound(Snare(pitch=236.0, body_decay=0.11, wires_decay=0.15, crack=0.75, ring=0.14), 1.0, pan=0.03),
    Voice.HAT: Sound(Hat(decay=0.06, edge_hz=7_000.0), -12.0, pan=0.35, room=0.5),
    Voice.OPEN: Sound(Hat(decay=0.34, edge_hz=6_000.0), -9.0, pan=0.35),
}

# Dampened skins, dark cymbals, tape.
VINTAGE: Kit = {
    **STUDIO,
    Voice.KICK: Sound(Kick(pitch=59.0, bend=2.2, decay=0.20, click=0.16, click_hz=2_100.0, knock=0.35), 0.0, room=0.6),
    Voice.SNARE: Sound(
        Snare(pitch=172.0, body_decay=0.12, wires_decay=0.14, bright_hz=6_800.0, crack=0.4, ring=0.04), 0.5, room=0.9
    ),
    Voice.HAT: Sound(Hat(decay=0.07, edge_hz=5_600.0, stick=0.35), -13.0, pan=0.3),
    Voice.OPEN: Sound(Hat(decay=0.36, edge_hz=5_000.0, stick=0.35), -9.5, pan=0.3),
    Voice.TOM_HIGH: Sound(Skin(pitch=190.0, decay=0.26, overtones=0.35), -1.0, pan=0.25),
    Voice.TOM_MID: Sound(Skin(pitch=142.0, decay=0.3, overtones=0.35), -1.0, pan=-0.05),
    Voice.TOM_LOW: Sound(Skin(pitch=98.0, decay=0.36, overtones=0.35), 0.0, pan=-0.3),
}

# A small open-tuned kit, sticks or brushes.
JAZZ: Kit = {
    **STUDIO,
    Voice.KICK: Sound(Kick(pitch=70.0, bend=1.7, decay=0.36, click=0.08, click_hz=1_600.0, knock=0.3, drive=0.8), -4.0),
    Voice.SNARE: Sound(Snare(pitch=222.0, body_decay=0.2, wires=0.5, wires_decay=0.2, crack=0.35, ring=0.3), -3.0),
    Voice.RIM: Sound(CrossStick(pitch=580.0), -5.0, pan=0.05),
    Voice.PEDAL: Sound(Hat(decay=0.085, edge_hz=3_600.0, stick=0.0), -9.0, pan=0.4),
    Voice.HAT: Sound(Hat(decay=0.08, edge_hz=5_200.0), -12.0, pan=0.4),
    Voice.RIDE: Sound(Cymbal(seconds=1.9, wash=0.34, ring=0.75, ping=0.8, bloom=0.004), -4.0, pan=-0.35, width=0.2),
    Voice.CRASH: Sound(Cymbal(seconds=1.6, lowest_hz=450.0, ring=0.5), -6.0, pan=0.3, width=0.5),
    Voice.TOM_HIGH: Sound(Skin(pitch=205.0, decay=0.55, overtones=0.75), -4.0, pan=0.25),
    Voice.TOM_MID: Sound(Skin(pitch=158.0, decay=0.6, overtones=0.75), -4.0, pan=0.0),
    Voice.TOM_LOW: Sound(Skin(pitch=108.0, decay=0.7, overtones=0.75), -3.0, pan=-0.35),
    Voice.BRUSH: Sound(BrushTap(), -2.0, pan=0.08),
    Voice.SWEEP: Sound(BrushSweep(), -7.0, pan=-0.08, width=0.35),
}

# The analogue machine of 1980: long kick, ticking hats, a bell everybody knows.
EIGHT_O_EIGHT: Kit = {
    **HANDS,
    Voice.KICK: Sound(Kick(pitch=47.0, bend=2.4, bend_seconds=0.012, decay=0.85, click=0.12, knock=0.0), 1.0, room=0.1),
    Voice.SNARE: Sound(
        Snare(pitch=182.0, body_decay=0.11, wires=0.6, wires_decay=0.15, wires_hz=2_400.0, ring=0.0), -1.0, room=0.6
    ),
    Voice.RIM: Sound(Bell(pitch=455.0, ratios=(1.0, 3.66), decay=0.04, strike_noise=0.3), -9.0, pan=-0.2),
    Voice.CLAP: Sound(Clap(tone_hz=1_050.0, decay=0.26), -2.0, width=0.5),
    Voice.HAT: Sound(Hat(decay=0.055, machine=1.0, stick=0.0), -14.0, pan=0.2, room=0.3),
    Voice.PEDAL: Sound(Hat(decay=0.09, machine=1.0, stick=0.0), -15.0, pan=0.2, room=0.3),
    Voice.OPEN: Sound(Hat(decay=0.42, machine=1.0, stick=0.0), -10.5, pan=0.2, room=0.5),
    Voice.RIDE: Sound(Hat(decay=0.7, machine=0.7, edge_hz=5_000.0), -12.0, pan=-0.3, width=0.3),
    Voice.CRASH: Sound(Cymbal(seconds=1.8, wash=0.9, ring=0.2), -6.0, pan=-0.2, width=0.6),
    Voice.COWBELL: Sound(Bell(pitch=540.0, ratios=(1.0, 1.48, 3.0, 4.44), decay=0.26, drive=2.0), -9.0, pan=-0.25),
    Voice.TOM_HIGH: Sound(Skin(pitch=165.0, bend=1.5, decay=0.32, overtones=0.0, contact=0.06), -3.0, pan=0.3),
    Voice.TOM_MID: Sound(Skin(pitch=120.0, bend=1.5, decay=0.38, overtones=0.0, contact=0.06), -3.0),
    Voice.TOM_LOW: Sound(Skin(pitch=82.0, bend=1.5, decay=0.46, overtones=0.0, contact=0.06), -2.0, pan=-0.3),
}

# Its sister of 1983: a punch, a bright snare, sampled bronze.
NINE_O_NINE: Kit = {
    **EIGHT_O_EIGHT,
    Voice.KICK: Sound(
        Kick(pitch=50.0, bend=4.2, bend_seconds=0.022, decay=0.36, click=0.42, click_hz=3_800.0, drive=1.9),
        1.0,
        room=0.15,
    ),
    Voice.SNARE: Sound(Snare(pitch=210.0, body_decay=0.1, wires=0.75, wires_decay=0.2, crack=0.7, ring=0.0), -1.0),
    Voice.CLAP: Sound(Clap(tone_hz=1_250.0, decay=0.2), -1.5, width=0.6),
    Voice.HAT: Sound(Hat(decay=0.065, machine=0.35, edge_hz=7_400.0), -13.5, pan=0.15, room=0.4),
    Voice.OPEN: Sound(Hat(decay=0.30, machine=0.35, edge_hz=6_800.0), -9.5, pan=0.15, room=0.5, width=0.2),
    Voice.RIDE: Sound(Cymbal(seconds=0.9, wash=0.7, ring=0.3, ping=0.6, bloom=0.002), -11.0, pan=-0.25, width=0.3),
}

# Drums off an old record through an early sampler.
DUSTY: Kit = {
    **VINTAGE,
    Voice.KICK: Sound(
        Kick(pitch=58.0, bend=2.6, decay=0.26, click=0.22, click_hz=2_200.0, knock=0.4, drive=2.2), 0.5, room=0.3
    ),
    Voice.SNARE: Sound(
        Snare(pitch=198.0, body_decay=0.13, wires_decay=0.17, bright_hz=7_200.0, crack=0.65, ring=0.1, drive=1.8), 0.5
    ),
    Voice.HAT: Sound(Hat(decay=0.065, edge_hz=5_200.0, stick=0.3), -13.5, pan=0.2),
    Voice.OPEN: Sound(Hat(decay=0.30, edge_hz=4_800.0, stick=0.3), -10.0, pan=0.2),
}
