"""Hypothesis strategies of cases, an operator each: for those whose tests are Hypothesis' already.

    @hypothesis.given(lockstep.strategies.cases("softmax"))
    def test_my_softmax(case):
        lockstep.replay(case, lambda problem: my_softmax(problem.x, problem.y))

Hypothesis draws the case and shrinks it, Lockstep makes its tensors and judges what was written. Needs hypothesis."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lockstep import _lockstep

if TYPE_CHECKING:
    from hypothesis import strategies as st

#: The plainest first: what shrinking goes to.
REGIMES = ["grid", "full", "one_hot", "zero", "cancelling", "opposed", "subnormal", "nan", "codes"]


def cases(operator: str, *, rows: int = 64, columns: int = 256, depth: int = 256, groups: int = 1,
          **fixed: Any) -> st.SearchStrategy[str]:
    """Case lines of an operator: a name of `lockstep list kernels`, or one of the operators of docs/python.md without a kernel.

    rows, columns, depth  the most of m (of each group), n and k
    groups                the most groups, of grouped operators
    fixed                 keys of the line with the values that they are to have, as in `out="bf16"` or `data="grid"`

    Sizes that the operator refuses are not drawn. Raises ValueError for an operator that is not known."""
    from hypothesis import assume
    from hypothesis import strategies as st

    trial = _lockstep.Trial.open(operator, seed=0, model="", order="any", laws=[], exact_grid_only=False)
    outs, n_step, k_step, keys = trial.grammar()
    name = trial.draw(0).split()[0]

    @st.composite
    def lines(draw: st.DrawFn) -> str:
        m = draw(st.lists(st.integers(1, rows), min_size=1, max_size=groups))
        data = draw(st.sampled_from(REGIMES))
        words: dict[str, Any] = {
            "groups": len(m), "m": ",".join(map(str, m)),
            "n": n_step * draw(st.integers(1, max(1, columns // n_step))),
            "k": k_step * draw(st.integers(1, max(1, depth // k_step))),
            "out": draw(st.sampled_from(outs)), "data": data, "seed": draw(st.integers(1, 0xFFFFFF)),
        }
        if data != "full":
            words["scales"] = "unit"
        for key, low, high, fallback, choices in keys:
            words[key] = draw(st.sampled_from(choices) if choices else st.integers(low, min(high, int(fallback) + 8)))
        words.update(fixed)
        line = f"{name} " + " ".join(f"{key}={value}" for key, value in words.items()) + " order=any"
        try:
            assume(not trial.refusal(line))
        except ValueError:
            assume(False)
        return str(trial.read(line))

    return lines()
