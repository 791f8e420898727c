"""Sounds of programs."""

from mediamill_procedural.effects.makers import interface
from mediamill_procedural.effects.sound import Kind, Sound, Space

AGAIN, ONCE = Kind.REPEATED, Kind.ONCE
HALL = Space.HALL

PROGRAMS = (
    Sound(
        "click",
        interface.ui_click,
        "click, ?button, ui click, button click, button press, menu click, tap screen",
        ONCE,
        0.5,
        (0.4, 0.8),
        0.06,
    ),
    Sound("hover", interface.hover, "ui hover, menu hover, tooltip, blip soft, ?hover", ONCE, 0.5, (0.3, 0.6), 0.08),
    Sound(
        "notification",
        interface.notification,
        "notification, message, message tone, ?chat, email, ping notification, text message, reminder, "
        "chime, ?incoming",
        ONCE,
        1.6,
        (0.5, 1.0),
        1.2,
    ),
    Sound(
        "success",
        interface.success,
        "success, correct, achievement, ?complete, right answer, ?win, ?confirm, unlocked, "
        "quest complete, well done, positive",
        ONCE,
        1.7,
        (0.4, 1.0),
        1.4,
    ),
    Sound(
        "error",
        interface.error,
        "error, ?fail, failure, invalid, denied, access denied, wrong input, error message, negative, error beep",
        ONCE,
        0.8,
        (0.5, 1.0),
        0.55,
    ),
    Sound(
        "menu swoosh",
        interface.swoosh,
        "?swipe, ui swoosh, menu swoosh, ?transition, menu open, screen transition",
        ONCE,
        0.6,
        (0.4, 0.8),
        0.38,
    ),
    Sound(
        "pop",
        interface.pop,
        "pop, bubble pop, plop, popcorn, balloon pop, ui pop, cartoon pop, pop up",
        ONCE,
        0.5,
        (0.3, 0.7),
        0.09,
        spread=0.2,
    ),
    Sound(
        "device beep",
        interface.camera_beep,
        "scanner beep, barcode, beep, device beep, barcode scanner, checkout beep, microwave beep, camera beep",
        AGAIN,
        1.0,
        (0.5, 0.7),
        0.12,
    ),
    Sound(
        "ping",
        interface.ringing_ping,
        "ping, ping pong ui, crystal, crystal ping, water glass, tune fork",
        ONCE,
        0.9,
        (0.5, 1.0),
        0.6,
        space=HALL,
    ),
    Sound(
        "startup chime",
        interface.startup,
        "startup, boot up, computer start, start up, ?logo, power on, windows start, turn on computer",
        ONCE,
        3.0,
        (0.5, 1.0),
        2.8,
    ),
)
