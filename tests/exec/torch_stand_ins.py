#!/usr/bin/env python3
"""Libraries of CUDA that torch wants and nobody has, without torch: torch_stand_ins.py TORCH_DEVICE CXX. A library that needs two of
them, by functions with versions and without, is loaded beside stand-ins, and its call fails by name."""
import os
import pathlib
import subprocess
import sys
import tempfile

TORCH_DEVICE, CXX = sys.argv[1:3]

OF_CUDA = 'extern "C" int cudaMade() { return 0; }\n'
OF_NCCL = 'extern "C" int ncclMade() { return 0; }\n'
OF_TORCH = '''extern "C" int cudaMade(); extern "C" int ncclMade(); extern "C" void* __cudaRegisterFatBinary(void*);
static void* const held = reinterpret_cast<void*>(&ncclMade);
static void* const registered = __cudaRegisterFatBinary(nullptr);
extern "C" int call() { return registered != nullptr && held != nullptr ? cudaMade() + cudaMade() : -1; }
'''
LOADS = '''
import ctypes, sys
sys.path.insert(0, sys.argv[1])
from lockstep_torch import elf, stand_ins
if sys.argv[3] == "load":
    stand_ins.load(sys.argv[2])
print(ctypes.CDLL(sys.argv[2] + "/lib/libtorch_cuda.so").call())
'''


def build(folder, name, text, *words):
    (folder / "source.cpp").write_text(text)
    subprocess.run([CXX, "-shared", "-fPIC", str(folder / "source.cpp"), "-o", str(folder / name), *words], check=True)


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    lib = folder / "torch" / "lib"
    lib.mkdir(parents=True)
    (folder / "versions").write_text("libcudart.so.99 { global: cudaMade; __cudaRegisterFatBinary; };\n")
    build(folder, "libcudart.so.99", OF_CUDA + 'extern "C" void* __cudaRegisterFatBinary(void*) { return nullptr; }\n',
          f"-Wl,--version-script={folder / 'versions'}", "-Wl,-soname,libcudart.so.99")
    build(folder, "libnccl.so.99", OF_NCCL, "-Wl,-soname,libnccl.so.99")
    build(lib, "libtorch_cuda.so", OF_TORCH, str(folder / "libcudart.so.99"), str(folder / "libnccl.so.99"))
    for made in folder.glob("*.so.99"):
        made.unlink()

    def run(how):
        words = [sys.executable, "-c", LOADS, TORCH_DEVICE, str(folder / "torch"), how]
        return subprocess.run(words, capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": place, "CXX": CXX})

    without = run("nothing")
    assert without.returncode != 0 and ".so.99: cannot open" in without.stderr, without.stderr
    for time in ("first", "second"):
        done = run("load")
        assert done.stdout == "200\n", (time, done.stdout, done.stderr)
        assert done.stderr.count("torch called cudaMade of CUDA") == 1, done.stderr
        assert ("making stand-ins" in done.stderr) == (time == "first"), (time, done.stderr)
print("as expected")
