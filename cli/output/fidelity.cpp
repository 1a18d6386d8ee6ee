#include "cli/output/fidelity.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/isa/semantics.hpp"
#include "emulator/lint/argument_reads.hpp"

namespace lockstep::cli {

namespace {

using isa::Fidelity;

constexpr std::array<const char*, lint::kSinks> kSinkNames{"control flow", "an address", "an output"};
constexpr std::array<const char*, lint::kSinks> kSinkKeys{"control", "address", "output"};

Fidelity of(matrix::Label label) {
  switch (label) {
    case matrix::Label::measured:
      return Fidelity::measured;
    case matrix::Label::documented:
      return Fidelity::documented;
    case matrix::Label::inferred:
      return Fidelity::inferred;
    case matrix::Label::hypothesis:
      break;
  }
  return Fidelity::hypothesis;
}

std::string sentence(const std::vector<std::string_view>& mnemonics,
                     const std::array<bool, lint::kSinks>& reaches) {
  std::vector<std::string_view> reached;
  for (std::size_t k = 0; k < lint::kSinks; ++k)
    if (reaches[k]) reached.emplace_back(kSinkNames[k]);
  if (reached.empty()) return fmt::format("{}", fmt::join(mnemonics, ", "));
  return fmt::format("{} may reach {}", fmt::join(mnemonics, ", "), fmt::join(reached, ", "));
}

}  // namespace

FidelityReport::FidelityReport(const machine::LoadedCode& code, std::span<const matrix::Model* const> models,
                               std::span<const std::uint64_t> executed) {
  Fidelity of_models = Fidelity::documented;
  for (const matrix::Model* m : models) of_models = std::max(of_models, of(m->label));
  const auto& instructions = code.program().instructions;
  for (std::size_t i = 0; i < executed.size(); ++i) {
    const isa::Semantics* semantics = instructions[i].semantics;
    if (executed[i] == 0 || semantics == nullptr) continue;
    const isa::FidelityRow* known = isa::find_fidelity(*semantics, code.program().arch->instructions);
    const Fidelity fidelity = known == nullptr ? Fidelity::documented : known->fidelity.value_or(of_models);
    counts_[std::size_t(fidelity)] += executed[i];
    if (fidelity == Fidelity::documented) continue;
    auto row = std::ranges::find(rows_, semantics->mnemonic, &Row::mnemonic);
    if (row == rows_.end())
      row = rows_.insert(rows_.end(), {semantics->mnemonic, known->source, fidelity, 0, {}});
    row->count += executed[i];
  }
  std::ranges::sort(rows_, [](const Row& a, const Row& b) {
    return std::tie(b.fidelity, a.mnemonic) < std::tie(a.fidelity, b.mnemonic);
  });
  if (!rows_.empty()) follow(code, executed);
}

void FidelityReport::follow(const machine::LoadedCode& code, std::span<const std::uint64_t> executed) {
  const isa::Program& program = code.program();
  const auto source_of = [&](std::uint32_t at) -> std::optional<std::uint32_t> {
    const isa::Semantics* semantics = program.instructions[at].semantics;
    if (semantics == nullptr) return std::nullopt;
    const auto row = std::ranges::find(rows_, semantics->mnemonic, &Row::mnemonic);
    if (row == rows_.end()) return std::nullopt;
    return std::uint32_t(row - rows_.begin());
  };
  for (const code_object::Kernel& kernel : code.object().kernels) {
    std::vector<std::uint32_t> starts = lint::entries(code.object(), program, kernel);
    std::erase_if(starts, [&](std::uint32_t at) { return executed[at] == 0; });
    if (starts.empty()) continue;
    const lint::Influence found = lint::influence(
        program, starts, kernel.descriptor.accum_offset, [&](std::uint32_t at) { return executed[at] != 0; },
        source_of);
    followed_ &= found.followed;
    for (std::size_t n = 0; n < rows_.size(); ++n)
      for (std::size_t k = 0; k < lint::kSinks; ++k)
        rows_[n].reaches[k] |= (found.reach[k] >> std::min<std::size_t>(n, lint::kMostSources - 1) & 1) != 0;
  }
}

std::string FidelityReport::text() const {
  std::vector<std::string> parts;
  for (std::size_t f = 0; f < isa::kFidelities; ++f) {
    if (counts_[f] == 0) continue;
    parts.push_back(fmt::format("{} {}", counts_[f], isa::name(Fidelity(f))));
    // Mnemonics that may reach the same stand together.
    std::vector<std::pair<std::array<bool, lint::kSinks>, std::vector<std::string_view>>> groups;
    for (const Row& row : rows_) {
      if (std::size_t(row.fidelity) != f) continue;
      auto group = std::ranges::find(groups, row.reaches, [](const auto& g) { return g.first; });
      if (group == groups.end()) group = groups.insert(groups.end(), {row.reaches, {}});
      group->second.push_back(row.mnemonic);
    }
    std::vector<std::string> which;
    for (const auto& [reaches, mnemonics] : groups) which.push_back(sentence(mnemonics, reaches));
    if (!which.empty()) parts.back() += fmt::format(" ({})", fmt::join(which, "; "));
  }
  return fmt::format("{}{}", fmt::join(parts, ", "),
                     followed_ ? "" : "; what they reach was not followed: registers chosen by an index");
}

nlohmann::json FidelityReport::json() const {
  nlohmann::json j{{"followed", followed_}, {"instructions", nlohmann::json::array()}};
  for (std::size_t f = 0; f < isa::kFidelities; ++f)
    j["counts"][std::string(isa::name(Fidelity(f)))] = counts_[f];
  for (const Row& row : rows_) {
    nlohmann::json reaches = nlohmann::json::array();
    for (std::size_t k = 0; k < lint::kSinks; ++k)
      if (row.reaches[k]) reaches.push_back(kSinkKeys[k]);
    j["instructions"].push_back({{"mnemonic", row.mnemonic},
                                 {"fidelity", isa::name(row.fidelity)},
                                 {"count", row.count},
                                 {"reaches", reaches},
                                 {"source", row.source}});
  }
  return j;
}

}  // namespace lockstep::cli
