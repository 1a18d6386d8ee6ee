"""Rows of commands on a GPU that exec, or a driver imagined over it, provides: what they print and how they end."""
import os
import pathlib
import re
import shlex
import subprocess

from exec_runs import schedule_of

HOLDS, FALSIFIED, USAGE, INCONCLUSIVE, TRAPPED, SKIPPED = 0, 1, 2, 3, 4, 77


def run(command, **variables):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables})
    return done.returncode, done.stdout + done.stderr


class Rows:
    def __init__(self, lockstep, objects, cuda):
        self.lockstep, self.objects, self.cuda = lockstep, objects, cuda
        self.runs, self.failed = 0, 0

    def under_exec(self, options, arguments, **variables):
        # The emulated GPU is to say no more than a real one does.
        return run([self.lockstep, "exec", "--no-checks", *schedule_of(shlex.split(options)), *shlex.split(options), "--", self.lockstep, *shlex.split(arguments)],
                   **variables)

    def problem(self, options, arguments, code, words, **variables):
        got, text = self.under_exec(options, arguments, **variables)
        missing = [word for word in words if word not in text]
        if got != code or missing:
            return f"exit code {got}, expected {code}; missing {missing}:\n{text}"
        again = [line for line in text.splitlines() if line.startswith("  again ")]
        if code == FALSIFIED and again:
            laws = " ".join(re.findall(r"--law \w+", arguments))  # all of them take long where tensors are large
            if self.under_exec(options, f"{again[0].split(maxsplit=2)[2]} {laws}", **variables)[0] != FALSIFIED:
                return f"the command that was offered shows nothing:\n{text}"
        return None

    def check(self, options, arguments, code, words, **variables):
        self.runs += 1
        if problem := self.problem(options, arguments, code, words, **variables):
            self.failed += 1
            print(f"exec {options} -- lockstep {arguments}: {problem}")

    def check_on_cuda(self, build, arguments, code, words, **variables):
        """`build`: what runs there in place of the PTX of that build."""
        codes = [str(path) for path in self.objects.glob(f"*.gfx950.{build}.co")]
        self.check("", arguments, code, words, LD_LIBRARY_PATH=str(self.cuda), FAKE_CUDA_CODE=":".join(codes),
                   **variables)

    def check_without_exec(self, arguments, code, words=()):
        self.runs += 1
        got, text = run([self.lockstep, *shlex.split(arguments)])
        missing = [word for word in words if word not in text]
        if got != code or missing:
            self.failed += 1
            print(f"{arguments}, without a GPU: exit code {got}, expected {code}; missing {missing}\n{text}")

    def end(self):
        print(f"{self.runs} runs, {self.failed} failed")
        return 1 if self.failed or not self.runs else 0


def folders(words):
    return [pathlib.Path(word).resolve() for word in words]
