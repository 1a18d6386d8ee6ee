// What the small-M kernels take, and that everything else is refused with a reason before anything runs. The
// expectations are written out here once more, from the contract.
#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "kernels/small_m/launch.hpp"
#include "tests/properties/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {

namespace {

using kernels::SmallMAddresses;
using kernels::SmallMCut;
using operators::Refusal;
using operators::SmallM;
using operators::SortedIds;

constexpr std::int64_t kMillion2 = std::int64_t{1} << 20, kGiga2 = std::int64_t{1} << 31;
const std::vector<const char*> kKernels{"small_m_mfma", "small_m_gemv", "small_m_moe"};

template <typename T>
bool in(T x, std::initializer_list<T> list) {
  return std::find(list.begin(), list.end(), x) != list.end();
}

// A value that is legal most of the time, else one of the others.
std::int64_t mostly(const std::vector<std::int64_t>& legal, const std::vector<std::int64_t>& others) {
  const bool strange = *rc::gen::inRange(0, 12) == 0;
  return *rc::gen::elementOf(strange ? others : legal);
}

SortedIds any_lists(std::int64_t& m) {
  SortedIds s;
  s.experts = mostly({1, 2, 5}, {0, -1, kGiga2});
  s.a_div = mostly({1, 3, 4, 8}, {0, -4, kGiga2});
  s.block_m = mostly({4, 8, 12}, {0, 2, 5, -4, 131072});
  s.a_rows = mostly({(m + std::max<std::int64_t>(s.a_div, 1) - 1) / std::max<std::int64_t>(s.a_div, 1), 100},
                    {-1, 0, 1});
  const int length = *rc::gen::inRange(0, 30);
  for (int i = 0; i < length; ++i) {
    const bool padding = *rc::gen::inRange(0, 3) == 0;
    const int id = *rc::gen::inRange(-2, 40);
    s.ids.push_back(padding ? -1 : id);
  }
  if (*rc::gen::inRange(0, 4) != 0) {  // else some id may stand twice
    std::vector<std::int32_t> once;
    for (std::int32_t& id : s.ids) {
      if (std::find(once.begin(), once.end(), id) != once.end())
        id = std::numeric_limits<std::int32_t>::max();
      once.push_back(id);
    }
  }
  const std::int64_t block = std::max<std::int64_t>(s.block_m, 1);
  const auto blocks = (std::int64_t(s.ids.size()) + block - 1) / block + mostly({0}, {1});
  for (std::int64_t i = 0; i < blocks; ++i) s.expert_ids.push_back(*rc::gen::inRange(-1, 7));
  s.num_post = *rc::gen::inRange(-3, 40);
  s.weighted = *rc::gen::inRange(0, 2) == 0;
  const float weight = *rc::gen::element(0.5f, 0.5f, 0.5f, std::numeric_limits<float>::infinity());
  if (s.weighted) s.weights.assign(std::size_t(std::clamp<std::int64_t>(m, 0, 100'000) + 1), weight);
  if (s.weighted && *rc::gen::inRange(0, 12) == 0) s.weights.resize(1);
  return s;
}

struct Request {
  std::string kernel;
  SmallM problem;
  SmallMCut cut;
  SmallMAddresses at;
};

Request any_request() {
  Request r;
  r.kernel = *rc::gen::elementOf(kKernels);
  const bool sorted = (r.kernel == "small_m_moe") != (*rc::gen::inRange(0, 20) == 0);
  r.problem.m = mostly({1, 2, 5, 8, 16, 33}, {0, -1, 17, 64, 65, 70000, kGiga2});
  r.problem.n = mostly({1, 7, 64, 6144, 8 * kMillion2}, {0, -8, 8 * kMillion2 + 1, kGiga2});
  r.problem.k = mostly({128, 768, 1024, 6144}, {0, -128, 32, 48, 100, 896, 16 * kMillion2 - 128,
                                                16 * kMillion2, 64 * kMillion2, 64 * kMillion2 + 32, kGiga2});
  if (sorted) r.problem.sorted = any_lists(r.problem.m);
  r.cut.block_n = mostly({8, 16}, {0, 1, 4, 12, 32, 64, 128, -8});
  r.cut.column_tiles = mostly({1, 2, 4}, {0, 3, 8, -1});
  r.cut.splits = mostly({1, 2}, {0, 3, 4, 6, 8, 9, -1});
  r.cut.blocks_apart = *rc::gen::inRange(0, 2) == 0;
  r.at = {0x10000, 0x20000, 0x30000, 0x40000, 0x50000, 0x60000, 0x70000, 0x80000, 0x90000, 0xa0000};
  std::uint64_t* const pointers[] = {&r.at.d,       &r.at.a,          &r.at.a_scale, &r.at.b,
                                     &r.at.b_scale, &r.at.sorted_ids, &r.at.partial};
  if (*rc::gen::inRange(0, 12) == 0)
    *pointers[*rc::gen::inRange(0, 7)] += std::uint64_t(*rc::gen::element(1, 2, 8));
  return r;
}

bool lists_are_legal(const SmallM& p) {
  const SortedIds& s = *p.sorted;
  if (s.experts < 1 || s.a_div < 1 || s.block_m < 1 || s.a_rows < 0) return false;
  if (s.experts >= kGiga2 || s.a_div >= kGiga2 || p.m > s.a_rows * s.a_div) return false;
  if (std::int64_t(s.expert_ids.size()) != (std::int64_t(s.ids.size()) + s.block_m - 1) / s.block_m)
    return false;
  if (s.weighted && std::int64_t(s.weights.size()) < p.m) return false;
  std::vector<std::int32_t> named;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(s.num_post, std::int64_t(s.ids.size())); ++i) {
    const std::int32_t id = s.ids[std::size_t(i)], expert = s.expert_ids[std::size_t(i / s.block_m)];
    if (expert < 0 || expert >= s.experts || id < 0 || id >= p.m) continue;
    if (std::find(named.begin(), named.end(), id) != named.end()) return false;
    if (s.weighted && s.weights[std::size_t(id)] > 1e30f) return false;
    named.push_back(id);
  }
  return true;
}

bool contract_takes(const SmallM& p) {
  if (p.m < 0 || p.n <= 0 || p.k <= 0 || p.k % 32 != 0) return false;
  if (p.m >= kGiga2 || p.n >= kGiga2 || p.k >= kGiga2) return false;
  return !p.sorted || lists_are_legal(p);
}

bool kernel_takes(const Request& r) {
  const SmallM& p = r.problem;
  if (p.sorted.has_value() != (r.kernel == "small_m_moe") || !contract_takes(p) || p.n > 8 * kMillion2)
    return false;
  for (const std::uint64_t pointer : {r.at.d, r.at.a, r.at.b, r.at.partial})
    if (pointer % 16 != 0) return false;
  for (const std::uint64_t pointer : {r.at.a_scale, r.at.b_scale, r.at.sorted_ids})
    if (pointer % 4 != 0) return false;
  if (r.kernel == "small_m_mfma")
    return p.m <= 64 && p.k % 128 == 0 && p.k < 16 * kMillion2 &&
           in<std::int64_t>(r.cut.column_tiles, {1, 2, 4}) && r.cut.splits >= 1 && r.cut.splits <= 8 &&
           p.k / 128 % r.cut.splits == 0;
  if (p.k > 64 * kMillion2) return false;
  if (r.kernel == "small_m_gemv") return p.m <= 16 && in<std::int64_t>(r.cut.block_n, {4, 8, 16, 32, 64});
  return in<std::int64_t>(r.cut.block_n, {8, 16}) && p.sorted->block_m % 4 == 0 && p.sorted->block_m <= 65536;
}

void check_refusal(const Refusal& refusal) {
  RC_ASSERT(!refusal.argument.empty());
  RC_ASSERT(!refusal.value.empty());
  RC_ASSERT(refusal.rule.size() > 8);
}

// Every launch names a kernel of the code object, passes all its arguments and has a grid that a runtime
// takes.
void check_launches(const kernels::Kernel& kernel, const std::vector<kernels::LaunchPlan>& launches) {
  const kernels::Image* image = kernels::find_image(kernel, "O3");
  RC_ASSERT(image != nullptr);
  const auto object = code_object::parse("image", image->bytes);
  RC_ASSERT(object.has_value());
  for (const kernels::LaunchPlan& launch : launches) {
    const code_object::Kernel* entry = object->find(launch.symbol);
    RC_ASSERT(entry != nullptr);
    RC_ASSERT(launch.pack(*entry).has_value());
    RC_ASSERT(launch.grid[0] >= 1u);
    RC_ASSERT(std::uint64_t(launch.grid[0]) * launch.block[0] < (std::uint64_t{1} << 32));
    RC_ASSERT(launch.grid[1] >= 1u && launch.grid[1] <= 65535u);
  }
}

}  // namespace

TEST_CASE("small-M: a plan exists for what the envelope takes, and a reason for everything else") {
  int taken = 0, refused = 0;
  check_property(
      "envelope",
      [&] {
        const Request r = any_request();
        const kernels::Kernel* kernel = kernels::find_kernel(r.kernel, "gfx950");
        RC_ASSERT(kernel != nullptr);
        const auto plan = kernels::plan(*kernel, r.problem, r.cut, r.at);
        RC_LOG() << r.kernel << " m " << r.problem.m << " n " << r.problem.n << " k " << r.problem.k << " "
                 << (plan ? "taken" : plan.error().text()) << '\n';
        RC_ASSERT(plan.has_value() == kernel_takes(r));
        if (plan)
          check_launches(*kernel, *plan);
        else
          check_refusal(plan.error());
        ++(plan ? taken : refused);
      },
      60);
  CHECK(taken > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("small-M: a case outside the envelope never runs") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    const char* says;
  };
  for (const Row& row : {
           Row{"small_m_mfma@gfx950 m=65", "m = 65: must be at most 64"},
           Row{"small_m_mfma@gfx950 m=8 k=96", "k = 96: must be a multiple of 128"},
           Row{"small_m_mfma@gfx950 m=8 k=384 split_k=2", "splits = 2: must divide k / 128"},
           Row{"small_m_mfma@gfx950 m=8 k=1152 split_k=9", "splits = 9: must lie between 1 and 8"},
           Row{"small_m_mfma@gfx950 m=8 columns=3", "column_tiles = 3: must be 1, 2 or 4"},
           Row{"small_m_mfma@gfx950 m=8,8", "m = 2 groups: must be one number of rows"},
           Row{"small_m_mfma@gfx950 m=8 block_n=8",
               "block_n = 8: belongs to small_m_gemv and small_m_moe only"},
           Row{"small_m_gemv@gfx950 m=17", "m = 17: must be at most 16"},
           Row{"small_m_gemv@gfx950 m=1 k=48", "k = 48: must be a positive multiple of 32"},
           Row{"small_m_gemv@gfx950 m=1 block_n=12", "block_n = 12: must be 4, 8, 16, 32 or 64"},
           Row{"small_m_gemv@gfx950 m=1 out=f16", "out=f16: small_m_gemv gives bf16"},
           Row{"small_m_moe@gfx950 m=3 block_m=6", "block_m = 6: must be a multiple of 4"},
           Row{"small_m_moe@gfx950 m=3 block_n=32", "block_n = 32: must be 8 or 16"},
           Row{"small_m_moe@gfx950 m=3,-1", "m[1] = -1: must not be negative"},
       }) {
    const laws::CaseResult r = run(row.line, all_laws(), cache);
    INFO(row.line << "\n" << r.error);
    CHECK(r.error.find(row.says) != std::string::npos);
    CHECK(r.verdict == verdict::Verdict::inconclusive);
    CHECK(r.laws.empty());
  }
}

TEST_CASE("small-M: lanes give right answers for sizes that no tile fits") {
  laws::CodeCache cache;
  for (const std::int64_t m : {1, 3, 8, 16})
    for (const std::int64_t k : {96, 1056}) {
      const std::string line = fmt::format(
          "small_m_gemv@gfx950 m={} n=37 k={} block_n=8 data=codes scales=distinct seed={}", m, k, m);
      const laws::CaseResult r = run(line, all_laws(), cache);
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
}

}  // namespace lockstep::tests
