#!/usr/bin/env python3
"""`lockstep units`: each unit is what fuzz with these words is, and takes nothing with it when it ends."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from lockstep_campaigns.processes import Processes  # noqa: E402
from run_again import HOLDING, NARROW, corpus, entries, lines, lockstep, read, run

FOR_EVER = ["--seed", "5", "--cases", "1000000"]


class Units:
    def __init__(self, folder):
        self.folder, self.number = folder, 0
        self.process = subprocess.Popen([lockstep, "units"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words, folder=None, name="unit"):
        """Of fuzz."""
        journal = os.path.join(self.folder, name + ".jsonl")
        self.number += 1
        request = {"id": self.number, "words": [*map(str, words), "--jobs", "1", "--journal", journal, *corpus(self.folder)],
                   "folder": folder or self.folder, "errors": os.path.join(self.folder, "errors")}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return journal

    def answer(self):
        """The code of the last unit, and what was said."""
        number, code = self.next()
        assert number == self.number
        return code, read(os.path.join(self.folder, "errors"))

    def next(self):
        """The number and the code of a unit that ended."""
        answer = json.loads(self.process.stdout.readline())
        return answer["id"], answer["code"]

    def unit(self, journal):
        """The process of a unit that is at its cases."""
        begin = time.monotonic()
        while not (os.path.exists(journal) and len(lines(journal)) > 2):
            assert time.monotonic() < begin + 300
            time.sleep(0.01)
        return self.children()[-1]

    def children(self):
        return list(map(int, pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()))

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def as_fuzz(folder):
    """One after the other, and what a unit of other words ran before changes nothing."""
    units = Units(folder)
    for number, (words, cases, code) in enumerate(((HOLDING, 20, 0), (NARROW, 40, 1), (HOLDING, 20, 0))):
        journal = units.ask(*words[1:], "--cases", cases, "--shard", "1/1", name=f"unit{number}")
        got, said = units.answer()
        assert got == code, said
        alone = os.path.join(folder, f"alone{number}.jsonl")
        run(*words, "--cases", cases, "--shard", "1/1", "--jobs", "1", "--journal", alone, *corpus(folder), code=code)
        assert entries(journal) == entries(alone)
        assert [line for line in lines(journal) if "verdict" not in line] == [line for line in lines(alone) if "verdict" not in line]
    assert units.end() == 0


def at_once(folder):
    """Several side by side: each is what it is alone, answers when it ends, and ends alone."""
    units = Units(folder)
    runs = ((HOLDING, 20, 0), (NARROW, 40, 1), (HOLDING, 24, 0))
    for_ever = units.unit(units.ask("small_m_gemv", *FOR_EVER, name="for_ever"))
    journals = [units.ask(*words[1:], "--cases", cases, "--shard", "1/1", name=f"unit{at}") for at, (words, cases, _) in enumerate(runs)]
    codes = dict(units.next() for _ in runs)
    assert codes == {2: 0, 3: 1, 4: 0}, codes
    for at, (words, cases, code) in enumerate(runs):
        alone = os.path.join(folder, f"alone{at}.jsonl")
        run(*words, "--cases", cases, "--shard", "1/1", "--jobs", "1", "--journal", alone, *corpus(folder), code=code)
        assert entries(journals[at]) == entries(alone)
    assert units.children() == [for_ever]
    units.ask("small_m_gemv", *FOR_EVER, name="another")
    units.process.send_signal(signal.SIGTERM)  # for all that run, of which the second may not have begun to watch for it
    codes = dict(units.next() for _ in range(2))
    assert codes[1] == 130 and codes[5] in (130, -signal.SIGTERM), codes
    assert units.end() == 0


def refused(folder):
    units = Units(folder)
    units.ask("no_such_kernel")
    code, said = units.answer()
    assert code == 2 and "no_such_kernel" in said, said
    units.ask("--no-such-option")
    code, said = units.answer()
    assert code == 2 and "--no-such-option" in said, said
    units.ask(*HOLDING[1:], folder=os.path.join(folder, "none"))
    code, said = units.answer()
    assert code == 2 and "none can't be entered" in said, said
    assert units.end() == 0
    for line in ("fuzz", "{}", '{"id": 1, "words": 1, "folder": "/", "errors": "/dev/null"}'):
        done = run("units", input=line + "\n", code=2)
        assert done.stdout == "" and f"'{line}' is not" in done.stderr, done


def ended(folder):
    """A unit that is killed, one that is asked to end through its parent, and the parent with its unit."""
    units = Units(folder)
    os.kill(units.unit(units.ask("small_m_gemv", *FOR_EVER, name="killed")), signal.SIGKILL)
    assert units.answer()[0] == -signal.SIGKILL
    units.unit(units.ask("small_m_gemv", *FOR_EVER, name="asked"))
    units.process.send_signal(signal.SIGINT)  # control-C is the unit's
    units.process.send_signal(signal.SIGTERM)
    assert units.answer()[0] == 130
    child = units.unit(units.ask("small_m_gemv", *FOR_EVER, name="left"))
    units.process.kill()
    assert units.process.wait() == -signal.SIGKILL
    begin = time.monotonic()
    while os.path.exists(f"/proc/{child}") and "Z" not in read(f"/proc/{child}/stat").rpartition(")")[2]:
        assert time.monotonic() < begin + 60, "a unit outlives its parent"
        time.sleep(0.01)
    idle = Units(folder)
    idle.process.send_signal(signal.SIGTERM)
    assert idle.process.wait() in (128 + signal.SIGTERM, -signal.SIGTERM)  # it may not have begun to watch for signals


def of_a_worker(folder):
    """Threads of a worker share one parent; when it is killed each unit says so, and the next has a new one."""
    processes, ended = Processes(), []

    def unit(name):
        journal = os.path.join(folder, name + ".jsonl")
        words = ["small_m_gemv", *FOR_EVER, "--jobs", "1", "--journal", journal, *corpus(folder)]
        ended.append(processes.run(lockstep, "token", words, folder)[0])

    def two_begun(name):
        threads = [threading.Thread(target=unit, args=(name + end,)) for end in "ab"]
        for thread in threads:
            thread.start()
        begin = time.monotonic()
        while not all(os.path.exists(os.path.join(folder, name + end + ".jsonl")) for end in "ab"):
            assert time.monotonic() < begin + 300
            time.sleep(0.01)
        (parent,) = processes.servers()
        return threads, parent

    threads, killed = two_begun("killed")
    os.kill(killed, signal.SIGKILL)
    for thread in threads:
        thread.join()
    assert ended == [-signal.SIGKILL] * 2, ended
    threads, parent = two_begun("stopped")
    assert parent != killed
    processes.stop("token")
    for thread in threads:
        thread.join()
    assert all(code in (130, -signal.SIGTERM) for code in ended[2:]) and len(ended) == 4, ended
    assert processes.run(lockstep, "token", ["small_m_gemv"], folder) == (-signal.SIGTERM, "stopped")


for test in (as_fuzz, at_once, refused, ended, of_a_worker):
    with tempfile.TemporaryDirectory() as folder:
        test(folder)
