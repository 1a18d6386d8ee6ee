#!/usr/bin/env python3
"""`lockstep exec` as a user has it: programs with kernels, compiled elsewhere, run and are held to what they do."""
import hashlib
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zlib

from exec_runs import schedule_of

LOCKSTEP, PROGRAMS, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
failures = []


def run(*words, code, prints=(), lacks=(), text=False):
    """The report, or what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        options, program = words[: words.index("--")], words[words.index("--"):]
        done = subprocess.run([LOCKSTEP, "exec", *schedule_of(options), "--json", report, *map(str, options), *map(str, program)],
                              capture_output=True, text=True, timeout=300)
        printed = done.stdout + done.stderr
        problems = [f"exit code {done.returncode}, not {code}"] if done.returncode != code else []
        problems += [f"does not print {p!r}" for p in prints if p not in printed]
        problems += [f"prints {p!r}" for p in lacks if p in printed]
        if problems:
            failures.append(f"exec {' '.join(map(str, words))}: {'; '.join(problems)}\n{printed}")
        if text:
            return printed
        return json.loads(report.read_text()) if report.exists() else {}


def schedules_by_default():
    """Without --schedule, what differs between schedules is found, though the program goes on with the first one's results."""
    done = subprocess.run([LOCKSTEP, "exec", "--", PROGRAMS / "reduction_race"], capture_output=True, text=True, timeout=300)
    if done.returncode != 1 or "differs from earliest under latest, vmem-late, " not in done.stdout + done.stderr:
        failures.append(f"exec without a schedule: {done.returncode}\n{done.stdout}{done.stderr}")


def programs():
    for arch in ("gfx950", "gfx942", "gfx1250"):
        report = run("--arch", arch, "--", PROGRAMS / "saxpy", code=0,
                     prints=["right\n", "holds  1 launch in 1 process, ", "kernel saxpy(float, float const*, float*, int): 1 launch, 4 workgroups"])
        if report.get("launches") != 1 or report.get("verdict") != "holds" or report.get("findings"):
            failures.append(f"the report of saxpy: {report}")
    for schedule in ("latest", "random:3"):
        run("--schedule", schedule, "--", PROGRAMS / "reduction", code=0, prints=["holds  2 launches in 1 process, "])
    for schedule in ("earliest", "latest", "random:3"):
        run("--arch", "gfx1250", "--schedule", schedule, "--", PROGRAMS / "reduction", code=0, prints=["holds  2 launches in 1 process, "])
    run("--", PROGRAMS / "module", EXAMPLES / "vector_add.co", code=0, prints=["kernel vector_add: 1 launch"])
    run("--", "sh", "-c", f"{PROGRAMS}/saxpy && {PROGRAMS}/saxpy", code=0, prints=["holds  2 launches in 2 processes, "])


