// The MoE down projection: its corners are drawn, its variants agree, and what it can't take is refused.
#include <map>

#include <fmt/format.h>

#include "kernels/moe_down/launch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

operators::Codes output_of(const std::string& line, laws::CodeCache& cache) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  auto e = laws::Experiment::prepare(*c, cache, {});
  INFO((e ? std::string() : e.error()));
  REQUIRE(e.has_value());
  REQUIRE_FALSE((*e)->first_run().outcome.stop.has_value());
  return (*e)->first_run().output;
}

}  // namespace

TEST_CASE("the corners of the MoE down projection are all visited within six hundred cases") {
  const std::string arch = GENERATE("gfx950", "gfx1250");
  INFO(arch);
  problems::Space space;
  for (const char* kernel : {"moe_down_added", "moe_down_flat", "moe_down_mxfp4", "moe_gate_up"})
    space.kernels.push_back(fmt::format("{}@{}", kernel, arch));
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 600; ++i) {
    const cases::Case c = problems::draw(space, 5, i);
    const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
    const auto p = problems::moe_down_problem(c, kernels::moe_output_of(kernel.name));
    REQUIRE(p.has_value());
    const auto rows = operators::active_rows(*p);
    const auto arrivals = operators::arrivals(rows);
    std::size_t most = 0;
    for (const operators::Arrivals& a : arrivals) most = std::max(most, a.rows.size());
    const bool added = p->output == operators::MoeOutput::added_bf16;
    seen["no rows"] += rows.empty();
    seen["collisions"] += added && most > 1;
    seen["no collisions"] += added && most == 1;
    seen["many arrivals"] += added && most >= 5;
    seen["expert -1"] += c.options[problems::moe_down::kGap] > 0;
    seen["padding first"] += !rows.empty() && rows[0].row > 0 && rows[0].row < p->block;
    seen["block of padding"] += c.options[problems::moe_down::kHollow];
    seen["capacity left"] += p->used_rows < p->capacity();
    seen["odd steps"] += c.k > 256 && (c.k / 256) % 2 == 1;
    seen["columns past whole tiles"] += c.n % 256 != 0;
    seen["gated block of 16"] += p->is_gated() && p->block == 16;
    if (arch == "gfx1250") seen["rows of 8 bits"] += c.options[problems::moe_down::kA]->bits == 8;
    seen["block " + std::to_string(p->block)] += 1;
    for (const int bits : {31, 32, 33}) {
      const std::int64_t limit = std::int64_t{1} << bits;
      const bool bf16 = added || p->output == operators::MoeOutput::flat_bf16;
      const std::int64_t d_bytes = (added ? p->tokens : p->capacity()) * p->n * (bf16 ? 2 : 0);
      seen["A past 2^" + std::to_string(bits)] += p->capacity() * p->a_row_bytes() >= limit;
      seen["B past 2^" + std::to_string(bits)] += p->experts * c.n * c.k / 2 >= limit;
      seen["D past 2^" + std::to_string(bits)] += d_bytes >= limit;
    }
  }
  CHECK(seen.size() == 11 + 4 + 9 + (arch == "gfx1250"));
  for (const auto& [what, count] : seen) {
    INFO(what);
    CHECK(count > 0);
  }
}

