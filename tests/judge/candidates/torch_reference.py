"""c = scale a + b in torch, of torch's tensors."""
import torch


def inputs(rng):
    torch.manual_seed(int(rng.integers(1 << 31)))
    n = int(rng.integers(65, 257))
    return {"a": torch.rand(n) - 0.5, "b": torch.rand(n) - 0.5, "scale": torch.rand(1) + 1}


tolerance = {"atol": 1e-6}


def axpy(a, b, scale):
    return a * scale + b
