"""Launches: values, arguments, what is found, and what is said of it."""
import pickle
import threading
import time

import lockstep
import ml_dtypes
import numpy as np
import pytest

MANGLED = "_Z7mangledPffjlDF16_"


@pytest.fixture
def code(gpu, kernels):
    return gpu.load(kernels)


def test_a_code_object_is_a_mapping_of_its_kernels(code):
    assert {"kinds", MANGLED, "total", "racing_total", "reversed", "busy", "nothing"} == set(code)
    with pytest.raises(KeyError, match="has no kernel sum; it has"):
        code["sum"]
    names = [(a.name, a.size, a.is_pointer) for a in code["kinds"].arguments]
    assert names[:3] == [("out", 8, True), ("small", 1, False), ("middle", 2, False)]
    assert code["kinds"].facts["wave_width"] == 64


def test_values_of_every_kind_arrive(gpu, code):
    out = gpu.empty(8, "float64")
    pair = np.zeros((), [("first", "<i2"), ("pad", "V6"), ("second", "<f8")])
    pair["first"], pair["second"] = -3, 1.25
    code["kinds"][1, 64](out, -7, 65535, -(1 << 31), 1 << 40, 0.5, np.float64(2.5), pair.tobytes())
    assert out.numpy().tolist() == [-7, 65535, -(1 << 31), 1 << 40, 0.5, 2.5, -3, 1.25]


def test_arguments_by_name(gpu, code):
    out = gpu.empty(8, "float64")
    code["kinds"][1, 64](out, 1, 2, 3, pair=bytes(16), d=6.0, f=5.0, wide=4)
    assert out.numpy().tolist() == [1, 2, 3, 4, 5, 6, 0, 0]


@pytest.mark.parametrize("change, error, words", [
    ({"small": 256}, ValueError, "argument 1 'small' has 1 bytes: 256 does not fit"),
    ({"i": np.int64(3)}, ValueError, r"argument 3 'i' has 4 bytes \(by_value\), 8 are given \(int64\)"),
    ({"middle": 0.5}, ValueError, "argument 2 'middle' has 2 bytes: 0.5 may be of several types"),
    ({"pair": b"short"}, ValueError, r"argument 7 'pair' has 16 bytes \(by_value\), 5 are given"),
    ({"out": np.zeros(8)}, TypeError, "argument 0 'out' is a pointer: put the array on the device first"),
    ({"out": "text"}, TypeError, "expected an Array, None or an address"),
    ({"more": 1}, TypeError, "kinds takes no argument 'more'"),
])
def test_an_argument_that_cannot_be_meant(gpu, code, change, error, words):
    arguments = {"out": gpu.empty(8, "float64"), "small": 1, "middle": 2, "i": 3, "wide": 4, "f": 5.0, "d": 6.0,
                 "pair": bytes(16)}
    with pytest.raises(error, match=words):
        code["kinds"][1, 64](**{**arguments, **change})


def test_numbers_become_those_of_the_types_that_a_name_says(gpu, code):
    out = gpu.empty(4)
    assert [a.type for a in code[MANGLED].arguments] == ["float*", "float", "unsigned int", "long", "_Float16"]
    code[MANGLED][1, 64](out, 1, 2.0, np.int32(3).item(), 4)
    assert out.numpy().tolist() == [1, 2, 3, 4]
    code[MANGLED][1, 64](out, np.float32(0.5), np.int32(7), True, np.float16(0.25))
    assert out.numpy().tolist() == [0.5, 7, 1, 0.25]


@pytest.mark.parametrize("change, error, words", [
    ({"n": 0.5}, ValueError, "argument 2 'n' has type unsigned int: 0.5 is no integer"),
    ({"n": np.float32(2)}, TypeError, r"argument 2 'n' has type unsigned int \(u32\), f32 is given"),
    ({"eps": np.int32(1)}, TypeError, r"argument 1 'eps' has type float \(f32\), i32 is given; give bits as bytes"),
    ({"half": ml_dtypes.bfloat16(1)}, TypeError, "'half' has type _Float16 .f16., bfloat16 is given"),
    ({"eps": 10**40}, ValueError, "argument 1 'eps' has 4 bytes: 10+ does not fit"),
])
def test_numbers_of_another_kind_than_a_name_says(gpu, code, change, error, words):
    arguments = {"out": gpu.empty(4), "eps": 1, "n": 2, "wide": 3, "half": 4}
    with pytest.raises(error, match=words):
        code[MANGLED][1, 64](**{**arguments, **change})


