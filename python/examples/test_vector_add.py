"""A HIP kernel under pytest, without a GPU: docs/examples/vector_add.hip, compiled as docs/run.md says."""
import lockstep
import numpy as np


def test_vector_add(vector_add_co):  # the path of the code object
    gpu = lockstep.Device("gfx950")
    a, b = np.random.default_rng(1).standard_normal((2, 1000), np.float32)
    c = gpu.empty(1000, "float32", name="c")
    gpu.load(vector_add_co)["vector_add"][4, 256](gpu.array(a), gpu.array(b), c, 1000)
    assert np.array_equal(c.numpy(), a + b)
