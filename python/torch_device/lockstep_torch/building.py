"""Compiles what is shipped as source, once, into a cache that processes share: $XDG_CACHE_HOME/lockstep, or ~/.cache/lockstep."""
from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_COMPILERS = ("c++", "g++", "g++-12", "clang++", "clang++-22")
_OLDEST = (2, 7)
_DEVICE = Path(__file__).parent / "device"


def compiler() -> str:
    asked = os.environ.get("CXX", "").split()
    found = next((path for name in [*asked[:1], *_COMPILERS] if (path := shutil.which(name))), None)
    if found is None:
        raise ImportError(f"lockstep exec --torch compiles torch's device once, and finds no C++ compiler: none of "
                          f"{', '.join(_COMPILERS)} is in PATH, and CXX names none (Debian: apt-get install g++)")
    return found


def cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lockstep" / "torch"


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def made_once(folder: Path, what: str, make: Callable[[Path], None]) -> Path:
    """`folder`, which `make` fills where it isn't there: of several processes one does, the others wait. `what` is said."""
    if not folder.exists():
        with _locked(folder.with_suffix(".lock")):
            if not folder.exists():
                print(f"lockstep: {what}, once", file=sys.stderr, flush=True)
                with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
                    make(Path(unfinished) / "whole")
                    (Path(unfinished) / "whole").rename(folder)
    return folder


def compile_(words: list[str], output: Path) -> None:
    done = subprocess.run([compiler(), *words, "-o", str(output)], capture_output=True, text=True)
    if done.returncode != 0:
        raise ImportError(f"lockstep exec --torch: {compiler()} can't compile {output.name}:\n{done.stderr}")


def key(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


_NEW_STRINGS = "_ZN3c106detail14torchCheckFailEPKcS2_jRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"  # in libc10


def _device_library(torch_folder: Path) -> Path:
    version = sys.modules["torch.version"]
    lib, include = torch_folder / "lib", torch_folder / "include"
    abi = int(hasattr(ctypes.CDLL(str(lib / "libc10.so")), _NEW_STRINGS))
    sources = sorted(_DEVICE.iterdir())
    number = key(version.__version__, version.git_version, abi, *(s.read_bytes() for s in sources))

    def make(folder: Path) -> None:
        folder.mkdir()
        # As one file: torch's headers take most of the time.
        whole = folder / "device.cpp"
        whole.write_text("".join(f'#include "{s}"\n' for s in sources if s.suffix == ".cpp"))
        compile_(["-std=c++20", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-w", f"-D_GLIBCXX_USE_CXX11_ABI={abi}",
                  "-I", str(_DEVICE), "-I", str(include), "-I", str(include / "torch" / "csrc" / "api" / "include"), str(whole),
                  "-L", str(lib), "-lc10", "-ltorch_cpu"], folder / "device.so")

    what = f"compiling the emulated GPU for torch {version.__version__} (about a minute)"
    return made_once(cache() / f"device-{version.__version__}-{number}", what, make) / "device.so"


def load_device(torch_folder: Path) -> None:
    """Makes the device torch's, behind torch's libraries and before Python's part of it, which asks what GPU there is."""
    version = sys.modules["torch.version"].__version__
    if tuple(map(int, version.split(".")[:2])) < _OLDEST:
        raise ImportError(f"lockstep exec --torch: torch {version} is older than {'.'.join(map(str, _OLDEST))}, the first that takes a GPU's "
                          "generator of random numbers from outside")
    for name in ("libtorch_cuda.so", "libtorch_cpu.so"):
        if (torch_folder / "lib" / name).exists():
            ctypes.CDLL(str(torch_folder / "lib" / name))
    library = ctypes.CDLL(str(_device_library(torch_folder)))
    library.lockstep_torch_take_over.restype = ctypes.c_char_p
    for name in ("stream", "new_stream"):
        getattr(library, f"lockstep_torch_{name}").restype = ctypes.c_int64
    library.lockstep_torch_set_stream.argtypes = [ctypes.c_int64]
    library.lockstep_torch_begin_capture.restype = ctypes.c_void_p
    library.lockstep_torch_release_capture.argtypes = [ctypes.c_void_p]
    if (problem := library.lockstep_torch_take_over()) is not None:
        raise ImportError(f"lockstep exec --torch: the emulated GPU can't be torch's: {problem.decode()}")
    global device
    device = library


device: Any = None  # the library that is the device
