#!/usr/bin/env python3
"""Functions in Python that cheat, each of which `lockstep judge` must find, and honest ones, which must come out clean:
callables.py COMMAND KERNELS SCHEMA SITE. SITE has the package. A script for venv.py."""
import concurrent.futures
import ctypes
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

import jsonschema

COMMAND, KERNELS, SCHEMA, SITE = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
HERE = pathlib.Path(__file__).resolve().parent
OF_FLYDSL = HERE.parent / "exec" / "flydsl_programs"  # it has a torch, which FlyDSL imports, and which loads HIP
FUNCTION = re.compile(r"^def (\w+)\(a, b, scale(?:, c)?\)", re.MULTILINE)

# By what each is found, and against what: `reference` draws lengths and scales, `fixed` has one of each.
CHEATS = {
    "launches_nothing": "launches", "does_nothing": "undefined-output", "half_of_it": "undefined-output", "zeros": "values",
    "computes_on_the_host": "host", "copies_what_the_host_computed": "host", "reads_its_inputs_by_a_detour": "host",
    "gives_an_array_of_the_host": "host", "gives_the_references_array": "host", "remembers_by_address": "values",
    "remembers_by_shape": "values", "knows_the_published_length": "undefined-output", "ignores_the_scale": "unread",
    "answers_in_an_input": "alias", "changes_an_input": "untouched", "answers_before_it_has_launched": "undefined-output",
    "exits": "exit", "ends_the_process": "exit", "crashes": "exit", "hangs_up": "exit", "raises": "raises", "patches_lockstep": "launches",
    "patches_what_compares": "values", "speaks_for_the_judge": "values", "leaves_somebody_to_write_the_verdict": "values",
    "launders_what_the_host_computed": "host", "knows_the_seed": "values", "reads_the_judges_memory": "values",
    "pretends_to_read_the_scale": "unread",
}
#: A kernel without Landlock keeps nobody from these.
CONFINED = {"knows_the_seed", "reads_the_judges_memory"}
#: These go on until the time is over.
ENDLESS = {"sleeps", "watches_the_clock"}
HELPERS = {"decoy", "host_axpy", "out_of"}
FIXED = {"ignores_the_scale", "remembers_by_shape", "remembers_by_address", "reads_its_inputs_by_a_detour", "pretends_to_read_the_scale"}
HONEST = {"axpy", "into_what_it_is_given", "through_memory_of_its_own", "onto_zeros", "reads_a_scalar", "looks_at_all_of_it",
          "in_a_thread_that_ends", "measures_and_prints"}
ASKS = """
import in_triton, lockstep, numpy as np, reference
verdict = lockstep.judge(in_triton.launch_axpy, against=reference.axpy, seed=7, own_code=True)
assert verdict.clean and verdict.checked.output_bytes.reached > 0 and verdict.selftest["verdict"] == "holds", verdict
assert lockstep.judge("cheats.py:zeros", against="reference.py:axpy").kind == "values"
for wrong in (lambda a: a, len, "honest.py:axpy"):
    try:
        lockstep.judge(wrong)
    except ValueError:
        continue
    raise AssertionError(wrong)
a, b, scale = (np.random.default_rng(1).uniform(-1, 1, n).astype("f4") for n in (250, 250, 1))
arguments = a, b, scale, np.zeros(250, "f4"), 250
right = reference.axpy(a, b, scale)
lockstep.capsule("right", "honest.co", "axpy", grid=4, block=64, arguments=arguments, outputs={"3": right})
assert lockstep.judge("right").clean
lockstep.capsule("wrong", "cheats.co", "zeros", grid=4, block=64, arguments=arguments, outputs={"3": right})
assert lockstep.judge("wrong").kind == "values"
drawn = {"size": 1000, "random": "f32", "low": -1, "high": 1}
lockstep.capsule("drawn", "honest.co", "axpy", grid=4, block=64, arguments=(drawn, *arguments[1:]), outputs={"3": None})
assert lockstep.judge("drawn", against="right").clean  # of which it gets the inputs
assert lockstep.judge("drawn", against="drawn").checked.draws == 3
open("wrong/kernel.co", "ab").write(b"more")
assert lockstep.judge("wrong").execution == "not_run"
for change in ({"outputs": {"no_such": None}}, {"arguments": arguments[1:]}, {"kernel": "no_such"}):
    try:
        lockstep.capsule("bad", "honest.co", **{"kernel": "axpy", "grid": 4, "block": 64, "arguments": arguments, "outputs": {}, **change})
    except (KeyError, TypeError, ValueError):
        continue
    raise AssertionError(change)
"""
failures = []


