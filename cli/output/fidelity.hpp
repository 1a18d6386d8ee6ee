// The fidelity of a run: how well the values of the instructions that it executed are known, and where those
// get to that are not as the manual has them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/isa/fidelity.hpp"
#include "emulator/lint/influence.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::cli {

class FidelityReport {
 public:
  /// `executed`: by instruction of the program, how often, or merely whether. Matrix instructions are as the
  /// least known of `models`.
  FidelityReport(const machine::LoadedCode& code, std::span<const matrix::Model* const> models,
                 std::span<const std::uint64_t> executed);

  /// One line: how many of each kind, and of the others than `documented` their mnemonics and what they
  /// reach.
  std::string text() const;
  nlohmann::json json() const;

 private:
  /// What is known of a mnemonic that is not documented.
  struct Row {
    std::string_view mnemonic, source;
    isa::Fidelity fidelity;
    std::uint64_t count = 0;
    std::array<bool, lint::kSinks> reaches{};
  };
  void follow(const machine::LoadedCode& code, std::span<const std::uint64_t> executed);

  std::array<std::uint64_t, isa::kFidelities> counts_{};
  std::vector<Row> rows_;
  bool followed_ = true;
};

}  // namespace lockstep::cli
