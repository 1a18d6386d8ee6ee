"""Laws over callables: right ones hold, planted bugs are found under the law that is to find them, shrunk and repeated."""
import itertools
import pathlib
import re
import types

import lockstep
import numpy as np
import pytest
from implementations import by_launch, in_numpy
from lockstep import pytest_plugin


def fuzz(function, tmp_path, **options):
    options = {"cases": 40, "seed": 7, "corpus": str(tmp_path), **options}
    return lockstep.fuzz("grouped_gemm_masked", **options)(function)


def test_numpy_holds(tmp_path):
    report = fuzz(in_numpy, tmp_path, cases=12)()
    assert report.cases == 12 and report.rejected == 0
    assert {"exact_grid", "bound", "snr", "untouched", "unread"} <= set(report.held)
    assert report.not_applicable["bits"] == 12  # nobody declared an order
    assert not list(tmp_path.iterdir())
    assert str(report).startswith("grouped_gemm_masked: 12 cases hold (")


def test_metamorphic_laws_hold_of_numpy(tmp_path):
    laws = ["permuted_rows", "doubled", "schedule"]
    report = fuzz(in_numpy, tmp_path, cases=4, laws=laws)()
    assert report.held["permuted_rows"] > 0 and set(report.held) | set(report.not_applicable) == set(laws)


def test_the_declared_order_alone_overflows(tmp_path):
    """The sums are 0, their roundings are not: some orders lose so little times the scale that f16 holds it, one more."""
    case = "grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=1 m_max=1 out=f16 data=opposed scales=equal seed=0x1 order=any"
    laws = lockstep.replay(case, fuzz(in_numpy, tmp_path))
    assert laws["snr"] == laws["bound"] == "holds"


def test_the_kernel_here_holds_to_its_bits(tmp_path, gpu):
    gpu.schedule = "earliest"
    report = fuzz(by_launch(gpu), tmp_path, cases=8, order="declared", model="fma_post", arrays=gpu)()
    assert report.held["bits"] == 8


