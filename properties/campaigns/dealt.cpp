#include "properties/campaigns/dealt.hpp"

#include <utility>

namespace lockstep::campaigns {

std::optional<std::uint64_t> Dealt::index(std::uint64_t ordinal) {
  if (!sharing_) return shard_.index(ordinal);
  const std::lock_guard lock(mutex_);
  while (given_.size() <= ordinal) {
    const auto one = next();
    if (!one) return std::nullopt;
    given_.push_back(*one);
  }
  return given_[ordinal];
}

std::optional<std::uint64_t> Dealt::next() {
  if (!taken_) taken_ = take();
  if (own_used_ < own_.size() && (!taken_ || own_[own_used_] < *taken_)) return own_[own_used_++];
  return std::exchange(taken_, std::nullopt);
}

std::optional<std::uint64_t> Dealt::take() {
  if (!processor_) return std::nullopt;
  const bool has_one = processor_->keep([this] { return sharing_->cancel || sharing_->cases.all_taken(); });
  auto taken = has_one ? sharing_->cases.take() : std::nullopt;
  if (!taken) processor_.reset();
  return taken;
}

void Dealt::end_with(std::uint64_t index) {
  if (sharing_) sharing_->cases.end_with(index);
}

}  // namespace lockstep::campaigns
