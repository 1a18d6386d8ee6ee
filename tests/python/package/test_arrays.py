"""Arrays on a device: types, views, what they cost, what they refuse."""
import gc

import lockstep
import ml_dtypes
import numpy as np
import pytest


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float16", "float32", "float64", "bfloat16",
                                   "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e8m0fnu"])
def test_values_come_back_as_they_were(gpu, dtype):
    bits = np.random.default_rng(1).integers(0, 2 if dtype == "bool" else 256, 24 * 8, dtype=np.uint8)
    of = np.dtype(getattr(ml_dtypes, dtype, dtype))
    values = bits.view(of).reshape(2, 3, -1)
    array = gpu.array(values)
    assert (array.shape, array.dtype, array.strides) == (values.shape, values.dtype, values.strides)
    assert array.numpy().tobytes() == values.tobytes()
    assert array.nbytes == values.nbytes and array.size == values.size and len(array) == 2


def test_names_convert(gpu):
    array = gpu.array([1.0, 300.0, -2.5], "bfloat16")
    assert array.dtype == ml_dtypes.bfloat16 and array.numpy().astype(float).tolist() == [1.0, 300.0, -2.5]


@pytest.mark.parametrize("dtype, words", [("object", "expected numbers"), ("nonsense", "nonsense")])
def test_types_that_no_array_has(gpu, dtype, words):
    with pytest.raises(TypeError, match=words):
        gpu.empty(4, dtype)


@pytest.mark.parametrize("index", [0, -1, slice(1, None), slice(None, None, -2), (1, 2), (..., 3), (slice(None), 1),
                                   (slice(None), slice(1, 3), slice(None, None, 2)), (1, 1, 1), slice(0, 0)])
def test_views_are_numpys(gpu, index):
    host = np.arange(2 * 4 * 5, dtype=np.int32).reshape(2, 4, 5)
    array = gpu.array(host)[index]
    assert (array.shape, array.dtype) == (host[index].shape, np.int32)
    assert np.array_equal(array.numpy(), host[index])


@pytest.mark.parametrize("index", [np.array([0, 1]), [0, 1], None, True])
def test_no_view_is_a_copy(gpu, index):
    with pytest.raises(TypeError, match="indexed by integers, slices and"):
        gpu.zeros((2, 3))[index]
    with pytest.raises(IndexError):
        gpu.zeros((2, 3))[2]


def test_views_are_written_through(gpu):
    host = np.zeros((3, 4), np.int32)
    array = gpu.array(host)
    for index, value in (((0, slice(None)), 1), ((slice(None), 2), [5, 6, 7]), ((slice(1, 3), slice(0, 4, 3)), 9)):
        host[index] = value
        array[index] = value
    assert np.array_equal(array.numpy(), host)


def test_an_address_is_where_a_view_begins(gpu):
    array = gpu.zeros((4, 8), "int16")
    assert array[2, 3].data_ptr() == array.data_ptr() + 2 * 16 + 3 * 2
    assert array[::-1].data_ptr() == array.data_ptr() + 3 * 16
    assert array.stride() == (8, 1) and array[::2].stride(0) == 16 and array.element_size() == 2


def test_reshaping_and_reinterpreting(gpu):
    array = gpu.array(np.arange(12, dtype=np.float32))
    assert array.reshape(3, -1).shape == (3, 4)
    assert array.view("uint32")[1].numpy() == 0x3F800000
    with pytest.raises(ValueError, match="no view has another shape"):
        array[::2].reshape(2, 3)
    with pytest.raises(ValueError, match="float64 has 8 bytes, float32 4"):
        array.view("float64")


def test_eight_gibibytes_cost_nothing_until_they_are_touched(gpu):
    large = gpu.empty((1 << 33,), "float8_e4m3fn")
    assert large.nbytes == 1 << 33
    large[-4:] = 1.0
    assert large[-4:].numpy().tolist() == [1.0] * 4
    with pytest.raises(lockstep.UndefinedValues):
        large[-5:].numpy()


def test_memory_that_is_not_there(gpu):
    with pytest.raises(ValueError, match="bytes can't be had: 0 of"):
        gpu.empty((1 << 40,))


def test_memory_is_given_back(gpu):
    array = gpu.zeros(1000)
    view = array[10:]
    del array
    gc.collect()
    assert gpu.used == 4000 and view.numpy().sum() == 0
    del view
    gc.collect()
    assert gpu.used == 0


def test_no_elements(gpu):
    assert gpu.array(np.zeros((3, 0))).numpy().shape == (3, 0)


def test_dlpack_both_ways(gpu):
    class Other:
        """Another library's array."""
        def __init__(self, values):
            self.values = values

        def __dlpack__(self, **options):
            return self.values.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.values.__dlpack_device__()

    array = gpu.array(Other(np.arange(6.0).reshape(2, 3)))
    assert np.from_dlpack(array).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_an_array_of_another_gpu_is_not_copied_silently(gpu):
    class OnGpu:
        device = "cuda:0"

        def __dlpack__(self):
            raise AssertionError

    with pytest.raises(ValueError, match="copy it to the CPU first"):
        gpu.array(OnGpu())
