// A memory over another one: what a launch changes stays in it until it is committed. Costs the pages that
// are touched.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/machine/memory/memory.hpp"

namespace lockstep::runtime {

class Overlay {
 public:
  /// Over the allocations of `below` that begin at `bases`; it must outlive this and stay as it is.
  Overlay(machine::Memory& below, std::span<const std::uint64_t> bases);

  machine::Memory& memory() { return memory_; }
  const machine::Memory& memory() const { return memory_; }

  /// Puts what has been touched into the memory below.
  void commit();

  /// Bytes of an allocation.
  struct Range {
    std::uint64_t base = 0, first = 0, end = 0;
  };
  /// From the first to the last byte of each allocation that is not as it was, those that became defined
  /// among them.
  std::vector<Range> changed() const;
  /// The first byte that is not the same in both, which are over the same memory.
  struct Difference {
    const machine::Allocation* allocation = nullptr;
    std::size_t number = 0;               ///< number of the allocation
    std::uint64_t offset = 0, bytes = 0;  ///< offset of the first byte that differs; how many do
    std::uint8_t here = 0, there = 0;
  };
  std::vector<Difference> differences(const Overlay& other) const;

 private:
  machine::Memory memory_;
  struct Pair {
    machine::Allocation *below, *above;
  };
  std::vector<Pair> pairs_;
};

}  // namespace lockstep::runtime
