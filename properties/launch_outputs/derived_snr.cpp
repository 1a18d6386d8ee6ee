#include "properties/launch_outputs/derived_snr.hpp"

#include <fmt/format.h>

#include "emulator/arithmetic/accumulation/scaled_gemm.hpp"
#include "reference/exact/bound.hpp"

namespace lockstep::launch_outputs {

namespace {

using operators::ScaledGemm;
using operators::ScaledGemmExact;

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
std::vector<double> deviations(const ScaledGemm& p, const ScaledGemmExact& exact) {
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
  const ScaledGemmExact exact = operators::exact(problem);
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
