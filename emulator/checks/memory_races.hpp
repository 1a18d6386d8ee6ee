// Device memory that two workgroups of a launch use, one of them writing, with nothing between that orders
// them.
//
// Workgroups run in any order and at the same time; only atomics make one wait for another. So a byte that
// one workgroup stores and another loads or stores is a race. Left out: atomics against atomics; a store of
// what is there already; and a workgroup that has read the result of an atomic, since it may know that the
// other is done. Memory that kernels can't write is not looked at.
#pragma once

#include <memory>
#include <unordered_map>

#include "emulator/machine/memory.hpp"
#include "emulator/machine/observer.hpp"
#include "findings.hpp"

namespace lockstep::checks {

class MemoryRaces final : public machine::Observer {
 public:
  explicit MemoryRaces(Findings& findings) : findings_(findings) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  /// Who used a byte last, as workgroup + 1 in dispatch order; 0: nobody.
  struct Byte {
    std::uint32_t writer = 0, reader = 0;
  };
  struct Page {
    std::array<Byte, kPageBytes> bytes;
    std::array<std::uint32_t, kPageBytes / 4> writing, reading;  ///< instructions, by dword
    std::array<bool, kPageBytes / 4> atomic;                     ///< the last write was
  };

  void touch(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
             bool writes);
  Page& page(std::uint64_t address);

  Findings& findings_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_page_ = ~std::uint64_t{0};
  Page* last_ = nullptr;
  std::uint32_t group_ = 0;  ///< the running workgroup + 1
  bool informed_ = false;    ///< it has read the result of an atomic
};

}  // namespace lockstep::checks
