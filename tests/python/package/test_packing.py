"""Elements of less than a byte, packed by hand and by the package."""
import lockstep
import ml_dtypes
import numpy as np
import pytest


def test_the_first_is_in_the_lowest_bits():
    x = np.array([[0.5, -6, 0, 1.5]], ml_dtypes.float4_e2m1fn)  # codes 1, 15, 0, 3
    assert lockstep.pack(x).tolist() == [[0xF1, 0x30]]
    assert lockstep.pack(np.array([1, -1, -8, 7], ml_dtypes.int4)).tolist() == [0xF1, 0x78]
    # Four codes of six bits in three bytes: 0x08, 0x3F, 0x01, 0x20, each behind the one before it.
    codes = np.array([0x08, 0x3F, 0x01, 0x20], np.uint8).view(ml_dtypes.float6_e2m3fn)
    assert int.from_bytes(lockstep.pack(codes).tobytes(), "little") == 0x08 | 0x3F << 6 | 0x01 << 12 | 0x20 << 18


@pytest.mark.parametrize("name", ["float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "int2", "int4", "uint2", "uint4"])
def test_there_and_back(name):
    of = getattr(ml_dtypes, name)
    bits = int((ml_dtypes.finfo if name.startswith("float") else ml_dtypes.iinfo)(of).bits)
    values = lockstep.unpack(np.random.default_rng(1).integers(0, 256, (3, 5, 3 * bits), dtype=np.uint8), name)
    assert values.shape == (3, 5, 24) and values.dtype == of
    packed = lockstep.pack(values)
    assert packed.shape == (3, 5, 3 * bits)
    assert np.array_equal(lockstep.unpack(packed, of).view(np.uint8), values.view(np.uint8))
    assert values.astype(np.float32).min() < 0 or name.startswith("uint")


def test_what_does_not_fit():
    with pytest.raises(ValueError, match="do not fill the bytes"):
        lockstep.pack(np.zeros((2, 3), ml_dtypes.float4_e2m1fn))
    with pytest.raises(TypeError, match="float32: its elements are whole bytes"):
        lockstep.pack(np.zeros(4, np.float32))
    with pytest.raises(ValueError, match="2 bytes are no whole number of float6"):
        lockstep.unpack(np.zeros(2, np.uint8), "float6_e2m3fn")


def test_on_a_device(gpu):
    x = np.arange(16).astype(np.uint8).view(ml_dtypes.float4_e2m1fn)
    assert np.array_equal(lockstep.unpack(gpu.array(lockstep.pack(x)).numpy(), x.dtype).view(np.uint8), x.view(np.uint8))
