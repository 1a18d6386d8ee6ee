// LDS: widths, pairs, halves and atomics, and where it ends.
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

constexpr std::uint32_t filled(int lane, int dword) {
  constexpr std::uint32_t kFlip[] = {0, 0x80, 0x8000, 0x8000'0000};
  return std::uint32_t(lane) * 0x01010101u ^ kFlip[dword];
}

Ran in(machine::Schedule schedule, const char* kernel) {
  Setup setup;
  setup.schedule = schedule;
  setup.input = ramp(0x8090'A0B0, 0x01FE'0301, 128);
  return run("lds", kernel, setup);
}

TEST_CASE("LDS reads of every width") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "widths");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int l = 0; l < 64; ++l) {
      CHECK(ran.at(0, l) == filled(l, 1));
      CHECK(ran.at(1, l) == filled(l, 2));
      CHECK(ran.at(2, l) == filled(l, 3));
      for (int d = 0; d < 3; ++d) CHECK(ran.at(3 + d, l) == filled(l, d));
      CHECK(ran.at(6, l) == std::uint32_t(l + 128));
      CHECK(ran.at(7, l) == 0xFFFF'FF80u + std::uint32_t(l));
      CHECK(ran.at(8, l) == 0x8000u + 0x101u * std::uint32_t(l));
      CHECK(ran.at(9, l) == 0xFFFF'8000u + 0x101u * std::uint32_t(l));
    }
  }
}

