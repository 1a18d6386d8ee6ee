#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"

#include <bit>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

constexpr DecodeTable decoded(const formats::Format& format) {
  const bool fnuz = format.specials == formats::Specials::fnuz;
  DecodeTable table{};
  table.unit = format.emin() - format.mantissa_bits;
  for (std::uint32_t code = 0; code < 256; ++code) {
    const formats::Value v = formats::decode(format, code);
    table.value[code] = float(formats::to_double(format, code & format.code_mask()));
    if (v.kind == formats::Kind::infinity || v.kind == formats::Kind::nan) continue;
    table.finite[code] = table.value[code];
    if (v.kind == formats::Kind::zero || fnuz) continue;
    const auto magnitude = std::int64_t(v.significand) << (v.exponent - table.unit);
    table.grid[code] = v.negative ? -magnitude : magnitude;
  }
  const formats::Value largest = formats::decode(format, formats::largest_finite(format));
  table.top = largest.exponent + int(std::bit_width(largest.significand));
  table.rank = formats::code_rank(format);
  return table;
}

// The five formats in the order of their selectors, then the two without one.
constexpr std::array<DecodeTable, kOperandFormats + 2> kTables{
    decoded(formats::float8_e4m3fn),  decoded(formats::float8_e5m2),   decoded(formats::float6_e2m3fn),
    decoded(formats::float6_e3m2fn),  decoded(formats::float4_e2m1fn), decoded(formats::float8_e4m3fnuz),
    decoded(formats::float8_e5m2fnuz)};

}  // namespace

const DecodeTable& decode_table(const formats::Format& format) {
  if (&format == &formats::float8_e4m3fnuz) return kTables[kOperandFormats];
  if (&format == &formats::float8_e5m2fnuz) return kTables[kOperandFormats + 1];
  const int selector = operand_selector(format);
  if (selector >= 0) return kTables[std::size_t(selector)];
  return kTables[format == formats::float8_e4m3fnuz ? kOperandFormats : kOperandFormats + 1];
}

}  // namespace lockstep::matrix
