// An arch is one row (arch.cpp), and everything that differs between archs is asked of its row: nothing
// outside this folder compares an arch's name. Tables whose rows hold on some archs only, as those of
// instructions, say it as a Set.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::arch {

/// Archs, one bit each.
using Set = std::uint32_t;
namespace sets {
inline constexpr Set kGfx908 = 1, kGfx90a = 2, kGfx942 = 4, kGfx950 = 8, kGfx1201 = 16, kGfx1250 = 32;
inline constexpr Set kCdna12 = kGfx908 | kGfx90a, kCdna34 = kGfx942 | kGfx950, kCdna = kCdna12 | kCdna34,
                     kCdna234 = kGfx90a | kCdna34, kGfx12 = kGfx1201 | kGfx1250;
/// The archs that run programs.
inline constexpr Set kEmulated = kCdna34 | kGfx1250;
}  // namespace sets
using namespace sets;

/// Lanes of waves of archs of which only layouts of matrix instructions are asked.
constexpr int lanes_of(Set archs) {
  return (archs & kGfx12) != 0 ? 32 : 64;
}
/// Whether they use the names that GFX12 gives instructions.
constexpr bool names_as_gfx12(Set archs) {
  return (archs & kGfx12) != 0;
}

/// The arch where a user names none.
inline constexpr std::string_view kDefault = "gfx950";

/// What some archs have, or do, and others do not.
enum class Feature : std::uint8_t {
  wave32,  ///< waves of 32 lanes
  wave64,  ///< waves of 64 lanes
  // Registers
  accumulation_registers,  ///< AGPRs, behind the VGPRs in one file; the kernel descriptor says from where on
  vgpr_banks,              ///< MODE[19:12] chooses which 256 of more vector registers operands count from
  register_halves,  ///< operands of 16 bits name a half of their register, and writes keep the other half
  null_register,    ///< `null` reads as 0 and drops what is written
  cmpx_writes_exec_alone,  ///< v_cmpx writes no other mask beside EXEC
  all_scalar_registers,    ///< each wave has all scalar registers that it can name
  clamp_and_ieee_modes,    ///< MODE has DX10_CLAMP and IEEE; without them clamp makes NaN 0, and IEEE is off
  expert_mode,  ///< SCHED_MODE gives up waiting between vector instructions, and s_wait_alu orders them
  // Start of a wave
  /// Kernels with preloaded arguments begin with a block that loads them, which is skipped
  preload_prologue,
  /// Ids of workgroup and wave are in trap registers; user SGPRs are counted by six bits
  ids_in_trap_registers,
  dynamic_vgprs,  ///< a kernel may ask for waves whose number of vector registers changes
  clusters,       ///< workgroups that run together and have a barrier in common
  // Order
  /// Loads, stores, LDS, scalar loads and copies count on counters of their own (s_wait_*cnt)
  split_counters,
  split_barriers,  ///< a barrier is a signal and a wait (s_barrier_signal, s_barrier_wait); named ones, too
  wait_states,     ///< software keeps instructions apart by wait states, as s_nop makes them
  vector_spacers,  ///< software keeps instructions apart by vector instructions between, as v_nop
  later_results,   ///< results of some matrix instructions come a wait state later than passes say
  slow_f64_products,  ///< matrix instructions on f64 take 16 passes, not 8
  // Memory
  wide_buffer_descriptors,   ///< 57 bits of base and 45 of num_records, in bytes; else 48 and 32
  scratch_address_has_lane,  ///< flat addresses of scratch have the lane's number in them
  lds_address_skips_lane,    ///< a store to LDS leaves out the lanes whose address is 0x7fffffff
  atomic_range_violation,    ///< buffer atomics out of a range past 2^31 may raise a memory violation
  // Encodings
  gfx9_encodings,  ///< no pairs of vector instructions; some encodings are reserved though LLVM decodes them
  // Matrix instructions
  fnuz,            ///< fp8 and bf8 are e4m3fnuz and e5m2fnuz; else e4m3fn and e5m2 of OCP
  block_scales,    ///< matrix instructions with a scale per block of k
  scale_formats,   ///< scales in e5m3 and e4m3 beside e8m0, and per 16 of k beside per 32
  wmma,            ///< v_wmma_*, not v_mfma_*: kernels here give them B as the first operand
  scales_in_turn,  ///< the scale of A is multiplied with first, then that of B: each product may overflow
  /// Four waves multiply at once, by wgmma: 32 of k, in sums of which operands of 8 bits leave 13 bits
  warpgroups,
};