TEST_CASE("LDS halves and bytes keep the rest") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "halves");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int l = 0; l < 64; ++l) {
      const std::uint32_t half = filled(l, 3) >> 16, byte = filled(l, 3) >> 24;
      CHECK(ran.at(0, l) == (0x1111'0000 | half));
      CHECK(ran.at(1, l) == (half << 16 | 0x2222));
      CHECK(ran.at(2, l) == (0x1111'0000 | 0xFF00 | byte));  // bit 31 is set in the fourth dword
      CHECK(ran.at(3, l) == (byte << 16 | 0x2222));
      CHECK(ran.at(4, l) == ((filled(l, 0) & 0xFFFF'0000) | 0x1111));
      CHECK(ran.at(5, l) == ((filled(l, 1) & 0xFF00'00FF) | 0x0022'1100));
      CHECK(ran.at(6, l) == ((filled(l, 2) & 0xFFFF'0000) | 0x2222));
    }
  }
}

TEST_CASE("LDS pairs") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "pairs");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int l = 0; l < 64; ++l) {
      CHECK(ran.at(0, l) == filled(l, 3));
      CHECK(ran.at(1, l) == filled(l, 1));
      CHECK(ran.at(2, l) == filled(l, 2));
      CHECK(ran.at(3, l) == filled(l, 3));
      CHECK(ran.at(4, l) == filled(l, 0));
      CHECK(ran.at(5, l) == filled(l, 1));
      // 512 and 256 bytes on from 4 * lane: lanes 32 + l/4 and 16 + l/4 wrote there.
      CHECK(ran.at(6, l) == filled(32 + l / 4, l % 4));
      CHECK(ran.at(7, l) == filled(16 + l / 4, l % 4));
      CHECK(ran.at(8, l) == 62);
      CHECK(ran.at(9, l) == filled(l, 1));
      CHECK(ran.at(10, l) == 61);
      CHECK(ran.at(11, l) == filled(l, 3));
      CHECK(ran.at(12, l) == std::uint32_t(l));
      CHECK(ran.at(13, l) == 4 * std::uint32_t(l));
    }
  }
}

struct Shared {
  const char* kernel;
  std::uint32_t (*returned)(std::uint32_t lane);
  std::uint32_t left;
};

TEST_CASE("LDS atomics work lane after lane and return what was there") {
  const Shared cases[] = {
      {"add", [](std::uint32_t l) { return 1000 + l * (l - 1) / 2; }, 1000 + 2016},
      {"add_silent", [](std::uint32_t) { return 0u; }, 1000 + 2016},
      // Lane l offers 1020 - l: lower than 1000 from lane 21 on.
      {"minimum", [](std::uint32_t l) { return l <= 21 ? 1000 : 1021 - l; }, 1020 - 63},
      {"compare_swap", [](std::uint32_t l) { return 1000 + l; }, 1064},
      {"exchange", [](std::uint32_t l) { return l == 0 ? 1000 : l - 1; }, 63},
      {"increment", [](std::uint32_t l) { return l <= 10 ? 1000 + l : l - 11; }, 53},
      {"decrement", [](std::uint32_t l) { return l <= 2 ? 2 - l : 9 - (l - 3) % 10; }, 9 - 61 % 10},
      {"add_float", [](std::uint32_t l) { return std::bit_cast<std::uint32_t>(0.5f + 2.0f * float(l)); },
       std::bit_cast<std::uint32_t>(128.5f)},
  };
  for (const Shared& c : cases)
    for (const auto& schedule : {kEarliest, kLatest}) {
      const Ran ran = in(schedule, c.kernel);
      INFO(c.kernel << ": " << ran.complaints());
      REQUIRE(ran.clean());
      for (std::uint32_t l = 0; l < 64; ++l) CHECK(ran.at(0, int(l)) == c.returned(l));
      CHECK(ran.at(1, 0) == c.left);
    }
  const Ran wide = in(kLatest, "add_wide");
  CHECK(wide.clean());
  for (std::uint32_t l = 0; l < 64; ++l) {
    CHECK(wide.at(2, int(l)) == l - 1);  // 2^32 - 1, then past it
    CHECK(wide.at(3, int(l)) == (l == 0 ? 0 : 1));
  }
}

TEST_CASE("the offset of an LDS address leads from below zero into the allocation") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "below_zero");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < 64; ++l) {
      CHECK(ran.at(0, int(l)) == 63 - l);
      CHECK(ran.at(1, int(l)) == l);
    }
  }
}

TEST_CASE("LDS ends where the workgroup's allocation does") {
  const Ran one = in(kEarliest, "past_the_end");
  REQUIRE_FALSE(one.outcome.stop);
  REQUIRE(one.outcome.findings.size() == 2);
  CHECK(one.outcome.findings[0].kind == FindingKind::undefined_address);
  CHECK(one.outcome.findings[0].lane == 0);
  const findings::Finding& outside = one.outcome.findings[1];
  CHECK(outside.kind == FindingKind::lds_bounds);
  CHECK(outside.lane == 20);
  CHECK_THAT(outside.text, Catch::Matchers::Contains("0x7ffffff0"));

  const Ran pair = in(kEarliest, "pair_past_the_end");
  CHECK_THAT(pair.only().text, Catch::Matchers::Contains("4 bytes at LDS 0x100, past the 256 bytes"));
  CHECK(pair.at(0, 5) == 63);  // the first of the two lies inside
  CHECK(pair.undefined_at(0, 5) == 0);

  const Ran half = in(kEarliest, "half_a_store_past_the_end");
  REQUIRE(half.outcome.stop);
  CHECK(half.outcome.stop->kind == FindingKind::lds_bounds);
  CHECK(half.outcome.stop->lane == 63);
}

// CDNA3 ISA, 3.11: "masks off EXEC bits of threads that would go out of range".
TEST_CASE("a load to LDS leaves out lanes past the end, and fills LDS for the others") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    const Ran ran = in(schedule, "load_past_the_end");
    INFO(ran.complaints());
    REQUIRE_FALSE(ran.outcome.stop);
    CHECK(ran.only().kind == FindingKind::lds_bounds);
    CHECK(ran.only().severity == findings::Severity::risk);
    CHECK(ran.only().lane == 63);
    CHECK_THAT(ran.only().text, Catch::Matchers::Contains("4 bytes to LDS at 0x100, past the 256 bytes"));
    for (std::uint32_t l = 1; l < 64; ++l) CHECK(ran.at(0, int(l)) == 0x8090'A0B0 + 0x01FE'0301 * (l - 1));
  }
}

TEST_CASE("a store past the end of LDS is dropped, and the other lanes store") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    const Ran ran = in(schedule, "store_past_the_end");
    INFO(ran.complaints());
    REQUIRE_FALSE(ran.outcome.stop);
    const findings::Finding& store = ran.only();
    CHECK(store.kind == FindingKind::lds_bounds);
    CHECK(store.severity == findings::Severity::risk);
    CHECK(store.lane == 62);
    CHECK_THAT(store.text, Catch::Matchers::Contains("writes 4 bytes at LDS 0x100, past the 256 bytes"));
    for (std::uint32_t l = 2; l < 64; ++l) {
      CHECK(ran.at(0, int(l)) == l - 2);
      CHECK(ran.undefined_at(0, int(l)) == 0);
    }
  }
}

