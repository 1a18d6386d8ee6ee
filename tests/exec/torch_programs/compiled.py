"""A small network that Inductor compiles to Triton's kernels, forward and backward, against itself uncompiled."""
import copy

import torch

torch.manual_seed(1)
model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.LayerNorm(32), torch.nn.Linear(32, 4)).cuda()
compiled = copy.deepcopy(model)
x = torch.randn(8, 16, device="cuda")
model(x).square().mean().backward()
torch.compile(compiled)(x).square().mean().backward()
for here, there in zip(model.parameters(), compiled.parameters()):
    torch.testing.assert_close(there.grad, here.grad)
print("right")
