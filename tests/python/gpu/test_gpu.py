"""A GPU through the HIP runtime: arrays, loads, launches, reports, laws; and what it can't say is named, not passed over."""
import gc

import lockstep
import ml_dtypes
import numpy as np
import pytest
from implementations import by_launch


def test_what_it_is(gpu):
    assert gpu.arch == "gfx950" and gpu.gpu.startswith("hip:0 (AMD Instinct") and gpu.model == "hardware"
    assert repr(gpu).startswith("<Device hip:0 (")


@pytest.mark.parametrize("words", [{"model": "exact"}, {"schedule": "latest"}, {"seed": 2}, {"threads": 2}])
def test_words_that_a_gpu_does_not_take(words):
    with pytest.raises(ValueError, match=f"{next(iter(words))} say how the emulator runs"):
        lockstep.Device("hip:0", **words)


@pytest.mark.parametrize("arch, words", [("hip:", "as in hip:0"), ("hip:0x", "as in hip:0"), ("cuda:0", "GPUs of AMD's")])
def test_words_that_name_no_gpu(arch, words):
    with pytest.raises(ValueError, match=words):
        lockstep.Device(arch)


def test_a_gpu_that_is_not_there(gpu):
    with pytest.raises(ValueError, match="no device hip:7: the HIP runtime sees 1 GPU"):
        lockstep.Device("hip:7")


@pytest.mark.parametrize("dtype", ["int8", "float16", "float32", "bfloat16", "float8_e4m3fn", "float8_e8m0fnu"])
def test_values_come_back_as_they_were(gpu, dtype):
    of = np.dtype(getattr(ml_dtypes, dtype, dtype))
    values = np.random.default_rng(1).integers(0, 256, 6 * 8, dtype=np.uint8).view(of).reshape(2, -1)
    array = gpu.array(values)
    assert array.numpy().tobytes() == values.tobytes() and array[1, 2:].numpy().tobytes() == values[1, 2:].tobytes()
    assert gpu.used == 48
    del array
    gc.collect()
    assert gpu.used == 0


def test_packed_values_too(gpu):
    values = np.arange(16, dtype=np.uint8).view(ml_dtypes.float4_e2m1fn)
    assert np.array_equal(gpu.array(values).numpy().view(np.uint8), values.view(np.uint8))


def test_what_was_never_written_is_not_known(gpu):
    array = gpu.empty(8)
    array[:] = 0
    assert array.numpy().tolist() == [0] * 8
    with pytest.raises(ValueError, match="does not say what was never written"):
        array.defined()


def test_memory_that_is_not_there(gpu):
    with pytest.raises(ValueError, match="bytes can't be had: hip:0 has"):
        gpu.empty((1 << 45,))


def test_arguments_of_every_kind_arrive(gpu, kernels):
    out = gpu.zeros(8, "float64")
    pair = np.zeros((), [("first", "<i2"), ("pad", "V6"), ("second", "<f8")])
    pair["first"], pair["second"] = -3, 1.25
    gpu.load(kernels)["kinds"][1, 64](out, -7, 65535, -(1 << 31), 1 << 40, 0.5, np.float64(2.5), pair.tobytes())
    assert out.numpy().tolist() == [-7, 65535, -(1 << 31), 1 << 40, 0.5, 2.5, -3, 1.25]


def test_a_report_names_what_is_absent(gpu, kernels):
    total = gpu.zeros(1, "int32")
    report = gpu.load(kernels)["total"][4, 64](total)
    assert total.numpy().tolist() == [10]
    assert (report.verdict, report.workgroups, report.model, report.schedules) == ("holds", 4, "hardware", [])
    assert str(report).startswith("holds  total: 4 workgroups on hip:0 (AMD Instinct")
    assert "absent: reads outside arrays, undefined values, races" in str(report) and "races" in report.absent
    for name in ("coverage", "instructions", "wave_instructions", "trace"):
        with pytest.raises(ValueError, match="does not say: report.absent names"):
            getattr(report, name)
    page = report.html()
    assert "AMD Instinct" in page and "wait states" in page


def test_the_same_launch_on_the_emulator_has_nothing_absent(kernels):
    gpu = lockstep.Device("gfx950")
    report = gpu.load(kernels)["total"][4, 64](gpu.zeros(1, "int32"))
    assert report.absent == [] and report.gpu == "" and report.wave_instructions > 0


def test_dynamic_lds_and_cooperative_launches(gpu, kernels):
    numbers = np.arange(64, dtype=np.int32)
    to = gpu.zeros(64, "int32")
    gpu.load(kernels)["reversed"][1, 64](to, gpu.array(numbers), shared=256)
    assert np.array_equal(to.numpy(), numbers[::-1])
    total = gpu.zeros(1, "int32")
    gpu.load(kernels)["total"][4, 64](total, cooperative=True)
    assert total.numpy().tolist() == [10]


def test_a_write_behind_an_array_falsifies(gpu, kernels):
    """What was overwritten is told once."""
    kinds = gpu.load(kernels)["kinds"][1, 64]
    arguments = 1, 2, 3, 4, 5.0, 6.0, bytes(16)
    assert kinds(gpu.empty(8, "float64"), *arguments).verdict == "holds"
    sums = gpu.empty(7, "float64", name="sums")
    with pytest.raises(lockstep.Falsified, match="bounds: byte 5[67] of array 'sums' of 56 bytes was overwritten") as found:
        kinds(sums, *arguments)
    assert found.value.report.findings[0].kind == "bounds" and found.value.report.stop is None
    assert gpu.load(kernels)["nothing"][1, 64]().verdict == "holds"
    assert kinds(sums, *arguments, must_hold=False).verdict == "falsified"
    gpu.checks = False
    assert kinds(sums, *arguments).verdict == "holds"


@pytest.mark.parametrize("words", [{"schedule": "latest"}, {"regions": True}, {"clamped": True}, {"trace": (0, 0)}])
def test_launches_that_only_the_emulator_makes(gpu, kernels, words):
    with pytest.raises(ValueError, match="say how the emulator runs a kernel"):
        gpu.load(kernels)["nothing"][1, 64](**words)


def test_launches_that_cannot_be_meant(gpu, kernels):
    with pytest.raises(ValueError, match="a block of 512 threads"):
        gpu.load(kernels)["nothing"][1, 512]()
    with pytest.raises(ValueError, match="noise: at offset 0x0"):
        gpu.load(b"noise" * 20, name="noise")
    with pytest.raises(ValueError, match="is built for gfx942, the device is gfx950"):
        gpu.load(lockstep._lockstep.image("grouped_gemm_masked", "gfx942", "O3"))


def test_the_kernel_here_under_laws(gpu, tmp_path):
    report = lockstep.fuzz("grouped_gemm_masked", cases=6, seed=7, order="declared", model="fma_post", arrays=gpu,
                           corpus=str(tmp_path))(by_launch(gpu))()
    assert report.cases == 6 and report.held["bits"] == 6 and report.held["exact_grid"] > 0


def test_a_planted_bug_is_found_and_shrunk(gpu, tmp_path):
    run = by_launch(gpu)

    def forgets_a_block(problem):
        problem.sizes["k"] -= 128 * (problem.k > 128)
        run(problem)

    with pytest.raises(lockstep.Falsified, match=r"FALSIFIED  grouped_gemm_masked / \w+ .*shrunk [1-9]\d*x") as found:
        lockstep.fuzz("grouped_gemm_masked", cases=40, seed=7, arrays=gpu, corpus=str(tmp_path),
                      shrink_tries=60)(forgets_a_block)()
    assert " groups=1 " in str(found.value)
