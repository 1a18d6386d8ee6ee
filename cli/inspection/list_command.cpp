#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/isa/errata.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_states.hpp"
#include "emulator/lint/gfx1250_rules.hpp"
#include "kernels/kernel.hpp"
#include "kernels/mutants/mutants.hpp"
#include "properties/compiler_check/campaign.hpp"
#include "properties/judges/judge.hpp"
#include "properties/laws/law.hpp"
#include "properties/problems/orders.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::cli {

namespace {

struct Field {
  Field(std::string_view of, std::string_view text) : name(of), value(text) {}
  std::string_view name;
  std::string value;
};
// One entry of a list: its fields in the order in which they are printed, the first being its name.
using Entry = std::vector<Field>;

std::vector<Entry> entries(const auto& rows, auto entry_of) {
  std::vector<Entry> all;
  for (const auto& row : rows) all.push_back(entry_of(row));
  return all;
}

// What the test suite holds the kernel to.
std::string verified(const kernels::Kernel& kernel) {
  const auto planted = std::count_if(
      kernels::mutants().begin(), kernels::mutants().end(),
      [&](const kernels::Mutant& m) { return m.kernel == kernel.name && m.arch == kernel.arch; });
  const std::size_t models = matrix::models(kernel.arch).size();
  return fmt::format("{} laws, {} matrix model{}, {} planted bug{}", laws::laws().size(), models,
                     models == 1 ? "" : "s", planted, planted == 1 ? "" : "s");
}

Entry kernel_entry(const kernels::Kernel& k) {
  std::vector<std::string_view> builds;
  for (const kernels::Image& i : kernels::images())
    if (i.name == k.name && i.arch == k.arch && i.build.starts_with("O")) builds.push_back(i.build);
  return {{"name", k.name},
          {"arch", k.arch},
          {"operator", k.op},
          {"formats", k.formats},
          {"builds", fmt::format("{}", fmt::join(builds, " "))},
          {"order", k.order},
          {"envelope", k.envelope},
          {"verified", verified(k)}};
}

Entry law_entry(const laws::Law& l) {
  return {{"name", l.name}, {"sentence", l.sentence}};
}

// What `mma` takes.
std::string k_of(const matrix::Unit& u) {
  const std::vector<int> of_instructions = matrix::instruction_k(u);
  return of_instructions.empty() ? fmt::format("multiples of {}", matrix::least_k(u))
                                 : fmt::format("{}", fmt::join(of_instructions, ", "));
}

// A matrix unit, for `mma` and `check matrix`.
Entry unit_entry(const matrix::Unit& u) {
  const auto named = [](const formats::Format* f) { return f == nullptr ? "f8f6f4" : f->name; };
  Entry entry{{"name", u.name},
              {"label", matrix::name(u.label)},
              {"arch", u.arch},
              {"instructions", u.instructions},
              {"operands", fmt::format("{} x {} + {}", named(u.a), named(u.b), u.c->name)},
              {"k", k_of(u)}};
  if (u.scale_block != 0)
    entry.emplace_back("scale", fmt::format("{} per {} k", u.scale->name, u.scale_block));
  entry.emplace_back("source", u.source);
  return entry;
}

// Models of the emulated archs, for --model, then the units of all archs.
std::vector<Entry> model_entries() {
  std::vector<Entry> all = entries(matrix::all_models(), [](const matrix::Model& m) -> Entry {
    return {{"name", m.name},
            {"label", matrix::name(m.label)},
            {"arch", m.arch},
            {"description", m.description},
            {"source", m.source}};
  });
  std::ranges::move(entries(matrix::units(), unit_entry), std::back_inserter(all));
  return all;
}

Entry format_entry(const formats::Format* f) {
  return {{"name", f->name},
          {"bits", std::to_string(f->bits)},
          {"exponent_bits", std::to_string(f->exponent_bits)},
          {"mantissa_bits", std::to_string(f->mantissa_bits)},
          {"bias", std::to_string(f->bias)},
          {"largest", fmt::format("{:g}", formats::to_double(*f, formats::largest_finite(*f)))}};
}

Entry conversion_entry(const formats::Conversion& c) {
  constexpr std::array<const char*, 4> kRounding{"nearest, ties to even", "nearest, ties away from zero",
                                                 "nearest, ties toward zero", "toward zero"};
  return {{"name", c.name}, {"rounding", kRounding[std::size_t(c.rounding)]}, {"source", c.source}};
}

Entry recipe_entry(const scaling::ScaleRule& r) {
  return {{"name", r.name},
          {"scale", r.scale->name},
          {"rule", r.sentence},
          {"edges", r.edges},
          {"source", r.source}};
}

// An order has a row for each set of keys that kernels declare it under.
Entry order_entry(const problems::ListedOrder& o) {
  Entry entry{{"name", o.name},
              {"arch", o.arch},
              {"kernels", fmt::format("{}", fmt::join(o.kernels, " "))},
              {"order", o.sentence}};
  std::string keys;
  for (const auto& [key, value] : o.keys) keys += fmt::format("{}{}={}", keys.empty() ? "" : " ", key, value);
  if (!keys.empty()) entry.emplace_back("cases", keys);
  return entry;
}

// What is known of an arch's matrix arithmetic: its models by label, the best founded first.
std::string matrix_arithmetic(std::string_view arch) {
  using matrix::Label;
  std::vector<std::string> known;
  bool is_public = false;
  for (const Label label : {Label::measured, Label::documented, Label::inferred, Label::hypothesis}) {
    std::vector<std::string_view> names;
    for (const matrix::Model& m : matrix::models(arch))
      if (m.label == label) names.push_back(m.name);
    if (names.empty()) continue;
    is_public |= label != Label::hypothesis;
    known.push_back(fmt::format("{}: {}", matrix::name(label), fmt::join(names, ", ")));
  }
  return fmt::format("{}{}", is_public ? "" : "not public; ", fmt::join(known, "; "));
}

std::vector<Entry> arch_entries() {
  std::vector<Entry> all;
  for (const arch::Arch* const a : arch::all())
    if (a->is_emulated())
      all.push_back({{"name", a->name},
                     {"matrix_arithmetic", matrix_arithmetic(a->name)},
                     {"default_model", a->default_model}});
  return all;
}

// Dense and sparse matrix instructions.
Entry layout_entry(const auto& i, std::string_view classic, std::string_view shape, int scale_block,
                   const auto& source) {
  return {{"name", i.name},
          {"classic", classic},
          {"archs", arch::names(i.archs)},
          {"shape", fmt::format("{}x{}x{}, {}", i.m, i.n, i.k, shape)},
          {"elements", fmt::format("{} x {} -> {}", i.a.name, i.b.name, i.d.name)},
          {"scale_block", std::to_string(scale_block)},
          {"label", matrix::name(source.label)},
          {"source", source.text}};
}

std::vector<Entry> layout_entries() {
  std::vector<Entry> all = entries(matrix::matrix_instructions(), [](const matrix::MatrixInstruction& i) {
    const std::string blocks = fmt::format("{} block{}", i.blocks, i.blocks == 1 ? "" : "s");
    return layout_entry(i, i.classic, blocks, i.scale_block, i.source);
  });
  for (const matrix::SparseInstruction& i : matrix::sparse_instructions())
    all.push_back(layout_entry(i, "", "A stored by half", 0, source_of(i)));
  return all;
}

Entry mutant_entry(const kernels::Mutant& m) {
  return {{"name", m.id},
          {"kernel", fmt::format("{}@{}", m.kernel, m.arch)},
          {"law", m.law},
          {"built", m.built ? "yes" : "no: ./lockstep mutants builds them all"},
          {"bug", m.sentence}};
}

Entry judge_entry(const judges::Judge& j) {
  return {{"name", j.name},
          {"formula", j.formula},
          {"passes", j.demand},
          {"compares_with", judges::name(j.against)},
          {"source", j.source}};
}

/// "gfx942, gfx950"
std::string listed(arch::Set archs) {
  std::string text = arch::names(archs);
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 2))
    text.insert(at, ",");
  return text;
}

