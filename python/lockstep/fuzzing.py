"""Laws over anything callable: cases of an operator, drawn, judged and shrunk by the C++ layers."""
from __future__ import annotations

import functools
import inspect
import os
import secrets
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lockstep import _lockstep
from lockstep.device import Device
from lockstep.errors import Falsified, Inconclusive, Trapped
from lockstep.pages import framed, written
from lockstep.problem import Problem, Rejected, torch_device


_HERE = os.path.dirname(__file__)


@dataclass
class Settings:
    """What a campaign is told from outside, by pytest's options or the environment; None: what the test says."""

    cases: int | None = None
    seed: int | None = None
    corpus: str | None = None


#: Rejected cases beside which at least a fifth as many must be judged, the ratio of Hypothesis' filter_too_much.
_MANY_REJECTED = 50

#: What the process asks for over a call's own settings; the pytest plugin writes it.
overriding = Settings()


@dataclass
class CampaignReport:
    """What a campaign came to, when nothing was falsified."""

    kernel: str
    seed: int
    cases: int = 0                                               #: that were drawn and run
    rejected: int = 0                                            #: of them, that the callable does not take
    held: Counter[str] = field(default_factory=Counter)          #: by law: cases of which it holds
    not_applicable: Counter[str] = field(default_factory=Counter)  #: by law: cases of which it says nothing
    page: str = field(default="", repr=False)                    #: of HTML; what html() writes

    def html(self, file: str | os.PathLike[str] | None = None) -> str:
        """A page to look at, as `lockstep fuzz --html` writes it: returned, and written to `file` where one is named.

        Raises OSError where it can't be written."""
        return written(self.page, file)

    def _repr_html_(self) -> str:
        return framed(self.page)

    def __str__(self) -> str:
        laws = ", ".join(f"{law} {n}" for law, n in self.held.items())
        rejected = f", {self.rejected} rejected" if self.rejected else ""
        return f"{self.kernel}: {self.cases - self.rejected} cases hold{rejected} ({laws}), seed {self.seed:#x}"


class _Adapter:
    """A function of a problem, as the C++ layers call it: it raises nothing, and remembers what was raised."""

    def __init__(self, function: Callable[[Problem], Any], arrays: Any) -> None:
        self.function, self.arrays = function, arrays
        self.raised: BaseException | None = None
        self.interrupted: BaseException | None = None
        self.lost: Trapped | None = None  # what a GPU did last: it answers nothing more in this process

    def __call__(self, raw: _lockstep.RawProblem) -> tuple[str, str]:
        if self.interrupted is not None:
            return "interrupted", ""
        if self.lost is not None:
            self.raised = self.lost
            return "lost", _sentence(self.lost)
        try:
            problem = Problem(raw, self.arrays)
            self.function(problem)
            problem.take_back()
        except Rejected as why:
            return "rejected", str(why)
        except Exception as error:
            self.raised = error
            if isinstance(error, Trapped) and getattr(error.report, "gpu", False):
                self.lost = error
            return "lost" if self.lost else "raised", _sentence(error)
        except BaseException as error:  # Ctrl-C, pytest.skip and their like
            self.interrupted = error
            return "interrupted", ""
        return "ran", ""


def _sentence(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)
    where = next((f" at {os.path.basename(f.filename)}:{f.lineno}" for f in reversed(last)
                  if os.path.dirname(f.filename) != _HERE), "")
    said = str(error).strip().splitlines()
    return f"it raises {type(error).__name__}{where}{': ' + ' | '.join(s.strip() for s in said[:2]) if said else ''}"


