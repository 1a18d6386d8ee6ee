#!/usr/bin/env python3
"""The command as wheels lay it beside the module: installed_command.py CMAKE FOLDER PROGRAMS CODE_OBJECT.

FOLDER is where build_wheel.py has built the package. What CMake installs of the command is what a wheel has, and Python starts it: the
self-test passes, `exec` finds the runtime that came along, and the disassembler is found. PROGRAMS are those of tests/exec. That the
linking of wheels needs nothing of the machine is for `./lockstep release-check`."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CMAKE, FOLDER, PROGRAMS, CODE_OBJECT = sys.argv[1:5]
failures = 0


def start(site, code, said, *words):
    """Python with nothing in sight but the installed files."""
    global failures
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {site!r}); import lockstep_command; "
                           "lockstep_command.main()", *words], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
    if done.returncode != code or said not in done.stdout + done.stderr:
        failures += 1
        print(f"{' '.join(words)}: exit code {done.returncode}, of {code}; expected {said!r} in\n{done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as site:
    shutil.copytree(pathlib.Path(FOLDER) / "site", site, dirs_exist_ok=True)
    subprocess.run([CMAKE, "--install", pathlib.Path(FOLDER) / "module", "--component", "command", "--prefix", site], check=True,
                   stdout=subprocess.DEVNULL)
    start(site, 0, "27 bugs found, 27 right programs hold", "selftest")
    start(site, 0, "right\n", "exec", "--", f"{PROGRAMS}/saxpy")
    start(site, 4, "bounds: ", "exec", "--", f"{PROGRAMS}/saxpy", "bounds")
    start(site, 0, "s_endpgm", "object", "disasm", CODE_OBJECT)
print(f"{4 - failures} passed, {failures} failed")
sys.exit(1 if failures else 0)
