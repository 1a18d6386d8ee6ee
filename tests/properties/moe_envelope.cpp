// What the kernels of mixtures of experts take, and that everything else is refused with a reason before
// anything runs. The expectations are written out here once more, from the contract.
#include <algorithm>
#include <set>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "kernels/moe_down/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/properties/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {

namespace {

using kernels::MoeDownAddresses;
using kernels::MoeDownTuning;
using operators::MoeDown;
using operators::MoeOutput;

constexpr std::int64_t kMillion2 = std::int64_t{1} << 20, kGiga2 = std::int64_t{1} << 31;

struct Request {
  std::string kernel, arch;
  MoeDown problem;
  MoeDownTuning tuning;
  MoeDownAddresses at;
};

// A value that is legal most of the time, else one of the others.
std::int64_t mostly(const std::vector<std::int64_t>& legal, const std::vector<std::int64_t>& others) {
  const bool strange = *rc::gen::inRange(0, 14) == 0;
  return *rc::gen::elementOf(strange ? others : legal);
}

void any_routing(MoeDown& p) {
  const std::int64_t block = std::clamp<std::int64_t>(p.block, 1, 128);
  const std::int64_t blocks = mostly({0, 1, 2, 3}, {600});
  std::int64_t rows = blocks * block;
  if (*rc::gen::inRange(0, 20) == 0) rows += 1;
  p.sorted_ids.assign(std::size_t(rows), 0xFFFFFF);
  const int once = *rc::gen::inRange(0, 12);  // a token may come twice with one slot
  for (std::int64_t i = 0; i < std::min<std::int64_t>(rows, 40); ++i) {
    const int slot = *rc::gen::inRange(0, 40) == 0
                         ? 9
                         : *rc::gen::inRange(0, int(std::clamp<std::int64_t>(p.top_k, 1, 9)));
    const int token = *rc::gen::inRange(0, 4) == 0 ? -1 : once == 0 ? *rc::gen::inRange(0, 12) : int(i);
    p.sorted_ids[std::size_t(i)] = token < 0 ? -1 : slot << 24 | token;
  }
  for (std::int64_t i = 0; i < blocks + mostly({0}, {1}); ++i)
    p.block_experts.push_back(std::int32_t(mostly({-1, 0, 1}, {-2, 7})));
  p.used_rows = mostly({rows, std::max<std::int64_t>(rows - block, 0)}, {-block, rows + block, 5});
}

Request any_request() {
  Request r;
  r.kernel =
      *rc::gen::element<std::string>("moe_down_added", "moe_down_flat", "moe_down_mxfp4", "moe_gate_up");
  r.arch = *rc::gen::element<std::string>("gfx950", "gfx1250");
  const kernels::Kernel& kernel = *kernels::find_kernel(r.kernel, r.arch);
  MoeDown& p = r.problem;
  if (*rc::gen::inRange(0, 5) == 0) p.a = &formats::float8_e4m3fn;
  if (*rc::gen::inRange(0, 25) == 0) p.a = &formats::float8_e5m2;
  p.output = kernels::moe_output_of(kernel.name);
  if (*rc::gen::inRange(0, 25) == 0) p.output = *rc::gen::element(MoeOutput::flat_bf16, MoeOutput::gated_mx);
  p.experts = mostly({2, 3, 257}, {0, -1, kGiga2});
  p.tokens = mostly({10, 40}, {0, -1, 16 * kMillion2 - 1, 16 * kMillion2});
  p.n = mostly({512, 1024, 7168},
               {0, -256, 32, 48, 256, 2880, 8 * kMillion2 - 256, 8 * kMillion2 - 512, 8 * kMillion2, kGiga2});
  p.k = mostly({256, 512, 7168}, {0, -256, 128, 384, 16 * kMillion2 - 256, 16 * kMillion2, 8192, kGiga2});
  p.block = mostly({32}, {16, 64, 128, 0, -32, 48, 256});
  p.top_k = mostly({1, 2, 9}, {0, -1, 10});
  any_routing(p);
  r.tuning.streamed = *rc::gen::inRange(0, 2) == 0;
  r.tuning.xcds = mostly({1, 8, 64}, {0, -1, 65});
  r.at = {0x10000, 0x20000, 0x30000, 0x40000, 0x50000, 0x60000, 0x70000, 0x80000, 0x90000, 0xa0000};
  std::uint64_t* const pointers[] = {&r.at.d,         &r.at.d_scale, &r.at.a,          &r.at.a_scale,
                                     &r.at.b,         &r.at.b_scale, &r.at.sorted_ids, &r.at.block_experts,
                                     &r.at.used_rows, &r.at.weights};
  if (*rc::gen::inRange(0, 12) == 0)
    *pointers[*rc::gen::inRange(0, 10)] += std::uint64_t(*rc::gen::element(1, 2, 4, 8));
  return r;
}

bool routing_is_legal(const MoeDown& p) {
  const auto rows = std::int64_t(p.sorted_ids.size());
  if (rows % p.block != 0 || std::int64_t(p.block_experts.size()) != rows / p.block) return false;
  if (p.used_rows < 0 || p.used_rows > rows || p.used_rows % p.block != 0) return false;
  std::set<std::int32_t> ids;
  for (std::int64_t i = 0; i < p.used_rows; ++i) {
    const std::int32_t expert = p.block_experts[std::size_t(i / p.block)], id = p.sorted_ids[std::size_t(i)];
    if (expert < -1 || expert >= p.experts) return false;
    if (expert < 0 || (id & 0xFFFFFF) >= p.tokens) continue;
    if ((id >> 24 & 0xFF) >= p.top_k || !ids.insert(id).second) return false;
  }
  return true;
}

bool contract_takes(const MoeDown& p) {
  const bool gated = p.output == MoeOutput::gated_mx;
  const std::int64_t sorted[] = {16, 32, 64, 128};
  if (*p.a == formats::float8_e5m2) return false;
  return p.experts >= 1 && p.experts < kGiga2 && p.tokens >= 0 && p.tokens < 16 * kMillion2 && p.n > 0 &&
         p.n < kGiga2 && p.n % (gated ? 512 : 32) == 0 && p.k > 0 && p.k < kGiga2 && p.k % 256 == 0 &&
         std::count(std::begin(sorted), std::end(sorted), p.block) == 1 && p.top_k >= 1 && p.top_k <= 9 &&
         routing_is_legal(p);
}

bool kernel_takes(const Request& r) {
  const MoeDown& p = r.problem;
  const bool added = r.kernel == "moe_down_added", gated = r.kernel == "moe_gate_up",
             narrow = r.kernel == "moe_down_mxfp4";
  const MoeOutput form = added    ? MoeOutput::added_bf16
                         : gated  ? MoeOutput::gated_mx
                         : narrow ? MoeOutput::flat_mx
                                  : MoeOutput::flat_bf16;
  if (p.output != form || !contract_takes(p)) return false;
  if (*p.a == formats::float8_e4m3fn && r.arch == "gfx950") return false;
  if (p.block == 16 && !added && !gated) return false;
  if (p.block == 64 && !added && !gated) return false;
  if (p.block == 128 && added) return false;
  if (narrow && p.n % 256 != 0) return false;
  if (p.n > 8 * kMillion2 - 256) return false;
  if ((gated ? p.n / 2 + 128 : 256) * (p.k / 2) >= kGiga2) return false;
  if (std::int64_t(p.sorted_ids.size()) / p.block * ((p.n + 255) / 256) >= 16 * kMillion2) return false;
  if (r.tuning.xcds < 1 || r.tuning.xcds > 64) return false;
  for (const std::uint64_t pointer : {r.at.a, r.at.b, added ? 0 : r.at.d})
    if (pointer % 16 != 0) return false;
  for (const std::uint64_t pointer : {r.at.d, r.at.d_scale, r.at.a_scale, r.at.b_scale, r.at.sorted_ids,
                                      r.at.block_experts, r.at.used_rows, r.at.weights})
    if (pointer % 4 != 0) return false;
  return true;
}

void check_launch(const kernels::Kernel& kernel, const kernels::LaunchPlan& launch) {
  const kernels::Image* image = kernels::find_image(kernel, "O3");
  RC_ASSERT(image != nullptr);
  const auto object = code_object::parse("image", image->bytes);
  RC_ASSERT(object.has_value());
  const code_object::Kernel* entry = object->find(launch.symbol);
  RC_ASSERT(entry != nullptr);
  RC_ASSERT(launch.pack(*entry).has_value());
  RC_ASSERT(std::uint64_t(launch.grid[0]) * launch.block[0] < (std::uint64_t{1} << 32));
}

}  // namespace

TEST_CASE("MoE: a plan exists for what the envelope takes, and a reason for everything else") {
  int taken = 0, refused = 0;
  check_property(
      "envelope",
      [&] {
        const Request r = any_request();
        const kernels::Kernel& kernel = *kernels::find_kernel(r.kernel, r.arch);
        const auto plan = kernels::plan(kernel, r.problem, r.tuning, r.at);
        RC_LOG() << r.kernel << " n " << r.problem.n << " k " << r.problem.k << " "
                 << (plan ? "taken" : plan.error().text()) << '\n';
        RC_ASSERT(plan.has_value() == kernel_takes(r));
        ++(plan ? taken : refused);
        if (plan) return check_launch(kernel, *plan);
        RC_ASSERT(!plan.error().argument.empty());
        RC_ASSERT(!plan.error().value.empty());
        RC_ASSERT(plan.error().rule.size() > 8);
      },
      60);
  CHECK(taken > 500);
  CHECK(refused > 1000);
}

}  // namespace lockstep::tests
