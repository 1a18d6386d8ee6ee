#!/usr/bin/env python3
"""The files of deploy/ against their schemas, and what they run, run here: files.py COMMAND DEPLOY.

Schemas are those that check-jsonschema and kubernetes-validate bring along."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kubernetes_validate
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "campaigns"))
from run_again import FAILING, HOLDING, corpus, lines, lockstep, read, report, run, write  # noqa: E402

DEPLOY = pathlib.Path(sys.argv[2])
SCHEMA = "1.31"


def is_workflow(path):
    return subprocess.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)],
                          capture_output=True, text=True)


def check_manifest(document):
    kubernetes_validate.validate(document, SCHEMA, strict=True)


def is_refused(document):
    try:
        check_manifest(document)
    except kubernetes_validate.ValidationError:
        return True
    return False


def lint(path):
    """What actionlint says of it: expressions, contexts, actions' inputs, and shellcheck's opinion of each step where that is there."""
    return subprocess.run([pathlib.Path(sys.executable).with_name("actionlint"), "-oneline", path], capture_output=True, text=True)


def workflows(folder):
    for name in ("release.yml", "github.yml"):
        for done in (is_workflow(DEPLOY / name), lint(DEPLOY / name)):
            assert done.returncode == 0, done.stdout + done.stderr
    wrong = os.path.join(folder, "wrong.yml")
    for right, other in (("runs-on:", "runs_on:"), ("${{ matrix.shard }}", "${{ matrix.part }}"), ("needs: shard", "needs: parts"),
                         ("if-no-files-found:", "if-no-file:")):
        text = read(DEPLOY / ("release.yml" if "files" in right else "github.yml"))
        assert right in text, right
        write(wrong, text.replace(right, other, 1))
        assert lint(wrong).returncode == 1, other
    assert is_workflow(wrong).returncode == 0  # of actions' inputs the schema knows nothing


def schemas(folder):
    documents = list(yaml.safe_load_all(read(DEPLOY / "kubernetes.yaml")))
    assert [d["kind"] for d in documents] == ["PersistentVolumeClaim", "Job", "Deployment"]
    for document in documents:
        check_manifest(document)
    job = documents[1]
    for key, value in (("completions", "64"), ("shards", 64)):
        assert is_refused({**job, "spec": {**job["spec"], key: value}}), key
    # What no schema knows: numbers of shards that belong together.
    container = job["spec"]["template"]["spec"]["containers"][0]
    env = {e["name"]: e["value"] for e in container["env"]}
    assert job["spec"]["completionMode"] == "Indexed" and str(job["spec"]["completions"]) == env["SHARDS"]
    workflow = yaml.safe_load(read(DEPLOY / "github.yml"))
    assert workflow["jobs"]["shard"]["strategy"]["matrix"]["shard"] == list(range(1, workflow["env"]["SHARDS"] + 1))
    return workflow, container


def pods(folder, container):
    """Each index of the job as a process; one is killed and started again."""
    words = [*map(str, HOLDING[1:]), "--cases", "400"]
    expected = report(run("fuzz", *words, "--jobs", 2, *corpus(folder)).stdout)
    assert container["command"] == ["shard.sh", "run"]
    env = {**os.environ, "CAMPAIGN": os.path.join(folder, "campaign"), "LOCKSTEP": lockstep, "SHARDS": "3"}

    def pod(index, words=words, env=env):
        return subprocess.Popen([DEPLOY / "shard.sh", "run", *words], env={**env, "JOB_COMPLETION_INDEX": str(index)},
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)

    first = pod(0)
    journal = os.path.join(env["CAMPAIGN"], "journals", "0.jsonl")
    while not os.path.exists(journal) or len(read(journal).splitlines()) < 5:
        assert first.poll() is None, first.communicate()
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    assert lines(journal)[-1] != {"end": True}
    for index in range(3):
        process = pod(index)
        assert process.communicate() and process.returncode == 0
    headers = [lines(os.path.join(env["CAMPAIGN"], "journals", f"{i}.jsonl"))[0] for i in range(3)]
    assert [header["shard"] for header in headers] == ["1/3", "2/3", "3/3"]
    merged = subprocess.run([DEPLOY / "shard.sh", "merge"], env=env, capture_output=True, text=True)
    assert (merged.returncode, merged.stdout) == (0, expected), merged
    # A result is no failure of the pod; what another try may mend is one.
    env["CAMPAIGN"] = os.path.join(folder, "failing")
    failing = pod(0, [*FAILING[1:], "--cases", "30"])
    assert failing.communicate() and failing.returncode == 0
    assert subprocess.run([DEPLOY / "shard.sh", "merge"], env=env, capture_output=True).returncode == 1
    weak = os.path.join(folder, "weak")
    write(weak, "#!/bin/sh\n[ $1 != selftest ] || exit 3\n")
    os.chmod(weak, 0o755)
    untested = pod(2, env={**env, "LOCKSTEP": weak})
    assert untested.communicate() and untested.returncode == 3
    wrong = pod(1, ["no_such_kernel", "--seed", "1"])
    assert wrong.communicate() and wrong.returncode == 2


def step(workflow, job, name):
    return next(s["run"] for s in workflow["jobs"][job]["steps"] if s.get("name") == name)


def actions(folder, workflow):
    """The steps of the workflow that are ours, in bash, as Actions runs them."""
    shutil.copy(lockstep, os.path.join(folder, "lockstep"))
    env = {**os.environ, "WORDS": " ".join([*map(str, FAILING[1:]), "--cases", "30"]), "SHARDS": "2",
           "GITHUB_STEP_SUMMARY": os.path.join(folder, "summary.md")}

    def bash(script, **more):
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder,
                              env={**env, **more}, capture_output=True, text=True)

    os.chmod(lockstep_here := os.path.join(folder, "lockstep"), 0o644)  # as an artifact comes
    assert " 27 bugs found" in bash(step(workflow, "shard", "Self-test")).stdout and os.access(lockstep_here, os.X_OK)
    os.mkdir(os.path.join(folder, "journals"))
    for shard in ("1", "2"):
        done = bash(step(workflow, "shard", "Run a shard"), SHARD=shard)
        assert done.returncode == 0, done
        os.rename(os.path.join(folder, f"{shard}.jsonl"), os.path.join(folder, "journals", f"{shard}.jsonl"))
    assert bash(step(workflow, "shard", "Run a shard"), SHARD="1", WORDS="no_such_kernel --seed 1").returncode != 0
    if shutil.which("jq") is None:
        print("SKIPPED: merged annotations: jq is missing (./lockstep packages jq)")
        return
    done = bash(step(workflow, "merge", "Merge"))
    assert done.returncode == 1, done
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::error ")]
    smallest = re.search(r"^  smallest   (.*)$", done.stdout, re.MULTILINE).group(1)
    assert len(annotations) == 1 and annotations[0].endswith(smallest), done.stdout
    assert annotations[0].startswith("::error title=grouped_gemm_contiguous@gfx950"), annotations
    assert "FALSIFIED" in read(os.path.join(folder, "summary.md"))
    assert json.loads(read(os.path.join(folder, "merged.json")))["selftest"]["verdict"] == "holds"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        workflows(folder)
        workflow, container = schemas(folder)
        pods(folder, container)
        actions(folder, workflow)
