"""What is said with hands and head while standing."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rhythm, weighted
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]


def idle(take: Take) -> Track:
    """Stand, breathe, shift the weight from one leg to the other."""
    track = held(take.frames, both_foot_yaw=10)
    over = np.sin(2 * np.pi * take.times / 7.0 - 0.6)
    side = np.sign(over) * np.abs(over) ** 0.6
    track.rows += np.outer(side, weighted("left", 0.55))
    return alive(track, take, 1.5)


def look(take: Take) -> Track:
    """A look to one side, up or down, held."""
    aside = {"left": 1.0, "right": -1.0, "up": 0.0, "down": 0.0}.get(take.direction, -take.sign)
    tilted = {"up": -34.0, "down": 32.0}.get(take.direction, -2.0)
    there = pose(look=62 * aside, turn=13 * aside, nod=tilted, bend=0.2 * tilted, tilt=3 * aside)
    return alive(raised(take, there, 0.45, 0.5), take)


def wave(take: Take) -> Track:
    """An open hand beside the head, swinging from the elbow, the hand a little behind."""
    track = raised(take, take.sided(**preset("wave", "held")))
    share, beat = during(take), rhythm(take, 0.56)
    track.add(**{f"{take.side}_elbow": 24 * take.size * share * np.sin(beat)})
    track.add(**{f"{take.side}_spread": 4 * share * np.sin(beat - 0.4)})
    track.add(lean=1.2 * take.sign * share * np.sin(beat - 0.8), nod=-3 * share)
    track[f"{take.side}_palm"] = track[f"{take.side}_palm"] + 14 * share * np.sin(beat - 0.9)
    return alive(track, take)


def wave_both(take: Take) -> Track:
    """Both arms high, swinging across."""
    track = raised(take, pose(both_spread=148, both_elbow=22, both_twist=30, nod=-10))
    share, beat = during(take), rhythm(take, 0.75)
    track.add(
        both_spread=20 * share * np.sin(beat), both_elbow=14 * share * np.cos(beat), y=-1.2 * share * np.cos(beat)
    )
    return alive(track, take)


def point(take: Take) -> Track:
    """An arm thrown out to where the figure looks."""
    aside = {"left": 1.0, "right": -1.0}.get(take.direction, 0.0)
    track = raised(take, take.sided(**preset("point", "held")), 0.5)
    if aside:
        share = during(take, 0.5)
        track.add(turn=38 * aside * share, look=34 * aside * share, yaw=8 * aside * share)
    elif take.direction == "up":
        track.add(**{f"{take.side}_swing": 62 * during(take, 0.5)}, nod=-32 * during(take, 0.5))
    return alive(track, take)


def salute(take: Take) -> Track:
    """Heels together, the flat hand to the brow."""
    brow = take.sided(**preset("salute", "brow"))
    ready = pose(**preset("salute", "ready"))
    return raised(take, brow, 0.45, 0.5, ready)


def nod(take: Take) -> Track:
    """Yes, from the neck, the chest joining in."""
    share = during(take, 0.25, 0.25)
    track = held(take.frames)
    beat = rhythm(take, 0.62)
    down = (1 - np.cos(beat)) / 2
    track.add(nod=(26 * down - 6) * share * take.size, bend=5 * down * share, y=-0.8 * down * share)
    return alive(track, take, 0.7)


def shake_head(take: Take) -> Track:
    """No."""
    share, beat = during(take, 0.3, 0.3), rhythm(take, 0.78)
    track = held(take.frames)
    track.add(look=38 * np.sin(beat) * share * take.size, turn=5 * np.sin(beat - 0.5) * share, nod=4 * share)
    track.add(tilt=4 * np.sin(beat - 0.9) * share)
    return alive(track, take, 0.7)


def clap(take: Take) -> Track:
    """Hands before the chest, meeting and parting, the body springing with them."""
    ready = pose(**preset("clap", "ready"))
    track = raised(take, ready, 0.4, 0.45)
    share, beat = during(take, 0.4, 0.45), rhythm(take, 0.42)
    apart = np.abs(np.sin(beat / 2)) ** 0.8
    track.add(
        both_reach_x=(apart - 1) * 9.6 * share, y=-0.9 * share * np.cos(beat), nod=2.5 * share * np.cos(beat - 0.5)
    )
    return alive(track, take, 0.8)


def cheer(take: Take) -> Track:
    """Fists up, on the toes, again and again."""
    up = pose(**preset("cheer", "up"))
    down = pose(**preset("cheer", "down"))
    start = pose(**preset("cheer", "start"))
    count = take.rounds(0.75)
    keys = [(0.0, pose()), (0.3, start)]
    for number in range(count):
        keys += [(number + 0.65, up), (number + 1.05, down)]
    keys += [(count + 0.45, up), (count + 0.9, pose())]
    return alive(keyed(take.times / take.seconds * (count + 0.9), keys), take)


def think(take: Take) -> Track:
    """Chin in hand, the other arm below; looking up for the answer."""
    pondering = take.sided(**preset("think", "pondering"))
    track = raised(take, pondering + (weighted(take.other) * 0.9), 0.8)
    share = during(take, 0.8)
    wandering = np.sin(2 * np.pi * take.times / 3.4)
    track.add(
        look=13 * wandering * share * take.sign, nod=-9 * np.maximum(wandering, 0) * share, tilt=3 * wandering * share
    )
    return alive(track, take)


def cry(take: Take) -> Track:
    """Face in both hands, sobs shaking the shoulders."""
    bowed = pose(**preset("cry", "bowed"))
    track = raised(take, bowed, 0.9, 0.9)
    share = during(take, 0.9, 0.9)
    sob = np.maximum(np.sin(2 * np.pi * take.times / 0.62), 0) ** 2 * (0.6 + 0.4 * np.sin(take.times * 2.1))
    track.add(both_shrug=9 * sob * share, bend=4.5 * sob * share, nod=3 * sob * share, y=-0.8 * sob * share)
    return track


def beckon(take: Take) -> Track:
    """Come here: an arm ahead, its forearm calling."""
    track = raised(take, take.sided(**preset("beckon", "held")))
    share, beat = during(take), rhythm(take, 0.7)
    track.add(
        **{f"{take.side}_elbow": 34 * share * np.sin(beat), f"{take.side}_wrist": 24 * share * np.sin(beat - 0.7)}
    )
    return alive(track, take)


def stop_sign(take: Take) -> Track:
    """A flat hand held out: no further."""
    track = raised(take, take.sided(**preset("stop sign", "held")), 0.4)
    return alive(track, take, 0.7)


def raise_hand(take: Take) -> Track:
    """An arm straight up, as in school."""
    up = take.sided(**preset("raise hand", "up"))
    return alive(raised(take, up), take)


def talk(take: Take) -> Track:
    """Hands that speak along, never both the same."""
    track = raised(take, pose(both_swing=18, both_spread=14, both_elbow=66, both_palm=-26), 0.6)
    share, t = during(take), take.times * take.tempo
    for number, side in enumerate(("left", "right")):
        slow, quick = np.sin(2.1 * t + 2.4 * number), np.sin(5.3 * t + 1.9 * number)
        track.add(**{f"{side}_swing": (16 * slow + 5 * quick) * share * take.size})
        track.add(**{f"{side}_elbow": (18 * np.sin(3.3 * t + number) + 6 * quick) * share * take.size})
        track.add(**{f"{side}_palm": -20 * slow * share, f"{side}_wrist": -10 * quick * share})
        track.add(**{f"{side}_spread": 8 * np.sin(1.7 * t + 3 * number) * share})
    track.add(nod=5 * np.sin(4.1 * t) * share, look=9 * np.sin(1.3 * t) * share, tilt=4 * np.sin(1.9 * t) * share)
    return alive(track, take)


def hands_on_hips(take: Take) -> Track:
    """Both fists at the waist, chest out."""
    stand = pose(**preset("hands on hips", "stand"))
    return alive(raised(take, stand), take)


def cross_arms(take: Take) -> Track:
    """Forearms over the chest."""
    crossed = pose(**preset("cross arms", "crossed"))
    return alive(raised(take, crossed, 0.7), take)


def pray(take: Take) -> Track:
    """Palms together before the breast, head bowed."""
    folded = pose(**preset("pray", "folded"))
    folded = folded + (pose(both_wrist=-28) - pose())
    return alive(raised(take, folded, 0.8, 0.8), take)


def facepalm(take: Take) -> Track:
    """A hand over the eyes, the head sinking into it."""
    down = take.sided(**preset("facepalm", "down"))
    track = raised(take, down, 0.5, 0.7)
    return alive(track, take, 0.7)


def turn(take: Take) -> Track:
    """Turn where one stands, foot by foot."""
    degrees = {"left": 90.0, "right": -90.0, "around": 180.0, "away": 180.0}.get(take.direction, 90.0 * take.sign)
    return turned_by(take, degrees * (take.count or 1), 0.62)


def spin(take: Take) -> Track:
    """Round and round, arms a little out."""
    sign = -1.0 if take.direction == "right" else 1.0
    whole = take.rounds(1.5)
    track = turned_by(take, sign * 360.0 * whole, 0.9)
    share = during(take, 0.4, 0.4)
    track.add(both_spread=34 * share, both_swing=8 * share, both_elbow=10 * share, lean=-3 * sign * share)
    return track


def turned_by(take: Take, degrees: float, busy: float) -> Track:
    """Turn by so many degrees in a share of the time; each foot is put anew every 60 or so."""
    track = held(take.frames)
    spent = (
        take.seconds if take.count or abs(degrees) > 200 else min(take.seconds, 0.4 + abs(degrees) / 120 / take.tempo)
    )
    go = take.times / max(spent, 1e-6)
    yaw = degrees * eased(go)
    steps = max(2, round(abs(degrees) / 60))
    done = np.clip(yaw / degrees, 0, 1) * steps
    for side, sign in (("left", 1.0), ("right", -1.0)):
        first = (sign > 0) == (degrees > 0)  # the inner foot opens
        own = done + (0.5 if first else 0.0)
        number = np.floor(own)
        moving = np.clip((own - number - 0.5) / 0.5, 0, 1)
        at = np.clip((number + eased(moving) - (0.5 if first else 0.0)) / steps, 0, 1)
        way = np.radians(at * degrees)
        track[f"{side}_foot_x"] = sign * 9.0 * np.cos(way)
        track[f"{side}_foot_z"] = -sign * 9.0 * np.sin(way)
        track[f"{side}_foot_yaw"] = at * degrees + 8.0 * sign
        track[f"{side}_foot_y"] = 5.5 * np.sin(np.pi * moving) * ((at > 0) & (at < 1))
        track[f"{side}_foot_pitch"] = 14 * np.sin(np.pi * moving) * ((at > 0) & (at < 1))
    track.add(yaw=yaw)
    ahead = np.gradient(yaw) * 1.6
    track.add(
        look=np.clip(ahead * 2.4, -40, 40) * busy,
        turn=np.clip(ahead, -18, 18) * busy,
        y=-1.4 * np.sin(np.pi * np.clip(go, 0, 1)),
    )
    track.end = (0.0, 0.0, degrees)
    return alive(track, take, 0.6)
