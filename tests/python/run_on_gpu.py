"""Device("hip:0") on the HIP runtime that exec puts in AMD's place: run_on_gpu.py LOCKSTEP CLANG. A script for venv.py."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def run(lockstep, words, code, said, unsaid=()):
    done = subprocess.run([lockstep, "exec", "--schedule", "earliest", "--", sys.executable, *words], capture_output=True, text=True)
    text = done.stdout + done.stderr
    if done.returncode == code and all(word in text for word in said) and not any(word in text for word in unsaid):
        return 0
    print(f"{' '.join(map(str, words))}: exit code {done.returncode}, of {code}; expected {said} in\n{text}")
    return 1


def main():
    lockstep, clang = sys.argv[1:]
    os.environ.pop("PYTHONPATH", None)
    os.environ["LOCKSTEP_CLANG"] = clang
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    with tempfile.TemporaryDirectory() as folder:
        built = pathlib.Path(folder) / "kernels.co"
        subprocess.run([clang, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
                        "-fhip-kernel-arg-name", "-gline-tables-only", "-O3", "--offload-arch=gfx950",
                        HERE / "package" / "kernels.hip", "-o", built], check=True)
        os.chdir(folder)
        failed = run(lockstep, [*pytest, HERE / "gpu"], 0, ["passed", "holds  "], ["skipped"])
        # What a GPU does not say, exec does, of the same program: its report has the race, its exit code is 1.
        race = (f"import lockstep; gpu = lockstep.Device('hip:0'); "
                f"print(gpu.load('{built}')['racing_total'][4, 64](gpu.zeros(1, 'int32')).verdict)")
        failed += run(lockstep, ["-c", race], 1, ["holds\n", "memory-race: racing_total"])
        failed += run(lockstep, [HERE / "gpu" / "traps.py", "launch", built], 4, ["as it should", "bounds: kinds"])
        failed += run(lockstep, [HERE / "gpu" / "traps.py", "fuzz"], 4, ["as it should", "bounds: grouped_gemm_masked_"])
        # A build without matrix instructions adds as its model does on any GPU; a matrix unit as nobody measured.
        os.environ["LOCKSTEP_PYTHON"] = sys.executable
        order = "from lockstep.order_command import main; import json, sys; sys.exit(main(json.loads(sys.argv[1])))"
        for build, end in (("scalar", "as declared in all "), ("O3", "not compared: how this GPU's matrix unit adds was not measured")):
            words = {"callable": f"small_m_gemv@gfx950:{build},k=64,device=hip:0", "is_kernel": True, "scales": "", "arrays": "numpy", "seed": 1, "json": ""}
            failed += run(lockstep, ["-c", order, json.dumps(words)], 0, [end, ", on "])
        alone = subprocess.run([sys.executable, "-c", "import lockstep; lockstep.Device('hip:0')"], capture_output=True, text=True)
        if "ValueError" not in alone.stderr and not pathlib.Path("/dev/kfd").exists():
            failed += 1
            print(f"without a runtime: {alone.stderr}")
    print(f"{7 - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
