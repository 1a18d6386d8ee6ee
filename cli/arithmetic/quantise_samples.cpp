#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/json.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/in_use.hpp"
#include "reference/scaling/quantise.hpp"
#include "reference/scaling/samples.hpp"

namespace lockstep::cli {

namespace {

using formats::Format;
using scaling::BlockShape, scaling::kDistributions, scaling::Quantiser, scaling::ScaleRule;

constexpr scaling::Extent kMatrix{256, 1024};
using Data = std::array<std::vector<float>, kDistributions.size()>;
using Ratios =
    std::array<std::optional<double>, kDistributions.size()>;  // nothing: an element became NaN or infinite

struct Measured {
  std::vector<const ScaleRule*> rules;  // all of them with these ratios
  const Format* element;
  const BlockShape* block;
  Ratios db;
};

std::string short_name(const Format& f) {
  return std::string(f.name.substr(f.name.find('_') + 1));
}

std::string text(const std::optional<double>& db) {
  return db ? fmt::format("{:.1f}", *db) : "NaN";
}

std::array<std::string, kDistributions.size()> texts(const Ratios& db) {
  std::array<std::string, kDistributions.size()> all;
  std::ranges::transform(db, all.begin(), text);
  return all;
}

std::string names(const Measured& row) {
  std::vector<std::string> all;
  for (const ScaleRule* rule : row.rules) all.push_back(fmt::format("`{}`", rule->name));
  return fmt::format("{}", fmt::join(all, ", "));
}

Ratios measured(const Quantiser& q, const Data& data) {
  Ratios db;
  for (std::size_t d = 0; d < data.size(); ++d)
    if (const auto noise = scaling::noise(q, kMatrix, data[d])) db[d] = noise->db();
  return db;
}

bool is_selected(const QuantiserSelection& s, const ScaleRule& rule, const Format& element,
                 const BlockShape& block) {
  if ((s.element != nullptr && s.element != &element) || (s.block != nullptr && s.block->name != block.name))
    return false;
  return (s.element != nullptr && s.block != nullptr) || scaling::is_in_use(*rule.scale, block, element);
}

/// By block and element; rules whose ratios print alike share a row unless they are to stand alone.
std::vector<Measured> rows_of(const QuantiserSelection& s, const Data& data, bool alone) {
  std::vector<Measured> rows;
  for (const BlockShape& block : scaling::kBlockShapes)
    for (const Format* element : formats::kFormats) {
      const std::size_t first = rows.size();
      for (const ScaleRule* rule : s.rules) {
        if (!is_selected(s, *rule, *element, block)) continue;
        const Ratios db = measured({rule, element, s.conversion, block}, data);
        const auto same = std::find_if(rows.begin() + std::ptrdiff_t(first), rows.end(),
                                       [&](const Measured& row) { return texts(row.db) == texts(db); });
        if (same == rows.end() || alone)
          rows.push_back({{rule}, element, &block, db});
        else
          same->rules.push_back(rule);
      }
    }
  return rows;
}

nlohmann::json json_of(const Measured& row, const formats::Conversion& conversion) {
  nlohmann::json db;
  for (std::size_t d = 0; d < row.db.size(); ++d)
    db[std::string(scaling::name(kDistributions[d]))] =
        row.db[d] ? json_of_ratio(*row.db[d]) : nlohmann::json("NaN");
  const ScaleRule& rule = *row.rules.front();
  return {{"recipe", rule.name},      {"scale_format", rule.scale->name}, {"format", row.element->name},
          {"block", row.block->name}, {"conversion", conversion.name},    {"snr_db", db}};
}

void print_line(const Measured& row, bool markdown) {
  const auto db = texts(row.db);
  if (markdown) {
    fmt::print("| {} | {} | {} | {} |\n", row.block->name, short_name(*row.element), names(row),
               fmt::join(db, " | "));
    return;
  }
  fmt::print("{:<8} {:<10} {:<18} {:>10} {:>10} {:>10}\n", row.block->name, short_name(*row.element),
             row.rules.front()->name, db[0], db[1], db[2]);
}

void print_head(const QuantiserSelection& s, const QuantiseOptions& options) {
  std::vector<std::string_view> kinds;
  for (const scaling::Distribution d : kDistributions) kinds.push_back(scaling::name(d));
  if (options.markdown)
    fmt::print("| block | format | recipe | {} |\n|---|---|---|---|---|---|\n", fmt::join(kinds, " | "));
  else
    fmt::print("SNR in dB, {}x{} elements, seed {}, {}\n{:<8} {:<10} {:<18} {:>10}\n", kMatrix.rows,
               kMatrix.columns, options.seed, s.conversion->name, "block", "format", "recipe",
               fmt::join(kinds, " "));
}

}  // namespace

int quantise_samples(const QuantiserSelection& s, const QuantiseOptions& options) {
  Data data;
  std::ranges::transform(kDistributions, data.begin(), [&](scaling::Distribution d) {
    return scaling::samples(d, options.seed, std::size_t(kMatrix.count()));
  });
  const std::vector<Measured> rows = rows_of(s, data, !options.markdown);
  if (rows.empty()) {
    fmt::print(stderr,
               "lockstep arith quantise: none of these is in use together; name --format and --block to "
               "measure it\n");
    return kUsage;
  }
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const Measured& row : rows) all.push_back(json_of(row, *s.conversion));
    fmt::print("{}\n", all.dump(1));
    return kHolds;
  }
  print_head(s, options);
  for (const Measured& row : rows) print_line(row, options.markdown);
  return kHolds;
}

}  // namespace lockstep::cli
