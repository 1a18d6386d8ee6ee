"""Lines of C++ that are longer than .clang-format's columns: line_lengths.py ROOT; without ROOT, of planted text.

clang-format leaves comments and literals as they are. Tables that it is told to leave alone have a row a line, and raw
strings the lines that somebody else wants.
"""
import pathlib
import re
import subprocess
import sys

COLUMNS = 110
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
TABLE = re.compile(r"// clang-format off.*?// clang-format on", re.DOTALL)


def long_lines(text):
    """Numbers of the lines, from 1."""
    for left_alone in (RAW_STRING, TABLE):
        text = left_alone.sub(lambda found: "\n" * found.group(0).count("\n"), text)
    return [number for number, line in enumerate(text.split("\n"), 1) if len(line) > COLUMNS]


def main():
    if len(sys.argv) == 1:
        comment, code = "// " + "x" * 108, "int " + "x" * 107 + ";"
        table = "// clang-format off\n" + code + "\n// clang-format on"
        planted = "\n".join([comment, 'auto raw = R"(' + comment + "\n" + comment + ')";', table, code, "// " + "é" * 107])
        assert long_lines(planted) == [1, 7], long_lines(planted)
        return 0
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.cpp", "*.hpp"], check=True, capture_output=True, text=True)
    files = listed.stdout.split()
    found = [(name, number) for name in files for number in long_lines((root / name).read_text())]
    for name, number in found:
        print(f"{name}:{number}: more than {COLUMNS} columns")
    print(f"{len(files)} files, {len(found)} lines too long")
    return 1 if found or not files else 0


sys.exit(main())
