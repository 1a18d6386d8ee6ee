"""Triton kernels under the laws of the operators that they implement: right ones hold on whatever is drawn, one planted bug in
each is found and shrunk. The bugs are those of launches: a size too small, a stride that forgets padding, a block left out."""
import lockstep
import numpy as np
import pytest
import triton_kernels as kernels
import triton.language as tl


@pytest.fixture(autouse=True)
def quiet():
    with np.errstate(all="ignore"):
        yield


def tiles(size, block):
    return -(-size // block)


def matmul(problem, forgotten=0, split=1, persistent=False):
    """dense_gemm of bf16, f16 and e4m3fn without bias or activation; `forgotten`: of k."""
    if problem.activation or problem.sizes["bias"] or problem.a_columns or not problem.b_columns or "e5m2" in problem.case:
        problem.reject("another layout or epilogue")
    if split > 1 and problem.d.dtype != np.float32:
        problem.reject("atomics add in f32")
    m, n, k = problem.m, problem.n, problem.k - forgotten * (problem.k > 8)
    if split > 1:
        problem.d[...] = 0
    if persistent:
        kernels.matmul_persistent[(2,)](problem.a, problem.b, problem.d, m, n, k, BM=32, BN=32, BK=32)
        return
    kernels.matmul[(tiles(m, 32) * tiles(n, 32), split)](
        problem.a, problem.b, problem.d, m, n, k, problem.k, 1, n, 1, n, BM=32, BN=32, BK=32, ACC=tl.float32, SPLIT=split)


def softmax(problem, forgotten=0):
    columns = problem.columns - forgotten * (problem.columns > 4)
    block = 1 << (problem.columns - 1).bit_length()
    kernels.softmax[(problem.rows,)](problem.x, problem.y, columns, problem.columns, BLOCK=block)


#: Name -> operator, what implements it, the same with a planted bug, laws that find it.
IMPLEMENTATIONS = {
    "matmul": ("dense_gemm", matmul, lambda p: matmul(p, forgotten=1)),
    "matmul_split": ("dense_gemm", lambda p: matmul(p, split=2), lambda p: matmul(p, split=2, forgotten=1)),
    "matmul_persistent": ("dense_gemm", lambda p: matmul(p, persistent=True), None),
    "softmax": ("softmax", softmax, lambda p: softmax(p, forgotten=1)),
}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_it_holds(driver, name, tmp_path):
    gpu = driver.device
    gpu.schedule = "earliest"
    operator, right, _ = IMPLEMENTATIONS[name]
    report = lockstep.fuzz(operator, cases=120 if operator == "dense_gemm" else 10, seed=5, arrays=gpu, corpus=str(tmp_path),
                           laws=["exact_grid", "bound", "untouched"])(right)()
    assert report.cases - report.rejected >= 2


@pytest.mark.parametrize("name", [name for name, (_, _, wrong) in IMPLEMENTATIONS.items() if wrong])
def test_a_planted_bug_is_found_and_shrunk(driver, name, tmp_path):
    gpu = driver.device
    gpu.schedule = "earliest"
    operator, _, wrong = IMPLEMENTATIONS[name]
    with pytest.raises(lockstep.Falsified, match=rf"FALSIFIED  {operator} / (exact_grid|bound|clean) .*shrunk [1-9]\d*x"):
        lockstep.fuzz(operator, cases=200, seed=5, arrays=gpu, corpus=str(tmp_path), shrink_tries=40,
                      laws=["exact_grid", "bound", "untouched", "clean"])(wrong)()


def test_groups(driver):
    gpu = driver.device
    gpu.schedule = "earliest,latest,random:3"
    rng = np.random.default_rng(1)
    ends = np.array([0, 5, 5, 40, 77], np.int32)
    a, b = (rng.integers(-4, 5, shape).astype(np.float16) for shape in ((77, 64), (4, 64, 32)))
    c = gpu.empty((77, 32), "float32", name="c")
    arguments = gpu.array(a), gpu.array(b)
    kernels.matmul_grouped[(4, 1)](*arguments, c, gpu.array(ends), 32, 64, BM=16, BN=32, BK=32)
    groups = np.repeat(np.arange(4), np.diff(ends))
    right = np.einsum("rk,rkn->rn", a.astype(np.float32), b.astype(np.float32)[groups])
    assert np.array_equal(c.numpy(), right)
    with pytest.raises(lockstep.UndefinedValues):  # a group that nobody computes
        short = gpu.empty((77, 32), "float32")
        kernels.matmul_grouped[(3, 1)](*arguments, short, gpu.array(ends), 32, 64, BM=16, BN=32, BK=32)
        short.numpy()
