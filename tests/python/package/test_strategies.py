"""Hypothesis draws cases, Lockstep judges them; what fails is shrunk by Hypothesis. Skipped without hypothesis."""
import lockstep
import numpy as np
import pytest
from operators_in_numpy import OPERATORS

hypothesis = pytest.importorskip("hypothesis")
from lockstep import strategies  # noqa: E402

QUIET = hypothesis.settings(max_examples=15, deadline=None, database=None, derandomize=True,
                            suppress_health_check=list(hypothesis.HealthCheck))


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_has_a_strategy(name):
    @QUIET
    @hypothesis.given(strategies.cases(name, rows=12, columns=40, depth=64))
    def holds(case):
        with np.errstate(all="ignore"):
            bound = lockstep.replay(case, OPERATORS[name][0])["bound"]
            assert bound.startswith(("holds", "not applicable: says nothing"))

    holds()


def test_hypothesis_shrinks_what_fails():
    def wrong(problem):
        OPERATORS["softmax"][0](problem)
        if problem.columns > 6:
            problem.y[...] = 2

    seen = []

    @QUIET
    @hypothesis.given(strategies.cases("softmax", out="f32"))
    def fails(case):
        try:
            lockstep.replay(case, wrong)
        except lockstep.Falsified:
            seen.append(case)
            raise

    with pytest.raises(lockstep.Falsified):
        fails()
    assert " n=7 " in seen[-1] and " m=1 " in seen[-1], seen[-1]


def test_an_operator_that_is_not_there():
    with pytest.raises(ValueError, match="no kernel 'softmx'"):
        strategies.cases("softmx")
