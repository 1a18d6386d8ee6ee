// What each mnemonic means, as data: one row per mnemonic, one table per encoding family.
//
// The rows are pure: a vector operation maps the lanes of source dwords to those of destination dwords, as
// many as the widest wave has, and knows nothing of waves, EXEC or memory; the machine fetches, masks, writes
// back, and carries definedness.
// e32, e64, DPP and SDWA forms share one row, because the difference lies in the fetching.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "emulator/arch/arch.hpp"
#include "emulator/isa/wave_width.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::isa {

/// One value per lane, with room for the widest wave.
using Lanes = std::array<std::uint32_t, kMaxLanes>;

/// What an operand's bits are: decides its width, what neg, abs, clamp and inline constants mean, and
/// denormal flushing.
enum class Type : std::uint8_t { none, u16, i16, f16, bf16, u32, i32, f32, u64, i64, f64 };
constexpr int bits(Type t) {
  return t <= Type::none ? 0 : t <= Type::bf16 ? 16 : t <= Type::f32 ? 32 : 64;
}
constexpr int dwords(Type t) {
  return t == Type::none ? 0 : bits(t) == 64 ? 2 : 1;
}
constexpr bool is_float(Type t) {
  return t == Type::f16 || t == Type::bf16 || t == Type::f32 || t == Type::f64;
}

/// How undefined source bits reach the destination.
enum class Definedness : std::uint8_t {
  strict,   ///< any undefined source bit of a lane makes the lane's whole result undefined
  moves,    ///< bits move or meet in and/or: exactly the bits that depend on undefined data bits become
            ///< undefined; the sources in `selectors` (shift amounts, permutation selectors) count as strict
  merges,   ///< bitwise xor and the like: the union of the sources' undefined bits
  carries,  ///< sums and products: bits at and above the lowest undefined one, since carries only travel
            ///< upwards; the sources in `selectors` count as strict
  halves,   ///< the low half depends on src0 alone, the high half on src1 alone
};

// ---- vector ALU -------------------------------------------------------------------------------------------

struct LaneInputs {
  std::array<std::array<const std::uint32_t*, 2>, 3> source{};  ///< [operand][dword] -> lanes
  std::array<const std::uint32_t*, 2> old{};                    ///< destination before the operation
  std::uint64_t carry = 0;                                      ///< VCC or the explicit mask operand
  std::uint32_t mode = 0;                                       ///< MODE register
  std::uint8_t bitop3 = 0;                                      ///< Modifiers::bitop3
};
struct LaneOutputs {
  std::array<std::uint32_t*, 2> destination{};
  std::uint64_t mask = 0;  ///< comparison result or carry out, one bit per lane
};
using LaneFunction = void (*)(const LaneInputs&, LaneOutputs&);
using LaneFunctions = host::PerLevel<void(const LaneInputs&, LaneOutputs&)>;

/// Which part of source 0 an operation on less than 16 bits takes: op_sel[1:0] chooses a byte, op_sel[0] a
/// half.
enum class SourceSelect : std::uint8_t { none, byte, half };

/// Facts of an instruction that the function of its row does not show; scalar ones have a few of them.
struct Traits {
  Definedness definedness = Definedness::strict;
  std::uint8_t selectors = 0;  ///< bit i: source i only selects (see Definedness::moves)
  std::uint8_t inverted = 0;   ///< scalar, bit i: source i enters complemented (s_andn2, s_orn2), so that
                               ///< `moves` is monotone in the complement of its undefined bits
  std::uint8_t keeps_denormals = 0;  ///< bit i: source i keeps its denormals, whatever MODE says
  bool writes_exec = false;          ///< v_cmpx
  bool packed = false;         ///< one function for both halves: 16-bit halves of dwords, or dwords of pairs
  bool op_sel_halves = false;  ///< VOP3 op_sel chooses halves of 16-bit sources and destination
  bool keeps_half = false;     ///< 16-bit result: the other half of the register keeps its value, else it
  ///< becomes 0 (a result in the high half, op_sel[3], always keeps the low half)
  bool op_sel_dwords = false;  ///< v_pk_mov_b32: op_sel[i] chooses the dword of the 64-bit source i that
                               ///< evaluate sees as a 32-bit source; op_sel_hi is ignored
  bool op_sel_byte = false;    ///< an 8-bit result: op_sel[3:2] chooses the byte of the destination that it
                               ///< goes to; the others keep their value
  bool mixed = false;          ///< op_sel_hi[i]: source i is an f16, the half of its dword that op_sel[i]
                               ///< chooses; the function sees it as f32
  bool to_high_half = false;   ///< a 16-bit result goes to the high half
  SourceSelect op_sel_source = SourceSelect::none;
  Type pair = Type::none;  ///< the destination holds two floats of this type side by side (v_cvt_pk_*)
  /// The row's function, rounded as MODE.round says; nullptr: not known, if it rounds.
  LaneFunction directed = nullptr;
  bool rounds = true;  ///< a result that is a float is one that MODE.round may have a say in
  /// The type as which source i takes numbers among constants, an integer to the function
  std::array<Type, 3> numbers{};
};

