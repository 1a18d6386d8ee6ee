#include "emulator/launch/description.hpp"

#include <algorithm>

namespace lockstep::launch {

std::uint64_t bytes_of(const Output& output, const Buffer& buffer) {
  return output.bytes.value_or(buffer.bytes - output.offset);
}

std::uint64_t allocated_bytes(const Description& description, const Buffer& buffer) {
  return (buffer.bytes + description.granularity - 1) / description.granularity * description.granularity;
}

const Buffer* find_buffer(const Description& description, std::string_view name) {
  const auto found = std::ranges::find(description.buffers, name, &Buffer::name);
  return found == description.buffers.end() ? nullptr : &*found;
}

}  // namespace lockstep::launch