class Features {
 public:
  constexpr Features() = default;
  constexpr Features(std::initializer_list<Feature> all) {
    for (const Feature f : all) bits_ |= std::uint64_t{1} << unsigned(f);
  }
  constexpr bool has(Feature f) const { return (bits_ >> unsigned(f) & 1) != 0; }

 private:
  std::uint64_t bits_ = 0;
};

/// What a compute unit has, as far as it limits workgroups. All zeros: not emulated.
struct ComputeUnit {
  std::uint32_t lds_bytes = 0;  ///< LDS of a compute unit, and of a workgroup
  std::uint32_t simds = 0;      ///< SIMDs of the compute unit
  std::uint32_t waves = 0;      ///< waves that a SIMD holds at most
  std::uint32_t vgprs = 0,
                /// Registers for a lane of a SIMD, VGPRs and AGPRs together; allocated in multiples of
      /// `granule`
      granule = 0;
  std::uint32_t workgroups_waiting = 0;  ///< workgroups of more than one wave at most: each needs a barrier
};

/// What programs ask a device about itself.
struct Device {
  std::string_view name;
  /// What follows the arch in hipDeviceProp_t::gcnArchName; empty: it has none to choose
  std::string_view features;
  std::uint64_t memory_bytes = 0;
  int compute_units = 0, clock_khz = 0;
  int major = 0, minor = 0;  ///< hipDeviceProp_t
};

struct Arch {
  std::string_view name;  ///< clang's name for it
  Set instructions;       ///< rows of tables that say one of these are its own
  Features features;
  std::string_view default_model = {};  ///< model of its matrix instructions, where a user names none
  std::uint32_t mach = 0;               ///< EF_AMDGPU_MACH, the low byte of an ELF file's e_flags
  std::string_view processor = {};      ///< what LLVM's disassembler knows it as
  /// Features that the disassembler is asked for beside the processor's
  std::string_view llvm_features = {};
  int most_lds_operations = 0;  ///< LDS operations outstanding on lgkmcnt or dscnt
  ComputeUnit unit = {};
  Device device = {};

  constexpr bool has(Feature f) const { return features.has(f); }
  constexpr int widest_wave() const { return has(Feature::wave64) ? 64 : 32; }
  /// Runs programs; of the others only layouts of matrix instructions are known.
  constexpr bool is_emulated() const { return unit.lds_bytes != 0; }
};

/// All archs that have a row.
std::span<const Arch* const> all();
/// The row of that name; nullptr: there is none.
const Arch* find(std::string_view name);
/// find(), but nullptr also where that row is not emulated.
const Arch* find_emulated(std::string_view name);
/// The arch of an EF_AMDGPU_MACH; nullptr: none is emulated.
const Arch* find_mach(std::uint32_t mach);
/// Whether the arch of that name has the feature; false also where it has no row.
bool has(std::string_view name, Feature feature);

/// Features of the arch that has these rows; none where no arch has.
Features features_of(Set instructions);
/// The arch's rows in tables; empty for an arch without a row.
Set instructions_of(std::string_view name);
/// The arch's default model; that of kDefault for an arch without a row.
std::string_view default_model(std::string_view name);

/// "gfx942 gfx950"
std::string names(Set archs);
/// "gfx942, gfx950 and gfx1250": those that run programs. `before`, `last`: each name, and between the last
/// two.
std::string emulated_names(std::string_view before = "", std::string_view last = "and");

/// One more row, for as long as the process lives: of an arch that a program emulates beside those of
/// arch.cpp. To be called before anything is asked about archs.
void add(const Arch& row);

}  // namespace lockstep::arch
