"""Libraries of CUDA that PyPI's torch wants and this machine has not: torch is loaded without them, as none of their functions
is called. Each stand-in is empty but for its name; one library beside them has every function, and each of these fails and says
so once."""
from __future__ import annotations

import ctypes
import re
import site
import sys
from pathlib import Path

from lockstep_torch import building, elf

_OF_CUDA = re.compile(r"lib(cu|nccl|nvrtc|nvshmem|nvJitLink|nvToolsExt|nvtx)")
_FUNCTIONS_OF_CUDA = re.compile(r"(__)?(cu[A-Z]|cuda|cublas|cudnn|cufft|cusparse|cusolver|cupti|nccl|nvrtc|nvshmem|nvtx|nvJitLink)")

_SOURCE = """#include <stdio.h>
static int fail(const char* name, int* was_said) {
  if (!*was_said) fprintf(stderr, "lockstep: torch called %s of CUDA, which is not here\\n", name);
  *was_said = 1;
  return 100;  /* cudaErrorNoDevice */
}
#define FAILS(NAME) __attribute__((visibility("default"))) int NAME(void) { static int said; return fail(#NAME, &said); }
#define DOES_NOTHING(NAME) __attribute__((visibility("default"))) void* NAME(void) { static void* some[64]; return some; }
#define ANSWERS(NAME, TEXT) __attribute__((visibility("default"))) const char* NAME(void) { return TEXT; }
"""
# What a library does with its kernels when it is loaded, and error texts.
_REGISTERING = re.compile(r"__cuda(Register|Unregister|InitModule)")
_TEXTS = re.compile(r"\w+Get(ErrorString|ErrorName|ErrorEnum|LastErrorString|StatusString|StatusName)$|cudnnGetErrorString")


def _line(name: str) -> str:
    if _TEXTS.match(name):
        return f'ANSWERS({name}, "CUDA is not here")\n'
    return f"{'DOES_NOTHING' if _REGISTERING.match(name) else 'FAILS'}({name})\n"


def _is_there(library: str, folders: list[Path]) -> bool:
    if any(next(f.glob(f"**/lib/{library}"), None) for f in folders):
        return True
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def load(torch_folder: str) -> None:
    """Before torch: makes what is missing, and loads it."""
    lib = Path(torch_folder) / "lib"
    own = {p.name: p for p in lib.glob("*.so*")}
    needs = {name: elf.needs(path) for name, path in own.items() if name.startswith(("libtorch", "libc10", "libcaffe2"))}
    wanted = sorted({l for n in needs.values() for l in n.libraries if _OF_CUDA.match(l) and l not in own})
    packages = {Path(f) / p for f in [*site.getsitepackages(), *sys.path] for p in ("nvidia", "cusparselt")}
    missing = [l for l in wanted if not _is_there(l, [p for p in packages if p.is_dir()])]
    if not missing:
        return
    functions = sorted({s for n in needs.values() for s, of in n.symbols
                        if of in missing or (not of and _FUNCTIONS_OF_CUDA.match(s))})

    def make(folder: Path) -> None:
        folder.mkdir()
        source = folder / "functions.c"
        source.write_text(_SOURCE + "".join(map(_line, functions)))
        shared = ["-x", "c", "-w", "-fPIC", "-shared"]
        building.compile_([*shared, str(source)], folder / "functions.so")
        for library in missing:
            building.compile_([*shared, "/dev/null", f"-Wl,-soname,{library}"], folder / library)

    number = building.key(_SOURCE, *missing, *functions)
    folder = building.made_once(building.cache() / f"stand-ins-{number}", "making stand-ins for libraries of CUDA", make)
    for name in ["functions.so", *missing]:
        ctypes.CDLL(str(folder / name), mode=ctypes.RTLD_GLOBAL)