struct VectorAlu : Traits {
  LaneFunction evaluate;
  Type destination = Type::none;  ///< none: only a mask is written (comparisons)
  std::array<Type, 3> source{};
  bool reads_carry = false;           ///< v_addc, v_cndmask, …: a lane mask after the sources (VCC in e32)
  bool writes_mask = false;           ///< comparison result or carry out (VCC in e32)
  bool accumulates = false;           ///< reads the destination (v_fmac, v_dot…c)
  LaneFunction saturating = nullptr;  ///< what clamp makes of integer arithmetic; nullptr: no result leaves
                                      ///< the range, and clamp changes nothing
  LaneFunctions by_level;             ///< evaluate, and what else does the same on hosts that have more
  bool signed_by_neg_lo = false;      ///< neg_lo[i] says that source i is signed (v_dot4_i32_iu8)

  /// The type as which source i takes constants.
  constexpr Type constants_as(std::size_t i) const {
    return numbers[i] != Type::none ? numbers[i] : source[i];
  }
};

/// Whether MODE rounds the row's results otherwise than to nearest even: [1:0] of f32, [3:2] of f16 and f64
/// (CDNA3 ISA, MODE; which of them a conversion goes by, by its result: LLVM, FPDPRounding).
constexpr bool rounds_otherwise(const VectorAlu& row, std::uint32_t mode) {
  const Type result = is_float(row.destination) ? row.destination : row.pair;
  return (mode >> (result == Type::f32 ? 0 : 2) & 3) != 0;
}

/// What has more than two dwords a lane, one lane at a time: conversions of 8 to 32 elements
/// (v_cvt_scalef32_*pk32_*, *_2xpk16_*), look-ups (v_perm_pk16_*), sums of differences (v_mqsad_u32_u8).
struct BlockInputs {
  std::array<const std::uint32_t*, 3> source{};  ///< consecutive dwords of the lane
  std::uint32_t seed = 0;
  float scale = 0;
  std::uint32_t mode = 0;
};
using BlockFunction = void (*)(const BlockInputs&, std::uint32_t* destination);

struct BlockConvert {
  BlockFunction evaluate;
  std::array<std::uint8_t, 3> source_dwords{};
  std::uint8_t destination_dwords = 0;
  bool stochastic = false;             ///< a seed stands before the scale
  bool scaled = true;                  ///< a scale stands last
  BlockFunction saturating = nullptr;  ///< what clamp makes of it; nullptr: no encoding has clamp
};
inline constexpr int kMostBlockDwords = 32;

