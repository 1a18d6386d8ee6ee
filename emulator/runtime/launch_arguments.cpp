#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/runtime/launch_file.hpp"

namespace lockstep::runtime {

namespace {

class Search {
 public:
  explicit Search(const DeviceMemory& memory) : memory_(memory) {}

  void words(std::span<const std::uint8_t> bytes) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, &bytes[at], sizeof word);
      const machine::Allocation* const owner = memory_.owner(word);
      if (owner != nullptr && found_.emplace(owner->base(), owner).second) open_.push_back(owner);
    }
  }
  void words(const machine::Allocation& a) {
    memory_.visit(a, [&](std::uint64_t offset, const machine::Page& page) {
      words(std::span(page.data).first(std::min(machine::kPageBytes, a.size() - offset)));
    });
  }
  std::vector<const machine::Allocation*> finish() {
    while (!open_.empty()) {
      const machine::Allocation* const next = open_.back();
      open_.pop_back();
      words(*next);
    }
    std::vector<const machine::Allocation*> all;
    for (const auto& [base, allocation] : found_) all.push_back(allocation);
    return all;
  }

 private:
  const DeviceMemory& memory_;
  std::map<std::uint64_t, const machine::Allocation*> found_;
  std::vector<const machine::Allocation*> open_;
};

}  // namespace

std::vector<const machine::Allocation*> reachable(const DeviceMemory& memory,
                                                  std::span<const std::uint8_t> arguments,
                                                  std::span<const machine::Allocation* const> more) {
  Search search(memory);
  search.words(arguments);
  for (const machine::Allocation* a : more) search.words(*a);
  return search.finish();
}

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
