"""How every sound is made: one function a sound, whose docstring says what it aims at."""
