#!/usr/bin/env python3
"""What fuzz does where files can't be written, on terminals of both kinds, and when it is told to stop: what was found is
printed and the exit code says what happened. Root may write to files of any mode, so the places here are such as nobody
can write to."""
import os
import pty
import signal
import subprocess
import sys
import tempfile

lockstep = sys.argv[1]
ONE = ["fuzz", "small_m_gemv", "--cases", "2", "--seed", "1", "--no-wide-offsets"]
# A recipe that rounds scales down is caught in no time, whatever was built.
FAILING = ["fuzz", "grouped_gemm_contiguous@gfx950", "--recipe", "floor", "--law", "bound", "--cases", "200", "--seed", "1",
           "--no-wide-offsets", "--shrink-tries", "5"]
nowhere = ["--corpus", os.path.join(tempfile.gettempdir(), "no-corpus-here")]


def run(*words, **how):
    return subprocess.run([lockstep, *words], capture_output=True, text=True, **how)


# A corpus that can't be written: the report and the exit code are those of the failure.
for corpus in ("/proc/lockstep-corpus", os.path.join(os.path.abspath(__file__), "corpus")):
    failing = run(*FAILING, "--corpus", corpus)
    assert failing.returncode == 1, failing
    assert "FALSIFIED  grouped_gemm_contiguous / bound" in failing.stdout and "again      ./lockstep replay" in failing.stdout
    assert "saved" not in failing.stdout
    assert f"lockstep: can't write {corpus}/grouped_gemm_contiguous-bound-" in failing.stderr, failing.stderr
    assert run(*ONE, "--corpus", corpus).returncode == 0  # with nothing to save there is nothing to complain of

# A full disk: the summary stands, the file is named, and the run does not count as a pass.
for option in ("--json", "--junit", "--coverage"):
    full = run(*ONE, *nowhere, option, "/dev/full")
    assert full.returncode == 2, full
    assert "2 cases: 2 hold" in full.stdout
    assert "can't write /dev/full: No space left on device" in full.stderr and "was not written" in full.stderr, full.stderr
with tempfile.TemporaryDirectory() as folder:
    unsaved = run(*FAILING, "--corpus", folder, "--json", "/dev/full")
assert unsaved.returncode == 1 and "can't write /dev/full" in unsaved.stderr, unsaved
with open("/dev/full", "w") as disk:
    mute = subprocess.run([lockstep, *ONE, *nowhere], stdout=disk, stderr=subprocess.PIPE, text=True)
assert mute.returncode == 2 and "could not be written to standard output" in mute.stderr, mute


def on_terminal(kind):
    """What a terminal of this kind gets on standard output and error, for some seconds of a run."""
    mine, its = pty.openpty()
    process = subprocess.Popen([lockstep, "fuzz", "small_m_gemv", "--time", "3", "--jobs", "1", "--no-wide-offsets", *nowhere],
                               stdout=its, stderr=its, env={**os.environ, "TERM": kind})
    os.close(its)
    text = b""
    try:
        while piece := os.read(mine, 65536):
            text += piece
    except OSError:  # the other end is closed
        pass
    os.close(mine)
    assert process.wait() == 0
    assert b" cases: " in text
    return text


# A dumb terminal gets no colour and no line that is written again.
assert b"\x1b" not in on_terminal("dumb")
assert b"\x1b[K" in on_terminal("xterm"), "no progress line: then the line above shows nothing"

# Told to stop: what was found so far is reported.
for told in (signal.SIGTERM, signal.SIGINT):
    process = subprocess.Popen([lockstep, "fuzz", "small_m_gemv", "--time", "300", "--no-wide-offsets", *nowhere],
                               stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("seed 0x")
    process.send_signal(told)
    rest = process.communicate(timeout=120)[0]
    assert process.returncode == 130, (told, process.returncode)
    assert " cases: " in rest and rest.splitlines()[-1].startswith("seed 0x"), rest
