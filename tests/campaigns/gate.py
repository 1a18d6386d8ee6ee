"""`lockstep units` behind a gate: gate.py FOLDER COMMAND. A unit waits for a ticket in FOLDER, or until nothing there says "closed"; a
file "waiting-PID" is there meanwhile."""
import ctypes
import glob
import os
import signal
import subprocess
import sys
import time

folder, command = sys.argv[1:]
libc = ctypes.CDLL(None)
units = subprocess.Popen([command, "units"], stdin=subprocess.PIPE, preexec_fn=lambda: libc.prctl(1, signal.SIGKILL))
os.close(1)  # it is theirs: who reads it sees when they end


def has_ticket():
    for ticket in glob.glob(os.path.join(folder, "ticket-*")):
        try:
            os.remove(ticket)
            return True
        except FileNotFoundError:  # another's now
            pass
    return False


waiting = os.path.join(folder, f"waiting-{os.getpid()}")
for line in sys.stdin.buffer:
    if b"/journals/" in line:  # else it is the pilot
        open(waiting, "w").close()
        while os.path.exists(os.path.join(folder, "closed")) and not has_ticket():
            time.sleep(0.02)
        os.remove(waiting)
    units.stdin.write(line)
    units.stdin.flush()