class Campaign:
    """Cases of one operator over one callable. What `fuzz` and `replay` run."""

    def __init__(self, kernel: str, *, cases: int = 100, seed: int | None = None, order: str = "any",
                 model: str | None = None, laws: Sequence[str] = (), arrays: Any = "numpy", corpus: str | None = None,
                 shrink_tries: int = 300, fixed: Mapping[str, Any] | None = None) -> None:
        if not isinstance(arrays, Device) and arrays not in ("numpy", "torch") and not torch_device(arrays):
            raise ValueError(f'arrays={arrays!r}: expected "numpy", "torch", "torch:DEVICE" as in "torch:cuda:0", or a Device')
        self.kernel, self.cases, self.seed, self.arrays = kernel, cases, seed, arrays
        self.corpus, self.shrink_tries, self.order = corpus, shrink_tries, order
        self._open = functools.partial(_lockstep.Trial.open, kernel, model=model or "", order=order, laws=list(laws),
                                       exact_grid_only=list(laws) == ["exact_grid"],
                                       fixed=[(key, str(value)) for key, value in (fixed or {}).items()])
        self._open(seed=0)  # what is unknown is said at once, not when the test runs

    def run(self, function: Callable[[Problem], Any], name: str) -> CampaignReport:
        """Raises Falsified or Trapped with the shrunk case, Inconclusive where no case was judged."""
        __tracebackhide__ = True
        seed = next(s for s in (overriding.seed, self.seed, secrets.randbits(48)) if s is not None)
        count = self.cases if overriding.cases is None else overriding.cases
        corpus = overriding.corpus or self.corpus or os.environ.get("LOCKSTEP_CORPUS") or ".lockstep/corpus"
        trial = self._open(seed=seed)
        adapter = _Adapter(function, self.arrays)
        cases, rejected, held, not_applicable, inconclusive, failure = trial.run(count, corpus, self.shrink_tries, adapter)
        if adapter.interrupted is not None:
            raise adapter.interrupted
        if inconclusive:
            raise Inconclusive(inconclusive)
        if failure is not None:
            self._fail(trial, adapter, *failure, corpus, name, seed)
        report = CampaignReport(self.kernel, seed, cases, rejected, Counter(dict(held)), Counter(dict(not_applicable)))
        if report.cases == report.rejected:
            raise Inconclusive(f"{self.kernel}: no case was judged, {report.rejected} were rejected; seed {seed:#x}")
        judged = report.cases - report.rejected
        if report.rejected >= max(_MANY_REJECTED, 5 * judged + 1):
            raise Inconclusive(f"{self.kernel}: {report.rejected} of {report.cases} cases were rejected, only {judged} judged: say "
                               f"with `fixed` what is taken; seed {seed:#x}")
        if not report.held:
            raise Inconclusive(f"{self.kernel}: the laws that were named say nothing about any of {report.cases} cases; "
                               f"seed {seed:#x}")
        report.page = trial.page(name, "holds", "", "", "", "", None)
        return report

    def replay(self, line: str, function: Callable[[Problem], Any] | None, name: str) -> dict[str, str]:
        """All laws on one case: by law, its verdict and reason. Raises as `run` does."""
        __tracebackhide__ = True
        trial = self._open(seed=0, fixed=[])
        adapter = _Adapter(function, self.arrays) if function is not None else None
        case = trial.read(line)
        verdict, error, laws, trapped = trial.evaluate(case, adapter, True)
        if adapter is not None and adapter.interrupted is not None:
            raise adapter.interrupted
        if error:
            raise ValueError(error)
        if _is_rejected(laws) or verdict == "inconclusive":
            raise Inconclusive(f"{case}: {next(why for _, v, why in laws if v == 'inconclusive')}")
        if verdict == "falsified":
            law = next(law for law, of_law, _ in laws if of_law == "falsified")
            text = trial.report(case, law, adapter, "replayed", _again(name, case))
            raised = adapter.raised if adapter else None
            page = trial.page(name, "trapped" if trapped else "falsified", case, law, text, _again(name, case), adapter)
            raise (Trapped if trapped else Falsified)("\n" + text, text, page) from raised
        return {law: of_law + (f": {why}" if why else "") for law, of_law, why in laws}

    def _fail(self, trial: _lockstep.Trial, adapter: _Adapter, smallest: str, law: str, found: str, trapped: bool, kept: bool,
              corpus: str, name: str, seed: int) -> None:
        __tracebackhide__ = True  # of pytest: the report says it all
        adapter.raised = None
        if adapter.lost:
            found = f"{found.split('   ')[0]}   not shrunk: {adapter.lost.report.gpu} answers nothing more in this process"
        text = trial.report(smallest, law, adapter, found, _again(name, smallest))
        saved = "" if kept else f"  saved      {trial.save(corpus, smallest, law)}\n"
        raised = adapter.raised
        page = trial.page(name, "trapped" if trapped else "falsified", smallest, law, text, _again(name, smallest), adapter)
        raise (Trapped if trapped else Falsified)(f"\n{text}{saved}  seed       {seed:#x}", text, page) from raised


