"""What Triton has beyond plain launches: autotuning, tensor descriptors, options, values of every kind."""
import lockstep
import ml_dtypes
import numpy as np
import pytest

triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: E402

SCHEDULES = "earliest,latest,random:3"


@pytest.fixture
def gpu(driver):
    driver.device.schedule = SCHEDULES
    return driver.device


def doubled(x_ptr, y_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, 2 * tl.load(x_ptr + at, mask=at < count), mask=at < count)


def tuned(configs):
    return triton.autotune(configs=configs, key=["count"])(triton.jit(doubled))


def test_autotuning_with_one_config(gpu, driver):
    x, y = gpu.array(np.arange(300, dtype=np.float32)), gpu.empty(300)
    tuned([triton.Config({"BLOCK": 128}, num_warps=2)])[lambda meta: (triton.cdiv(300, meta["BLOCK"]),)](x, y, 300)
    assert np.array_equal(y.numpy(), 2 * x.numpy()) and driver.reports[-1].workgroups == 3


def test_autotuning_with_two_is_refused(gpu):
    two = [triton.Config({"BLOCK": b}) for b in (64, 128)]
    with pytest.raises(NotImplementedError, match="give the autotuner one config"):
        tuned(two)[lambda meta: (triton.cdiv(300, meta["BLOCK"]),)](gpu.zeros(300), gpu.empty(300), 300)


@triton.jit
def transposed(x, y, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row, column = tl.program_id(0) * ROWS, tl.program_id(1) * COLUMNS
    y.store([column, row], x.load([row, column]).T)


def test_tensor_descriptors(gpu):
    host = np.random.default_rng(1).integers(-9, 9, (96, 64)).astype(ml_dtypes.bfloat16)
    x, y = gpu.array(host), gpu.empty((64, 96), "bfloat16")
    transposed[3, 2](TensorDescriptor(x, [96, 64], [64, 1], [32, 32]), TensorDescriptor(y, [64, 96], [96, 1], [32, 32]),
                     ROWS=32, COLUMNS=32)
    assert np.array_equal(y.numpy(), host.T)


@triton.jit
def kinds(out, a, b, c, d, pair, flag, NAME: tl.constexpr):
    tl.store(out + 0, a)
    tl.store(out + 1, b)
    tl.store(out + 2, c)
    tl.store(out + 3, d)
    tl.store(out + 4, pair[0])
    tl.store(out + 5, pair[1])
    if flag:
        tl.store(out + 6, 1 if NAME == "yes" else 0)


def test_values_of_every_kind(gpu):
    out = gpu.zeros(7, "float64")
    kinds[(1,)](out, -7, 1 << 40, 0.5, 1, (3, 2.5), True, NAME="yes")
    assert out.numpy().tolist() == [-7, 1 << 40, 0.5, 1, 3, 2.5, 1]


@triton.jit
def told(x, BLOCK: tl.constexpr, CHECKS: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.device_print("v", v)
    if CHECKS:
        tl.device_assert(v < 3, "too large")
    tl.store(x + at, v + 1)


def test_device_print(gpu, capfd):
    x = gpu.array(np.arange(64, dtype=np.float32))
    told[(1,)](x, BLOCK=64, CHECKS=False, num_warps=1)
    printed = capfd.readouterr().out
    assert printed.count("pid (0, 0, 0)") == 64 and "v: 63.000000\n" in printed  # once, under however many schedules
    assert np.array_equal(x.numpy(), np.arange(64) + 1)


def test_device_assert(gpu, capfd):
    with pytest.raises(lockstep.Trapped, match="trap"):
        told[(1,)](gpu.array(np.arange(64, dtype=np.float32)), BLOCK=64, CHECKS=True, num_warps=1, debug=True)
    assert "too large" in "".join(capfd.readouterr())


@pytest.mark.parametrize("options", [{"num_warps": 1}, {"num_warps": 8}, {"waves_per_eu": 2}, {"matrix_instr_nonkdim": 16},
                                     {"num_stages": 3, "num_warps": 2}])
def test_options(gpu, driver, options):
    import triton_problems as problems
    import triton_kernels

    launch = problems.Matmul("bf16", ragged=True).launch()
    tensors = {n: gpu.array(c) if c is not None else gpu.empty(launch.answers[n][0].shape, "bfloat16")
               for n, (_, c) in launch.tensors.items()}
    constants = {k: getattr(tl, v) if k == "ACC" else v for k, v in launch.constants.items()}
    triton_kernels.matmul[launch.grid](**tensors, **launch.numbers, **constants, **options)
    assert tensors["c_ptr"].numpy().tobytes() == launch.answers["c_ptr"][0].tobytes()
    assert driver.reports[-1].schedules == SCHEDULES.split(",")