def interrupted():
    """Control-C goes to the whole process group, as a terminal sends it; SIGTERM goes to the command alone."""
    for number in (signal.SIGINT, signal.SIGTERM):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([LOCKSTEP, "exec", "--", PROGRAMS / "lasting"], stdout=subprocess.PIPE, text=True, start_new_session=True,
                                       env={**os.environ, "TMPDIR": folder})
            process.stdout.readline()
            time.sleep(0.5)
            (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
            said = process.communicate(timeout=60)[0]
            for wanted in ("interrupted  1 launch", "interrupted under earliest: 0 of 3 workgroups of 64 threads had run; ", "lasting.hip:7",
                           f"ended by signal {number:d}"):
                if wanted not in said:
                    failures.append(f"interrupted by {number.name}: lacks {wanted!r}\n{said}")
            if process.returncode != 130:
                failures.append(f"interrupted by {number.name}: exit code {process.returncode}\n{said}")
            if left := os.listdir(folder):
                failures.append(f"interrupted by {number.name}: left {left}")


def findings():
    report = run("--", PROGRAMS / "reduction_race", code=1, prints=["falsified", "lds-race: _Z12sum_of_block", "; launch 1 of the program's fat binary (", "), by main at "])
    if not report["findings"] or report["findings"][0]["kind"] != "lds-race":
        failures.append(f"the report of a race: {report}")
    run("--schedule", "latest", "--", PROGRAMS / "saxpy", "undefined", code=5)  # the program sees it itself
    run("--", PROGRAMS / "saxpy", "bounds", code=4,
        prints=["hipDeviceSynchronize: hipErrorIllegalAddress", "trapped", "past the end of allocation 1 of 4000 bytes"])
    run("--", PROGRAMS / "saxpy", "freed", code=4, prints=["trapped", "bounds: "])
    run("--", PROGRAMS / "saxpy", "host", code=4, prints=["trapped", "bounds: "])
    run("--keep-going", "--", PROGRAMS / "saxpy", "bounds", code=4, prints=["trapped"], lacks=["hipErrorIllegalAddress"])
    run("--no-checks", "--", PROGRAMS / "reduction_race", code=5)


    # Of gfx1250, whose barriers are in two.
    report = run("--arch", "gfx1250", "--", PROGRAMS / "reduction_race", code=1, prints=["lds-race: _Z12sum_of_block", "reduction.hip:"])
    if not any(f["kind"] == "lds-race" and f["instruction"].startswith("ds_") for f in report["findings"]):
        failures.append(f"the report of a race on gfx1250: {report}")
    run("--arch", "gfx1250", "--", PROGRAMS / "saxpy", "bounds", code=4, prints=["hipErrorIllegalAddress", "past the end of allocation 1 of 4000 bytes"])


def devices():
    """What a program is told of the device."""
    for arch, said in {"gfx950": "MI355X (emulated, fma_post), 9.5: 256 units of 2048 threads, warps of 64, 163840 bytes of LDS, 288 GiB",
                       "gfx942": "MI300X (emulated, cdna3), 9.4: 304 units of 2048 threads, warps of 64, 65536 bytes of LDS, 192 GiB",
                       "gfx1250": "12.5: 256 units of 2048 threads, warps of 32, 327680 bytes of LDS, 432 GiB"}.items():
        run("--arch", arch, "--", PROGRAMS / "about", code=3, prints=[said, "no kernel was launched"], lacks=["not implemented"])


def what_cannot_be_run():
    run("--", "true", code=3, prints=["inconclusive", "no kernel was launched"])
    run("--", "/nowhere/program", code=2, prints=["lockstep exec: /nowhere/program: No such file or directory"])
    run("--schedule", "never", "--", "true", code=2, prints=["'never' is no schedule"])
    run("--arch", "gfx90a", "--", PROGRAMS / "saxpy", code=2, prints=["no device gfx90a is emulated"])
    run("--model", "nobody", "--", PROGRAMS / "saxpy", code=2, prints=["no matrix model 'nobody' of gfx950"])
    run("--", PROGRAMS / "module", "/nowhere.co", code=1, prints=["hipModuleLoad: ", "hipErrorFileNotFound", "the program failed"])
    run("--", PROGRAMS / "module", PROGRAMS / "saxpy", code=1, prints=["expected an AMD GPU object", "hipErrorInvalidImage"])
    run("--", PROGRAMS / "module", EXAMPLES / "vector_add.json", code=1, prints=["neither a code object nor a bundle", "hipErrorNoBinaryForGpu"])
    run("--", "sh", "-c", "kill -TERM $$", code=128 + 15, prints=["the program was ended by signal 15"])


def names():
    """What is not implemented says so once; symbols answer to the versions of AMD's library."""
    report = run("--", PROGRAMS / "missing", code=3, prints=["inconclusive"])
    missing = ["hipCreateTextureObject: arrays, textures and surfaces are not emulated",
               "hipIpcGetMemHandle is not implemented by lockstep exec; please report it",
               "hiprtcLinkCreate is not implemented by lockstep exec; please report it"]
    told = report.get("complaints", [])
    if len(told) != 3 or not all(any(line.startswith(m) for line in told) for m in missing):
        failures.append(f"complaints of calls that are missing: {told}")
    # The loader says "no version information available" or "version ... not found" where versions don't fit.
    run("--", PROGRAMS / "versioned", code=3, prints=["1 device\n", "no kernel was launched"], lacks=["version"])


def lockstep(*words):
    done = subprocess.run([LOCKSTEP, *map(str, words)], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def selection():
    """Which launches are checked, and what becomes of the others."""
    race = PROGRAMS / "reduction_race"
    run("--kernel", "add_up", "--", race, code=5, prints=["not checked: 1 launch"], lacks=["lds-race"])
    run("--kernel", "^sum_of_block\\(", "--", race, code=1, prints=["lds-race", "not checked: 1 launch"])
    run("--kernel", "add_up", "--bare", "--", race, code=5, prints=["not checked: 1 launch"], lacks=["lds-race"])
    run("--every", "2", "--", PROGRAMS / "recorded_race", code=1, prints=["memory-race", "not checked: 2 launches"])
    run("--kernel", "(", "--", race, code=2, prints=["lockstep exec: --kernel: '(' is no regular expression"])
    run("--schedule", "earliest,latest", "--", PROGRAMS / "recorded_race", code=1,
        prints=["schedule: _Z7scatter", "allocation 2 of 1600 bytes differs from earliest under latest"])
    run("--schedule", "several", "--", PROGRAMS / "recorded", code=0, lacks=["schedule: "])


def recorded():
    """What --record writes is a launch of its own, with the verdict and the bytes that it had."""
    with tempfile.TemporaryDirectory() as folder:
        for program, code in (("recorded", 0), ("recorded_race", 1)):
            report = run("--record", f"{folder}/{program}", "--", PROGRAMS / program, code=code, prints=["recorded: 4 launches in "])
            if len(report["recorded"]) != 4:
                failures.append(f"--record: {report['recorded']}")
            launch = pathlib.Path(folder) / program / "0001" / "LAUNCH.json"
            described = json.loads(launch.read_text())
            if described["kernel"] != "_Z7scatterPK3RowPS_PKPKii" or len(described["buffers"]) != 5 or len(described["outputs"]) != 1:
                failures.append(f"--record: {described}")
            for words in (("run", launch), ("lint", launch.parent / "code.co"), ("trace", launch)):
                status, text = lockstep(*words)
                if status != (code if words[0] == "run" else 0):
                    failures.append(f"{words[0]} of what {program} records: exit code {status}\n{text}")
            kinds = {f["kind"] for f in report["findings"]}
            again = pathlib.Path(folder) / "again.json"
            lockstep("run", launch, "--json", again)
            found = {f["kind"] for f in json.loads(again.read_text())["findings"]}
            if kinds != found:
                failures.append(f"{program}: exec finds {kinds}, run of what it recorded {found}")
        # What the capsule expects is what its own code left: that says nothing of the values.
        launch = pathlib.Path(folder) / "recorded" / "0001"
        digest = hashlib.sha256((launch / "code.co").read_bytes()).hexdigest()
        if json.loads((launch / "LAUNCH.json").read_text())["object_sha256"] != digest:
            failures.append("--record: object_sha256 is not the digest of code.co")
        for words, code in (((launch,), 3), ((launch, "--against", "nothing"), 0), ((launch, "--against", launch), 0)):
            status, text = lockstep("judge", *words, "--seed", 1)
            if status != code:
                failures.append(f"judge {words}: exit code {status}, not {code}\n{text}")
        # The bytes are compared: another input is not the same launch.
        launch = pathlib.Path(folder) / "recorded" / "0001"
        source = launch / next(b["file"] for b in json.loads((launch / "LAUNCH.json").read_text())["buffers"] if "allocation 1 " in b["name"])
        data = bytearray(source.read_bytes())
        data[4] ^= 1
        source.write_bytes(data)
        status, text = lockstep("run", launch / "LAUNCH.json")
        if status != 1 or "expected" not in text:
            failures.append(f"run of a recorded launch with another input: {status}\n{text}")
        # An allocation that was filled whole, most of it untouched since: the file has what the fill left there.
        run("--record", f"{folder}/filled", "--", PROGRAMS / "filled", code=0, prints=["recorded: 1 launch in "])
        launch = pathlib.Path(folder) / "filled" / "0001"
        status, text = lockstep("run", launch / "LAUNCH.json")
        large = next(b for b in json.loads((launch / "LAUNCH.json").read_text())["buffers"] if b["size"] > 1 << 26)
        if status != 0 or "undefined" in large or (launch / large["file"]).stat().st_size != large["size"]:
            failures.append(f"run of a launch with an allocation that was filled: {status}\n{text}\n{large}")
    run("--record", "/proc/nowhere", "--", PROGRAMS / "saxpy", code=3, prints=["--record: /proc/nowhere: "])


def reports():
    with tempfile.TemporaryDirectory() as folder:
        junit, sarif = pathlib.Path(folder) / "junit.xml", pathlib.Path(folder) / "sarif.json"
        run("--junit", junit, "--sarif", sarif, "--", PROGRAMS / "reduction_race", code=1)
        cases = {case.get("name"): case for case in xml.etree.ElementTree.parse(junit).iter("testcase")}
        if set(cases) != {"sum_of_block(int const*, int*)", "add_up(int const*, int, int*)"} or \
                not cases["sum_of_block(int const*, int*)"].findall("failure") or cases["add_up(int const*, int, int*)"].findall("failure"):
            failures.append(f"--junit: {junit.read_text()}")
        result = json.loads(sarif.read_text())["runs"][0]["results"][0]
        place = result["locations"][0]["physicalLocation"]
        if (result["ruleId"], result["level"]) != ("lds-race", "error") or not place["artifactLocation"]["uri"].endswith("reduction.hip") \
                or place["region"]["startLine"] < 8:
            failures.append(f"--sarif: {result}")
        page = pathlib.Path(folder) / "page.html"
        run("--html", page, "--", "sh", "-c", f"{PROGRAMS}/saxpy && {PROGRAMS}/saxpy", code=0)
        text = page.read_text()
        # Of two processes with one code object, one section; its kernel ran to the end.
        if text.count("Coverage of saxpy") != 1 or "s_endpgm" not in text:
            failures.append(f"--html: {text.count('Coverage of')} sections of coverage")
    run("--junit", "/proc/junit.xml", "--", PROGRAMS / "saxpy", code=2, prints=["can't write /proc/junit.xml"])
    run("--", PROGRAMS / "unlaunched", code=0)
    run("--lint", "--", PROGRAMS / "unlaunched", code=1, prints=["wait (manual): _Z8unwaitedPi: v_add_u32_e32 v11, v10, v10", "lint, not shown"])


def kernels_of_one_name():
    """Of two code objects: each has findings of its own, one for each load, though all else of them is the same."""
    with tempfile.TemporaryDirectory() as folder:
        junit, objects = pathlib.Path(folder) / "junit.xml", [pathlib.Path(folder) / name for name in ("a.co", "b.co")]
        code = (EXAMPLES / "vector_add.co").read_bytes()
        wait, nothing = bytes.fromhex("700f8cbf"), bytes.fromhex("000080bf")  # s_waitcnt vmcnt(0), s_nop 0
        objects[0].write_bytes(code.replace(wait, nothing))
        objects[1].write_bytes(code.replace(wait, nothing).replace(b"clang version", b"clang Version"))
        both = " && ".join(f"{PROGRAMS}/module {o}" for o in objects)
        report = run("--junit", junit, "--", "sh", "-c", both, code=1, prints=["launch 1 of a.co (", "launch 1 of b.co ("])
        waits = [f["launch"][:16] for f in report["findings"] if f["kind"] == "wait"]
        cases = xml.etree.ElementTree.parse(junit).findall(".//testcase")
        failed = {case.get("name")[:19]: [f.get("message") for f in case.findall("failure")] for case in cases}
        if waits != 2 * ["launch 1 of a.co"] + 2 * ["launch 1 of b.co"] or set(failed) != {"vector_add of a.co ", "vector_add of b.co "} or \
                any(len(lines) != 2 or name[11:] not in line for name, lines in failed.items() for line in lines):
            failures.append(f"kernels of one name: {report['findings']}\n{junit.read_text()}")


def streams():
    """What orders two streams, and what does not: a race is found though everything ran in order."""
    for way in ("event", "stream", "device", "query", "function", "callback", "blocking", "half", "atomic", "looked"):
        run("--", PROGRAMS / "streams", way, code=0, prints=["holds"], lacks=["stream-race"])
    run("--", PROGRAMS / "streams", "glanced", code=1, prints=["stream-race: ", "which _Z8count_upPi on stream 1 writes"])
    for way, other in (("nothing", "_Z7consumePKiPi on stream 2 reads"), ("early", "_Z7consumePKiPi on stream 2 reads"),
                       ("default", "_Z7consumePKiPi on stream 2 reads"), ("copy", "hipMemcpyAsync on stream 2 reads"),
                       ("set", "hipMemsetAsync on stream 2 writes"), ("free", "hipFreeAsync on stream 2 writes")):
        maker = "the default stream" if way == "default" else "stream 1"
        report = run("--", PROGRAMS / "streams", way, code=1,
                     prints=["falsified", f"{other} 0x10000000000 of allocation 1 of 1024 bytes, which _Z7producePi on {maker} writes"])
        if [r["kind"] for r in report.get("remarks", [])] != ["stream-race"]:
            failures.append(f"streams {way}: {report.get('remarks')}")
    run("--no-checks", "--", PROGRAMS / "streams", "nothing", code=0)
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "rules"
        for rule, code, account in (("*consume* *which *produce*", 0, "rules:1: 1 finding suppressed: meant"),
                                    ("*produce* *which *produce*", 1, "rules:1: never matched: meant"),
                                    ("*consume* *which *other*", 1, "rules:1: never matched: meant")):
            rules.write_text(f"stream-race {rule} # meant\n")
            report = run("--suppress", rules, "--", PROGRAMS / "streams", "nothing", code=code, prints=[account])
            if len(report["remarks"]) != code or report["suppressed"][0]["findings"] != 1 - code:
                failures.append(f"--suppress {rule}: {report}")


    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "rules"
        race = "stream-race *descending* *which *ascending* # meant"
        for rule, code in (("schedule *ascending* *differs from earliest under latest* # meant", 0),
                           ("schedule *ascending* *differs from latest under earliest* # meant", 1),
                           ("schedule *other* *differs from* # meant", 1)):
            rules.write_text(f"{race}\n{rule}\n")
            report = run("--suppress", rules, "--schedule", "earliest,latest", "--", PROGRAMS / "interleaved", "torn", code=code,
                         prints=["rules:2: 1 finding suppressed: meant" if code == 0 else "rules:2: never matched: meant"])
            if [r["kind"] for r in report["remarks"]] != ["schedule"] * code:
                failures.append(f"--suppress {rule}: {report}")


def overlapping():
    """Under other schedules than earliest independent work runs in other orders than issued, and only such work."""
    def got(way, schedule, code, **more):
        return run("--schedule", schedule, "--", PROGRAMS / "overlap", way, code=code, **more)
    schedules = ["latest", *(f"random:{seed}" for seed in range(1, 6))]
    for schedule in ("earliest", "lds-late"):
        got("missing", schedule, 1, prints=["it got 42\n", "stream-race"])
    got("missing", "latest", 1, prints=["it got 2\n", "stream-race"])
    values = [got("missing", schedule, 1, prints=["it got ", "stream-race"], text=True) for schedule in schedules]
    for value in ("it got 2\n", "it got 42\n"):
        if not any(value in text for text in values):
            failures.append(f"a missing dependency never shows {value!r} under {schedules}")
    for schedule in schedules:
        got("ordered", schedule, 0, prints=["it got 42\n", "holds  3 launches"])
    for schedule in ("latest", "vmem-late", *(f"random:{seed}" for seed in range(1, 21))):
        got("pipeline", schedule, 0, prints=["right\n", "holds  12 launches"], lacks=["stream-race"])
    for schedule in ("latest", "random:1"):
        for way in ("event", "stream", "device", "blocking", "half", "atomic"):
            run("--schedule", schedule, "--", PROGRAMS / "streams", way, code=0, prints=["holds"], lacks=["stream-race"])
        for way in ("nothing", "early", "default", "copy", "set"):
            run("--schedule", schedule, "--", PROGRAMS / "streams", way, code=1, prints=["stream-race", "_Z7producePi on "])
        for way in ("captured", "built"):
            run("--schedule", schedule, "--", PROGRAMS / "graph", way, code=0, prints=["holds  6 launches in 1 process"])
            run("--schedule", schedule, "--", PROGRAMS / "graph_race", way, code=1, prints=["stream-race"])
    run("--schedule", "latest", "--", PROGRAMS / "streams", "free", code=4, prints=["bounds: _Z7producePi", "hipErrorIllegalAddress"])
    got("unawaited", "latest", 0, prints=["holds  1 launch in 1 process"])
    got("pinned", "earliest", 0, prints=["it was told\n"], lacks=["silence"])
    got("pinned", "latest", 0, prints=["it was told\n", "silence (note): the program made no call of HIP for 5 s"])
    # What the program reads in its own memory nobody sees: it may have waited, or not. Where it has asked for both launches
    # before the first one ran, it has not.
    for way, schedule in (("told", "earliest"), ("told", "latest"), ("untold", "earliest")):
        got(way, schedule, 0, prints=["holds  2 launches", "stream-race (risk)", "unless the program waited for what that wrote to pinned memory"])
    got("untold", "latest", 1, prints=["stream-race: "])
    got("fault", "latest", 4, prints=["hipDeviceSynchronize: hipErrorIllegalAddress", "trapped"])


def interleaved():
    """Workgroups of independent launches take turns, so that a table may hold words of both."""
    def table(way, schedule, code, *options, **more):
        return run(*options, "--schedule", schedule, "--", PROGRAMS / "interleaved", way, code=code, **more)
    seeds = [f"random:{seed}" for seed in range(1, 21)]
    for schedule in ("earliest", "latest", "vmem-late", "lds-late"):
        table("torn", schedule, 1, prints=["torn: 0,", "stream-race"])
    printed = {schedule: table("torn", schedule, 1, prints=["torn: ", "stream-race"], text=True) for schedule in seeds}
    torn = {schedule: text for schedule, text in printed.items() if "torn: 0," not in text}
    if not torn or len(torn) == len(printed):
        failures.append(f"launches that write the same bytes interleave under {len(torn)} of {len(printed)} seeds")
    for schedule, text in torn.items():  # from the seed alone
        again = table("torn", schedule, 1, text=True)
        if again != text:
            failures.append(f"interleaved torn under {schedule}: two runs differ\n{text}\n{again}")
    for schedule in (*seeds, "hunt"):
        table("apart", schedule, 0, prints=["torn: 0, first 1\n", "holds  2 launches"], lacks=["stream-race", "schedule: "])
        table("event", schedule, 0, prints=["torn: 0, first 2\n", "holds  2 launches"], lacks=["stream-race", "schedule: "])
    table("torn", "hunt", 1, prints=["torn: 0, first 2\n", "stream-race: _Z10descendingPi", "differs from earliest under latest, ",
                                     ", random:3, "])
    both = "under random:3, the first at 0x100: 01, not 02; at the same time: _Z9ascendingPi and _Z10descendingPi"
    report = table("torn", "earliest,random:3", 1, prints=["differs from earliest under random:3: ", both])
    halves = [r for r in report["remarks"] if r["kind"] == "schedule" and " 512 of " not in r["text"]]
    if not halves:
        failures.append(f"interleaved torn: hunt compares whole launches alone: {report['remarks']}")
    # Both are there on a GPU, whichever comes first.
    alone = ("earliest", "latest", "vmem-late", "lds-late", *seeds[:4])
    for options, schedules in (((), ("several", "earliest,latest", *alone)), (("--arch", "gfx1250"), ("several", "earliest", "random:1"))):
        for schedule in schedules:
            for right, wrong, kernel in (("meet", "missed", "_Z4meetPiS_"), ("greet", "ignored", "_Z5greetPiPKi")):
                table(right, schedule, 0, *options, prints=["met: hipSuccess\n", "holds  2 launches"])
                table(wrong, schedule, 4, *options, prints=[f"deadlock: {kernel}"])
            table("late", schedule, 0, *options, prints=["met: hipSuccess\n", "holds  3 launches"])
    # A launch that stops leaves the others, and is named.
    for schedule in torn:
        table("fault", schedule, 4, prints=["the device: hipErrorIllegalAddress", "bounds: _Z7too_farPi", "kernel ascending(int*): 1 launch, 8 workgroups"])
        table("fault", schedule, 4, "--keep-going", prints=["torn: 0, first 1\n", "bounds: _Z7too_farPi"], lacks=["_Z9ascendingPi:"])


def graphs():
    for way in ("captured", "built"):
        run("--", PROGRAMS / "graph", way, code=0, prints=["holds  6 launches in 1 process"])
        run("--", PROGRAMS / "graph_race", way, code=1, prints=["stream-race", "_Z5twicePKiPi in a graph on stream 1 reads", "which _Z3addPii in a graph on stream 1 writes"])


    for program in ("managed", "threads"):
        run("--", PROGRAMS / program, code=0, prints=["holds"], lacks=["not implemented"])
    run("--schedule", "latest", "--", PROGRAMS / "threads", code=0, prints=["holds"])
    run("--", PROGRAMS / "nodes", code=0, prints=["holds"], lacks=["not implemented"])
    for schedule in ("latest", "random:1"):
        run("--schedule", schedule, "--", PROGRAMS / "nodes", code=0, prints=["holds"])


def calls():
    for arch in ("gfx950", "gfx942"):
        run("--arch", arch, "--", PROGRAMS / "variables", code=0, prints=["holds"])
        run("--arch", arch, "--", PROGRAMS / "boxes", code=0, prints=["holds", "kernel meet(int*, int*): 1 launch, 2 workgroups"], lacks=["not implemented"])
    run("--", PROGRAMS / "variables", EXAMPLES / "vector_add.co", code=0, prints=["holds  3 launches"])
    for schedule in ("earliest", "latest"):
        run("--schedule", schedule, "--", PROGRAMS / "mapped", code=3, prints=["hipMemcpy: 4 bytes at "], lacks=["hipErr"])
    report = run("--schedule", "earliest,latest", "--", PROGRAMS / "answers", code=3, prints=["right\n"], lacks=["not implemented"])
    refused = ["256 threads, of 128 that the kernel", "2048 threads, of 1024 at most", "no threads: ", "no threads: ", "bytes of dynamic LDS",
               "a cooperative launch of 1048576 x 1 x 1 workgroups, of "]
    told = report.get("complaints", [])
    if len(set(told)) != 5 or not all(any(why in t for t in told) for why in refused):
        failures.append(f"complaints of answers: {told}")
    report = run("--", PROGRAMS / "driver", code=3, prints=["kernel meet(int*, int*, int): 2 launches, 4 workgroups"], lacks=["not implemented"])
    told = report.get("complaints", [])
    sets = [f"hipMemsetD2D{name}: " for name in ("8", "16", "32", "32Async")]
    if len(told) != 6 or not all(t.startswith(name) and "past the end of allocation" in t for t, name in zip(told, sets)) or \
            "clusters of 2x1x1 workgroups, which gfx950 does not have" not in told[4] or told[5] != "hipGetDriverEntryPoint: there is no hipNobody":
        failures.append(f"complaints of driver: {told}")
    for schedule in ("earliest", "latest", "random:3"):
        run("--arch", "gfx1250", "--schedule", schedule, "--", PROGRAMS / "clusters", code=0,
            prints=["in clusters of 4\n", "in clusters of 2\n", "kernel ask_neighbour(int*): 3 launches, 24 workgroups"])
    with tempfile.TemporaryDirectory() as folder:  # what was recorded has the cluster
        run("--arch", "gfx1250", "--record", folder, "--", PROGRAMS / "clusters", code=0)
        recorded = sorted(pathlib.Path(folder).rglob("LAUNCH.json"))
        clusters = [json.loads(file.read_text()).get("cluster") for file in recorded]
        again = [subprocess.run([LOCKSTEP, "run", file], capture_output=True, text=True) for file in recorded]
        if clusters != [None, [4, 1, 1], [2, 1, 1]] or any(done.returncode for done in again):
            failures.append(f"recorded clusters: {clusters} {again}")
    run("--arch", "gfx1250", "--", PROGRAMS / "clusters", "wrong", code=1,
        prints=["hipErrorNotSupported", "clusters of 3x1x1 workgroups in a grid that is no multiple of them"])
    run("--", PROGRAMS / "reset", code=0, prints=["kernel count(int*): 3 launches"], lacks=["not implemented"])
    run("--", PROGRAMS / "reset", "stale", code=4, prints=["trapped", "bounds: _Z5countPi"])
    for wrong in ("inaccessible", "unmapped", "gone"):
        run("--", PROGRAMS / "mapped", wrong, code=4, prints=["trapped", "bounds: _Z5writePii", "hipErrorIllegalAddress"])


def compressed():
    """Bundles as clang compresses them with zstd, and as it did with zlib, in all versions of the header."""
    if b"CCOB" not in (PROGRAMS / "saxpy_compressed").read_bytes():
        failures.append("saxpy_compressed holds no compressed bundle")
    run("--", PROGRAMS / "saxpy_compressed", code=0, prints=["right\n", "holds  1 launch"])
    code, target = (EXAMPLES / "vector_add.co").read_bytes(), b"hipv4-amdgcn-amd-amdhsa--gfx950"
    head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<QQQQ", 1, 4096, len(code), len(target)) + target
    bundle = head.ljust(4096, b"\0") + code
    packed = zlib.compress(bundle)
    headers = {1: struct.pack("<HHIQ", 1, 0, len(bundle), 0),
               2: struct.pack("<HHIIQ", 2, 0, 24 + len(packed), len(bundle), 0),
               3: struct.pack("<HHQQQ", 3, 0, 32 + len(packed), len(bundle), 0)}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "bundle.hipfb"
        for header in headers.values():
            file.write_bytes(b"CCOB" + header + packed)
            run("--", PROGRAMS / "module", file, code=0, prints=["kernel vector_add: 1 launch"])
        for content, why in ((b"CCOB" + headers[3] + packed[:-9], "that is cut short"), (b"CCOB\3\0", "that is cut short"),
                             (b"CCOB" + struct.pack("<HH", 9, 0), "of version 9, not 1 to 3"),
                             (b"CCOB" + struct.pack("<HHIQ", 1, 7, 1, 0), "by method 7"),
                             (b"CCOB" + headers[1] + packed[:40] + b"x" + packed[41:], "whose contents do not decompress"),
                             (b"CCOB" + headers[1] + packed[:-9], "whose contents do not decompress"),
                             (b"CCOB" + struct.pack("<HHQQQ", 3, 1, 40, 1 << 62, 0) + bytes(8), "bytes")):
            file.write_bytes(content)
            run("--", PROGRAMS / "module", file, code=1, prints=["a compressed bundle", why, "hipErrorNoBinaryForGpu"])


for test in (compressed, streams, overlapping, interleaved, graphs, calls, programs, schedules_by_default, devices, interrupted, findings, what_cannot_be_run, names, selection, recorded, reports, kernels_of_one_name):
    test()
if failures:
    sys.exit("\n".join(failures))
