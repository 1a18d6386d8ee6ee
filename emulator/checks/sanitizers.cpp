#include "emulator/checks/sanitizers.hpp"

#include <algorithm>
#include <utility>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

Sanitizers::Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy,
                       const machine::Allocation* arguments, MemoryBefore* before)
    : Sanitizers(code, also, policy, arguments, before, nullptr, std::make_shared<MemoryUse>(),
                 std::make_shared<ClusterPeers>(), std::make_shared<RacedLoads>()) {}

Sanitizers::Sanitizers(const machine::LoadedCode& code, const Policy& policy,
                       const machine::Allocation* arguments, SharedUse& sharing, MemoryBefore& before)
    : Sanitizers(code, nullptr, policy, arguments, &before, &sharing, std::make_shared<MemoryUse>(),
                 std::make_shared<ClusterPeers>(), std::make_shared<RacedLoads>()) {}

Sanitizers::Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy,
                       const machine::Allocation* arguments, MemoryBefore* before, SharedUse* sharing,
                       std::shared_ptr<MemoryUse> use, std::shared_ptr<ClusterPeers> clusters,
                       std::shared_ptr<RacedLoads> raced_loads)
    : code_(code),
      also_(also),
      policy_(policy),
      arguments_(arguments),
      use_(std::move(use)),
      clusters_(std::move(clusters)),
      raced_loads_(std::move(raced_loads)),
      before_(before),
      shared_use_(sharing),
      sharing_(sharing),
      polls_(code.read_as<Polls>()),
      waits_(findings_, code.uses(), in_flight_, *raced_loads_),
      memory_order_(waits_, *use_),
      memory_(findings_, memory_order_, *use_, *raced_loads_, polls_),
      regions_(findings_, arguments) {}

std::vector<findings::Finding> Sanitizers::findings() const {
  std::vector<findings::Finding> all = findings_.all();
  for (const auto& other : others_)
    all.insert(all.end(), other->findings_.all().begin(), other->findings_.all().end());
  return all;
}

machine::Observer* Sanitizers::of_thread() {
  machine::Observer* const also = also_ != nullptr ? also_->of_thread() : nullptr;
  if (also_ != nullptr && also == nullptr) return nullptr;
  others_.emplace_back(
      new Sanitizers(code_, also, policy_, arguments_, before_, shared_use_, use_, clusters_, raced_loads_));
  return others_.back().get();
}

machine::Interest Sanitizers::interest(const machine::Wave& wave) {
  also_wants_ = also_ != nullptr ? also_->interest(wave) : machine::Interest::nothing;
  return std::max(waits_.interest(wave), also_wants_);
}

void Sanitizers::workgroup_begins(const machine::Workgroup& group) {
  if (shared_use_ != nullptr) sharing_.workgroup_begins(group);
  epochs_.workgroup_begins(group);
  split_barriers_ = !group.waves.empty() && group.waves.front()->has(arch::Feature::split_barriers);
  by_order_ = split_barriers_ || polls_.any_learns();
  if (by_order_) {
    order_.workgroup_begins(group);
    in_flight_.workgroup_begins(split_barriers_ || group.waves.size() > 1 ? &order_ : nullptr);
  } else {
    lds_.workgroup_begins(group);
    in_flight_.workgroup_begins(group.waves.size() > 1 ? &lds_ : nullptr);
  }
  waits_.workgroup_begins(group);
  memory_order_.workgroup_begins(group);
  messages_.workgroup_begins(group);
  if (also_ != nullptr) also_->workgroup_begins(group);
}

void Sanitizers::workgroup_ends(const machine::Workgroup& group) {
  for (const machine::Wave* const wave : group.waves) waits_.ends(*wave);
  if (by_order_)
    order_.workgroup_ends();
  else
    lds_.workgroup_ends();
  if (also_ != nullptr) also_->workgroup_ends(group);
}

void Sanitizers::barrier(const machine::Workgroup& group) {
  for (const machine::Wave* const wave : group.waves)
    if (wave->status == machine::Wave::Status::ended)
      waits_.ends(*wave);
    else
      waits_.comes_to_barrier(*wave);
  epochs_.barrier(group);
  for (const machine::Wave* const wave : group.waves) messages_.take_over(*wave);
  if (!by_order_) lds_.barrier();
  if (!split_barriers_) {
    if (by_order_) order_.barrier(group);
    memory_order_.barrier(group);
  }
  if (also_ != nullptr) also_->barrier(group);
}

void Sanitizers::signals(const machine::Wave& wave, int barrier, std::uint64_t phase) {
  waits_.comes_to_barrier(wave);
  messages_.take_over(wave);
  order_.signals(wave, barrier, phase);
  memory_order_.signals(wave, barrier, phase);
  if (also_ != nullptr) also_->signals(wave, barrier, phase);
}

void Sanitizers::passes(const machine::Wave& wave, int barrier, std::uint64_t phase) {
  order_.passes(wave, barrier, phase);
  memory_order_.passes(wave, barrier, phase);
  if (also_ != nullptr) also_->passes(wave, barrier, phase);
}

void Sanitizers::arrives(const machine::Wave& wave, std::uint32_t lds_address, bool last) {
  in_flight_.covers_older(wave.id, moving_->counter, moving_->number);
  order_.arrives(wave, lds_address, last);
  if (also_ != nullptr) also_->arrives(wave, lds_address, last);
}

std::uint32_t Sanitizers::executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) {
  const std::uint32_t next = waits_.executes(wave, prepared);
  return also_wants_ == machine::Interest::nothing ? next : std::min(next, also_->executes(wave, prepared));
}

bool Sanitizers::executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                          machine::Step step) {
  return also_wants_ != machine::Interest::both || also_->executed(wave, prepared, step);
}

void Sanitizers::issues(machine::Wave& wave, machine::Pending& pending) {
  epochs_.issues(wave, pending);
  alignment_.issues(wave, pending);
  messages_.issues(wave, pending);
  in_flight_.issues(wave, pending);
  if (split_barriers_) order_.issues(wave, pending);
  waits_.issues(wave, pending);
  memory_order_.issues(wave, pending);
  if (policy_.clamped) clamped_.issues(wave, pending);
  if (also_ != nullptr) also_->issues(wave, pending);
}

void Sanitizers::performs(const machine::Wave& wave, const machine::Pending& pending) {
  if (shared_use_ != nullptr) sharing_.performs(wave, pending);
  if (before_ != nullptr) before_->keep(pending);
  in_flight_.performs(pending);
  moving_ = &pending;
  messages_.performs(wave, pending);
  if (split_barriers_) order_.performs(wave, pending);
  memory_.performs(wave, pending);
  untouched_.performs(wave, pending);
  if (!policy_.slacks.empty()) slack_.performs(wave, pending);
  if (also_ != nullptr) also_->performs(wave, pending);
}

void Sanitizers::retires(const machine::Wave& wave, const machine::Pending& pending) {
  in_flight_.retires(pending);
  moving_ = &pending;
  if (policy_.regions) regions_.retires(wave, pending);
  if (also_ != nullptr) also_->retires(wave, pending);
}

}  // namespace lockstep::checks
