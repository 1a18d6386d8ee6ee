// Looking at blocks first, or at the last accesses to a place, finds what comparing every byte of every two
// operations finds, in whatever order these were over. Of stores of equal values, too: what a read finds
// without the store that races with it is looked for among all operations.
#include "emulator/checks/lds_races.hpp"

#include <memory>
#include <optional>
#include <random>
#include <set>
#include <tuple>

#include "emulator/checks/lds_order.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using checks::LdsOperation;

namespace {

constexpr std::uint32_t kLdsBytes = 8192;
constexpr int kWaves = 3, kInstructions = 10;

/// Addresses of both instructions.
using Pair = std::pair<std::uint64_t, std::uint64_t>;

struct Machine {
  isa::Program program;
  std::vector<machine::PreparedInstruction> instructions;
  machine::PreparedProgram code;
  machine::Environment environment;
  machine::Workgroup group;
  std::vector<machine::Wave> waves{kWaves};

  Machine() {
    program.arch = arch::find("gfx950");
    program.instructions.resize(kInstructions);
    for (std::uint32_t i = 0; i < kInstructions; ++i) {
      program.instructions[i].address = 16 * i;
      instructions.push_back({nullptr, &program.instructions[i], i});
    }
    code.decoded = &program;
    code.instructions = instructions;
    environment.program = &code;
    group.environment = &environment;
    group.lds.reset(kLdsBytes, 1);
    for (int w = 0; w < kWaves; ++w) {
      waves[std::size_t(w)].id = w;
      waves[std::size_t(w)].arch = program.arch;
      waves[std::size_t(w)].group = &group;
      group.waves.push_back(&waves[std::size_t(w)]);
    }
  }
};

/// Instructions of several widths: reads, writes, atomics; each used in a place of its own or, `crowded`, in
/// a few that all share.
LdsOperation drawn(std::mt19937& random, const Machine& m, bool crowded) {
  const auto i = std::size_t(random() % kInstructions);
  constexpr std::array<std::uint8_t, 3> kBytes{4, 8, 16};
  LdsOperation o;
  o.prepared = &m.instructions[i];
  o.wave = std::uint8_t(random() % kWaves);
  o.writes = i % 3 != 0;
  o.atomic = i % 3 == 1;
  o.bytes = o.atomic ? 4 : kBytes[i % 3];
  o.lane_count = isa::kMaxLanes;
  o.lanes = {random() % 2 == 0 ? ~std::uint64_t{0} : std::uint64_t{random()}, 0};
  if (!o.atomic && o.writes) {  // one value for each wave and instruction
    auto data = std::make_shared<checks::LdsData>();
    const std::uint32_t value = (o.wave + i) % 4 == 0 ? 0x01020304 : 0x01020305;
    for (isa::Lanes& row : data->rows) row.fill(value);
    o.data = data;
  }
  const std::uint32_t region = crowded ? random() % 2 : std::uint32_t(i);
  const std::uint32_t base = region * 1024 % (kLdsBytes - 2048) + random() % 4 * 4;  // also across blocks
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
    o.at[l] = base + (random() % 4 == 0 ? random() % 64 * o.bytes : std::uint32_t(l) * o.bytes);
  o.lowest = *std::ranges::min_element(o.at);
  o.highest = *std::ranges::max_element(o.at);
  return o;
}

/// [dword] the lowest byte that an operation writes, or that a read finds without what races with it. All are
/// of whole dwords.
using Values = std::array<int, kLdsBytes / 4>;
constexpr int kNotUsed = -1, kUnknown = -2;

template <typename ValueOf>
Values values(const LdsOperation& o, const ValueOf& value_of) {
  Values all;
  all.fill(kNotUsed);
  o.each([&](std::size_t lane, int element, std::uint32_t at) {
    for (std::uint32_t byte = 0; byte < o.bytes; byte += 4)
      all[(at + byte) / 4] = value_of(lane, element, at, byte);
  });
  return all;
}

std::vector<Values> values_of(const std::vector<LdsOperation>& all, const std::uint8_t* at_first) {
  std::vector<Values> of(all.size());
  for (std::size_t n = 0; n < all.size(); ++n)
    of[n] = values(all[n], [&](std::size_t lane, int element, std::uint32_t, std::uint32_t byte) {
      return all[n].data == nullptr ? kUnknown : int(all[n].written(lane, element, byte));
    });
  const auto rank = [](const LdsOperation& o) { return std::tuple(o.first, o.wave, o.order); };
  for (std::size_t n = 0; n < all.size(); ++n) {
    const LdsOperation& read = all[n];
    if (read.writes) continue;
    of[n] = values(read, [&](std::size_t, int, std::uint32_t at, std::uint32_t byte) {
      std::optional<std::size_t> last;
      for (std::size_t w = 0; w < all.size(); ++w) {
        const LdsOperation& o = all[w];
        const bool before = o.wave == read.wave ? o.order < read.order : o.last < read.first;
        if (!o.writes || !before || of[w][(at + byte) / 4] == kNotUsed) continue;
        if (!last || rank(all[*last]) < rank(o)) last = w;
      }
      return last ? of[*last][(at + byte) / 4] : int(at_first[at + byte]);
    });
  }
  return of;
}

/// Whether two that race can change what LDS holds, or what is read there.
bool change(const Values& a, const Values& b) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (a[d] == kNotUsed || b[d] == kNotUsed) continue;
    if (a[d] == kUnknown || b[d] == kUnknown || a[d] != b[d]) return true;
  }
  return false;
}

