#!/usr/bin/env python3
"""Holds the examples of a document against the command.

An example is a fenced block whose first line is `$ lockstep OPTIONS`, or a table under a comment `<!-- lockstep OPTIONS
-->`; what follows must be the command's standard output. Where the first line is `$ ./lockstep OPTIONS`, it must be how
that output begins, except for the number of shrinking steps and for the registers and addresses that a compiler chose.
A fenced block under a comment `<!-- file PATH -->` must be that file, and one under `<!-- diff PATH PATH -->` what
differs between two files, both beside the document. With --update the document is rewritten with the right text."""
import argparse
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

EXAMPLE = re.compile(r"^(```console\n\$ lockstep (.*)\n)((?:.*\n)*?)(```)$|^(<!-- lockstep (.*) -->\n)((?:\|.*\n)*)()",
                     re.MULTILINE)
EXCERPT = re.compile(r"^(```\n\$ \./lockstep (.*)\n)((?:.*\n)*?)(```)$", re.MULTILINE)
CHANGES = re.compile(r"shrunk \d+x in \d+ tries|@0x[0-9a-f]+|\b[asv](\d+|\[\d+:\d+\])|\b\d+ (more|findings)\b")
FILE = re.compile(r"^(<!-- file (\S+) -->\n```\w*\n)((?:.*\n)*?)(```)$", re.MULTILINE)
DIFF = re.compile(r"^(<!-- diff (\S+) (\S+) -->\n```\w*\n)((?:.*\n)*?)(```)$", re.MULTILINE)


def changed_lines(old, new):
    lines = difflib.unified_diff(old.read_text().splitlines(True), new.read_text().splitlines(True), n=2)
    return "".join(list(lines)[3:])  # without the names of the files and the position


def with_an_error(text):
    """Changes the last character of the first example of each kind."""
    for kind, groups in ((EXAMPLE, (3, 7)), (FILE, (3,)), (DIFF, (4,))):
        first = kind.search(text)
        if first:
            end = max(first.end(group) for group in groups)
            text = text[: end - 2] + "?" + text[end - 1 :]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("lockstep")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--break", dest="broken", action="store_true",
                        help="change one character of the first example of each kind")
    options = parser.parse_args()

    text = options.document.read_text()
    if options.broken:
        text = with_an_error(text)
    count = wrong = 0

    def rerun(example):
        nonlocal count, wrong
        head, arguments, written, tail = (example.groups()[:4] if example.group(1) else example.groups()[4:])
        printed = subprocess.run([options.lockstep, *shlex.split(arguments)], capture_output=True, text=True).stdout
        count += 1
        if printed != written:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), printed.splitlines(True),
                                                       str(options.document), f"lockstep {arguments}"))
        return head + printed + tail

    def begin_again(example):
        nonlocal count, wrong
        head, arguments, written, tail = example.groups()
        with tempfile.TemporaryDirectory() as elsewhere:  # what fails is kept where the command runs
            command = [pathlib.Path(options.lockstep).resolve(), *shlex.split(arguments)]
            printed = subprocess.run(command, capture_output=True, text=True, cwd=elsewhere).stdout
        begins = "".join(printed.splitlines(True)[: written.count("\n")])
        count += 1
        if not written or CHANGES.sub("", begins) != CHANGES.sub("", written):
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), begins.splitlines(True),
                                                       str(options.document), f"./lockstep {arguments}"))
        return head + begins + tail

    def reread(example):
        nonlocal count, wrong
        head, name, written, tail = example.groups()
        content = (options.document.parent / name).read_text()
        count += 1
        if content != written:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), content.splitlines(True),
                                                       str(options.document), name))
        return head + content + tail

    def compare_again(example):
        nonlocal count, wrong
        head, old, new, written, tail = example.groups()
        content = changed_lines(options.document.parent / old, options.document.parent / new)
        count += 1
        if content != written:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), content.splitlines(True),
                                                       str(options.document), f"{old} {new}"))
        return head + content + tail

    text = DIFF.sub(compare_again, text)
    updated = FILE.sub(reread, EXCERPT.sub(begin_again, EXAMPLE.sub(rerun, text)))
    if options.update:
        options.document.write_text(updated)
        return 0
    print(f"{count} examples, {wrong} differ")
    return 0 if count > 0 and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
