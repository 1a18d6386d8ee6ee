#include "properties/compiler_check/program.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/compiler_check/kinds.hpp"

namespace lockstep::compiler_check {

namespace {

// Registers outside the pools: v0 the lane's offset in buffers, v[1:2] the address of the buffer that
// programs write, v3 the lane's offset in LDS; s2 a mask of offsets, s[4:9] pointers, s[12:15] a descriptor.
struct Pool {
  char letter;
  int first, end;
};
constexpr Pool kPools[] = {{'v', 4, 52}, {'a', 0, 32}, {'s', 16, 32}};

struct Tuple {
  char letter = 'v';
  int first = 0, count = 0;
  bool alone = false;

  bool clashes(const Tuple& o) const {
    return letter == o.letter && (alone || o.alone) && first < o.first + o.count && o.first < first + count;
  }
};

std::string name_of(const Tuple& t) {
  std::string name = "$";
  for (int i = 0; i < t.count; ++i)
    name += fmt::format("{}{}gpr{}", i == 0 ? "" : "_", t.letter, t.first + i);
  return name;
}

/// A row's text with what is drawn in place.
class Row {
 public:
  Row(host::Random& random, const arch::Arch& arch) : random_(random), arch_(arch) {}

  /// `text` with what is drawn filled in; nothing where no registers are left that are disjoint.
  std::optional<std::string> filled(std::string_view text) {
    std::string out;
    while (true) {
      const std::size_t open = text.find('<');
      out += text.substr(0, open);
      if (open == std::string_view::npos) return out;
      const std::size_t close = text.find('>', open);
      const auto drawn = draw(text.substr(open + 1, close - open - 1));
      if (!drawn) return std::nullopt;
      out += *drawn;
      text.remove_prefix(close + 1);
    }
  }

 private:
  static int number(std::string_view digits) {
    int n = 1;
    std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return n;
  }

  std::optional<std::string> draw(std::string_view what) {
    if (what == "m") what = arch_.has(arch::Feature::wave64) ? "s2" : "s1";
    if (what[0] == 'n') {
      const std::size_t times = what.find('*');
      const int step = times == std::string_view::npos ? 1 : number(what.substr(times + 1));
      return std::to_string(random_.below(std::uint64_t(number(what.substr(1)))) * std::uint64_t(step));
    }
    const std::size_t colon = what.find(':');
    const char name = colon == std::string_view::npos ? '\0' : what[colon + 1];
    if (name != '\0' && named_.contains(name)) return named_[name];
    Tuple t{what[0], 0, number(what.substr(1)), what.ends_with('!')};
    if (!place(t)) return std::nullopt;
    used_.push_back(t);
    if (name != '\0') named_[name] = name_of(t);
    return name_of(t);
  }

  bool place(Tuple& t) {
    constexpr int kTries = 100;
    const Pool& pool = *std::ranges::find(kPools, t.letter, &Pool::letter);
    const int step = t.count == 1 ? 1 : t.letter == 's' ? t.count : 2;
    const auto places = std::uint64_t((pool.end - pool.first - t.count) / step + 1);
    for (int i = 0; i < kTries; ++i) {
      t.first = pool.first + step * int(random_.below(places));
      if (std::ranges::none_of(used_, [&](const Tuple& u) { return t.clashes(u); })) return true;
    }
    return false;
  }