std::string text_of(const isa::Distance& d) {
  if (!d.per_pass) return std::to_string(d.fixed);
  return d.fixed == 0 ? "passes" : fmt::format("passes {} {}", d.fixed < 0 ? "-" : "+", std::abs(d.fixed));
}

std::string wait_states_of(const isa::WaitRule& rule) {
  std::string text = text_of({rule.fixed, rule.per_pass});
  using Extra = isa::WaitRule::Extra;
  if (rule.extra != Extra::none)
    for (const arch::Arch* const a : arch::all())
      if ((rule.archs & a->instructions) != 0 && a->has(arch::Feature::later_results))
        text += fmt::format("; {}: 1 more", a->name);
  if (rule.extra == Extra::later_but_two_passes) text += ", unless it has 2 passes";
  if (rule.passes != 0) text += fmt::format(", of {} passes", rule.passes);
  return text;
}

std::string evidence_of(const isa::WaitRule& rule) {
  constexpr std::array<const char*, 3> kEvidence{"ISA manual", "compiler only", "measured"};
  return kEvidence[std::size_t(rule.evidence)];
}

// Where the fewest wait states that contradict it are there; one less is as grave as the evidence says.
std::string severity_of(const isa::WaitRule& rule) {
  isa::TooClose pair;
  pair.rule = &rule;
  pair.passes = 16;
  std::string most{findings::name(isa::severity(pair, 0))};
  const int from = rule.contradicted_from.behind(pair.passes);
  if (from == 0) return most;
  return fmt::format("{}; from {} on {}", most, text_of(rule.contradicted_from),
                     findings::name(isa::severity(pair, from)));
}

