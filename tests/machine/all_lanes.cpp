// Memory operations of all lanes at once, 64 or the 32 of a narrow wave, and of many of them, are those of
// the lanes one by one: `fast = slow` for all_lanes.hpp.
#include <fmt/format.h>

#include "host/random.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using host::hash;

constexpr std::uint64_t kDataBytes = 3 * machine::kPageBytes + 40;  // whole pages and a bit
constexpr std::uint64_t kRecords = kDataBytes - 8192;               // of the buffer

// One byte in 4096 is undefined, where a draw asks for it: most operations meet none, some do; and all of
// those from `fresh` on that lanes have for themselves.
machine::Fill data_of(std::uint64_t seed, bool undefined_bytes, std::uint64_t fresh) {
  return [=](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      const std::uint64_t draw = host::hash(seed, offset + i);
      data[i] = std::uint8_t(draw);
      const bool own = offset + i >= fresh && offset + i < fresh + 64 * 16;
      undefined[i] = undefined_bytes && (own || draw >> 52 == 0) ? 1 : 0;
    }
  };
}

// Where lanes read: anywhere, side by side, or, for buffers, beyond the records too: one perhaps in part, or
// a third of them whole.
enum class Spread { anywhere, rows, beyond, clipped };

std::uint32_t offset_of(Spread spread, std::uint64_t seed, std::uint64_t lane) {
  const auto room = std::uint32_t(kRecords - 64);
  switch (spread) {
    case Spread::anywhere:
      if (lane == seed % 64) return std::uint32_t(machine::kPageBytes - 4 * (1 + seed % 3));  // on two pages
      return std::uint32_t(host::hash(seed, lane) % (room / 4)) * 4;
    case Spread::rows:
      return std::uint32_t(host::hash(seed, lane / 16) % (room / 2048)) * 1024 + 16 * (lane % 16);
    case Spread::beyond:
      if (lane == seed % 64) return std::uint32_t(kRecords - 4 * (seed % 4));
      return std::uint32_t(host::hash(seed, lane) % (kRecords / 4 - 8)) * 4;
    case Spread::clipped:
      if (host::hash(seed, lane) % 3 == 0)  // some of them on pages that the allocation has not
        return std::uint32_t(kRecords + 4 * (lane % 5) + lane % 2 * 4 * machine::kPageBytes);
      return std::uint32_t(host::hash(seed, lane) % (kRecords / 4 - 8)) * 4;
  }
  return 0;
}

struct Case {
  Spread spread;
  bool undefined_bytes;
  std::uint64_t seed;
  bool read_only = false;
  std::uint64_t own = 64;    ///< where the lanes' own places begin
  bool dense = false;        ///< a dword each, those of eight lanes one behind the other
  std::uint32_t row = 0;     ///< so many bytes each, one behind the other from `own` on
  std::uint64_t lanes = 64;  ///< 32: in one narrow wave
  bool fresh = false;        ///< their own places are undefined before
};

// From here on one of them lies on two pages; half of them lie beyond the records, each whole.
constexpr std::uint64_t kAcrossPages = machine::kPageBytes - 32 * 16 - 8, kHalfBeyond = kRecords - 32 * 16;

// Lanes store, and use LDS, apart from one another: 16 bytes each, in an order of their own.
std::uint32_t own_place(const Case& c, std::uint64_t lane) {
  if (c.row != 0) return std::uint32_t(c.own + c.row * lane);
  if (c.dense) return std::uint32_t(c.own + (16 - 4) * 32 + 4 * (lane ^ c.seed % 8 * 8));  // the same middle
  return std::uint32_t(c.own + 16 * ((lane * (2 * (c.seed % 32) + 1)) % c.lanes));
}

