"""`lockstep campaign`: the words of a command line."""
from __future__ import annotations

import argparse
import importlib.util
import os
import signal
import sys
from contextlib import contextmanager
from typing import Any

_USAGE = 2


def seconds_of(text: str) -> float:
    """As `lockstep fuzz --time` takes it: 90, 90s, 5m, 8h."""
    units = {"s": 1, "m": 60, "h": 3600}
    number, factor = (text[:-1], units[text[-1]]) if text[-1:] in units else (text, 1)
    try:
        value = float(number) * factor
    except ValueError:
        value = -1.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"'{text}' is no time: expected seconds, or a number with s, m or h")
    return value


def count_of(text: str) -> int:
    """A number from 1; powers may be written 1e6."""
    try:
        value = int(text) if text.isdigit() else int(float(text))
    except (ValueError, OverflowError):
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1")
    return value


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="lockstep campaign", allow_abbrev=False, usage="lockstep campaign [KERNEL...] "
                                "(--local [N] | --dask ADDRESS) (--cases N | --time T | --plateau N) [options of fuzz]",
                                description="One run of `lockstep fuzz` by the workers of a Dask cluster, merged. Exit codes "
                                "are those of fuzz.")
    where = p.add_mutually_exclusive_group(required=True)
    where.add_argument("--local", nargs="?", type=count_of, const=0, metavar="N",
                       help="on N processes of this machine (default: one for each processor)")
    where.add_argument("--dask", metavar="ADDRESS", help="on the workers of this scheduler, as in tcp://host:8786")
    p.add_argument("--cases", type=count_of, metavar="N", help="cases of the seed")
    p.add_argument("--time", type=seconds_of, metavar="T", help="begin no unit after this: 90, 90s, 30m, 8h")
    p.add_argument("--plateau", type=count_of, metavar="N", help="end a kernel when N of its cases reached nothing new")
    p.add_argument("--seed", type=lambda text: int(text, 0), help="of the draws (default: drawn)")
    p.add_argument("--failures", type=count_of, default=1, metavar="N", help="end after N falsified cases (default 1)")
    p.add_argument("--folder", metavar="DIR", help="for the journals (default .lockstep/campaign-SEED)")
    p.add_argument("--resume", metavar="DIR", help="go on with the campaign of this folder")
    p.add_argument("--command", metavar="FILE", help="the built command, on every worker (default: the one here)")
    p.add_argument("--unit", type=seconds_of, default=30.0, metavar="T", help="about how long a unit takes (default 30s)")
    p.add_argument("--findings", metavar="DIR", help="folder of findings that campaigns share: known cases run first")
    p.add_argument("--selftest", action="store_true", help="begin with `lockstep selftest`, here and on each worker")
    for kind in ("json", "junit", "sarif", "html"):
        p.add_argument(f"--{kind}", metavar="FILE", help="as of `lockstep merge`")
    return p


#: Workers that are killed are not worth a page on standard error: the unit is tried again.
_QUIET = {"logging.distributed": "critical", "scheduler.allowed-failures": 20, "worker.memory.target": False,
          "worker.memory.spill": False}
#: Dask looks after tasks of milliseconds: in each process it samples the stack every 10 ms and wakes every 20 ms. Of two workers
#: that takes 6 % of two processors, and so 0.7 %; units are of 30 s.
_SELDOM = {"worker.profile.enabled": False, "admin.tick.interval": "500ms", "admin.system-monitor.interval": "5s"}


@contextmanager
def client_of(words: argparse.Namespace) -> Any:
    import dask
    dask.config.set({f"distributed.{name}": value for name, value in {**_QUIET, **_SELDOM}.items()})  # read by the import below
    import distributed
    if words.dask:
        try:
            with distributed.Client(words.dask, timeout="10s", set_as_default=False) as client:
                yield client
        except (OSError, TimeoutError, ValueError) as error:
            sys.exit(complain(f"--dask {words.dask}: {error}"))
        return
    workers = words.local or len(os.sched_getaffinity(0))
    from lockstep_campaigns.dask_pool import closed
    # Units are processes of the command whatever the workers are: as threads, these share what is decoded.
    with closed(distributed.LocalCluster(n_workers=1, threads_per_worker=workers, processes=False, memory_limit=0,
                                         dashboard_address="localhost:0", silence_logs=50)) as cluster, \
            distributed.Client(cluster, set_as_default=False) as client:
        yield client


def has_dashboard() -> bool:
    return importlib.util.find_spec("bokeh") is not None


def complain(text: str) -> int:
    print(f"lockstep campaign: {text}", file=sys.stderr)
    return _USAGE


def main(argv: list[str]) -> int:
    words, rest = parser().parse_known_args(argv)
    kernels, options = split(rest)
    if words.resume and (rest or words.cases or words.plateau or words.seed is not None or words.folder):
        return complain("--resume goes on with the words of its campaign: leave out kernels, --cases, --plateau, --seed, "
                        "--folder and options of fuzz")
    if not words.resume and words.cases is None and words.time is None and words.plateau is None:
        return complain("say when it ends: --cases N, --time T or --plateau N")
    if importlib.util.find_spec("distributed") is None:
        return complain(f"needs Dask's package distributed: {sys.executable} -m pip install 'distributed>=2025.4'")
    workers = f"the scheduler at {words.dask}" if words.dask else "workers on this machine"
    print(f"lockstep campaign: starting, with {workers}", file=sys.stderr, flush=True)  # before Dask, which takes seconds
    from lockstep_campaigns.campaign import campaign
    from lockstep_campaigns.folder import Refused
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    files = {f"--{kind}": getattr(words, kind) for kind in ("json", "junit", "sarif", "html")}
    merge = [word for name, file in files.items() if file for word in (name, file)]
    try:
        with client_of(words) as client:
            if client.dashboard_link and (words.dask or has_dashboard()):
                print(f"dashboard {client.dashboard_link}", file=sys.stderr)
            result = campaign(client, kernels, options=options, seed=words.seed, cases=words.cases, seconds=words.time,
                              plateau=words.plateau, failures=words.failures, folder=words.resume or words.folder,
                              resume=bool(words.resume), command=words.command, unit_seconds=words.unit, findings=words.findings,
                              merge=merge, selftest=words.selftest, say=lambda text: print(text, file=sys.stderr, flush=True),
                              progress=True)
            sys.stdout.write(result.text)
            sys.stdout.flush()
            return result.code
    except Refused as why:
        return complain(str(why))
    except KeyboardInterrupt:
        return 130


def split(rest: list[str]) -> tuple[list[str], list[str]]:
    """Kernels stand in front; from the first option on, words are those of fuzz."""
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    return rest[:first], rest[first:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
