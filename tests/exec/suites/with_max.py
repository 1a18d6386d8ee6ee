"""MAX's compiler and its HIP driver: a graph with a matrix product and a softmax."""
import sys

import numpy as np
from max import driver, engine
from max.dtype import DType
from max.graph import DeviceRef, Graph, TensorType, ops

device = driver.Accelerator()
print(driver.accelerator_api(), device.architecture_name)
types = [TensorType(DType.float32, shape, DeviceRef.GPU()) for shape in ((32, 64), (64, 48))]
with Graph("products", input_types=types) as graph:
    a, b = (value.tensor for value in graph.inputs)
    graph.output(ops.matmul(a, b), ops.softmax(a))
model = engine.InferenceSession(devices=[device]).load(graph)
rng = np.random.default_rng(1)
a, b = (rng.integers(-8, 9, shape).astype(np.float32) for shape in ((32, 64), (64, 48)))
c, y = (result.to_numpy() for result in model.execute(*(driver.Buffer.from_numpy(x).to(device) for x in (a, b))))
exact = np.exp(a - a.max(1, keepdims=True), dtype=np.float64)
exact /= exact.sum(1, keepdims=True)
right = np.array_equal(c, a @ b) and np.allclose(y, exact, rtol=1e-5)
print("right" if right else "wrong")
sys.exit(0 if right else 5)
