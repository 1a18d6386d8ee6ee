"""Products of torch, Triton and DeepGEMM on an NVIDIA GPU, fuzzed under the orders that products.py found: dense ones, under scales
of 32 of k, and with groups along k.

    python3 tests/hardware/dense.py OUT SECONDS [NAME…]

needs what products.py needs. Writes OUT/dense.txt: a line a product, and cases of each that falls (exit code 1). SECONDS for each, all
at a time; names are those of CAMPAIGNS."""
import concurrent.futures
import multiprocessing
import pathlib
import sys
import time

import lockstep
import torch
from products import dot, dot_of_scaled

SEED = 20261201
ROWS = {"a_columns": 0, "b_columns": 0}


def padded(x, rows, columns):
    """Zeros behind the rows and columns of a matrix, to multiples."""
    bits = x.contiguous().view(torch.int16 if x.element_size() == 2 else torch.uint8)
    sizes = (0, -x.shape[1] % columns, 0, -x.shape[0] % rows)
    return torch.nn.functional.pad(bits, sizes).view(x.dtype)


def mm(problem):
    a, b = (x.t() if turned else x for x, turned in ((problem.a, problem.a_columns), (problem.b, problem.b_columns)))
    problem.d.copy_(a @ b.t())


def scaled_mm(fast):
    def multiply(problem):
        one = torch.ones((), device="cuda")
        problem.d.copy_(torch._scaled_mm(problem.a, problem.b.t(), scale_a=one, scale_b=one, out_dtype=problem.d.dtype,
                                         use_fast_accum=fast))
    return multiply


def tl_dot(block, imprecise=None):
    def multiply(problem):
        a, b = (padded(x, 64, block) for x in (problem.a, problem.b))
        d = torch.empty(len(a), len(b), dtype=problem.d.dtype, device="cuda")
        dot[len(a) // 64, len(b) // 64](a, b, d, a.shape[1], len(b), block, imprecise)
        problem.d.copy_(d[:problem.m, :problem.n])
    return multiply


def tl_dot_scaled(problem):
    a, b = (padded(x, 64, 64) for x in (problem.a, problem.b))
    scales = (padded(x.view(torch.uint8), 64, 2) for x in (problem.a_scale, problem.b_scale))
    d = torch.empty(len(a), len(b), dtype=problem.d.dtype, device="cuda")
    dot_of_scaled[len(a) // 64, len(b) // 64](a, b, d, a.shape[1], len(b), 64, *scales)
    problem.d.copy_(d[:problem.m, :problem.n])


def bf16_gemm_nt(problem):
    import deep_gemm
    deep_gemm.bf16_gemm_nt(problem.a, problem.b, problem.d, compiled_dims="")


def k_grouped(problem):
    import deep_gemm
    ks = [int(k) for k in problem.ks]
    lockstep.assume(any(ks))

    def stored(x, scale):
        """Each group's rows along its k, one group behind the other; scales of a row side by side."""
        at = [sum(ks[:i]) for i in range(len(ks) + 1)]
        bits = x.view(torch.uint8)
        return torch.cat([bits[i:j].t().contiguous().flatten() for i, j in zip(at, at[1:])]).view(x.dtype), scale.t()
    d = problem.d
    deep_gemm.k_grouped_fp8_gemm_nt_contiguous(stored(problem.a, problem.a_scale), stored(problem.b, problem.b_scale), d, ks,
                                               problem.ks.to("cuda").int(), d)


E4M3 = {"element": "e4m3", "out": "bf16", **ROWS, "n": lockstep.multiple_of(16), "k": lockstep.multiple_of(16)}
# For others cuBLAS has kernels that add in other orders.
TILES = {size: lockstep.multiple_of(64) for size in "mnk"}
MX = {"a": "e4m3", "b": "e4m3", "out": "bf16"}
# name: function, what it computes, its order, keys that are fixed.
CAMPAIGNS = {
    "torch.mm of bfloat16": (mm, "dense_gemm", "chain", {"element": "bf16", "out": "bf16", **TILES}),
    "torch.mm of float16": (mm, "dense_gemm", "chain", {"element": "f16", "out": "f16", **TILES}),
    "torch._scaled_mm, use_fast_accum": (scaled_mm(True), "dense_gemm", "chain", E4M3),
    "torch._scaled_mm": (scaled_mm(False), "dense_gemm", "chains_of_128", E4M3),
    "tl.dot of bfloat16": (tl_dot(64), "dense_gemm", "chain", {"element": "bf16", "out": "bf16", **ROWS}),
    "tl.dot of float16 into float32": (tl_dot(32), "dense_gemm", "chain", {"element": "f16", "out": "f32", **ROWS}),
    "tl.dot of e4m3": (tl_dot(128), "dense_gemm", "chain", {"element": "e4m3", "out": "bf16", **ROWS}),
    "tl.dot of e5m2": (tl_dot(64), "dense_gemm", "chain", {"element": "e5m2", "out": "f32", **ROWS}),
    "tl.dot_scaled of e4m3": (tl_dot_scaled, "mx_dense_gemm", "chain", MX),
    "deep_gemm.bf16_gemm_nt": (bf16_gemm_nt, "dense_gemm", "chain", {"element": "bf16", "out": "bf16", **ROWS,
                               "n": lockstep.multiple_of(64), "k": lockstep.multiple_of(64)}),
    "deep_gemm.k_grouped_fp8_gemm_nt_contiguous": (k_grouped, "grouped_gemm_k", "deepgemm", {
        "c": "in_place", "n": lockstep.multiple_of(128), "k": lockstep.multiple_of(128)}),
}


def campaign(name, seconds, out):
    """Campaigns of 25 cases until the time is over: how many cases hold, and of each campaign that ends otherwise what it said;
    whether some hold and none falls."""
    function, operator, order, fixed = CAMPAIGNS[name]
    until, cases, seed, fallen = time.monotonic() + seconds, 0, SEED, []
    while time.monotonic() < until:
        try:
            report = lockstep.fuzz(f"{operator}@sm_90", cases=25, seed=seed, order=order, laws=("bits", "exact_grid", "bound"),
                                   arrays="torch:cuda:0", fixed=fixed, shrink_tries=40, corpus=str(out / f"corpus of {name}" / str(seed)))(
                                       lambda problem: function(problem))()
            cases += report.cases - report.rejected
        except lockstep.LockstepError as found:
            fallen.append(f"  seed {seed}: {type(found).__name__}: {str(found).strip()}")
        seed += 1
    said = "\n".join([f"{name}: {cases} cases hold, {len(fallen)} of {seed - SEED} campaigns end otherwise", *fallen[:4]])
    return said, cases > 0 and not fallen


def main():
    out, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    with concurrent.futures.ProcessPoolExecutor(len(CAMPAIGNS), multiprocessing.get_context("spawn")) as processes, (out / "dense.txt").open("w") as log:
        running = [processes.submit(campaign, name, seconds, out) for name in sys.argv[3:] or CAMPAIGNS]
        for done in concurrent.futures.as_completed(running):
            for to in (sys.stdout, log):
                print(done.result()[0], file=to, flush=True)
    return not all(done.result()[1] for done in running)


if __name__ == "__main__":
    sys.exit(main())
