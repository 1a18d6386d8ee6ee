// Every model, put in the silicon's place, is named.
#include <algorithm>
#include <optional>
#include <set>

#include "properties/probe/judge.hpp"
#include "tests/catch.hpp"
#include "tests/probe/gpu.hpp"

using namespace lockstep;

namespace {

probe::Record observed(const matrix::Model& silicon, std::optional<std::vector<probe::Probe>> probes = {}) {
  // Some models of gfx1250 say nothing of some instructions, which the emulator then refuses: a runtime that
  // computes the instruction in a kernel's code stands for the GPU.
  const std::string arch(silicon.arch), name(silicon.name);
  const tests::Setting gpu("FAKE_HIP_ARCH", arch.c_str()), model("FAKE_HIP_MODEL", name.c_str());
  const auto device =
      arch == "gfx1250" ? devices::open_hip(0, FAKE_HIP) : devices::open_emulated(arch, silicon);
  REQUIRE(device);
  auto record = probe::observe(**device, probes ? *probes : probe::probes(arch));
  if (!record) FAIL(record.error().text);
  return *record;
}

constexpr const char* kArchs[] = {"gfx950", "gfx942", "gfx1250"};

}  // namespace

TEST_CASE("every model is named, and no other") {
  for (const matrix::Model& silicon : matrix::all_models()) {
    CAPTURE(silicon.name);
    if (std::ranges::find(kArchs, silicon.arch) == std::end(kArchs))
      continue;  // no code of the probe runs there
    const probe::Record record = observed(silicon);
    const probe::Judgement j = probe::judge(record, matrix::models(silicon.arch));
    REQUIRE(j.classes.size() == 1);
    CHECK(std::ranges::find(j.classes[0], &silicon) != j.classes[0].end());
    for (const matrix::Model* survivor : j.classes[0])
      CHECK((survivor == &silicon || !probe::same_function(*survivor, silicon).empty()));
    for (const probe::Answer& a : record.answers)
      if (const auto bits = predict(silicon, *a.instruction, record.probes[a.probe]))
        if (!probe::same_result(a.bits, *bits))
          FAIL(a.instruction->name << " " << record.probes[a.probe].name
                                   << ": the machine code and the model disagree");
  }
}

TEST_CASE("models are told apart by every instruction alone, or are one function there") {
  for (const std::string arch : kArchs) {
    const probe::Record all = observed(matrix::models(arch)[0]);
    for (const probe::Instruction& instruction : probe::instructions(arch)) {
      CAPTURE(instruction.name);
      probe::Record record = all;
      std::erase_if(record.answers, [&](const probe::Answer& a) { return a.instruction != &instruction; });
      REQUIRE_FALSE(record.answers.empty());
      for (const probe::Unseparated& pair : unseparated(judge(record, matrix::models(arch)))) {
        CAPTURE(pair.first->name, pair.second->name);
        // A model may say nothing of an instruction, or of its scales.
        const bool silent = std::ranges::any_of(record.answers, [&](const probe::Answer& a) {
          return !predict(*pair.first, instruction, record.probes[a.probe]) ||
                 !predict(*pair.second, instruction, record.probes[a.probe]);
        });
        // 32 products of e2m1 are multiples of a quarter below 2^11: their sum is exact in any order, so that
        // models which then round, scale and add are one function on e2m1.
        const bool exact_sums = instruction.row->a.bits == 4 &&
                                pair.first->facts.scale_at == matrix::ScaleAt::sum &&
                                pair.second->facts.scale_at == matrix::ScaleAt::sum;
        CHECK((silent || exact_sums || !pair.why.empty()));
      }
    }
  }
}

TEST_CASE("probes that can't tell models apart are found out") {
  // Without whatever reaches past k 31, one step per 32 products is as good as one per instruction.
  std::vector<probe::Probe> blind = probe::probes(arch::kDefault);
  std::erase_if(blind, [](const probe::Probe& p) {
    return std::ranges::any_of(p.terms, [](const probe::Term& t) { return t.k >= 32; });
  });
  const matrix::Model& silicon = *matrix::find_model("gtr32_inexp");
  const probe::Judgement j = judge(observed(silicon, blind), matrix::models(arch::kDefault));
  CHECK(j.classes.size() > 1);
  bool found = false;
  for (const probe::Unseparated& pair : unseparated(j))
    found |= pair.why.empty() && (pair.first == &silicon || pair.second == &silicon);
  CHECK(found);
}

TEST_CASE("two names for one function are one class") {
  const matrix::Model& model = matrix::models(arch::kDefault)[1];
  matrix::Model alias = model;
  alias.name = "alias";
  const std::vector<matrix::Model> models{matrix::models(arch::kDefault)[0], model, alias};
  const probe::Judgement j = judge(observed(model), models);
  REQUIRE(j.classes.size() == 1);
  CHECK(j.classes[0].size() == 2);
  REQUIRE(unseparated(j).size() == 1);
  CHECK(unseparated(j)[0].why == "the same facts");
}

TEST_CASE("nothing observed names nothing") {
  CHECK(probe::judge({}, matrix::models(arch::kDefault)).classes.empty());
}

TEST_CASE("the list stays small, and an instruction takes a name once") {
  CHECK(probe::probes(arch::kDefault).size() <= 200);
  for (const std::string arch : kArchs) {
    const std::vector<probe::Probe> all = probe::probes(arch);
    CHECK(all.size() <= 800);
    for (const probe::Instruction& instruction : probe::instructions(arch)) {
      std::set<std::string> names;
      for (const probe::Probe& p : all)
        if (takes(instruction, p)) CHECK(names.insert(p.name).second);
      CHECK(names.size() >= 12);
    }
  }
}