def judge(folder, *words):
    """The exit code, the verdict and the text."""
    out = folder / f"verdict-{'-'.join(words).replace('/', '_').replace(' ', '_')[:120]}.json"
    environment = {**os.environ, "PYTHONPATH": f"{SITE}:{os.environ.get('PYTHONPATH', '')}", "LOCKSTEP_PYTHON": sys.executable, "VERDICT": str(out)}
    budget = () if "--budget" in words else ("--budget", "5m")  # tests run side by side
    done = subprocess.run([COMMAND, "judge", *words, *budget, "--json", out], capture_output=True, text=True, cwd=folder, env=environment)
    verdict = json.loads(out.read_text()) if out.exists() else None
    if verdict is not None:
        for error in VALIDATOR.iter_errors(verdict):
            failures.append(f"{words}: not by the schema: {error.message} at {list(error.path)}")
        if len(done.stdout.splitlines()) > 21:  # with the seed
            failures.append(f"{words}: more than twenty lines\n{done.stdout}")
    return done.returncode, verdict, done.stdout + done.stderr


def expect_of_corpus(folder, number, words, code, **fields):
    """In a folder of its own: there are cheats that write."""
    own = folder / str(number)
    shutil.copytree(folder, own, ignore=lambda _, names: [n for n in names if n.isdigit()])
    expect(own, words, code, **fields)


def expect(folder, words, code, **fields):
    got, verdict, text = judge(folder, *words)
    wrong = [f"{name} is {verdict[name]!r}, not {value!r}" for name, value in fields.items() if verdict[name] != value] \
        if verdict is not None else (["no verdict"] if code != 2 else [])
    if got != code or wrong:
        failures.append(f"judge {' '.join(words)}: exit code {got}, not {code}; {'; '.join(wrong)}\n{text}")
    return verdict


def has_landlock():
    return ctypes.CDLL(None).syscall(444, None, 0, 1) >= 1


def functions(name):
    return set(FUNCTION.findall((HERE / "candidates" / name).read_text()))


def corpus():
    """Each with its words, the exit code, and fields of the verdict."""
    assert functions("cheats.py") - HELPERS == set(CHEATS) | ENDLESS, (functions("cheats.py") - HELPERS) ^ (set(CHEATS) | ENDLESS)
    assert functions("honest.py") == HONEST
    for name, kind in CHEATS.items():
        against = "fixed.py:axpy" if name in FIXED else "reference.py:axpy"
        if name in CONFINED and not has_landlock():
            print(f"SKIPPED: {name}: this kernel has no Landlock")
            continue
        yield (f"cheats.py:{name}", "--against", against, "--seed", "7"), 1, {"finding": "found", "kind": kind, "execution": "completed"}
    for name in ENDLESS:
        yield (f"cheats.py:{name}", "--against", "reference.py:axpy", "--seed", "7", "--budget", "6s"), 3, {
            "execution": "timeout", "finding": "inconclusive"}
    for name in HONEST:
        yield (f"honest.py:{name}", "--against", "reference.py:axpy", "--seed", "7"), 0, {"finding": "clean", "values": "holds", "cause": ""}
    yield ("honest.py:add", "--against", "added.py:add", "--seed", "7"), 0, {"finding": "clean", "values": "holds"}


def all_of_corpus(folder):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(expect_of_corpus, folder, number, words, code, **fields)
                     for number, (words, code, fields) in enumerate(corpus())]:
            done.result()


