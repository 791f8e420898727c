"""ElevenLabs' models and voices as we have them."""

from mediamill.compat.table import read_table

NAME = "elevenlabs"
TABLE = read_table(__file__)
SPEECH, EFFECTS, MUSIC, ISOLATION, DUBBING = "speech", "effects", "music", "isolation", "dubbing"  # kinds of models
# The model of a kind where none is named, as there.
DEFAULTS = {
    SPEECH: "eleven_multilingual_v2",
    EFFECTS: "eleven_text_to_sound_v2",
    MUSIC: "music_v1",
    ISOLATION: "audio_isolation",
    DUBBING: "dubbing_v1",
}
