#include "emulator/checks/sanitizers.hpp"

#include <utility>

namespace lockstep::checks {

Sanitizers::Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy,
                       const machine::Allocation* arguments)
    : Sanitizers(code, also, policy, arguments, std::make_shared<MemoryUse>(), nullptr) {}

Sanitizers::Sanitizers(const machine::LoadedCode& code, const Policy& policy,
                       const machine::Allocation* arguments, SharedUse& sharing)
    : Sanitizers(code, nullptr, policy, arguments, std::make_shared<MemoryUse>(), &sharing) {}

Sanitizers::Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy,
                       const machine::Allocation* arguments, std::shared_ptr<MemoryUse> use,
                       SharedUse* sharing)
    : ObserverList({sharing != nullptr ? &sharing_ : nullptr, &epochs_, &alignment_, &lds_, &memory_, &waits_,
                    &untouched_, policy.regions ? &regions_ : nullptr, policy.clamped ? &clamped_ : nullptr,
                    policy.slacks.empty() ? nullptr : &slack_, also}),
      code_(code),
      also_(also),
      policy_(policy),
      arguments_(arguments),
      use_(std::move(use)),
      shared_use_(sharing),
      sharing_(sharing),
      memory_(findings_, epochs_, *use_),
      waits_(findings_, code.uses()),
      regions_(findings_, arguments) {}

std::vector<machine::Finding> Sanitizers::findings() const {
  std::vector<machine::Finding> all = findings_.all();
  for (const auto& other : others_)
    all.insert(all.end(), other->findings_.all().begin(), other->findings_.all().end());
  return all;
}

machine::Observer* Sanitizers::of_thread() {
  machine::Observer* const also = also_ != nullptr ? also_->of_thread() : nullptr;
  if (also_ != nullptr && also == nullptr) return nullptr;
  others_.emplace_back(new Sanitizers(code_, also, policy_, arguments_, use_, shared_use_));
  return others_.back().get();
}

}  // namespace lockstep::checks
