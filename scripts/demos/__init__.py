"""What `python -m scripts.demo` is made of: the wishes, the making, the contact sheet, the montage."""
