"""Binary FBX: skeletons, skins and animations written, records read."""
