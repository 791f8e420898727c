"""The service beside what a user would pick instead, each installed by pip into an environment of its own."""
