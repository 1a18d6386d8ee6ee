"""c = scale a + b as it is published: of one length, with one scale."""
import numpy as np
from reference import axpy  # noqa: F401


def inputs(rng):
    return {"a": rng.uniform(-1, 1, 250).astype(np.float32), "b": rng.uniform(-1, 1, 250).astype(np.float32),
            "scale": np.ones(1, np.float32)}
