#include "properties/campaigns/sharing.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <thread>

#include <fmt/format.h>
#include <sys/mman.h>

#include "host/number.hpp"

namespace lockstep::campaigns {

namespace {

// The index of a case must not overflow, whatever number of cases a machine may run.
constexpr std::uint64_t kMostShards = 1'000'000;
constexpr std::uint64_t kMostAfter = 1'000'000'000'000'000;

/// Shares so many bytes, all zero. Fails where the system has no more.
tl::expected<SharedMemory, std::string> share_memory(std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return tl::unexpected(fmt::format("no memory can be shared: {}", std::strerror(errno)));
  return SharedMemory(static_cast<std::byte*>(memory), Unmap{bytes});
}

}  // namespace

void Unmap::operator()(std::byte* memory) const {
  ::munmap(memory, bytes);
}

tl::expected<Shard, std::string> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::size_t plus = std::min(text.find('+', slash), text.size());
    const auto number = host::parse_number<std::uint64_t>(text.substr(0, slash));
    const auto of = host::parse_number<std::uint64_t>(text.substr(slash + 1, plus - slash - 1));
    const auto after = plus == text.size() ? 0 : host::parse_number<std::uint64_t>(text.substr(plus + 1));
    if (number && of && after && *number >= 1 && *number <= *of && *of <= kMostShards && *after <= kMostAfter)
      return Shard{*number, *of, *after};
  }
  return tl::unexpected(
      fmt::format("'{}' is no shard: expected I/N, as in 3/64, with I from 1 to N and N at most {}, or I/N+A "
                  "for what stands behind the first A cases",
                  text, kMostShards));
}

std::string text(const Shard& shard) {
  if (shard.in_turn) return fmt::format("process {}", shard.number);
  return fmt::format("{}/{}{}", shard.number, shard.of,
                     shard.after > 0 ? fmt::format("+{}", shard.after) : "");
}

tl::expected<std::unique_ptr<SharedCases>, std::string> SharedCases::of(std::uint64_t cases,
                                                                        std::vector<bool> done) {
  auto memory = share_memory(sizeof(Shared));
  if (!memory) return tl::unexpected(memory.error());
  return std::unique_ptr<SharedCases>(new SharedCases(std::move(*memory), cases, std::move(done)));
}

SharedCases::SharedCases(SharedMemory memory, std::uint64_t cases, std::vector<bool> done)
    : memory_(std::move(memory)), shared_(new (memory_.get()) Shared), done_(std::move(done)) {
  shared_->end = cases;
}

std::optional<std::uint64_t> SharedCases::take() {
  for (;;) {
    const std::uint64_t index = shared_->next++;
    if (index >= shared_->end) return std::nullopt;
    if (index >= done_.size() || !done_[index]) return index;
  }
}

void SharedCases::end_with(std::uint64_t index) {
  std::uint64_t end = shared_->end;
  while (index + 1 < end && !shared_->end.compare_exchange_weak(end, index + 1)) {
  }
}

using Clock = std::chrono::steady_clock;

/// What a process that stands by sees of those that work.
class SharedProcessors::Watch {
 public:
  Watch(std::span<Slot> slots, std::chrono::milliseconds patience)
      : slots_(slots), patience_(patience), seen_(slots.size()) {}

  /// The processor that `process` now has: nobody did, or one that began no other case for too long.
  std::optional<std::size_t> take(std::uint64_t process) {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (std::uint64_t by = slots_[i].process;
          (by == 0 || gets_no_further(i, by)) && slots_[i].process.compare_exchange_strong(by, process))
        return i;
    return std::nullopt;
  }

 private:
  bool gets_no_further(std::size_t slot, std::uint64_t by) {
    Seen& seen = seen_[slot];
    const Seen now{by, slots_[slot].cases, Clock::now()};
    if (seen.process != now.process || seen.cases != now.cases) seen = now;
    return now.at - seen.at >= patience_;
  }

  struct Seen {
    std::uint64_t process = 0, cases = 0;
    Clock::time_point at = Clock::now();
  };

  const std::span<Slot> slots_;
  const std::chrono::milliseconds patience_;
  std::vector<Seen> seen_;
};

tl::expected<std::unique_ptr<SharedProcessors>, std::string> SharedProcessors::of(
    std::size_t count, std::chrono::milliseconds patience) {
  auto memory = share_memory(count * sizeof(Slot));
  if (!memory) return tl::unexpected(memory.error());
  return std::unique_ptr<SharedProcessors>(new SharedProcessors(std::move(*memory), count, patience));
}

SharedProcessors::SharedProcessors(SharedMemory memory, std::size_t count, std::chrono::milliseconds patience)
    : memory_(std::move(memory)), slots_(new (memory_.get()) Slot[count]{}, count), patience_(patience) {}

void SharedProcessors::give_back(std::uint64_t process) {
  for (Slot& slot : slots_) {
    std::uint64_t by = process;
    slot.process.compare_exchange_strong(by, 0);
  }
}

SharedProcessors::Processor::~Processor() {
  of_.give_back(process_);
}

bool SharedProcessors::Processor::keep(const std::function<bool()>& in_vain) {
  constexpr auto kLooksEvery = std::chrono::milliseconds(20);
  const std::span<Slot> slots = of_.slots_;
  Watch watch(slots, of_.patience_);
  while (!slot_ || slots[*slot_].process != process_) {
    slot_ = watch.take(process_);
    if (slot_) break;
    if (in_vain()) return false;
    std::this_thread::sleep_for(kLooksEvery);
  }
  ++slots[*slot_].cases;
  return true;
}

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