def test_launches_that_cannot_be_meant(gpu, code):
    with pytest.raises(TypeError, match=r"total takes 1 arguments \(sum\), 0 are given"):
        code["total"][1, 64]()
    with pytest.raises(ValueError, match="a block of 512 threads, of 256 that nothing was compiled for"):
        code["nothing"][1, 512]()
    with pytest.raises(ValueError, match="a cooperative launch of 8193 x 1 x 1 workgroups, of 8192 that the device holds"):
        code["nothing"][8193, 64](cooperative=True)
    with pytest.raises(ValueError, match="grid 0: expected one to three numbers"):
        code["nothing"][0, 64]
    with pytest.raises(TypeError, match=r"expected \[grid, block\]"):
        code["nothing"][1]
    with pytest.raises(ValueError, match="schedule 'sometimes': expected earliest"):
        code["nothing"][1, 64](schedule="sometimes")
    with pytest.raises(ValueError, match="the array is another device's"):
        code["total"][1, 64](lockstep.Device("gfx950").zeros(1, "int32"))


def test_devices_that_are_not_there(kernels):
    with pytest.raises(ValueError, match="no device 'gfx900' is emulated; there are .*gfx950"):
        lockstep.Device("gfx900")
    with pytest.raises(ValueError, match="no matrix model 'guess' of gfx950; there are exact"):
        lockstep.Device("gfx950", model="guess")
    with pytest.raises(ValueError, match="schedule 'lates': expected earliest"):
        lockstep.Device("gfx950", schedule="lates")
    with pytest.raises(ValueError, match="no severity 'awful'; there are "):
        lockstep.Device("gfx950", fail_on="awful")
    with pytest.raises(ValueError, match="is built for gfx950, the device is gfx942"):
        lockstep.Device("gfx942").load(kernels)
    with pytest.raises(ValueError, match="noise: at offset 0x0: expected"):
        lockstep.Device("gfx950").load(b"noise" * 20, name="noise")


def test_a_report_says_what_ran(gpu, code):
    total = gpu.zeros(1, "int32")
    report = code["total"][4, 64](total)
    assert total.numpy().tolist() == [10]
    assert (report.verdict, report.workgroups, report.kernel) == ("holds", 4, "total")
    assert report.findings == [] and report.stop is None and report.differences == []
    assert repr(report).startswith("<LaunchReport holds  total: 4 workgroups, ") and repr(report).endswith(" wave instructions>")
    assert report.schedules == ["earliest", "latest", "vmem-late", "lds-late", "random:1"]
    assert report.instructions["global_atomic_add"] == 4
    reached, every = report.coverage.instructions
    assert 0 < reached < every  # the other kernels of the object are not reached
    assert str(report).startswith("holds  total: 4 workgroups, ")


def test_a_race_falsifies(gpu, code):
    with pytest.raises(lockstep.Falsified, match="memory-race: racing_total") as caught:
        code["racing_total"][4, 64](gpu.zeros(1, "int32"))
    report = caught.value.report
    assert report.verdict == "falsified"
    assert {f.kind for f in report.findings} == {"memory-race"}
    assert "/kernels.hip:" in report.findings[0].source and report.findings[0].severity == "wrong"


def test_a_report_instead_of_an_exception(gpu, code):
    report = code["racing_total"][4, 64](gpu.zeros(1, "int32"), must_hold=False)
    assert report.verdict == "falsified" and report.findings


def test_one_byte_past_the_end_traps(gpu, code):
    with pytest.raises(lockstep.Trapped, match="array 'sums' of 56 bytes") as caught:
        code["kinds"][1, 64](gpu.empty(7, "float64", name="sums"), 1, 2, 3, 4, 5.0, 6.0, bytes(16))
    assert caught.value.report.stop.kind == "bounds"


def test_undefined_values_are_not_read_by_chance(gpu, code):
    out = gpu.empty(16, "float64")
    code["kinds"][1, 64](out, 1, 2, 3, 4, 5.0, 6.0, bytes(16))
    with pytest.raises(lockstep.UndefinedValues, match=r"8 of 16 elements were never written.*the first at \[8\]"):
        out.numpy()
    assert out.numpy(undefined="allow")[:8].tolist() == [1, 2, 3, 4, 5, 6, 0, 0]
    assert out.defined().tolist() == [True] * 8 + [False] * 8
    assert np.asarray(out[:6]).tolist() == [1, 2, 3, 4, 5, 6]


def test_what_is_computed_from_undefined_values_is_undefined(gpu, code):
    total = gpu.empty(1, "int32")
    code["total"][1, 64](total)
    with pytest.raises(lockstep.UndefinedValues, match="1 of 1 elements"):
        total.numpy()


