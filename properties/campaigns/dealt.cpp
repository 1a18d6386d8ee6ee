#include "properties/campaigns/dealt.hpp"

#include <utility>

namespace lockstep::campaigns {

std::optional<std::uint64_t> Dealt::index(std::uint64_t ordinal) {
  if (shared_ == nullptr) return shard_.index(ordinal);
  const std::lock_guard lock(mutex_);
  while (given_.size() <= ordinal) {
    const auto one = next();
    if (!one) return std::nullopt;
    given_.push_back(*one);
  }
  return given_[ordinal];
}

std::optional<std::uint64_t> Dealt::next() {
  if (!taken_) taken_ = shared_->take();
  if (own_used_ < own_.size() && (!taken_ || own_[own_used_] < *taken_)) return own_[own_used_++];
  return std::exchange(taken_, std::nullopt);
}

void Dealt::end_with(std::uint64_t index) {
  if (shared_ != nullptr) shared_->end_with(index);
}

}  // namespace lockstep::campaigns
