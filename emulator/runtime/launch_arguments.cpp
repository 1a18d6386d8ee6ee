#include "emulator/runtime/launch_arguments.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::runtime {

using machine::Allocation;
using nlohmann::json;

json arguments_of(const code_object::Kernel& kernel, const ArgumentSegment& segment,
                  const DeviceMemory& memory) {
  json all = json::array();
  std::vector<std::uint8_t> rest = segment.undefined;
  for (const code_object::Argument& a : kernel.arguments) {
    if (a.offset + a.size > rest.size()) continue;
    const bool packed = a.offset < segment.packed_bytes;
    if (!a.is_hidden() && a.value_kind == "global_buffer" && a.size == sizeof(std::uint64_t)) {
      std::uint64_t address = 0;
      std::memcpy(&address, &segment.bytes[a.offset], sizeof address);
      const Allocation* const owner = memory.owner(address);
      if (owner != nullptr)
        all.push_back({{"at", a.offset}, {"pointer", owner->name()}, {"offset", address - owner->base()}});
      if (owner == nullptr) continue;
    } else if (!a.is_hidden() || packed) {
      continue;
    }
    std::fill_n(rest.begin() + std::ptrdiff_t(a.offset), a.size, std::uint8_t{1});
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    std::string bytes;
    const std::size_t first = i;
    for (; i < rest.size() && rest[i] == 0; ++i) bytes += fmt::format("{:02x}", segment.bytes[i]);
    if (!bytes.empty()) all.push_back({{"at", first}, {"bytes", bytes}});
  }
  return all;
}

}  // namespace lockstep::runtime
