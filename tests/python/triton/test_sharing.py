"""Kernels whose threads use each other's elements: in place, through LDS, by atomics. Right ones hold, though threads without
an element of their own load what another stores; where that value is stored, too, it is a race."""
import lockstep
import numpy as np
import pytest

triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402

RANDOM = np.random.default_rng(1)


@pytest.fixture
def gpu(driver):
    driver.device.schedule = "earliest,latest,random:3"
    return driver.device


@triton.jit
def negated(x, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(x + at, -tl.load(x + at))


@pytest.mark.parametrize("num_warps", [1, 4])
@pytest.mark.parametrize("count", [32, 128, 1024])
def test_in_place(gpu, count, num_warps):
    x = gpu.array(np.arange(count, dtype=np.float32))
    negated[(1,)](x, BLOCK=count, num_warps=num_warps)
    assert np.array_equal(x.numpy(), -np.arange(count))


@triton.jit
def turned(x, HALF: tl.constexpr):
    at = x + tl.program_id(0) * 2 * HALF + tl.arange(0, HALF)
    low, high = tl.load(at), tl.load(at + HALF)
    tl.store(at, low - high)
    tl.store(at + HALF, low + high)


def test_two_halves_in_place(gpu):
    host = RANDOM.integers(-9, 9, (3, 2, 64)).astype(np.float32)
    x = gpu.array(host)
    turned[(3,)](x, HALF=64)
    assert np.array_equal(x.numpy(), np.stack([host[:, 0] - host[:, 1], host[:, 0] + host[:, 1]], 1))


@triton.jit
def moved(x, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(x + (at + 256) % BLOCK, tl.load(x + at))


def test_another_threads_element_in_place(gpu):
    with pytest.raises(lockstep.Falsified, match="memory-race.*no barrier lies between"):
        moved[(1,)](gpu.array(np.arange(1024, dtype=np.float32)), BLOCK=1024, num_warps=4)


@triton.jit
def through_lds(x, sums, sorted_, counts, largest, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(sums + at, tl.cumsum(v, 0))
    tl.store(sorted_ + at, tl.sort(v))
    tl.store(counts + tl.arange(0, BINS), tl.histogram(v, BINS))
    tl.store(largest, tl.argmax(v, 0))


def test_through_lds(gpu):
    host = RANDOM.integers(0, 16, 256).astype(np.int32)
    sums, ordered, counts, largest = (gpu.zeros(n, "int32") for n in (256, 256, 16, 1))
    through_lds[(1,)](gpu.array(host), sums, ordered, counts, largest, BLOCK=256, BINS=16)
    assert np.array_equal(sums.numpy(), np.cumsum(host)) and np.array_equal(ordered.numpy(), np.sort(host))
    assert np.array_equal(counts.numpy(), np.bincount(host, minlength=16)) and largest.numpy()[0] == host.argmax()


@triton.jit
def added(x, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.atomic_add(y + at % 4, tl.load(x + at), sem="relaxed")


def test_by_atomics(gpu):
    y = gpu.zeros(4, "int32")
    added[(4,)](gpu.full((256,), 1, "int32"), y, BLOCK=256)
    assert y.numpy().tolist() == [256] * 4


@triton.jit
def counted(lock, count, BARRIER: tl.constexpr):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(count, tl.load(count) + 1)
    if BARRIER:
        tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


def test_under_a_lock(gpu):
    count = gpu.zeros(1, "int32")
    counted[(8,)](gpu.zeros(1, "int32"), count, BARRIER=True)
    assert count.numpy()[0] == 8
