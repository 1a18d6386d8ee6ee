"""What torch's Python does with a GPU by ways that lead past the dispatcher: storage and tensors that a build for CUDA makes by its own
allocator, and kernels that its own launcher launches."""
from __future__ import annotations

import os
from typing import Any


# Inductor's kernels by Triton's launcher, not by one of torch's build for CUDA; the name in older versions and in newer ones.
_ENVIRONMENT = {"TORCHINDUCTOR_USE_STATIC_CUDA_LAUNCHER": "0", "TORCHINDUCTOR_USE_STATIC_TRITON_LAUNCHER": "0"}


def make(torch: Any) -> None:
    os.environ.update(_ENVIRONMENT)
    torch._C._dynamo.guards._empty_strided_cuda = lambda size, strides, dtype: torch.empty_strided(size, strides, dtype=dtype, device="cuda")
    new, clone = torch.UntypedStorage.__new__, torch.UntypedStorage.clone

    def new_storage(cls: Any, *sizes: Any, device: Any = None, **others: Any) -> Any:
        if device is None or torch.device(device).type != "cuda" or not isinstance(sizes[0] if sizes else 0, int):
            return new(cls, *sizes, **({} if device is None else {"device": device}), **others)
        return torch.empty(sizes[0] if sizes else 0, dtype=torch.uint8, device="cuda").untyped_storage()

    def clone_storage(self: Any) -> Any:
        if self.device.type != "cuda":
            return clone(self)
        return torch.empty(0, dtype=torch.uint8, device="cuda").set_(self).clone().untyped_storage()

    torch.UntypedStorage.__new__, torch.UntypedStorage.clone = new_storage, clone_storage
