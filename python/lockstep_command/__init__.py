"""The command `lockstep` of an installed package: the native program beside the module. Apart from the package, whose numpy
takes longer to load than most commands run."""
import importlib.util
import os
import pathlib
import sys


def path() -> "pathlib.Path | None":
    """Where the program is; None where the package was built without it."""
    package = importlib.util.find_spec("lockstep")
    program = pathlib.Path(package.origin).parent / "bin" / "lockstep" if package and package.origin else None
    return program if program and program.exists() else None


def main() -> None:
    program = path()
    if program is None:
        sys.exit("lockstep: this installation of the Python package has no command")
    if sys.argv[1:2] == ["campaign"]:
        from lockstep_campaigns.__main__ import main as campaign
        sys.exit(campaign(sys.argv[2:]))
    os.execv(program, [str(program), *sys.argv[1:]])
