// What `prove` says: as text, as JSON and as a page.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "properties/proofs/counterexample.hpp"
#include "properties/proofs/prove.hpp"

namespace lockstep::cli {

struct ProofReport {
  proofs::Proof proof;
  std::string first, second;               ///< the case lines; the second is empty where there is one
  std::string object{};                    ///< digest of each code object
  double seconds = 0;                      ///< that the proof took
  std::optional<proofs::Search> search{};  ///< nothing: no data was tried

  /// "theorem", "counterexample", "differs", ...
  std::string outcome() const;
  int exit_code() const;
  std::string title() const { return second.empty() ? first : first + " == " + second; }
};

void print(const ProofReport& report);
nlohmann::json json_of(const ProofReport& report);
std::string page_of(const ProofReport& report, laws::CodeCache& cache);

}  // namespace lockstep::cli
