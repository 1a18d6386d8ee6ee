"""A fixture of pytest: `judged(candidate, against=…)` is lockstep.judge, and fails the test unless the verdict is clean.

    def test_softmax(judged):
        judged("softmax.hip", against="launches/0001")

What says too little is no pass. JUnit files have the verdict among the test's properties."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lockstep.judging import Verdict


@pytest.fixture
def judged(record_property: Callable[[str, object], None]) -> Callable[..., Verdict]:
    """Judges as lockstep.judge does, and fails the test unless the verdict is clean."""

    def judge(candidate: Any, against: Any = None, **options: Any) -> Verdict:
        import lockstep

        verdict = lockstep.judge(candidate, against, **options)
        for name in ("execution", "finding", "values", "seed", "reproduce"):
            record_property(f"lockstep_{name}", getattr(verdict, name))
        if not verdict.clean:
            pytest.fail(f"{verdict}\nexecution {verdict.execution}, values {verdict.values}\n"
                        f"again: {verdict.reproduce}", pytrace=False)
        return verdict

    return judge
