"""glTF materials, as far as a thumbnail shows them: colours, textures, metal, roughness, light of its own."""

import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.glb_file import Glb
from mediamill.codecs.image_decoding import PIXELS_MAX, decode_image
from mediamill.codecs.thumbnails.drawn import Drawn, Texels
from mediamill.formats import NotMedia

TEXTURE_SIDE = 2_048  # pixels; larger ones are made smaller
TEXTURE_PIXELS_MAX = 120_000_000  # read from one file, about 2 s; what is beyond leaves its surface plain
IMAGE_BYTES_MAX = 64 << 20
TRANSMITTED = 0.85  # how clear a surface becomes that lets all light through


class Looks:
    """The materials of one file; each picture is read once."""

    def __init__(self, glb: Glb) -> None:
        self._glb = glb
        self._pictures: dict[int, Texels | None] = {}
        self._pixels_left = TEXTURE_PIXELS_MAX

    def dressed(self, drawn: Drawn, primitive: dict[str, Any]) -> Drawn:
        """The mesh with its primitive's colours and material."""
        attributes = primitive["attributes"]
        material = self._glb.all("materials")[primitive["material"]] if "material" in primitive else {}
        more = material.get("extensions", {})
        plain = material.get("pbrMetallicRoughness", {})
        factor, base = plain.get("baseColorFactor", (1, 1, 1, 1)), plain.get("baseColorTexture")
        metallic, roughness = plain.get("metallicFactor", 1.0), plain.get("roughnessFactor", 1.0)
        if older := more.get("KHR_materials_pbrSpecularGlossiness"):
            factor, base = older.get("diffuseFactor", (1, 1, 1, 1)), older.get("diffuseTexture")
            metallic, roughness = 0.0, 1.0 - older.get("glossinessFactor", 1.0)
        if not material:
            metallic, roughness = 0.0, 0.7  # the specification's pure metal is nobody's wish
        texture, shine, glow = (
            self._picture(reference)
            for reference in (base, plain.get("metallicRoughnessTexture"), material.get("emissiveTexture"))
        )
        strength = more.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1.0)
        reference = base or plain.get("metallicRoughnessTexture") or material.get("emissiveTexture")
        return replace(
            drawn,
            colours=self._colours(attributes, np.array(factor, np.float64).reshape(4), material, more),
            uv=self._uv(attributes, reference) if reference else None,
            texture=texture,
            shine=None if shine is None else shine[..., :3],
            glow=None if glow is None else glow[..., :3],
            metallic=float(np.clip(metallic, 0, 1)),
            roughness=float(np.clip(roughness, 0, 1)),
            emissive=tuple(float(c) * strength for c in material.get("emissiveFactor", (0, 0, 0))),
            cutoff={"BLEND": None, "MASK": float(material.get("alphaCutoff", 0.5))}.get(
                material.get("alphaMode", "OPAQUE"), None if "KHR_materials_transmission" in more else 0.0
            ),
        )

    def _colours(
        self, attributes: dict[str, Any], factor: NDArray[np.float64], material: dict[str, Any], more: dict[str, Any]
    ) -> NDArray[np.float64]:
        """Linear RGBA for all (4,), or for each vertex (n, 4)."""
        if material.get("alphaMode", "OPAQUE") == "OPAQUE":
            factor[3] = 1.0
        factor[3] *= 1 - TRANSMITTED * more.get("KHR_materials_transmission", {}).get("transmissionFactor", 0.0)
        if "COLOR_0" not in attributes:
            return factor
        given = self._glb.accessor(attributes["COLOR_0"]).astype(np.float64)
        colours = np.ones((len(given), 4))
        colours[:, : given.shape[1]] = given
        return colours * factor

    def _uv(self, attributes: dict[str, Any], reference: dict[str, Any]) -> NDArray[np.float64] | None:
        """Texture places moved as KHR_texture_transform says."""
        moved = reference.get("extensions", {}).get("KHR_texture_transform", {})
        name = f"TEXCOORD_{moved.get('texCoord', reference.get('texCoord', 0))}"
        if name not in attributes:
            return None
        uv = self._glb.accessor(attributes[name])[:, :2].astype(np.float64)
        turn = float(moved.get("rotation", 0.0))
        scaled = uv * np.array(moved.get("scale", (1, 1)), np.float64).reshape(2)
        turned = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        placed: NDArray[np.float64] = scaled @ turned.T + np.array(moved.get("offset", (0, 0)), np.float64).reshape(2)
        return placed

    def _picture(self, reference: dict[str, Any] | None) -> Texels | None:
        """The texture referred to; None for none, and for one that cannot be read: its surface stays plain."""
        if reference is None:
            return None
        texture = self._glb.all("textures")[reference["index"]]
        source = texture.get("extensions", {}).get("EXT_texture_webp", texture).get("source")
        if source not in self._pictures:
            self._pictures[source] = self._read(source)
        return self._pictures[source]

    def _read(self, source: int | None) -> Texels | None:
        image = {} if source is None else self._glb.all("images")[source]
        if "bufferView" not in image:  # pictures outside the file are never fetched
            return None
        try:
            content = self._glb.view(image["bufferView"])
            if len(content) > IMAGE_BYTES_MAX:
                return None
            with tempfile.NamedTemporaryFile() as file:
                file.write(content)
                file.flush()
                most = min(PIXELS_MAX, self._pixels_left)
                picture = decode_image(Path(file.name), pixels_max=most, side_max=TEXTURE_SIDE)
                self._pixels_left -= picture.width * picture.height
                return picture.pixels
        except NotMedia:
            return None
