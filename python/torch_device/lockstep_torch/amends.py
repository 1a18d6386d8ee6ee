"""What torch's Python does with a GPU by ways that lead past torch._C's functions: storage that a build for CUDA makes is of its own
allocator."""
from __future__ import annotations

from typing import Any


def make(torch: Any) -> None:
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
