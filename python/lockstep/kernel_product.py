"""A kernel's product as `find_order` asks for one: on the emulator or a GPU, and held to the order that the kernel declares."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep import _lockstep
from lockstep.asked_product import Scales
from lockstep.dtypes import dtype_of
from lockstep.errors import Inconclusive


class KernelProduct:
    """A kernel here, one of its builds, or a code object with a launch recipe, as a function for `find_order`:

        product = lockstep.KernelProduct("grouped_gemm_masked@gfx950,k=512")
        print(lockstep.find_order(product, **product.asked), product.declared(), sep="\\n")

    text  KERNEL[@ARCH][:BUILD][,KEY=VALUE]…, as `lockstep compare` takes it, device=cuda:0 among the keys; or a case's line

    Raises ValueError where the device can't run the case, or D is more than the product of two matrices; a call raises
    Inconclusive where the kernel does not come to its end."""

    def __init__(self, text: str) -> None:
        self._raw = _lockstep.KernelProduct.open(text)
        self.case, self.model, self.label = self._raw.case, self._raw.model, self._raw.model_label
        self.gpu = self._raw.gpu  #: what it calls itself; "": the emulator
        self.order = self._raw.declared  #: a sentence; "": nobody declares one
        self._operands = self._raw.operands
        (a, m, k), (b, n, _) = (self._operands[name] for name in "ab")
        (of_scales, rows_a, blocks), (_, rows_b, _) = (self._operands[name + "_scale"] for name in "ab")
        self._rows, shared = min(m, n), (m // rows_a, n // rows_b)  # by how many rows a scale is shared
        if self._rows > max(shared):
            self._rows -= self._rows % max(shared)
        # One scale for all of k enters behind the sum.
        scales = Scales(of_scales, k // blocks, *(min(rows, self._rows) for rows in shared)) if blocks > 1 else None
        #: what `find_order` is to be told
        self.asked: dict[str, Any] = {"k": k, "a": a, "b": b, "scales": scales, "rows": self._rows}
        self.results = self.others = 0  #: so far; of them those that are not the declared order's

    def __call__(self, a: NDArray[Any], b: NDArray[Any], *scales: NDArray[Any]) -> NDArray[Any]:
        """D [rows, rows], of the first rows of A and of B; all others are 0, and scales that are not given 1."""
        given = dict(zip(("a", "b", "a_scale", "b_scale"), (a, b, *scales)))
        operands = {name: self._whole(name, given.get(name)) for name in self._operands}
        stopped, codes, others = self._raw.run(operands)
        if stopped:
            raise Inconclusive(f"{self.case}: {stopped}")
        self.results, self.others = self.results + codes.size, self.others + others
        result = dtype_of(self._raw.result)
        d = codes.astype(f"uint{8 * result.itemsize}").view(result)
        return d.reshape(-1, self._operands["b"][1])[:self._rows, :self._rows]

    def _whole(self, name: str, part: NDArray[Any] | None) -> NDArray[np.uint8]:
        """An operand's bytes."""
        of, rows, columns = self._operands[name]
        whole = np.full((rows, columns), 0 if name in "ab" else 1, np.float32).astype(dtype_of(of))
        if part is not None:
            whole[:len(part)] = part
        return whole.reshape(-1).view(np.uint8)

    def declared(self) -> str:
        """Whether all results so far are those of the order that the kernel declares: a line."""
        if not self.order:
            return "no order is declared" if self._raw.adds_as_modelled else "not compared: how this GPU's matrix unit adds was not measured"
        held = f"not as declared in {self.others} of" if self.others else "as declared in all"
        return f"{held} {self.results} results: {self.order}"