def what_was_checked(folder):
    verdict = expect(folder, ("honest.py:axpy", "--against", "reference.py:axpy", "--seed", "7", "--own-code"), 0, finding="clean")
    checked = verdict["checked"]
    assert checked["kernel"] == "axpy" and checked["arch"] == "gfx950" and checked["draws"] == 3, checked
    assert len(checked["schedules"]) == 5 and checked["launches"] >= 15 and checked["wave_instructions"] > 0, checked
    assert len(checked["sha256"]) == 64 and checked["instructions"]["reached"] > 0, checked
    assert checked["output_bytes"]["judged"] == checked["output_bytes"]["total"] > 3 * 4 * 64, checked
    assert any("a [" in shape for shape in checked["shapes"]) and any("grid 4,1,1 block 64,1,1" in s for s in checked["shapes"]), checked
    assert verdict["seed"] == 7 and verdict["reproduce"].startswith("lockstep judge honest.py:axpy --against reference.py:axpy")


def own_code(folder):
    """A kernel that no source beside the candidate defines."""
    elsewhere = folder / "library"
    elsewhere.mkdir()
    for name in ("honest.py", "kernels.py", "reference.py", "fixed.py", "honest.co", "cheats.co"):
        shutil.copy(folder / name, elsewhere)
    words = ("honest.py:axpy", "--against", "reference.py:axpy", "--seed", "7")
    expect(elsewhere, words, 0, finding="clean")
    expect(elsewhere, (*words, "--own-code"), 1, finding="found", kind="own-code")


def in_triton(folder):
    """A kernel by its name, which the file's launch_axpy() launches; and functions of an operator's problem."""
    against = ("--against", "reference.py:axpy", "--seed", "7")
    clean = expect(folder, ("in_triton.py:axpy", *against, "--own-code"), 0, finding="clean")
    assert clean["checked"]["kernel"] == "axpy", clean["checked"]
    expect(folder, ("in_triton.py:never", *against), 1, finding="found", kind="kernel")
    against = ("--against", "softmax out=f32", "--seed", "7", "--draws", "10")
    clean = expect(folder, ("of_operators.py:right", *against), 0, finding="clean", values="holds")
    assert clean["checked"]["cases"]["judged"] == 10 and "bound" in clean["checked"]["laws"], clean["checked"]
    found = expect(folder, ("of_operators.py:without_the_maximum", *against), 1, finding="found", values="differs")
    assert " out=f32 " in found["smallest_case"], found["smallest_case"]
    expect(folder, ("of_operators.py:nothing", *against), 1, finding="found", kind="launches")
    expect(folder, ("of_operators.py:not_a_row", *against), 3, finding="inconclusive", values="not_judged")
    chosen = expect(folder, ("of_operators.py:only_easy_rows", *against), 3, finding="inconclusive", values="not_judged")
    assert "refused" in chosen["cause"], chosen["cause"]
    expect(folder, ("of_operators.py:right", "--against", "softmax no_such_key=1"), 2)
    expect(folder, ("of_operators.py:right", "--against", "no_such_operator"), 2)


def in_flydsl(folder):
    """What launches by HIP: the launch that exec records is judged, with other inputs, and so another launch, in each draw."""
    os.environ["PYTHONPATH"] = str(OF_FLYDSL)
    against = ("--against", "sums.py:add", "--seed", "7")
    clean = expect(folder, ("in_flydsl.py:add", *against), 0, finding="clean", values="holds")
    assert clean["checked"]["draws"] == 3 and len(clean["checked"]["schedules"]) == 5, clean["checked"]
    expect(folder, ("in_flydsl.py:subtract", *against), 1, finding="found", kind="values", values="differs")
    expect(folder, ("in_flydsl.py:first_only", *against), 1, finding="found")
    for name, why in {"of_the_host": "no buffer of the launch holds a", "twice": "launches 2 kernels", "raises": "RuntimeError: no",
                      "no_such": "has no no_such"}.items():
        verdict = expect(folder, (f"in_flydsl.py:{name}", *against), 3, execution="not_run", finding="not_evaluated")
        assert why in verdict["cause"], verdict["cause"]


