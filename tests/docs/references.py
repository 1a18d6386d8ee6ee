#!/usr/bin/env python3
"""Checks that what the documents refer to exists: relative links, their anchors, and in backticks paths, patterns of paths,
and names of the sources; in pages of steps also files by their names alone, names in the file that is said to have them, and
the C++ that is quoted; and that docs/architecture.md draws every layer."""
import argparse
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:bench|cli|cmake|deploy|devices|docs|emulator|host|kernels|properties|python|reference|tests)/[\w./*-]+)`")

# A constant, a type of two words or more, a function: kLimits, LaunchPlan, check_relation()
NAME = re.compile(r"`(?:\w+::)*(k[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*|[a-z]\w*(?=\(\)`))(?:\(\))?`")

# In pages that tell where to write what: a file, where <name> stands for any, a `name` in a `file`, and quoted C++.
STEPS = "adding.md", "adding_a_kernel.md"
FILE = re.compile(r"`([\w.*<>-]+\.(?:cpp|csv|hip|hpp|json|py|s)|CMakeLists\.txt)`")
TOLD_IN = re.compile(r"`(?:\w+::)*(\w+)(?:\(\))?`[\w ]{0,20}\sin\s+`([\w/.-]+/[\w.-]+\.\w+)`")
QUOTED = re.compile(r"```cpp\n(.*?)```", re.S)
FOLDERS = ("cli", "cmake", "devices", "emulator", "host", "kernels", "properties", "python", "reference", "tests")

OF_OTHERS = {"get_mk_alignment_for_contiguous_layout", "DebugInfoDWARF"}  # DeepGEMM, LLVM


def documents_of(root):
    """The project's own, but for the changelog, which names what is gone."""
    readmes = sorted(path for pattern in ("*/README.md", "*/*/README.md") for path in root.glob(pattern)
                     if path.parts[len(root.parts)] not in ("build", "docs"))
    return [root / "README.md", root / "CONTRIBUTING.md", *readmes, *sorted((root / "docs").rglob("*.md"))]


def names_of(root):
    """Every word of the sources."""
    sources = (path for folder in FOLDERS for path in (root / folder).rglob("*")
               if path.suffix in (".cpp", ".hpp", ".py", ".cmake", ".json", ".hip", ".txt"))
    return {word for path in sources for word in re.findall(r"\w+", path.read_text(errors="replace"))}


def anchors(text):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing(root, document, names):
    text = re.sub(r"```.*?```", "", document.read_text(), flags=re.S)
    for link in LINK.findall(text):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        if not target.exists():
            yield f"no file {link}"
        elif anchor and anchor not in anchors(target.read_text()):
            yield f"no heading {link}"
    for path in PATH.findall(text):
        if not any(root.glob(path.rstrip("/"))):
            yield f"no path {path}"
    for name in NAME.findall(text):
        if name not in names | OF_OTHERS:
            yield f"no name {name}"


def misplaced(root, document):
    """What a page of steps sends readers to, and is not there."""
    text = document.read_text()
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for file in FILE.findall(prose):
        if not any(True for folder in FOLDERS for _ in (root / folder).rglob(re.sub(r"<\w+>", "*", file))):
            yield f"no file {file}"
    for name, path in TOLD_IN.findall(prose):
        if (root / path).is_file() and not re.search(rf"\b{name}\b", (root / path).read_text()):
            yield f"no name {name} in {path}"
    kernels = "\n".join(path.read_text() for path in (root / "kernels").rglob("*.hip")) if QUOTED.search(text) else ""
    for line in "".join(QUOTED.findall(text)).splitlines():
        if line.strip() not in kernels:
            yield f"no line {line.strip()}"


def undrawn(root):
    """Layers that the picture of the folders lacks."""
    drawn = (root / "docs/architecture.md").read_text()
    for layer in re.findall(r'^  "([\w/]+):', (root / "cmake/LayerRows.cmake").read_text(), re.MULTILINE):
        if f"{layer.split('/')[-1]}/" not in drawn:
            yield f"architecture.md: no folder {layer}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("documents", type=pathlib.Path, nargs="*", help="those of the project when none is named")
    options = parser.parse_args()
    root = options.root.resolve()
    documents = [d.resolve() for d in options.documents] or documents_of(root)
    names = names_of(root)
    complaints = [f"{d.name}: {complaint}" for d in documents for complaint in missing(root, d, names)]
    complaints += [f"{d.name}: {complaint}" for d in documents if d.name in STEPS or options.documents
                   for complaint in misplaced(root, d)]
    complaints += [] if options.documents else undrawn(root)
    print("\n".join(complaints))
    print(f"{len(documents)} documents, {len(complaints)} missing")
    return 1 if complaints or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
