"""Which doors are open: interfaces of other services, served beside ours. Every one is closed unless it is opened."""

from pydantic import BaseModel


class DoorSettings(BaseModel):
    """A part of the settings."""

    compat_openai: bool = False  # serve OpenAI's images, speech and videos below /compat/openai
    compat_replicate: bool = False  # serve Replicate's predictions and files below /compat/replicate
    compat_fal: bool = False  # serve fal's queue below /compat/fal
    compat_elevenlabs: bool = False  # serve ElevenLabs' sounds below /compat/elevenlabs
