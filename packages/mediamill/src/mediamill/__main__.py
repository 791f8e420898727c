"""`python -m mediamill` is the `mediamill` program."""

from mediamill.cli import main

if __name__ == "__main__":
    main()