  host::Random& random_;
  const arch::Arch& arch_;
  std::vector<Tuple> used_;
  std::map<char, std::string> named_;
};

/// Kinds of the arch by group.
std::map<std::string_view, std::vector<const Kind*>> groups_of(const arch::Arch& arch) {
  std::map<std::string_view, std::vector<const Kind*>> groups;
  for (const Kind& k : kinds())
    if ((k.archs & arch.instructions) != 0) groups[k.group].push_back(&k);
  return groups;
}

constexpr std::string_view kMemory = " :: (load (s128), addrspace 1)",
                           kStore = " :: (store (s128), addrspace 1)";

/// Fills the registers of all pools, so that nothing that the program uses is undefined.
std::string prologue(const arch::Arch& arch) {
  std::string text =
      "$sgpr4_sgpr5_sgpr6_sgpr7 = S_LOAD_DWORDX4_IMM $sgpr0_sgpr1, 0, 0 :: (load (s128) from %ir.in, "
      "addrspace 4);"
      "$sgpr8_sgpr9 = S_LOAD_DWORDX2_IMM $sgpr0_sgpr1, 16, 0 :: (load (s64) from %ir.in, addrspace 4);"
      "$vgpr3 = V_LSHLREV_B32_e32 6, $vgpr0, implicit $exec;"
      "$vgpr0 = V_LSHLREV_B32_e32 8, $vgpr0, implicit $exec;"
      "$sgpr2 = S_MOV_B32 240;"
      "$sgpr12_sgpr13 = S_MOV_B64 $sgpr4_sgpr5;$sgpr14 = S_MOV_B32 16384;$sgpr15 = S_MOV_B32 159744;"
      "$vgpr1 = V_MOV_B32_e32 $sgpr4, implicit $exec;$vgpr2 = V_MOV_B32_e32 $sgpr5, implicit $exec;";
  text +=
      fmt::format("{} = S_LOAD_DWORDX16_IMM $sgpr8_sgpr9, 0, 0 :: (load (s512) from %ir.in, addrspace 4);",
                  name_of({'s', 16, 16}));
  const auto load = [&](char letter, int first, int at) {
    text += fmt::format("{} = GLOBAL_LOAD_DWORDX4_SADDR $sgpr8_sgpr9, $vgpr0, {}, 0, implicit $exec{};",
                        name_of({letter, first, 4}), at, kMemory);
  };
  for (int i = 0; i < 12; ++i) load('v', 4 + 4 * i, 16 * i);
  if (arch.has(arch::Feature::accumulation_registers))
    for (int i = 0; i < 8; ++i) load('a', 4 * i, 128 + 16 * i);
  for (int i = 0; i < 4; ++i)
    text +=
        fmt::format("DS_WRITE_B128_gfx9 $vgpr3, {}, {}, 0, implicit $exec :: (store (s128), addrspace 3);",
                    name_of({'v', 4 + 4 * i, 4}), 16 * i);
  text += arch.has(arch::Feature::wave64) ? "$vcc = S_MOV_B64 $sgpr16_sgpr17" : "$vcc_lo = S_MOV_B32 $sgpr16";
  return text;
}

/// Stores all registers; every one is used then.
std::string epilogue(const arch::Arch& arch) {
  std::string text = "$sgpr3 = S_MOV_B32 16384;";
  const auto store = [&](char letter, int first, int at) {
    text += fmt::format("GLOBAL_STORE_DWORDX4_SADDR $vgpr0, {}, $sgpr6_sgpr7, {}, 0, implicit $exec{};",
                        name_of({letter, first, 4}), at, kStore);
  };
  for (int i = 0; i < 12; ++i) store('v', 4 + 4 * i, 16 * i);
  text += "$vgpr0 = V_ADD_U32_e32 $sgpr3, $vgpr0, implicit $exec;";
  for (int i = 0; i < 16; ++i)
    text += fmt::format("$vgpr{} = V_MOV_B32_e32 $sgpr{}, implicit $exec;", 4 + i, 16 + i);
  for (int i = 0; i < 4; ++i) store('v', 4 + 4 * i, 16 * i);
  if (arch.has(arch::Feature::accumulation_registers))
    for (int i = 0; i < 8; ++i) store('a', 4 * i, 64 + 16 * i);
  return text + "S_ENDPGM 0";
}

constexpr std::string_view kFunction = R"(---
name: {0}
tracksRegLiveness: false
noVRegs: true
liveins:
  - {{ reg: '$vgpr0' }}
  - {{ reg: '$sgpr0_sgpr1' }}
machineFunctionInfo:
  explicitKernArgSize: 24
  maxKernArgAlign: 8
  ldsSize: 4096
  isEntryFunction: true
  scratchRSrcReg: '$private_rsrc_reg'
  frameOffsetReg: '$fp_reg'
  stackPtrOffsetReg: '$sgpr32'
  argumentInfo:
    kernargSegmentPtr: {{ reg: '$sgpr0_sgpr1' }}
    workItemIDX: {{ reg: '$vgpr0' }}
body: |
  bb.0:
    {1}
...
)";

/// No implicit argument is asked for: what a wave starts with is the pointer to its arguments and the lane.
constexpr std::string_view kNotUsed[] = {
    "dispatch-ptr",       "queue-ptr",      "dispatch-id",       "implicitarg-ptr",
    "workgroup-id-x",     "workgroup-id-y", "workgroup-id-z",    "workitem-id-y",
    "workitem-id-z",      "lds-kernel-id",  "hostcall-ptr",      "heap-ptr",
    "multigrid-sync-arg", "default-queue",  "completion-action", "flat-scratch-init"};

std::string lines_of(std::string text) {
  for (std::size_t at = 0; (at = text.find(';', at)) != std::string::npos;) text.replace(at, 1, "\n    ");
  return text;
}

}  // namespace

Program draw(std::uint64_t seed, const arch::Arch& arch) {
  constexpr std::uint64_t kFewestGroups = 2, kMoreGroups = 4, kFewestRows = 6, kMoreRows = 20;
  host::Random random(host::hash(seed, 0x434F4D50));
  const auto all = groups_of(arch);
  std::vector<const Kind*> chosen;
  std::vector<std::string_view> names;
  for (const auto& [name, of_it] : all) names.push_back(name);
  std::vector<std::string_view> groups;
  const std::uint64_t count = kFewestGroups + random.below(kMoreGroups);
  for (std::uint64_t i = 0; i < count; ++i) groups.push_back(names[random.below(names.size())]);
  Program program{.seed = seed, .rows = {}};
  const std::uint64_t rows = kFewestRows + random.below(kMoreRows);
  while (program.rows.size() < rows) {
    const auto& of_it = all.at(groups[random.below(groups.size())]);
    if (auto row = Row(random, arch).filled(of_it[random.below(of_it.size())]->text))
      program.rows.push_back(std::move(*row));
  }
  return program;
}

std::string module_of(std::span<const Program> programs, const arch::Arch& arch) {
  std::string text = "--- |\n  target triple = \"amdgcn-amd-amdhsa\"\n", functions;
  for (const Program& p : programs) {
    text += fmt::format(
        "  define amdgpu_kernel void @{}(ptr addrspace(1) %work, ptr addrspace(1) %out, "
        "ptr addrspace(4) %in) "
        "#0 {{ ret void }}\n",
        p.name());
    std::string body = prologue(arch);
    for (const std::string& row : p.rows) body += ";" + row;
    functions += fmt::format(kFunction, p.name(), lines_of(body + ";" + epilogue(arch)));
  }
  text += fmt::format("  attributes #0 = {{ \"amdgpu-flat-work-group-size\"=\"{0},{0}\"", arch.widest_wave());
  for (const std::string_view what : kNotUsed) text += fmt::format(" \"amdgpu-no-{}\"", what);
  return text + " }\n...\n" + functions;
}

}  // namespace lockstep::compiler_check