TEST_CASE("a read past the end of LDS gives 0, which is undefined, and the other lanes what they read") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    const Ran ran = in(schedule, "reads_past_the_end");
    INFO(ran.complaints());
    REQUIRE_FALSE(ran.outcome.stop);
    REQUIRE(ran.outcome.findings.size() == 2);
    const findings::Finding &read = ran.outcome.findings[0], &store = ran.outcome.findings[1];
    CHECK(read.kind == FindingKind::lds_bounds);
    CHECK(read.severity == findings::Severity::risk);
    CHECK(read.lane == 60);
    CHECK(store.kind == FindingKind::lds_bounds);  // the value matters
    CHECK(store.severity == findings::Severity::wrong);
    CHECK_THAT(store.instruction, Catch::Matchers::Contains("global_store_dword"));
    const Ran unused = in(schedule, "reads_past_the_end_in_vain");
    CHECK(unused.only().severity == findings::Severity::risk);
    for (std::uint32_t l = 0; l < 64; ++l) {
      CHECK(ran.at(0, int(l)) == (l < 60 ? l + 4 : 0));
      CHECK(ran.undefined_at(0, int(l)) == (l < 60 ? 0 : 0xF));
    }
  }
}

TEST_CASE("narrow loads to LDS fill a dword per lane") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "narrow_loads");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < 64; ++l) {
      const std::uint32_t word = 0x8090'A0B0u + 0x01FE'0301u * l;
      CHECK(ran.at(0, int(l)) == std::uint32_t(std::int32_t(std::int8_t(word))));
      CHECK(ran.at(1, int(l)) == (word & 0xFFFF));
      CHECK(ran.at(2, int(l)) == word + 3 * 0x01FE'0301u);  // the offset counts in memory and in LDS
    }
  }
}

// 16 lanes hold 128 bytes: 8 rows of 16 bytes, or 4 rows of 16 halves; a lane gets one column.
TEST_CASE("transposing reads hand each lane of 16 one column") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    const Ran ran = in(schedule, "transposed");
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < 64; ++l) {
      const std::uint32_t group = l / 16 * 128, column = l % 16;
      for (std::uint32_t n = 0; n < 8; ++n)
        CHECK((ran.at(int(n / 4), int(l)) >> (n % 4 * 8) & 0xFF) == ((group + 16 * n + column) & 0xFF));
      for (std::uint32_t n = 0; n < 4; ++n) {
        const std::uint32_t byte = (group + 32 * n + 2 * column) & 0xFF;
        CHECK((ran.at(2 + int(n / 2), int(l)) >> (n % 2 * 16) & 0xFFFF) == (byte | (byte + 1) << 8));
      }
    }
  }
}

// As a string of bits: 16 lanes' data one behind the other, of which a lane gets every sixteenth element.
std::uint32_t transposed_dword(const std::vector<std::uint32_t>& input, int bits, int lane, int dword) {
  const int per_lane = bits == 4 ? 64 : 96;
  const auto bit_of_group = [&](int at) {
    const int source = lane / 16 * 16 + at / per_lane, bit = at % per_lane;
    return input[std::size_t(kRow * (bit / 32) + source)] >> (bit % 32) & 1;
  };
  std::uint32_t out = 0;
  for (int b = 32 * dword; b < 32 * dword + 32; ++b)
    out |= bit_of_group(16 * bits * (b / bits) + bits * (lane % 16) + b % bits) << (b % 32);
  return out;
}

TEST_CASE("transposing reads of 4 and 6 bits") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    Setup setup;
    setup.schedule = schedule;
    setup.input = ramp(0x1234'5678, 0x9E37'79B9, 3 * kRow);
    const Ran ran = run("lds", "transposed_narrow", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int l = 0; l < 64; ++l) {
      for (int d = 0; d < 2; ++d) CHECK(ran.at(d, l) == transposed_dword(setup.input, 4, l, d));
      for (int d = 0; d < 3; ++d) CHECK(ran.at(2 + d, l) == transposed_dword(setup.input, 6, l, d));
    }
  }
}

struct LaneAtomic {
  const char* kernel;
  std::uint64_t before, operand, second, returned, after;
};