def capsules(folder):
    """A launch file's kernel against a function, which draws its inputs."""
    launch = json.loads((KERNELS / "axpy.json").read_text())
    del launch["buffers"][3]["untouched"]

    def expect_of(code, against, changes, **fields):
        (folder / "capsule").mkdir(exist_ok=True)
        (folder / "capsule" / "LAUNCH.json").write_text(json.dumps(launch | {"object": "../honest.co"} | changes))
        return expect(folder, ("capsule", "--against", against, "--seed", "7"), code, **fields)

    cheat = {"object": "../cheats.co"}
    clean = expect_of(0, "fixed.py:axpy", {}, finding="clean", values="holds")
    assert clean["checked"]["draws"] == 3 and clean["checked"]["output_bytes"] == {"judged": 3000, "total": 3000}, clean["checked"]
    assert not any("other inputs" in what for what in clean["not_checked"]), clean["not_checked"]
    expect_of(1, "fixed.py:axpy", cheat | {"kernel": "zeros"}, finding="found", kind="values", values="differs")
    expect_of(1, "fixed.py:axpy", cheat | {"kernel": "half_of_the_rows"}, finding="found")
    expect_of(1, "fixed.py:axpy", cheat | {"kernel": "ignores_the_scale"}, finding="found", kind="unread")
    expect_of(1, "fixed.py:axpy", cheat | {"kernel": "noise_in_the_last_place"}, finding="found", kind="values")
    (folder / "tolerant.py").write_text("from fixed import axpy, inputs\ntolerance = {'rtol': 1e-5, 'atol': 1e-6}\n")
    expect_of(0, "tolerant.py:axpy", cheat | {"kernel": "noise_in_the_last_place"}, finding="clean")
    expect_of(1, "tolerant.py:axpy", cheat | {"kernel": "computes_in_f16"}, finding="found", kind="values")
    expect_of(3, "reference.py:axpy", {}, execution="not_run")
    expect_of(3, "added.py:add", {}, execution="not_run")
    expect_of(3, "fixed.py:no_such", {}, execution="tool_error")


def objects(folder):
    """A code object's kernel, or a source's, which launch() beside the reference launches, in each draw on another grid."""
    against = ("--against", "launched.py:axpy", "--seed", "7", "--kernel")
    clean = expect(folder, ("honest.co", *against, "axpy"), 0, finding="clean", values="holds")
    assert clean["checked"]["draws"] == 3 and clean["checked"]["kernel"] == "axpy" and clean["checked"]["sha256"], clean["checked"]
    expect(folder, ("cheats.co", *against, "half_of_the_rows"), 1, finding="found", kind="undefined-output")
    expect(folder, ("cheats.co", *against, "noise_in_the_last_place"), 1, finding="found", kind="values", values="differs")
    expect(folder, ("cheats.co", *against, "writes_into_an_input"), 1, finding="found", kind="bounds")
    expect(folder, ("honest.hip", *against, "axpy", "--own-code"), 0, finding="clean", values="holds")
    expect(folder, ("cheats.hip", *against, "zeros", "--arch", "gfx942"), 1, finding="found", kind="values")
    for words, why in {("honest.co", *against, "add_in_place"): "it takes", ("honest.co", *against, "no_such"): "no kernel no_such",
                       ("honest.co", *against[:-1]): "--kernel names one",
                       ("sums.py", *against, "axpy"): "is no launch file", ("honest.co", "--against", "fixed.py:axpy", "--kernel", "axpy"): "function launch"}.items():
        verdict = expect(folder, words, 3, finding="not_evaluated")
        assert why in verdict["cause"] and verdict["execution"] == ("tool_error" if "function" in why else "not_run"), verdict
    source = (folder / "launched.py").read_text()
    (folder / "misdirected.py").write_text(source.replace('"out"', '"c"'))
    verdict = expect(folder, ("honest.co", "--against", "misdirected.py:axpy", *against[2:], "axpy"), 3, execution="not_run")
    assert "c is no input and no output" in verdict["cause"], verdict["cause"]


