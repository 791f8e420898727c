"""What of the codecs is no requirement of the service: the packages of the extra `codecs`."""

from collections.abc import Iterator
from contextlib import contextmanager

from mediamill.errors import MediamillError

PACKAGES = {  # module → what it is installed as
    "cv2": "opencv-python-headless",
    "embreex": "embreex",
    "fast_simplification": "fast-simplification",
    "pyloudnorm": "pyloudnorm",
    "scipy": "scipy",
}


class MissingExtra(MediamillError):
    """{package} is not installed: pip install "mediamill[codecs]"."""

    code = "missing_extra"


@contextmanager
def extra_needed() -> Iterator[None]:
    """Round the import of a module that needs the extra. Raises MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = PACKAGES.get((missing.name or "").partition(".")[0])
        if package is None:
            raise
        raise MissingExtra(package=package) from missing
