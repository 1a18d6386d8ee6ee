// `lockstep list instructions`: every row that the machine executes, and what real kernels use beyond those.
#include <algorithm>
#include <bit>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "emulator/isa/description.hpp"
#include "emulator/isa/fidelity.hpp"
#include "emulator/isa/used_mnemonics.hpp"

namespace lockstep::cli {

namespace {

struct Listed {
  std::string_view mnemonic;
  const isa::Semantics* row = nullptr;  ///< nullptr: kernels use it and the machine does not know it
};

/// Whether kernels use it on one of the archs, which has no row for it.
bool is_unsupported(const isa::Census& census, const isa::UsedMnemonic& used, arch::Set archs) {
  return std::ranges::any_of(arch::all(), [&](const arch::Arch* a) {
    const arch::Set on = a->instructions & archs;
    return on != 0 && census.uses(used, on) && isa::find(used.name, on) == nullptr;
  });
}

std::vector<Listed> lines(arch::Set archs, bool only_unsupported) {
  std::vector<Listed> all;
  if (!only_unsupported)
    for (const std::span<const isa::Semantics> table : isa::tables(archs))
      for (const isa::Semantics& row : table)
        if ((row.archs & archs) != 0) all.push_back({row.mnemonic, &row});
  for (const isa::Census& census : isa::censuses())
    for (const isa::UsedMnemonic& used : census.by_name)
      if (is_unsupported(census, used, archs)) all.push_back({used.name, nullptr});
  std::ranges::sort(all, {}, [](const Listed& line) { return std::pair(line.mnemonic, line.row); });
  return all;
}

std::string uses(std::string_view mnemonic, arch::Set archs) {
  for (const isa::Census& census : isa::censuses())
    if ((census.all_archs() & archs) != 0) return census.text(mnemonic);
  return "-";
}

std::string_view fidelity(const isa::Semantics& row, arch::Set archs) {
  const isa::FidelityRow* known = isa::find_fidelity(row, std::bit_floor(row.archs & archs));
  if (known == nullptr) return isa::name(isa::Fidelity::documented);
  return known->fidelity ? isa::name(*known->fidelity) : "model";
}

constexpr const char* kRow = "{:<34} {:<6} {:<24} {:<42} {:<14} {:<13} {:<8} {:<13} {:<18} {}\n";

void print_text(const std::vector<Listed>& all, arch::Set archs) {
  if (!all.empty())
    fmt::print(kRow, "mnemonic", "family", "operation", "operands", "dataflow", "counter", "waits", "archs",
               "uses", "source");
  for (const Listed& line : all) {
    if (line.row == nullptr) {
      fmt::print(kRow, line.mnemonic, "-", "UNSUPPORTED", "-", "-", "-", "-", "-", uses(line.mnemonic, archs),
                 "-");
      continue;
    }
    const isa::Description d = describe(*line.row);
    fmt::print(kRow, d.mnemonic, d.family, d.operation, d.operands, d.dataflow, d.counter, d.wait_class,
               arch::names(line.row->archs & archs), uses(line.mnemonic, archs), d.source);
  }
}

void print_json(const std::vector<Listed>& all, arch::Set archs) {
  nlohmann::json list = nlohmann::json::array();
  for (const Listed& line : all) {
    nlohmann::json object{{"kind", "instructions"}, {"name", line.mnemonic}};
    object["support"] = line.row != nullptr ? "supported" : "unsupported";
    object["uses"] = uses(line.mnemonic, archs);
    if (line.row != nullptr) {
      const isa::Description d = describe(*line.row);
      object.update({{"name", d.mnemonic},
                     {"family", d.family},
                     {"operation", d.operation},
                     {"operands", d.operands},
                     {"dataflow", d.dataflow},
                     {"counter", d.counter},
                     {"wait_class", d.wait_class},
                     {"archs", arch::names(line.row->archs & archs)},
                     {"tests", d.tests},
                     {"source", d.source},
                     {"fidelity", fidelity(*line.row, archs)}});
    }
    list.push_back(std::move(object));
  }
  fmt::print("{}\n", list.dump(1));
}

}  // namespace

int list_instructions(const InstructionListOptions& options) {
  const arch::Arch* const arch = arch::find_emulated(options.arch);
  if (!options.arch.empty() && arch == nullptr) {
    fmt::print(stderr, "lockstep list instructions: no arch '{}'; there are {}\n", options.arch,
               arch::emulated_names());
    return kUsage;
  }
  const arch::Set archs = arch != nullptr ? arch->instructions : arch::kCdna34;
  const std::vector<Listed> all = lines(archs, options.unsupported);
  if (options.json) {
    print_json(all, archs);
    return kHolds;
  }
  print_text(all, archs);
  const auto missing = std::ranges::count(all, nullptr, &Listed::row);
  fmt::print("{} instructions; {} that kernels use are unsupported\n", all.size() - std::size_t(missing),
             missing);
  return kHolds;
}

}  // namespace lockstep::cli
