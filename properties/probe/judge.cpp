#include "properties/probe/judge.hpp"

#include <algorithm>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

// One dot product, as the units compute it.
struct Dot {
  const Instruction& instruction;
  const Probe& probe;
  std::vector<std::uint32_t> a, b;

  Dot(const Instruction& instruction_, const Probe& probe_)
      : instruction(instruction_), probe(probe_), a(std::size_t(instruction.row->k)), b(a) {
    for (const Term& t : probe.terms) {
      a[std::size_t(t.k)] = t.a;
      b[std::size_t(t.k)] = t.b;
    }
  }

  std::vector<std::uint32_t> scales(const Scales& codes, int block) const {
    std::vector<std::uint32_t> all;
    for (int k = 0; block != 0 && k < instruction.row->k; k += block) all.push_back(codes.at(k));
    return all;
  }

  std::optional<std::uint32_t> under(const Model& model) const {
    auto unit = unit_of(model, *instruction.row);
    if (!unit) return std::nullopt;
    // What a significand of the scale would do between two cuts no hypothesis says.
    const bool plain = probe.unscaled() || *probe.scale == formats::float8_e8m0fnu;
    if (!plain && unit->facts.summation != matrix::Summation::fma_chain) return std::nullopt;
    if (unit->scale != nullptr) unit->scale = probe.scale;
    const auto scale_a = scales(probe.scale_a, unit->scale_block),
               scale_b = scales(probe.scale_b, unit->scale_block);
    std::uint32_t d = 0;
    matrix::dot_products(*unit, {1, instruction.row->k, probe.format, probe.format, a.data(), b.data(),
                                 &probe.c, scale_a.data(), scale_b.data(), &d});
    return d;
  }
};

// Two answers, or a model's silence.
bool compatible(const std::optional<std::uint32_t>& x, const std::optional<std::uint32_t>& y) {
  return !x || !y || same_result(*x, *y);
}

}  // namespace

std::optional<std::uint32_t> predict(const Model& model, const Instruction& instruction, const Probe& probe) {
  return Dot(instruction, probe).under(model);
}

bool same_result(std::uint32_t x, std::uint32_t y) {
  return x == y || (formats::is_nan(formats::float32, x) && formats::is_nan(formats::float32, y));
}

Judgement judge(const Record& record, std::span<const Model> models) {
  Judgement j{models, {}, {}, {}};
  j.predictions.resize(models.size());
  j.contradictions.resize(models.size());
  for (std::size_t a = 0; a < record.answers.size(); ++a) {
    const Answer& answer = record.answers[a];
    const Probe& probe = record.probes[answer.probe];
    const Dot dot(*answer.instruction, probe);
    for (std::size_t m = 0; m < models.size(); ++m) {
      j.predictions[m].push_back(dot.under(models[m]));
      if (!compatible(j.predictions[m].back(), answer.bits)) j.contradictions[m].push_back(a);
    }
  }
  if (record.answers.empty()) return j;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (!j.contradictions[m].empty()) continue;
    const auto kin = [&](const auto& group) { return !same_function(*group[0], models[m]).empty(); };
    const auto found = std::ranges::find_if(j.classes, kin);
    if (found != j.classes.end())
      found->push_back(&models[m]);
    else
      j.classes.push_back({&models[m]});
  }
  return j;
}

std::vector<const Model*> survivors(const Judgement& j, const Record& record,
                                    const Instruction& instruction) {
  std::vector<const Model*> out;
  for (std::size_t m = 0; m < j.models.size(); ++m) {
    const auto concerns = [&](std::size_t a) { return record.answers[a].instruction == &instruction; };
    if (std::ranges::none_of(j.contradictions[m], concerns)) out.push_back(&j.models[m]);
  }
  return out;
}

std::string same_function(const Model& x, const Model& y) {
  if (x.facts == y.facts && x.sixteen == y.sixteen) return "the same facts";
  if (without_idle_cuts(x.facts) == without_idle_cuts(y.facts) &&
      without_idle_cuts(x.sixteen) == without_idle_cuts(y.sixteen))
    return "they differ in cuts that later ones make good";
  return "";
}

std::vector<Unseparated> unseparated(const Judgement& j) {
  std::vector<Unseparated> pairs;
  for (std::size_t x = 0; x < j.models.size(); ++x)
    for (std::size_t y = x + 1; y < j.models.size(); ++y)
      if (std::ranges::equal(j.predictions[x], j.predictions[y], compatible))
        pairs.push_back({&j.models[x], &j.models[y], same_function(j.models[x], j.models[y])});
  return pairs;
}

}  // namespace lockstep::probe
