"""Pages of docs/reference/ that are made of the program: `python -m scripts.reference` writes them."""
