"""What an installation has: these tests run where pip has put the wheel, and nothing of the clone is in sight."""
import pathlib
import sys
from importlib import metadata

import lockstep
from lockstep import _lockstep


def test_it_is_the_wheel_that_is_tested():
    assert pathlib.Path(sys.prefix) in pathlib.Path(lockstep.__file__).parents
    assert pathlib.Path(sys.prefix) in pathlib.Path(_lockstep.__file__).parents
    assert "direct_url.json" in {file.name for file in metadata.files("lockstep")}


def test_its_metadata():
    of = metadata.metadata("lockstep")
    assert of["Version"] == lockstep.__version__ and of["Requires-Python"] == ">=3.10"
    required = {r.split(">=")[0] for r in metadata.requires("lockstep") if "extra ==" not in r}
    assert required == {"numpy", "ml_dtypes"}  # everything else is optional
    assert [e.value for e in metadata.entry_points(group="pytest11") if e.name == "lockstep"] == ["lockstep.pytest_plugin"]


def test_types_and_every_module_come_along():
    there = pathlib.Path(lockstep.__file__).parent
    assert (there / "py.typed").exists() and (there / "_lockstep.pyi").exists()
    source = pathlib.Path(__file__).resolve().parents[3] / "python" / "lockstep"
    assert {f.name for f in source.glob("*.py")} <= {f.name for f in there.iterdir()}


def test_nothing_refers_to_the_clone():
    clone = str(pathlib.Path(__file__).resolve().parents[3]).encode()
    there = pathlib.Path(lockstep.__file__).parent
    assert not [f.name for f in there.iterdir() if f.is_file() and clone in f.read_bytes()]
