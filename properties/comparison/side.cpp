#include "properties/comparison/side.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "host/number.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::comparison {

namespace {

using Refused = tl::unexpected<std::string>;

std::string known_kernels() {
  std::vector<std::string> names;
  for (const kernels::Kernel& k : kernels::kernels()) names.push_back(fmt::format("{}@{}", k.name, k.arch));
  return fmt::format("{}", fmt::join(names, ", "));
}

const kernels::Kernel* kernel_of(std::string_view name, std::string_view default_arch) {
  const std::size_t at = name.find('@');
  if (at != std::string_view::npos) return kernels::find_kernel(name.substr(0, at), name.substr(at + 1));
  if (const kernels::Kernel* kernel = kernels::find_kernel(name, default_arch)) return kernel;
  const auto all = kernels::kernels();
  const auto found = std::ranges::find(all, name, &kernels::Kernel::name);
  return found == all.end() ? nullptr : &*found;
}

bool has(const Side& side, std::string_view key) {
  return std::ranges::find(side.keys, key, &cases::Options::Entry::first) != side.keys.end();
}

// Drawn keys that other kernels of the operator have, or that don't go with what the side always has.
void drop_foreign_options(const Side& side, cases::Case& c) {
  for (const cases::Key* key : problems::operator_of(*side.kernel).grammar.keys)
    for (const cases::Scope* scope = key->scope; scope != nullptr && !has(side, key->name);
         scope = scope->within)
      if (!scope->holds(c)) c.options.erase(*key);
}

// A number of groups that the side always has: the groups that were drawn, again and again.
void deal_rows(const Side& side, cases::Case& c) {
  const auto groups = std::ranges::find(side.keys, "groups", &cases::Options::Entry::first);
  if (groups == side.keys.end() || has(side, "m") || c.m.empty()) return;
  const auto count = host::parse_number<std::size_t>(groups->second);
  if (!count || *count > 65536) return;  // whoever reads the line says so
  const auto drawn = c.m;
  c.m.resize(*count);
  for (std::size_t g = 0; g < c.m.size(); ++g) c.m[g] = drawn[g % drawn.size()];
}

}  // namespace

tl::expected<Side, std::string> parse_side(std::string_view text, std::string_view default_arch) {
  const std::vector<std::string_view> fields = cases::split(text, ',');
  const std::size_t colon = fields[0].find(':');
  Side side{.text = std::string(text), .kernel = kernel_of(fields[0].substr(0, colon), default_arch)};
  if (side.kernel == nullptr)
    return Refused(fmt::format("no kernel '{}'; there are {}", fields[0].substr(0, colon), known_kernels()));
  if (colon != std::string_view::npos) side.build = fields[0].substr(colon + 1);
  if (side.build.empty()) return Refused(fmt::format("{}: no build follows the colon", text));
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::size_t equals = fields[i].find('=');
    if (equals == 0 || equals == std::string_view::npos)
      return Refused(fmt::format("{}: '{}' is not KEY=VALUE", text, fields[i]));
    if (fields[i].substr(0, equals) == "device")
      side.device = fields[i].substr(equals + 1);
    else
      side.keys.emplace_back(fields[i].substr(0, equals), fields[i].substr(equals + 1));
  }
  return side;
}

tl::expected<cases::Case, std::string> case_of(const Side& side, const cases::Case& drawn) {
  cases::Case c = drawn;
  c.kernel = side.kernel->name;
  c.arch = side.kernel->arch;
  c.build = side.build;
  c.object = 0;
  if (const matrix::Model* model = matrix::find_model(c.model); model == nullptr || model->arch != c.arch)
    c.model = arch::default_model(c.arch);
  drop_foreign_options(side, c);
  if (side.keys.empty()) return c;
  deal_rows(side, c);
  const std::string printed = cases::print(c);
  std::string line;
  for (const std::string_view field : cases::split(printed, ' ')) {
    const std::string_view key = field.substr(0, field.find('='));
    const bool is_m = key == "groups" && has(side, "m");  // which says how many groups there are
    if (!has(side, key) && !is_m) line += fmt::format("{} ", field);
  }
  for (const auto& [key, value] : side.keys) line += fmt::format("{}={} ", key, value);
  auto always = cases::parse(line);
  if (always) drop_foreign_options(side, *always);
  return always;
}

}  // namespace lockstep::comparison
