// Several observers as one: each is told of everything, in their order.
#pragma once

#include <memory>
#include <vector>

#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

class ObserverList : public machine::Observer {
 public:
  /// The observers must outlive the list; a nullptr is left out.
  explicit ObserverList(std::vector<machine::Observer*> all);

  /// A list of theirs; nullptr where one of them has none.
  machine::Observer* of_thread() override;
  /// True once one of the observers has seen enough.
  bool finished() const override;
  machine::Interest interest(const machine::Wave& wave) override;
  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  void barrier(const machine::Workgroup& group) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void signals(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void passes(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void arrives(const machine::Wave& wave, std::uint32_t lds_address, bool last) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  std::vector<machine::Observer*> all_;
  std::vector<std::unique_ptr<ObserverList>> of_threads_;
  std::vector<machine::Observer*> before_,
      after_;  ///< who is told of instructions of the wave whose turn it is
};

}  // namespace lockstep::checks
