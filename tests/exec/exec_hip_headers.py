#!/usr/bin/env python3
"""Programs with HIP's own headers, compiled by clang for two archs and linked with our runtime, under `lockstep exec`.

The headers are those of HIP 5.2, from Debian, and of HIP 7.1, from Triton's wheel.
  exec_hip_headers.py LOCKSTEP CLANG FOLDER_OF_THE_RUNTIME FOLDER_FOR_DEBIAN"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

from exec_runs import Runs, skip

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import debian

LOCKSTEP, CLANG, RUNTIME, DEBIAN = (pathlib.Path(word).absolute() for word in sys.argv[1:5])
SOURCES = pathlib.Path(__file__).resolve().parent / "hip_programs"
# Named one by one: clang looks for files of the arch, and those of HIP 5.2 end at gfx940, which these programs do not
# tell from later ones; and it no longer links hip.bc, where the fences of that version's headers are.
LIBRARIES = ("ocml", "ockl", "hip", "oclc_unsafe_math_off", "oclc_finite_only_off", "oclc_correctly_rounded_sqrt_on",
             "oclc_daz_opt_off", "oclc_wavefrontsize64_on", "oclc_isa_version_940", "oclc_abi_version_500")


def rocm(include, major, minor, folder):
    """As clang expects an installation: headers and a version."""
    (folder / "share/hip").mkdir(parents=True)
    (folder / "include").symlink_to(include)
    (folder / "share/hip/version").write_text(f"HIP_VERSION_MAJOR={major}\nHIP_VERSION_MINOR={minor}\nHIP_VERSION_PATCH=0\n")
    return folder


def build(rocm_path, device_libraries, major, folder):
    program = folder / f"all_{major}"
    command = [CLANG, "-x", "hip", "-O2", "-gline-tables-only", "-Wno-unused-value", "--offload-arch=gfx950",
               "--offload-arch=gfx942", "-D__HIP_PLATFORM_AMD__",
               "-D__AMDGCN_WAVEFRONT_SIZE=64",  # clang 22 no longer defines it; HIP 5.2 needs it
               f"--rocm-path={rocm_path}", f"--rocm-device-lib-path={device_libraries}",
               *(f"--hip-device-lib={library}.bc" for library in LIBRARIES), "-mcode-object-version=5",
               SOURCES / "all.hip",
               f"-L{RUNTIME}", f"-l:libamdhip64.so.{major}", "-o", program, "-Xlinker", "--allow-shlib-undefined"]
    compiled = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if compiled.returncode != 0:
        sys.exit(f"with headers of HIP {major}: {compiled.stderr}")
    return program


def main():
    packages = debian.unpacked(DEBIAN, ["libamdhip64-dev", "rocm-device-libs"])
    if isinstance(packages, str):
        skip(packages, in_ci_too=True)  # lists of packages grow old
    triton = importlib.util.find_spec("triton")
    if triton is None:
        skip("headers of HIP 7.1 are in Triton's wheel, which is not there")
    runs = Runs(LOCKSTEP)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        libraries = packages / "usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
        headers = {5: rocm(packages / "usr/include", 5, 2, folder / "rocm5"),
                   7: rocm(pathlib.Path(triton.origin).parent / "backends/amd/include", 7, 1, folder / "rocm7")}
        for major, path in headers.items():
            program = build(path, libraries, major, folder)
            for arch in ("gfx950", "gfx942"):
                runs.run("--arch", arch, "--", program, "saxpy", prints=["right\n", "holds  2 launches in 1 process, "])
            runs.run("--", program, "reduction", prints=["right\n", "holds  1 launch in 1 process, "])
            runs.run("--", program, "streams", prints=["right\n", "holds  2 launches in 1 process, "])
            runs.run("--arch", "gfx942", "--", program, "device",
                     prints=["right\n", "MI300X (emulated, cdna3), gfx942:sramecc+:xnack-, 304 units of 2048 threads, warps of 64, "
                             "65536 bytes of LDS, 192 GiB"])
            runs.run("--", program, "device", prints=["right\n", "256 units", "163840 bytes of LDS"])
            runs.run("--", program, "host_memory", code=3, prints=["right\n", "hipFree: no allocation begins at the address"])
            runs.run("--", program, "host_memory", "unregistered", code=4, prints=["trapped", "bounds: "])
            lines = ["all of it: -1  1.50|7   |123456789abcdef ok end (nil)\n"]
            lines += [f"block {b} lane {t} of 1099511627776, {'0002.500' if t else '0000.000'}%\n" for b in range(2) for t in range(2)]
            runs.run("--", program, "printing", prints=[*lines, "hipSuccess\n", "holds  2 launches"])
            runs.run("--", program, "printing", "fails", code=4, prints=["== 0' failed.", "hipErrorLaunchFailure\n", "trap: "])
            runs.run("--", program, "race", code=1, serious=1,
                     prints=["falsified", "lds-race: _ZN12race_program12sum_of_blockEPKiPi: ", "reduction.hip:1"])
            runs.run("--", program, "saxpy", "bounds", code=4, prints=["trapped", "past the end of allocation 1 of 4000 bytes"])
        # Of HIP 7's headers alone: those of 5.2 do not have these calls.
        runs.run("--", program, "graphs", prints=["right\n", "holds  2 launches"])
        runs.run("--", program, "graphs", "race", code=1, prints=["right\n", "stream-race", "hipGraphAddMemcpyNodeToSymbol"])
        compiler = SOURCES.parent / "suites/with_hiprtc.py"
        runs.run("--", sys.executable, compiler, prints=["right\n", "holds  3 launches", "'_Z5scaleIfEvPT_S0_'", "_Z5scaleIdEvPT_S0_"])
        runs.run("--", sys.executable, compiler, "broken", code=1, prints=["HIPRTC_ERROR_COMPILATION", "'undeclared'"])
        runs.run("--", sys.executable, compiler, "missing", code=1, prints=["HIPRTC_ERROR_COMPILATION", "__ocml_tgamma_f32"])
        runs.finish()


main()