TEST_CASE("LDS atomics of each kind on a lane's own place") {
  const auto f = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  const auto d = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  constexpr std::uint64_t kNan = 0x7FC00000;
  const LaneAtomic cases[] = {
      {"min_f32", f(2), f(-3), 0, f(2), f(-3)},
      {"min_f32", f(2), kNan, 0, f(2), f(2)},
      {"max_f32", f(2), f(3), 0, f(2), f(3)},
      {"max_f32", f(2), f(-3), 0, f(2), f(2)},
      {"silent_max_f32", f(2), f(3), 0, 0, f(3)},
      {"rsub_u32", 5, 3, 0, 5, 0xFFFF'FFFE},
      {"mskor_b32", 0xFF00, 0x0F00, 0x000A, 0xFF00, 0xF00A},
      {"wrap_b32", 10, 4, 100, 10, 6},
      {"wrap_b32", 3, 4, 100, 3, 103},
      {"cmpst_f32", f(-0.0f), f(0.0f), f(7), f(-0.0f),
       f(7)},  // equal as numbers: the first operand is compared
      {"cmpst_f32", kNan, kNan, f(7), kNan, kNan},
      {"min_f64", d(2), d(-3), 0, d(2), d(-3)},
      {"max_f64", d(2), d(3), 0, d(2), d(3)},
      {"rsub_u64", 5, 3, 0, 5, 0xFFFF'FFFF'FFFF'FFFE},
      {"mskor_b64", 0xFF00'0000'0000'00FF, 0x0F00'0000'0000'000F, 1, 0xFF00'0000'0000'00FF,
       0xF000'0000'0000'00F1},
      {"cmpst_f64", d(1), d(1), d(2), d(1), d(2)},
      {"exchange_two", 0x2222'2222'1111'1111, 0x33, 0x44, 0x2222'2222'1111'1111, 0x44'0000'0033},
  };
  for (const LaneAtomic& c : cases)
    for (const auto& schedule : {kEarliest, kLatest}) {
      Setup setup;
      setup.schedule = schedule;
      for (const std::uint64_t x : {c.before, c.operand, c.second})
        for (int dword = 0; dword < 2; ++dword)
          setup.input.insert(setup.input.end(), kRow, std::uint32_t(x >> (32 * dword)));
      const Ran ran = run("lds", c.kernel, setup);
      INFO(c.kernel << ": " << ran.complaints());
      REQUIRE(ran.clean());
      CHECK((ran.at(0, 9) | std::uint64_t{ran.at(1, 9)} << 32) == c.returned);
      CHECK((ran.at(2, 9) | std::uint64_t{ran.at(3, 9)} << 32) == c.after);
    }
}

TEST_CASE("LDS by the number of the thread") {
  const Ran ran = in(kLatest, "by_thread");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    CHECK(ran.at(0, l) == std::uint32_t(1000 + l));
    CHECK(ran.at(1, l) == std::uint32_t(1000 + l));
  }
}

TEST_CASE("transposing reads carry definedness with the bytes") {
  const Ran ran = in(kLatest, "transposed_undefined");
  for (std::uint32_t l = 0; l < 64; ++l) {  // lane 0 wrote nothing: bytes 0 to 7, columns 0 to 7 of row 0
    CHECK((ran.undefined_at(0, int(l)) != 0) == (l < 8));
    CHECK(ran.undefined_at(1, int(l)) == 0);
  }
}

TEST_CASE("a transposing read with lanes off is a finding, and what it takes of them is undefined") {
  for (const char* kernel : {"lanes_off_tr_b8", "lanes_off_tr_b16", "lanes_off_tr_b4", "lanes_off_tr_b6"})
    for (const auto& schedule : {kEarliest, kLatest}) {
      const Ran ran = in(schedule, kernel);
      INFO(kernel << "\n" << ran.complaints());
      CHECK(ran.only().kind == FindingKind::exec);
      CHECK(ran.only().lane == 17);
    }
  const Ran ran = in(kLatest, "lanes_off_tr_b8");
  // Lane 17 is the second of its 16: bytes 8 to 15 of row 0, which go to lanes 24 to 31 as their lowest byte.
  for (int l = 0; l < 64; ++l)
    if (l != 17) CHECK(ran.undefined_at(0, l) == (l >= 24 && l < 32 ? 0x1 : 0));
  CHECK(in(kLatest, "all_lanes_on").clean());
}

struct OwnersInLds : machine::Observer {
  int operations = 0, owned = 0;

  void issues(machine::Wave&, machine::Pending& p) override {
    if (p.space != isa::Memory::Space::lds) return;
    ++operations;
    for (std::size_t l = 0; l < machine::kMaxLanes; ++l)
      owned += p.owners.of(l) != nullptr || p.in_range(l) != 0;
  }
};

TEST_CASE("LDS belongs to no allocation, whatever the operation before it used") {
  OwnersInLds owners;
  Setup setup;
  setup.input = ramp(1, 1, 128);
  setup.observer = &owners;
  REQUIRE(run("lds", "narrow_loads", setup).clean());
  CHECK(owners.operations == 3);
  CHECK(owners.owned == 0);
}

}  // namespace
}  // namespace lockstep::tests