/// Operations between lanes, or between a lane and a scalar: executed by the machine by name.
enum class CrossLane : std::uint8_t {
  readfirstlane,
  readlane,
  writelane,
  permlane16_swap,
  permlane32_swap,
  swap,
  accvgpr_read,
  accvgpr_write,
  accvgpr_mov,
  nop,
  permlane16,           ///< gfx1250: each lane reads a lane of its row of 16
  permlanex16,          ///< gfx1250: each lane reads a lane of the other row of 16
  permlane16_var,       ///< gfx1250: as permlane16, each lane's number in a register
  permlanex16_var,      ///< gfx1250: as permlanex16, each lane's number in a register
  permlane_bcast,       ///< gfx1250: each lane reads one lane of its group
  permlane_up,          ///< gfx1250: each lane reads the one so many below it in its group
  permlane_down,        ///< gfx1250: each lane reads the one so many above it in its group
  permlane_xor,         ///< gfx1250: each lane reads the one whose number differs by a mask
  move_from_relative,   ///< gfx1250: M0 is added to the number of the source's register
  move_to_relative,     ///< gfx1250: M0 is added to the number of the destination's register
  move_relative,        ///< gfx1250: M0 is added to the numbers of both
  move_relative_apart,  ///< gfx1250: M0[9:0] is added to the source's, M0[25:16] to the destination's
  swap_relative,        ///< gfx1250: swaps registers to whose numbers M0's halves are added
};
/// Whether M0 chooses a register that the operation uses.
constexpr bool is_relative(CrossLane what) {
  return what >= CrossLane::move_from_relative && what <= CrossLane::swap_relative;
}

// ---- scalar ALU -------------------------------------------------------------------------------------------

struct ScalarInputs {
  std::array<std::uint64_t, 3> source{};
  std::uint64_t old = 0;  ///< destination before the operation
  bool scc = false;
  std::uint64_t exec = 0;
  std::uint32_t mode = 0;  ///< MODE register
};
struct ScalarOutputs {
  std::uint64_t destination = 0;
  bool scc = false;
  std::uint64_t exec = 0;
  bool write = true;  ///< false: the destination keeps its value (s_cmov)
};
using ScalarFunction = void (*)(const ScalarInputs&, ScalarOutputs&);

struct ScalarAlu {
  ScalarFunction evaluate;
  Type destination = Type::none;  ///< none: comparisons
  std::array<Type, 3> source{};
  bool reads_scc = false, writes_scc = false;
  bool reads_destination = false;                ///< s_addk, s_mulk, s_cmov, s_bitset
  bool reads_exec = false, writes_exec = false;  ///< s_*_saveexec
  Definedness definedness = Definedness::strict;
  std::uint8_t selectors = 0;
  std::uint8_t inverted = 0;  ///< bit i: source i enters complemented (s_andn2, s_orn2), so that `moves` is
                              ///< monotone in the complement of its undefined bits
  bool rounds = false;        ///< the result is a float that MODE.round may have a say in
  /// Evaluate, rounded as MODE.round says; nullptr: not known, if it rounds.
  ScalarFunction directed = nullptr;
};

enum class Control : std::uint8_t {
  nop,
  sleep,
  setprio,
  endpgm,
  branch,
  branch_scc0,
  branch_scc1,
  branch_vccz,
  branch_vccnz,
  branch_execz,
  branch_execnz,
  barrier,
  waitcnt,
  getreg,
  setreg,
  setreg_immediate,
  getpc,
  setpc,
  swappc,
  trap,
  inst_prefetch,
  icache_invalidate,
  memory_time,       ///< s_memtime, s_memrealtime: a clock that comes as a scalar load does
  cycles,            ///< s_get_shader_cycles_u64: the wave's clock, at once
  message_returned,  ///< s_sendmsg_rtn: a message's answer, of which only the real time is known
  send_message,
  halt,
  decode_hint,
  call,
  vector_skip,   ///< s_setvskip
  gpr_index_on,  ///< s_set_gpr_idx_*: vector registers relative to M0
  gpr_index_off,
  gpr_index_mode,
  gpr_index,
  move_from_relative,  ///< s_movrels: the source is relative to M0
  move_to_relative,    ///< s_movreld: the destination is
  debugger_branch,     ///< s_cbranch_cdbg*: taken under a debugger only
  barrier_signal,      ///< gfx1250's split barriers: a wave says that it came here
  /// A wave says that it came to a split barrier and learns in SCC whether it is the first
  barrier_signal_first,
  barrier_wait,   ///< a wave goes on once all have said that they came
  barrier_init,   ///< a named barrier: how many signals complete it
  barrier_join,   ///< a named barrier is the one that the wave waits at from now on
  barrier_leave,  ///< a named barrier is the wave's no longer, and needs one signal less
  vgpr_banks,     ///< s_set_vgpr_msb: which 256 of the vector registers operands count from
  prefetch,       ///< prefetch of code or data, to caches that are not modelled
  padding,        ///< s_code_end: no wave gets there
  round_mode,     ///< gfx1250: MODE[3:0] from an immediate
  denorm_mode,    ///< gfx1250: MODE[7:4] from an immediate
};

