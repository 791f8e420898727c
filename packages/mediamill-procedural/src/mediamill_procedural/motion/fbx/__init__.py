"""FBX 7.4, binary: records and the scene that is written in them."""
