#!/usr/bin/env python3
"""barriers.py LOCKSTEP CLANG FOLDER: named barriers, clusters, their barrier and multicast loads of gfx1250, each with what
may go wrong."""
import random
import subprocess

from launches import *

HIP = [CLANG, "-x", "hip", "--offload-arch=gfx1250", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output", "-std=c++20"]


def check_named(code):
    def outcome(kernel, waves, want, x):
        lanes = 32 * waves
        return run(code, kernel, [1], lanes, {"out": 4 * lanes, "x": floats(x, "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], floats(want, "I"))

    def holds(kernel, want=None, waves=2):
        x = [random.getrandbits(32) for _ in range(32 * waves)]
        status, said = outcome(kernel, waves, want(x) if want else x, x)
        check(f"{kernel} holds", status == HOLDS, said)

    def found(kernel, text, status=FALSIFIED, waves=2, want=lambda x: x):
        x = [random.getrandbits(32) for _ in range(32 * waves)]
        got, said = outcome(kernel, waves, want(x), x)
        check(f"{kernel}: found", got == status and text in said, f"exit {got}\n{said}")

    def swapped(x):
        return x[32:] + x[:32]

    holds("named", swapped)
    found("named_for_one", "lds-race", want=swapped)
    found("named_for_three", "barrier 1 has 2 of 3 signals", TRAPPED)
    found("named_unjoined", "has joined no named barrier", TRAPPED)
    found("named_uninitialised", "has not been initialised", want=swapped)
    holds("named_left")
    holds("named_first", lambda x: [1] * 64)
    found("named_outsider", "lds-race", waves=3)


def check_clusters(code):
    x = [random.getrandbits(32) for _ in range(4 * 32)]
    groups = [x[32 * g:32 * g + 32] for g in range(4)]

    def outcome(kernel, want, lanes=32, flags=()):
        size = 0x400 + 512
        return run(code, kernel, [4], lanes, {"out": bytes(size), "x": floats(x, "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}],
                   (floats(want, "I") + bytes(size))[:size], flags=flags)

    def holds(kernel, want, lanes=32):
        status, said = outcome(kernel, want, lanes)
        check(f"{kernel} holds", status == HOLDS, said)

    def found(kernel, text, want=x, status=FALSIFIED, lanes=32):
        got, said = outcome(kernel, want, lanes)
        check(f"{kernel}: found", got == status and text in said, f"exit {got}\n{said}")

    exchanged = x + [0] * (0x100 - len(x)) + groups[1] + groups[0] + groups[3] + groups[2]
    holds("cluster_meets", exchanged)
    said = outcome("cluster_meets", exchanged, flags=("--cluster", "4,1"))[1]
    check("the line that reproduces has the cluster", " --cluster 4,1 " in said.splitlines()[-1], said)
    found("cluster_apart", "memory-race", exchanged)
    found("cluster_absent", "workgroup 1, which has ended, of the cluster has not signalled", status=TRAPPED)
    found("cluster_twice", "a second time before the others")
    holds("cluster_in_turn", x, 64)
    found("cluster_ahead", "signalled the next round already", lanes=64)
    holds("multicast_loads", groups[0] * 4)
    found("multicast_alone", "makes it 0 times and not 1")
    found("multicast_beyond", "workgroup mask 0x7 in a cluster of 2", groups[0] * 4)
    found("multicast_without_itself", "leaves out the workgroup itself", groups[0] * 4)
    holds("multicast_to_lds", groups[0] * 4)
    twice = [(a + b) & 0xFFFFFFFF for a, b in zip(groups[0], groups[1])] * 4
    holds("multicast_again_meets", twice)
    found("multicast_again_apart", "; no barrier of the cluster lies between", twice)
    holds("multicast_again_neighbours", twice)  # shipping kernels do that: a note
    status, said = run(code, "cluster_of_none", [1], 32, {"out": 128, "x": floats(x, "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], floats(x[:32], "I"))
    check("cluster_of_none holds", status == HOLDS, said)
    status, said = run(code, "cluster_meets", [3], 32, {"out": 4096, "x": floats(x, "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], bytes(4096))
    check("a grid of parts of clusters is refused", status != HOLDS and "no multiple" in said, said)
    # The launch says what the metadata does not.
    bare = programs("bare_barriers.s", (HERE / "barriers.s").read_text().replace("// cluster ", "// "))

    def launched(*flags):
        size = 0x400 + 512
        return run(bare, "cluster_meets", [4], 32, {"out": bytes(size), "x": floats(x, "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}],
                   (floats(exchanged, "I") + bytes(size))[:size], flags=flags)

    for sizes, good, words in (("2", True, ""), ("2,1,1", True, ""), ("3", False, "no multiple"), ("2,0,1", False, "at least one"), ("a", False, "--cluster 'a': expected X,Y,Z"),
                               ("17,1,1", False, "of 16 at most")):
        status, said = launched("--cluster", sizes)
        check(f"clusters of {sizes} by the launch", (status == HOLDS) == good and words in said, f"exit {status}\n{said}")
    status, said = launched()
    check("without clusters the kernel does not hold", status != HOLDS, said)


def compiled(keep=lambda line: True):
    text = subprocess.run([*HIP, "-O3", "-S", "-o", "-", HERE / "clusters.hip"], check=True, capture_output=True, text=True).stdout
    name = FOLDER / f"clusters.{random.getrandbits(32):08x}"
    name.with_suffix(".s").write_text("\n".join(line for line in text.splitlines() if keep(line)))
    return assembled(name)


def check_compiled():
    code = compiled()
    ids = [x % 2 | (y % 2) << 4 | (x // 2) << 12 | (y // 2) << 16 | x << 20 | y << 24 for z in range(2) for y in range(4) for x in range(4) for _ in range(32)]
    status, said = run(code, "where_in_cluster", [4, 4, 2], 32, {"out": 4 * len(ids)}, [{"pointer": "out"}], floats(ids, "I"))
    check("where_in_cluster holds", status == HOLDS, said)
    x = [random.getrandbits(32) for _ in range(8 * 64)]
    sums = [sum(x[(g & ~3 | i) * 64 + t] for i in range(4)) & 0xFFFFFFFF for g in range(8) for t in range(64)]
    before = bytes(4 * (1024 + 512))

    def sum_of_cluster(code):
        want = floats(x, "I") + before[2048:4096] + floats(sums, "I")
        return run(code, "sum_of_cluster", [8], 64, {"x": floats(x, "I"), "out": before}, [{"pointer": "x"}, {"pointer": "out"}], want)

    status, said = sum_of_cluster(code)
    check("sum_of_cluster holds", status == HOLDS, said)
    status, said = sum_of_cluster(compiled(lambda line: "s_barrier_wait -3" not in line))
    check("sum_of_cluster without its wait: found", status == FALSIFIED and "memory-race" in said, f"exit {status}\n{said}")


random.seed(71250)
FOLDER.mkdir(parents=True, exist_ok=True)
CODE = programs("barriers.s")
check_named(CODE)
check_clusters(CODE)
check_compiled()
finish()
