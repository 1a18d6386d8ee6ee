"""Keeps a process from writing where it has nothing to write, by Linux's Landlock; where the kernel has none, nothing is kept."""
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
_WRITING = 1 << 1 | sum(1 << bit for bit in range(4, 13))
_OF_VERSION = {2: 1 << 13, 3: 1 << 14}
_MOST_WRITTEN = 64 << 20   # bytes of one file


def write_only_in(folder: str) -> bool:
    """From now on this process and its children write files in `folder` alone, and little; they end with their parent. False: the
    kernel has no Landlock."""
    libc = ctypes.CDLL(None, use_errno=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_WRITTEN, _MOST_WRITTEN))
    libc.prctl(_PARENT_DEATH_SIGNAL, _KILL, 0, 0, 0)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    handled = _WRITING | sum(bit for since, bit in _OF_VERSION.items() if version >= since)
    rules = libc.syscall(_CREATE_RULESET, struct.pack("<Q", handled), 8, 0)
    if rules < 0:
        return False
    for path in (folder, "/dev/null", "/dev/shm"):
        with contextlib.suppress(OSError):
            there = os.open(path, os.O_PATH)
            allowed = handled if os.path.isdir(path) else 1 << 1 | (handled & 1 << 14)
            libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("<Qi", allowed, there), 0)
            os.close(there)
    done = libc.syscall(_RESTRICT_SELF, rules, 0)
    os.close(rules)
    return bool(done == 0)
