"""A kernel that stops on a GPU, which is lost then: traps.py launch|fuzz CODE_OBJECT, under lockstep exec."""
import pathlib
import sys
import tempfile

import lockstep

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "package"))
from implementations import by_launch  # noqa: E402

gpu = lockstep.Device("hip:0")


def launched(code):
    out = gpu.zeros(8, "float64", name="out")
    try:
        gpu.load(code)["kinds"][1, 64](0x1000, 1, 2, 3, 4, 5.0, 6.0, bytes(16))
    except lockstep.Trapped as found:
        assert found.report.verdict == "trapped" and found.report.stop.kind == "trap", found
        assert "hipDeviceSynchronize: hipErrorIllegalAddress" in str(found), found
        try:
            out.numpy()
        except ValueError as after:
            assert str(after).startswith("hip:0: hip") and "hipErrorIllegalAddress" in str(after), after
            print("as it should")


def fuzzed():
    """What comes after a fault says nothing of other cases: the first one is reported, as it is."""
    run = by_launch(gpu)

    def with_a_short_output(problem):
        problem.tensors["d"] = gpu.empty((1, 1, 1), problem.d.dtype, name="short")
        run(problem)

    with tempfile.TemporaryDirectory() as folder:
        try:
            lockstep.fuzz("grouped_gemm_masked", cases=30, seed=7, arrays=gpu, corpus=folder)(with_a_short_output)()
        except lockstep.Trapped as found:
            assert "not shrunk: hip:0 (AMD Instinct" in str(found) and "answers nothing more in this process" in str(found), found
            assert "hipErrorIllegalAddress" in str(found) and isinstance(found.__cause__, lockstep.Trapped), found
            print("as it should")


if sys.argv[1] == "launch":
    launched(sys.argv[2])
else:
    fuzzed()
