"""tinygrad's HIP device: a matrix product and a softmax, compiled by its libamd_comgr."""
import sys

import numpy as np
from tinygrad import Tensor

rng = np.random.default_rng(1)
a, b = (rng.integers(-8, 9, shape).astype(np.float32) for shape in ((32, 64), (64, 48)))
c = (Tensor(a, device="HIP") @ Tensor(b, device="HIP")).numpy()
y = Tensor(a, device="HIP").softmax().numpy()
s = Tensor(a, device="HIP").sin().numpy()
exact = np.exp(a - a.max(1, keepdims=True), dtype=np.float64)
right = np.array_equal(c, a @ b) and np.allclose(y, exact / exact.sum(1, keepdims=True), rtol=1e-5)
right = right and np.allclose(s, np.sin(a, dtype=np.float64), atol=1e-6)
print("right" if right else "wrong")
sys.exit(0 if right else 5)
