"""c = a + b by hip-python: a module of a file, arguments packed by the package."""
import ctypes

import numpy as np
from hip import hip


def must(answer):
    error, *values = answer
    if int(error) != 0:
        raise RuntimeError(error.name)
    return values[0] if len(values) == 1 else values


def on_device(host):
    memory = must(hip.hipMalloc(host.nbytes))
    must(hip.hipMemcpy(memory, host, host.nbytes, hip.hipMemcpyKind.hipMemcpyHostToDevice))
    return memory


def is_right(code_object, seed, count=300, room=300):
    """Adds `count` elements into memory with room for `room`."""
    a, b = np.random.default_rng(seed).standard_normal((2, count)).astype(np.float32)
    c = np.zeros(room, np.float32)
    arrays = on_device(a), on_device(b), on_device(c)
    module = must(hip.hipModuleLoad(code_object.encode()))
    kernel = must(hip.hipModuleGetFunction(module, b"vector_add"))
    stream = must(hip.hipStreamCreate())
    must(hip.hipModuleLaunchKernel(kernel, gridDimX=-(-count // 64), gridDimY=1, gridDimZ=1, blockDimX=64, blockDimY=1,
                                   blockDimZ=1, sharedMemBytes=0, stream=stream, kernelParams=None,
                                   extra=(*arrays, ctypes.c_int(count))))
    must(hip.hipStreamSynchronize(stream))
    must(hip.hipMemcpy(c, arrays[2], c.nbytes, hip.hipMemcpyKind.hipMemcpyDeviceToHost))
    for memory in arrays:
        must(hip.hipFree(memory))
    must(hip.hipModuleUnload(module))
    return np.array_equal(c[:count], (a + b)[:room])
