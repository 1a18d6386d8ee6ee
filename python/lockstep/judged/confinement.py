"""Keeps a process from writing where it has nothing to write, and from reading what other processes were called with, by Linux's
Landlock; where the kernel has none, nothing is kept."""
from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import struct

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446   # of every architecture
_NO_NEW_PRIVILEGES, _PARENT_DEATH_SIGNAL, _KILL = 38, 1, 9
_PATH_BENEATH = 1
# Writing a file, removing, making and moving things, truncating: bits of include/uapi/linux/landlock.h.
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_WRITING = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_OF_VERSION = {2: 1 << 13, 3: _TRUNCATE}
_MOST_WRITTEN = 64 << 20   # bytes of one file


def write_only_in(folder: str) -> bool:
    """From now on this process and its children write files in `folder` alone, and little, and read all but other processes' entries in
    /proc, where the seed may stand; they end with their parent. False: the kernel has no Landlock."""
    libc = ctypes.CDLL(None, use_errno=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_WRITTEN, _MOST_WRITTEN))
    libc.prctl(_PARENT_DEATH_SIGNAL, _KILL, 0, 0, 0)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    handled = _WRITING | _READ_FILE | _READ_FOLDER | sum(bit for since, bit in _OF_VERSION.items() if version >= since)
    rules = libc.syscall(_CREATE_RULESET, struct.pack("<Q", handled), 8, 0)
    if rules < 0:
        return False
    readable = [f"/{name}" for name in os.listdir("/") if name != "proc"]
    readable += [f"/proc/{name}" for name in os.listdir("/proc") if not name.isdigit()]
    for allowed, paths in ((handled, (folder, "/dev/null", "/dev/shm")), (_READ_FILE | _READ_FOLDER, readable)):
        for path in paths:
            with contextlib.suppress(OSError):
                there = os.open(path, os.O_PATH)
                of_file = allowed if os.path.isdir(path) else allowed & (_WRITE_FILE | _READ_FILE | _TRUNCATE)
                libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("<Qi", of_file, there), 0)
                os.close(there)
    done = libc.syscall(_RESTRICT_SELF, rules, 0)
    os.close(rules)
    return bool(done == 0)
