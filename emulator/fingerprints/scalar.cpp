// Scalar ALU instructions, and branches, which may not depend on data.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emulator/fingerprints/byte_moves.hpp"
#include "emulator/fingerprints/following.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::fingerprint {

namespace {

using isa::ScalarAlu;

class ScalarStep {
 public:
  ScalarStep(Following& f, const ScalarAlu& row) : f_(f), row_(row) {
    for (std::size_t s = 0; s < 3 && row.source[s] != isa::Type::none; ++s) {
      add(8 * s, *f.instruction().source(s), row.source[s]);
      sources_ = s + 1;
    }
    if (row.reads_destination && f.instruction().destination() != nullptr)
      add(kOld, *f.instruction().destination(), row.destination);
  }

  void run() {
    const isa::Operand* const destination = f_.instruction().destination();
    const bool any = depends_ != 0 || (row_.reads_scc && !f_.shadow.scc.none());
    const Fingerprint on = depends_ != 0 ? first_of_data(from_) : f_.shadow.scc;
    if (any && row_.writes_exec) return f_.stop("EXEC depends on data", on);
    const int count = isa::dwords(row_.destination);
    if (!any) {
      if (destination != nullptr && destination->index < machine::ScalarRegisters::kCount)
        f_.shadow.scalar.clear(destination->index, count);
      if (row_.writes_scc) f_.shadow.scc = {};
      return;
    }
    const Fingerprint term = computed();
    if (destination != nullptr && count != 0) {
      if (f_.wave.is_exec(destination->index)) return f_.stop("EXEC depends on data", on);
      write(destination->index, count, term);
    }
    if (row_.writes_scc) f_.shadow.scc = f_.hasher.byte_of(term, 8);
  }

 private:
  static constexpr std::size_t kOld = 24;

  void add(std::size_t at, const isa::Operand& operand, isa::Type type) {
    const std::uint64_t value = machine::read_scalar(f_.wave, operand, type).value;
    for (int d = 0; d < isa::dwords(type); ++d) {
      const Dword from = operand_from(f_, operand, d, 0);
      for (std::size_t b = 0; b < 4; ++b) {
        const std::size_t byte = at + 4 * std::size_t(d) + b;
        value_[byte] = std::uint8_t(value >> 8 * (4 * std::size_t(d) + b));
        from_[byte] = from[b];
        depends_ |= std::uint32_t{!from[b].none()} << byte;
      }
    }
  }

  Fingerprint computed() const {
    std::array<Fingerprint, 5> terms;
    std::size_t count = 0;
    const auto term = [&](std::size_t at, isa::Type type) {
      std::array<Byte, 8> bytes;
      const std::size_t size = 4 * std::size_t(isa::dwords(type));
      for (std::size_t i = 0; i < size; ++i) bytes[i] = {value_[at + i], from_[at + i]};
      terms[count++] = f_.hasher.value(std::span(bytes).first(size));
    };
    for (std::size_t s = 0; s < sources_; ++s) term(8 * s, row_.source[s]);
    if (row_.reads_destination) term(kOld, row_.destination);
    if (row_.reads_scc)
      terms[count++] = f_.shadow.scc.none() ? f_.hasher.constant(f_.wave.scc ? 1 : 0) : f_.shadow.scc;
    return f_.hasher.apply(f_.instruction().semantics->mnemonic, f_.wave.mode, std::span(terms).first(count));
  }

  bool may_move() const {
    using isa::Definedness;
    bool moves = row_.definedness == Definedness::moves || row_.definedness == Definedness::merges;
    for (std::size_t s = 0; s < 3; ++s)
      if ((row_.selectors >> s & 1) != 0 && (depends_ >> 8 * s & 0xFF) != 0) moves = false;
    return (!row_.reads_scc || f_.shadow.scc.none()) && depends_ != 0 &&
           ByteMoves::decides(moves && row_.inverted == 0, depends_);
  }

  void write(int to, int dwords, Fingerprint term) {
    ByteSources sources{};
    if (may_move())
      sources = f_.moves.find(
          fmt::format("{} {} {:x}", f_.instruction().semantics->mnemonic, f_.wave.scc, f_.wave.mode), value_,
          depends_, [&](auto operands, auto results) {
            for (std::size_t t = 0; t < operands.size(); ++t) results[t] = evaluate(operands[t]);
          });
    for (int d = 0; d < dwords; ++d) {
      Dword from{};
      for (std::size_t b = 0; b < 4; ++b) {
        const std::size_t byte = 4 * std::size_t(d) + b;
        const int source = sources[byte].byte;
        if (source >= 0)
          from[b] = f_.hasher.part_of(from_[std::size_t(source)], sources[byte].mask);
        else if (source == ByteSource::kComputed)
          from[b] = f_.hasher.byte_of(term, unsigned(byte));
      }
      f_.shadow.scalar.write(to + d, from);
    }
  }

  ResultBytes evaluate(const OperandBytes& operands) const {
    const auto dword64 = [&](std::size_t at) {
      std::uint64_t x = 0;
      for (std::size_t b = 0; b < 8; ++b) x |= std::uint64_t{operands[at + b]} << 8 * b;
      return x;
    };
    isa::ScalarInputs in;
    for (std::size_t s = 0; s < 3; ++s) in.source[s] = dword64(8 * s);
    in.old = dword64(kOld);
    in.scc = f_.wave.scc;
    in.exec = f_.wave.exec();
    in.mode = f_.wave.mode;
    isa::ScalarOutputs out;
    row_.evaluate(in, out);
    ResultBytes result;
    const std::uint64_t value = out.write ? out.destination : in.old;
    for (std::size_t b = 0; b < result.size(); ++b) result[b] = std::uint8_t(value >> 8 * b);
    return result;
  }

