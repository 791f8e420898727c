"""The measure of a core: a fixed load of numpy and scipy, printed as seconds of processor time.

`python -m scripts.crafts.kernel`. The machine's own figures say little to others; multiples of this say more.
"""

import time

import numpy as np
from scipy import fft, ndimage, signal

ROUNDS = 3  # the quickest counts: nothing makes a core faster than it is
SAMPLES = 1 << 20
SIDE = 1_024


def load() -> None:
    """What crafts do most: transforms, filters, blurs, sorting, small matrices."""
    random = np.random.default_rng(7)
    sound, picture = random.standard_normal(SAMPLES), random.standard_normal((SIDE, SIDE))
    for _ in range(4):
        fft.irfft(fft.rfft(sound))
        signal.sosfilt(signal.butter(4, 0.2, output="sos"), sound)
        np.sort(sound)
    for sigma in (1.0, 3.0, 8.0):
        ndimage.gaussian_filter(picture, sigma)
    np.linalg.inv(random.standard_normal((20_000, 4, 4)))
    np.exp(np.sin(sound)).cumsum()


def seconds() -> float:
    """Processor time of one load."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        load()
        times.append(time.process_time() - began)
    return min(times)


if __name__ == "__main__":
    print(f"{seconds():.4f}")