/// Whether what is written depends on when the wave comes here.
constexpr bool reads_clock(Control what) {
  return what == Control::memory_time || what == Control::cycles || what == Control::message_returned;
}

// ---- memory -----------------------------------------------------------------------------------------------

enum class Access : std::uint8_t { load, store, atomic };
enum class Atomic : std::uint8_t {
  none,
  swap,
  compare_swap,
  add,
  sub,
  smin,
  umin,
  smax,
  umax,
  and_,
  or_,
  xor_,
  inc,
  dec,
  add_f32,
  pk_add_f16,
  pk_add_bf16,
  add_f64,
  min_f32,
  max_f32,
  compare_swap_f32,  ///< equal as numbers, not as bits
  min_f64,
  max_f64,
  compare_swap_f64,
  reverse_sub,  ///< operand minus memory
  mask_or,      ///< memory without the bits of the first operand, with those of the second
  wrap,         ///< memory minus the first operand, or plus the second where that would be negative
  cond_sub,     ///< gfx1250: memory minus the operand, unless that would be negative
  sub_clamp,    ///< gfx1250: memory minus the operand, or 0 where that would be negative
  /// gfx1250, of a barrier in LDS: the operand, or 1, is taken from what is pending (lds_barrier.hpp)
  barrier_arrive,
};

/// A memory operation, whatever its address space. `bytes` is the size of one element in memory; `elements`
/// of them are moved per lane (ds_read2 moves two, at two offsets).
struct Memory {
  enum class Space : std::uint8_t { buffer, global, flat, scratch, lds, scalar, scalar_buffer };
  Space space;
  Access access;
  std::uint8_t bytes;
  bool sign_extend = false;
  bool high_half = false;         ///< d16_hi: the upper 16 bits of the register; the others keep their value
  bool low_half = false;          ///< d16: the lower 16 bits; the others keep their value
  bool pair = false;              ///< ds_*2: two elements at offset0 and offset1
  std::uint16_t pair_stride = 0;  ///< bytes per unit of offset0 and offset1
  Atomic atomic = Atomic::none;
  bool returns = false;  ///< LDS atomics with _rtn; global ones say it with sc0
  bool to_lds = false;   ///< global_load_lds_*; buffer loads say it with the lds modifier
  /// ds_read_*_tr_*: bits of an element, 0 for other loads. In each group of 16 lanes the data of the lanes,
  /// one behind the other, are rows of 16 elements; lane l receives column l, row 0 lowest.
  std::uint8_t transpose = 0;
  bool thread_address = false;  ///< ds_*_addtid: the address is M0 plus four times the lane
  /// gfx1250's *_async_to_lds, *_async_from_lds: between memory and LDS, of which each lane has an address in
  /// a register.
  bool lds_in_register = false;
  /// gfx1250's *_load_tr*: bits of an element, which lanes of a group exchange once they are loaded
  /// (transposed.hpp).
  std::uint8_t exchange = 0;
  /// gfx1250's cluster_load_*: M0 names the workgroups of the cluster that ask for the same.
  bool multicast = false;
  bool counts_async = false;  ///< gfx1250, an LDS operation that is done when asynccnt says so
  /// gfx1250's ds_cmpstore_*: what is stored comes before what is compared with
  bool new_value_first = false;
};

/// gfx1250's tensor data mover, between memory and LDS: the wave's, as a descriptor in scalar registers says.
struct TensorCopy {
  Access access;
};

/// Whether an operation is the wave's, for SGPRs, and not each lane's.
constexpr bool is_scalar(Memory::Space space) {
  return space == Memory::Space::scalar || space == Memory::Space::scalar_buffer;
}

/// Cross-lane traffic through the LDS unit without LDS memory.
enum class LanePermute : std::uint8_t {
  permute,
  bpermute,
  swizzle,
  bpermute_of_all,  ///< gfx1250's ds_bpermute_fi_b32: of lanes that are off, too
};

