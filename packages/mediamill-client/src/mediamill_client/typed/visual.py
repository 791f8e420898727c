"""The visual tools as methods. Made by `python -m scripts.client_types`; a test says so."""

from typing import Any, Literal, overload

from mediamill_client.news import OnProgress
from mediamill_client.running import Running, given
from mediamill_client.sources import FileInput
from mediamill_client.typed.inputs import (
    CreateImageAspectRatio,
    CreateImageModel,
    CreateVideoAspectRatio,
    CreateVideoDuration,
    CreateVideoModel,
    ImageTo3dObjectModel,
    Motion3dModel,
    TextTo3dModel,
)
from mediamill_client.types import Generation


class VisualTools(Running):
    """The visual tools. What is None is left out: the service's default holds."""

    def create_image(
        self,
        *,
        prompt: str,
        aspect_ratio: CreateImageAspectRatio | None = None,
        seed: int | None = None,
        model: CreateImageModel = "nano-banana",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Create image. A picture from a sentence: describe the scene, the light and the style.

            prompt: What the picture shows. At most 2000 characters.
            aspect_ratio: Width to height. Default: 1:1.
            seed: The same seed gives the same picture; -1 draws one. Default: -1.
            model: nano-banana (8 credits per run); flux-2-flex (10 credits per run).

        Raises as `run` does.
        """
        return self.run(
            "create-image",
            given(model=model, prompt=prompt, aspect_ratio=aspect_ratio, seed=seed),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def create_video(
        self,
        *,
        prompt: str,
        duration: CreateVideoDuration | None = None,
        aspect_ratio: CreateVideoAspectRatio | None = None,
        seed: int | None = None,
        model: CreateVideoModel = "ltx-video",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Create video. A short clip from a sentence: describe the scene and what moves in it.

            prompt: What the clip shows. At most 2000 characters.
            duration: Length in seconds. Default: 5.
            aspect_ratio: Width to height. Default: 16:9.
            seed: The same seed gives the same clip; -1 draws one. Default: -1.
            model: ltx-video (5 credits per second).

        Raises as `run` does.
        """
        return self.run(
            "create-video",
            given(model=model, prompt=prompt, duration=duration, aspect_ratio=aspect_ratio, seed=seed),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    @overload
    def text_to_3d(
        self,
        *,
        prompt: str,
        model: Literal["alpha3d-v3", "beta-v6"] = "alpha3d-v3",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation: ...
    @overload
    def text_to_3d(
        self,
        *,
        image_url: FileInput,
        model: Literal["trellis-2"],
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation: ...
    def text_to_3d(
        self,
        *,
        model: TextTo3dModel = "alpha3d-v3",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        **fields: Any,
    ) -> Generation:
        """Text to 3D. A textured 3D object as GLB, from a description or from a picture of it.

            prompt: What the object is, and what it is made of. At most 1024 characters. With beta-v6 600.
            image_url: URL of a picture of the object, best on a plain background. A file of your own is uploaded.
            model: alpha3d-v3 (75 credits per run); beta-v6 (160 credits per run); trellis-2 (60 credits per run).

        Raises as `run` does.
        """
        return self.run(
            "text-to-3d",
            given(model=model, **fields),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def image_to_3d_object(
        self,
        *,
        image_url: FileInput,
        model: ImageTo3dObjectModel = "alpha3d-v21",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Image to 3D object. A textured 3D object as GLB from one picture of it.

            image_url: URL of a picture of the object, best on a plain background. A file of your own is uploaded.
            model: alpha3d-v21 (60 credits per run); instantmesh (7 credits per run); triposr (4 credits per run).

        Raises as `run` does.
        """
        return self.run(
            "image-to-3d-object",
            given(model=model, image_url=image_url),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def motion_3d(
        self,
        *,
        prompt: str,
        duration: float | None = None,
        model: Motion3dModel = "alpha-motion",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """3D motion. An animated skeleton as FBX from a description of the movement.

            prompt: What the figure does, step by step. At most 1024 characters.
            duration: Length in seconds. From 0.5 to 12. Default: 5.
            model: alpha-motion (16 credits per run).

        Raises as `run` does.
        """
        return self.run(
            "motion-3d",
            given(model=model, prompt=prompt, duration=duration),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )
