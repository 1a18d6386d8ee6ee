// `lockstep list instructions`: every row that the machine executes, and what real kernels use beyond those.
#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
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

bool wanted(const isa::Semantics& row, const std::string& arch) {
  return arch.empty() || (row.archs & isa::arch_bit(arch)) != 0;
}

bool is_unsupported(const isa::UsedMnemonic& used, const std::string& arch) {
  if (arch == "gfx1250") return false;  // which has counts of its own
  if (!arch.empty()) return used.on(arch) && isa::find(used.name, arch) == nullptr;
  return is_unsupported(used, "gfx942") || is_unsupported(used, "gfx950");
}

std::vector<Listed> lines(const InstructionListOptions& options) {
  std::vector<Listed> all;
  const auto add = [&](std::span<const isa::Semantics> table) {
    for (const isa::Semantics& row : table)
      if (wanted(row, options.arch)) all.push_back({row.mnemonic, &row});
  };
  if (!options.unsupported && options.arch == "gfx1250") add(isa::gfx1250_table());
  if (!options.unsupported && options.arch != "gfx1250") std::ranges::for_each(isa::tables(), add);
  if (options.arch == "gfx1250")
    for (const isa::UsedOnGfx1250& used : isa::used_on_gfx1250())
      if (isa::find(used.name, "gfx1250") == nullptr) all.push_back({used.name, nullptr});
  for (const isa::UsedMnemonic& used : isa::used_mnemonics())
    if (is_unsupported(used, options.arch)) all.push_back({used.name, nullptr});
  std::ranges::sort(all, {}, [](const Listed& line) { return std::pair(line.mnemonic, line.row); });
  return all;
}

std::string uses_on_gfx1250(std::string_view mnemonic) {
  const auto all = isa::used_on_gfx1250();
  const auto used = std::ranges::find(all, mnemonic, &isa::UsedOnGfx1250::name);
  if (used == all.end()) return "-";
  return fmt::format("{}+{}+{}+{}", used->aiter, used->clang, used->triton, used->flydsl);
}

std::string uses(std::string_view mnemonic, const std::string& arch) {
  if (arch == "gfx1250") return uses_on_gfx1250(mnemonic);
  const isa::UsedMnemonic* used = isa::find_used(mnemonic);
  if (used == nullptr) return "-";
  return fmt::format("{}+{}/{}", used->gfx950, used->gfx950_clang, used->gfx942);
}

std::string_view fidelity(const isa::Semantics& row) {
  const isa::FidelityRow* known = isa::find_fidelity(row, row.archs == isa::kGfx1250        ? "gfx1250"
                                                          : (row.archs & isa::kGfx950) != 0 ? "gfx950"
                                                                                            : "gfx942");
  if (known == nullptr) return isa::name(isa::Fidelity::documented);
  return known->fidelity ? isa::name(*known->fidelity) : "model";
}

constexpr const char* kRow = "{:<34} {:<6} {:<24} {:<42} {:<14} {:<13} {:<8} {:<13} {:<18} {}\n";

void print_text(const std::vector<Listed>& all, const std::string& arch) {
  if (!all.empty())
    fmt::print(kRow, "mnemonic", "family", "operation", "operands", "dataflow", "counter", "waits", "archs",
               "uses", "source");
  for (const Listed& line : all) {
    if (line.row == nullptr) {
      fmt::print(kRow, line.mnemonic, "-", "UNSUPPORTED", "-", "-", "-", "-", "-", uses(line.mnemonic, arch),
                 "-");
      continue;
    }
    const isa::Description d = describe(*line.row);
    fmt::print(kRow, line.mnemonic, d.family, d.operation, d.operands, d.dataflow, d.counter, d.wait_class,
               d.archs, uses(line.mnemonic, arch), d.source);
  }
}

void print_json(const std::vector<Listed>& all, const std::string& arch) {
  nlohmann::json list = nlohmann::json::array();
  for (const Listed& line : all) {
    nlohmann::json object{{"kind", "instructions"}, {"name", line.mnemonic}};
    object["support"] = line.row != nullptr ? "supported" : "unsupported";
    object["uses"] = uses(line.mnemonic, arch);
    if (line.row != nullptr) {
      const isa::Description d = describe(*line.row);
      object.update({{"family", d.family},
                     {"operation", d.operation},
                     {"operands", d.operands},
                     {"dataflow", d.dataflow},
                     {"counter", d.counter},
                     {"wait_class", d.wait_class},
                     {"archs", d.archs},
                     {"tests", d.tests},
                     {"source", d.source},
                     {"fidelity", fidelity(*line.row)}});
    }
    list.push_back(std::move(object));
  }
  fmt::print("{}\n", list.dump(1));
}

}  // namespace

int list_instructions(const InstructionListOptions& options) {
  if (!options.arch.empty() && isa::arch_bit(options.arch) == 0) {
    fmt::print(stderr, "lockstep list instructions: no arch '{}'; there are gfx942, gfx950 and gfx1250\n",
               options.arch);
    return kUsage;
  }
  const std::vector<Listed> all = lines(options);
  if (options.json) {
    print_json(all, options.arch);
    return kHolds;
  }
  print_text(all, options.arch);
  const auto missing = std::ranges::count(all, nullptr, &Listed::row);
  fmt::print("{} instructions; {} that kernels use are unsupported\n", all.size() - std::size_t(missing),
             missing);
  return kHolds;
}

}  // namespace lockstep::cli
