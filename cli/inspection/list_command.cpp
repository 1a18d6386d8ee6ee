#include <algorithm>

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
#include "kernels/mutants/mutants.hpp"
#include "properties/judges/judge.hpp"
#include "properties/laws/law.hpp"
#include "properties/problems/orders.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::cli {

namespace {

// One entry of a list: its fields in the order in which they are printed, the first being its name.
using Entry = std::vector<std::pair<std::string, std::string>>;

// What the test suite holds the kernel to.
std::string verified(const kernels::Kernel& kernel) {
  const auto planted = std::count_if(
      kernels::mutants().begin(), kernels::mutants().end(),
      [&](const kernels::Mutant& m) { return m.kernel == kernel.name && m.arch == kernel.arch; });
  const std::size_t models = matrix::models(kernel.arch).size();
  return fmt::format("{} laws, {} matrix model{}, {} planted bug{}", laws::laws().size(), models,
                     models == 1 ? "" : "s", planted, planted == 1 ? "" : "s");
}

std::vector<Entry> kernel_entries() {
  std::vector<Entry> out;
  for (const kernels::Kernel& k : kernels::kernels()) {
    std::vector<std::string> builds;
    for (const kernels::Image& i : kernels::images())
      if (i.name == k.name && i.arch == k.arch && i.build.starts_with("O")) builds.emplace_back(i.build);
    out.push_back({{"name", std::string(k.name)},
                   {"arch", std::string(k.arch)},
                   {"operator", std::string(k.op)},
                   {"formats", std::string(k.formats)},
                   {"builds", fmt::format("{}", fmt::join(builds, " "))},
                   {"order", std::string(k.order)},
                   {"envelope", std::string(k.envelope)},
                   {"verified", verified(k)}});
  }
  return out;
}

std::vector<Entry> law_entries() {
  std::vector<Entry> out;
  for (const laws::Law& l : laws::laws())
    out.push_back({{"name", std::string(l.name)}, {"sentence", std::string(l.sentence)}});
  return out;
}

// What `mma` takes.
std::string k_of(const matrix::Unit& u) {
  const std::vector<int> of_instructions = matrix::instruction_k(u);
  return of_instructions.empty() ? fmt::format("multiples of {}", matrix::least_k(u))
                                 : fmt::format("{}", fmt::join(of_instructions, ", "));
}

// Matrix units, for `mma` and `check matrix`.
void add_unit_entries(std::vector<Entry>& out) {
  const auto named = [](const formats::Format* f) { return std::string(f == nullptr ? "f8f6f4" : f->name); };
  for (const matrix::Unit& u : matrix::units()) {
    Entry entry{{"name", std::string(u.name)},
                {"label", std::string(matrix::name(u.label))},
                {"arch", std::string(u.arch)},
                {"instructions", std::string(u.instructions)},
                {"operands", fmt::format("{} x {} + {}", named(u.a), named(u.b), u.c->name)},
                {"k", k_of(u)},
                {"source", std::string(u.source)}};
    if (u.scale_block != 0)
      entry.insert(entry.end() - 1, {"scale", fmt::format("{} per {} k", u.scale->name, u.scale_block)});
    out.push_back(std::move(entry));
  }
}

// Models of the emulated archs, for --model, then the units of all archs.
std::vector<Entry> model_entries() {
  std::vector<Entry> out;
  for (const matrix::Model& m : matrix::all_models())
    out.push_back({{"name", std::string(m.name)},
                   {"label", std::string(matrix::name(m.label))},
                   {"arch", std::string(m.arch)},
                   {"description", std::string(m.description)},
                   {"source", std::string(m.source)}});
  add_unit_entries(out);
  return out;
}

std::vector<Entry> format_entries() {
  std::vector<Entry> out;
  for (const formats::Format* f : formats::kFormats)
    out.push_back({{"name", std::string(f->name)},
                   {"bits", std::to_string(f->bits)},
                   {"exponent_bits", std::to_string(f->exponent_bits)},
                   {"mantissa_bits", std::to_string(f->mantissa_bits)},
                   {"bias", std::to_string(f->bias)},
                   {"largest", fmt::format("{:g}", formats::to_double(*f, formats::largest_finite(*f)))}});
  return out;
}

std::vector<Entry> conversion_entries() {
  constexpr std::array<const char*, 4> kRounding{"nearest, ties to even", "nearest, ties away from zero",
                                                 "nearest, ties toward zero", "toward zero"};
  std::vector<Entry> out;
  for (const formats::Conversion& c : formats::kConversions)
    out.push_back({{"name", std::string(c.name)},
                   {"rounding", kRounding[std::size_t(c.rounding)]},
                   {"source", std::string(c.source)}});
  return out;
}

std::vector<Entry> recipe_entries() {
  std::vector<Entry> out;
  for (const scaling::ScaleRule& r : scaling::scale_rules())
    out.push_back({{"name", std::string(r.name)},
                   {"scale", std::string(r.scale->name)},
                   {"rule", std::string(r.sentence)},
                   {"edges", std::string(r.edges)},
                   {"source", std::string(r.source)}});
  return out;
}

// An order has a row for each set of keys that kernels declare it under.
std::vector<Entry> order_entries() {
  std::vector<Entry> out;
  for (const problems::ListedOrder& o : problems::all_orders()) {
    std::string keys;
    for (const auto& [key, value] : o.keys)
      keys += fmt::format("{}{}={}", keys.empty() ? "" : " ", key, value);
    out.push_back({{"name", std::string(o.name)},
                   {"arch", std::string(o.arch)},
                   {"kernels", fmt::format("{}", fmt::join(o.kernels, " "))},
                   {"order", std::string(o.sentence)}});
    if (!keys.empty()) out.back().push_back({"cases", keys});
  }
  return out;
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
  std::vector<Entry> out;
  for (const arch::Arch* const a : arch::all())
    if (a->is_emulated())
      out.push_back({{"name", std::string(a->name)},
                     {"matrix_arithmetic", matrix_arithmetic(a->name)},
                     {"default_model", std::string(a->default_model)}});
  return out;
}

std::vector<Entry> layout_entries() {
  std::vector<Entry> out;
  for (const matrix::MatrixInstruction& i : matrix::matrix_instructions())
    out.push_back(
        {{"name", std::string(i.name)},
         {"classic", std::string(i.classic)},
         {"archs", arch::names(i.archs)},
         {"shape", fmt::format("{}x{}x{}, {} block{}", i.m, i.n, i.k, i.blocks, i.blocks == 1 ? "" : "s")},
         {"elements", fmt::format("{} x {} -> {}", i.a.name, i.b.name, i.d.name)},
         {"scale_block", std::to_string(i.scale_block)},
         {"label", std::string(matrix::name(i.source.label))},
         {"source", std::string(i.source.text)}});
  for (const matrix::SparseInstruction& i : matrix::sparse_instructions())
    out.push_back({{"name", std::string(i.name)},
                   {"classic", ""},
                   {"archs", arch::names(i.archs)},
                   {"shape", fmt::format("{}x{}x{}, A stored by half", i.m, i.n, i.k)},
                   {"elements", fmt::format("{} x {} -> {}", i.a.name, i.b.name, i.d.name)},
                   {"scale_block", "0"},
                   {"label", std::string(matrix::name(source_of(i).label))},
                   {"source", std::string(source_of(i).text)}});
  return out;
}

std::vector<Entry> mutant_entries() {
  std::vector<Entry> out;
  for (const kernels::Mutant& m : kernels::mutants())
    out.push_back({{"name", std::string(m.id)},
                   {"kernel", fmt::format("{}@{}", m.kernel, m.arch)},
                   {"law", std::string(m.law)},
                   {"built", m.built ? "yes" : "no: ./lockstep mutants builds them all"},
                   {"bug", std::string(m.sentence)}});
  return out;
}

std::vector<Entry> judge_entries() {
  std::vector<Entry> out;
  for (const judges::Judge& j : judges::judges())
    out.push_back({{"name", std::string(j.name)},
                   {"formula", std::string(j.formula)},
                   {"passes", std::string(j.demand)},
                   {"compares_with", std::string(judges::name(j.against))},
                   {"source", std::string(j.source)}});
  return out;
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

std::vector<Entry> wait_state_entries() {
  std::vector<Entry> out;
  for (const isa::WaitRule& r : isa::wait_rules()) {
    out.push_back({{"name", std::string(r.name)},
                   {"archs", listed(r.archs)},
                   {"wait_states", wait_states_of(r)},
                   {"evidence", evidence_of(r)},
                   {"severity", severity_of(r)},
                   {"source", std::string(r.source)}});
    if (!r.contradicted.empty()) out.back().push_back({"contradicted", std::string(r.contradicted)});
  }
  return out;
}

std::vector<Entry> erratum_entries() {
  std::vector<Entry> out;
  for (const isa::Erratum& e : isa::errata()) {
    out.push_back({{"name", std::string(e.name)},
                   {"archs", listed(e.archs)},
                   {"effect", std::string(e.effect)},
                   {"source", std::string(e.source)}});
    if (!e.help.empty()) out.back().push_back({"help", std::string(e.help)});
  }
  return out;
}

struct Listing {
  std::string_view name;
  std::vector<Entry> (*entries)();
};
constexpr std::array kListings{Listing{"kernels", kernel_entries}, Listing{"laws", law_entries},
                               Listing{"judges", judge_entries},   Listing{"models", model_entries},
                               Listing{"formats", format_entries}, Listing{"conversions", conversion_entries},
                               Listing{"recipes", recipe_entries}, Listing{"archs", arch_entries},
                               Listing{"layouts", layout_entries}, Listing{"mutants", mutant_entries},
                               Listing{"orders", order_entries},   Listing{"wait-states", wait_state_entries},
                               Listing{"errata", erratum_entries}};

void print_text(const Listing& listing) {
  fmt::print("{}\n", listing.name);
  for (const Entry& entry : listing.entries()) {
    fmt::print("  {}\n", entry[0].second);
    for (std::size_t i = 1; i < entry.size(); ++i)
      fmt::print("    {:<18} {}\n", entry[i].first, entry[i].second);
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
  for (const kernels::Kernel& k : kernels::kernels())
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
      for (const auto& [key, value] : entry) object[key] = value;
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
