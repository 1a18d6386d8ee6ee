"""Triton kernels under the laws of the operators that they implement: python/examples/triton_operators.py. Right ones hold on
whatever is drawn, under three schedules and with one and two stages; with one line of a kernel replaced, the bug is found and
shrunk."""
import importlib.util
import pathlib
import re

import lockstep
import numpy as np
import pytest

pytest.importorskip("triton")
SOURCE = pathlib.Path(__file__).resolve().parents[3] / "python" / "examples" / "triton_operators.py"
SCHEDULES = "earliest,latest,random:3"  # what they leave must be the same, too


def module_of(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def operators():
    return module_of(SOURCE)


@pytest.fixture(autouse=True)
def quiet():
    with np.errstate(all="ignore"):
        yield


#: Name -> operator, keys that are fixed, function, its options, a line of the kernel, what a bug makes of it.
EXAMPLES = {
    "bf16": ("dense_gemm", {"element": "bf16"}, "dense_gemm", {},
             "tl.load(bias_ptr + columns, mask=columns < n, other=0.0)[None, :]\n        acc = activated",
             "tl.load(bias_ptr + rows, mask=rows < n, other=0.0)[:, None]\n        acc = activated"),
    "fp8": ("dense_gemm", {"element": "e4m3"}, "dense_gemm", {}, "range(part, tl.cdiv(k, BK), SPLIT)", "range(part, k // BK, SPLIT)"),
    "i8": ("int8_gemm", {}, "int8_gemm", {}, "(depth[:, None] < k), other=0.0)\n            acc = tl.dot(a, b, acc, out",
           "(depth[:, None] < k - 1), other=0.0)\n            acc = tl.dot(a, b, acc, out"),
    "persistent": ("dense_gemm", {"element": "f16"}, "dense_gemm", {"persistent": True}, "tl.cdiv(m, BM) * across, tl.num",
                   "tl.cdiv(m, BM) * (n // BN), tl.num"),
    "split": ("dense_gemm", {"element": "bf16", "out": "f32", "bias": 0, "activation": "none"}, "split_gemm", {},
              "tl.atomic_add(d, acc, mask=inside)", "tl.store(d, tl.load(d, mask=inside) + acc, mask=inside)"),
    "mxfp8": ("mx_dense_gemm", {"a": "e4m3", "b": "e4m3"}, "mx_gemm", {}, "s_at = start // 32", "s_at = start // 64"),
    "mxfp4": ("mx_dense_gemm", {"a": "e2m1", "b": "e2m1"}, "mx_gemm", {}, "b_at = start // B_PACK", "b_at = start"),
    "grouped": ("tensorwise_nn", {"a": "e4m3", "b": "e4m3", "beta": 0}, "tensorwise_nn", {},
                "mask=(rows[:, None] < last) & (columns[None, :] < n))\n\n\ndef tensorwise", "mask=columns[None, :] < n)\n\n\ndef tensorwise"),
    "softmax": ("softmax", {}, "softmax", {}, 'other=-float("inf")).to', "other=0.0).to"),
    "layer_norm": ("layer_norm", {}, "layer_norm", {}, "tl.where(at < columns, x - mean, 0.0)", "x - mean"),
    "attention": ("attention", {}, "attention", {}, "acc = tl.dot(p.to(v.dtype), v, acc * old[:, None])",
                  "acc = tl.dot(p.to(v.dtype), v, acc)"),
}

#: A smaller case that fails is rare where it takes several groups.
TRIES = {"grouped": 200}


def campaign(driver, module, name, folder, stages, **options):
    operator, fixed, function, words, _, _ = EXAMPLES[name]
    implementation = getattr(module, function)
    return lockstep.fuzz(operator, arrays=driver.device, seed=5, corpus=str(folder), fixed=fixed,
                         **options)(lambda problem: implementation(problem, num_stages=stages, **words))


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_holds(driver, operators, name, stages, tmp_path):
    driver.device.schedule = SCHEDULES
    report = campaign(driver, operators, name, tmp_path, stages, cases=6)()
    assert report.cases == 6 and report.rejected <= 2
    assert report.held["untouched"] >= 4 and report.held["bound"] >= 4  # a finding of any launch would be an exception


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_planted_bug_is_found_and_shrunk(driver, name, tmp_path):
    *_, line, bug = EXAMPLES[name]
    source = SOURCE.read_text()
    assert source.count(line) == 1
    mutant = tmp_path / "mutant.py"
    mutant.write_text(source.replace(line, bug))
    driver.device.schedule = "earliest"
    with pytest.raises(lockstep.Falsified, match=rf"FALSIFIED  {EXAMPLES[name][0]} / .*shrunk [1-9]\d*x") as found:
        campaign(driver, module_of(mutant), name, tmp_path, 2, cases=60, shrink_tries=TRIES.get(name, 40))()
    case = re.search(r"smallest   (.*)", str(found.value))[1]
    held = lockstep.replay(case, campaign(driver, module_of(SOURCE), name, tmp_path, 2))  # the bug's doing, not the case's
    assert held["untouched"] == "holds" and held["bound"].startswith("holds")


def test_a_bug_of_the_compiler(driver, tmp_path):
    """Triton 3.9 takes the index of a stage's buffer for smaller than it may be where the rows of an outer loop are counted in
    64 bits, and writes to wrong places of the workgroup's LDS and past it, where lanes are left out; later versions widen the
    range (triton#11313)."""
    source = SOURCE.read_text()
    assert source.count(").to(tl.int32)") == 2
    wide = tmp_path / "wide.py"
    wide.write_text(source.replace(").to(tl.int32)", ")"))
    driver.device.schedule = "earliest"
    case = "tensorwise_nn@gfx950 groups=2 n=64 k=256 m=40,3 a=e4m3 b=e4m3 beta=0 data=grid scales=unit order=any"
    module = module_of(wide)
    assert lockstep.replay(case, campaign(driver, module, "grouped", tmp_path, 1))["exact_grid"] == "holds"
    with pytest.raises(lockstep.Trapped, match="lds-(bounds|race): grouped_gemm: (ds_write|global_load_lds)"):
        lockstep.replay(case, campaign(driver, module, "grouped", tmp_path, 2))
