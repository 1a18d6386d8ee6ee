#include "properties/launch_outputs/operands.hpp"

#include <functional>

#include <fmt/format.h>

#include "emulator/arithmetic/accumulation/scaled_gemm.hpp"
#include "reference/exact/bound.hpp"

namespace lockstep::launch_outputs {

namespace {

using Done = tl::expected<void, std::string>;
using Read = std::function<void(std::uint64_t offset, std::span<std::uint8_t> data)>;

std::int64_t groups(std::int64_t count, std::int64_t each) {
  return (count + each - 1) / each;
}

// Bits from the start of the buffer to the end of the last element.
double last_bit(const Codes& c, std::int64_t rows, std::int64_t k) {
  return 8.0 * double(c.offset) +
         (double(rows - 1) * double(c.row_stride) + double(k - 1) * double(c.k_stride) + 1) * c.format->bits;
}

Done check_codes(const Codes& c, const char* what, std::int64_t rows, std::int64_t k,
                 const launch::Description& description) {
  const auto fail = [&](const std::string& why) { return tl::unexpected(fmt::format("{}: {}", what, why)); };
  const launch::Buffer* buffer = launch::find_buffer(description, c.buffer);
  if (buffer == nullptr) return fail(fmt::format("no buffer '{}'", c.buffer));
  if (c.row_stride < 0 || c.k_stride < 0) return fail("strides must not be negative");
  if (last_bit(c, rows, k) > 8.0 * double(buffer->bytes))
    return fail(fmt::format("{} by {} elements of {} with these strides end past the {} bytes of '{}'", rows,
                            k, c.format->name, buffer->bytes, c.buffer));
  return {};
}

Done check_operand(const Operand& o, const char* what, const char* scale, std::int64_t rows, std::int64_t k,
                   const launch::Description& d) {
  if (auto ok = check_codes(o.codes, what, rows, k, d); !ok) return ok;
  if (!o.scales) return {};
  if (o.scales->rows < 1 || o.scales->k < 1)
    return tl::unexpected(fmt::format("{}: a scale must cover at least one element", scale));
  return check_codes(o.scales->codes, scale, groups(rows, o.scales->rows), groups(k, o.scales->k), d);
}

// Rows of k codes, each row read at once.
std::vector<std::uint32_t> codes_of(const Codes& c, std::int64_t rows, std::int64_t k, const Read& read) {
  const auto bits = std::uint64_t(c.format->bits);
  std::vector<std::uint32_t> codes;
  codes.reserve(std::size_t(rows * k));
  std::vector<std::uint8_t> bytes;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::uint64_t first = std::uint64_t(row * c.row_stride) * bits,
                        end = first + (std::uint64_t((k - 1) * c.k_stride) + 1) * bits;
    bytes.assign((end + 7) / 8 - first / 8 + 8, 0);
    read(c.offset + first / 8, std::span(bytes).first((end + 7) / 8 - first / 8));
    for (std::int64_t p = 0; p < k; ++p) {
      const std::uint64_t bit = first % 8 + std::uint64_t(p * c.k_stride) * bits;
      std::uint64_t word = 0;
      for (std::size_t b = 0; b < 5; ++b) word |= std::uint64_t{bytes[bit / 8 + b]} << (8 * b);
      codes.push_back(std::uint32_t(word >> bit % 8 & ((std::uint64_t{1} << bits) - 1)));
    }
  }
  return codes;
}

// What the buffer held before the launch; undefined bytes as noise.
Read before(const launch::Description& d, const std::string& name) {
  const machine::Fill fill = launch::fill(launch::find_buffer(d, name)->contents, d.seed);
  return [fill, undefined = std::vector<std::uint8_t>()](std::uint64_t offset,
                                                         std::span<std::uint8_t> data) mutable {
    undefined.assign(data.size(), 0);
    fill(offset, data, undefined);
  };
}

operators::ScaledOperand operand(const Operand& o, std::int64_t rows, std::int64_t k,
                                 const launch::Description& d) {
  operators::ScaledOperand out;
  out.format = o.codes.format;
  out.rows = rows;
  out.codes = codes_of(o.codes, rows, k, before(d, o.codes.buffer));
  if (!o.scales) return out;
  const Scales& s = *o.scales;
  out.scale_rows = s.rows;
  out.scale_k = s.k;
  for (const std::uint32_t code :
       codes_of(s.codes, groups(rows, s.rows), groups(k, s.k), before(d, s.codes.buffer)))
    out.scales.push_back(formats::to_double(*s.codes.format, code));
  return out;
}

Codes codes_of_result(const Gemm& gemm, const launch::Output& output) {
  return {output.buffer, output.offset, output.element->format, gemm.row_stride, gemm.column_stride};
}

}  // namespace

Done check(const Gemm& g, const launch::Description& d, const launch::Output& output) {
  if (g.m < 1 || g.n < 1 || g.k < 1)
    return tl::unexpected(std::string("gemm: m, n and k must be at least 1"));
  if (double(g.m) * double(g.n) * double(g.k) > kMostProducts)
    return tl::unexpected(
        fmt::format("gemm: {} by {} by {} is more than {:g} products: give snr a number, or judge "
                    "a part of the output with an offset",
                    g.m, g.n, g.k, kMostProducts));
  if (auto ok = check_operand(g.a, "gemm.a", "gemm.a.scale", g.m, g.k, d); !ok) return ok;
  if (auto ok = check_operand(g.b, "gemm.b", "gemm.b.scale", g.n, g.k, d); !ok) return ok;
  return check_codes(codes_of_result(g, output), "gemm.d", g.m, g.n, d);
}

