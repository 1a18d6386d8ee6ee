#!/usr/bin/env python3
"""Workers that share nothing with the campaign but the command: far_workers.py COMMAND OBJECT.

They have neither the package nor its folder, and are sent a code object by digest. More units go where coverage grows, and
what is merged is what undisturbed runs of each kernel say."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import distributed

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "python"))
from lockstep_campaigns import Refused, campaign  # noqa: E402
from lockstep_campaigns.dask_pool import closed  # noqa: E402
from run_again import FAILING, corpus, lockstep, report, run  # noqa: E402

OBJECT = sys.argv[2]
NAMESPACE = ["unshare", "--map-root-user", "--mount"]
HIDE = 'mount -t tmpfs none "$0" && exec "$@"'


def can_hide():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*NAMESPACE, "sh", "-c", HIDE, folder, "true"], capture_output=True, text=True)
        return done.returncode == 0, done.stderr.strip()


class Workers:
    """Of a scheduler, in processes that do not see a folder."""

    def __init__(self, client, folder, hidden):
        self.client, self.folder, self.processes = client, folder, []
        self.hide = [*NAMESPACE, "sh", "-c", HIDE, hidden] if hidden else []

    def start(self, number):
        scratch = os.path.join(self.folder, f"tmp{number}")
        os.makedirs(scratch)
        env = {**os.environ, "TMPDIR": scratch}
        env.pop("PYTHONPATH", None)
        self.processes.append(subprocess.Popen(
            [*self.hide, sys.executable, "-m", "distributed.cli.dask_worker", self.client.scheduler.address, "--nthreads", "1",
             "--no-nanny", "--no-dashboard"], env=env, cwd=scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.client.wait_for_workers(len(self.processes), timeout=60)
        return scratch

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def objects_travel(client, folder):
    hidden = os.path.join(folder, "hidden")
    os.mkdir(hidden)
    mine = os.path.join(hidden, "mine.co")
    shutil.copy(OBJECT, mine)
    possible, why = can_hide()
    if not possible:
        print(f"SKIPPED: workers that share no disk: {why}")
        return
    words = dict(kernels=["small_m_gemv"], options=["--no-wide-offsets", "--build", mine], seed=5, cases=60, command=lockstep,
                 unit_seconds=0.3)
    with Workers(client, folder, hidden) as workers:
        scratch = [workers.start(1), workers.start(2)]
        said = []
        result = campaign(client, **words, folder=os.path.join(hidden, "campaign"), say=said.append)
        path = next(p.relative_to(result.folder) for p in pathlib.Path(result.folder).glob("objects/*/mine.co"))
        one = run("fuzz", "small_m_gemv", "--seed", 5, "--no-wide-offsets", "--build", path, "--cases", 60, "--stats",
                  *corpus(folder), cwd=result.folder)
        assert (result.code, result.text) == (0, report(one.stdout)), (result, said)
        held = [pathlib.Path(s, f"lockstep-objects-{os.getuid()}", path) for s in scratch]
        before = {h: h.stat().st_ino for h in held if h.exists()}
        assert before and all(h.read_bytes() == pathlib.Path(OBJECT).read_bytes() for h in before)
        # Once per worker: the file stays, and one that was damaged is written again.
        damaged = next(iter(before))
        damaged.write_bytes(b"damaged")
        again = campaign(client, **words, folder=os.path.join(hidden, "again"), say=said.append)
        assert again.text == result.text
        assert all(h.stat().st_ino == number for h, number in before.items() if h != damaged)
        # A recipe names files of its own: those do not travel.
        recipe = os.path.join(hidden, "recipe.json")
        pathlib.Path(recipe).write_text("{}")
        try:
            campaign(client, ["small_m_gemv"], options=["--build", recipe], seed=5, cases=4, command=lockstep,
                     folder=os.path.join(hidden, "none"), say=said.append)
            raise AssertionError("a recipe whose files are missing is no success")
        except Refused as why:
            assert "names files of its own" in str(why), why


def more_where_it_grows(client, folder):
    kernels = ["small_m_gemv@gfx950", "small_m_mfma@gfx950"]
    there = os.path.join(folder, "growing")
    with Workers(client, folder, None) as workers:
        workers.start(3)
        begin = [sys.executable, "-m", "lockstep_campaigns", *kernels, "--no-wide-offsets", "--law", "clean", "--seed", "9",
                 "--dask", client.scheduler.address, "--unit", "0.5s", "--plateau", "400", "--cases", "280", "--folder", there,
                 "--selftest", "--json", os.path.join(folder, "growing.json")]
        done = subprocess.run(begin, env={**os.environ, "LOCKSTEP": lockstep, "PYTHONPATH": str(root / "python")},
                              capture_output=True, text=True)
    alone = os.path.join(folder, "alone")
    os.mkdir(alone)
    for kernel in kernels:
        journals = list(pathlib.Path(there, "journals").glob(f"{kernel}+*"))
        headers = [json.loads(path.open().readline()) for path in journals]
        assert len(journals) > 1, (kernel, done)
        assert any("+" in header["shard"] for header in headers)
        cases = max(header["words"]["cases"] for header in headers)
        run("fuzz", kernel, "--no-wide-offsets", "--law", "clean", "--seed", 9, "--shard", "1/1", "--cases", cases, "--journal",
            os.path.join(alone, kernel + ".jsonl"), *corpus(folder))
    once = run("merge", alone, "--selftest", "--json", os.path.join(folder, "alone.json"))
    assert (done.returncode, done.stdout) == (0, once.stdout), (done.stdout, once.stdout, done.stderr)
    assert pathlib.Path(folder, "growing.json").read_text() == pathlib.Path(folder, "alone.json").read_text()


def known_first(client, folder):
    """A second campaign runs what the first found before any unit; accepted, it fails nothing."""
    store, said = os.path.join(folder, "findings"), []
    at = FAILING.index("--seed")
    how = dict(kernels=FAILING[1:2], options=[*FAILING[2:at], *FAILING[at + 2:]], command=lockstep, findings=store, unit_seconds=0.5)
    with Workers(client, folder, None) as workers:
        workers.start(4)
        first = campaign(client, **how, seed=1, cases=30, folder=os.path.join(folder, "finds"), say=said.append,
                         merge=["--html", os.path.join(folder, "finds.html")])
        assert first.code == 1 and any("1 of them new" in line for line in said), (first, said)
        assert "Causes" in pathlib.Path(folder, "finds.html").read_text()
        run("findings", store, "--json", os.path.join(folder, "findings.json"), code=1)
        (finding,) = json.loads(pathlib.Path(folder, "findings.json").read_text())["findings"]
        for code, name in ((1, "again"), (0, "accepted")):
            said = []
            second = campaign(client, **how, seed=1, cases=1, folder=os.path.join(folder, name), say=said.append)
            known = [at for at, line in enumerate(said) if line.startswith("1 known findings: 1 still there")]
            begun = [at for at, line in enumerate(said) if "journals in" in line]
            assert second.code == code and known and known[0] < begun[0], (second, said)
            run("findings", store, "--accept", finding["id"], "--reason", "rounds down")


def untrusted(client, folder):
    """A command that fails its self-test gets no unit."""
    weak, said = pathlib.Path(folder, "weak"), []
    weak.write_text(f"#!/bin/sh\n[ $1 != selftest ] || {{ echo 'race_wrong@gfx942: must be found'; exit 1; }}\nexec {lockstep} \"$@\"\n")
    weak.chmod(0o755)
    how = dict(kernels=["small_m_gemv"], seed=1, cases=1, command=str(weak), say=said.append)
    with Workers(client, folder, None) as workers:
        workers.start(5)
        try:
            campaign(client, **how, selftest=True, folder=os.path.join(folder, "untrusted"))
            raise AssertionError("a command that finds no race is no success")
        except Refused as why:
            assert "every worker is refused" in str(why) and "fails its self-test: race_wrong" in said[0], (why, said)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, \
            closed(distributed.LocalCluster(n_workers=0, dashboard_address="localhost:0", silence_logs=50)) as cluster, \
            distributed.Client(cluster, set_as_default=False) as client:
        objects_travel(client, folder)
        print("objects travel")

        more_where_it_grows(client, folder)
        print("more units where coverage grows")
        known_first(client, folder)
        untrusted(client, folder)
