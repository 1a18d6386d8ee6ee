// What `check waits` says of a kernel's mutants, and the table of several kernels.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "properties/wait_mutation/kill_matrix.hpp"

namespace lockstep::cli {

/// A kernel's row of the table.
struct KillTally {
  /// What named a killed mutant, the most telling first: one that gives another output and is a finding, too,
  /// is a finding.
  enum By : std::uint8_t { wait, nop, race, output };
  std::string kernel;
  std::size_t mutants = 0, killed = 0, linted = 0, unexplained = 0, unreached = 0, unreached_linted = 0;
  std::array<std::size_t, 4> by{};
  std::array<std::size_t, wait_mutation::kRules> survivors{};  ///< by rule

  KillTally& operator+=(const KillTally& other);
};

KillTally tally(const std::string& kernel, const wait_mutation::KillMatrix& matrix);

/// A line per mutant, or per survivor, and the totals.
void print(const wait_mutation::KillMatrix& matrix, const KillTally& tally, bool survivors_only);

/// A table in Markdown with a row per kernel and, of several, their sum.
std::string table(const std::vector<KillTally>& tallies);

nlohmann::json to_json(const wait_mutation::KillMatrix& matrix, const std::vector<cases::Case>& cases);

}  // namespace lockstep::cli
