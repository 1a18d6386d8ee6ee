#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "host/random.hpp"
#include "properties/problems/arrays/array_problem.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/formats/packing.hpp"

namespace lockstep::problems {

// Not negative here: every code is the number that it is as unsigned.
const formats::Format kInt32{"int32", 32, 1, 31, -30, false, formats::Specials::finite};

namespace {

using cases::Data;

// A number of either sign whose exponent lies in [low, high].
double real(std::uint64_t draw, int low, int high) {
  const double magnitude = std::ldexp(1.0 + double(draw >> 12 & 0xFFFFF) / 0x100000,
                                      low + int((draw >> 32) % unsigned(high - low + 1)));
  return (draw & 1) != 0 ? -magnitude : magnitude;
}

double number(const cases::Case& c, std::uint64_t seed, std::int64_t row, std::int64_t at,
              std::int64_t length, const formats::Format& f) {
  const std::uint64_t draw = host::hash(seed, std::uint64_t(row * length + at));
  switch (c.data) {
    case Data::grid:
      return double(std::int64_t(draw % 9) - 4);
    case Data::zero:
      return draw % 10 < 7 ? 0 : real(host::hash(draw, 1), -3, 2);
    case Data::cancelling:
      return at % 2 == 1 ? -number(c, seed, row, at - 1, length, f) : real(draw, -3, 4);
    case Data::opposed:
      return at >= (length + 1) / 2 ? -number(c, seed, row, at - (length + 1) / 2, length, f)
                                    : real(draw, -3, 4);
    case Data::one_hot:
      return std::int64_t(host::hash(seed ^ 0x0E, std::uint64_t(row)) % std::uint64_t(length)) == at
                 ? real(draw, -1, 2)
                 : 0;
    case Data::subnormal:
      return std::ldexp(double(draw % 7) - 3, f.emin() - f.mantissa_bits);
    case Data::nan:
      return draw % 61 == 0 ? std::nan("") : real(draw, -3, 2);
    case Data::codes:
    case Data::edges:
      return real(draw, -14, 14);
    case Data::full:
      break;
  }
  return real(draw, -3, 2);
}

std::uint32_t code_of(const formats::Format& f, double value) {
  return formats::convert(*formats::find_conversion("ocp_saturate"), f, value);
}

}  // namespace

std::int64_t count_of(const std::vector<std::int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

const formats::Format& format_of(std::string_view name) {
  const bool is_alias = name == "bf16" || name == "f16" || name == "f32" || name == "e4m3";
  if (!is_alias) return *formats::find_short(name);
  return name == "bf16"  ? formats::bfloat16
         : name == "f16" ? formats::float16
         : name == "f32" ? formats::float32
                         : formats::float8_e4m3fn;
}

DrawnInput stored(std::string name, const formats::Format& f, std::vector<std::int64_t> shape,
                  const std::vector<double>& values) {
  DrawnInput all{{std::move(name), &f, std::move(shape), {}}, {}};
  const int bytes = f.bits / 8;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t code = code_of(f, values[i]);
    all.values.push_back(formats::to_double(f, code));
    if (f.bits == 4 && i % 2 == 1) all.input.bytes.back() |= std::uint8_t(code << 4);
    if (f.bits == 4 && i % 2 == 0) all.input.bytes.push_back(std::uint8_t(code));
    for (int b = 0; b < bytes; ++b) all.input.bytes.push_back(std::uint8_t(code >> 8 * b));
  }
  return all;
}

DrawnInput drawn(const cases::Case& c, std::uint64_t stream, std::string name, const formats::Format& format,
                 std::vector<std::int64_t> shape, std::int64_t row, double scale) {
  const std::uint64_t seed = host::hash(c.seed, 0xA88A'0000u + stream);
  const std::int64_t count = count_of(shape);
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(number(c, seed, i / row, i % row, row, format) * (c.data == Data::grid ? 1 : scale));
  return stored(std::move(name), format, std::move(shape), values);
}

std::vector<double> values_of(const ArrayInput& input) {
  const formats::Format& f = *input.format;
  const auto bits = std::size_t(f.bits), bytes = (bits + 7) / 8;
  std::vector<double> values(input.bytes.size() * 8 / bits);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint32_t code = 0;
    std::memcpy(&code, &input.bytes[i * bits / 8], bytes);
    values[i] = formats::to_double(f, bits == 4 ? code >> i % 2 * 4 & 15 : code);
  }
  return values;
}

bool is_near_an_end(Data data) {
  return data == Data::subnormal || data == Data::codes || data == Data::edges;
}

std::int64_t drawn_size(cases::Draw& draw, std::int64_t most) {
  switch (draw.between(0, 3)) {
    case 0:
      return draw.between(1, std::min<std::int64_t>(most, 9));
    case 1:
      return std::clamp<std::int64_t>((std::int64_t{1} << draw.between(1, 12)) + draw.between(-1, 1), 1,
                                      most);
    case 2:
      return std::min<std::int64_t>(most, 16 * draw.between(1, 16));
    default:
      return draw.between(1, most);
  }
}

}  // namespace lockstep::problems
