// Two implementations of one operator on the same problem: they must give the same bits or, where they add in
// different orders, reach the SNR that each owes to the exact answer.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/comparison/side.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::comparison {

enum class Demand : std::uint8_t { bits, snr };

/// Both sides of a case, ready to run.
struct Pair {
  std::array<std::unique_ptr<laws::Experiment>, 2> of;
};

class Comparison {
 public:
  /// Fails where the sides implement different operators, or a build does not exist.
  static tl::expected<Comparison, std::string> between(Side first, Side second, Demand demand,
                                                       laws::CodeCache& cache);

  const Side& side(std::size_t i) const { return sides_[i]; }
  Demand demand() const { return demand_; }
  /// Whether both sides declare one order of accumulation, for one arch's instructions: they must agree on
  /// all data. Otherwise bits are demanded only where every order gives the same.
  bool one_order() const { return one_order_; }

  /// From now on a side runs on that device, which outlives this. `adds_as_models`: models say how the device
  /// adds; where none does, bits are demanded as of another order.
  void run_on(std::size_t side, devices::Device& device, bool adds_as_models) {
    devices_[side] = &device;
    one_order_ &= adds_as_models;
  }

  /// A case as a side has it. Where the sides' element formats differ, it holds numbers that both formats
  /// have.
  tl::expected<cases::Case, std::string> case_of(std::size_t side, const cases::Case& drawn) const;

  /// Fails, in a sentence, where a side refuses the case or where both do not compute the same thing.
  tl::expected<Pair, std::string> prepare(const cases::Case& drawn, laws::CodeCache& cache,
                                          const laws::Experiment::Options& options) const;

  /// Falsified where the sides differ or one of them stops; not applicable, with the reason, where they can't
  /// be compared. The case of the result is the one that was drawn. Law results are called `same`, or `snr`
  /// for each side.
  laws::CaseResult evaluate(const cases::Case& drawn, laws::CodeCache& cache,
                            const laws::Experiment::Options& options) const;

  /// Compares the bits of both first runs.
  verdict::LawResult same_bits(const Pair& pair) const;

 private:
  Comparison(Side first, Side second, Demand demand, bool one_order);

  std::array<Side, 2> sides_;
  Demand demand_;
  bool one_order_, shared_values_;
  std::array<devices::Device*, 2> devices_{};
};

/// How one side stands to the references.
struct Standing {
  std::vector<std::string_view> models;  ///< those under which its output is what its declared order gives
  std::size_t models_of_arch = 0;
  std::uint64_t not_exact = 0;  ///< elements that are not the exact answer, rounded once
  bool any_order = false;       ///< nobody declared one
  bool stopped = false;
};

/// What there is to say of a case on which two implementations differ.
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
