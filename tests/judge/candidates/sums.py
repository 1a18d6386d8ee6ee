"""c = a + b, of whole blocks."""
import numpy as np


def inputs(rng):
    n = 64 * int(rng.integers(1, 9))
    return {"a": rng.uniform(-1, 1, n).astype(np.float32), "b": rng.uniform(-1, 1, n).astype(np.float32)}


def add(a, b):
    return a + b
