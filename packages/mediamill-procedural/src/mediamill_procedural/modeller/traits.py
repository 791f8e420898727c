"""Adjectives that change how an object is built or finished; words that mean the same share a value."""

TRAITS: dict[str, str] = {
    "abandoned": "old", "adorable": "cute", "ancient": "old", "antique": "old", "baroque": "ornate",
    "battered": "old", "big eyed": "cute", "blocky": "low-poly", "bright": "bright", "broken": "broken",
    "burning": "glowing", "cartoon": "cute", "chibi": "cute", "chipped": "broken", "circular": "round",
    "clear": "transparent", "cracked": "broken", "cushioned": "cushioned", "cute": "cute", "damaged": "broken",
    "dark": "dark", "decorated": "ornate", "destroyed": "broken", "dirty": "old", "dotted": "spotted",
    "dusty": "old", "elegant": "shiny", "empty": "empty", "engraved": "ornate", "faceted": "low-poly",
    "fancy": "ornate", "flipped": "upside down", "fluorescent": "glowing", "friendly": "cute", "full": "full",
    "futuristic": "shiny", "gleaming": "shiny", "glossy": "shiny", "glowing": "glowing", "happy": "cute",
    "illuminated": "glowing", "inverted": "upside down", "kawaii": "cute", "leaning": "leaning", "lit": "glowing",
    "low poly": "low-poly", "lowpoly": "low-poly", "luminous": "glowing", "matte": "matte", "mossy": "mossy",
    "multicolored": "rainbow", "multicoloured": "rainbow", "old": "old", "open": "open", "ornamental": "ornate",
    "ornate": "ornate", "oval": "oval", "overturned": "upside down", "padded": "cushioned", "pale": "bright",
    "polished": "shiny", "polka dot": "spotted", "polka dotted": "spotted", "polygonal": "low-poly",
    "rainbow": "rainbow", "rainbow colored": "rainbow", "reflective": "shiny", "round": "round", "ruined": "broken",
    "see through": "transparent", "shattered": "broken", "shiny": "shiny", "smashed": "broken", "smiling": "cute",
    "snow covered": "snow covered", "speckled": "spotted", "spotted": "spotted", "spotty": "spotted",
    "square": "square", "striped": "striped", "stripy": "striped", "tilted": "leaning", "translucent": "transparent",
    "transparent": "transparent", "twisted": "twisted", "upholstered": "cushioned", "upside down": "upside down",
    "vintage": "old", "weathered": "old", "with a face": "cute", "with a smile": "cute", "worn": "old",
    "zebra": "striped",
}  # fmt: skip
