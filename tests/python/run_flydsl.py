"""FlyDSL's kernels under laws: run_flydsl.py LOCKSTEP SITE, in a virtual environment that has FlyDSL. SITE has the package."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TORCH = HERE.parent / "exec" / "flydsl_programs"  # as much of it as FlyDSL needs


def run(lockstep, words, code, said):
    done = subprocess.run([lockstep, "exec", "--schedule", "earliest,latest,random:3", "--", sys.executable,
                           HERE / "flydsl" / "mxfp4_gemm.py", *words], capture_output=True, text=True)
    text = done.stdout + done.stderr
    if done.returncode == code and all(word in text for word in said):
        return 0
    print(f"mxfp4_gemm.py {' '.join(words)}: exit code {done.returncode}, of {code}; expected {said} in\n{text}")
    return 1


def main():
    lockstep, site = sys.argv[1:]
    os.environ.update(PYTHONPATH=f"{site}:{TORCH}", FLYDSL_RUNTIME_ENABLE_CACHE="0")
    failed = run(lockstep, [], 0, ["mx_dense_gemm: 5 cases hold (", "holds  "])
    failed += run(lockstep, ["scale"], 1, ["FALSIFIED  mx_dense_gemm / ", "the program failed", "shrunk ", " a=e2m1 ", " b=e2m1 "])
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