operators::ScaledGemm operands(const Gemm& g, const launch::Description& d) {
  return {g.m, g.n, g.k, operand(g.a, g.m, g.k, d), operand(g.b, g.n, g.k, d)};
}

std::vector<std::uint32_t> result(const Gemm& g, const launch::Description& d, const launch::Output& output,
                                  const launch::Placement& placement) {
  const auto index = std::size_t(launch::find_buffer(d, output.buffer) - d.buffers.data());
  std::vector<std::uint8_t> undefined;
  return codes_of(
      codes_of_result(g, output), g.m, g.n, [&](std::uint64_t offset, std::span<std::uint8_t> data) {
        undefined.assign(data.size(), 0);
        for (std::size_t done = 0; done < data.size();) {  // a page at a time
          const std::uint64_t at = offset + done;
          const auto part = std::size_t(
              std::min<std::uint64_t>(data.size() - done, machine::kPageBytes - at % machine::kPageBytes));
          placement.buffers[index]->peek(at, data.data() + done, undefined.data() + done, part);
          done += part;
        }
      });
}

std::vector<std::uint32_t> expected(const Gemm& g, const launch::Output& output) {
  Codes c = codes_of_result(g, output);
  c.offset = 0;  // the file holds the output's bytes alone
  return codes_of(c, g.m, g.n, [&](std::uint64_t offset, std::span<std::uint8_t> data) {
    output.expected->read(offset, data);
  });
}

namespace {

using operators::ExactOutput;
using operators::ScaledGemm;

operators::Output described(const Gemm& g, const formats::Format& format) {
  operators::Output d{"d", &format, g.m, g.n, {}};
  for (std::int64_t row = 0; row < g.m; ++row) d.rows.push_back({row, 0, row});
  return d;
}

std::vector<std::uint32_t> rounded(const std::vector<double>& values, const formats::Format& format) {
  std::vector<std::uint32_t> codes;
  for (const double x : values)
    codes.push_back(formats::encode_nearest_even(format, x, formats::Overflow::to_special));
  return codes;
}

// Scales are two roundings for each piece of k under one pair of them; what double lost is in it.
std::vector<double> deviations(const ScaledGemm& p, const ExactOutput& exact) {
  std::int64_t pieces = 1;
  for (const operators::ScaledOperand* o : {&p.a, &p.b})
    if (!o->scales.empty()) pieces += (p.k + o->scale_k - 1) / o->scale_k;
  const double more = 2 * double(pieces) * 0x1p-24 + operators::exact_error(p.k);
  std::vector<double> all;
  for (const double magnitude : exact.magnitude)
    all.push_back(
        exact::standard_deviation_of(exact::accumulation_loss(magnitude, p.k) + more * magnitude, p.k));
  return all;
}

std::string place(const verdict::Region& region) {
  constexpr std::string_view kOnlyGroup = " of group 0";
  std::string text = region.kind == verdict::Region::Kind::group ? "" : name(region);
  if (text.ends_with(kOnlyGroup)) text.resize(text.size() - kOnlyGroup.size());
  return text.empty() ? "the whole output" : text;
}

}  // namespace

tl::expected<void, std::string> check_formats(const Gemm& gemm, const matrix::Model& model) {
  const auto one = [](const formats::Format* f) { return operators::ScaledOperand{f, 1, {0}, 1, 1, {}}; };
  const auto plain = accumulation::plain_order(
      model, {1, 1, 1, one(gemm.a.codes.format), one(gemm.b.codes.format)}, *gemm.a.codes.format);
  if (!plain) return tl::unexpected(fmt::format("snr \"derived\": {}", plain.error()));
  return {};
}

tl::expected<DerivedSnr, std::string> derived_snr(const Gemm& gemm, const launch::Description& description,
                                                  const launch::Output& output,
                                                  const launch::Placement& placement,
                                                  const matrix::Model& model) {
  const formats::Format& format = *output.element->format;
  const ScaledGemm problem = operands(gemm, description);
  auto plain = accumulation::plain_order(model, problem, format);
  if (!plain) return tl::unexpected(plain.error());
  const ExactOutput exact = operators::exact(problem);
  const operators::Output d = described(gemm, format);
  operators::Codes wants{*std::move(plain), rounded(exact.value, format)};
  if (output.expected) wants.push_back(expected(gemm, output));
  verdict::Regions regions(d, {}, exact.value, result(gemm, description, output, placement), wants.front());
  regions.allow(d, exact.value, wants, deviations(problem, exact));

  const verdict::RegionNoise& whole = regions.whole().noise;
  DerivedSnr snr{whole.got.db(), whole.expected_db(), std::nullopt, {}};
  if (const verdict::Region* worst = regions.worst()) {
    snr.worst = {place(*worst), worst->noise.got.db(), worst->noise.expected_db(), worst->noise.other_class};
    snr.map = regions.map();
  }
  return snr;
}

}  // namespace lockstep::launch_outputs
