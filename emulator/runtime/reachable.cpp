#include "emulator/runtime/reachable.hpp"

#include <algorithm>
#include <cstring>
#include <map>

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
    a.visit_touched([&](std::uint64_t offset, const machine::Page& page) {
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

}  // namespace lockstep::runtime
