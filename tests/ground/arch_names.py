"""Nothing outside emulator/arch compares an arch's name: it asks the arch's row for a feature.

arch_names.py ROOT: fails where a source does. arch_names.py: shows that planted comparisons are found."""
import pathlib
import re
import sys

NAME = r'"(?:gfx|sm_)[0-9a-z]*"'
SET = r"(?:\w+::)*k(?:Gfx|Cdna)[0-9]\w*"
COMPARISONS = [re.compile(pattern) for pattern in (
    rf"[=!]=\s*(?:\w+(?:::\w+)*[({{]\s*)?{NAME}",          # arch == "gfx950", arch == std::string("gfx950")
    rf"{NAME}(?:sv|s)?\s*[=!]=",                           # "gfx950" == arch
    rf"(?:starts_with|ends_with|compare|contains|find)\(\s*{NAME}",
    rf"(?:[=!]=|&)\s*{SET}\b(?!\s*\|)",                    # archs == kGfx950, archs & kGfx950
    rf"\b{SET}\s*(?:[=!]=|&)",
    r"\bbool gfx[0-9a-z_]*\b",
    rf"\bin [(\[{{]\s*{NAME}",                             # Python
    r"'gfx[0-9a-z]*'\s*[=!]=|[=!]=\s*'gfx",
)]
FOLDERS = ("host", "reference", "emulator", "devices", "kernels", "properties", "cli", "python", "bench")
# The rows' own folder, and tables whose rows say their archs.
APART = ("emulator/arch/", "emulator/isa/tables/")


def comparisons(text):
    """The numbers of the lines that compare, and what they say."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if any(pattern.search(code) for pattern in COMPARISONS):
            yield number, line.strip()


def self_test():
    planted = ('if (arch == "gfx950") return 1;', 'return "gfx1250" == program.arch;',
               'arch.starts_with("gfx94")', "if (row.archs == isa::kGfx1250)", "(archs & arch::kCdna34) != 0",
               "int f(bool gfx1250);", 'arch != std::string_view("sm_90")',
               'if arch in ("gfx942", "gfx950"):', "if arch == 'gfx950':")
    plain = ('Kernel{"grouped_gemm", "gfx950", order}', 'find_kernel(name, "gfx950")',
             "on(kGfx950 | kGfx1250, row)", "arch::has(kernel.arch, Feature::wmma)", '// arch == "gfx950"')
    wrong = [line for line in planted if not list(comparisons(line))]
    wrong += [line for line in plain if list(comparisons(line))]
    return wrong


def main(arguments):
    if not arguments:
        found = [f"planted: {line}" for line in self_test()]
    else:
        root = pathlib.Path(arguments[0])
        files = [f for folder in FOLDERS for f in sorted((root / folder).rglob("*"))
                 if f.suffix in (".cpp", ".hpp", ".py")]
        assert len(files) > 1000
        why = "compares an arch's name; ask its row (emulator/arch)"
        found = [f"{f.relative_to(root)}:{number}: {why}: {line}"
                 for f in files if not f.relative_to(root).as_posix().startswith(APART)
                 for number, line in comparisons(f.read_text())]
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main(sys.argv[1:]))
