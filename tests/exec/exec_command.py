#!/usr/bin/env python3
"""`lockstep exec` as a user has it: programs with kernels, compiled elsewhere, run and are held to what they do."""
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, PROGRAMS, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
failures = []


def run(*words, code, prints=(), lacks=()):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        options, program = words[: words.index("--")], words[words.index("--"):]
        done = subprocess.run([LOCKSTEP, "exec", "--json", report, *map(str, options), *map(str, program)],
                              capture_output=True, text=True, timeout=300)
        text = done.stdout + done.stderr
        problems = [f"exit code {done.returncode}, not {code}"] if done.returncode != code else []
        problems += [f"does not print {p!r}" for p in prints if p not in text]
        problems += [f"prints {p!r}" for p in lacks if p in text]
        if problems:
            failures.append(f"exec {' '.join(map(str, words))}: {'; '.join(problems)}\n{text}")
        return json.loads(report.read_text()) if report.exists() else {}


def programs():
    for arch in ("gfx950", "gfx942"):
        report = run("--arch", arch, "--", PROGRAMS / "saxpy", code=0,
                     prints=["right\n", "holds  1 launch in 1 process, ", "kernel saxpy(float, float const*, float*, int): 1 launch, 4 workgroups"])
        if report.get("launches") != 1 or report.get("verdict") != "holds" or report.get("findings"):
            failures.append(f"the report of saxpy: {report}")
    for schedule in ("latest", "random:3"):
        run("--schedule", schedule, "--", PROGRAMS / "reduction", code=0, prints=["holds  2 launches in 1 process, "])
    run("--", PROGRAMS / "module", EXAMPLES / "vector_add.co", code=0, prints=["kernel vector_add: 1 launch"])
    run("--", "sh", "-c", f"{PROGRAMS}/saxpy && {PROGRAMS}/saxpy", code=0, prints=["holds  2 launches in 2 processes, "])


def findings():
    report = run("--", PROGRAMS / "reduction_race", code=1, prints=["falsified", "lds-race: _Z12sum_of_block"])
    if not report["findings"] or report["findings"][0]["kind"] != "lds-race":
        failures.append(f"the report of a race: {report}")
    run("--schedule", "latest", "--", PROGRAMS / "saxpy", "undefined", code=5)  # the program sees it itself
    run("--", PROGRAMS / "saxpy", "bounds", code=4,
        prints=["hipDeviceSynchronize: hipErrorIllegalAddress", "trapped", "past the end of allocation 1 of 4000 bytes"])
    run("--", PROGRAMS / "saxpy", "freed", code=4, prints=["trapped", "bounds: "])
    run("--", PROGRAMS / "saxpy", "host", code=4, prints=["trapped", "bounds: "])
    run("--keep-going", "--", PROGRAMS / "saxpy", "bounds", code=4, prints=["trapped"], lacks=["hipErrorIllegalAddress"])
    run("--no-checks", "--", PROGRAMS / "reduction_race", code=5)


def what_cannot_be_run():
    run("--", "true", code=3, prints=["inconclusive", "no kernel was launched"])
    run("--", "/nowhere/program", code=2, prints=["lockstep exec: /nowhere/program: No such file or directory"])
    run("--schedule", "never", "--", "true", code=2, prints=["'never' is no schedule"])
    run("--arch", "gfx90a", "--", PROGRAMS / "saxpy", code=2, prints=["no device gfx90a is emulated"])
    run("--model", "nobody", "--", PROGRAMS / "saxpy", code=2, prints=["no matrix model 'nobody' of gfx950"])
    run("--", PROGRAMS / "module", "/nowhere.co", code=1, prints=["hipModuleLoad: ", "hipErrorFileNotFound", "the program failed"])
    run("--", PROGRAMS / "module", PROGRAMS / "saxpy", code=1, prints=["expected an AMD GPU object", "hipErrorInvalidImage"])
    run("--", PROGRAMS / "module", EXAMPLES / "vector_add.json", code=1, prints=["neither a code object nor a bundle", "hipErrorNoBinaryForGpu"])
    run("--", "sh", "-c", "kill -TERM $$", code=128 + 15, prints=["the program was ended by signal 15"])


def names():
    """What is not implemented says so once; symbols answer to the versions of AMD's library."""
    report = run("--", PROGRAMS / "missing", code=3, prints=["inconclusive"])
    missing = ["hipCreateTextureObject is not implemented by lockstep exec; please report it",
               "hiprtcCreateProgram: HIP's run-time compiler is not in this library"]
    told = report.get("complaints", [])
    if len(told) != 2 or missing[0] not in told or not any(line.startswith(missing[1]) for line in told):
        failures.append(f"complaints of calls that are missing: {told}")
    # The loader says "no version information available" or "version ... not found" where versions don't fit.
    run("--", PROGRAMS / "versioned", code=3, prints=["1 device\n", "no kernel was launched"], lacks=["version"])


for test in (programs, findings, what_cannot_be_run, names):
    test()
if failures:
    sys.exit("\n".join(failures))
