#include "properties/campaigns/shared_processors.hpp"

#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep::campaigns {

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
  auto memory = host::share_memory(count * sizeof(Slot));
  if (!memory) return tl::unexpected(memory.error());
  return std::unique_ptr<SharedProcessors>(new SharedProcessors(std::move(*memory), count, patience));
}

SharedProcessors::SharedProcessors(host::SharedMemory memory, std::size_t count,
                                   std::chrono::milliseconds patience)
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

}  // namespace lockstep::campaigns
