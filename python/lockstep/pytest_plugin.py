"""pytest's side of `lockstep.fuzz`: options, properties of JUnit files, a summary line; and the fixture `judged`. Works under
xdist.

    pytest --lockstep-cases 2000 --lockstep-seed 7
"""
from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from lockstep.adapters.pytest_judged import judged as judged

_PROPERTY = "lockstep_cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lockstep", "laws over kernels")
    group.addoption("--lockstep-cases", type=int, default=None, metavar="N",
                    help="cases of every lockstep.fuzz test (default: what the test says)")
    group.addoption("--lockstep-seed", type=lambda text: int(text, 0), default=None, metavar="SEED",
                    help="seed of the cases (default: another every time)")
    group.addoption("--lockstep-corpus", default=None, metavar="DIR",
                    help="folder of failing cases; they run first (default .lockstep/corpus)")


def pytest_configure(config: pytest.Config) -> None:
    from lockstep.fuzzing import overriding

    given = getattr(config, "workerinput", {})
    seed = config.getoption("--lockstep-seed")
    config.lockstep_seed = given.get("lockstep_seed", secrets.randbits(48) if seed is None else seed)  # type: ignore
    overriding.cases = config.getoption("--lockstep-cases")
    overriding.corpus = config.getoption("--lockstep-corpus")
    overriding.seed = None if seed is None else seed
    config.pluginmanager.register(_Summary(), "lockstep-summary")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Workers of xdist draw what one process would."""
    node.workerinput["lockstep_seed"] = node.config.lockstep_seed


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    from lockstep import fuzzing

    function = getattr(item, "obj", None)
    if function is None or not hasattr(function, "campaign"):
        yield
        return
    own = function.campaign.seed is None and fuzzing.overriding.seed is None
    if own:
        fuzzing.overriding.seed = item.config.lockstep_seed  # type: ignore[attr-defined]
    try:
        yield
    finally:
        if own:
            fuzzing.overriding.seed = None
    report = getattr(function, "last_report", None)
    if report is not None:
        item.user_properties += [(_PROPERTY, report.cases), ("lockstep_rejected", report.rejected),
                                 ("lockstep_seed", hex(report.seed))]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """pytest warns of tests that return something, as these do for whoever calls them."""
    if not hasattr(pyfuncitem.obj, "campaign"):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    return True


class _Summary:
    def __init__(self) -> None:
        self.tests = self.cases = self.rejected = 0
        self.seeds: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties = dict(report.user_properties)
        if report.when == "call" and _PROPERTY in properties:
            self.tests += 1
            self.cases += int(str(properties[_PROPERTY]))
            self.rejected += int(str(properties["lockstep_rejected"]))
            self.seeds.add(str(properties["lockstep_seed"]))

    def pytest_terminal_summary(self, terminalreporter: Any, config: pytest.Config) -> None:
        if self.tests:
            rejected = f", {self.rejected} of them rejected" if self.rejected else ""
            drawn = hex(config.lockstep_seed)  # type: ignore[attr-defined]
            own = ", ".join(sorted(self.seeds - {drawn}))
            again = [f"--lockstep-seed {drawn} draws them again"] if drawn in self.seeds else []
            again += [f"tests with seed= drew by their own: {own}"] if own else []
            terminalreporter.write_line(f"lockstep: {self.tests} tests held in {self.cases} cases{rejected}; {'; '.join(again)}")
