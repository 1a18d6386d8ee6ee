#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/named_format.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"
#include "reference/layouts/deepgemm_scales.hpp"
#include "reference/scaling/blocks.hpp"

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

// As many significant digits as tell the scale; nine tell any binary32.
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
  const std::vector<std::uint8_t> codes(r.scales.begin(), r.scales.end());
  std::vector<std::uint8_t> stored(std::size_t(layout.bytes()));
  layouts::transform(layout, codes, stored);
  std::vector<std::uint32_t> words(std::size_t(layout.words()));
  for (std::size_t w = 0; w < words.size(); ++w)
    std::memcpy(&words[w], &stored[std::size_t(layout.stored({0, std::int64_t(w) * 4}))], sizeof words[w]);
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
          {"scales", r.scales},
          {"scale_values", scale_values},
          {"codes", r.codes},
          {"dequantised", back}};
}

template <typename Row, typename Rows>
const Row* named(const Row* found, std::string_view kind, const std::string& name, const Rows& rows) {
  if (found != nullptr) return found;
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  fmt::print(stderr, "lockstep quantise: no {} '{}'; there are {}\n", kind, name, fmt::join(names, ", "));
  return nullptr;
}

std::optional<std::vector<float>> read_values(const std::vector<std::string>& texts) {
  std::vector<float> x;
  for (const std::string& text : texts) {
    char* end = nullptr;
    x.push_back(std::strtof(text.c_str(), &end));
    if (end == text.c_str() || *end != '\0') {
      fmt::print(stderr, "lockstep quantise: '{}' is no number\n", text);
      return std::nullopt;
    }
  }
  return x;
}

}  // namespace

int quantise(const QuantiseOptions& options) {
  const formats::Format* element = named_format("quantise", options.format);
  if (element == nullptr) return kUsage;
  if (element->bits > 8 || element->specials == formats::Specials::exponent_only) {
    fmt::print(stderr, "lockstep quantise: elements are of 4, 6 or 8 bits; {} is no element format\n",
               element->name);
    return kUsage;
  }
  const auto* block =
      named(scaling::find_block_shape(options.block), "block shape", options.block, scaling::kBlockShapes);
  const auto* conversion = named(formats::find_conversion(options.conversion), "conversion",
                                 options.conversion, formats::kConversions);
  const auto x = read_values(options.values);
  if (block == nullptr || conversion == nullptr || !x) return kUsage;
  if (conversion->noise != formats::Noise::none) {
    fmt::print(stderr, "lockstep quantise: {} needs random bits\n", conversion->name);
    return kUsage;
  }
  std::vector<const ScaleRule*> rules;
  for (const std::string& name : options.recipes) {
    rules.push_back(named(scaling::find_scale_rule(name), "recipe", name, scaling::scale_rules()));
    if (rules.back() == nullptr) return kUsage;
  }
  if (rules.empty())
    for (const ScaleRule& rule : scaling::scale_rules()) rules.push_back(&rule);

  nlohmann::json all = nlohmann::json::array();
  if (!options.json) {
    fmt::print("{}, blocks {}, {}\n", element->name, block->name, conversion->name);
    fmt::print("{:<20}{:>10} {:>12} | code and value of {}\n", "recipe", "scale", "",
               fmt::join(options.values, ", "));
  }
  for (const ScaleRule* rule : rules) {
    const Quantiser q{rule, element, conversion, *block};
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
