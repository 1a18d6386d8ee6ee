"""Runs `lockstep exec` and holds its exit code, what it prints and its report against what a test says."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


def skip(why, in_ci_too=False):
    """Ends the test: skipped here, failed in CI, which should have everything."""
    fails = os.environ.get("CI") == "true" and not in_ci_too
    print(f"{'FAILED' if fails else 'SKIPPED'}: {why}")
    sys.exit(1 if fails else SKIPPED)


def schedule_of(words):
    """One schedule, where the words of `exec` name none: several are its default."""
    return () if "--schedule" in words else ("--schedule", "earliest")


class Runs:
    def __init__(self, lockstep, **environment):
        self.lockstep, self.environment, self.failures, self.count = lockstep, environment, [], 0

    def run(self, *words, code=0, prints=(), lacks=(), serious=0, **environment):
        """`serious`: findings above `risk`. The report as JSON. Under schedule `earliest` unless the words say another."""
        self.count += 1
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "report.json"
            command = [str(self.lockstep), "exec", *schedule_of(words), "--json", str(path), *map(str, words)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=500,
                                  env={**os.environ, **self.environment, **environment})
            report = json.loads(path.read_text()) if path.exists() else {}
        text = done.stdout + done.stderr
        problems = [f"exit code {done.returncode}, not {code}"] if done.returncode != code else []
        problems += [f"does not print {p!r}" for p in prints if p not in text]
        problems += [f"prints {p!r}" for p in lacks if p in text]
        found = [f for f in report.get("findings", []) if f["severity"] in ("wrong", "manual")]
        if (len(found) > 0) != (serious > 0):
            problems.append(f"{len(found)} findings above risk")
        if problems:
            self.failures.append(f"exec {' '.join(map(str, words))}: {'; '.join(problems)}\n{text}")
        return report

    def expect(self, holds, otherwise):
        if not holds:
            self.failures.append(otherwise)

    def finish(self):
        if self.failures:
            sys.exit("\n".join(self.failures))
        print(f"{self.count} programs as expected")
