"""The root of every error of the client, apart from the others so that values can raise one too."""


class MediamillClientError(Exception):
    """The root of every error of the client."""
