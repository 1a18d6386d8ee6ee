"""The evaluation tool of AgentKernelArena, with as much of its contract as a tool meets."""
import dataclasses
import json
import os
import subprocess
from types import SimpleNamespace

import pytest
from lockstep.adapters.agent_kernel_arena import LockstepPlugin

READY = SimpleNamespace(state="ready")
CapabilityState = ExecutionStatus = FindingStatus = FindingSeverity = str


class CapabilityCheck(SimpleNamespace):
    @classmethod
    def ready(cls, **evidence):
        return cls(state="ready", evidence=evidence)

    @classmethod
    def blocked(cls, state, reason_code, detail=None, **evidence):
        return cls(state=state, reason_code=reason_code, detail=detail, evidence=evidence)


def ToolCapability(tool, engine, adapter, runtime):
    return SimpleNamespace(tool=tool, engine=engine, adapter=adapter, runtime=runtime)


class ToolInvocation(SimpleNamespace):
    pass


class Finding(SimpleNamespace):
    pass


class ToolRunResult(SimpleNamespace):
    pass


@dataclasses.dataclass
class Context:
    artifact_dir: str
    options: dict
    gpu_arch: str = "gfx950"
    language: str = "hip"
    workspace: str = os.environ.get("KERNELS", "")
    env: dict = dataclasses.field(default_factory=dict)

    @property
    def profile(self):
        return SimpleNamespace(language=self.language)


@pytest.fixture
def context(tmp_path):
    def make(**changes):
        options = {"candidate": "honest.co", "against": "axpy.json", "expected_kernel": "axpy", "seed": 7, **changes.pop("options", {})}
        return Context(str(tmp_path), options, **changes)

    return make


def result_of(context):
    plugin = LockstepPlugin()
    invocation = plugin.build_invocation(context)
    done = subprocess.run(invocation.command, cwd=invocation.cwd, capture_output=True, text=True, timeout=invocation.timeout_s)
    return plugin.parse(context, SimpleNamespace(returncode=done.returncode, timed_out=False))


def states(context):
    capability = LockstepPlugin().assess(context, READY)
    return capability.engine.state, capability.adapter.state


def test_what_can_be_judged(context):
    assert states(context()) == ("ready", "ready")
    assert states(context(gpu_arch="gfx90a")) == ("unsupported", "ready")
    assert states(context(language="unknown")) == ("not_applicable", "ready")
    for options in ({"candidate": None}, {"against": ""}, {"candidate": "missing.co"}, {"candidate": "/etc/passwd"}, {"candidate": "../.."}):
        assert states(context(options=options)) == ("ready", "adapter_required")
        with pytest.raises(ValueError):
            LockstepPlugin().build_invocation(context(options=options))


def test_clean(context):
    result = result_of(context())
    assert (result.execution, result.finding, result.findings) == ("completed", "clean", ())
    assert result.metadata["values"] == "holds" and result.metadata["selftest"] == "holds" and os.path.exists(result.artifacts[0])


def test_found(context):
    result = result_of(context(options={"candidate": "cheats.co", "expected_kernel": "sum_without_barriers", "against": "sum.json"}))
    assert (result.execution, result.finding) == ("completed", "found")
    finding, = result.findings
    assert finding.kind == "lds-race" and finding.severity == "error" and finding.locations[0].startswith("cheats.hip:")
    assert finding.metadata["reproduce"].startswith("lockstep judge cheats.co")


def test_what_was_not_judged_is_apart(context):
    result = result_of(context(options={"expected_kernel": "no_such_kernel"}))
    assert (result.execution, result.finding) == ("not_run", "not_evaluated")
    result = result_of(context(options={"budget_s": 0.001}))
    assert (result.execution, result.finding) == ("timeout", "inconclusive")


def test_only_the_verdict_that_was_asked_for_counts(context):
    asked = context()
    assert result_of(asked).finding == "clean"
    plugin, ended = LockstepPlugin(), SimpleNamespace(returncode=0, timed_out=False)
    assert plugin.parse(asked, ended).finding == "clean"
    for other in (context(options={"expected_kernel": "sum"}), context(options={"expected_sha256": "0" * 64}),
                  context(options={"candidate": "cheats.co"})):
        doubted = plugin.parse(other, ended)
        assert (doubted.execution, doubted.finding) == ("tool_error", "inconclusive") and doubted.summary
    assert plugin.parse(asked, SimpleNamespace(returncode=139, timed_out=False)).finding == "inconclusive"
    late = plugin.parse(asked, SimpleNamespace(returncode=None, timed_out=True))
    assert (late.execution, late.finding) == ("timeout", "inconclusive")
    path = os.path.join(asked.artifact_dir, "lockstep-verdict.json")
    verdict = json.load(open(path))
    for text in (json.dumps(verdict | {"selftest": {"verdict": "falsified"}}), "{}", "[]", "no JSON"):
        open(path, "w").write(text)
        assert plugin.parse(asked, ended).finding == "inconclusive", text
    os.remove(path)
    assert plugin.parse(asked, ended).execution == "tool_error"
