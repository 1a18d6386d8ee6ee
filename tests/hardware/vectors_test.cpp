// What a GPU answered, against every model of the project that claims the instruction.
#include "tests/hardware/vectors.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/hardware/candidates.hpp"
#include "tests/hardware/project_model.hpp"

namespace {

using namespace lockstep::hardware;

std::vector<Vectors> recorded() {
  std::vector<Vectors> all;
  if (!std::filesystem::is_directory(LOCKSTEP_VECTORS)) return all;
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_VECTORS)) {
    if (entry.path().extension() != ".vectors") continue;
    std::string error;
    all.push_back({});
    if (!read_vectors(entry.path(), all.back(), error)) FAIL(error);
  }
  return all;
}

std::uint64_t differences(const Instruction& in, const std::vector<std::uint64_t>& expected,
                          const std::vector<std::uint64_t>& observed) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < observed.size(); ++i)
    count += !agrees(in.d, candidates(in).front().candidate, expected[i], observed[i]);
  return count;
}

std::vector<std::uint64_t> by_candidate(const Vectors& v, const RecordedTile& t, const Candidate& c) {
  const Instruction& in = *v.instruction;
  std::vector<std::uint64_t> d = t.c;
  for (std::size_t i = 0; i < d.size(); ++i)
    for (int step = 0; step < t.steps; ++step) {
      const std::size_t k = std::size_t(in.k * t.steps), at = std::size_t(step * in.k);
      const std::uint64_t *a = &t.a[i / std::size_t(in.n) * k + at],
                          *b = &t.b[i % std::size_t(in.n) * k + at];
      d[i] = predict(in, c, [&](int j) { return a[j]; }, [&](int j) { return b[j]; }, d[i]);
    }
  return d;
}

std::vector<std::uint64_t> as_measured(const Vectors& v, const RecordedTile& t) {
  return by_candidate(v, t, candidates(*v.instruction).front().candidate);
}

}  // namespace

TEST_CASE("there are recorded vectors of every instruction") {
  std::set<std::string> names;
  for (const Vectors& v : recorded()) {
    INFO(v.instruction->name);
    CHECK(names.insert(v.instruction->name).second);
    CHECK(v.device.find("NVIDIA") != std::string::npos);
    CHECK(v.tiles.size() >= std::size_t(2 * kRegimeCount));
  }
  CHECK(names.size() == std::size_t(kInstructionCount));
}

TEST_CASE("the models give what the GPU gave") {
  std::uint64_t dots = 0;
  for (const Vectors& v : recorded()) {
    const Instruction& in = *v.instruction;
    for (const RecordedTile& t : v.tiles) {
      INFO(in.name << " on " << v.device << ", " << v.date << ": " << kRegimes[t.regime] << ", chain of "
                   << t.steps);
      CHECK(differences(in, as_measured(v, t), t.d) == 0);
      for (const Implementation how : {Implementation::fast, Implementation::slow})
        CHECK(differences(in, project_results(in, how, v.m, in.k * t.steps, t.a, t.b, t.c), t.d) == 0);
      dots += t.d.size();
    }
  }
  CHECK(dots > 0);
}

TEST_CASE("a wrong bit in a recording is noticed") {
  std::vector<Vectors> all = recorded();
  REQUIRE_FALSE(all.empty());
  RecordedTile& t = all.front().tiles[1];
  t.d[5] ^= 1;
  CHECK(differences(*all.front().instruction, as_measured(all.front(), t), t.d) == 1);
}

TEST_CASE("the recordings tell the measured arithmetic from its neighbours") {
  int rivals = 0, told = 0;
  for (const Vectors& v : recorded())
    for (const NamedCandidate& rival : candidates(*v.instruction)) {
      const bool sign_of_zero = rival.name == "-0 kept" && v.instruction->d.storage_bits == 16 &&
                                v.instruction->a.mantissa_bits == 10;
      const bool different = std::ranges::any_of(v.tiles, [&](const RecordedTile& t) {
        return differences(*v.instruction, by_candidate(v, t, rival.candidate), t.d) > 0;
      });
      INFO(v.instruction->name << ": " << rival.name);
      if (sign_of_zero) CHECK(different);
      ++rivals;
      told += different;
    }
  INFO(told << " of " << rivals);
  CHECK(3 * told > 2 * rivals);
}
