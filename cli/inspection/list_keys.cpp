// The keys of case lines: those of every case, and those of each operator.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "properties/cases/common_keys.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::cli {

namespace {

constexpr std::string_view kCommon = "common";

struct Row {
  std::string_view name;
  std::string values, otherwise, meaning, only;
};

struct Section {
  std::string of;  ///< kernels, or every case
  std::vector<Row> rows;
};

Section common_section() {
  Section section{"every case", {}};
  for (const cases::CommonKey& key : cases::common_keys())
    section.rows.push_back(
        {key.name, cases::expected(key), cases::default_text(key), std::string(key.meaning), {}});
  return section;
}

Section section_of(const problems::Operator& op) {
  Section section;
  std::vector<std::string_view> names;
  for (const std::span<const kernels::Kernel> all : {kernels::kernels(), kernels::contracts()})
    for (const kernels::Kernel& kernel : all)
      if (kernel.op == op.op && std::ranges::find(names, kernel.name) == names.end())
        names.push_back(kernel.name);
  section.of = fmt::format("{}", fmt::join(names, ", "));
  for (const cases::Key* key : op.grammar.keys)
    section.rows.push_back({key->name, key->range(), key->default_text(), std::string(key->meaning),
                            key->scope == nullptr ? std::string() : std::string(key->scope->text)});
  return section;
}

// All sections, or that of a kernel or of every case; none where there is no such kernel.
std::vector<Section> sections(const std::string& of) {
  std::vector<Section> found;
  if (of.empty() || of == kCommon) found.push_back(common_section());
  for (const problems::Operator& op : problems::all_operators())
    if (const auto is_meant =
            [&](const kernels::Kernel& kernel) {
              return kernel.op == op.op && problems::is_name_of(of, kernel);
            };
        of.empty() || std::ranges::any_of(kernels::kernels(), is_meant) ||
        std::ranges::any_of(kernels::contracts(), is_meant))
      found.push_back(section_of(op));
  return found;
}

std::string full_meaning(const Row& row) {
  return row.only.empty() ? row.meaning : fmt::format("{} ({} only)", row.meaning, row.only);
}

void print_text(const Section& section) {
  fmt::print("keys of {}\n", section.of);
  for (const Row& row : section.rows)
    fmt::print("  {}\n    {:<18} {}\n    {:<18} {}\n    {:<18} {}\n", row.name, "values", row.values,
               "default", row.otherwise, "meaning", full_meaning(row));
}

void print_markdown(const Section& section) {
  fmt::print("| key | values | default | meaning |\n|---|---|---|---|\n");
  for (const Row& row : section.rows)
    fmt::print("| `{}` | {} | {} | {} |\n", row.name, row.values, row.otherwise, full_meaning(row));
}

void print_json(const std::vector<Section>& all) {
  nlohmann::json list = nlohmann::json::array();
  for (const Section& section : all)
    for (const Row& row : section.rows)
      list.push_back({{"kind", "keys"},
                      {"name", row.name},
                      {"of", section.of},
                      {"values", row.values},
                      {"default", row.otherwise},
                      {"meaning", row.meaning},
                      {"only", row.only}});
  fmt::print("{}\n", list.dump(1));
}

}  // namespace

int list_keys(const KeyListOptions& options) {
  const std::vector<Section> all = sections(options.of);
  if (all.empty()) {
    std::vector<std::string_view> names{kCommon};
    for (const kernels::Kernel& kernel : kernels::kernels())
      if (std::ranges::find(names, kernel.name) == names.end()) names.push_back(kernel.name);
    fmt::print(stderr, "lockstep list keys: no kernel '{}'; there are {}\n", options.of,
               fmt::join(names, ", "));
    return kUsage;
  }
  if (options.markdown && all.size() > 1) {
    fmt::print(stderr, "lockstep list keys: --markdown prints one table: name a kernel, or {}\n", kCommon);
    return kUsage;
  }
  if (options.json) {
    print_json(all);
    return kHolds;
  }
  for (const Section& section : all) options.markdown ? print_markdown(section) : print_text(section);
  return kHolds;
}

}  // namespace lockstep::cli
