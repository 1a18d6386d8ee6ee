"""The fixture `judged`: what is clean passes, anything else fails and says why."""
import os
import xml.etree.ElementTree

import pytest


@pytest.fixture
def outcome(pytester):
    def run(arguments):
        pytester.makepyfile(f"def test_it(judged):\n    judged({arguments})\n")
        return pytester.runpytest_subprocess("--junit-xml", "junit.xml")

    return run


def test_clean(outcome, pytester):
    folder = os.environ["KERNELS"]
    outcome(f"'{folder}/honest.co', '{folder}/axpy.json', kernel='axpy', seed=7").assert_outcomes(passed=1)
    properties = {p.get("name"): p.get("value") for p in xml.etree.ElementTree.parse(pytester.path / "junit.xml").iter("property")}
    assert properties["lockstep_finding"] == "clean" and properties["lockstep_seed"] == "7"


def test_found(outcome):
    folder = os.environ["KERNELS"]
    result = outcome(f"'{folder}/cheats.co', '{folder}/axpy.json', kernel='zeros', seed=7")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["found: mismatch: c: *", "execution completed, values differs", "again: lockstep judge *--seed 7*"])


def test_too_little_is_no_pass(outcome):
    outcome(f"'{os.environ['KERNELS']}/axpy.json'").assert_outcomes(failed=1)
