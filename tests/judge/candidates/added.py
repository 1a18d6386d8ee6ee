"""y += x, in place, of as many elements as an array says."""
import numpy as np


def inputs(rng):
    n = int(rng.integers(65, 257))
    return {"x": rng.uniform(-1, 1, n).astype(np.float32), "y": rng.uniform(-1, 1, n).astype(np.float32),
            "count": np.array([n], np.int32)}


def add(x, y, count):
    return {"y": np.where(np.arange(y.size) < count[0], x + y, y)}
