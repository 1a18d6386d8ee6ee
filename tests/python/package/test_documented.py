"""Everything public says what it is; what takes arguments says what it raises."""
import inspect

import lockstep
import pytest
from lockstep import _lockstep

MODULES = [lockstep, lockstep.reference, lockstep.strategies]


def public():
    """(name, object) of functions, classes and their members that a user may call or read."""
    for module in MODULES:
        for name in {**vars(module), **dict.fromkeys(getattr(module, "__all__", []))}:  # some are imported when they are asked for
            thing = getattr(module, name)
            of = getattr(thing, "__module__", "")
            if name.startswith("_") or inspect.ismodule(thing) or not str(of).startswith("lockstep"):
                continue
            if not inspect.isclass(thing) and not callable(thing):
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        yield f"{module.__name__}.{name}.{member}", value


THINGS = dict(public())


def test_what_is_looked_at():
    assert {"lockstep.Device.empty", "lockstep.Array.numpy", "lockstep.reference.mma", "lockstep.fuzz", "lockstep.Finding.kind",
            "lockstep.strategies.cases"} <= set(THINGS)
    assert set(lockstep.__all__) <= {name.split(".")[1] for name in THINGS} | {"reference"}
    assert isinstance(_lockstep.__doc__, str)


@pytest.mark.parametrize("name", THINGS)
def test_it_says_what_it_is(name):
    assert len((inspect.getdoc(THINGS[name]) or "").split()) >= 3, name


def arguments_of(thing):
    try:
        return [p for p in inspect.signature(thing).parameters if p != "self"]
    except (TypeError, ValueError):
        return []


@pytest.mark.parametrize("name", [n for n, t in THINGS.items() if inspect.isfunction(t) and arguments_of(t)])
def test_it_says_what_it_raises(name):
    assert "aises" in inspect.getdoc(THINGS[name]), f"{name}: what does it raise? {arguments_of(THINGS[name])}"
