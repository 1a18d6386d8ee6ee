#include "properties/campaigns/shared_cases.hpp"

#include <new>

namespace lockstep::campaigns {

tl::expected<std::unique_ptr<SharedCases>, std::string> SharedCases::of(std::uint64_t cases,
                                                                        std::vector<bool> done) {
  auto memory = host::share_memory(sizeof(Shared));
  if (!memory) return tl::unexpected(memory.error());
  return std::unique_ptr<SharedCases>(new SharedCases(std::move(*memory), cases, std::move(done)));
}

SharedCases::SharedCases(host::SharedMemory memory, std::uint64_t cases, std::vector<bool> done)
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

}  // namespace lockstep::campaigns
