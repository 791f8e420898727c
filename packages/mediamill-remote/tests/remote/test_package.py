"""What comes with the package: engines that are described as remote, and stand on the SDK alone."""

from mediamill.engines.installed import read_engines
from mediamill.plugins import plugins


def test_every_engine_of_the_package_is_remote() -> None:
    found = [plugin for plugin in plugins("mediamill.engines") if plugin.distribution == "mediamill-remote"]
    entries, broken = read_engines(found)

    assert broken == ()
    assert [entry.name for entry in entries] == [
        "bfl",
        "cog",
        "comfyui",
        "elevenlabs",
        "fal",
        "gemini",
        "gradio",
        "ltx",
        "meshy",
        "openai",
        "replicate",
        "stability",
        "tencent",
        "tripo",
    ]
    assert {entry.kind for entry in entries} == {"remote"}