// What `check compiler` holds the rule to.
std::string checked_against_the_compiler(const isa::WaitRule& rule) {
  const std::string_view why = compiler_check::why_not_exercised(rule);
  return why.empty() ? "LLVM's number suffices; one less is noticed" : fmt::format("no: {}", why);
}

Entry wait_state_entry(const isa::WaitRule& r) {
  Entry entry{{"name", r.name},
              {"archs", listed(r.archs)},
              {"wait_states", wait_states_of(r)},
              {"evidence", evidence_of(r)},
              {"severity", severity_of(r)},
              {"check_compiler", checked_against_the_compiler(r)},
              {"source", r.source}};
  if (!r.contradicted.empty()) entry.emplace_back("contradicted", r.contradicted);
  return entry;
}

std::vector<Entry> wait_state_entries() {
  std::vector<Entry> all = entries(isa::wait_rules(), wait_state_entry);
  for (const lint::Gfx1250Rule& r : lint::kGfx1250Rules)
    all.push_back({{"name", r.name},
                   {"archs", "gfx1250"},
                   {"wait_states", r.demands},
                   {"evidence", r.evidence},
                   {"severity", r.severity},
                   {"check_compiler", r.check_compiler},
                   {"source", r.source}});
  return all;
}

Entry erratum_entry(const isa::Erratum& e) {
  Entry entry{{"name", e.name}, {"archs", listed(e.archs)}, {"effect", e.effect}, {"source", e.source}};
  if (!e.help.empty()) entry.emplace_back("help", e.help);
  return entry;
}

struct Listing {
  std::string_view name;
  std::vector<Entry> (*entries)();
};
constexpr std::array kListings{
    Listing{"kernels",
            [] {
              std::vector<Entry> all = entries(kernels::kernels(), kernel_entry);
              std::ranges::copy(entries(kernels::gpu_kernels(), kernel_entry), std::back_inserter(all));
              return all;
            }},
    Listing{"laws", [] { return entries(laws::laws(), law_entry); }},
    Listing{"judges", [] { return entries(judges::judges(), judge_entry); }},
    Listing{"models", model_entries},
    Listing{"formats", [] { return entries(formats::kFormats, format_entry); }},
    Listing{"conversions", [] { return entries(formats::kConversions, conversion_entry); }},
    Listing{"recipes", [] { return entries(scaling::scale_rules(), recipe_entry); }},
    Listing{"archs", arch_entries},
    Listing{"layouts", layout_entries},
    Listing{"mutants", [] { return entries(kernels::mutants(), mutant_entry); }},
    Listing{"orders", [] { return entries(problems::all_orders(), order_entry); }},
    Listing{"wait-states", wait_state_entries},
    Listing{"errata", [] { return entries(isa::errata(), erratum_entry); }}};

