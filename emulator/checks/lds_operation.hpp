// One wave's operation on LDS, from its issue to the wait that covers it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "emulator/isa/counters.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

/// [dword][lane], those of a second element behind the first's.
struct LdsData {
  alignas(64) std::array<isa::Lanes, 4> rows;
};

struct LdsOperation {
  LdsOperation() {}  // by hand, since `default` would set `at` to zeros first

  /// The clock of its wave at its issue, and once a wait has covered it: a judge's, which counts what orders
  /// waves.
  std::uint32_t first = 0, last = 0;
  std::uint32_t known = 0;  ///< what its wave knew of others at its issue: a judge's number for that
  std::uint64_t rank = 0;   ///< a judge's: greater than of all that are over and known to be at its issue
  std::uint64_t order = 0;  ///< Pending::number
  std::uint64_t over = 0;   ///< that of its wave's last operation before the wait that covers it
  std::shared_ptr<const LdsData> data;  ///< what it writes; nullptr: nothing, or nobody knows
  const machine::PreparedInstruction* prepared = nullptr;
  isa::Counter counter = isa::Counter::lgkm;
  std::int8_t needs = -1;  ///< what a wait at the first barrier behind it had to allow; -1: it met none
  std::uint8_t wave = 0;
  bool writes = false;
  bool atomic = false;                    ///< or a load that is meant to meet atomics
  bool waits = false;                     ///< for what other waves store there: Poll::wait
  bool wide = false;                      ///< wider than an atomic: it tells nobody anything
  bool arrival = false;                   ///< at a barrier in LDS
  bool copies = false;                    ///< between memory and LDS
  bool in_row = false;                    ///< the lanes' elements lie one behind the other from `lowest` on
  std::uint8_t elements = 1;              ///< elements of a lane: ds_read2 has two
  std::uint8_t lane_count = 0;            ///< lanes that exist
  std::uint32_t bytes = 0;                ///< size of an element
  std::array<std::uint64_t, 2> lanes{};   ///< [element] that take part
  std::uint32_t lowest = 0, highest = 0;  ///< least and greatest address of a first element
  std::int32_t second = 0;                ///< distance to the second element
  std::array<std::uint32_t, isa::kMaxLanes> at;  ///< [lane] address of the first element, unless in_row

  std::uint32_t address(std::size_t lane, int element = 0) const {
    const std::uint32_t first_element = in_row ? lowest + std::uint32_t(lane) * bytes : at[lane];
    return element == 0 ? first_element : first_element + std::uint32_t(second);
  }
  /// Rows of data for each element.
  std::size_t rows() const { return (bytes + 3u) / 4; }
  std::uint8_t written(std::size_t lane, int element, std::uint32_t byte) const {
    return std::uint8_t(data->rows[std::size_t(element) * rows() + byte / 4][lane] >> 8 * (byte % 4));
  }
  /// Into registers.
  bool loads() const { return !writes && !copies; }
  bool takes_all() const { return lanes[0] == ~std::uint64_t{0} >> (isa::kMaxLanes - lane_count); }
  /// Calls visit(lane, element, its address) for each element.
  template <typename Visit>
  void each(Visit visit) const {
    for (int e = 0; e < elements; ++e)
      for (std::uint64_t left = lanes[std::size_t(e)]; left != 0; left &= left - 1) {
        const auto lane = std::size_t(std::countr_zero(left));
        visit(lane, e, address(lane, e));
      }
  }
};

bool uses_lds(const machine::Pending& pending);

/// What is known of an operation at its issue.
void describe(const machine::Wave& wave, const machine::Pending& pending, LdsOperation& operation);

/// What two operations of different waves lack that would order them. `early`: the one that was issued before
/// a barrier or a message which lies between, but is not waited for there; nullptr: neither lies between.
std::string what_is_missing(const LdsOperation* early, const arch::Arch& arch);

}  // namespace lockstep::checks
