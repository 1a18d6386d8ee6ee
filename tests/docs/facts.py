#!/usr/bin/env python3
"""Holds what the documents say of the command against the command: each `lockstep COMMAND` and each `--option` against
`--help` (`units`, which workers run, is hidden there), counts of laws, kernels, models and the like against what `lockstep list` prints, the rows of
docs/command.md and docs/laws.md against the commands and laws that there are."""
import argparse
import functools
import itertools
import json
import pathlib
import re
import subprocess
import sys

from references import documents_of

NUMBERS = dict(zip("eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen".split(), range(8, 18)))
COUNT = re.compile(r"\b(" + "|".join(NUMBERS) + r"|[1-9]\d*) (metamorphic laws|laws|kernels|matrix models|models|hypotheses"
                   r"|judges|number formats|conversions|block-scale recipes)\b", re.IGNORECASE)
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
OF_COMPILERS = {"--no-gpu-bundle-output", "--offload-compress", "--offload-arch", "--offload-device-only"}
ELSEWHERE = ("lockstep", "python/lockstep_campaigns", "python/lockstep/pytest_plugin.py", "tests/foreign")


class Command:
    """What the built command says of itself."""

    def __init__(self, path, root):
        self.path, self.root = path, root
        self.options = {}  # of each command, as a tuple of words
        self.read(())
        self.outside = set()  # options of the root script and of what it runs
        for place in ELSEWHERE:
            for file in [root / place] if (root / place).is_file() else (root / place).rglob("*.py"):
                self.outside |= set(OPTION.findall(file.read_text()))
        script = (root / "lockstep").read_text()
        self.of_script = set(re.findall(r"^  ([\w-]+)\)$", script[script.index("case"):], re.MULTILINE))

    def output(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, text=True).stdout

    def read(self, words):
        help_text = self.output(*words, "--help")
        self.options[words] = {o for line in help_text.splitlines() if re.match(r"  +-", line)
                               for o in OPTION.findall(line.split("  ", 2)[1] if line.startswith("  -") else line)}
        section = help_text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
        for name in re.findall(r"^  (\w+)", section, re.MULTILINE):
            self.read((*words, name))

    @functools.lru_cache(None)
    def rows(self, what):
        return json.loads(self.output("list", what, "--json"))

    def known(self, option):
        return option in self.outside or any(option in options for options in self.options.values())

    def find(self, words):
        """The longest command that the words begin with; None where they name none."""
        found = ()
        while len(found) < len(words) and (*found, words[len(found)]) in self.options:
            found = (*found, words[len(found)])
        return found or None

    def counts(self):
        """For each noun the numbers that are right."""
        rows = self.rows("kernels")
        archs = sorted({row["arch"] for row in rows})
        kernels = set()
        for size in range(1, len(archs) + 1):
            for some in itertools.combinations(archs, size):
                names = [row["name"] for row in rows if row["arch"] in some]
                kernels |= {len(names), len(set(names))}
        models = {int(n) for row in rows for n in re.findall(r"(\d+) matrix models", row["verified"])}
        metamorphic = len(laws_of((self.root / "docs/laws.md").read_text().partition("## Metamorphic laws")[2]))
        exact = {"laws": "laws", "judges": "judges", "number formats": "formats", "conversions": "conversions",
                 "block-scale recipes": "recipes"}
        result = {noun: {len(self.rows(what))} for noun, what in exact.items()}
        result["laws"].add(metamorphic)  # "these twelve laws"
        return result | {"metamorphic laws": {metamorphic}, "kernels": kernels, "models": models, "matrix models": models,
                         "hypotheses": models}


def laws_of(text):
    """The names in the first column of the first table."""
    table = text[text.index("|---"):].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))


def lines_of_code(text):
    """Lines of fenced and indented blocks, with their continuations, and what stands in backticks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```\w*\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for block in blocks + re.findall(r"(?:^    .*\n)+", prose, re.MULTILINE):
        yield from re.sub(r"\\\n\s*", " ", block).splitlines()
    yield from (" ".join(code.split()) for code in re.findall(r"`([^`]+)`", re.sub(r"^    .*\n", "", prose, flags=re.M)))


def wrong_options(command, line):
    line = re.sub(r"'[^']*'", "''", line.split("  #")[0])
    for part in re.split(r" -- |\||&&|;|\$ ", line):
        words = part.split()
        while words and ("=" in words[0] and not words[0].startswith("-") or words[0].endswith("python3")):
            words = words[1:]
        if not words:
            continue
        in_full = words[0] in ("lockstep", "./lockstep") and len(words) > 1 and re.fullmatch(r"[a-z]+", words[1])
        if in_full and words[1] not in {"units", *command.of_script} and (words[1],) not in command.options:
            yield f"no command {words[1]}"
        of_script = words[0] in ("lockstep", "./lockstep") and len(words) > 1 and words[1] in command.of_script
        name = command.find(words[1:] if words[0] in ("lockstep", "./lockstep") else words)
        for option in OPTION.findall(part):
            if option in ("--help", "--version") or option in OF_COMPILERS:
                continue
            if of_script or (name is None and words[0].startswith("--")):
                if not command.known(option):
                    yield f"no option {option}"
            elif name is not None and option not in command.options[name]:
                yield f"no option {option} of {' '.join(name)}"


def wrong_counts(command, text, counts):
    prose = " ".join(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL).split())
    for number, noun in COUNT.findall(prose):
        value = NUMBERS.get(number.lower()) or int(number)
        if value >= 8 and value not in counts[noun.lower()]:
            yield f"{number} {noun}, where there are {sorted(counts[noun.lower()])}"


def missing_rows(command, root):
    page = (root / "docs/command.md").read_text()
    rows = " ".join(re.findall(r"^\| (.*?) \|", page, re.MULTILINE))
    for words in command.options:
        has_commands = any(len(other) > len(words) and other[: len(words)] == words for other in command.options)
        if not has_commands and not re.search(r"`" + " ".join(words) + r"\b", rows):
            yield f"command.md: no row of {' '.join(words)}"
    for name in command.of_script:
        if not re.search(rf"`\./lockstep {name}\b", rows):
            yield f"command.md: no row of ./lockstep {name}"
    number = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][len(command.of_script)]
    if f"{number} commands exist only in the root script" not in page:
        yield f"command.md: the root script has {len(command.of_script)} commands of its own"
    laws = (root / "docs/laws.md").read_text()
    first, _, second = laws.partition("## Metamorphic laws")
    named, there = laws_of(first) | laws_of(second), {row["name"] for row in command.rows("laws")}
    yield from (f"laws.md: no row of {law}" for law in there - named)
    yield from (f"laws.md: no law {law}" for law in named - there)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("lockstep")
    parser.add_argument("documents", type=pathlib.Path, nargs="*", help="those of the project when none is named")
    options = parser.parse_args()
    root = options.root.resolve()
    command = Command(pathlib.Path(options.lockstep).resolve(), root)
    counts = command.counts()
    documents = options.documents or [d for d in documents_of(root) if d.relative_to(root).parts[0] != "tests"]
    complaints = [] if options.documents else list(missing_rows(command, root))
    for document in documents:
        text = document.read_text()
        found = [*wrong_counts(command, text, counts), *(w for line in lines_of_code(text) for w in wrong_options(command, line))]
        complaints += [f"{document.name}: {complaint}" for complaint in found]
    print("\n".join(complaints))
    print(f"{len(documents)} documents, {len(complaints)} wrong")
    return 1 if complaints or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
