#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"

namespace lockstep::cli {

namespace {

using scaling::ScaleRule;

template <typename Row, typename Rows>
const Row* named(const Row* found, std::string_view kind, const std::string& name, const Rows& rows) {
  if (found != nullptr) return found;
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  fmt::print(stderr, "lockstep arith quantise: no {} '{}'; there are {}\n", kind, name,
             fmt::join(names, ", "));
  return nullptr;
}

int refused(std::string_view why) {
  fmt::print(stderr, "lockstep arith quantise: {}\n", why);
  return kUsage;
}

const formats::Format* element_format(const std::string& name) {
  const formats::Format* element = named_format("arith quantise", name);
  if (element == nullptr) return nullptr;
  if (element->bits <= 8 && element->specials != formats::Specials::exponent_only) return element;
  refused(fmt::format("elements are of 4, 6 or 8 bits; {} is no element format", element->name));
  return nullptr;
}

const formats::Conversion* deterministic_conversion(const std::string& name) {
  const auto* conversion = named(formats::find_conversion(name), "conversion", name, formats::kConversions);
  if (conversion == nullptr || conversion->noise == formats::Noise::none) return conversion;
  refused(fmt::format("{} needs random bits", conversion->name));
  return nullptr;
}

/// All of them where none is named.
std::optional<std::vector<const ScaleRule*>> named_rules(const std::vector<std::string>& recipes) {
  std::vector<const ScaleRule*> rules;
  for (const std::string& name : recipes) {
    rules.push_back(named(scaling::find_scale_rule(name), "recipe", name, scaling::scale_rules()));
    if (rules.back() == nullptr) return std::nullopt;
  }
  if (rules.empty())
    for (const ScaleRule& rule : scaling::scale_rules()) rules.push_back(&rule);
  return rules;
}

/// Nothing, and a complaint, where it is no positive number, or a rule has no such scale.
std::optional<float> global_scale(const std::string& text, std::vector<const ScaleRule*>& rules,
                                  bool named_ones) {
  char* end = nullptr;
  const float global = std::strtof(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(1 / global) || !(global > 0)) {
    refused(fmt::format("--global-scale '{}': expected a positive number", text));
    return std::nullopt;
  }
  const auto without = [](const ScaleRule* rule) { return rule->code_under == nullptr; };
  const auto first = std::ranges::find_if(rules, without);
  if (named_ones && first != rules.end()) {
    refused(fmt::format("recipe {} has no global scale", (*first)->name));
    return std::nullopt;
  }
  std::erase_if(rules, without);
  return global;
}

}  // namespace

int quantise(const QuantiseOptions& options) {
  if (options.snr && (!options.values.empty() || options.packed))
    return refused("--snr draws its data: no values, and no --packed");
  if (!options.snr && options.format.empty()) return refused("--format, the element format, is missing");
  if (!options.snr && options.values.empty()) return refused("numbers to quantise are missing");
  const std::string block_name = options.block.empty() && !options.snr ? "1x32" : options.block;
  const formats::Format* element = nullptr;
  const scaling::BlockShape* block = nullptr;
  if (!options.format.empty()) {
    element = element_format(options.format);
    if (element == nullptr) return kUsage;
  }
  if (!block_name.empty()) {
    block = named(scaling::find_block_shape(block_name), "block shape", block_name, scaling::kBlockShapes);
    if (block == nullptr) return kUsage;
  }
  const auto* conversion = deterministic_conversion(options.conversion);
  auto rules = named_rules(options.recipes);
  if (conversion == nullptr || !rules) return kUsage;
  if (options.snr && !options.global.empty()) return refused("--snr draws its data: no --global-scale");
  const std::optional<float> global = options.global.empty()
                                          ? std::optional(1.0f)
                                          : global_scale(options.global, *rules, !options.recipes.empty());
  if (!global) return kUsage;
  if (options.snr) return quantise_samples({*rules, element, block, conversion}, options);
  return quantise_values({*rules, element, block, conversion, *global}, options);
}

}  // namespace lockstep::cli
