// What workgroups contribute to a launch's outcome, kept until all is known: threads never show.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::machine {

class Contributions {
 public:
  /// Adds the contribution of workgroup `g`, which has ended; takes its findings.
  void add(std::uint64_t g, Workgroup& state, std::uint64_t instructions);
  void add(Contributions&& others);

  /// Adds the contributions to the outcome of a run in order that ends with workgroup `first_stop`. Called
  /// once.
  void merge(std::uint64_t first_stop, Outcome& outcome);

 private:
  struct Contribution {
    std::uint64_t workgroup = 0;
    std::optional<Finding> stop;
    std::vector<Finding> findings;
    Writer writer;
  };
  struct Share {
    std::uint64_t workgroup, instructions;
  };
  std::vector<Contribution> contributions_;  ///< only of workgroups that contribute something
  std::vector<Share> shares_;
};

}  // namespace lockstep::machine
