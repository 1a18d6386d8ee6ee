"""SARIF, and GitHub's annotations where GITHUB_ACTIONS is set: annotations.py LOCKSTEP CLANG"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# Its store comes before the wait that its operand needs, in every path: lint sees it.
SOURCE = """
__attribute__((global)) void early(int* p) {
  int x;
  asm volatile("global_load_dword %0, %1, off" : "=v"(x) : "v"(p));
  asm volatile("global_store_dword %0, %1, off offset:4" ::"v"(p), "v"(x));
}
"""


BUILD = ["-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output", "-O2", "--offload-arch=gfx950"]


def location_of(file):
    """Of the first result. Each has a place in a file: code hosts refuse all of them where one has none."""
    results = json.loads(file.read_text())["runs"][0]["results"]
    places = [location["physicalLocation"] for result in results for location in result["locations"]]
    assert len(places) == len(results) and all(place["region"]["startLine"] >= 1 for place in places), results
    return places[0]["artifactLocation"]["uri"], places[0]["region"]["startLine"]


def paths(lockstep, clang, folder):
    """A path stands as the compiler was given it, percent-encoded; the code object stands for a source that nobody knows."""
    (folder / "a folder").mkdir()
    (folder / "a folder" / "100%.hip").write_text(SOURCE)
    (folder / "include").mkdir()
    (folder / "include" / "early.hpp").write_text(SOURCE)
    (folder / "including.hip").write_text('#include "early.hpp"\n')
    for version in "4", "5":
        for source, uri in ("a folder/100%.hip", "a%20folder/100%25.hip"), ("including.hip", "include/early.hpp"), ("../early.hip", "../early.hip"):
            here = folder / "include" if source.startswith("..") else folder
            subprocess.run([clang, *BUILD, "-gline-tables-only", f"-gdwarf-{version}", "-Iinclude", source, "-o", folder / "path.co"], cwd=here, check=True)
            subprocess.run([lockstep, "lint", "path.co", "--sarif", "path.sarif"], cwd=folder, capture_output=True)
            assert location_of(folder / "path.sarif") == (uri, 5), (version, location_of(folder / "path.sarif"))
    subprocess.run([clang, *BUILD, "early.hip", "-o", "plain.co"], cwd=folder, check=True)
    subprocess.run([lockstep, "lint", "plain.co", "--sarif", "plain.sarif"], cwd=folder, capture_output=True)
    assert location_of(folder / "plain.sarif") == ("plain.co", 1)


def run_reports(lockstep, folder):
    """run writes what exec and fuzz write."""
    launch = ["--object", "early.co", "--grid", "1", "--block", "64", "--buffer", "name=p,size=8", "--arg", "pointer=p"]
    files = ["--sarif", "run.sarif", "--junit", "run.xml", "--html", "run.html"]
    done = subprocess.run([lockstep, "run", *launch, "--output", "buffer=p", *files], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    assert location_of(folder / "run.sarif") == ("early.hip", 5)
    suite = xml.etree.ElementTree.parse(folder / "run.xml").find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "1", "0"), suite.attrib
    assert "wait" in suite.find("testcase/failure").get("message")
    page = (folder / "run.html").read_text()
    assert "Coverage of early" in page and "lockstep run --object early.co" in page and "asm volatile" in page
    done = subprocess.run([lockstep, "run", *launch, "--device", "hip:0", "--sarif", "x"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2 and "--sarif has no meaning with --device" in done.stderr, done.stderr


def main():
    lockstep, clang = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "early.hip").write_text(SOURCE)
        subprocess.run([clang, *BUILD, "-gline-tables-only", "early.hip", "-o", "early.co"], cwd=folder, check=True)
        lint = [lockstep, "lint", "early.co", "--sarif", "lint.sarif"]
        plain = {k: v for k, v in os.environ.items() if k != "GITHUB_ACTIONS"}
        done = subprocess.run(lint, cwd=folder, env=plain, capture_output=True, text=True)
        assert done.returncode == 1 and "::" not in done.stdout, done.stdout
        result, *_ = json.loads((folder / "lint.sarif").read_text())["runs"][0]["results"]
        where = result["locations"][0]["physicalLocation"]
        assert where["artifactLocation"]["uri"] == "early.hip" and where["region"]["startLine"] == 5, where
        done = subprocess.run(lint, cwd=folder, env={**plain, "GITHUB_ACTIONS": "true"}, capture_output=True, text=True)
        assert re.search(r"^::error file=early\.hip,line=5,title=wait::early\.co: ", done.stdout, re.MULTILINE), done.stdout

        paths(lockstep, clang, folder)
        run_reports(lockstep, folder)

        fuzz = [lockstep, "fuzz", "grouped_gemm_masked", "--build", "scalar_padding_row", "--model", "fma_post", "--law", "bits", "--law", "untouched",
                "--cases", "40", "--seed", "1", "--no-wide-offsets", "--corpus", "corpus", "--shrink-tries", "5", "--sarif", "fuzz.sarif",
                "--json", "fuzz.json"]
        done = subprocess.run(fuzz, cwd=folder, env={**plain, "GITHUB_ACTIONS": "true"}, capture_output=True, text=True)
        assert done.returncode == 1, done.stdout + done.stderr
        results = json.loads((folder / "fuzz.sarif").read_text())["runs"][0]["results"]
        assert len(results) == 1 and "falsified in 1 cases" in results[0]["message"]["text"], results
        cause, = json.loads((folder / "fuzz.json").read_text())["causes"]  # the shrunk case's, as in SARIF
        assert cause["smallest"] in results[0]["message"]["text"], (cause, results)
        assert re.search(r"^::error title=[a-z-]+::untouched falsified in 1 cases: ", done.stdout, re.MULTILINE), done.stdout
    print("annotated")


if __name__ == "__main__":
    main()
