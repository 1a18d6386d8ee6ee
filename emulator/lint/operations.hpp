// What each instruction of a kernel is to the analyses: found once, asked many times.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/dataflow.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/exec_lanes.hpp"

namespace lockstep::lint {

/// Registers of vector instructions that lie an index behind those that the line names.
struct Indexed {
  bool sources = false, destination = false;
  bool operator==(const Indexed&) const = default;
};

enum class Skip : std::uint8_t { no, yes, perhaps };

/// Registers are those of the unified file: accumulators follow the kernel's VGPRs.
struct Operation {
  std::vector<isa::RegisterAccess> accesses;
  std::optional<isa::Issued> issued;
  std::vector<isa::RegisterAccess> fills;  ///< what the operation writes when it is done
  bool fills_half = false;                 ///< fills one half of its registers only
  bool takes_half = false;                 ///< as a consumer, may read the other half only
  bool crosses_lanes = false;
  bool to_lds = false;         ///< copies into LDS
  bool lds_by_lanes = false;   ///< is a copy of which each lane has an address in LDS in a register
  bool reads_lds = false;      ///< reads LDS, counting on lgkmcnt, or copies out of it
  bool fills_lds = false;      ///< any other way than by a copy
  bool is_barrier = false;     ///< the workgroup's, or the wait of one in two
  bool is_signal = false;      ///< the first half of the workgroup's barrier
  bool other_barrier = false;  ///< waits for others than the waves of the workgroup, or for some of them
  bool writes_m0 = false;
  bool takes_m0_as_address = false;
  bool forgets = false;  ///< what it adds to the counters, or takes from them, is not known
  /// Which vector registers are chosen by M0 from here on (s_set_gpr_idx_*); none: as before.
  std::optional<Indexed> indexing;
  /// Whether vector instructions are skipped from here on (s_setvskip); none: as before.
  std::optional<Skip> skip;
  bool vector = false;           ///< is skipped then
  bool perhaps_skipped = false;  ///< may be skipped where it stands; then what it does to LDS is not followed
  bool relative = false;         ///< M0 chooses vector registers of it
  bool unfollowed = false;       ///< changes which registers or lanes others mean: no value is known with it
  bool vector_alu = false;
  ExecChange exec = ExecChange::none;
  /// [counter]: how many operations may stay outstanding
  std::array<std::optional<int>, isa::kCounters.size()> waits;

  std::optional<int> allowed(isa::Counter c) const { return waits[std::size_t(c)]; }
};

/// The access in the unified file, whose accumulators follow the vector registers.
isa::RegisterAccess unified(isa::RegisterAccess access, int accum_offset);

/// A view of a table: operations by the index of their instruction in the program.
class Operations {
 public:
  Operations(std::span<const Operation> all, std::uint32_t first) : all_(all), first_(first) {}
  const Operation& operator[](std::uint32_t instruction) const { return all_[instruction - first_]; }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::span<const Operation> all_;
  std::uint32_t first_;
};

/// From the first instruction that a kernel reaches to the last; only what it reaches is filled in. An object
/// has dozens of kernels.
class OperationTable {
 public:
  explicit OperationTable(const ControlFlow& flow);
  Operation& operator[](std::uint32_t instruction) { return all_[instruction - first_]; }
  operator Operations() const { return {all_, first_}; }

 private:
  std::uint32_t first_ = 0;
  std::vector<Operation> all_;
};

OperationTable operations(const isa::Program& program, const ControlFlow& flow, int accum_offset);

/// Places where a scalar register is chosen by an index, or instructions are unknown.
std::vector<Undecided> undecided(const isa::Program& program, const ControlFlow& flow);

}  // namespace lockstep::lint
