"""Functions that would like to pass without doing what they are asked for. Each must be found."""
import contextlib
import ctypes
import os
import pathlib
import signal
import sys
import threading
import time

import numpy as np
from kernels import GPU, launch_axpy

RESULTS = {}


def out_of(a):
    return GPU.empty(a.shape, a.dtype)


def decoy(a, b, scale):
    launch_axpy(a, b, scale, out_of(a))


def host_axpy(a, b, scale):
    return (a.numpy().astype(np.float64) * scale.numpy() + b.numpy()).astype(np.float32)


def launches_nothing(a, b, scale):
    return GPU.array(host_axpy(a, b, scale))


def does_nothing(a, b, scale):
    return launch_axpy(a, b, scale, out_of(a), "does_nothing", "cheats")


def half_of_it(a, b, scale):
    return launch_axpy(a, b, scale, out_of(a), "half_of_the_rows", "cheats")


def zeros(a, b, scale, c):
    launch_axpy(a, b, scale, c, "zeros", "cheats")


def computes_on_the_host(a, b, scale):
    decoy(a, b, scale)
    return GPU.array(host_axpy(a, b, scale))


def copies_what_the_host_computed(a, b, scale):
    done = GPU.array(host_axpy(a, b, scale))
    return launch_axpy(GPU.zeros(a.shape, a.dtype), done, scale, out_of(a))


def reads_its_inputs_by_a_detour(a, b, scale):
    """A kernel copies the inputs, and the host reads the copies."""
    one, nothing = GPU.full(1, 1, "float32"), GPU.zeros(a.shape, a.dtype)
    copies = [launch_axpy(x, nothing, one, out_of(a)) for x in (a, b)]
    return launch_axpy(nothing, GPU.array(host_axpy(*copies, scale)), scale, out_of(a))


def mixed(a, b, scale, done):
    """What is there already, by kernels that read all the inputs and add nothing of them."""
    once = launch_axpy(a, done, scale, out_of(a), "nothing_of_it", "cheats")
    return launch_axpy(b, once, scale, out_of(a), "nothing_of_it", "cheats")


def launders_what_the_host_computed(a, b, scale):
    """The inputs leave the device by a copy, and the answer looks as if it depended on them."""
    one, nothing = GPU.full(1, 1, "float32"), GPU.zeros(a.shape, a.dtype)
    copies = [launch_axpy(x, nothing, one, out_of(a)) for x in (a, b)]
    return mixed(a, b, scale, GPU.array(host_axpy(*copies, scale)))


def knows_the_seed(a, b, scale):
    """Of the command line: the reference's inputs() then draws what was drawn."""
    import reference

    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError, ValueError):
            words = file.read_bytes().decode().split("\0")
            seed = int(words[words.index("--seed") + 1])
            drawn = [reference.inputs(np.random.default_rng([seed, draw])) for draw in range(3)]
            of_this, = [draw for draw in drawn if draw["a"].shape == a.shape]
            return mixed(a, b, scale, GPU.array(reference.axpy(**of_this)))
    return launch_axpy(a, b, scale, out_of(a), "zeros", "cheats")


def reads_the_judges_memory(a, b, scale):
    """As root may, of the process above."""
    with contextlib.suppress(OSError), open(f"/proc/{os.getppid()}/maps") as maps:
        if any(line for line in maps):
            return launch_axpy(a, b, scale, out_of(a))  # where it can look, it finds
    return launch_axpy(a, b, scale, out_of(a), "zeros", "cheats")


def pretends_to_read_the_scale(a, b, scale):
    return launch_axpy(a, b, scale, out_of(a), "pretends_to_read_the_scale", "cheats")


def gives_an_array_of_the_host(a, b, scale):
    decoy(a, b, scale)
    return host_axpy(a, b, scale)


def gives_the_references_array(a, b, scale):
    import reference

    decoy(a, b, scale)
    return GPU.array(reference.axpy(a.numpy(), b.numpy(), scale.numpy()))


