// Vector ALU instructions: bytes that only move keep their fingerprints, everything else is a term of the
// operation and its operands.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "emulator/fingerprints/following.hpp"
#include "emulator/fingerprints/narrowing.hpp"
#include "emulator/fingerprints/unordered.hpp"
#include "emulator/fingerprints/vector_operands.hpp"
#include "emulator/fingerprints/word_functions.hpp"
#include "emulator/isa/roles.hpp"

namespace lockstep::fingerprint {

namespace {

using isa::VectorAlu;

struct Shared {
  std::string_view mnemonic;
  Function function;
  bool negates_second = false;
};
/// Instructions that compute what others do, too, or what a declared order names.
constexpr std::array kShared{
    Shared{"v_add_f32", Function::add_f32},         Shared{"v_sub_f32", Function::add_f32, true},
    Shared{"v_mul_f32", Function::mul_f32},         Shared{"v_fma_f32", Function::fma_f32},
    Shared{"v_fmac_f32", Function::fma_f32},        Shared{"v_fmaak_f32", Function::fma_f32},
    Shared{"v_fmamk_f32", Function::fma_f32},       Shared{"v_pk_add_f32", Function::add_f32},
    Shared{"v_pk_mul_f32", Function::mul_f32},      Shared{"v_pk_fma_f32", Function::fma_f32},
    Shared{"v_cvt_pk_bf16_f32", Function::to_bf16}, Shared{"v_cvt_pk_f16_f32", Function::to_f16},
    Shared{"v_cvt_f16_f32", Function::to_f16},      Shared{"v_cvt_f32_f16", Function::from_f16},
    Shared{"v_cvt_f32_fp8", Function::from_fp8},    Shared{"v_cvt_pk_f32_fp8", Function::from_fp8},
    Shared{"v_ldexp_f32", Function::ldexp_f32},     Shared{"v_rndne_f32", Function::rint_f32},
    Shared{"v_cvt_i32_f32", Function::to_i32},
};

/// Instructions on words of 32 bits whose operands' order and grouping do not matter.
constexpr std::array kUnordered{
    Shared{"v_add_u32", Function::add_u32},  Shared{"v_add_nc_u32", Function::add_u32},
    Shared{"v_add3_u32", Function::add_u32}, Shared{"v_max_u32", Function::max_u32},
    Shared{"v_max3_u32", Function::max_u32},
};
/// Comparisons that say what others do, of operands the other way round or as the complement.
struct Comparison {
  std::string_view mnemonic;
  Function function;
  bool exchanged = false, complement = false;
};
constexpr std::array kComparisons{
    Comparison{"v_cmp_eq_u32", Function::equal_u32},
    Comparison{"v_cmp_eq_i32", Function::equal_u32},
    Comparison{"v_cmp_ne_u32", Function::equal_u32, false, true},
    Comparison{"v_cmp_ne_i32", Function::equal_u32, false, true},
    Comparison{"v_cmp_lt_u32", Function::less_u32},
    Comparison{"v_cmp_gt_u32", Function::less_u32, true},
    Comparison{"v_cmp_ge_u32", Function::less_u32, false, true},
    Comparison{"v_cmp_le_u32", Function::less_u32, true, true},
    Comparison{"v_cmp_lt_u16", Function::less_u32},
    Comparison{"v_cmp_gt_u16", Function::less_u32, true},
    Comparison{"v_cmp_ge_u16", Function::less_u32, false, true},
    Comparison{"v_cmp_le_u16", Function::less_u32, true, true},
    Comparison{"v_cmp_lt_f32", Function::less_f32},
    Comparison{"v_cmp_gt_f32", Function::less_f32, true},
    Comparison{"v_cmp_nlt_f32", Function::less_f32, false, true},
    Comparison{"v_cmp_ngt_f32", Function::less_f32, true, true},
};

/// What one lane comes to: the bytes of the result, or of its mask the bit.
struct LaneResult {
  std::array<Fingerprint, 8> bytes{};
  Fingerprint bit;
};

class VectorStep {
 public:
  VectorStep(Following& f, const VectorAlu& row) : f_(f), m_(f.instruction().modifiers), row_(row) {
    op_.row = &row;
    op_.function = m_.clamp && row.saturating != nullptr ? row.saturating : row.by_level.best();
    op_.bitop3 = m_.bitop3;
    for (const Shared& shared : kShared)
      if (is(shared.mnemonic)) shared_ = &shared;
    if (!is_usual()) shared_ = nullptr;
    if (is_usual()) narrowing_ = find_narrowing(name());
  }

