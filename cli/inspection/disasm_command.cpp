// `lockstep object disasm`: a code object as the emulator reads it.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/inspection/kernel_facts.hpp"
#include "cli/output/exit_code.hpp"
namespace lockstep::cli {

namespace {

struct MarkedListing : CodeListing {
  std::map<std::uint64_t, std::string> labels;
  std::size_t begin = 0, end = 0;  ///< indices of the instructions to print
};

/// Where a branch goes, if the instruction is one.
std::optional<std::uint64_t> jump_target(const isa::Instruction& i) {
  const bool branches =
      i.mnemonic == "s_branch" || i.mnemonic.starts_with("s_cbranch_") || i.mnemonic == "s_call_b64";
  if (!branches || i.operands.empty() || i.operands.back().kind != isa::Operand::Kind::constant)
    return std::nullopt;
  return i.address + 4 + std::uint64_t(std::int64_t{std::int16_t(i.operands.back().integer)} * 4);
}

/// Symbols, and a numbered label wherever a branch goes.
std::map<std::uint64_t, std::string> labels_of(const code_object::CodeObject& object,
                                               const isa::Program& program) {
  std::map<std::uint64_t, std::string> labels;
  for (const code_object::Symbol& symbol : object.symbols) labels.emplace(symbol.address, symbol.name);
  for (const code_object::Kernel& kernel : object.kernels) labels[kernel.entry] = kernel.name;
  for (const isa::Instruction& i : program.instructions)
    if (const auto target = jump_target(i); target && program.at(*target) >= 0) labels.emplace(*target, "");
  int next = 0;
  for (auto& [address, label] : labels)
    if (label.empty()) label = fmt::format("L{}", next++);
  return labels;
}

/// From the kernel's entry to the next kernel or function.
void select_kernel(const code_object::Kernel& kernel, MarkedListing& listing) {
  std::uint64_t end = listing.object.text_address + listing.object.text.size();
  for (const code_object::Kernel& other : listing.object.kernels)
    if (other.entry > kernel.entry) end = std::min(end, other.entry);
  for (const code_object::Symbol& symbol : listing.object.symbols)
    if (symbol.address > kernel.entry) end = std::min(end, symbol.address);
  const auto& all = listing.program.instructions;
  const auto at = [&](std::uint64_t address) {
    return std::size_t(std::ranges::lower_bound(all, address, {}, &isa::Instruction::address) - all.begin());
  };
  listing.begin = at(kernel.entry);
  listing.end = at(end);
}

tl::expected<MarkedListing, std::string> load(const DisassembleOptions& options) {
  auto code = read_code(options.file);
  if (!code) return tl::unexpected(code.error());
  MarkedListing listing{*std::move(code), {}};
  listing.labels = labels_of(listing.object, listing.program);
  listing.end = listing.program.instructions.size();
  if (options.kernel.empty()) return listing;
  const auto kernel = find_kernel(listing.object, options.kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  select_kernel(**kernel, listing);
  return listing;
}

std::string target_label(const MarkedListing& listing, const isa::Instruction& i) {
  const auto target = jump_target(i);
  const auto label = target ? listing.labels.find(*target) : listing.labels.end();
  return label != listing.labels.end() ? label->second : "";
}

void print_text(const MarkedListing& listing) {
  fmt::print("{}: {}, {} bytes of code at {:#x}\n", listing.object.file, listing.object.arch,
             listing.object.text.size(), listing.object.text_address);
  for (std::size_t n = listing.begin; n < listing.end; ++n) {
    const isa::Instruction& i = listing.program.instructions[n];
    if (const auto label = listing.labels.find(i.address); label != listing.labels.end())
      fmt::print("{}:\n", label->second);
    const std::string target = target_label(listing, i);
    fmt::print("{} {:8x}  {}{}\n", is_supported(i) || is_data(i) ? ' ' : '!', i.address, i.text,
               target.empty() ? "" : fmt::format("  // {}", target));
  }
}

void print_json(const MarkedListing& listing) {
  nlohmann::json instructions = nlohmann::json::array();
  for (std::size_t n = listing.begin; n < listing.end; ++n) {
    const isa::Instruction& i = listing.program.instructions[n];
    nlohmann::json row{{"address", fmt::format("{:#x}", i.address)},
                       {"bytes", i.size},
                       {"text", i.text},
                       {"supported", is_supported(i)}};
    if (const auto label = listing.labels.find(i.address); label != listing.labels.end())
      row["label"] = label->second;
    if (const std::string target = target_label(listing, i); !target.empty()) row["target"] = target;
    instructions.push_back(std::move(row));
  }
  fmt::print("{}\n",
             nlohmann::json{
                 {"file", listing.object.file}, {"arch", listing.object.arch}, {"instructions", instructions}}
                 .dump(1));
}

/// Each unsupported mnemonic once, with how often it stands there.
std::map<std::string, int> unsupported(const MarkedListing& listing) {
  std::map<std::string, int> found;
  for (std::size_t n = listing.begin; n < listing.end; ++n)
    if (const isa::Instruction& i = listing.program.instructions[n]; !is_supported(i) && !is_data(i))
      ++found[i.mnemonic];
  return found;
}

}  // namespace

int disassemble(const DisassembleOptions& options) {
  const auto listing = load(options);
  if (!listing) {
    fmt::print(stderr, "lockstep object disasm: {}\n", listing.error());
    return kUsage;
  }
  options.json ? print_json(*listing) : print_text(*listing);
  const std::map<std::string, int> missing = unsupported(*listing);
  for (const auto& [mnemonic, count] : missing)
    fmt::print(stderr, "lockstep object disasm: {} is unsupported, {} of it\n", mnemonic, count);
  return missing.empty() ? kHolds : kInconclusive;
}

}  // namespace lockstep::cli
