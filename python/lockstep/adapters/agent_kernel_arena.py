"""Lockstep as an evaluation tool of AgentKernelArena: an instance of LockstepPlugin is registered.

Options of the tool, in a task's configuration: `candidate` and `against` as `lockstep judge` takes them, files relative to the
workspace; `expected_kernel`, the symbol that must have run, and `expected_sha256`, of its code object, where they are known;
`budget_s` (30), `seed`, `draws`; `lockstep`, the path of the command in the runtime.

The types are those of the module that defines the caller's context: nothing of the arena is imported here."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

_ARCHS = ("gfx942", "gfx950", "gfx1250")
_LANGUAGES = ("hip", "triton", "flydsl")
_EXIT_CODES = {"clean": 0, "found": 1, "inconclusive": 3, "not_evaluated": 3}
#: Seconds that the command may take beyond its budget, to start and to write.
_BEYOND = 30


class LockstepPlugin:
    name = "lockstep"
    version = "1"

    def assess(self, context: Any, runtime: Any) -> Any:
        """Whether the kernel can be judged: its arch is emulated, and the task says what it ought to compute."""
        of = _contract(context)
        language = _text(context.profile.language)
        if language not in _LANGUAGES:
            engine = of.CapabilityCheck.blocked(of.CapabilityState("not_applicable"), "not_an_amd_kernel",
                                                f"lockstep judges AMD GPU kernels; this is {language}")
        elif context.gpu_arch not in _ARCHS:
            engine = of.CapabilityCheck.blocked(of.CapabilityState("unsupported"), "arch_not_emulated",
                                                f"{', '.join(_ARCHS)} are emulated, {context.gpu_arch} is not")
        else:
            engine = of.CapabilityCheck.ready(arch=context.gpu_arch)
        if problem := _problem(context):
            adapter = of.CapabilityCheck.blocked(of.CapabilityState("adapter_required"), "nothing_to_judge", problem)
        else:
            adapter = of.CapabilityCheck.ready(**{key: context.options[key] for key in ("candidate", "against")})
        return of.ToolCapability(self.name, engine, adapter, runtime)

    def build_invocation(self, context: Any) -> Any:
        if problem := _problem(context):
            raise ValueError(problem)
        options, budget = context.options, _budget(context)
        command = [str(options.get("lockstep", "lockstep")), "judge", str(options["candidate"]), "--against",
                   str(options["against"]), "--budget", f"{budget}s", "--json", str(_written(context))]
        for option, key in (("--kernel", "expected_kernel"), ("--seed", "seed"), ("--draws", "draws")):
            if options.get(key) is not None and not (key == "expected_kernel" and _is_python(options["candidate"])):
                command += [option, str(options[key])]
        return _contract(context).ToolInvocation(tool=self.name, command=tuple(command), cwd=str(context.workspace),
                                                 env=dict(context.env), timeout_s=int(budget) + _BEYOND,
                                                 artifact_dir=str(context.artifact_dir))

    def parse(self, context: Any, execution: Any) -> Any:
        """What the verdict's file says, if it is the verdict that was asked for. The exit code alone says nothing."""
        of = _contract(context)
        try:
            verdict = json.loads(_written(context).read_text(encoding="utf-8"))
            doubt = _doubt(context, execution, verdict)
        except (OSError, ValueError, KeyError, TypeError) as error:
            verdict, doubt = None, f"there is no verdict: {error}"
        if verdict is None or doubt:
            return of.ToolRunResult(
                tool=self.name, execution=of.ExecutionStatus("timeout" if execution.timed_out else "tool_error"),
                finding=of.FindingStatus("inconclusive"), summary=doubt, execution_record=execution,
                metadata={"reason_code": "no_verdict"})
        findings: tuple[Any, ...] = ()
        if verdict["finding"] == "found":
            findings = (of.Finding(kind=verdict["kind"], severity=of.FindingSeverity("error"), message=verdict["cause"],
                                   locations=(verdict["source"],) if verdict["source"] else (),
                                   metadata={"reproduce": verdict["reproduce"], "smallest_case": verdict["smallest_case"]}),)
        return of.ToolRunResult(
            tool=self.name, execution=of.ExecutionStatus(verdict["execution"]),
            finding=of.FindingStatus(verdict["finding"]), findings=findings, summary=verdict["cause"] or None,
            artifacts=(str(_written(context)),), execution_record=execution,
            metadata={"values": verdict["values"], "checked": verdict["checked"], "not_checked": verdict["not_checked"],
                      "selftest": verdict["selftest"]["verdict"], "version": verdict["version"]})


def _contract(context: Any) -> Any:
    return sys.modules[type(context).__module__]


def _text(value: Any) -> str:
    return str(getattr(value, "value", value))


def _budget(context: Any) -> float:
    budget = float(context.options.get("budget_s", 30))
    if budget <= 0:
        raise ValueError("budget_s must be positive")
    return budget


def _written(context: Any) -> Path:
    return Path(context.artifact_dir) / "lockstep-verdict.json"


def _is_python(candidate: Any) -> bool:
    return ".py:" in str(candidate)


def _problem(context: Any) -> str:
    """Why there is nothing to judge; empty: there is."""
    candidate = context.options.get("candidate")
    if not candidate or not context.options.get("against"):
        return "the options candidate and against say what is judged, and what it ought to compute"
    root = os.path.realpath(context.workspace)
    file = os.path.realpath(os.path.join(root, str(candidate).rsplit(":", 1)[0] if _is_python(candidate) else str(candidate)))
    if os.path.commonpath([root, file]) != root:
        return f"the candidate {candidate} lies outside of the workspace"
    return "" if os.path.exists(file) else f"the candidate {candidate} does not exist"


def _doubt(context: Any, execution: Any, verdict: Any) -> str:
    """Why the verdict is not one on the candidate; empty: it is."""
    checked, options = verdict["checked"], context.options
    if execution.timed_out or execution.returncode != _EXIT_CODES[verdict["finding"]]:
        return f"the command ended with {execution.returncode}, its verdict says {verdict['finding']}"
    if verdict["selftest"]["verdict"] != "holds":
        return f"the self-test {verdict['selftest']['verdict']}"
    if checked["candidate"] != str(options["candidate"]):
        return f"the verdict is one on {checked['candidate']}"
    if verdict["execution"] != "completed":
        return ""
    kernels = [name.strip() for name in checked["kernel"].split(",")]
    if options.get("expected_kernel") and options["expected_kernel"] not in kernels:
        return f"{checked['kernel'] or 'no kernel'} ran, not {options['expected_kernel']}"
    if options.get("expected_sha256") and options["expected_sha256"] != checked["sha256"]:
        return f"a code object of sha256 {checked['sha256']} ran, not {options['expected_sha256']}"
    return ""