def _is_rejected(laws: list[tuple[str, str, str]]) -> bool:
    return any(v == "inconclusive" and "unsupported" in why for _, v, why in laws)


def _again(name: str, line: str) -> str:
    return f'lockstep.replay("{line}", {name})'


def fuzz(kernel: str, *, cases: int = 100, seed: int | None = None, order: str = "any", model: str | None = None,
         laws: Sequence[str] = (), arrays: Any = "numpy", corpus: str | None = None, shrink_tries: int = 300,
         fixed: Mapping[str, Any] | None = None,
         **keys: Any) -> Callable[[Callable[..., Any]], Callable[..., CampaignReport]]:
    """Makes a test of a function of a problem: called without it, it runs a campaign.

        @lockstep.fuzz("grouped_gemm_masked", cases=200)
        def test_my_kernel(problem):
            my_kernel(problem.d, problem.a, problem.a_scale, problem.b, problem.b_scale, problem.masked_m)

    kernel  whose operator: a name of `lockstep list kernels`. The kernel itself has no part in it
    cases   that are drawn; those of the corpus come first
    seed    of the draws; by default another every time, and said in the failure
    order   "any": the sums may be taken in any order, and are held to a derived bound and signal-to-noise ratio;
            "declared": in that of the kernel here; or a name of `lockstep list orders`. Then law `bits` asks for every bit
    model   how the matrix instructions of a declared order add; by default any of the arch's
    laws    names of `lockstep list laws`; by default those that `lockstep fuzz` checks, but for `schedule`, which calls
            the function three more times to see whether it repeats itself
    arrays  what the problem's tensors are: "numpy" arrays; "torch" tensors on the CPU, over the same memory; "torch:cuda:0",
            copies on that device of torch's; or arrays on a Device, emulated or a GPU. Outputs are copied back
    corpus  the folder of failing cases, .lockstep/corpus by default, which the command shares
    shrink_tries  cases that are tried, at most, to find the smallest
    fixed   keys of a case's line (`lockstep list keys OPERATOR`) with the only value that is meant: {"element": "e4m3"}; or
            with `lockstep.multiple_of(128)`, to which sizes that are drawn are rounded up
    keys    more of these, by name: k=lockstep.multiple_of(128)

    The function may take further parameters: pytest's fixtures. It returns a CampaignReport.

    Raises Falsified, with the command's report on the smallest case, the line that repeats it and, as its cause, what the
    function raised; Inconclusive where no case was judged, or few of very many; ValueError for words that are not known."""
    campaign = Campaign(kernel, cases=cases, seed=seed, order=order, model=model, laws=laws, arrays=arrays, corpus=corpus,
                        shrink_tries=shrink_tries, fixed={**(fixed or {}), **keys})

    def decorate(function: Callable[..., Any]) -> Callable[..., CampaignReport]:
        @functools.wraps(function)
        def test(*given: Any, **fixtures: Any) -> CampaignReport:
            __tracebackhide__ = True

            def one(problem: Problem) -> None:
                function(*given, problem, **fixtures)

            report = campaign.run(one, function.__name__)
            test.last_report = report  # type: ignore[attr-defined]
            return report

        parameters = list(inspect.signature(function).parameters.values())
        of_problem = 1 if parameters and parameters[0].name == "self" else 0
        if len(parameters) <= of_problem:
            raise TypeError(f"{function.__name__} takes no problem: its first parameter is one")
        test.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            parameters[:of_problem] + parameters[of_problem + 1:])
        test.campaign, test.function = campaign, function  # type: ignore[attr-defined]
        return test

    return decorate


def replay(line: str, function: Callable[..., Any] | None = None, *, arrays: Any = "numpy") -> dict[str, str]:
    """One case from its line, under all laws: a dict of verdicts by law. Raises as `fuzz` does.

    function  what `fuzz` decorated, or a function of a problem; without one, the kernel here, on the emulator"""
    campaign = getattr(function, "campaign", None)
    kernel = line.split()[0] if line.split() else line
    if campaign is None or not kernel.startswith(campaign.kernel.split("@")[0] + "@"):
        order = "any" if "order=any" in line.split() else "declared"
        campaign = Campaign(kernel, order=order, arrays=arrays)
    inner = getattr(function, "function", function)
    return campaign.replay(line, inner, getattr(inner, "__name__", "None"))