  void run() {
    if (!gather()) return;
    const int lanes = f_.lanes();
    const std::uint64_t active = this->active();
    VectorShadow::Register low{}, high{};
    std::array<Fingerprint, isa::kMaxLanes> bits{};
    for (int l = 0; l < lanes; ++l) {
      if ((active >> l & 1) == 0) continue;
      const LaneResult result = lane(l);
      std::copy_n(result.bytes.begin(), 4, low[std::size_t(l)].begin());
      std::copy_n(result.bytes.begin() + 4, 4, high[std::size_t(l)].begin());
      bits[std::size_t(l)] = result.bit;
    }
    write(active, low, high, bits);
  }

 private:
  /// Whether the row's function says all that becomes of floats.
  bool is_usual() const { return !m_.clamp && m_.omod == 0 && has_usual_floats(f_.wave.mode); }
  bool has_floats() const {
    return isa::is_float(row_.destination) || isa::is_float(row_.source[0]) || isa::is_float(row_.pair);
  }
  std::uint64_t variant() const {
    return (has_floats() ? f_.wave.mode & kFloatMode & (m_.clamp ? ~0u : ~kAboutClamp) : 0) |
           std::uint64_t{m_.clamp} << 32 | std::uint64_t{m_.omod} << 33 | std::uint64_t{m_.bitop3} << 40;
  }
  std::string_view name() const { return f_.instruction().semantics->mnemonic; }
  /// Whether the instruction is the one of this name, alone or as half of two that are issued together.
  bool is(std::string_view mnemonic) const {
    constexpr std::string_view kPlain = "v_", kHalf = "v_dual_";
    return name() == mnemonic ||
           (name().starts_with(kHalf) && name().substr(kHalf.size()) == mnemonic.substr(kPlain.size()));
  }

  bool gather() {
    if (const auto problem = machine::gather(f_.wave, f_.instruction(), op_)) return false;  // the wave stops
    if (const isa::Operand* const destination = f_.instruction().destination())
      return machine::locate_destination(f_.wave, *destination, op_, first_);
    return true;
  }

  std::uint64_t active() const {
    const std::uint64_t exec = f_.wave.exec();
    return m_.dpp ? exec & machine::dpp_lanes(*m_.dpp, exec, f_.wave.width()) : exec;
  }

  LaneResult lane(int l) {
    LaneResult result;
    if (!row_.packed) {
      result = whole(l, lane_operands(f_, op_, l, 0));
      place(l, result);
      return result;
    }
    const std::size_t bytes = std::size_t(isa::bits(row_.destination)) / 8;
    for (int half = 0; half < 2; ++half) {
      const LaneResult one = whole(l, lane_operands(f_, op_, l, half));
      std::copy_n(one.bytes.begin(), bytes, result.bytes.begin() + half * std::ptrdiff_t(bytes));
    }
    return result;
  }

