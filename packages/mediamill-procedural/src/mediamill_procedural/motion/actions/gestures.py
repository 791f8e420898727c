"""What is said with hands and head while standing."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rhythm, rounds, weighted
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


def look_around(take: Take) -> Track:
    """To one side, to the other, and ahead again; the shoulders follow the eyes."""
    left = take.sided(look=-62, turn=-14, yaw=-6, nod=-3, tilt=-3, lean=1)
    right = take.sided(look=62, turn=14, yaw=6, nod=2, tilt=3, lean=-1)
    keys = [(0.0, pose()), (0.2, left), (0.38, left), (0.6, right), (0.78, right), (1.0, pose())]
    return alive(rounds(take, 3.2, keys), take)


def look(take: Take) -> Track:
    """A look to one side, up or down, held."""
    aside = {"left": 1.0, "right": -1.0, "up": 0.0, "down": 0.0}.get(take.direction, -take.sign)
    tilted = {"up": -34.0, "down": 32.0}.get(take.direction, -2.0)
    there = pose(look=62 * aside, turn=13 * aside, nod=tilted, bend=0.2 * tilted, tilt=3 * aside)
    return alive(raised(take, there, 0.45, 0.5), take)


def wave(take: Take) -> Track:
    """An open hand beside the head, swinging from the elbow, the hand a little behind."""
    track = raised(
        take, take.sided(right_spread=74, right_swing=8, right_twist=88, right_elbow=76, right_wrist=0, tilt=-4)
    )
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
    track = raised(
        take, take.sided(right_swing=86, right_spread=4, right_elbow=4, right_wrist=0, right_palm=0, lean=1), 0.5
    )
    if aside:
        share = during(take, 0.5)
        track.add(turn=38 * aside * share, look=34 * aside * share, yaw=8 * aside * share)
    elif take.direction == "up":
        track.add(**{f"{take.side}_swing": 62 * during(take, 0.5)}, nod=-32 * during(take, 0.5))
    return alive(track, take)


def salute(take: Take) -> Track:
    """Heels together, the flat hand to the brow."""
    brow = take.sided(
        right_reach=1, right_reach_x=-12, right_reach_y=165, right_reach_z=13, right_elbow_out=52, right_wrist=-4,
        right_palm=-20, bend=-4, both_foot_x=-5, left_swing=0, left_elbow=4, left_spread=4, nod=-3, y=-0.6,
    )  # fmt: skip
    ready = pose(both_foot_x=-5, both_elbow=4, both_spread=4, bend=-4, y=-0.6)
    return raised(take, brow, 0.45, 0.5, ready)


def shrug(take: Take) -> Track:
    """Shoulders up, palms out, head to one side."""
    up = pose(
        both_shrug=24, both_spread=20, both_elbow=72, both_twist=38, both_palm=-60, both_wrist=-26, bend=-3, tilt=9
    )
    keys = [(0.0, pose()), (0.07, pose(both_shrug=-5, nod=3)), (0.3, up), (0.62, up), (1.0, pose())]
    return alive(rounds(take, 1.9, keys), take)


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
    ready = pose(
        both_reach=1, both_reach_x=13, both_reach_y=128, both_reach_z=29, both_elbow_out=16, both_palm=-10, bend=4
    )
    track = raised(take, ready, 0.4, 0.45)
    share, beat = during(take, 0.4, 0.45), rhythm(take, 0.42)
    apart = np.abs(np.sin(beat / 2)) ** 0.8
    track.add(
        both_reach_x=(apart - 1) * 9.6 * share, y=-0.9 * share * np.cos(beat), nod=2.5 * share * np.cos(beat - 0.5)
    )
    return alive(track, take, 0.8)


def cheer(take: Take) -> Track:
    """Fists up, on the toes, again and again."""
    up = pose(both_spread=152, both_elbow=34, both_twist=24, bend=-9, nod=-16, y=0, both_foot_pitch=26)
    down = pose(both_spread=100, both_elbow=118, both_twist=66, bend=6, nod=-4, y=-7, both_foot_pitch=0)
    start = pose(both_spread=40, both_elbow=96, bend=8, y=-9, nod=4)
    count = take.rounds(0.75)
    keys = [(0.0, pose()), (0.3, start)]
    for number in range(count):
        keys += [(number + 0.65, up), (number + 1.05, down)]
    keys += [(count + 0.45, up), (count + 0.9, pose())]
    return alive(keyed(take.times / take.seconds * (count + 0.9), keys), take)


def think(take: Take) -> Track:
    """Chin in hand, the other arm below; looking up for the answer."""
    pondering = take.sided(
        right_reach=1, right_reach_x=-3, right_reach_y=143, right_reach_z=19, right_wrist=38, right_elbow_out=-22,
        left_reach=1, left_reach_x=-9, left_reach_y=112, left_reach_z=19, left_palm=-10, bend=4, nod=8, tilt=-6,
    )  # fmt: skip
    track = raised(take, pondering + (weighted(take.other) * 0.9), 0.8)
    share = during(take, 0.8)
    wandering = np.sin(2 * np.pi * take.times / 3.4)
    track.add(
        look=13 * wandering * share * take.sign, nod=-9 * np.maximum(wandering, 0) * share, tilt=3 * wandering * share
    )
    return alive(track, take)


def cry(take: Take) -> Track:
    """Face in both hands, sobs shaking the shoulders."""
    bowed = pose(
        both_reach=1, both_reach_x=6, both_reach_y=154, both_reach_z=17, both_elbow_out=-10, both_wrist=20,
        bend=24, nod=30, both_shrug=10, y=-4, pitch=5,
    )  # fmt: skip
    track = raised(take, bowed, 0.9, 0.9)
    share = during(take, 0.9, 0.9)
    sob = np.maximum(np.sin(2 * np.pi * take.times / 0.62), 0) ** 2 * (0.6 + 0.4 * np.sin(take.times * 2.1))
    track.add(both_shrug=9 * sob * share, bend=4.5 * sob * share, nod=3 * sob * share, y=-0.8 * sob * share)
    return track


def beckon(take: Take) -> Track:
    """Come here: an arm ahead, its forearm calling."""
    track = raised(take, take.sided(right_swing=58, right_spread=16, right_elbow=62, right_palm=-60, nod=-4))
    share, beat = during(take), rhythm(take, 0.7)
    track.add(
        **{f"{take.side}_elbow": 34 * share * np.sin(beat), f"{take.side}_wrist": 24 * share * np.sin(beat - 0.7)}
    )
    return alive(track, take)


def stop_sign(take: Take) -> Track:
    """A flat hand held out: no further."""
    track = raised(
        take, take.sided(right_swing=82, right_spread=6, right_elbow=10, right_wrist=-66, pitch=3, bend=4), 0.4
    )
    return alive(track, take, 0.7)


def raise_hand(take: Take) -> Track:
    """An arm straight up, as in school."""
    up = take.sided(
        right_swing=168, right_elbow=8, right_spread=0, right_wrist=0, right_shrug=10, lean=3, y=-0.6, nod=-4
    )
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
    stand = pose(
        both_reach=1, both_reach_x=17, both_reach_y=101, both_reach_z=3, both_elbow_out=18, both_wrist=30,
        both_foot_x=5, bend=-4
    )  # fmt: skip
    return alive(raised(take, stand), take)


def cross_arms(take: Take) -> Track:
    """Forearms over the chest."""
    crossed = pose(
        left_reach=1, left_reach_x=-10, left_reach_y=122, left_reach_z=19, left_elbow_out=-8, right_reach=1,
        right_reach_x=10, right_reach_y=117, right_reach_z=25, right_elbow_out=-8, bend=-3, nod=3, both_foot_x=3,
    )  # fmt: skip
    return alive(raised(take, crossed, 0.7), take)


def pray(take: Take) -> Track:
    """Palms together before the breast, head bowed."""
    folded = pose(both_reach=1, both_reach_x=3.4, both_reach_y=126, both_reach_z=21, both_elbow_out=24, nod=24, bend=6)
    folded = folded + (pose(both_wrist=-28) - pose())
    return alive(raised(take, folded, 0.8, 0.8), take)


def facepalm(take: Take) -> Track:
    """A hand over the eyes, the head sinking into it."""
    down = take.sided(
        right_reach=1, right_reach_x=-5, right_reach_y=160, right_reach_z=17, right_elbow_out=8, right_wrist=16,
        bend=12, nod=26, tilt=-4, y=-3,
    )  # fmt: skip
    track = raised(take, down, 0.5, 0.7)
    return alive(track, take, 0.7)


def bow(take: Take) -> Track:
    """From the hips, the hands sliding down the thighs, the head last to come up."""
    low = pose(pitch=38, bend=30, nod=12, z=-13, y=-4, both_swing=46, both_elbow=16, both_spread=6)
    rising = pose(pitch=12, bend=16, nod=16, z=-5, y=-2, both_swing=18, both_elbow=18)
    keys = [(0.0, pose()), (0.06, pose(nod=5)), (0.4, low), (0.6, low), (0.84, rising), (1.0, pose())]
    return rounds(take, 2.6, keys)


def curtsy(take: Take) -> Track:
    """One foot behind the other, the knees going down, the arms out."""
    low = take.sided(
        y=-24, right_foot_z=-24, right_foot_x=14, right_foot_pitch=38, x=2, both_spread=38, both_elbow=24, nod=18,
        bend=10, both_knee_out=14, both_palm=-30,
    )  # fmt: skip
    step = take.sided(right_foot_z=-13, right_foot_x=8, right_foot_y=5, right_foot_pitch=30, x=4, y=-5, both_spread=24)
    return rounds(take, 2.8, [(0.0, pose()), (0.2, step), (0.45, low), (0.6, low), (0.82, step), (1.0, pose())])


def kiss(take: Take) -> Track:
    """A kiss from the lips, blown from the palm."""
    lips = take.sided(
        right_reach=1, right_reach_x=-3, right_reach_y=150, right_reach_z=19, right_wrist=10, nod=5, bend=4
    )
    away = take.sided(
        right_reach=1, right_reach_x=-14, right_reach_y=146, right_reach_z=50, right_wrist=-34, nod=-10, bend=-2
    )
    keys = [(0.0, pose()), (0.3, lips), (0.45, lips), (0.66, away), (0.8, away), (1.0, pose())]
    return alive(rounds(take, 2.4, keys), take)


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
