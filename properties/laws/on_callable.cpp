#include "properties/laws/on_callable.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "devices/program.hpp"

namespace lockstep::laws {

namespace {

using problems::Tensors;

constexpr std::size_t kRedZone = 4096;  // a multiple of every alignment that a tensor needs
constexpr std::uint8_t kRed = 0xC5;

/// A tensor's bytes between two red zones, and as they were.
class Guarded {
 public:
  Guarded(const Tensors::Named& tensor, machine::Allocation* allocation)
      : name_(tensor.name),
        allocation_(allocation),
        is_output_(tensor.output != nullptr),
        before_(tensor.bytes) {
    if (allocation_ == nullptr) return;
    std::vector<std::uint8_t> undefined(before_.size());
    allocation_->peek(0, before_.data(), undefined.data(), before_.size());
    held_->assign(before_.size() + 3 * kRedZone, kRed);
    const auto start = reinterpret_cast<std::uintptr_t>(held_->data());
    offset_ = kRedZone + (kRedZone - start % kRedZone) % kRedZone;
    std::ranges::copy(before_, inside().begin());
  }

  std::span<std::uint8_t> inside() { return std::span(*held_).subspan(offset_, before_.size()); }
  std::shared_ptr<void> owner() const { return held_; }
  bool is_output() const { return is_output_; }

  /// The first byte that nobody was to write, as an offset from the start; empty where there is none.
  std::string overwritten() {
    const std::vector<std::uint8_t>& held = *held_;
    for (std::size_t i = 0; i < held.size(); ++i) {
      const bool is_inside = i >= offset_ && i < offset_ + before_.size();
      if (is_inside ? is_output_ || held[i] == before_[i - offset_] : held[i] == kRed) continue;
      return devices::Overwritten{name_, std::int64_t(i) - std::int64_t(offset_)}.text();
    }
    return {};
  }

  void keep() {
    if (!is_output_ || allocation_ == nullptr) return;
    const std::vector<std::uint8_t> defined(before_.size());
    allocation_->write(0, inside().data(), defined.data(), before_.size());
  }

 private:
  std::string name_;
  machine::Allocation* allocation_;
  bool is_output_;
  std::vector<std::uint8_t> before_;
  std::shared_ptr<std::vector<std::uint8_t>> held_ = std::make_shared<std::vector<std::uint8_t>>();
  std::size_t offset_ = 0;
};

findings::Finding finding(findings::FindingKind kind, const std::string& text) {
  findings::Finding f;
  f.kind = kind;
  f.text = text;
  f.wave = -1;
  return f;
}

// Why such a problem is not handed over; empty: it is.
std::string refusal(const problems::Placed& placed) {
  if (std::ranges::any_of(placed.launches,
                          [](const kernels::LaunchPlan& plan) { return !plan.only.empty(); }))
    return "a problem that is computed in part is not handed to a callable";
  std::uint64_t bytes = 0;
  for (const Tensors::Named& t : placed.tensors->named()) bytes += t.bytes;
  if (bytes <= kMostCallableBytes) return {};
  return fmt::format("its tensors take {} bytes, of {} that are handed to a callable", bytes,
                     kMostCallableBytes);
}

}  // namespace

machine::Outcome run_on(const Callable& callable, const cases::Case& c, const problems::Instance& instance,
                        const problems::Placed& placed) {
  using findings::FindingKind;
  machine::Outcome outcome;
  if (const std::string why = refusal(placed); !why.empty()) {
    outcome.stop = finding(FindingKind::unsupported, why);
    return outcome;
  }
  std::vector<Guarded> guarded;
  std::vector<HostTensor> tensors;
  for (const Tensors::Named& t : placed.tensors->named()) {
    machine::Allocation* const allocation = placed.tensors->memory().owner(t.address, 1);
    const bool may_be_written = allocation == nullptr || allocation->writable();
    if (may_be_written && t.output == nullptr && !t.defined) continue;  // the kernel's own workspace
    Guarded& tensor = guarded.emplace_back(t, allocation);
    tensors.push_back({t.name, tensor.inside(), tensor.is_output(), tensor.owner()});
  }

  const Reply reply = callable(c, instance, tensors);
  if (reply.kind != Reply::Kind::ran) {
    outcome.stop =
        finding(reply.kind == Reply::Kind::raised ? FindingKind::trap : FindingKind::unsupported, reply.text);
    return outcome;
  }
  for (Guarded& tensor : guarded) {
    if (const std::string text = tensor.overwritten(); !text.empty() && outcome.findings.empty())
      outcome.findings.push_back(finding(FindingKind::bounds, text));
    tensor.keep();
  }
  return outcome;
}

}  // namespace lockstep::laws