  Following& f_;
  const ScalarAlu& row_;
  OperandBytes value_{};
  std::array<Fingerprint, kOperandBytes> from_{};
  std::uint32_t depends_ = 0;
  std::size_t sources_ = 0;
};

/// The bit of a mask operation on two bits, of which at least one depends on data.
Fingerprint bit_of(const Following& f, const isa::ScalarAlu& row, bool a, Fingerprint from_a, bool b,
                   Fingerprint from_b) {
  const auto result = [&](bool x, bool y) {
    isa::ScalarInputs in;
    in.source = {std::uint64_t{x}, std::uint64_t{y}, 0};
    in.exec = f.wave.exec();
    isa::ScalarOutputs out;
    row.evaluate(in, out);
    return (out.destination & 1) != 0;
  };
  if (!from_a.none() && !from_b.none()) {
    const std::array terms{from_a, from_b};
    return f.hasher.apply(f.instruction().semantics->mnemonic, 1, terms);
  }
  const bool of_a = !from_a.none();
  const bool zero = of_a ? result(false, b) : result(a, false),
             one = of_a ? result(true, b) : result(a, true);
  const Fingerprint from = of_a ? from_a : from_b;
  if (zero == one) return {};
  return one ? from : f.hasher.apply("not", 1, std::span(&from, 1));
}

/// Whether a row treats each bit by itself.
bool is_bitwise(std::string_view mnemonic) {
  constexpr std::array kBitwise{"s_and_b",  "s_or_b",  "s_xor_b",  "s_andn2_b", "s_orn2_b",
                                "s_nand_b", "s_nor_b", "s_xnor_b", "s_not_b",   "s_mov_b"};
  return std::ranges::any_of(kBitwise, [&](const char* name) { return mnemonic.starts_with(name); });
}

bool has_bits(const Following& f, const isa::Operand* operand, int dwords) {
  if (operand == nullptr || operand->kind != isa::Operand::Kind::scalar) return false;
  for (int d = 0; d < dwords && operand->index + d < machine::ScalarRegisters::kCount; ++d)
    if (f.shadow.scalar.bits(operand->index + d) != nullptr) return true;
  return false;
}

/// Follows a bitwise operation on masks bit by bit.
void follow_masks(Following& f, const ScalarAlu& row) {
  const isa::Instruction& i = f.instruction();
  const int dwords = isa::dwords(row.destination);
  const isa::Operand *const a = i.source(0), *const b = i.source(1);
  const std::uint64_t va = machine::read_scalar(f.wave, *a, row.source[0]).value,
                      vb = b == nullptr ? 0 : machine::read_scalar(f.wave, *b, row.source[1]).value;
  std::array<Fingerprint, isa::kMaxLanes> bits{};
  bool any = false;
  for (int l = 0; l < 32 * dwords; ++l) {
    const Fingerprint fa = mask_from(f, *a, l), fb = b == nullptr ? Fingerprint{} : mask_from(f, *b, l);
    if (fa.none() && fb.none()) continue;
    bits[std::size_t(l)] = bit_of(f, row, (va >> l & 1) != 0, fa, (vb >> l & 1) != 0, fb);
    any |= !bits[std::size_t(l)].none();
  }
  if (any && f.wave.is_exec(i.destination()->index))
    return f.stop("EXEC depends on data", first_of_data(bits));
  f.shadow.scalar.write_mask(i.destination()->index, 32 * dwords, bits);
  if (row.writes_scc) f.shadow.scc = any ? f.hasher.apply("any", 0, bits) : Fingerprint{};
}

}  // namespace

void follow_scalar(Following& f) {
  const auto& row = std::get<ScalarAlu>(f.instruction().semantics->operation);
  const isa::Instruction& i = f.instruction();
  const int dwords = isa::dwords(row.destination);
  if (i.destination() != nullptr && !row.writes_exec && is_bitwise(i.semantics->mnemonic) &&
      (has_bits(f, i.source(0), dwords) || has_bits(f, i.source(1), dwords)))
    return follow_masks(f, row);
  ScalarStep(f, row).run();
}

void follow_control(Following& f) {
  using isa::Control;
  const auto what = std::get<Control>(f.instruction().semantics->operation);
  if (isa::reads_clock(what)) f.stop("a clock is read");
  const isa::Modifiers& m = f.instruction().modifiers;
  if (what == Control::getreg && m.offset != machine::kHwRegMode &&
      !machine::tells_of_clusters(m.offset, m.offset0, m.offset1))
    f.stop("a hardware register is read, whose value is no function of the launch");
  const bool by_scc = what == Control::branch_scc0 || what == Control::branch_scc1;
  const bool by_vcc = what == Control::branch_vccz || what == Control::branch_vccnz;
  if (by_scc && !f.shadow.scc.none()) f.stop("the branch depends on data", f.shadow.scc);
  if (const int count = isa::mask_registers(f.wave.width());
      by_vcc && f.shadow.scalar.depends(isa::scalar::kVcc, count))
    f.stop("the branch depends on data", f.shadow.scalar.first(isa::scalar::kVcc, count));
  for (const isa::Operand& o : f.instruction().operands)
    if (o.kind == isa::Operand::Kind::scalar && !by_scc && !by_vcc && depends(f, o) &&
        f.instruction().destination() != &o)
      f.stop("an operand of a control instruction depends on data", first_of_data(f, o));
  if (const isa::Operand* const to = f.instruction().destination();
      to != nullptr && to->kind == isa::Operand::Kind::scalar && to->index < machine::ScalarRegisters::kCount)
    f.shadow.scalar.clear(to->index, to->count);
}

}  // namespace lockstep::fingerprint