/// Which lanes take part at a time: those of the mask, then of that rotated, so often.
struct Parts {
  std::uint64_t mask;
  std::uint32_t count, rotation;
};
constexpr Parts kTogether{~std::uint64_t{0}, 1, 0}, kOneByOne{1, 64, 1};
// Every second; a half, of which a narrow wave has one; and others, all of which but the last are enough in
// narrow waves, too, to be done at once.
constexpr Parts kInParts[] = {{0x5555'5555'5555'5555, 2, 1},
                              {0x0000'0000'FFFF'FFFF, 2, 32},
                              {0x0843'0843'0843'0843, 4, 4},
                              {0x0101'0101'0101'0101, 8, 1}};

Setup setup_of(const Case& c, const Parts& parts, machine::Schedule schedule) {
  Setup setup;
  setup.schedule = schedule;
  for (std::uint64_t l = 0; l < 64; ++l)
    setup.input.push_back(c.row != 0 ? own_place(c, l) : offset_of(c.spread, c.seed, l));
  for (std::uint64_t l = 0; l < 64; ++l) setup.input.push_back(own_place(c, l));
  setup.arguments = {std::uint32_t(kData),
                     std::uint32_t(kData >> 32),
                     std::uint32_t(kRecords),
                     0x20000,
                     std::uint32_t(kData),
                     std::uint32_t(kData >> 32),
                     std::uint32_t(parts.mask),
                     std::uint32_t(parts.mask >> 32),
                     parts.count,
                     parts.rotation};
  setup.prepare = [c](machine::Memory& memory) {
    memory.add("data", kData, kDataBytes, !c.read_only,
               data_of(c.seed, c.undefined_bytes, c.fresh ? c.own : kDataBytes));
  };
  return setup;
}

struct Left {
  std::vector<std::uint32_t> output, undefined;
  std::vector<std::uint8_t> data, shadow;
  std::string complaints;
  bool operator==(const Left&) const = default;
};

Left left_by(const char* kernel, const Case& c, const Parts& parts, machine::Schedule schedule) {
  Setup setup = setup_of(c, parts, schedule);
  setup.launch.block[0] = std::uint32_t(c.lanes);
  const Ran ran = c.lanes == 64 ? run("all_lanes", kernel, setup) : run_narrow("all_lanes", kernel, setup);
  Left left{ran.output,
            ran.undefined,
            std::vector<std::uint8_t>(kDataBytes),
            std::vector<std::uint8_t>(kDataBytes),
            {}};
  if (ran.outcome.stop) left.complaints = ran.outcome.stop->line();
  ran.memory->owner(kData, 1)->read(0, left.data.data(), left.shadow.data(), kDataBytes);
  return left;
}

constexpr const char* kBuffers[] = {"buffer1", "buffer2", "buffer3", "buffer4", "to_lds4", "to_lds1"};
constexpr const char* kOthers[] = {
    "global1",   "global2",    "global3",        "global4",         "write4", "write3",
    "write2",    "write1",     "read4",          "read3",           "read2",  "read1",
    "read_pair", "write_pair", "read_pair_back", "write_pair_back", "whole4", "whole3",
    "whole2",    "whole1",     "whole_pair",     "whole_pair_back"};
constexpr const char* kStores[] = {"store4",  "store2",         "global_store4", "global_store1",   "atomic1",
                                   "atomic2", "atomic_compare", "atomic_halves", "atomic_undefined"};
constexpr const char* kDwordStores[] = {"global_store1", "atomic1", "atomic_halves", "atomic_undefined"};
/// Of less than a dword a lane; the bytes of each.
constexpr std::pair<const char*, std::uint32_t> kNarrow[] = {
    {"buffer_byte", 1},       {"buffer_short", 2},      {"buffer_short_high", 2}, {"global_byte", 1},
    {"global_short", 2},      {"store_byte", 1},        {"store_short", 2},       {"store_byte_high", 1},
    {"global_store_byte", 1}, {"global_store_short", 2}};

void check_twin(const char* kernel, const Case& c) {
  for (const machine::Schedule& schedule : {kEarliest, kLatest}) {
    const Left together = left_by(kernel, c, kTogether, schedule);
    INFO(kernel << " seed " << c.seed << " spread " << int(c.spread) << " " << together.complaints);
    REQUIRE(together.complaints.empty());
    REQUIRE(left_by(kernel, c, kOneByOne, schedule) == together);
    for (const Parts& parts : kInParts) REQUIRE(left_by(kernel, c, parts, schedule) == together);
  }
}

TEST_CASE("all lanes at once move what they move apart") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    for (const bool undefined_bytes : {false, true}) {
      const Spread spread = seed % 2 == 0 ? Spread::rows : Spread::anywhere;
      for (const char* kernel : kBuffers)
        for (const Spread any : {Spread::anywhere, Spread::rows, Spread::beyond, Spread::clipped})
          for (const bool read_only : {false, true})
            check_twin(kernel, {any, undefined_bytes, seed, read_only});
      for (const char* kernel : kOthers) check_twin(kernel, {spread, undefined_bytes, seed});
      for (const char* kernel : kStores)
        for (const std::uint64_t own : {std::uint64_t{64}, kAcrossPages, kHalfBeyond})
          check_twin(kernel, {spread, undefined_bytes, seed, false, own});
      for (const char* kernel : kDwordStores)
        for (const std::uint64_t own : {std::uint64_t{64}, kAcrossPages, kHalfBeyond})
          check_twin(kernel, {spread, undefined_bytes, seed, false, own, true});
    }
}

TEST_CASE("many lanes at once move bytes and halves as they do one by one") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const bool undefined_bytes : {false, true})
      for (const auto& [kernel, bytes] : kNarrow)
        for (const std::uint64_t lanes : {64u, 32u})
          for (const std::uint32_t row : {0u, bytes})
            for (const std::uint64_t own :
                 {std::uint64_t{64}, machine::kPageBytes - 16 * bytes - 1, kRecords - 16 * bytes})
              check_twin(kernel, {seed % 2 == 0 ? Spread::rows : Spread::clipped, undefined_bytes, seed,
                                  false, own, false, row, lanes, seed % 3 == 0});
}

// What is stored is defined from then on, byte for byte.
TEST_CASE("all lanes at once define what they store") {
  for (const std::uint64_t lanes : {64u, 32u})
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
      for (const std::string kernel : {"store4", "store2", "global_store4", "global_store1"})
        for (const std::uint32_t row : {0u, 4 * std::uint32_t(kernel.back() - '0')}) {
          Case c{Spread::rows, true, seed, false, 64, false, row, lanes};
          c.fresh = true;
          check_twin(kernel.c_str(), c);
        }
}

// The last of them alone is past the end of the allocation.
TEST_CASE("all lanes at once are where their last is") {
  for (const std::uint64_t lanes : {64u, 32u})
    for (const std::string kernel : {"global4", "global1", "global_store4", "global_store1", "atomic1"}) {
      const auto row = 4 * std::uint32_t(kernel.back() - '0');
      for (const std::uint32_t past : {0u, 4u}) {
        const Case c{Spread::rows, false, 1, false, kDataBytes - row * lanes + past, false, row, lanes};
        const Left left = left_by(kernel.c_str(), c, kTogether, kEarliest);
        INFO(kernel << ", " << lanes << " lanes: " << left.complaints);
        CHECK(left.complaints.empty() == (past == 0));
        if (past != 0) CHECK(left.complaints.find(fmt::format("lane {}", lanes - 1)) != std::string::npos);
      }
    }
}

// On one page, and on two, of which the lane on both is not whole on either.
TEST_CASE("all lanes at once move what lies in a row") {
  const auto check = [](const std::string& kernel, bool undefined_bytes, bool read_only, std::uint64_t seed) {
    const auto row = 4 * std::uint32_t(kernel.back() - '0');
    check_twin(kernel.c_str(), {Spread::rows, undefined_bytes, seed, read_only, 64, false, row});
    if (!kernel.starts_with("read") && !kernel.starts_with("write") &&
        !kernel.starts_with("whole"))  // of LDS, which has no pages
      check_twin(kernel.c_str(), {Spread::rows, undefined_bytes, seed, read_only,
                                  machine::kPageBytes - 32 * row - 4, false, row});
  };
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const bool undefined_bytes : {false, true}) {
      for (const char* kernel : kBuffers)
        for (const bool read_only : {false, true}) check(kernel, undefined_bytes, read_only, seed);
      for (const char* kernel :
           {"global1", "global2", "global3",       "global4",       "write4",  "write3", "write2", "write1",
            "read4",   "read3",   "read2",         "read1",         "whole4",  "whole3", "whole2", "whole1",
            "store4",  "store2",  "global_store4", "global_store1", "atomic1", "atomic2"})
        check(kernel, undefined_bytes, false, seed);
    }
}

TEST_CASE("narrow waves: all lanes at once move what they move apart in memory, anywhere and in a row") {
  constexpr const char* kLoads[] = {"global1", "global2", "global3", "global4"};
  const auto narrow = [](Case c) {
    c.lanes = 32;
    return c;
  };
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (const bool undefined_bytes : {false, true}) {
      for (const char* kernel : kBuffers)
        for (const Spread any : {Spread::anywhere, Spread::rows, Spread::beyond, Spread::clipped})
          check_twin(kernel, narrow({any, undefined_bytes, seed, seed % 2 == 0}));
      for (const char* kernel : kLoads)
        for (const Spread any : {Spread::anywhere, Spread::rows})
          check_twin(kernel, narrow({any, undefined_bytes, seed}));
      for (const char* kernel : kStores)
        for (const std::uint64_t own : {std::uint64_t{64}, kAcrossPages + 16 * 16, kHalfBeyond + 16 * 16})
          check_twin(kernel, narrow({Spread::rows, undefined_bytes, seed, false, own}));
      for (const char* kernel : kDwordStores)
        check_twin(kernel, narrow({Spread::rows, undefined_bytes, seed, false, 64, true}));
      for (const std::string kernel :
           {"buffer4", "buffer1", "global4", "global3", "global2", "global1", "store4", "store2",
            "global_store4", "global_store1", "atomic1", "atomic2"}) {
        const auto row = 4 * std::uint32_t(kernel.back() - '0');
        for (const std::uint64_t own : {std::uint64_t{64}, machine::kPageBytes - 16 * row - 4})
          check_twin(kernel.c_str(),
                     narrow({Spread::rows, undefined_bytes, seed,
                             seed % 2 == 0 && kernel.starts_with("buffer"), own, false, row}));
      }
    }
}

TEST_CASE("narrow waves: all lanes at once move what they move apart in LDS, anywhere and in a row") {
  constexpr const char* kOfLds[] = {"write4", "write3", "write2", "write1", "read4",  "read3",
                                    "read2",  "read1",  "whole4", "whole3", "whole2", "whole1"};
  constexpr const char* kPairs[] = {"read_pair",       "write_pair", "read_pair_back",
                                    "write_pair_back", "whole_pair", "whole_pair_back"};
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (const bool undefined_bytes : {false, true}) {
      Case c{Spread::rows, undefined_bytes, seed};
      c.lanes = 32;
      for (const char* kernel : kPairs) check_twin(kernel, c);
      for (const std::string kernel : kOfLds) {
        c.row = 0;
        check_twin(kernel.c_str(), c);
        c.row = 4 * std::uint32_t(kernel.back() - '0');
        check_twin(kernel.c_str(), c);
      }
    }
}

}  // namespace
}  // namespace lockstep::tests
