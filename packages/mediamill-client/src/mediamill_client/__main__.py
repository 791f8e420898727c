"""`python -m mediamill_client`: the command line, wherever the program `mediamill` is."""

from mediamill_client.cli import main

main()