  /// One evaluation of the row's function.
  LaneResult whole(int l, const LaneOperands& in) {
    const Fingerprint carry =
        row_.reads_carry ? mask_from(f_, isa::carry_in(f_.instruction()), l) : Fingerprint{};
    LaneResult result;
    if (in.depends == 0 && carry.none()) return result;
    if (name().starts_with("v_mbcnt") || name() == "v_permlane_idx_gen_b32")
      f_.stop("a function of the lane's number as well as of data");
    carry_in_ = std::uint32_t(op_.carry.value >> l & 1);
    if (row_.writes_mask) result.bit = computed(in, carry);
    if (row_.destination == isa::Type::none) return result;
    if (row_.definedness == isa::Definedness::halves)
      halves(in, result);
    else if (shared_ != nullptr && name() == "v_cvt_pk_f32_fp8")
      pair(in, result);
    else if (narrowing_ != nullptr)
      narrowed(in, result);
    else if (!carry.none() && is("v_cndmask_b32"))
      selected(in, carry, result);
    else if (const auto mask = masking(in); mask && may_move(in, carry))
      masked(l, in, *mask, result);
    else if (may_move(in, carry))
      moved(l, in, result);
    else
      fill(computed(in, carry), lowest(in, carry), std::size_t(isa::bits(row_.destination)) / 8, result);
    return result;
  }

  /// Whether trials decide which bytes only move.
  bool may_move(const LaneOperands& in, Fingerprint carry) const {
    using isa::Definedness;
    const bool moves = row_.definedness == Definedness::moves || row_.definedness == Definedness::merges;
    return carry.none() && (is_usual() || !has_floats()) &&
           ByteMoves::decides(moves && !selects_by_data(in), in.depends);
  }
  bool selects_by_data(const LaneOperands& in) const {
    for (std::size_t s = 0; s < 3; ++s)
      if ((row_.selectors >> s & 1) != 0 && in.depends_in(8 * s, 8)) return true;
    return false;
  }

  /// The lowest byte of a result that depends on data: carries only travel upwards.
  std::size_t lowest(const LaneOperands& in, Fingerprint carry) const {
    if (row_.definedness != isa::Definedness::carries || m_.clamp || !carry.none() || selects_by_data(in))
      return 0;
    std::size_t lowest = 8;
    for (std::size_t b = 0; b < kOperandBytes; ++b)
      if ((in.depends >> b & 1) != 0) lowest = std::min(lowest, b % 8);
    return lowest;
  }

  /// Names bytes [first, end) of a term.
  void fill(Fingerprint term, std::size_t first, std::size_t end, LaneResult& result) const {
    for (std::size_t b = first; b < end; ++b) result.bytes[b] = byte_of(term, b);
  }
  Fingerprint byte_of(Fingerprint term, std::size_t b) const {
    const Fingerprint byte = f_.hasher.byte_of(term, unsigned(b));
    f_.functions.note_byte(byte, term, unsigned(b));
    return byte;
  }

  /// The operation as a term of its operands.
  Fingerprint computed(const LaneOperands& in, Fingerprint carry) const {
    std::array<Fingerprint, 5> terms;
    std::size_t count = 0;
    for (std::size_t s = 0; s < std::size_t(op_.sources); ++s)
      terms[count++] = in.term(f_.hasher, 8 * s, source_bytes(row_, s));
    if (row_.accumulates)
      terms[count++] = in.term(f_.hasher, LaneOperands::kOld, std::size_t(isa::bits(row_.destination)) / 8);
    if (shared_ != nullptr && row_.definedness != isa::Definedness::halves) {
      if (shared_->negates_second) terms[1] = f_.hasher.apply(Function::negate, {terms[1]});
      return f_.hasher.apply(shared_->function, std::span(terms).first(count));
    }
    if (row_.reads_carry) terms[count++] = carry.none() ? f_.hasher.constant(carry_in_) : carry;
    const Fingerprint term = term_of(in, std::span<const Fingerprint>(terms).first(count));
    note(term, in, carry);
    return term;
  }

