// Virtual memory as programs manage it: ranges of addresses, memory without an address, and what is mapped
// where.
//
// Kernels see what is mapped and accessible. Neighbours are one allocation to them, since a tensor may lie
// across several; their bytes belong to the memory, and stay with it when it is mapped elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/error.hpp"

namespace lockstep::runtime {

/// hipMemAllocationProp, as the program gave it.
using PhysicalProperties = std::array<std::uint8_t, 32>;

/// Physical memory, as hipMemCreate makes it.
struct Physical {
  std::unique_ptr<machine::Allocation> bytes;  ///< the memory, as an allocation at address 0
  PhysicalProperties properties{};
  std::uint64_t references = 1;  ///< references that the program holds
  std::uint64_t mappings = 0;
};

class VirtualMemory {
 public:
  static constexpr std::uint64_t kGranularity = std::uint64_t{2} << 20;

  explicit VirtualMemory(DeviceMemory& memory) : memory_(memory) {}

  std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::uint64_t alignment);
  Error release_range(std::uint64_t address, std::uint64_t bytes);
  /// Creates physical memory; nullptr: memory is exhausted.
  Physical* create(std::uint64_t bytes, const PhysicalProperties& properties);
  bool owns(const Physical* physical) const;
  Error release(Physical* physical);
  /// Maps memory, not accessible yet. What is mapped already can't be mapped a second time: not_supported.
  Error map(std::uint64_t address, std::uint64_t bytes, Physical* physical);
  Error unmap(std::uint64_t address, std::uint64_t bytes);
  /// Clears all: nothing is mapped, reserved or there any more.
  void clear();
  /// Changes the access of whole mappings.
  Error set_access(std::uint64_t address, std::uint64_t bytes, bool accessible);

  struct Mapping {
    std::uint64_t bytes = 0;
    Physical* physical = nullptr;
    bool accessible = false;
  };
  /// The mapping at an address; nullptr: nothing is mapped there.
  const Mapping* find(std::uint64_t address) const;

 private:
  /// Changes mappings, and makes what kernels see of them anew.
  template <typename Change>
  void change(std::uint64_t address, Change change);
  bool is_whole(std::uint64_t address, std::uint64_t bytes) const;
  void hide(std::uint64_t first, std::uint64_t end);
  void show(std::uint64_t first, std::uint64_t end);
  void drop_unused(Physical* physical);

  DeviceMemory& memory_;
  std::map<std::uint64_t, std::uint64_t> ranges_;  ///< bytes, by address
  std::map<std::uint64_t, Mapping> mappings_;
  std::map<const Physical*, std::unique_ptr<Physical>> physical_;
  std::uint64_t count_ = 0;
};

}  // namespace lockstep::runtime