def by_tensor_cores(problem, *, scales_swapped=False):
    """What kernels of sm_90 do with DeepGEMM's API: four wgmma per 128 of k, then r * sA rounded, fma(., sB, acc)."""
    a, b = problem.a, problem.stored("b")
    for g, rows in enumerate(problem.masked_m):
        sums = np.zeros((rows, b.shape[1]), np.float32)
        for block in range(a.shape[2] // 128 if rows else 0):
            chain = None
            for k in range(128 * block, 128 * block + 128, 32):
                chain = lockstep.reference.mma("hopper_wgmma_e4m3_f32", a[g, :rows, k:k + 32], b[g, :, k:k + 32], chain)
            scales = [problem.a_scale[g, block, :rows, None], np.repeat(problem.b_scale[g, :, block], 128)[None]]
            first, second = reversed(scales) if scales_swapped else scales
            sums = ((chain * first).astype(np.float64) * second + sums).astype(np.float32)
        problem.d[g, :rows] = sums.astype(problem.d.dtype)


def test_a_callable_is_held_to_the_measured_unit_of_a_gpu(tmp_path):
    """Of an arch that is not emulated: no kernel of it is run, and its declared order is that of the kernel here."""
    def held(**options):
        test = lockstep.fuzz("grouped_gemm_masked@sm_90", cases=12, seed=3, corpus=str(tmp_path), order="declared",
                             laws=["bits", "untouched"])(lambda problem: by_tensor_cores(problem, **options))
        with np.errstate(all="ignore"):
            return test()
    assert held().held == {"bits": 12, "untouched": 12}
    with pytest.raises(lockstep.Falsified, match="bits"):
        held(scales_swapped=True)


def test_an_order_by_its_instruction(tmp_path, gpu):
    """What the kernel declares, spelled out; numpy's sums have other bits."""
    gpu.schedule = "earliest"
    options = {"cases": 3, "order": "mfma_scale 16x16x128, k ascending", "model": "fma_post"}
    assert fuzz(by_launch(gpu), tmp_path, arrays=gpu, **options)().held["bits"] == 3
    with pytest.raises(lockstep.Falsified, match="grouped_gemm_masked / bits"):
        fuzz(in_numpy, tmp_path, **{**options, "cases": 40}, laws=["bits"])()


def wrong(change):
    """numpy's implementation, and then something else."""
    def run(problem):
        in_numpy(problem)
        change(problem)
    return run


def a_row_too_many(problem):
    rows = problem.masked_m
    for g in range(problem.groups):
        if rows[g] < problem.m:
            problem.d[g, rows[g]] = 0


def a_forgotten_column(problem):
    for g, rows in enumerate(problem.masked_m):
        problem.d[g, :rows, -1] = 1


def an_input_changed(problem):
    problem.masked_m[0] = 0


def a_little_off(problem):
    for g, rows in enumerate(problem.masked_m):
        problem.d[g, :rows] = (problem.d[g, :rows].astype(np.float32) * 1.05).astype(problem.d.dtype)


def read_what_is_nobodys(problem):
    """The padding of A leaks into the first element."""
    for g, rows in enumerate(problem.masked_m):
        if 0 < rows < problem.m:
            problem.d[g, 0, 0] = problem.a[g, rows, 0].astype(np.float32)


@pytest.mark.parametrize("change, laws, caught", [
    (a_row_too_many, (), "untouched"),
    (a_forgotten_column, (), "exact_grid|bound"),
    (a_little_off, ("snr",), "snr"),
    (a_little_off, ("exact_grid",), "exact_grid"),
    (read_what_is_nobodys, ("unread",), "unread"),
    (an_input_changed, (), "clean"),
])
def test_a_planted_bug_is_found_shrunk_and_repeated(tmp_path, change, laws, caught):
    test = fuzz(wrong(change), tmp_path, laws=laws)
    with pytest.raises(lockstep.Falsified) as found:
        test()
    text = str(found.value)
    assert re.search(rf"FALSIFIED  grouped_gemm_masked / ({caught})   gfx950   case \d+   shrunk \d+x in \d+ tries", text)
    assert "seed       0x7" in text
    line, name = re.search(r'again      lockstep\.replay\("(.*)", (\w+)\)', text).groups()
    assert name == "run" and " groups=1 " in line  # as small as can be
    with pytest.raises(lockstep.Falsified, match=f"/ ({caught})"):
        lockstep.replay(line, test)
    saved = [p.read_text() for p in tmp_path.glob("grouped_gemm_masked-*.case")]
    assert len(saved) == 1 and line.split(" object=")[0] in saved[0]


def test_the_corpus_is_tried_first(tmp_path):
    with pytest.raises(lockstep.Falsified):
        fuzz(wrong(a_row_too_many), tmp_path)()
    calls = []

    def counted(problem):
        calls.append(problem.case)
        wrong(a_row_too_many)(problem)

    with pytest.raises(lockstep.Falsified, match="corpus case 1"):
        fuzz(counted, tmp_path, cases=0)()
    assert fuzz(in_numpy, tmp_path, cases=0)().cases == 1


def test_what_a_callable_raises_is_the_cause(tmp_path):
    def run(problem):
        if problem.k > 128:
            raise RuntimeError("k is too long for me")
        in_numpy(problem)

    with pytest.raises(lockstep.Trapped, match=r"it raises RuntimeError at test_fuzz.py:\d+: k is too long") as found:
        fuzz(run, tmp_path)()
    assert isinstance(found.value.__cause__, RuntimeError)
    assert " k=256 " in str(found.value)


def test_a_finding_on_a_device_is_a_cause_too(tmp_path, gpu):
    run = by_launch(gpu)

    def with_a_short_output(problem):
        problem.tensors["d"] = gpu.empty((1, 1, 1), problem.d.dtype, name="short")
        run(problem)

    with pytest.raises(lockstep.Trapped, match="array 'short' of 2 bytes") as found:
        fuzz(with_a_short_output, tmp_path, cases=3, arrays=gpu, shrink_tries=5)()
    assert found.value.__cause__.report.stop.kind == "bounds"


def test_a_callable_may_take_some_problems(tmp_path):
    def run(problem):
        if problem.groups > 2:
            problem.reject("at most two groups")
        in_numpy(problem)

    report = fuzz(run, tmp_path, cases=8, laws=["untouched"])()
    assert 0 < report.rejected < report.cases

    with pytest.raises(lockstep.Inconclusive, match="no case was judged, 5 were rejected"):
        fuzz(lambda problem: problem.reject("none"), tmp_path, cases=5)()


def test_cases_that_are_rejected_do_not_hold(tmp_path):
    calls = itertools.count()

    def rarely(problem):
        lockstep.assume(next(calls) % 15 == 0)
        in_numpy(problem)

    with pytest.raises(lockstep.Inconclusive, match=r"of 60 cases were rejected, only \d+ judged: say with `fixed` what is taken"):
        fuzz(rarely, tmp_path, cases=60, laws=["untouched"])()

    def most(problem):
        lockstep.assume(problem.groups <= 2)
        in_numpy(problem)

    report = fuzz(most, tmp_path, cases=8, laws=["untouched"])()
    assert str(report).startswith(f"grouped_gemm_masked: {8 - report.rejected} cases hold, {report.rejected} rejected (")


def test_sizes_are_multiples_of_what_is_asked(tmp_path):
    seen = []

    def look(problem):
        seen.append((problem.n, problem.k, [int(rows) for rows in problem.masked_m]))
        in_numpy(problem)

    of_16 = lockstep.multiple_of(16)
    report = fuzz(look, tmp_path, cases=6, laws=["untouched"], n=lockstep.multiple_of(384), k=lockstep.multiple_of(256),
                  fixed={"m": of_16, "m_max": of_16})()
    assert report.rejected == 0 and len(seen) >= 6
    assert all(n % 384 == 0 and k % 256 == 0 and all(rows % 16 == 0 for rows in m) for n, k, m in seen), seen
    with pytest.raises(ValueError, match="expected a positive number"):
        lockstep.multiple_of(0)


def test_groups_are_as_many_as_are_asked(tmp_path):
    seen = []

    def look(problem):
        seen.append((problem.groups, len({int(rows) for rows in problem.masked_m})))
        in_numpy(problem)

    for seed in range(1, 6):
        fuzz(look, tmp_path, cases=4, laws=["untouched"], seed=seed, fixed={"groups": 5})()
    assert {groups for groups, _ in seen} == {5} and max(sizes for _, sizes in seen) > 1, seen


def test_ctrl_c_goes_through(tmp_path):
    def run(problem):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fuzz(run, tmp_path)()


@pytest.mark.parametrize("options, words", [
    ({"laws": ["bit"]}, "no law 'bit'; there are bits, exact_grid"),
    ({"order": "backwards"}, "order 'backwards': of grouped_gemm_masked@gfx950 there are any, declared, scaled_128"),
    ({"model": "guess"}, "no matrix model 'guess' of gfx950"),
    ({"arrays": "lists"}, "expected \"numpy\", \"torch\", \"torch:DEVICE\""),
])
def test_words_that_are_not_known(tmp_path, options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        fuzz(in_numpy, tmp_path, **options)


def test_an_operator_that_is_not_there():
    with pytest.raises(ValueError, match="no kernel 'gemm'; there are .*grouped_gemm_masked@gfx950"):
        lockstep.fuzz("gemm")
    with pytest.raises(TypeError, match="takes no problem"):
        lockstep.fuzz("grouped_gemm_masked")(lambda: None)


def test_replaying_the_kernel_here():
    laws = lockstep.replay("grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=3 m_max=4 data=grid")
    assert laws["bits"] == laws["exact_grid"] == laws["clean"] == "holds"
    with pytest.raises(ValueError, match="groups"):
        lockstep.replay("grouped_gemm_masked@gfx950 groups=none")


KERNELS = ["grouped_gemm_contiguous", "grouped_gemm_masked", "grouped_gemm_k", "grouped_gemm_masked@gfx942",
           "small_m_mfma", "small_m_gemv", "small_m_moe", "tensorwise_nt", "tensorwise_nn", "tensorwise_tn", "moe_down_added",
           "moe_down_flat", "moe_down_mxfp4", "moe_gate_up", "moe_two_stage"]


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_operator_hands_over_arrays(tmp_path, kernel):
    """With types and shapes: only scales in a shuffle are left as flat bytes."""
    seen = {}

    def look(problem):
        for name, tensor in problem.tensors.items():
            seen.setdefault(name, set()).add((str(tensor.dtype), tensor.ndim))
        assert problem.outputs and problem.sizes
        problem.reject("only looking")

    with pytest.raises(lockstep.Inconclusive):
        lockstep.fuzz(kernel, cases=12, seed=3, corpus=str(tmp_path))(look)()
    flat = {name for name, kinds in seen.items() if kinds == {("uint8", 1)}}
    assert flat <= {"a_scale", "b_scale", "gate_up_b_scale", "down_b_scale", "d_scale"}, seen
    assert "d" in seen and not any(kind == ("uint8", 1) for kind in seen["d"])


def test_problems_are_the_same_in_every_process(tmp_path):
    lines = []
    fuzz(lambda problem: (lines.append(problem.case), in_numpy(problem)), tmp_path, cases=3, laws=["bound"])()
    assert lines == [str(line) for line in lines] and len(set(lines)) == 3


def test_a_problem_says_what_it_has(tmp_path):
    held = []

    def keep(problem):
        held.append(problem)
        with pytest.raises(AttributeError, match="the problem has no c; it has .*masked_m"):
            print(problem.c)
        with pytest.raises(ValueError, match="no layout 'diagonal'; there are"):
            problem.stored("b", "diagonal")
        in_numpy(problem)

    fuzz(keep, tmp_path, cases=1)()
    assert held[0].d.size >= 0 and held[0].case.startswith("grouped_gemm_masked@gfx950")
    with pytest.raises(ValueError, match="the problem is over"):
        held[0].stored("b")


SUITE = '''
import lockstep, pytest
from implementations import in_numpy

@pytest.fixture
def factor():
    return 1

@lockstep.fuzz("grouped_gemm_masked", cases=3, n=128, k=128)
def test_right(problem, factor):
    in_numpy(problem)

class TestClass:
    @lockstep.fuzz("grouped_gemm_masked", cases=3, n=128, k=128)
    def test_method(self, problem):
        in_numpy(problem)

@lockstep.fuzz("grouped_gemm_masked", cases=3, n=128, k=128)
def test_wrong(problem):
    in_numpy(problem)
    problem.d[...] = 0
'''


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_under_pytest(pytester, monkeypatch, workers):
    if workers:
        pytest.importorskip("xdist")
    pytester.makepyfile(SUITE)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parent))
    done = pytester.runpytest_subprocess("--lockstep-cases", "3", "--lockstep-seed", "9",
                                         "--junitxml", "junit.xml", *workers)
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["*FALSIFIED  grouped_gemm_masked / *", "*again      lockstep.replay(*, test_wrong)*"])
    done.stdout.fnmatch_lines(["lockstep: 2 tests held in 6 cases; --lockstep-seed 0x9 draws them again"])
    assert '<property name="lockstep_cases" value="3"' in (pytester.path / "junit.xml").read_text()
    assert list((pytester.path / ".lockstep" / "corpus").glob("*.case"))


@pytest.mark.parametrize("seeds, words", [
    (["0x9", "0x9"], "--lockstep-seed 0x9 draws them again"),
    (["0x9", "0x7"], "--lockstep-seed 0x9 draws them again; tests with seed= drew by their own: 0x7"),
    (["0x8", "0x7"], "tests with seed= drew by their own: 0x7, 0x8"),
])
def test_the_summary_names_the_seeds_that_were_drawn_by(seeds, words):
    summary, lines = pytest_plugin._Summary(), []
    for seed in seeds:
        properties = [("lockstep_cases", 3), ("lockstep_rejected", 0), ("lockstep_seed", seed)]
        summary.pytest_runtest_logreport(types.SimpleNamespace(when="call", user_properties=properties))
    summary.pytest_terminal_summary(types.SimpleNamespace(write_line=lines.append), types.SimpleNamespace(lockstep_seed=9))
    assert lines == [f"lockstep: 2 tests held in 6 cases; {words}"]