  Fingerprint term_of(const LaneOperands& in, std::span<const Fingerprint> terms) const {
    const auto* const unordered =
        std::ranges::find_if(kUnordered, [&](const Shared& shared) { return is(shared.mnemonic); });
    if (unordered != kUnordered.end() && !m_.clamp) {
      std::array<Unordered::Operand, 3> operands;
      for (std::size_t s = 0; s < terms.size(); ++s) {
        operands[s].value = terms[s];
        std::uint32_t word = 0;
        std::memcpy(&word, &in.value[8 * s], sizeof word);
        if (!in.depends_in(8 * s, sizeof word)) operands[s].known = word;
      }
      return f_.unordered.apply(unordered->function, std::span(operands).first(terms.size()));
    }
    const auto* const compares = std::ranges::find(kComparisons, name(), &Comparison::mnemonic);
    if (compares != kComparisons.end() && (is_usual() || !has_floats())) return compared(*compares, in);
    return f_.hasher.apply(name(), variant(), terms);
  }

  Fingerprint compared(const Comparison& how, const LaneOperands& in) const {
    const std::size_t a = how.exchanged ? 1 : 0, b = 1 - a;
    const auto bytes = [&](std::size_t s) { return in.bytes(8 * s, source_bytes(row_, s)); };
    const auto first = bytes(a), second = bytes(b);
    const auto operand = [&](const auto& all) { return std::span(all).first(source_bytes(row_, 0)); };
    const Fingerprint bit = how.function == Function::less_u32
                                ? f_.hasher.below(operand(first), operand(second))
                                : f_.hasher.apply(how.function, {f_.hasher.value(operand(first)),
                                                                 f_.hasher.value(operand(second))});
    return how.complement ? Hasher::complement(bit) : bit;
  }

  void note(Fingerprint term, const LaneOperands& in, Fingerprint carry) const {
    std::array<WordFunctions::Operand, 5> operands;
    std::size_t count = 0;
    const auto take = [&](std::size_t first, std::size_t bytes) {
      WordFunctions::Operand& o = operands[count++];
      o.count = bytes;
      for (std::size_t b = 0; b < bytes; ++b) o.bytes[b] = {in.value[first + b], in.from[first + b]};
    };
    for (std::size_t s = 0; s < std::size_t(op_.sources); ++s) take(8 * s, source_bytes(row_, s));
    if (row_.accumulates) take(LaneOperands::kOld, std::size_t(isa::bits(row_.destination)) / 8);
    if (row_.reads_carry) operands[count++] = bit_of(std::uint8_t(carry_in_), carry);
    f_.functions.note(term, name(), variant(), std::span(operands).first(count));
  }
  static WordFunctions::Operand bit_of(std::uint8_t value, Fingerprint from) {
    WordFunctions::Operand bit;
    bit.bytes[0] = {value, from};
    bit.count = 1;
    return bit;
  }

  /// Each half of the result is a function of one source.
  void halves(const LaneOperands& in, LaneResult& result) const {
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t count = source_bytes(row_, s);
      if (!in.depends_in(8 * s, count)) continue;
      const Fingerprint operand = in.term(f_.hasher, 8 * s, count);
      const Fingerprint term = shared_ != nullptr
                                   ? f_.hasher.apply(shared_->function, {operand})
                                   : f_.hasher.apply(name(), variant(), std::span(&operand, 1));
      for (std::size_t b = 0; b < 2; ++b) result.bytes[2 * s + b] = f_.hasher.byte_of(term, unsigned(b));
    }
  }

  /// Each dword of the result is a function of one byte of the source.
  void pair(const LaneOperands& in, LaneResult& result) const {
    for (std::size_t i = 0; i < 2; ++i)
      if (in.depends_in(i, 1))
        fill_dword(f_.hasher.apply(shared_->function, {in.term(f_.hasher, i, 1)}), i, result);
  }
  void fill_dword(Fingerprint term, std::size_t dword, LaneResult& result) const {
    for (std::size_t b = 0; b < 4; ++b) result.bytes[4 * dword + b] = f_.hasher.byte_of(term, unsigned(b));
  }

