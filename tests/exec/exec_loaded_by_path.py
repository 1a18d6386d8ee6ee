#!/usr/bin/env python3
"""A runtime that a program loads by its path, or finds by an RPATH, is replaced: exec_loaded_by_path.py LOCKSTEP CC"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

from exec_runs import Runs

LOCKSTEP, CC = (pathlib.Path(word).absolute() for word in sys.argv[1:3])
# Stands in for the runtime of a wheel, under the name that auditwheel gives it.
OTHER = "int hipRuntimeGetVersion(int* version) { *version = 1; return 0; }\n"
PROGRAM = r"""
#include <dlfcn.h>
#include <stdio.h>
int hipRuntimeGetVersion(int*);
int main(int count, char** words) {
  int linked = 0, opened = 0;
  hipRuntimeGetVersion(&linked);
  void* library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
  int (*version)(int*) = library ? (int (*)(int*))dlsym(library, "hipRuntimeGetVersion") : 0;
  if (version) version(&opened);
  printf("linked %d, opened %d\n", linked, opened);
  return 0;
}
"""


# What a library needs by another name than the one under which the program opened the runtime, in a version of AMD's.
NEEDS = "int hipGetDeviceCount(int*); int count() { int n = -1; hipGetDeviceCount(&n); return n; }\n"
TWO_NAMES = r"""
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char** words) {
  void* runtime = dlopen(words[1], RTLD_NOW | RTLD_GLOBAL);
  void* user = runtime ? dlopen(words[2], RTLD_NOW) : 0;
  if (!user) { puts(dlerror()); return 1; }
  printf("%d device\n", ((int (*)())dlsym(user, "count"))());
  return 0;
}
"""


WANTS = r"""
#include <dlfcn.h>
#include <stdio.h>
int has(const char* name) { return dlopen(name, RTLD_LAZY) != 0; }
int main() { printf("%d %d %d\n", has("librocblas.so.4"), has("libMIOpen.so.1"), has("libm.so.6")); }
"""


def compile_c(text, output, *words):
    subprocess.run([CC, "-x", "c", "-", *words, "-o", output], input=text, text=True, check=True)


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    linked, opened = folder / "libamdhip64.so.6", folder / "libamdhip64-1a2b3c4d.so.7.0.1"
    for library in (linked, opened):
        compile_c(OTHER, library, "-shared", "-fPIC", f"-Wl,-soname,{library.name}")
    program = folder / "program"
    compile_c(PROGRAM, program, "-x", "none", linked, "-ldl", f"-Wl,--disable-new-dtags,-rpath,{folder}")

    alone = subprocess.run([program, opened], capture_output=True, text=True).stdout
    runs = Runs(LOCKSTEP)
    runs.expect(alone == "linked 1, opened 1\n", f"without exec: {alone}")
    runs.run("--", program, opened, code=3, prints=["linked 60443482, opened 60443482\n"])
    runs.run("--", program, folder / "libamdhip64_other.so", code=3, prints=["linked 60443482, opened 0\n"])

    # As a wheel holds the files: without links to the runtime's versions.
    package = folder / "package"
    for file in ("bin/lockstep", "lib/hip/libamdhip64.so", "lib/hip/liblockstep_redirect.so"):
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(LOCKSTEP.parents[1] / file, package / file)
    packaged = Runs(package / "bin" / "lockstep")
    packaged.run("--", program, opened, code=3, prints=["linked 60443482, opened 60443482\n"])
    runs.failures += packaged.failures

    # Libraries that nothing stands in for: which one a program looks for is told.
    wants = folder / "wants"
    compile_c(WANTS, wants, "-ldl")
    runs.run("--", wants, code=3, prints=["lockstep: the program looks for librocblas.so.4, a library of ROCm that is not here\n", "0 0 1\n"],
             lacks=["looks for libm.so.6"])

    stub, versions, user, two_names = (folder / name for name in ("libamdhip64.so.7", "versions", "libuser.so", "two_names"))
    versions.write_text("hip_4.2 { global: *; };")
    compile_c("int hipGetDeviceCount(int* n) { return 1; }\n", stub, "-shared", "-fPIC", "-Wl,-soname,libamdhip64.so.7",
              f"-Wl,--version-script={versions}")
    compile_c(NEEDS, user, "-shared", "-fPIC", "-x", "none", stub)
    compile_c(TWO_NAMES, two_names, "-ldl")
    for name in ("libamdhip64.so", "libamdhip64.so.6", "libamdhip64.so.7", "/nowhere/libamdhip64.so.6"):
        runs.run("--", two_names, name, user, code=3, prints=["1 device\n"])
    runs.finish()