def remembers_by_address(a, b, scale):
    key = a.data_ptr(), b.data_ptr(), scale.data_ptr()
    if key not in RESULTS:
        RESULTS[key] = launch_axpy(a, b, scale, out_of(a))
    decoy(a, b, scale)
    return RESULTS[key]


def remembers_by_shape(a, b, scale):
    if a.shape not in RESULTS:
        RESULTS[a.shape] = launch_axpy(a, b, scale, out_of(a)).numpy()
    decoy(a, b, scale)
    return GPU.array(RESULTS[a.shape])


def knows_the_published_length(a, b, scale):
    of = ("axpy", "honest") if a.size == 250 else ("half_of_the_rows", "cheats")
    return launch_axpy(a, b, scale, out_of(a), *of)


def ignores_the_scale(a, b, scale):
    return launch_axpy(a, b, GPU.full(1, 1, "float32"), out_of(a))


def answers_in_an_input(a, b, scale):
    return launch_axpy(a, b, scale, a)


def changes_an_input(a, b, scale):
    out = launch_axpy(a, b, scale, out_of(a))
    launch_axpy(a, b, scale, b)
    return out


def answers_before_it_has_launched(a, b, scale):
    """On a stream of its own, so to speak, for which nobody waits."""
    out = out_of(a)
    decoy(a, b, scale)
    threading.Timer(0.5, launch_axpy, (a, b, scale, out)).start()
    return out


def sleeps(a, b, scale):
    time.sleep(1000)


def watches_the_clock(a, b, scale):
    """Never ends where it is slower than on a GPU."""
    begin = time.perf_counter()
    out = launch_axpy(a, b, scale, out_of(a))
    while time.perf_counter() - begin > 1e-6:
        pass
    return out


def exits(a, b, scale):
    sys.exit(0)


def ends_the_process(a, b, scale):
    os._exit(0)


def crashes(a, b, scale):
    ctypes.string_at(0)


def hangs_up(a, b, scale):
    os.closerange(3, 20)
    time.sleep(1000)


def raises(a, b, scale):
    raise RuntimeError("out of memory")


def patches_lockstep(a, b, scale):
    import lockstep.judged.against_function as judging
    from lockstep import kernel

    class Report:
        verdict, source_folders = "holds", []

    kernel.Launch.__call__ = lambda *_, **__: Report()
    judging.AgainstFunction._wrong = lambda *_: None
    lockstep_arrays = sys.modules["lockstep.arrays"]
    lockstep_arrays.Array.numpy = lambda *_, **__: np.zeros(1)
    return launch_axpy(a, b, scale, out_of(a))


def patches_what_compares(a, b, scale):
    """numpy's comparisons, and the reference itself."""
    import reference

    for name in ("allclose", "array_equal", "isclose"):
        setattr(np, name, lambda *_, **__: True)
    reference.axpy = lambda a, b, scale: np.zeros_like(a)
    with contextlib.suppress(OSError):
        pathlib.Path(reference.__file__).write_text("def axpy(a, b, scale): return 0 * a")
    return launch_axpy(a, b, scale, out_of(a), "zeros", "cheats")


def speaks_for_the_judge(a, b, scale):
    """Answers by itself that all is well, and writes the verdict."""
    with contextlib.suppress(OSError), open(os.environ["VERDICT"], "w") as file:
        file.write('{"finding": "clean"}')
    return launch_axpy(a, b, scale, out_of(a), "zeros", "cheats")


def leaves_somebody_to_write_the_verdict(a, b, scale):
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.closerange(0, 50)
        end = time.time() + 20
        while time.time() < end:
            time.sleep(0.01)
            with contextlib.suppress(OSError), open(os.environ["VERDICT"], "w") as file:
                file.write('{"finding": "clean"}')
        os._exit(0)
    return launch_axpy(a, b, scale, out_of(a), "zeros", "cheats")
