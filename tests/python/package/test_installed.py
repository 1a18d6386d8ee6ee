"""What an installation has: these tests run where pip has put the wheel, and nothing of the clone is in sight."""
import importlib.util
import pathlib
import shutil
import subprocess
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
    assert [e.value for e in metadata.entry_points(group="console_scripts") if e.name == "lockstep"] == ["lockstep_command:main"]


def test_campaigns_are_imported_where_they_are_asked_for():
    code = ("import sys, lockstep; assert 'lockstep_campaigns' not in sys.modules; "
            "assert callable(lockstep.campaign) and 'lockstep_campaigns' in sys.modules and not hasattr(lockstep, 'campaigns')")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_takes_the_place_of_python(tmp_path):
    package = tmp_path / "lockstep"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('the package is loaded')")

    def run():
        return subprocess.run([sys.executable, "-c", "import lockstep_command; lockstep_command.main()", "list", "a b"],
                              env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)

    without = run()
    assert without.returncode == 1 and "no command" in without.stderr
    program = package / "bin" / "lockstep"
    program.write_text("#!/bin/sh\nprintf '%s,' \"$0\" \"$@\"\nexit 3\n")
    program.chmod(0o755)
    there = run()
    assert (there.returncode, there.stdout) == (3, f"{program},list,a b,")


def test_a_campaign_runs_the_command_that_came_with_it(tmp_path):
    for package in ("lockstep_command", "lockstep_campaigns"):
        shutil.copytree(pathlib.Path(lockstep.__file__).parents[1] / package, tmp_path / package)
    program = tmp_path / "lockstep" / "bin" / "lockstep"
    program.parent.mkdir(parents=True)
    (tmp_path / "lockstep" / "__init__.py").touch()
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)

    def run(code, *words):
        return subprocess.run([sys.executable, "-c", code, *words], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)

    assert run("from lockstep_campaigns.campaign import find_command; print(find_command())").stdout == f"{program}\n"
    done = run("import lockstep_command; lockstep_command.main()", "campaign", "--local", "--cases", "4")
    if importlib.util.find_spec("distributed") is None:
        needed, = (r for r in metadata.requires("lockstep") if r.startswith("distributed"))
        assert done.returncode == 2 and f"-m pip install '{needed.split(';')[0].strip()}'" in done.stderr


def test_types_and_every_module_come_along():
    there = pathlib.Path(lockstep.__file__).parent
    assert (there / "py.typed").exists() and (there / "_lockstep.pyi").exists()
    source = pathlib.Path(__file__).resolve().parents[3] / "python" / "lockstep"
    assert {f.name for f in source.glob("*.py")} <= {f.name for f in there.iterdir()}


def test_nothing_refers_to_the_clone():
    clone = str(pathlib.Path(__file__).resolve().parents[3]).encode()
    there = pathlib.Path(lockstep.__file__).parent
    assert not [f.name for f in there.iterdir() if f.is_file() and clone in f.read_bytes()]