  /// Two numbers, and the scale behind them.
  void narrowed(const LaneOperands& in, LaneResult& result) const {
    const std::array numbers{in.term(f_.hasher, 0, 4), in.term(f_.hasher, 8, 4)};
    narrow(f_.hasher, *narrowing_, numbers, in.named(f_.hasher, f_.functions, 16, 4),
           std::span(result.bytes).first(std::size_t(2 * narrowing_->bits) / 8));
  }

  /// v_cndmask_b32 whose mask depends on data: each byte is one of two.
  void selected(const LaneOperands& in, Fingerprint carry, LaneResult& result) const {
    for (std::size_t b = 0; b < 4; ++b) {
      const Fingerprint zero = f_.hasher.of({in.value[b], in.from[b]}),
                        one = f_.hasher.of({in.value[8 + b], in.from[8 + b]});
      result.bytes[b] = zero == one ? in.from[b] : f_.hasher.select(carry, zero, one);
      const std::array operands{bit_of(0, carry), bit_of(in.value[b], in.from[b]),
                                bit_of(in.value[8 + b], in.from[8 + b])};
      if (zero != one) f_.functions.note(result.bytes[b], "select", 0, operands);
      const Fingerprint ones = f_.hasher.of({0xFF}), none = f_.hasher.of({0});
      if (zero == none && one == ones) f_.masks[result.bytes[b]] = carry;
      if (zero == ones && one == none) f_.masks[result.bytes[b]] = Hasher::complement(carry);
    }
  }

  /// A source whose bytes that depend on data are masks by one bit; another one depends on data, too.
  struct Mask {
    std::size_t source;
    Fingerprint bit;
  };
  std::optional<Mask> masking(const LaneOperands& in) const {
    for (std::size_t s = 0; s < std::size_t(op_.sources); ++s) {
      if (!in.depends_in(8 * s, 8) || !in.depends_in(8 * (s == 0 ? 1 : 0), 8)) continue;
      std::optional<Fingerprint> bit;
      bool all = true;
      for (std::size_t b = 8 * s; b < 8 * s + 8; ++b) {
        if (in.from[b].none()) continue;
        const auto found = f_.masks.find(in.from[b]);
        all &= found != f_.masks.end() && (!bit || *bit == found->second);
        if (all) bit = found->second;
      }
      if (all) return Mask{s, *bit};
    }
    return std::nullopt;
  }

  /// What comes of the mask's zeros or of its ones, by its bit.
  void masked(int l, const LaneOperands& in, const Mask& mask, LaneResult& result) {
    std::array<std::array<Byte, 8>, 2> either;
    for (const bool set : {false, true}) {
      LaneOperands with = in;
      for (std::size_t b = 8 * mask.source; b < 8 * mask.source + 8; ++b)
        if (!in.from[b].none()) {
          with.value[b] = set ? 0xFF : 0;
          with.from[b] = {};
          with.depends &= ~(std::uint32_t{1} << b);
        }
      LaneResult part;
      moved(l, with, part);
      ResultBytes values{};
      evaluate(carries(l), std::span(&with.value, 1), std::span(&values, 1));
      for (std::size_t b = 0; b < values.size(); ++b) either[set][b] = {values[b], part.bytes[b]};
    }
    for (std::size_t b = 0; b < std::size_t(isa::bits(row_.destination)) / 8; ++b) {
      const Fingerprint zero = f_.hasher.of(either[0][b]), one = f_.hasher.of(either[1][b]);
      result.bytes[b] = zero == one ? either[0][b].from : f_.hasher.select(mask.bit, zero, one);
    }
  }

