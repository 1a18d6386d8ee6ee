#include "properties/campaigns/shared_processors.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>

#include <fmt/format.h>
#include <sys/mman.h>

namespace lockstep::campaigns {

namespace {

// Longer than most cases.
constexpr time_t kPatienceSeconds = 1;

bool wait_for(sem_t& semaphore) {
  timespec until{};
  ::clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += kPatienceSeconds;
  int failed = 0;
  while ((failed = ::sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until)) != 0 && errno == EINTR) {
  }
  return failed == 0;
}

}  // namespace

tl::expected<std::unique_ptr<SharedProcessors>, std::string> SharedProcessors::of(int count) {
  void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return tl::unexpected(fmt::format("no memory can be shared: {}", std::strerror(errno)));
  auto* const shared = new (memory) Shared;
  ::sem_init(&shared->free, 1, unsigned(count));
  return std::unique_ptr<SharedProcessors>(new SharedProcessors(shared));
}

SharedProcessors::~SharedProcessors() { ::munmap(shared_, sizeof(Shared)); }

// Noted before it is taken, and until it was given back: who is killed in between leaves one too many, not one too few.
SharedProcessors::Turn::Turn(SharedProcessors& of, std::size_t process) : of_(of), process_(process) {
  ++of_.shared_->wanted[process_];
  has_one_ = wait_for(of_.shared_->free);
  if (!has_one_) --of_.shared_->wanted[process_];
}

SharedProcessors::Turn::~Turn() {
  if (!has_one_) return;
  ::sem_post(&of_.shared_->free);
  --of_.shared_->wanted[process_];
}

void SharedProcessors::give_back(std::size_t process) {
  for (int left = shared_->wanted[process].exchange(0); left > 0; --left) ::sem_post(&shared_->free);
}

}  // namespace lockstep::campaigns
