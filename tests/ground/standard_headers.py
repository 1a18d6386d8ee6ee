#!/usr/bin/env python3
"""Every name of the standard library and of fmt, tl and nlohmann that a source uses comes from a header that it includes, or that a
header of the project does which it includes: standard_headers.py ROOT [FILE…].

A compiler that is given a precompiled header does not notice where one is missing, and one library's headers include others that
another's do not. Names that nearly every header brings along (std::size_t, std::move, std::pair) are left out."""
import pathlib
import re
import sys

#: Any of these headers -> names. Catch2, Eigen and LLVM are not looked at.
NAMES = {
    "algorithm": "all_of any_of clamp copy copy_if count_if equal fill find find_if is_sorted max max_element min min_element minmax mismatch "
                 "none_of partition remove_if replace reverse rotate shuffle sort stable_sort transform unique upper_bound lower_bound "
                 "ranges::all_of ranges::any_of ranges::copy ranges::copy_if ranges::count ranges::count_if ranges::equal ranges::fill "
                 "ranges::find ranges::find_if ranges::max ranges::max_element ranges::min ranges::min_element ranges::mismatch "
                 "ranges::none_of ranges::partition_point ranges::reverse ranges::sort ranges::stable_sort ranges::transform "
                 "ranges::unique ranges::lower_bound ranges::upper_bound ranges::equal_range",
    "array": "array",
    "atomic": "atomic atomic_ref memory_order_relaxed",
    "bit": "bit_cast popcount countr_zero countl_zero bit_width bit_ceil bit_floor has_single_bit rotl rotr",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": "fabs fma floor ceil frexp isfinite isinf isnan ldexp log2 nearbyint pow rint signbit sqrt trunc",
    "condition_variable": "condition_variable",
    "csignal": "signal sig_atomic_t raise",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstdio": "FILE fclose fflush fopen fread fseek fwrite snprintf",
    "cstdlib": "abort exit getenv strtol strtoul strtoull",
    "cstring": "memcmp memcpy memmove memset strcmp strerror strlen",
    "deque": "deque",
    "exception": "current_exception exception_ptr rethrow_exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream",
    "functional": "function hash reference_wrapper",
    "iostream": "cerr cin cout",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag scoped_lock unique_lock",
    "numeric": "accumulate gcd iota lcm",
    "optional": "nullopt optional",
    "random": "mt19937 mt19937_64 uniform_int_distribution uniform_real_distribution",
    "regex": "regex regex_match regex_replace regex_search smatch",
    "set": "multiset set",
    "span": "as_bytes as_writable_bytes span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range runtime_error",
    "string": "string stoi stoul stoull to_string",
    "string string_view": "string_view",
    "thread": "jthread thread this_thread",
    "tuple": "make_tuple tie tuple",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "exchange",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}
#: Of other libraries: the folder of the header.
OTHERS = {"fmt::": "fmt", "tl::": "tl", "nlohmann::": "nlohmann"}

WANTED = {f"std::{name}": set(headers.split()) for headers, names in NAMES.items() for name in names.split()}
NAME = re.compile(r"\bstd::(?:" + "|".join(sorted({name.removeprefix("std::") for name in WANTED}, key=len, reverse=True)) + r")\b|"
                  r"\b(?:fmt|tl|nlohmann)::")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


class Source:
    def __init__(self, path):
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        headers = re.findall(r"#include <([^>]+)>", text)
        self.headers = {header.split("/")[0] for header in headers}
        self.own = re.findall(r'#include "([^"]+)"', text)
        self.names = set(NAME.findall(STRING.sub('""', text)))


class Tree:
    def __init__(self, root):
        self.root, self.sources = root, {}

    def source(self, path):
        if path not in self.sources:
            self.sources[path] = Source(path)
        return self.sources[path]

    def headers(self, path, seen):
        """Those that a file includes, and the files of the project that it does."""
        if path in seen or not path.exists():
            return set()
        seen.add(path)
        found = set(self.source(path).headers)
        for name in self.source(path).own:
            beside = path.parent / name
            found |= self.headers(beside if beside.exists() else self.root / name, seen)
        return found

    def missing(self, path):
        """Names whose headers are missing, with these."""
        here = self.headers(path, set())
        for name in sorted(self.source(path).names):
            headers = WANTED.get(name) or {OTHERS[name]}
            if not headers & here:
                yield name, " or ".join(sorted(headers))


def sources(root):
    for top in sorted(root.iterdir()):
        if top.is_dir() and top.name != "build" and not top.name.startswith("."):
            yield from sorted(path for path in top.rglob("*") if path.suffix in (".cpp", ".hpp"))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = [pathlib.Path(word).resolve() for word in sys.argv[2:]] or list(sources(root))
    tree, missing = Tree(root), 0
    for path in files:
        for name, header in tree.missing(path):
            missing += 1
            shown = path.relative_to(root) if path.is_relative_to(root) else path
            print(f"{shown}: {name.removesuffix('::')} needs <{header}>, which nothing includes that it includes")
    print(f"{len(files)} files, {missing} missing")
    return missing != 0


sys.exit(main())
