// One vector ALU instruction, lane by lane: which bytes of its results only move, and of which terms the
// others are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/fingerprints/following.hpp"
#include "emulator/fingerprints/narrowing.hpp"
#include "emulator/fingerprints/vector_functions.hpp"
#include "emulator/fingerprints/vector_operands.hpp"
#include "emulator/fingerprints/word_functions.hpp"

namespace lockstep::fingerprint {

/// What one lane comes to: the bytes of the result, or of its mask the bit.
struct LaneResult {
  std::array<Fingerprint, 8> bytes{};
  Fingerprint bit;
};

class VectorStep {
 public:
  VectorStep(Following& f, const isa::VectorAlu& row);
  void run();

 private:
  /// Whether the row's function says all that becomes of floats.
  bool is_usual() const { return !m_.clamp && m_.omod == 0 && has_usual_floats(f_.wave.mode); }
  bool has_floats() const;
  std::uint64_t variant() const;
  std::string_view name() const { return f_.instruction().semantics->mnemonic; }
  bool gather();
  std::uint64_t active() const;
  LaneResult lane(int l);
  /// One evaluation of the row's function.
  LaneResult whole(int l, const LaneOperands& in);
  /// Whether trials decide which bytes only move.
  bool may_move(const LaneOperands& in, Fingerprint carry) const;
  bool selects_by_data(const LaneOperands& in) const;
  /// The lowest byte of a result that depends on data: carries only travel upwards.
  std::size_t lowest(const LaneOperands& in, Fingerprint carry) const;
  /// Names bytes [first, end) of a term.
  void fill(Fingerprint term, std::size_t first, std::size_t end, LaneResult& result) const;
  Fingerprint byte_of(Fingerprint term, std::size_t b) const;
  /// The operation as a term of its operands.
  Fingerprint computed(const LaneOperands& in, Fingerprint carry) const;
  Fingerprint term_of(const LaneOperands& in, std::span<const Fingerprint> terms) const;
  Fingerprint compared(const Comparison& how, const LaneOperands& in) const;
  void note(Fingerprint term, const LaneOperands& in, Fingerprint carry) const;
  static WordFunctions::Operand bit_of(std::uint8_t value, Fingerprint from);
  /// Each half of the result is a function of one source.
  void halves(const LaneOperands& in, LaneResult& result) const;
  /// Each dword of the result is a function of one byte of the source.
  void pair(const LaneOperands& in, LaneResult& result) const;
  void fill_dword(Fingerprint term, std::size_t dword, LaneResult& result) const;
  /// Two numbers, and the scale behind them.
  void narrowed(const LaneOperands& in, LaneResult& result) const;
  /// v_cndmask_b32 whose mask depends on data: each byte is one of two.
  void selected(const LaneOperands& in, Fingerprint carry, LaneResult& result) const;
  /// A source whose bytes that depend on data are masks by one bit; another one depends on data, too.
  struct Mask {
    std::size_t source;
    Fingerprint bit;
  };
  std::optional<Mask> masking(const LaneOperands& in) const;
  /// What comes of the mask's zeros or of its ones, by its bit.
  void masked(int l, const LaneOperands& in, const Mask& mask, LaneResult& result);
  void moved(int l, const LaneOperands& in, LaneResult& result);
  /// Whether a word becomes an operand's, but for its sign as a float.
  bool clears_sign(const ByteSources& sources) const;
  bool carries(int l) const { return row_.reads_carry && (op_.carry.value >> l & 1) != 0; }
  /// Evaluates the row's function with other operands in each lane.
  void evaluate(bool carry, std::span<const OperandBytes> operands, std::span<ResultBytes> results) const;
  /// Puts a result that is narrower than its register where it belongs; the rest is kept, or 0.
  void place(int l, LaneResult& result);
  void place_sdwa(const Dword& old, const std::array<Fingerprint, 8>& from,
                  std::array<Fingerprint, 8>& placed) const;
  void write(std::uint64_t active, const VectorShadow::Register& low, const VectorShadow::Register& high,
             const std::array<Fingerprint, isa::kMaxLanes>& bits);

  Following& f_;
  const isa::Modifiers& m_;
  const isa::VectorAlu& row_;
  machine::Operation op_;
  const SharedFunction* shared_ = nullptr;
  const Narrowing* narrowing_ = nullptr;
  int first_ = -1;
  std::uint32_t carry_in_ = 0;  ///< the carry into the lane that is followed, where it depends on no data
  std::string key_;
  bool key_carry_ = false;
};

}  // namespace lockstep::fingerprint
