#include "judge.hpp"

#include <algorithm>

#include "emulator/matrix/unit.hpp"
#include "reference/formats/float32.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"

namespace lockstep::probe {

namespace {

// One dot product, as the units compute it.
struct Dot {
  std::vector<std::uint32_t> a, b, scale_a, scale_b;

  Dot(const Instruction& instruction, const Probe& probe)
      : a(std::size_t(instruction.shape.k)),
        b(a),
        scale_a(probe.scale_a.begin(), probe.scale_a.begin() + instruction.shape.blocks()),
        scale_b(probe.scale_b.begin(), probe.scale_b.begin() + instruction.shape.blocks()) {
    for (const Term& t : probe.terms) {
      a[std::size_t(t.k)] = t.a;
      b[std::size_t(t.k)] = t.b;
    }
  }

  std::uint32_t under(const Model& model, const Probe& probe) const {
    matrix::Unit unit{};
    unit.c = unit.d = &formats::float32;
    unit.step = unit.scale_block = matrix::kScaleBlock;
    unit.scale = &formats::float8_e8m0fnu;
    unit.facts = model.facts;
    std::uint32_t d = 0;
    matrix::dot_products(unit, {1, int(a.size()), probe.format, probe.format, a.data(), b.data(), &probe.c,
                                scale_a.data(), scale_b.data(), &d});
    return d;
  }
};

}  // namespace

std::uint32_t predict(const Model& model, const Instruction& instruction, const Probe& probe) {
  return Dot(instruction, probe).under(model, probe);
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
      j.predictions[m].push_back(dot.under(models[m], probe));
      if (!same_result(j.predictions[m].back(), answer.bits)) j.contradictions[m].push_back(a);
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
  return x.facts == y.facts ? "the same facts" : "";
}

std::vector<Unseparated> unseparated(const Judgement& j) {
  std::vector<Unseparated> pairs;
  for (std::size_t x = 0; x < j.models.size(); ++x)
    for (std::size_t y = x + 1; y < j.models.size(); ++y)
      if (std::ranges::equal(j.predictions[x], j.predictions[y], same_result))
        pairs.push_back({&j.models[x], &j.models[y], same_function(j.models[x], j.models[y])});
  return pairs;
}

}  // namespace lockstep::probe