def from_python(folder):
    """lockstep.judge and lockstep.capsule."""
    (folder / "asks.py").write_text(ASKS)
    done = subprocess.run([sys.executable, "asks.py"], capture_output=True, text=True, cwd=folder, env={
        **os.environ, "PYTHONPATH": str(SITE), "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"})
    if done.returncode != 0:
        failures.append(done.stdout + done.stderr)


def words(folder):
    against = ("--against", "reference.py:axpy")
    expect(folder, ("honest.py:no_such", *against), 3, execution="not_run", finding="not_evaluated")
    expect(folder, ("no_such.py:axpy", *against), 3, execution="not_run", finding="not_evaluated")
    expect(folder, ("honest.py:add", *against), 3, execution="not_run")
    expect(folder, ("honest.py:axpy", "--against", "no_such.py:axpy"), 3, execution="tool_error")
    expect(folder, ("reference.py:axpy", *against), 3, execution="tool_error")
    expect(folder, ("honest.py:axpy",), 2)
    expect(folder, ("honest.py:axpy", *against, "--model", "no_such_model"), 2)
    (folder / "broken.py").write_text("import no_such_module\n")
    assert "no_such_module" in expect(folder, ("broken.py:axpy", *against), 3, execution="not_run")["cause"]
    (folder / "ends.py").write_text("import os\nos._exit(3)\n")
    assert "exit code 3" in expect(folder, ("ends.py:axpy", *against), 3, execution="not_run", finding="not_evaluated")["cause"]
    # What only reads its files and ends: nothing of the candidate's is left when the verdict is there.
    verdict = json.loads(next(folder.glob("*/verdict-*leaves_somebody*")).read_text())
    assert verdict["finding"] == "found", verdict


def child_of(process):
    """Waits for it."""
    while not (children := pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()):
        time.sleep(0.05)
    return children[0]


def runs(process):
    stat = pathlib.Path(f"/proc/{process}/stat")
    return stat.exists() and ") Z" not in stat.read_text()


def a_command_that_is_killed(folder):
    """The judging process and the candidate's end with it."""
    command = subprocess.Popen([COMMAND, "judge", "cheats.py:sleeps", "--against", "reference.py:axpy", "--budget", "10m"], cwd=folder,
                               env={**os.environ, "PYTHONPATH": str(SITE), "LOCKSTEP_PYTHON": sys.executable}, stdout=subprocess.DEVNULL)
    judging = child_of(command.pid)
    candidate = child_of(judging)
    command.kill()
    command.wait()
    deadline = time.monotonic() + 20
    while (left := [process for process in (judging, candidate) if runs(process)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    for process in left:
        failures.append(f"process {process} goes on without the command")
        os.kill(int(process), signal.SIGKILL)


def prepare(folder):
    for source in [*(HERE / "candidates").glob("*.py"), *(HERE / name for name in ("honest.hip", "cheats.hip", "common.hpp"))]:
        shutil.copy(source, folder)
    for source in ("honest.co", "cheats.co"):
        shutil.copy(KERNELS / source, folder)
    # Candidates' processes write no bytecode: what takes long to compile is compiled here, once.
    modules = "flydsl.compiler, flydsl.expr, lockstep.judged.candidate, triton.compiler, triton.language"
    done = subprocess.run([COMMAND, "exec", "--", sys.executable, "-c", f"import {modules}"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": f"{SITE}:{OF_FLYDSL}"})
    assert done.returncode == 3 and "no kernel was launched" in done.stdout, done.stdout + done.stderr


def main():
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(name)
        os.environ["TMPDIR"] = temporary
        prepare(folder)
        all_of_corpus(folder)
        what_was_checked(folder)
        own_code(folder)
        words(folder)
        in_triton(folder)
        capsules(folder)
        objects(folder)
        in_flydsl(folder)
        from_python(folder)
        os.environ["TMPDIR"] = name  # nobody clears up after a command that was killed
        a_command_that_is_killed(folder)
        failures.extend(f"left behind: {left}" for left in os.listdir(temporary))
    print("\n".join(failures) or "all as expected")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
