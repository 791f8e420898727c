from mediamill.formats import FORMATS, Container, MediaKind, format_of


def test_every_suffix_has_one_type_and_a_kind_that_agrees_with_it() -> None:
    families = {
        MediaKind.IMAGE: {"image"},
        MediaKind.VIDEO: {"video"},
        MediaKind.AUDIO: {"audio"},
        MediaKind.OBJECT: {"model", "application"},
        MediaKind.TEXT: {"text", "application"},
    }

    for suffix, entry in FORMATS.items():
        assert suffix == entry.suffix
        assert entry.media_type.split("/")[0] in families[entry.kind], suffix
        assert entry.containers, suffix


def test_the_outputs_of_the_interface_are_served_with_their_own_types() -> None:
    served = {
        suffix: FORMATS[suffix].media_type
        for suffix in (".mp3", ".wav", ".flac", ".png", ".jpg", ".webp", ".mp4", ".glb", ".fbx", ".txt", ".json")
    }

    assert served == {
        ".mp3": "audio/mpeg",
        ".wav": "audio/wav",
        ".flac": "audio/flac",
        ".png": "image/png",
        ".jpg": "image/jpeg",
        ".webp": "image/webp",
        ".mp4": "video/mp4",
        ".glb": "model/gltf-binary",
        ".fbx": "application/octet-stream",
        ".txt": "text/plain; charset=utf-8",
        ".json": "application/json",
    }


def test_a_name_or_a_key_or_a_suffix_finds_its_format() -> None:
    assert format_of(".GLB") is FORMATS[".glb"]
    assert format_of("gen_1/00ff.mp3") is FORMATS[".mp3"]
    assert format_of("archive.tar.flac") is FORMATS[".flac"]


def test_nothing_a_browser_would_run_is_in_the_table() -> None:
    for name in ("page.html", "picture.svg", "list.m3u8", "script.js", "document.xml", "mp3", "", ".", "x.mp3 "):
        assert format_of(name) is None, name


def test_an_audio_only_mp4_may_be_called_m4a() -> None:
    assert Container.MP4 in FORMATS[".m4a"].containers
    assert Container.M4A not in FORMATS[".mp4"].containers
