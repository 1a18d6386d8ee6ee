"""A Triton kernel on torch's tensors, right and in ways that are wrong: triton_kernel.py WAY."""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z_ptr + i, tl.load(x_ptr + i, i < n) + tl.load(y_ptr + i, i < n), i < n)


@triton.jit
def gather(x_ptr, at_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z_ptr + i, tl.load(x_ptr + tl.load(at_ptr + i, i < n), i < n), i < n)


@triton.autotune([triton.Config({"BLOCK": block}) for block in (128, 512)], key=["n"])
@triton.jit
def tuned(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z_ptr + i, tl.load(x_ptr + i, i < n) + tl.load(y_ptr + i, i < n), i < n)


N = 1000
way = sys.argv[1]
x, y = (torch.randint(-9, 10, (N,), device="cuda").float() for _ in range(2))
z = torch.empty_like(x)
if way == "undefined":  # what nobody wrote, copied in four ways
    at = torch.empty(N, dtype=torch.int32, device="cuda")
    at[:500] = 3
    at = at.reshape(10, 100).t().contiguous().clone().t().reshape(-1).to("cuda", copy=True)
    gather[(4,)](x, at, z, N, BLOCK=256)
elif way == "streams":
    with torch.cuda.stream(torch.cuda.Stream()):
        y.mul_(2)
    add[(4,)](x, y, z, N, BLOCK=256)
elif way in ("released", "recorded"):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        add[(4,)](x, y, z, N, BLOCK=256)
    if way == "recorded":
        x.record_stream(side)
    del x
    torch.cuda.synchronize()
    x = torch.zeros(N, device="cuda")
    z = x + y
elif way == "graph":
    add[(4,)](x, y, z, N, BLOCK=256)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        w = y * 2
        add[(4,)](x, w, z, N, BLOCK=256)
        z.sub_(y)
    y.fill_(3)
    graph.replay()
elif way == "tuned":
    tuned[lambda of: (triton.cdiv(N, of["BLOCK"]),)](x, y, z, N)
    assert tuned.best_config.kwargs["BLOCK"] == 128
    assert triton.testing.do_bench(lambda: add[(4,)](x, y, z, N, BLOCK=256), quantiles=[0.5, 0.9]) == [1, 1]
else:
    add[(4,)](x, y, z, N + (8 if way == "past" else 0), BLOCK=256)
right = torch.equal(z.cpu(), x.cpu() + y.cpu())
print("right" if right else "wrong")