std::set<Pair> pairs_of(const std::vector<LdsOperation>& all, const std::uint8_t* at_first) {
  std::set<Pair> pairs;
  const std::vector<Values> of = values_of(all, at_first);
  for (std::size_t n = 0; n < all.size(); ++n)
    for (std::size_t m = 0; m < all.size(); ++m) {
      const LdsOperation &a = all[n], &b = all[m];
      const bool spans = a.first <= b.last && b.first <= a.last;
      if (a.wave == b.wave || !spans || !(a.writes || b.writes) || (a.atomic && b.atomic)) continue;
      const auto rank = [](const LdsOperation& o) { return std::pair(o.first, o.prepared->index); };
      if (rank(a) < rank(b) || !change(of[n], of[m])) continue;
      pairs.emplace(a.prepared->instruction->address, b.prepared->instruction->address);
    }
  return pairs;
}

/// Waves issue operations, which are over in any order but that of each wave, and pass barriers together.
/// What comes back has epochs for clocks.
template <typename Pass>
std::vector<LdsOperation> play(std::mt19937& random, bool crowded, const Machine& m, checks::LdsJudge& judge,
                               checks::Epochs& epochs, const Pass& pass) {
  std::vector<LdsOperation> under_way, over;
  std::vector<std::uint32_t> issued;  ///< [under_way] epoch
  const auto finish = [&](std::size_t some) {
    const auto first = std::ranges::find(under_way, under_way[some].wave, &LdsOperation::wave);
    const auto at = std::size_t(first - under_way.begin());
    LdsOperation o = under_way[at];
    o.last = judge.covered_at(o);
    judge.judge(o);
    o.first = issued[at];
    o.last = epochs.now();
    over.push_back(o);
    under_way.erase(under_way.begin() + std::ptrdiff_t(at));
    issued.erase(issued.begin() + std::ptrdiff_t(at));
  };
  std::uint64_t order = 0;
  for (int step = 0; step < 200; ++step) {
    const unsigned draw = random() % 8;
    if (draw == 0) {
      epochs.barrier(m.group);
      pass();
    } else if (draw < 4 && !under_way.empty()) {
      finish(random() % 4 == 0 ? random() % under_way.size() : 0);
    } else {
      LdsOperation o = drawn(random, m, crowded);
      o.order = ++order;
      judge.begins(o);
      under_way.push_back(o);
      issued.push_back(epochs.now());
    }
  }
  while (!under_way.empty()) finish(0);
  return over;
}

struct ByBlocks {
  checks::LdsRaces judge;
  ByBlocks(checks::Findings& findings, const checks::Epochs& epochs, checks::RacedLoads& loads)
      : judge(findings, epochs, loads) {}
  void pass(const Machine&) { judge.barrier(); }
};

struct ByLastAccesses {
  checks::ClusterPeers clusters;
  checks::LdsOrder judge;
  ByLastAccesses(checks::Findings& findings, const checks::Epochs&, checks::RacedLoads& loads)
      : judge(findings, clusters, loads) {}
  void pass(const Machine& m) { judge.barrier(m.group); }
};

template <typename Judged>
void compare() {
  int with = 0, without = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    Machine m;
    checks::Findings findings;
    checks::Epochs epochs;
    checks::RacedLoads loads;
    Judged judged(findings, epochs, loads);
    epochs.workgroup_begins(m.group);
    judged.judge.workgroup_begins(m.group);
    const std::set<Pair> meant = pairs_of(
        play(random, seed % 2 == 0, m, judged.judge, epochs, [&] { judged.pass(m); }), m.group.lds.data());
    judged.judge.workgroup_ends();
    constexpr std::size_t kLimit = 32;  // of findings
    INFO("seed " << seed << ", " << meant.size() << " pairs");
    std::set<Pair> found;
    for (const findings::Finding& f : findings.all()) found.emplace(f.address, f.other_address);
    std::set<Pair> first;  // of those that are meant, by addresses
    for (const Pair& pair : meant)
      if (first.size() < kLimit) first.insert(pair);
    REQUIRE(found == first);
    (meant.empty() ? without : with) += 1;
  }
  CHECK(with > 50);
  CHECK(with + without == 200);
}

}  // namespace

TEST_CASE("lds races: blocks first, or every byte of every two operations: the same pairs") {
  compare<ByBlocks>();
}

TEST_CASE("lds races: last accesses first, or every byte of every two operations: the same pairs") {
  compare<ByLastAccesses>();
}
