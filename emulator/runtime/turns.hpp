// Turns that launches at the same time get, drawn from a seed.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <variant>
#include <vector>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/runtime/launch_runs.hpp"
#include "host/random.hpp"

namespace lockstep::runtime {

class Turns {
 public:
  explicit Turns(std::uint64_t seed) : random_(seed) {}

  /// All of it outlives the run.
  void add(const LaunchJob& job, const machine::Launch& launch, machine::Memory& memory,
           const machine::Settings& settings);
  /// Runs all to their ends; gives what each came to, in the order in which they were added.
  std::vector<machine::Outcome> run();

 private:
  /// A launch under way.
  struct Running {
    std::size_t place = 0;
    std::uint64_t weight = 1;  ///< its share of the turns
    /// What all had done when it last waited.
    std::optional<std::uint64_t> waited_at{};
    std::variant<std::monostate, machine::RunningDispatch, checks::RunningCheckedDispatch> dispatch{};
  };
  std::list<Running>::iterator drawn();
  std::uint64_t progress();
  bool all_wait();
  /// Calls it with the dispatch.
  template <typename Visit>
  static auto of(Running& running, Visit visit);

  host::Random random_;
  std::uint64_t ended_ = 0;  ///< what launches did that have ended
  std::list<Running> running_;
};

}  // namespace lockstep::runtime
