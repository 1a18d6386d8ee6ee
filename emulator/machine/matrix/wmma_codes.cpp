#include "emulator/machine/matrix/wmma_codes.hpp"

namespace lockstep::machine {

using matrix::Layout;
using matrix::MatrixElement;

bool read_codes(Wave& wave, const isa::Operand& operand, const Layout& layout, Codes& out) {
  const int first = unified_register(wave, operand);
  if (first < 0 || operand.count < layout.registers()) return false;
  const int across = layout.along_rows ? layout.cols : layout.rows;
  out.length = layout.along_rows ? layout.rows : layout.cols;
  out.code.assign(std::size_t(across * out.length), 0);
  out.undefined.assign(std::size_t(across), false);
  out.undefined_codes.clear();
  const int bits = layout.dealing.bits;
  const auto mask = std::uint32_t((std::uint64_t{1} << bits) - 1);
  const auto field = [&](int at, int lane, auto read) {
    const auto word = [&](int r) { return std::uint64_t{read(first + r, lane)}; };
    std::uint64_t both = word(at / 32);
    if (at % 32 + bits > 32) both |= word(at / 32 + 1) << 32;
    return std::uint32_t(both >> at % 32) & mask;
  };
  for (int a = 0; a < across; ++a)
    for (int l = 0; l < out.length; ++l) {
      const MatrixElement element = layout.along_rows ? MatrixElement{0, l, a} : MatrixElement{0, a, l};
      const matrix::RegisterBit place = layout.place(element);
      out.at(a, l) = field(place.bit, place.lane, [&](int r, int lane) { return wave.vector.read(r)[lane]; });
      const std::uint32_t unknown = field(place.bit, place.lane, [&](int r, int lane) {
        const std::uint32_t* const shadow = wave.vector.undefined(r);
        return shadow != nullptr ? shadow[lane] : 0U;
      });
      if (unknown == 0) continue;
      out.undefined[std::size_t(a)] = true;
      out.undefined_codes.resize(out.code.size());
      out.undefined_codes[std::size_t(a * out.length + l)] = true;
    }
  return true;
}

bool read_scalar_codes(Wave& wave, const isa::Operand& operand, int across, int length, Codes& out) {
  constexpr int kInDword = 4;
  if (operand.kind != isa::Operand::Kind::scalar || operand.count < length / kInDword) return false;
  out.length = length;
  out.code.resize(std::size_t(across * length));
  out.undefined.assign(std::size_t(across), false);
  for (int i = 0; i < length; ++i) {
    const Scalar word = wave.scalar.read32(operand.index + i / kInDword);
    for (int a = 0; a < across; ++a) out.at(a, i) = std::uint32_t(word.value) >> 8 * (i % kInDword) & 0xFF;
    if (word.undefined != 0) out.undefined.assign(std::size_t(across), true);
  }
  return true;
}

void fill_codes(std::uint32_t code, int rows, int columns, Codes& out) {
  out.length = rows;
  out.code.assign(std::size_t(rows * columns), code);
  out.undefined.assign(std::size_t(columns), false);
}

void change_signs(const isa::Modifiers& m, Codes& c, int bits) {
  constexpr unsigned kOfC = 4;
  const std::uint32_t sign = 1u << (bits - 1);
  for (std::uint32_t& code : c.code) {
    if ((m.neg_hi & kOfC) != 0) code &= ~sign;
    if ((m.neg_lo & kOfC) != 0) code ^= sign;
  }
}

bool has_known_signs(const isa::Modifiers& m, int bits) {
  constexpr unsigned kOfAB = 3;
  const unsigned low = m.neg_lo & kOfAB, high = m.neg_hi & kOfAB;
  return (low | high) == 0 || bits == 16 || (bits == 32 && high == 0);
}

void negate(const isa::Modifiers& m, int operand, Codes& codes, int bits) {
  const std::uint32_t sign = 1u << (bits - 1);
  const unsigned first = m.neg_lo >> operand & 1, second = bits == 32 ? first : m.neg_hi >> operand & 1;
  const std::uint32_t even = first != 0 ? sign : 0, odd = second != 0 ? sign : 0;
  for (std::size_t i = 0; i < codes.code.size(); ++i)
    codes.code[i] ^= i % std::size_t(codes.length) % 2 == 0 ? even : odd;
}

namespace {

void join(std::vector<bool>& into, const std::vector<bool>& from) {
  for (std::size_t i = 0; i < into.size() && i < from.size(); ++i)
    if (from[i]) into[i] = true;
}

}  // namespace

void CodesShadow::add(const Codes& of_rows, const Codes& of_columns) {
  join(rows, of_rows.undefined);
  join(columns, of_columns.undefined);
}

void write_codes(Wave& wave, const isa::Instruction& i, const matrix::MatrixInstruction& shape, Codes& codes,
                 const CodesShadow& shadow, const Layout& d) {
  const int first = unified_register(wave, *i.destination());
  std::vector<Lanes> value(std::size_t(d.registers())), undefined(value.size());
  bool any = false;
  for (Lanes& u : undefined) u.fill(0);
  for (Lanes& x : value) x.fill(0);
  const auto field = std::uint32_t((std::uint64_t{1} << d.dealing.bits) - 1);
  for (int column = 0; column < shape.n; ++column)
    for (int row = 0; row < shape.m; ++row) {
      const matrix::RegisterBit place = d.place({0, row, column});
      const auto r = std::size_t(place.bit / 32), l = std::size_t(place.lane);
      const int shift = place.bit % 32;
      value[r][l] |= codes.at(column, row) << shift;
      const bool of_c =
          !codes.undefined_codes.empty() && codes.undefined_codes[std::size_t(column * codes.length + row)];
      if (!shadow.rows[std::size_t(row)] && !shadow.columns[std::size_t(column)] && !of_c) continue;
      undefined[r][l] |= field << shift;
      any = true;
    }
  const std::uint64_t all = wave.every_lane();
  for (std::size_t r = 0; r < value.size(); ++r)
    wave.vector.write(first + int(r), all, spread(all), value[r].data(), any ? undefined[r].data() : nullptr);
}

}  // namespace lockstep::machine
