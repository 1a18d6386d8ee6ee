// Every model, put in the silicon's place, is named.
#include "catch.hpp"
#include "properties/probe/judge.hpp"

using namespace lockstep;

namespace {

probe::Record observed(const matrix::Model& silicon, std::vector<probe::Probe> probes = probe::probes()) {
  const auto device = devices::open_emulated("gfx950", silicon);
  REQUIRE(device);
  auto record = probe::observe(**device, std::move(probes));
  if (!record) FAIL(record.error().text);
  return *record;
}

}  // namespace

TEST_CASE("every model is named, and no other") {
  for (const matrix::Model& silicon : matrix::models()) {
    CAPTURE(silicon.name);
    const probe::Record record = observed(silicon);
    const probe::Judgement j = probe::judge(record, matrix::models());
    REQUIRE(j.classes.size() == 1);
    CHECK(std::ranges::find(j.classes[0], &silicon) != j.classes[0].end());
    for (const matrix::Model* survivor : j.classes[0])
      CHECK((survivor == &silicon || !probe::same_function(*survivor, silicon).empty()));
    for (std::size_t a = 0; a < record.answers.size(); ++a)
      if (!probe::same_result(record.answers[a].bits, predict(silicon, *record.answers[a].instruction,
                                                              record.probes[record.answers[a].probe])))
        FAIL(record.probes[record.answers[a].probe].name << ": the machine code and the model disagree");
  }
}

TEST_CASE("models are told apart by every instruction alone, or are one function") {
  const probe::Record all = observed(matrix::models()[0]);
  for (const probe::Instruction& instruction : probe::instructions()) {
    CAPTURE(instruction.name);
    probe::Record record = all;
    std::erase_if(record.answers, [&](const probe::Answer& a) { return a.instruction != &instruction; });
    REQUIRE_FALSE(record.answers.empty());
    for (const probe::Unseparated& pair : unseparated(judge(record, matrix::models()))) {
      CAPTURE(pair.first->name, pair.second->name);
      CHECK_FALSE(pair.why.empty());
    }
  }
}

TEST_CASE("probes that can't tell models apart are found out") {
  // Without whatever reaches past k 31, one step per 32 products is as good as one per instruction.
  std::vector<probe::Probe> blind = probe::probes();
  std::erase_if(blind, [](const probe::Probe& p) {
    return std::ranges::any_of(p.terms, [](const probe::Term& t) { return t.k >= 32; });
  });
  const matrix::Model& silicon = *matrix::find_model("gtr32_inexp");
  const probe::Judgement j = judge(observed(silicon, blind), matrix::models());
  CHECK(j.classes.size() > 1);
  bool found = false;
  for (const probe::Unseparated& pair : unseparated(j))
    found |= pair.why.empty() && (pair.first == &silicon || pair.second == &silicon);
  CHECK(found);
}

TEST_CASE("two names for one function are one class") {
  const matrix::Model& model = matrix::models()[1];
  matrix::Model alias = model;
  alias.name = "alias";
  const std::vector<matrix::Model> models{matrix::models()[0], model, alias};
  const probe::Judgement j = judge(observed(model), models);
  REQUIRE(j.classes.size() == 1);
  CHECK(j.classes[0].size() == 2);
  REQUIRE(unseparated(j).size() == 1);
  CHECK(unseparated(j)[0].why == "the same facts");
}

TEST_CASE("nothing observed names nothing") {
  CHECK(probe::judge({}, matrix::models()).classes.empty());
}

TEST_CASE("the list stays small, and its names unique") {
  const std::vector<probe::Probe> all = probe::probes();
  CHECK(all.size() <= 200);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k) CHECK(all[i].name != all[k].name);
}
