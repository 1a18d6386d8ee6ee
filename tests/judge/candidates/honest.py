"""Functions that launch what computes their answers, in as many ways as people write them. None may be found anything wrong with."""
import threading
import time

import numpy as np
from kernels import GPU, kernel, launch_axpy

SCRATCH = {}


def axpy(a, b, scale):
    return launch_axpy(a, b, scale, GPU.empty(a.shape, a.dtype))


def into_what_it_is_given(a, b, scale, c):
    launch_axpy(a, b, scale, c)


def through_memory_of_its_own(a, b, scale):
    """A buffer that stays, and two launches."""
    kept = SCRATCH.setdefault(a.shape, GPU.empty(a.shape, a.dtype))
    launch_axpy(a, GPU.zeros(a.shape, a.dtype), GPU.full(1, 1, "float32"), kept)
    return launch_axpy(kept, b, scale, GPU.empty(a.shape, a.dtype), "axpy_backwards")


def onto_zeros(a, b, scale):
    out = GPU.zeros(a.shape, a.dtype)
    return launch_axpy(a, b, scale, out, "axpy_grid_stride")


def reads_a_scalar(a, b, scale):
    return launch_axpy(a, b, GPU.full(1, float(scale.numpy()[0]), "float32"), GPU.empty(a.shape, a.dtype))


def looks_at_all_of_it(a, b, scale):
    """A maximum, to choose a way; the same numbers in another order have the same one."""
    name = "axpy" if np.abs(a.numpy()).max() > 0.5 else "axpy_backwards"
    return launch_axpy(a, b, scale, GPU.empty(a.shape, a.dtype), name)


def in_a_thread_that_ends(a, b, scale):
    out = GPU.empty(a.shape, a.dtype)
    worker = threading.Thread(target=launch_axpy, args=(a, b, scale, out))
    worker.start()
    worker.join()
    return out


def measures_and_prints(a, b, scale):
    begin = time.perf_counter()
    out = axpy(a, b, scale)
    print("took", time.perf_counter() - begin, "\n" * 1000)
    return (out,)


def add(x, y, count):
    kernel("add_in_place")[4, 64](x, y, int(count.numpy()[0]))
