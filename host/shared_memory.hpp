// Memory that a process shares with those that it forks.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::host {

struct Unmap {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using SharedMemory = std::unique_ptr<std::byte[], Unmap>;

/// Shares so many bytes, all zero. Fails where the system has no more.
tl::expected<SharedMemory, std::string> share_memory(std::size_t bytes);

}  // namespace lockstep::host
