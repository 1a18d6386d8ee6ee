"""SARIF, and GitHub's annotations where GITHUB_ACTIONS is set: annotations.py LOCKSTEP CLANG"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Its store comes before the wait that its operand needs, in every path: lint sees it.
SOURCE = """
__attribute__((global)) void early(int* p) {
  int x;
  asm volatile("global_load_dword %0, %1, off" : "=v"(x) : "v"(p));
  asm volatile("global_store_dword %0, %1, off offset:4" ::"v"(p), "v"(x));
}
"""


def main():
    lockstep, clang = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "early.hip").write_text(SOURCE)
        subprocess.run([clang, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
                        "-gline-tables-only", "-O2", "--offload-arch=gfx950", "early.hip", "-o", "early.co"], cwd=folder, check=True)
        lint = [lockstep, "lint", "early.co", "--sarif", "lint.sarif"]
        plain = {k: v for k, v in os.environ.items() if k != "GITHUB_ACTIONS"}
        done = subprocess.run(lint, cwd=folder, env=plain, capture_output=True, text=True)
        assert done.returncode == 1 and "::" not in done.stdout, done.stdout
        result, *_ = json.loads((folder / "lint.sarif").read_text())["runs"][0]["results"]
        where = result["locations"][0]["physicalLocation"]
        assert where["artifactLocation"]["uri"] == "early.hip" and where["region"]["startLine"] == 5, where
        done = subprocess.run(lint, cwd=folder, env={**plain, "GITHUB_ACTIONS": "true"}, capture_output=True, text=True)
        assert re.search(r"^::error file=early\.hip,line=5,title=wait::early\.co: ", done.stdout, re.MULTILINE), done.stdout

        fuzz = [lockstep, "fuzz", "grouped_gemm_masked", "--build", "scalar_padding_row", "--model", "fma_post", "--law", "bits", "--law", "untouched",
                "--cases", "40", "--seed", "1", "--no-wide-offsets", "--corpus", "corpus", "--shrink-tries", "5", "--sarif", "fuzz.sarif"]
        done = subprocess.run(fuzz, cwd=folder, env={**plain, "GITHUB_ACTIONS": "true"}, capture_output=True, text=True)
        assert done.returncode == 1, done.stdout + done.stderr
        results = json.loads((folder / "fuzz.sarif").read_text())["runs"][0]["results"]
        assert len(results) == 1 and "falsified in 1 cases" in results[0]["message"]["text"], results
        assert re.search(r"^::error title=[a-z-]+::untouched falsified in 1 cases: ", done.stdout, re.MULTILINE), done.stdout
    print("annotated")


if __name__ == "__main__":
    main()