  void moved(int l, const LaneOperands& in, LaneResult& result) {
    const bool carry = carries(l);
    if (key_.empty() || carry != key_carry_) {
      key_ = fmt::format("{} {} {:x}", name(), carry, variant());
      key_carry_ = carry;
    }
    const ByteSources& sources = f_.moves.find(key_, in.value, in.depends, [&](auto operands, auto results) {
      for (std::size_t first = 0; first < operands.size(); first += std::size_t(isa::kMaxLanes)) {
        const std::size_t count = std::min(std::size_t(isa::kMaxLanes), operands.size() - first);
        evaluate(carry, operands.subspan(first, count), results.subspan(first, count));
      }
    });
    std::optional<Fingerprint> term;
    if (clears_sign(sources)) {
      const std::size_t first = std::size_t(sources[0].byte);
      term = f_.hasher.apply(Function::absolute, {in.term(f_.hasher, first, 4)});
      return fill(*term, 0, 4, result);
    }
    for (std::size_t b = 0; b < std::size_t(isa::bits(row_.destination)) / 8; ++b) {
      const int from = sources[b].byte;
      if (from == ByteSource::kKnown) continue;
      const bool whole = from >= 0 && sources[b].mask == 0xFF;
      if (!whole && !term) term = computed(in, {});
      if (from < 0) {
        result.bytes[b] = byte_of(*term, b);
        continue;
      }
      result.bytes[b] = f_.hasher.part_of(in.from[std::size_t(from)], sources[b].mask);
      if (!whole) f_.functions.note_byte(result.bytes[b], *term, unsigned(b));
    }
  }

  /// Whether a word becomes an operand's, but for its sign as a float.
  bool clears_sign(const ByteSources& sources) const {
    constexpr std::array<std::uint8_t, 4> kMasks{0xFF, 0xFF, 0xFF, 0x7F};
    const int first = sources[0].byte;
    bool all = isa::bits(row_.destination) == 32 && first >= 0 && first % 8 == 0;
    for (int b = 0; b < 4; ++b)
      all &=
          sources[std::size_t(b)].byte == first + b && sources[std::size_t(b)].mask == kMasks[std::size_t(b)];
    return all;
  }

  bool carries(int l) const { return row_.reads_carry && (op_.carry.value >> l & 1) != 0; }

  /// Evaluates the row's function with other operands in each lane.
  void evaluate(bool carry, std::span<const OperandBytes> operands, std::span<ResultBytes> results) const {
    std::array<isa::Lanes, 8> dwords{};
    for (std::size_t t = 0; t < operands.size(); ++t)
      for (std::size_t d = 0; d < dwords.size(); ++d) std::memcpy(&dwords[d][t], &operands[t][4 * d], 4);
    isa::LaneInputs in;
    for (std::size_t s = 0; s < 3; ++s) in.source[s] = {dwords[2 * s].data(), dwords[2 * s + 1].data()};
    in.old = {dwords[6].data(), dwords[7].data()};
    in.carry = carry ? ~std::uint64_t{0} : 0;
    in.mode = f_.wave.mode;
    in.bitop3 = op_.bitop3;
    std::array<isa::Lanes, 2> out{};
    isa::LaneOutputs to{{out[0].data(), out[1].data()}, 0};
    op_.function(in, to);
    for (std::size_t t = 0; t < results.size(); ++t)
      for (std::size_t d = 0; d < 2; ++d) std::memcpy(&results[t][4 * d], &out[d][t], 4);
  }

  /// Puts a result that is narrower than its register where it belongs; the rest is kept, or 0.
  void place(int l, LaneResult& result) {
    if (row_.destination == isa::Type::none) return;
    const bool half = isa::bits(row_.destination) == 16;
    if (m_.sdwa ? m_.sdwa->dst == isa::Select::dword : !half && !row_.op_sel_byte) return;
    const Dword old = operand_from(f_, *f_.instruction().destination(), 0, l);
    std::array<Fingerprint, 8> placed{};
    if (m_.sdwa) {
      place_sdwa(old, result.bytes, placed);
    } else if (row_.op_sel_byte) {
      std::copy(old.begin(), old.end(), placed.begin());
      placed[m_.op_sel >> 2 & 3] = result.bytes[0];
    } else {
      const bool high = row_.to_high_half || (m_.op_sel >> 3 & 1) != 0;
      if (high || row_.keeps_half) std::copy(old.begin(), old.end(), placed.begin());
      std::copy_n(result.bytes.begin(), 2, placed.begin() + (high ? 2 : 0));
    }
    result.bytes = placed;
  }

