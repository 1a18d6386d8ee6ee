"""What is built of each kernel: its problem, and the options that change the machine code most.

A build is one row: kernel, problem, arch, compile options, environment."""
import dataclasses
import itertools

import triton_problems as problems

BUFFER = "AMDGCN_USE_BUFFER_OPS"
ASYNC = "TRITON_HIP_USE_ASYNC_COPY"
PING_PONG = "TRITON_HIP_USE_BLOCK_PINGPONG"


@dataclasses.dataclass(frozen=True)
class Build:
    problem: object
    arch: str = "gfx950"
    options: tuple = ()
    environment: tuple = ()

    def __str__(self):
        said = [f"{k}={v}" for k, v in self.options + self.environment]
        return " ".join([str(self.problem), self.arch, *said])


def options(**each):
    return [tuple(zip(each, values)) for values in itertools.product(*each.values())]


def all_builds():
    deep = options(num_warps=[4, 8], num_stages=[1, 2, 3], matrix_instr_nonkdim=[16, 32])
    few = options(num_warps=[4, 8], num_stages=[2, 3])
    rows = []
    bf16 = problems.Matmul("bf16")
    rows += [Build(bf16, "gfx950", o) for o in deep]
    rows += [Build(bf16, "gfx950", o, ((BUFFER, "0"),)) for o in few]
    rows += [Build(bf16, "gfx950", o, ((ASYNC, "1"),)) for o in few]
    rows += [Build(bf16, "gfx950", o, ((ASYNC, "1"), (PING_PONG, "1"))) for o in few]
    rows += [Build(bf16, "gfx942", o, ((PING_PONG, "1"),)) for o in few]
    rows += [Build(bf16, "gfx942", o) for o in options(num_warps=[4], num_stages=[2], kpack=[1, 2])]
    rows += [Build(problems.Matmul("bf16", transposed=True), "gfx950", o) for o in few]
    rows += [Build(problems.Matmul("f16", ragged=True), arch, o) for o in few for arch in ("gfx950", "gfx942")]
    rows += [Build(problems.Matmul("e4m3"), "gfx950", o) for o in few]
    rows += [Build(problems.Matmul("e4m3", ragged=True), "gfx950", o, ((ASYNC, "1"),)) for o in few]
    rows += [Build(problems.Matmul("e4m3fnuz"), "gfx942", o) for o in few]
    rows += [Build(problems.Matmul("i8"), arch, o) for o in few[:2] for arch in ("gfx950", "gfx942")]
    rows += [Build(problems.Matmul("bf16", split=3), "gfx950", o) for o in few]
    for a, b in (("e4m3", "e4m3"), ("e4m3", "e2m1"), ("e2m1", "e2m1")):
        rows += [Build(problems.ScaledMatmul(a, b), "gfx950", o) for o in few[:3]]
    rows += [Build(problems.Attention(), "gfx950", o) for o in options(num_warps=[4, 8], num_stages=[1, 2, 4])]
    rows += [Build(problems.Attention(), "gfx950", o, ((PING_PONG, "0"),)) for o in few + options(num_warps=[8], num_stages=[4])]
    rows += [Build(problems.Attention(), "gfx942", o) for o in few]
    small = options(num_warps=[4, 8], num_stages=[1, 2, 3])
    for dtype in ("bf16", "e4m3"):
        rows += [Build(problems.PersistentMatmul(dtype), "gfx1250", o) for o in small]
        rows += [Build(problems.Matmul(dtype), "gfx1250", o) for o in few]
    rows += [Build(problems.Matmul("f16", ragged=True), "gfx1250", o, ((ASYNC, "1"),)) for o in few[:2]]
    for a, b in (("e4m3", "e4m3"), ("e4m3", "e2m1"), ("e2m1", "e2m1")):
        rows += [Build(problems.ScaledMatmul(a, b), "gfx1250", o) for o in few[:2]]
    rows += [Build(problems.Attention(), "gfx1250", o) for o in few[:2]]
    rows += [Build(p, "gfx1250", (("num_warps", 4),)) for p in (problems.Softmax(), problems.LayerNorm(), problems.Quantise())]
    for rowwise in (problems.Softmax(), problems.LayerNorm(), problems.Quantise()):
        rows += [Build(rowwise, "gfx950", o) for o in options(num_warps=[1, 4], waves_per_eu=[0, 2])]
    return rows