void print_text(const Listing& listing) {
  fmt::print("{}\n", listing.name);
  for (const Entry& entry : listing.entries()) {
    fmt::print("  {}\n", entry.front().value);
    for (const Field& field : entry | std::views::drop(1))
      fmt::print("    {:<18} {}\n", field.name, field.value);
  }
}

// The judges as the table of a document.
void print_judges() {
  fmt::print("| judge | formula | passes if | compares with | source |\n|---|---|---|---|---|\n");
  for (const judges::Judge& j : judges::judges())
    fmt::print("| `{}` | {} | {} | {} | {} |\n", j.name, j.formula, j.demand, judges::name(j.against),
               j.source);
}

// The kernels as the table of a document.
void print_kernels() {
  fmt::print("| kernel | formats | accepts | verified by |\n|---|---|---|---|\n");
  for (const std::span<const kernels::Kernel> all : {kernels::kernels(), kernels::gpu_kernels()})
    for (const kernels::Kernel& k : all)
      fmt::print("| `{}@{}` | {} | {} | {} |\n", k.name, k.arch, k.formats, k.envelope, verified(k));
}

// The rules of wait states as the table of a document.
void print_wait_states() {
  arch::Set all = 0;
  for (const isa::WaitRule& r : isa::wait_rules()) all |= r.archs;
  fmt::print("| rule | wait states | evidence | severity |\n|---|---|---|---|\n");
  for (const isa::WaitRule& r : isa::wait_rules())
    fmt::print("| {}{} | {} | {}: {} | {}{} |\n", r.name,
               r.archs == all ? "" : fmt::format(" ({})", listed(r.archs)), wait_states_of(r), evidence_of(r),
               r.source, severity_of(r), r.contradicted.empty() ? "" : fmt::format(": {}", r.contradicted));
  for (const lint::Gfx1250Rule& r : lint::kGfx1250Rules)
    fmt::print("| {} (gfx1250) | {} | {}: {} | {} |\n", r.name, r.demands, r.evidence, r.source, r.severity);
}

struct Table {
  std::string_view name;
  void (*print)();
};
constexpr std::array kTables{Table{"kernels", print_kernels}, Table{"judges", print_judges},
                             Table{"wait-states", print_wait_states}};

}  // namespace

int list(const std::string& what, bool json, bool markdown) {
  if (markdown) {
    for (const Table& table : kTables)
      if (table.name == what) {
        table.print();
        return kHolds;
      }
    fmt::print(stderr,
               "lockstep list: --markdown prints the table of kernels, judges or wait-states, as in list "
               "kernels --markdown\n");
    return kUsage;
  }
  nlohmann::json all = nlohmann::json::array();
  bool found = false;
  for (const Listing& listing : kListings) {
    if (!what.empty() && listing.name != what) continue;
    found = true;
    if (!json) {
      print_text(listing);
      continue;
    }
    for (const Entry& entry : listing.entries()) {
      nlohmann::json object{{"kind", listing.name}};
      for (const Field& field : entry) object[field.name] = field.value;
      all.push_back(std::move(object));
    }
  }
  if (!found) {
    std::vector<std::string_view> names;
    for (const Listing& l : kListings) names.push_back(l.name);
    names.push_back("instructions");
    names.push_back("keys");
    fmt::print(stderr, "lockstep list: no list '{}'; there are {}\n", what, fmt::join(names, ", "));
    return kUsage;
  }
  if (json) fmt::print("{}\n", all.dump(1));
  return kHolds;
}

}  // namespace lockstep::cli