  void place_sdwa(const Dword& old, const std::array<Fingerprint, 8>& from,
                  std::array<Fingerprint, 8>& placed) const {
    const isa::Select to = m_.sdwa->dst;
    if (m_.sdwa->unused == isa::Unused::preserve) std::copy(old.begin(), old.end(), placed.begin());
    const bool word = to == isa::Select::word0 || to == isa::Select::word1;
    const std::size_t count = word ? 2 : 1;
    const std::size_t first = word ? (to == isa::Select::word1 ? 2 : 0) : std::size_t(to);
    std::copy_n(from.begin(), count, placed.begin() + std::ptrdiff_t(first));
    if (m_.sdwa->unused == isa::Unused::sext && !from[count - 1].none())
      f_.stop("a result that depends on data is extended by its sign");
  }

  void write(std::uint64_t active, const VectorShadow::Register& low, const VectorShadow::Register& high,
             const std::array<Fingerprint, isa::kMaxLanes>& bits) {
    const isa::Instruction& i = f_.instruction();
    if (first_ >= 0)
      for (int d = 0; d < i.destination()->count && d < 2; ++d)
        f_.shadow.vector.write(first_ + d, active, d == 0 ? low : high);
    if (!row_.writes_mask) return;
    const bool any = std::ranges::any_of(bits, [](Fingerprint b) { return !b.none(); });
    if (row_.writes_exec && any) return f_.stop("EXEC depends on data", first_of_data(bits));
    if (const isa::Operand* const mask = i.mask()) f_.shadow.scalar.write_mask(mask->index, f_.lanes(), bits);
  }

  Following& f_;
  const isa::Modifiers& m_;
  const VectorAlu& row_;
  machine::Operation op_;
  const Shared* shared_ = nullptr;
  const Narrowing* narrowing_ = nullptr;
  int first_ = -1;
  std::uint32_t carry_in_ = 0;  ///< the carry into the lane that is followed, where it depends on no data
  std::string key_;
  bool key_carry_ = false;
};

/// Whether anything that the instruction reads depends on data.
bool reads_data(const Following& f, const VectorAlu& row) {
  const isa::Instruction& i = f.instruction();
  for (std::size_t s = 0; s < 3; ++s)
    if (const isa::Operand* const source = i.source(s); source != nullptr && depends(f, *source)) return true;
  if (row.reads_carry && depends(f, isa::carry_in(i))) return true;
  return row.accumulates && i.destination() != nullptr && depends(f, *i.destination());
}

/// Whether the part of the destination that the instruction keeps depends on data.
bool keeps_data(const Following& f, const VectorAlu& row) {
  const isa::Instruction& i = f.instruction();
  const bool narrow = row.op_sel_byte || i.modifiers.sdwa || isa::bits(row.destination) == 16;
  return narrow && i.destination() != nullptr && depends(f, *i.destination());
}

}  // namespace

void follow_vector(Following& f) {
  const auto& row = std::get<VectorAlu>(f.instruction().semantics->operation);
  if (reads_data(f, row) || keeps_data(f, row)) return VectorStep(f, row).run();
  const isa::Instruction& i = f.instruction();
  std::uint64_t active = f.wave.exec();
  if (i.modifiers.dpp) active &= machine::dpp_lanes(*i.modifiers.dpp, active, f.wave.width());
  if (const isa::Operand* const destination = i.destination())
    if (const int first = machine::unified_register(f.wave, *destination); first >= 0)
      for (int d = 0; d < destination->count; ++d) f.shadow.vector.clear(first + d, active, f.every_lane());
  if (const isa::Operand* const mask = i.mask())
    f.shadow.scalar.clear(mask->index, isa::mask_registers(f.wave.width()));
}

}  // namespace lockstep::fingerprint
