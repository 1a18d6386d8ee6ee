#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"
#include "reference/formats/formats.hpp"
#include "reference/layouts/deepgemm_scales.hpp"

namespace lockstep::cli {

namespace {

using scaling::Extent, scaling::Quantiser, scaling::ScaleRule;

struct Result {
  std::vector<std::uint8_t> codes;
  std::vector<std::uint32_t> scales;
  std::vector<float> back;
};

Result quantise_row(const Quantiser& q, const std::vector<float>& x) {
  const Extent row{1, std::int64_t(x.size())};
  Result r{std::vector<std::uint8_t>(x.size()),
           std::vector<std::uint32_t>(std::size_t(scale_extent(row, q.block).count())),
           std::vector<float>(x.size())};
  scaling::quantise(q, row, x, r.codes, r.scales);
  scaling::dequantise(q, row, r.codes, r.scales, r.back);
  return r;
}

// A value in six significant digits, to be read; nine would tell any two binary32 numbers apart.
std::string short_value(double value) {
  const std::string text = fmt::format("{:.6g}", value);
  return text;
}

void print_text(const Quantiser& q, const std::vector<float>& x, const Result& r) {
  const std::size_t width = r.scales.empty() ? 1 : (x.size() + r.scales.size() - 1) / r.scales.size();
  const std::size_t per_block = q.block.columns == 0 ? width : std::size_t(q.block.columns);
  for (std::size_t b = 0; b < r.scales.size(); ++b) {
    const double scale = formats::to_double(*q.rule->scale, r.scales[b]);
    std::string line = fmt::format("{:<20}{:>10} {:>12} |", q.rule->name, fmt::format("{:#04x}", r.scales[b]),
                                   short_value(scale));
    for (std::size_t i = b * per_block; i < std::min(x.size(), (b + 1) * per_block); ++i)
      line += fmt::format(" {:>6} {:>10}", fmt::format("{:#04x}", r.codes[i]), short_value(r.back[i]));
    fmt::print("{}\n", line);
  }
}

// The row's scales as DeepGEMM packs them; nothing where they are not e8m0.
std::optional<std::vector<std::uint32_t>> packed_scales(const Quantiser& q, const Result& r) {
  if (*q.rule->scale != formats::float8_e8m0fnu) return std::nullopt;
  const layouts::PackedScales layout{1, std::int64_t(r.scales.size())};
  std::vector<std::uint32_t> words(std::size_t(layout.words()));
  for (std::size_t block = 0; block < r.scales.size(); ++block)
    words[block / layout.kPerWord] |= r.scales[block] << 8 * (block % layout.kPerWord);
  return words;
}

void print_packed(const Quantiser& q, const Result& r) {
  const auto words = packed_scales(q, r);
  if (!words) return fmt::print("{:<20}{:>10}\n", "", "not e8m0: not packed");
  fmt::print("{:<20}packed {:#010x}\n", "", fmt::join(*words, " "));
}

nlohmann::json json_of(const Quantiser& q, const Result& r) {
  std::vector<std::string> back, scale_values;  // as text: JSON has no NaN
  for (const float v : r.back) back.push_back(fmt::format("{}", v));
  for (const std::uint32_t s : r.scales)
    scale_values.push_back(fmt::format("{}", formats::to_double(*q.rule->scale, s)));
  return {{"recipe", q.rule->name},
          {"format", q.element->name},
          {"block", q.block.name},
          {"conversion", q.conversion->name},
          {"scale_format", q.rule->scale->name},
          {"global_scale", q.global},
          {"scales", r.scales},
          {"scale_values", scale_values},
          {"codes", r.codes},
          {"dequantised", back}};
}

std::optional<std::vector<float>> read_values(const std::vector<std::string>& texts) {
  std::vector<float> x;
  for (const std::string& text : texts) {
    char* end = nullptr;
    x.push_back(std::strtof(text.c_str(), &end));
    if (end == text.c_str() || *end != '\0') {
      fmt::print(stderr, "lockstep arith quantise: '{}' is no number\n", text);
      return std::nullopt;
    }
  }
  return x;
}

}  // namespace

int quantise_values(const QuantiserSelection& s, const QuantiseOptions& options) {
  const auto x = read_values(options.values);
  if (!x) return kUsage;
  nlohmann::json all = nlohmann::json::array();
  if (!options.json) {
    fmt::print("{}, blocks {}, {}{}\n", s.element->name, s.block->name, s.conversion->name,
               s.global == 1 ? "" : fmt::format(", global scale {}", s.global));
    fmt::print("{:<20}{:>10} {:>12} | code and value of {}\n", "recipe", "scale", "",
               fmt::join(options.values, ", "));
  }
  for (const ScaleRule* rule : s.rules) {
    const Quantiser q{rule, s.element, s.conversion, *s.block, s.global};
    const Result result = quantise_row(q, *x);
    if (options.json) {
      all.push_back(json_of(q, result));
      if (const auto words = packed_scales(q, result); words && options.packed)
        all.back()["packed_scales"] = *words;
      continue;
    }
    print_text(q, *x, result);
    if (options.packed) print_packed(q, result);
  }
  if (options.json) fmt::print("{}\n", all.dump(1));
  return kHolds;
}

}  // namespace lockstep::cli
