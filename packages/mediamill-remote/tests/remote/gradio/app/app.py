"""The Gradio app of the tests: it paints and sounds, slowly or not at all where the prompt says so."""

import math
import os
import struct
import time
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr  # type: ignore[import-not-found,unused-ignore]
from PIL import Image
from starlette.middleware import Middleware

STAGE = Path(os.environ["APP_STAGE"])  # where the tests see what goes on
SIDE, RATE, LOOK_SECONDS = 16, 8_000, 0.01


def paint(prompt: str, seed: float, image: str | None = None) -> Any:
    """A picture whose colour the seed tells; for a file that came in, that one."""
    (STAGE / f"painted-{seed:g}").touch()
    complain(prompt)
    if prompt == "wait":
        wait(seed)
    return image or Image.new("RGB", (SIDE, SIDE), (int(seed) % 256, 90, 30))


def draw(prompt: str, seed: float) -> Iterator[Any]:
    """The same with previews; it ends where nobody looks any more."""
    try:
        while True:
            yield Image.new("RGB", (SIDE, SIDE), (0, 0, 0))
            (STAGE / f"started-{seed:g}").touch()
            if prompt != "wait" or (STAGE / "go").exists():
                break
            time.sleep(LOOK_SECONDS)
        yield Image.new("RGB", (SIDE, SIDE), (int(seed) % 256, 90, 30))
    except GeneratorExit:
        (STAGE / f"ended-{seed:g}").touch()
        raise


def sound(prompt: str, length: float = 2.0, seed: float = 0) -> str:
    """A tone whose pitch the seed tells."""
    complain(prompt)
    samples = (math.sin(math.tau * (200 + seed % 600) * n / RATE) for n in range(round(length * RATE)))
    path = STAGE / "tone.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
        file.writeframes(b"".join(struct.pack("<h", round(12_000 * sample)) for sample in samples))
    return str(path)


def complain(prompt: str) -> None:
    """Fail as models do."""
    if prompt == "raise":
        raise ValueError("there is no such heron")
    if prompt == "sensitive":
        raise gr.Error("NSFW content detected")


def wait(seed: float) -> None:
    """Until somebody writes `go`."""
    (STAGE / f"started-{seed:g}").touch()
    while not (STAGE / "go").exists():
        time.sleep(LOOK_SECONDS)


class Streams:
    """Leaves a mark for each stream that somebody listens to."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As ASGI has it."""

        async def noted(message: Any) -> None:
            await send(message)
            if message["type"] == "http.response.start":
                (STAGE / f"heard-{scope['path'].rpartition('/')[2]}").touch()

        is_stream = scope["type"] == "http" and scope["method"] == "GET" and "/gradio_api/call/" in scope["path"]
        await self.app(scope, receive, noted if is_stream else send)


with gr.Blocks(analytics_enabled=False) as app:
    prompt, seed, length = gr.Textbox(), gr.Number(), gr.Slider(0, 10, value=2.0)
    given, picture = gr.Image(type="filepath"), gr.Image(format="png")
    tone = gr.Audio(type="filepath")
    for function, inputs, output in (
        (paint, [prompt, seed, given], picture),
        (draw, [prompt, seed], picture),
        (sound, [prompt, length, seed], tone),
    ):
        gr.Button().click(function, inputs, output, api_name=function.__name__)

app.queue(max_size=2).launch(
    server_name="127.0.0.1",
    server_port=int(os.environ["PORT"]),
    quiet=True,
    app_kwargs={"middleware": [Middleware(Streams)]},
)
