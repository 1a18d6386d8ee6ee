"""DeepGEMM's grouped kernels on an NVIDIA GPU, held to order `deepgemm` over the measured matrix unit, and what a port sees.

    python3 tests/hardware/deepgemm.py OUT SECONDS

needs torch, deep_gemm (PyPI's tokenspeed-deepgemm 2.5.0.post20260604 here) and a GPU of compute capability 9.0. Writes into the
folder OUT: campaigns.txt; ported.npz, the products of porting.py."""
import pathlib
import sys
import time

import deep_gemm
import lockstep
import ml_dtypes
import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python" / "package"))
from porting import KS, ported_operands  # noqa: E402

SEED = 20261130


def contiguous(problem):
    lockstep.assume(problem.rows > 0)
    deep_gemm.m_grouped_fp8_gemm_nt_contiguous(
        (problem.a, problem.a_scale.t().contiguous()), (problem.stored("b"), problem.b_scale), problem.d, problem.grouped_layout,
        compiled_dims="")


def masked(problem):
    lockstep.assume(problem.m > 0)
    deep_gemm.m_grouped_fp8_gemm_nt_masked(
        (problem.a, problem.a_scale.transpose(1, 2).contiguous()), (problem.stored("b"), problem.b_scale), problem.d, problem.masked_m,
        max(1, problem.m // 2), compiled_dims="")


def campaigns(name, kernel, function, laws, seconds, fixed, out, say, order="deepgemm"):
    """Campaigns of 100 cases until the time is over, or one ends otherwise."""
    until, cases, seed = time.monotonic() + seconds, 0, SEED
    while time.monotonic() < until:
        test = lockstep.fuzz(kernel, cases=100, seed=seed, order=order, laws=laws, arrays="torch:cuda:0", fixed=fixed,
                             corpus=str(out / "corpus"))(lambda problem: function(problem))
        try:
            report = test()
        except lockstep.LockstepError as found:
            say(f"{name}: seed {seed}: {type(found).__name__}: {found}")
            break
        cases += report.cases - report.rejected
        seed += 1
    say(f"{name}: {cases} cases hold {', '.join(laws) or 'all laws'}, seeds {SEED} to {seed - 1}")


def block_scaled(a, b, a_scale, b_scale):
    """For find_order: scales of 1 x 128 of A, of 128 x 128 of B."""
    d = torch.empty(len(a), len(b), dtype=torch.bfloat16, device="cuda")
    deep_gemm.fp8_gemm_nt((a, a_scale), (b, b_scale), d)
    return d


def on_gpu(x):
    return torch.from_numpy(np.ascontiguousarray(x).view(np.uint8)).cuda().view(
        torch.float8_e4m3fn if x.dtype.itemsize == 1 else torch.float32)


def main():
    out, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    log = (out / "campaigns.txt").open("w")

    def say(line):
        print(line, flush=True)
        print(line, file=log, flush=True)
    say(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}")
    np.savez(out / "ported.npz", **{f"k{k}": block_scaled(*map(on_gpu, ported_operands(k))).view(torch.int16).cpu().numpy()
                                    for k in KS})
    of_deepgemm = {"out": "bf16", "padded_scales": 0}
    ids = {**of_deepgemm, "groups_as": "ids", "pad": "tail", "zero_padding": 0}
    bits = ("bits", "exact_grid", "bound")
    campaigns("contiguous", "grouped_gemm_contiguous@sm_90", contiguous, (), 10, ids, out, say)
    campaigns("masked", "grouped_gemm_masked@sm_90", masked, (), 10, of_deepgemm, out, say)
    campaigns("contiguous", "grouped_gemm_contiguous@sm_90", contiguous, bits, seconds, ids, out, say)
    campaigns("masked", "grouped_gemm_masked@sm_90", masked, bits, seconds, {**of_deepgemm, "m_max": lockstep.multiple_of(128)}, out, say)
    campaigns("contiguous, in this tree's order", "grouped_gemm_contiguous@sm_90", contiguous, bits, 30, ids, out, say, order="declared")


if __name__ == "__main__":
    main()
