#include "cli/coverage_report.hpp"

#include <set>

#include <fmt/format.h>

#include "emulator/isa/branch.hpp"
#include "emulator/observe/lasting_lanes.hpp"

namespace lockstep::cli {

namespace {

std::string with_line(std::string text, const machine::LoadedCode& code, std::uint64_t address) {
  const std::string line = code.object().lines.at(address);
  return line.empty() ? text : fmt::format("{:<84}  {}", text, line);
}

// By address, so that both kinds stand in the order of the code.
std::map<std::uint64_t, std::string> remarks(const observe::Coverage& c,
                                             const std::set<std::uint32_t>& with_lanes) {
  const machine::LoadedCode& code = *c.code();
  const auto& instructions = code.program().instructions;
  std::map<std::uint64_t, std::string> at;
  for (const observe::Coverage::Gap& gap : c.gaps()) {
    const std::uint64_t first = instructions[gap.first].address, last = instructions[gap.last].address;
    at[first] = with_line(fmt::format("@{:#x} to @{:#x}: {} not reached, from {}", first, last,
                                      gap.last - gap.first + 1, instructions[gap.first].text),
                          code, first);
  }
  for (const observe::Coverage::OneDirection& branch : c.one_direction()) {
    const isa::Instruction& i = instructions[branch.instruction];
    const auto target = isa::branch_target(i);
    at[i.address] = with_line(
        fmt::format("@{:#x}: {} {}{}{}", i.address, branch.jumped ? "always jumped:" : "never jumped: ",
                    i.mnemonic, target ? fmt::format(" to @{:#x}", *target) : "",
                    with_lanes.contains(branch.instruction) ? ": some lane always executes here" : ""),
        code, i.address);
  }
  return at;
}

}  // namespace

std::string coverage_report(const std::map<std::string, observe::Coverage>& coverage) {
  std::string out;
  for (const auto& [image, c] : coverage) {
    if (c.code() == nullptr) continue;
    const auto instructions = c.instructions(), directions = c.branch_directions();
    const std::set<std::uint32_t> with_lanes = observe::branches_with_lanes(*c.code());
    out += fmt::format("{}: {} of {} instructions, {} of {} branch directions{}\n", image,
                       instructions.reached, instructions.total, directions.reached, directions.total,
                       with_lanes.empty() ? "" : fmt::format(", {} can't be taken", with_lanes.size()));
    const auto& symbols = c.code()->object().symbols;
    auto symbol = symbols.begin();
    for (const auto& [address, remark] : remarks(c, with_lanes)) {
      const auto begin = symbol;
      while (symbol != symbols.end() && symbol->address <= address) ++symbol;
      if (symbol != begin) out += fmt::format("  {}\n", std::prev(symbol)->name);
      out += fmt::format("    {}\n", remark);
    }
  }
  return out;
}

}  // namespace lockstep::cli