TEST_CASE("MoE variants that declare the same order agree bit for bit") {
  laws::CodeCache cache;
  const std::string added =
      "moe_down_added@gfx950 m=21,0,40,1 n=512 k=768 data=codes scales=distinct weights=signed top_k=3 "
      "seed=0x5 ";
  const operators::Codes first = output_of(added, cache);
  for (const char* variant :
       {"block=16", "block=64", "block=16 streamed=1", "streamed=1", "block=64 streamed=1 xcds=8",
        "xcds=3 pad=scattered", "block=64 pad=head gap=2 spare=1", "build=O2"}) {
    INFO(variant);
    CHECK(output_of(added + variant, cache) == first);
  }
  const std::string stages =
      "moe_two_stage@gfx950 m=21,0,40,1 n=544 k=512 inter=512 data=codes scales=distinct weights=signed "
      "seed=0x5 ";
  const operators::Codes both = output_of(stages, cache);
  for (const char* variant :
       {"block=16", "block=64", "block=16 streamed=1 pad=scattered", "block=64 xcds=8"}) {
    INFO(variant);
    CHECK(output_of(stages + variant, cache) == both);
  }
  const std::string gated = "moe_gate_up@gfx950 m=21,0,40,1 n=512 k=512 data=codes scales=distinct seed=0x5 ";
  CHECK(output_of(gated + "block=16", cache)[0] == output_of(gated + "block=64", cache)[0]);
  for (const std::string kernel : {"moe_down_flat", "moe_down_mxfp4", "moe_gate_up"}) {
    const std::string line =
        kernel + "@gfx950 m=21,0,40,1 n=512 k=512 data=codes scales=distinct weights=signed seed=0x5 ";
    const operators::Codes flat = output_of(line, cache);
    for (const char* variant :
         {"block=128", "streamed=1", "block=128 streamed=1 xcds=2 spare=2", "hollow=1"}) {
      INFO(kernel << " " << variant);
      const operators::Codes other = output_of(line + variant, cache);
      CHECK(other[0] == flat[0]);
    }
  }
}

// By the same bytes in, whatever the arch: no partial sum of small integers rounds.
TEST_CASE("MoE variants of gfx1250 agree bit for bit, and with gfx950 where any order is exact") {
  laws::CodeCache cache;
  struct Row {
    const char *kernel, *keys;
    std::vector<const char*> variants;
  };
  const Row rows[] = {
      {"moe_down_added",
       "n=544 k=768 weights=signed",
       {"block=16", "block=64 streamed=1", "pad=scattered xcds=3", "build=O2"}},
      {"moe_down_flat", "n=544 k=768 weights=signed", {"block=128 xcds=2", "streamed=1 spare=2", "build=O2"}},
      {"moe_down_mxfp4", "n=512 k=512 weights=signed", {"block=128 streamed=1", "build=O2"}},
      {"moe_gate_up", "n=512 k=512", {"block=16", "block=64 streamed=1", "block=128 beyond=1", "build=O2"}},
      {"moe_two_stage", "n=544 k=512 inter=512", {"block=16", "block=64 xcds=8", "build=O2"}},
  };
  for (const Row& row : rows) {
    for (const char* a : {"e2m1", "e4m3"}) {
      const std::string line = fmt::format(
          "{}@gfx1250 m=21,0,40,1 {} a={} data=codes scales=distinct seed=0x5 ", row.kernel, row.keys, a);
      const operators::Codes first = output_of(line, cache);
      for (const char* variant : row.variants) {
        INFO(line << variant);
        CHECK(output_of(line + variant, cache)[0] == first[0]);
      }
    }
    const std::string grid =
        fmt::format("m=21,0,40,1 {} data=grid scales=unit summable=1 seed=0x5", row.keys);
    INFO(row.kernel << " " << grid);
    CHECK(output_of(fmt::format("{}@gfx1250 {}", row.kernel, grid), cache) ==
          output_of(fmt::format("{}@gfx950 {}", row.kernel, grid), cache));
  }
}

TEST_CASE("rows added in any order of arrival are admitted, and nothing else is") {
  laws::CodeCache cache;
  const auto c = cases::parse(
      "moe_down_added@gfx950 m=9*5 n=256 k=256 data=full scales=quantised top_k=5 residual=1 seed=0x9");
  REQUIRE(c.has_value());
  laws::Experiment::Options options;
  options.threads = 4;  // workgroups add in the order in which host threads come
  const laws::Law* const bits[] = {laws::find_law("bits")};
  for (int i = 0; i < 4; ++i)
    CHECK(laws::evaluate(*c, bits, cache, options).verdict == verdict::Verdict::holds);

  auto e = laws::Experiment::prepare(*c, cache, {});
  REQUIRE(e.has_value());
  const problems::Instance& instance = (*e)->instance();
  CHECK_FALSE(instance.deterministic());
  const operators::Codes want = (*e)->expected();
  int refused = 0;
  for (std::size_t i = 0; i < want[0].size(); i += 17) {
    CHECK(instance.admits((*e)->model(), 0, i, want[0][i], want[0][i]));
    refused += !instance.admits((*e)->model(), 0, i, want[0][i], want[0][i] ^ 0x8);
  }
  CHECK(refused > int(want[0].size() / 17) * 9 / 10);
}

