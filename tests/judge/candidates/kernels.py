"""What the candidates here launch."""
import functools
import pathlib

import lockstep

GPU = lockstep.Device("gfx950")


@functools.cache
def kernel(name, of="honest"):
    return GPU.load(pathlib.Path(__file__).parent / f"{of}.co")[name]


def launch_axpy(a, b, scale, c, name="axpy", of="honest"):
    kernel(name, of)[4, 64](a, b, scale, c, a.size)
    return c
