#include "properties/campaigns/shared_cases.hpp"

#include <cerrno>
#include <cstring>
#include <new>

#include <fmt/format.h>
#include <sys/mman.h>

namespace lockstep::campaigns {

tl::expected<std::unique_ptr<SharedCases>, std::string> SharedCases::of(std::uint64_t cases, std::vector<bool> done) {
  void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return tl::unexpected(fmt::format("no memory can be shared: {}", std::strerror(errno)));
  auto* const shared = new (memory) Shared;
  shared->end = cases;
  return std::unique_ptr<SharedCases>(new SharedCases(shared, std::move(done)));
}

SharedCases::~SharedCases() { ::munmap(shared_, sizeof(Shared)); }

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
