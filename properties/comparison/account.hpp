// What there is to say of a case on which two implementations differ.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "properties/comparison/comparison.hpp"

namespace lockstep::comparison {

/// How one side stands to the references.
struct Standing {
  std::vector<std::string_view> models;  ///< under which its output is what its declared order gives
  std::size_t models_of_arch = 0;
  std::uint64_t not_exact = 0;  ///< elements that are not the exact answer, rounded once
  bool any_order = false;       ///< nobody declared one
  bool stopped = false;
};

struct Account {
  std::array<cases::Case, 2> cases;
  verdict::LawResult result;
  std::string first_difference, pattern;
  std::array<Standing, 2> standings;
  std::uint64_t elements = 0;
};

/// Fails where the case can't be compared.
tl::expected<Account, std::string> account_of(const Comparison& comparison, const cases::Case& drawn,
                                              laws::CodeCache& cache,
                                              const laws::Experiment::Options& options);

/// Whole lines: both case lines, the first difference, the pattern, and which side equals which reference.
std::string text(const Account& account);

}  // namespace lockstep::comparison
