"""c = scale a + b, of any length."""
import numpy as np


def inputs(rng):
    n = int(rng.integers(65, 257))
    return {"a": rng.uniform(-1, 1, n).astype(np.float32), "b": rng.uniform(-1, 1, n).astype(np.float32),
            "scale": rng.uniform(1, 2, 1).astype(np.float32)}


def axpy(a, b, scale):
    return (a.astype(np.float64) * scale + b).astype(np.float32)
