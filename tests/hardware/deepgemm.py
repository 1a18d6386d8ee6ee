"""DeepGEMM's grouped kernels on an NVIDIA GPU, held to order `deepgemm` over the measured matrix unit, and what a port sees.

    python3 tests/hardware/deepgemm.py OUT SECONDS

needs torch, deep_gemm (PyPI's tokenspeed-deepgemm 2.5.0.post20260604 here) and a GPU of compute capability 9.0. Writes into the
folder OUT: campaigns.txt; ported.npz, the products of porting.py. DeepGEMM compiles for each shape, so that eight processes have
most of the cases. Exit code 1 where one of theirs falls; the campaigns before them, under all laws and under another order, do."""
import concurrent.futures
import multiprocessing
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


def campaigns(name, kernel, function, laws, seconds, fixed, out, order="deepgemm", first=SEED):
    """Campaigns of 25 cases until the time is over, or one ends otherwise; what to say of them."""
    until, cases, seed = time.monotonic() + seconds, 0, first
    said = []
    while time.monotonic() < until:
        test = lockstep.fuzz(kernel, cases=25, seed=seed, order=order, laws=laws, arrays="torch:cuda:0", fixed=fixed,
                             corpus=str(out / f"corpus{first}"))(lambda problem: function(problem))
        try:
            report = test()
        except lockstep.LockstepError as found:
            said = [f"{name}: seed {seed}: {type(found).__name__}: {found}"]
            break
        cases += report.cases - report.rejected
        seed += 1
    return "\n".join([*said, f"{name}: {cases} cases hold {', '.join(laws) or 'all laws'}, seeds {first} to {seed - 1}"])


def block_scaled(a, b, a_scale, b_scale):
    """For find_order: scales of 1 x 128 of A, of 128 x 128 of B."""
    d = torch.empty(len(a), len(b), dtype=torch.bfloat16, device="cuda")
    deep_gemm.fp8_gemm_nt((a, a_scale), (b, b_scale), d)
    return d


def overwritten(m, runs=400):
    """Of so many runs of the masked kernel on two full groups of m rows: in how many the second group's rows are right, and in how
    many rows zeros took the place of results, by which the first group's last tile overwrote them. All products are exact."""
    groups, n, k = 2, 256, 128
    numbers = torch.Generator().manual_seed(1)
    a, b = (torch.randint(-4, 5, shape, generator=numbers).float() for shape in ((groups, m, k), (groups, n, k)))
    right = (a[1] @ b[1].t()).bfloat16().cuda()
    ones = [torch.ones(groups, rows, k // 128, device="cuda") for rows in (m, n // 128)]
    ones[0] = ones[0].transpose(1, 2).contiguous().transpose(1, 2)
    a, b = (x.to(torch.float8_e4m3fn).cuda() for x in (a, b))
    whole, last, others = 0, 0, 0
    for _ in range(runs):
        d = torch.full((groups, m, n), float("nan"), dtype=torch.bfloat16, device="cuda")
        deep_gemm.m_grouped_fp8_gemm_nt_masked((a, ones[0]), (b, ones[1]), d, torch.tensor([m, m], dtype=torch.int32, device="cuda"), m)
        wrong = d[1] != right
        whole += int(not wrong.any())
        last = max([last, *(1 + wrong.any(1).nonzero().flatten()).tolist()])
        others += int((d[1][wrong] != 0).sum())
    return (f"m_max={m}: of {runs} runs {whole} are right; in the others {last} rows of the second group have zeros in place of results, "
            f"{others} elements anything else")


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
    say(overwritten(129))
    say(overwritten(192))
    of_deepgemm = {"out": "bf16", "padded_scales": 0}
    ids, tiles = {**of_deepgemm, "groups_as": "ids", "pad": "tail", "zero_padding": 0}, {**of_deepgemm, "m_max": lockstep.multiple_of(128)}
    bits = ("bits", "exact_grid", "bound")
    say(campaigns("contiguous", "grouped_gemm_contiguous@sm_90", contiguous, (), 10, ids, out))
    say(campaigns("masked", "grouped_gemm_masked@sm_90", masked, (), 10, of_deepgemm, out))
    say(campaigns("contiguous, in this tree's order", "grouped_gemm_contiguous@sm_90", contiguous, bits, 30, ids, out, order="declared"))
    with concurrent.futures.ProcessPoolExecutor(8, multiprocessing.get_context("spawn")) as processes:
        of_kinds = [processes.submit(campaigns, name, kernel, function, bits, seconds, fixed, out, first=SEED + 1000 * groups)
                    for groups in range(1, 5) for name, kernel, function, fixed in
                    (("contiguous", "grouped_gemm_contiguous@sm_90", contiguous, ids),
                     (f"masked, groups={groups}", "grouped_gemm_masked@sm_90", masked, {**tiles, "groups": groups}))]
        for campaign in concurrent.futures.as_completed(of_kinds):
            say(campaign.result())
    return any(": seed " in campaign.result() for campaign in of_kinds)


if __name__ == "__main__":
    sys.exit(main())