/// Cache and ordering operations: no effect on a coherent memory, but they are counted and ordered.
enum class CacheControl : std::uint8_t {
  invalidate,
  writeback,
  scalar_invalidate,
  scalar_writeback,
  prefetch,  ///< gfx1250: prefetch of an address in registers
};

// ---- matrix -----------------------------------------------------------------------------------------------

/// Shapes, element types and places are facts of emulator/arithmetic/matrix, found by the mnemonic.
struct Matrix {
  bool f8f6f4 = false;  ///< CBSZ and BLGP select the formats of A and B
  bool wide = false;    ///< an f8f6f4 instruction of 32x32x64, not 16x16x128
  bool scaled = false;  ///< two more operands: the scales
  /// v_smfmac: A is stored by half, the destination is C, the last operand says which half
  bool sparse = false;
  bool wave32 = false;  ///< gfx1250's, in waves of 32 lanes (v_wmma_*)
};

using namespace arch::sets;

/// What an instruction is called. Archs of GFX12 have names of their own for some, or several for one: those
/// of the halves of a pair (v_dual_*) stand beside the name that the instruction has alone, with a blank
/// between.
struct Names {
  std::string_view mnemonic, gfx12;

  constexpr Names() = default;
  constexpr Names(const char* on_all) : mnemonic(on_all), gfx12(on_all) {}
  constexpr Names(std::string_view on_all) : mnemonic(on_all), gfx12(on_all) {}
  constexpr Names(std::string_view others, std::string_view on_gfx12) : mnemonic(others), gfx12(on_gfx12) {}
};

struct Semantics : Names {
  std::variant<VectorAlu, BlockConvert, CrossLane, ScalarAlu, Control, Memory, LanePermute, CacheControl,
               Matrix, TensorCopy>
      operation;
  std::string_view source;       ///< where the fact is taken from
  arch::Set archs = kEmulated;   ///< archs on which the names mean this; which archs have them is LLVM's word
  arch::Features features = {};  ///< the archs' features, in rows of GFX12's archs; see gfx12_rows()

  bool has(arch::Feature f) const { return features.has(f); }
};

/// The row, or rows, on these archs only.
constexpr Semantics on(arch::Set archs, Semantics row) {
  row.archs = archs;
  return row;
}
template <std::size_t kCount>
constexpr std::array<Semantics, kCount> on(arch::Set archs, std::array<Semantics, kCount> rows) {
  for (Semantics& row : rows) row.archs = archs;
  return rows;
}

// One table per family; find() searches them all.
std::span<const Semantics> scalar_table();
std::span<const Semantics> control_table();
std::span<const Semantics> vector_integer_table();
std::span<const Semantics> vector_float_table();
std::span<const Semantics> vector_compare_table();
std::span<const Semantics> vector_convert_table();
std::span<const Semantics> scaled_convert_table();
std::span<const Semantics> block_convert_table();
std::span<const Semantics> packed_table();
std::span<const Semantics> cross_lane_table();
std::span<const Semantics> memory_table();
std::span<const Semantics> lds_table();
std::span<const Semantics> matrix_table();

/// The tables whose rows CDNA has, and others perhaps, too.
std::span<const std::span<const Semantics>> tables();

// Rows that gfx1250 has and CDNA lacks.
std::span<const Semantics> gfx1250_new_rows();
std::span<const Semantics> gfx1250_scalar_floats();
std::span<const Semantics> gfx1250_convert_rows();
std::span<const Semantics> gfx1250_order_rows();
std::span<const Semantics> gfx1250_bfloat_rows();
std::span<const Semantics> gfx1250_small_integer_rows();

/// All rows of archs of GFX12, by the names that they have there: copies where a name or an operand differs.
std::span<const Semantics> gfx12_rows();

/// The tables that have rows of the archs.
std::span<const std::span<const Semantics>> tables(arch::Set archs);
/// The row of one of the archs; nullptr where the mnemonic has no semantics there.
const Semantics* find(std::string_view mnemonic, arch::Set archs);

}  // namespace lockstep::isa
