#include "emulator/matrix/decode_table.hpp"

#include <bit>

#include "emulator/matrix/operand_format.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

constexpr DecodeTable decoded(const formats::Format& format) {
  DecodeTable table{};
  table.unit = format.emin() - format.mantissa_bits;
  for (std::uint32_t code = 0; code < 256; ++code) {
    const formats::Value v = formats::decode(format, code);
    table.value[code] = float(formats::to_double(format, code & format.code_mask()));
    if (v.kind == formats::Kind::infinity || v.kind == formats::Kind::nan) continue;
    table.finite[code] = table.value[code];
    if (v.kind == formats::Kind::zero) continue;
    table.grid[code] = v.significand << (v.exponent - table.unit);
  }
  table.largest_finite = std::uint8_t(formats::largest_finite(format));
  table.magnitude_mask = std::uint8_t(format.magnitude_mask());
  table.top = table.unit + int(std::bit_width(table.grid[table.largest_finite]));
  return table;
}

constexpr std::array<DecodeTable, kOperandFormats> kTables{
    decoded(formats::float8_e4m3fn), decoded(formats::float8_e5m2), decoded(formats::float6_e2m3fn),
    decoded(formats::float6_e3m2fn), decoded(formats::float4_e2m1fn)};

}  // namespace

const DecodeTable& decode_table(const formats::Format& format) {
  return kTables[std::size_t(operand_selector(format))];
}

}  // namespace lockstep::matrix
