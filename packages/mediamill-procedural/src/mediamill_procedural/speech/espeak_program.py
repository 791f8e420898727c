"""One synthesis in a process of its own: espeak-ng keeps global state, and only a fresh process always says the same.

Run as `python -I -S espeak_program.py LIBRARY DATA`. In: a line of JSON {"voice", "parameters", "seconds_max"}, then
the text in UTF-8. Out: the sampling rate as a line of digits, then 16-bit samples in the machine's byte order. GPL code
is loaded here and in no other process.
"""

import ctypes
import json
import sys

SYNCHRONOUS = 2  # AUDIO_OUTPUT_SYNCHRONOUS: samples go to the callback, without a thread of its own
DONT_EXIT = 0x8000  # espeakINITIALIZE_DONT_EXIT
PLAIN_UTF8 = 1  # espeakCHARS_UTF8, and neither espeakSSML nor espeakPHONEMES: marks in the text stay text
SEED = 1  # any constant
NO_VOICE, BROKEN = 3, 4  # exit codes
BYTES_PER_SAMPLE = 2

Collector = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


def main(library: str, data: str) -> int:
    """Say what comes in on standard input; 0 when all of it was said."""
    request = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read() + b"\0"
    espeak = ctypes.CDLL(library)
    espeak.espeak_Initialize.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_int)
    rate = espeak.espeak_Initialize(SYNCHRONOUS, 0, data.encode(), DONT_EXIT)
    if rate <= 0:
        return BROKEN
    espeak.espeak_ng_SetRandSeed.argtypes = (ctypes.c_long,)
    espeak.espeak_ng_SetRandSeed(SEED)  # the noise of breath is seeded with the time of day otherwise
    if espeak.espeak_SetVoiceByName(request["voice"].encode()) != 0:
        return NO_VOICE
    for number, value in request["parameters"].items():
        espeak.espeak_SetParameter(int(number), int(value), 0)

    out = sys.stdout.buffer
    out.write(b"%d\n" % rate)
    left = int(request["seconds_max"] * rate)

    def collect(samples: int | None, count: int, _events: int | None) -> int:
        nonlocal left
        if samples and count > 0:
            out.write(ctypes.string_at(samples, count * BYTES_PER_SAMPLE))
            left -= count
        return int(left < 0)  # not 0: espeak-ng stops

    callback = Collector(collect)
    espeak.espeak_SetSynthCallback(callback)
    espeak.espeak_Synth.argtypes = (
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_uint,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )
    done = espeak.espeak_Synth(text, len(text), 0, 1, 0, PLAIN_UTF8, None, None)
    espeak.espeak_Synchronize()
    out.flush()
    return BROKEN if done != 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
