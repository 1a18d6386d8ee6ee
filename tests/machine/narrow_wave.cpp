// Waves of 32 lanes: what they have of EXEC, of masks, of lanes and of their workgroup.
#include <set>

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

constexpr std::uint32_t kOld = 0x55;
constexpr int kLanes = 32;

Setup workgroup_of(std::uint32_t threads) {
  Setup setup;
  setup.launch.block[0] = threads;
  return setup;
}

Ran ran_clean(const std::string& kernel, std::uint32_t threads) {
  Ran ran = run_narrow("narrow_wave", kernel, workgroup_of(threads));
  INFO(kernel << ": " << ran.complaints());
  REQUIRE(ran.clean());
  return ran;
}

TEST_CASE("narrow waves: as many as the workgroup needs, with 32 bits of EXEC at most") {
  for (const std::uint32_t threads : {1u, 31u, 32u, 33u, 64u, 100u, 1024u}) {
    const Ran ran = ran_clean("start", threads);
    for (std::uint32_t w = 0; w < 33; ++w) {
      INFO("wave " << w << " of " << threads << " threads");
      std::uint32_t lanes = 0;
      for (std::uint32_t l = 0; l < 32; ++l)
        if (32 * w + l < threads) lanes |= 1u << l;
      CHECK(ran.at(0, int(w)) == (lanes == 0 ? kUntouched : lanes));
      CHECK(ran.undefined_at(1, int(w)) == (lanes == 0 ? 0u : 0xFu));  // the register behind it
    }
  }
}

TEST_CASE("narrow waves: threads are dealt to them by 32") {
  const Ran ran = ran_clean("threads", 100);
  for (int t = 0; t < 128; ++t) CHECK(ran.at(0, t) == (t < 100 ? std::uint32_t(t) : kUntouched));
}

TEST_CASE("narrow waves: a mask is one register, and the next is left alone") {
  const Ran ran = ran_clean("masks", 32);
  const std::uint32_t expected[] = {0x1F,        0x1111, 0xC000'0000, 0x2222,
                                    0xFFFF'FF00, 0x3333, 0x00FF'00FF, 0x4444};
  for (int row = 0; row < int(std::size(expected)); ++row) {
    INFO("row " << row);
    CHECK(ran.at(row, 3) == expected[row]);
  }
  for (int l = 0; l < kLanes; ++l) CHECK(ran.at(8, l) == (l >= 30 ? 60u : 50u));
  CHECK(ran.at(9, 3) == 0x000F'FFFF);  // v_cmpx
  CHECK(ran.at(10, 3) == 0x5555);
}

TEST_CASE("narrow waves: VCC is read without the register behind it") {
  const Ran ran = ran_clean("carry", 32);
  for (int l = 0; l < kLanes; ++l) {
    CHECK(ran.at(0, l) == std::uint32_t(l < 5 ? 4 * l : l));
    CHECK(ran.at(1, l) == std::uint32_t(l + (l < 5 ? 1 : 0)));
    CHECK((ran.undefined_at(0, l) | ran.undefined_at(1, l)) == 0);
    CHECK(ran.at(2, l) == std::uint32_t(l));
  }
}

TEST_CASE("narrow waves: branches ask for lanes that exist") {
  const Ran ran = ran_clean("branches", 32);
  for (int l = 0; l < kLanes; ++l) {
    CHECK(ran.at(0, l) == 1);
    CHECK(ran.at(1, l) == kUntouched);
    CHECK(ran.at(2, l) == 1);
  }
}

TEST_CASE("narrow waves: EXEC saved and narrowed is one register, too") {
  const Ran ran = ran_clean("saved_exec", 32);
  for (int l = 0; l < kLanes; ++l) CHECK(ran.at(0, l) == (l < 8 ? 1u : kUntouched));
  CHECK(ran.at(1, 31) == 0x5555);
}

TEST_CASE("narrow waves: lane numbers wrap around at 32, and nobody reads a lane beyond") {
  const Ran ran = ran_clean("crossing", 64);
  for (int t = 0; t < 64; ++t) {
    INFO("thread " << t);
    const int l = t % kLanes, wave = t - l;
    const auto own = [&](int lane) { return std::uint32_t(100 + wave + lane); };
    CHECK(ran.at(0, t) == own(5));
    CHECK(ran.at(1, t) == own(0));
    CHECK(ran.at(2, t) == (l == 1 ? 7 : own(l)));
    CHECK(ran.at(3, t) == (l < 31 ? own(l + 1) : kOld));
    CHECK(ran.at(4, t) == own((l + 1) % kLanes));
    CHECK(ran.at(5, t) == (l > 0 ? own(l - 1) : kOld));
    CHECK(ran.at(6, t) == own((l + 31) % kLanes));
    CHECK(ran.at(7, t) == kOld);
    CHECK(ran.at(8, t) == std::uint32_t(l));
    CHECK(ran.at(9, t) == own((l + 13) % kLanes));
    CHECK(ran.at(10, t) == own((l + 19) % kLanes));
    CHECK(ran.at(11, t) == own(l));
    CHECK(ran.at(12, t) == std::uint32_t(t));
    CHECK(ran.at(13, t) == (l < 16 ? own(l) : std::uint32_t(t - 16)));
  }
}

/// What the registers hold in lanes that the wave does not have: the same from its first instruction on.
class LanesBeyond final : public machine::Observer {
 public:
  int instructions = 0;
  std::set<std::string> changed_by;

  machine::Interest interest(const machine::Wave&) override { return machine::Interest::both; }
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction&) override {
    if (before_.empty()) before_ = lanes_beyond(wave);
    return 0;
  }
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared, machine::Step) override {
    ++instructions;
    if (lanes_beyond(wave) != before_) changed_by.insert(prepared.instruction->text);
    return true;
  }

 private:
  static std::vector<std::uint32_t> lanes_beyond(machine::Wave& wave) {
    std::vector<std::uint32_t> all;
    for (int r = 0; r < wave.vector.count(); ++r)
      all.insert(all.end(), wave.vector.read(r) + kLanes, wave.vector.read(r) + machine::kMaxLanes);
    return all;
  }
  std::vector<std::uint32_t> before_;
};

TEST_CASE("narrow waves: no instruction writes lanes 32 to 63") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    LanesBeyond beyond;
    Setup setup = workgroup_of(32);
    setup.input = ramp(1000, 1, 64);
    setup.schedule = schedule;
    setup.observer = &beyond;
    const Ran ran = run_narrow("narrow_wave", "every_kind", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    CHECK(beyond.instructions >= 40);
    CHECK(beyond.changed_by == std::set<std::string>{});
    for (int l = 0; l < kLanes; ++l) {
      CHECK(ran.at(1, l) == std::uint32_t(l));
      CHECK(ran.at(2, l) == 1000u + std::uint32_t(l));
    }
    for (int row = 0; row < 3; ++row) CHECK(ran.at(row, 32) == kUntouched);
  }
}

TEST_CASE("narrow waves: two of a workgroup meet at a barrier and read what the other wrote") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
    Setup setup = workgroup_of(64);
    setup.schedule = schedule;
    const Ran ran = run_narrow("narrow_wave", "exchange", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int t = 0; t < 64; ++t) CHECK(ran.at(0, t) == std::uint32_t(100 + (t ^ 32)));
  }
}

TEST_CASE("narrow waves: matrix instructions stop them") {
  const Ran ran = run_narrow("narrow_wave", "matrix", workgroup_of(32));
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == FindingKind::unsupported);
  CHECK(ran.outcome.stop->text == "a matrix instruction in a wave of 32 lanes");
}

}  // namespace
}  // namespace lockstep::tests
