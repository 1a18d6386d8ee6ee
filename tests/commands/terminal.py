"""What a terminal gets and a pipe does not: colour, and a line of progress that fits. terminal.py LOCKSTEP"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

COLUMNS = 50
CASE = "grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=3 m_max=4 data=grid"


def on_terminal(command, **environment):
    """What the command writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, cwd=folder,
                                   env={**os.environ, "TERM": "xterm", **environment})
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            written += piece
        process.wait()
    return written.decode()


def main():
    lockstep = sys.argv[1]
    replay = [lockstep, "replay", CASE]
    assert on_terminal(replay, NO_COLOR="").startswith("\x1b[32mholds\x1b[0m  grouped_gemm_masked")
    assert on_terminal(replay, NO_COLOR="1").startswith("holds  grouped_gemm_masked")
    assert on_terminal(replay, TERM="dumb").startswith("holds  grouped_gemm_masked")
    piped = subprocess.run(replay, capture_output=True, text=True).stdout
    assert piped.startswith("holds  grouped_gemm_masked") and "\x1b" not in piped

    fuzz = [lockstep, "fuzz", "grouped_gemm_masked", "--cases", "8", "--seed", "1", "--no-wide-offsets", "--jobs", "1"]
    said = on_terminal(fuzz, NO_COLOR="1")
    assert re.search(r"seed 0x1\r\n8 cases: 8 hold, 0 falsified, 0 inconclusive; [^\n]*\n$", said), said  # the verdict last
    assert "laws that held" not in said
    assert "laws that held" in on_terminal([*fuzz, "--stats"])
    logged = subprocess.run(fuzz, capture_output=True, text=True).stdout.splitlines()
    assert [line.split(":")[0] for line in logged] == ["seed 0x1", "8 cases", "  more            --stats", "seed 0x1"], logged
    assert "laws that held" in subprocess.run([*fuzz, "--stats"], capture_output=True, text=True).stdout
    lines = re.findall(r"\r\x1b\[K(\[[^\r\n]*)", said)
    assert lines, said
    assert all(len(line) < COLUMNS for line in lines), lines
    assert re.match(r"\[[# ]{30}\] +\d+\.\d %   \d+ s", lines[-1]), lines
    wide = re.findall(r"\r\x1b\[K(\[[^\r\n]*)", on_terminal([*fuzz[:3], "--time", "3s", "--no-wide-offsets"]))
    assert wide and "%" in wide[-1], wide
    print("a terminal gets colour and progress that fits, a pipe neither")


if __name__ == "__main__":
    main()