def test_dynamic_lds(gpu, code):
    numbers = np.arange(64, dtype=np.int32)
    to = gpu.empty(64, "int32")
    code["reversed"][1, 64](to, gpu.array(numbers), shared=256)
    assert np.array_equal(to.numpy(), numbers[::-1])
    with pytest.raises(lockstep.Falsified, match="lds-bounds"):
        code["reversed"][1, 64](to, gpu.array(numbers), shared=252)


def test_a_trace_is_of_one_wave(gpu, code):
    report = code["nothing"][1, 64](trace=(0, 0))
    assert "s_endpgm" in report.trace
    assert code["nothing"][1, 64]().trace == ""


def test_lint_and_facts_need_no_launch(code):
    assert code["total"].lint() == []


def test_hunting_runs_twelve_schedules(gpu, code):
    assert len(code["total"][2, 64](gpu.zeros(1, "int32"), schedule="hunt").schedules) == 12


def test_checks_off_find_nothing(kernels):
    gpu = lockstep.Device("gfx950", checks=False)
    report = gpu.load(kernels)["racing_total"][4, 64](gpu.zeros(1, "int32"), schedule="earliest")
    assert report.verdict == "holds" and not report.findings


@pytest.mark.parametrize("kernel, rounds, workgroups, verdict",
                         [("racing_total", [], 9, "falsified"), ("busy", [1], 40, "trapped")])  # past the end of the array
def test_the_number_of_threads_does_not_show(kernels, kernel, rounds, workgroups, verdict):
    def said(threads):
        gpu = lockstep.Device("gfx950", threads=threads)
        array = gpu.zeros(64, "int32")
        report = gpu.load(kernels)[kernel][workgroups, 64](array, *rounds, must_hold=False)
        return f"{report}\n" + "\n".join(map(str, report.findings)) + str(array.numpy(undefined="allow").tolist())

    alone = said(1)
    assert alone.startswith(verdict)
    assert {said(2 + n % 3) for n in range(20)} == {alone}


def test_the_least_severity_that_fails(kernels):
    with pytest.raises(ValueError, match="no severity 'bad'; there are note, risk, manual, wrong"):
        gpu = lockstep.Device("gfx950", fail_on="bad")
        gpu.load(kernels)["nothing"][1, 64]()


def test_two_devices_in_two_threads(kernels):
    """Each by itself, and neither holds the interpreter's lock while it runs."""
    results = {}

    def run(number):
        gpu = lockstep.Device("gfx950", seed=number, schedule="earliest")
        out = gpu.empty(64 * 4, "int32")
        gpu.load(kernels)["busy"][4, 64](out, 90000)
        results[number] = out.numpy()

    threads = [threading.Thread(target=run, args=(n,)) for n in (1, 2)]
    turns = 0
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        turns += 1
        time.sleep(0.001)
    assert turns > 5
    x = np.arange(64, dtype=np.uint32)
    for _ in range(90000):
        x = x * np.uint32(1664525) + np.uint32(1013904223)
    for number in (1, 2):
        assert np.array_equal(results[number].reshape(4, 64), np.broadcast_to(x.view(np.int32), (4, 64)))


def test_threads_may_share_a_device(gpu, code):
    out = [gpu.empty(64, "int32") for _ in range(4)]
    threads = [threading.Thread(target=lambda o=o: code["busy"][1, 64](o, 50)) for o in out]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(o.numpy(), out[0].numpy()) for o in out)


def test_a_launch_from_python_costs_little(gpu, code):
    """Under 10 ms over what the command takes for the same launch, which is nothing here; of this process alone."""
    launch = code["nothing"][1, 64]
    launch(schedule="earliest")
    times = []
    for _ in range(20):
        start = time.process_time()
        launch(schedule="earliest")
        times.append(time.process_time() - start)
    assert sorted(times)[10] < 0.010


def test_what_a_launch_raises_can_be_pickled(gpu, code):
    for error, run in ((lockstep.Falsified, lambda: code["racing_total"][4, 64](gpu.zeros(1, "int32"))),
                       (lockstep.Trapped, lambda: code["total"][1, 64](0))):
        with pytest.raises(error) as caught:
            run()
        copy = pickle.loads(pickle.dumps(caught.value))
        assert type(copy) is error and str(copy) == str(caught.value) and copy.html() == caught.value.html()
        assert copy.report == str(caught.value.report)
        assert pickle.loads(pickle.dumps(copy)).html() == copy.html()
    assert str(pickle.loads(pickle.dumps(lockstep.UndefinedValues("never written")))) == "never written"
