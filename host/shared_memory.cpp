#include "host/shared_memory.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>

namespace lockstep::host {

void Unmap::operator()(std::byte* memory) const {
  ::munmap(memory, bytes);
}

tl::expected<SharedMemory, std::string> share_memory(std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return tl::unexpected(fmt::format("no memory can be shared: {}", std::strerror(errno)));
  return SharedMemory(static_cast<std::byte*>(memory), Unmap{bytes});
}

}  // namespace lockstep::host
