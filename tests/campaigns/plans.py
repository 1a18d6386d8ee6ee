#!/usr/bin/env python3
"""What units a campaign has, and what becomes of them, without a cluster: plans.py COMMAND.

Workers are made up, and so are the journals that they write: of kernels that go on reaching something new, and of others
that do not."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from lockstep_campaigns.drive import Driver, Failed  # noqa: E402
from lockstep_campaigns.journal import Reached, Summary, facts, seconds_a_case  # noqa: E402
from lockstep_campaigns.plan import Fixed, Growing, number_of_shards  # noqa: E402
from lockstep_campaigns.unit import Outcome  # noqa: E402


class OneByOne:
    """A pool of one worker. `fails`: name of a unit -> outcomes that come before it is done."""

    def __init__(self, fails=None):
        self.queue, self.fails, self.order, self.excluded = [], fails or {}, [], set()

    def room(self):
        return 1 - len(self.queue)

    def running(self):
        return len(self.queue)

    def submit(self, unit, not_on="", after=0.0):
        self.queue.append(unit)

    def finished(self):
        unit = self.queue.pop(0)
        self.order.append(unit)
        before = self.fails.get(unit.name, [])
        yield unit, Outcome(*before.pop(0)) if before else Outcome("done", worker="b")

    def exclude(self, worker):
        self.excluded.add(worker)
        return True


def holds(unit, a_case=0.1, reached=None, falsified=()):
    return Summary({"words": {"cases": 1}}, True, unit.cases, a_case * unit.cases,
                   {"holds": unit.cases - len(falsified), "falsified": len(falsified)}, list(falsified), reached or {})


def drive(plan, take=holds, fails=None, **how):
    pool, said = OneByOne(fails), []
    Driver(plan, pool, lambda unit, _: take(unit), said.append, **how).run()
    return pool, said


# Shards have each case once, and say how many they have.
for cases, shards in ((100, 7), (5, 5), (64, 1)):
    pool, _ = drive(plan := Fixed(("k", "--seed", "1"), cases, shards))
    assert [u.shard for u in pool.order] == [f"{i}/{shards}" for i in range(1, shards + 1)]
    assert sum(u.cases for u in pool.order) == cases == plan.progress.cases
    assert [u.cases for u in pool.order] == [len(range(i, cases, shards)) for i in range(shards)]
    assert all(u.words == ("k", "--seed", "1", "--cases", str(cases)) for u in pool.order)

# Behind a failure nothing is begun that a run without shards would not come to.
pool, _ = drive(Fixed((), 1000, 10), lambda u: holds(u, falsified=[421] if u.first == 1 else []))
assert [u.words[-1] for u in pool.order] == ["1000", "1000"] + ["422"] * 8
pool, _ = drive(Fixed((), 1000, 10), lambda u: holds(u, falsified=[3] if u.first == 3 else []))
assert [u.first for u in pool.order] == [0, 1, 2, 3]
pool, _ = drive(Fixed((), 1000, 10, failures=2), lambda u: holds(u, falsified=[421 + u.first] if u.first < 2 else []))
assert [u.words[-1] for u in pool.order] == ["1000", "1000"] + ["423"] * 8

# One that is gone on with: what ended is not run again, the others have the words with which they began.
plan = Fixed((), 100, 4)
plan.go_on({"2-of-4": Summary({"words": {"cases": 100}}, True, 25, 1.0), "3-of-4": Summary({"words": {"cases": 50}}, False, 5),
            "4-of-4": Summary()})
pool, _ = drive(plan)
assert [(u.shard, u.words[-1]) for u in pool.order] == [("1/4", "100"), ("3/4", "50"), ("4/4", "100")]

# The length of units: about half a minute, shorter where each worker would have few of them.
assert number_of_shards(10**6, 0.03, 4) == 1000
assert number_of_shards(1000, 0.03, 4) == 15
assert number_of_shards(1000, 0.3, 4) == 16
assert number_of_shards(10, 100.0, 4) == 10
assert number_of_shards(3, 1e-9, 64) == 1
assert number_of_shards(10**10, 1.0, 4) == 10**6

# What a case takes: a long one among few does not make all units short.
def pilot(*seconds):
    case = '{{"index":{},"verdict":"holds","case":"k@a x","seconds":{},"laws":[]}}'
    return "".join(line + "\n" for line in ['{"lockstep_journal":1}', *(case.format(i, s) for i, s in enumerate(seconds)), '{"end":true}']).encode()


assert seconds_a_case(pilot()) is None
assert seconds_a_case(pilot(5)) == 5
assert seconds_a_case(pilot(1, 3)) == 1
assert seconds_a_case(pilot(1, 12, 2, 1)) == 1.5

# Whatever becomes of a unit's first tries, it comes to its end; but not when it never can.
fails = {"1-of-2": [("died",)] * 9, "2-of-2": [("failed", "disk full", "a")] * 3 + [("refused", "old", "c")]}
pool, said = drive(Fixed((), 10, 2), fails=fails)
assert len(pool.order) == 2 + 9 + 4 and pool.excluded == {"c"} and "worker c is refused: old" in said
try:
    drive(Fixed((), 10, 2), fails={"2-of-2": [("failed", "disk full", "a")] * 5})
    raise SystemExit("a unit that fails for ever is no success")
except Failed as why:
    assert str(why) == "unit 2-of-2 failed 5 times, the last time on a: disk full"

# While no worker is there, nothing is over.
class Deserted(OneByOne):
    waited = 0

    def room(self):
        return super().room() if self.waited > 3 else 0

    def finished(self):
        if not self.queue:
            self.waited += 1
            return iter(())
        return super().finished()


pool = Deserted()
Driver(Fixed((), 10, 2), pool, lambda unit, _: holds(unit), print).run()
assert len(pool.order) == 2 and pool.waited == 4

# After its time a plan begins nothing.
ticks = iter(range(100))
pool, _ = drive(Fixed((), 100, 50), seconds=10, clock=lambda: next(ticks))
assert len(pool.order) == 9

# What a coverage text says: instruction 2 both reached (1) and jumped (2), 3 and 4 gone on (4).
assert sorted(facts("a2d" + "e2")) == [(2, 1), (2, 2), (3, 4), (4, 4)]
reached = Reached()
news = [reached.add(said) for said in ({"k O3": ["b2", "ab"]}, {"k O3": ["b2"]}, {"k O2": ["b2"]})]
assert (news, len(reached)) == ([2, 0, 2], 4)


def growth(until):
    """Reaches an instruction more with each unit, until a case."""
    return lambda unit: {"k O3": [f"b{unit.first + 1}"]} if unit.first < until else {}


# More units where coverage grows; ranges of each kernel lie one behind the other; a plateau ends it.
news = {"grows": 40000, "settles": 200}
plan = Growing((), news, unit_seconds=30, plateau=20000)
pool, _ = drive(plan, lambda u: holds(u, 0.03, {u.words[0]: growth(news[u.words[0]])(u).get("k O3", [])}))
per = {k: [u for u in pool.order if u.words[0] == k] for k in news}
for units in per.values():
    assert [u.first for u in units] == [sum(u.cases for u in units[:i]) for i in range(len(units))]
    assert units[0].cases == Growing.FIRST_CASES and max(u.cases for u in units) == 1000
    assert all(u.words[-1] == str(u.first + u.cases) and u.shard == f"1/1+{u.first}" for u in units)
together = pool.order[:len(per["settles"])]
assert sum(u.words[0] == "grows" for u in together) > 2 * sum(u.words[0] == "settles" for u in together)
assert [s.closed.split(" in ")[0] for s in plan.strata] == ["nothing new"] * 2
assert 60000 <= plan.strata[0].given < 63000 and plan.strata[1].given < 23000, plan.strata

# Failures end a kernel, and words that some kernels can't have leave those out.
plan = Growing((), ["fails", "odd", "holds"], cases=2000)
pool, said = drive(plan, lambda u: holds(u, 0.1, falsified=[7] if u.words[0] == "fails" else []),
                   fails={"odd+0": [("failed", "exit code 2: odd has no build O7", "a")]})
assert "odd is left out: exit code 2: odd has no build O7" in said
assert plan.strata[0].given == 32 and plan.strata[1].closed and plan.strata[2].given == 2000 - 64

# Gone on with: holes between ranges are filled first, so that the cases of each kernel have no gap.
plan = Growing((), ["k"], cases=400)
plan.go_on([("k", 0, 32, True), ("k", 100, 150, False), ("k", 200, 300, True)])
pool, _ = drive(plan)
assert [(u.first, u.words[-1]) for u in pool.order][:4] == [(32, "100"), (100, "150"), (150, "200"), (300, "400")]
