#include "emulator/runtime/overlay.hpp"

#include <algorithm>
#include <map>
#include <memory>

namespace lockstep::runtime {

using machine::kPageBytes;
using machine::Page;

namespace {

std::uint64_t bytes_of_page(const machine::Allocation& a, std::uint64_t offset) {
  return std::min(kPageBytes, a.size() - offset);
}

}  // namespace

Overlay::Overlay(machine::Memory& below, std::span<const std::uint64_t> bases) {
  for (const std::uint64_t base : bases) {
    machine::Allocation* const owner = below.owner(base, 1);
    if (owner == nullptr) continue;
    machine::Allocation& above = memory_.add(
        owner->name(), base, owner->size(), owner->writable(),
        [owner](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
          owner->peek(offset, data.data(), undefined.data(), data.size());
        });
    pairs_.push_back({owner, &above});
  }
}

void Overlay::commit() {
  for (const auto& [below, above] : pairs_)
    if (above->writable())
      above->visit_touched([&, to = below](std::uint64_t offset, const Page& page) {
        to->write(offset, page.data.data(), page.undefined.data(), bytes_of_page(*to, offset));
      });
}

std::vector<Overlay::Range> Overlay::changed() const {
  std::vector<Range> all;
  const auto before = std::make_unique<Page>();
  for (const auto& [below, above] : pairs_) {
    Range range{below->base(), below->size(), 0};
    above->visit_touched([&, from = below](std::uint64_t offset, const Page& page) {
      const std::uint64_t bytes = bytes_of_page(*from, offset);
      from->peek(offset, before->data.data(), before->undefined.data(), bytes);
      for (std::uint64_t i = 0; i < bytes; ++i) {
        if (page.data[i] == before->data[i] && page.undefined[i] == before->undefined[i]) continue;
        range.first = std::min(range.first, offset + i);
        range.end = offset + i + 1;
      }
    });
    if (range.first < range.end) all.push_back(range);
  }
  return all;
}

std::vector<Overlay::Difference> Overlay::differences(const Overlay& other) const {
  std::vector<Difference> all;
  const auto there = std::make_unique<Page>();
  for (std::size_t number = 0; number < pairs_.size(); ++number) {
    const auto& [below, above] = pairs_[number];
    const machine::Allocation* const theirs = other.memory_.owner(below->base(), 1);
    std::map<std::uint64_t, bool> pages;  // touched in either
    for (const machine::Allocation* a : {static_cast<const machine::Allocation*>(above), theirs})
      a->visit_touched([&](std::uint64_t offset, const Page&) { pages[offset] = true; });
    Difference found{below, number};
    const auto here = std::make_unique<Page>();
    for (const auto& [offset, touched] : pages) {
      const std::uint64_t bytes = bytes_of_page(*below, offset);
      above->peek(offset, here->data.data(), here->undefined.data(), bytes);
      theirs->peek(offset, there->data.data(), there->undefined.data(), bytes);
      for (std::uint64_t i = 0; i < bytes; ++i) {
        if (here->data[i] == there->data[i]) continue;
        if (found.bytes++ == 0) found = {below, number, offset + i, 1, here->data[i], there->data[i]};
      }
    }
    if (found.bytes != 0) all.push_back(found);
  }
  return all;
}

}  // namespace lockstep::runtime
