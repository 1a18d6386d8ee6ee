"""Arrays of elements of less than a byte: shapes in elements, packed bytes beneath, ml_dtypes' one to a byte on the host."""
import lockstep
import ml_dtypes
import numpy as np
import pytest

NAMES = {"float4_e2m1fn": 4, "float6_e2m3fn": 6, "float6_e3m2fn": 6, "int2": 2, "int4": 4, "uint2": 2, "uint4": 4}


def values_of(name, *shape):
    count = int(np.prod(shape))
    packed = np.random.default_rng(1).integers(0, 256, count * NAMES[name] // 8, dtype=np.uint8)
    return lockstep.unpack(packed, name).reshape(shape)


def same(got, wanted):
    return got.dtype == wanted.dtype and np.array_equal(got.view(np.uint8), wanted.view(np.uint8))


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(gpu, name):
    x = values_of(name, 2, 3, 16)
    array = gpu.array(x)
    assert (array.shape, array.size, array.nbytes, array.dtype) == ((2, 3, 16), 96, 96 * NAMES[name] // 8, x.dtype)
    assert same(array.numpy(), x)
    lies = array.view("uint8")
    assert lies.data_ptr() == array.data_ptr() and np.array_equal(lies.numpy(), lockstep.pack(x))
    assert same(gpu.array(lockstep.pack(x)).view(name).numpy(), x)


def test_made_of_numbers(gpu):
    array = gpu.array([[0.5, -6, 0, 1.5]], "float4_e2m1fn")
    assert array.view("uint8").numpy().tolist() == [[0xF1, 0x30]]  # codes 1, 15, 0, 3
    assert gpu.full((2, 4), 2.0, "float6_e2m3fn").numpy().astype(float).tolist() == [[2.0] * 4] * 2
    assert gpu.empty((1 << 33,), "float4_e2m1fn").nbytes == 1 << 32


def test_views_count_elements(gpu):
    x = values_of("float4_e2m1fn", 4, 5, 8)
    array = gpu.array(x)
    for index in (0, -1, slice(1, None, 2), (1, 2), (..., slice(2, 6)), (slice(None), 3), (2, slice(None), slice(4, None))):
        assert same(array[index].numpy(), x[index])
    assert array[1].data_ptr() == array.data_ptr() + 20 and array.stride() == (40, 8, 1)
    assert same(array.reshape(10, -1).numpy(), x.reshape(10, 16)) and array.is_contiguous()
    array[0, 1, 2:4] = [1.0, -2.0]
    x[0, 1, 2:4] = [1.0, -2.0]
    assert same(array.numpy(), x)
    six = gpu.array(values_of("float6_e3m2fn", 3, 8))
    assert same(six[1:, 4:].numpy(), values_of("float6_e3m2fn", 3, 8)[1:, 4:])


@pytest.mark.parametrize("wrong, error, words", [
    (lambda gpu, x: gpu.empty((2, 3), "float4_e2m1fn"), ValueError, "a multiple of 2 elements"),
    (lambda gpu, x: gpu.empty((2, 6), "float6_e2m3fn"), ValueError, "a multiple of 4 elements"),
    (lambda gpu, x: gpu.empty((), "int4"), ValueError, "do not fill"),
    (lambda gpu, x: x[0, 1], IndexError, "begin and end at a multiple of 2"),
    (lambda gpu, x: x[:, 1:3], IndexError, "begin and end"),
    (lambda gpu, x: x[:, ::2], IndexError, "without a step"),
    (lambda gpu, x: x[0, 0, 0], IndexError, "2 dimensions"),
    (lambda gpu, x: x.reshape(8, 1), ValueError, "do not fill"),
    (lambda gpu, x: x.element_size(), TypeError, "not whole bytes"),
    (lambda gpu, x: x.view("float16"), ValueError, "float16 has 2 bytes"),
    (lambda gpu, x: gpu.zeros((3, 4), "uint8").view("float6_e2m3fn"), ValueError, "rows of whole elements"),
    (lambda gpu, x: gpu.zeros((3, 4), "uint8")[:, ::2].view("float4_e2m1fn"), ValueError, "side by side"),
])
def test_what_no_view_is(gpu, wrong, error, words):
    with pytest.raises(error, match=words):
        wrong(gpu, gpu.zeros((2, 4), "float4_e2m1fn"))


def test_undefined_elements_are_counted(gpu):
    array = gpu.empty((2, 8), "float6_e2m3fn")
    array[0] = 1.0
    array.view("uint8")[1, 1:2] = 0  # bits 8 to 15: parts of the elements 1 and 2 alone
    assert array.defined().sum() == 8
    with pytest.raises(lockstep.UndefinedValues, match=r"8 of 16 elements.*first at \[1, 0\]"):
        array.numpy()
    array.view("uint8")[1, :2] = 0
    assert array.defined()[1].tolist() == [True, True] + [False] * 6


def test_a_kernel_takes_them(gpu, kernels):
    """Bytes are what it sees: 128 int4 as 16 whole numbers, reversed."""
    x = values_of("int4", 4, 128)
    to = gpu.empty((4, 128), "int4")
    gpu.load(kernels)["reversed"][1, 64](to, gpu.array(x), shared=256)
    assert np.array_equal(to.view("uint8").numpy().reshape(-1).view(np.int32), lockstep.pack(x).reshape(-1).view(np.int32)[::-1])
    assert ml_dtypes.int4 == to.numpy().dtype