TEST_CASE("what an MoE kernel can't take is refused by argument, value and rule") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    const char* says;
  };
  for (const Row& row : {
           Row{"moe_down_added@gfx950 m=1 n=256 k=384", "k = 384: must be a positive multiple of 256"},
           Row{"moe_down_added@gfx950 m=1 n=144 k=256", "n = 144: must be a positive multiple of 32"},
           Row{"moe_down_mxfp4@gfx950 m=1 n=128 k=256", "n = 128: must be a multiple of 256"},
           Row{"moe_two_stage@gfx950 m=1 n=256 k=256 block=128", "block = 128: must be 16 or 32 or 64 here"},
           Row{"moe_down_added@gfx950 m=1 n=256 k=256 block=128", "block = 128: must be 16 or 32 or 64 here"},
           Row{"moe_down_flat@gfx950 m=1 n=256 k=256 block=64", "block = 64: must be 32 or 128 here"},
           Row{"moe_down_flat@gfx950 m=-1 n=256 k=256", "m[0] = -1: must not be negative"},
           Row{"moe_down_flat@gfx950 m=1 n=256 k=16777216", "k = 16777216: makes a tile of B too large"},
           Row{"moe_gate_up@gfx950 m=1 n=256 k=256", "n = 256: must be a multiple of 512"},
           Row{"moe_gate_up@gfx950 m=1 n=524288 k=16384", "k = 16384: makes a tile of B too large"},
           Row{"moe_down_flat@gfx950 m=1 n=8388608 k=256", "n = 8388608: must be at most 2^23 - 256"},
           Row{"moe_down_added@gfx950 m=1 n=256 k=256 top_k=10", "top_k=10: expected a number from 1 to 9"},
           Row{"moe_down_added@gfx950 m=1 n=256 k=256 far=16777215",
               "tokens = 16777216: must lie between 0 and"},
           Row{"moe_down_flat@gfx950 m=1 n=256 k=256 a=e4m3", "a = e4m3: must be e2m1 on gfx950"},
           Row{"moe_down_flat@gfx1250 m=1 n=256 k=384 a=e4m3", "k = 384: must be a positive multiple of 256"},
           Row{"moe_down_mxfp4@gfx950 m=1 n=256 k=256 out=f16", "out=f16: moe_down_mxfp4 gives bf16"},
       }) {
    const laws::CaseResult r = run(row.line, all_laws(), cache);
    INFO(row.line << "\n" << r.error);
    CHECK(r.error.find(row.says) != std::string::npos);
    CHECK(r.verdict == verdict::Verdict::inconclusive);
  }
}

TEST_CASE("misaligned pointers of an MoE problem are refused") {
  const auto c = cases::parse("moe_down_flat@gfx950 m=5 n=256 k=256");
  const kernels::Kernel& kernel = *kernels::find_kernel("moe_down_flat", "gfx950");
  const auto p = problems::moe_down_problem(*c, operators::MoeOutput::flat_bf16);
  REQUIRE(p.has_value());
  kernels::MoeDownAddresses at;
  CHECK(kernels::plan(kernel, *p, {}, at).has_value());
  for (std::uint64_t* pointer : {&at.d, &at.d_scale, &at.a, &at.a_scale, &at.b, &at.b_scale, &at.sorted_ids,
                                 &at.block_experts, &at.used_rows, &at.weights}) {
    *pointer += 2;
    const auto plan = kernels::plan(kernel, *p, {}, at);
    REQUIRE_FALSE(plan.has_value());
    CHECK(plan.error().text().find("must be aligned") != std::string::npos);
    *pointer -= 2;
  }
  CHECK(kernels::plan(kernel, *p, {false, 0}, at).error().argument == "xcds");
}

}  // namespace lockstep::tests
