// Where an output is undefined, law `clean` names the byte, and the report says who left it so.
#include <algorithm>

#include "properties/fuzzing/failure.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {
namespace {

/// A kernel's code with s_nop in place of each instruction whose mnemonic begins so.
std::shared_ptr<const machine::LoadedCode> without(const cases::Case& c, std::string_view mnemonic) {
  constexpr std::byte kNop[]{std::byte{0x00}, std::byte{0x00}, std::byte{0x80}, std::byte{0xBF}};
  laws::CodeCache cache;
  const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
  const auto code = *cache.get(kernel, c.build);
  const auto bytes = *laws::CodeCache::bytes(kernel, c.build);
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  const auto& text = code->object().text;
  const auto begin = std::search(file.begin(), file.end(), text.begin(), text.end());
  const auto& all = code->program().instructions;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    for (std::uint64_t at = all[i].address; all[i].mnemonic.starts_with(mnemonic) && at < all[i + 1].address;
         at += sizeof kNop)
      std::ranges::copy(kNop, begin + std::ptrdiff_t(at - code->object().text_address));
  return *code->load_like(*code_object::parse("patched", file));
}

std::string report(std::string_view mnemonic) {
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=1 n=128 k=128 m=1 seed=1");
  REQUIRE(c.has_value());
  laws::CodeCache cache;
  cache.put(*kernels::find_kernel(c->kernel, c->arch), c->build, without(*c, mnemonic));
  return verdict::text(fuzzing::make_report(*c, *laws::find_law("clean"), cache, {}, ""));
}

TEST_CASE("an output that nothing wrote, or that is made of what nothing wrote, is said to be so") {
  const std::string stores = report("buffer_store"), reads = report("ds_read_b128");
  INFO(stores << "\n" << reads);
  CHECK(stores.find("256 bytes of the rows to be written were never written\n") != std::string::npos);
  CHECK(reads.find(
            "256 bytes of the rows to be written hold undefined values, the first written by buffer_store") !=
        std::string::npos);
  CHECK(reads.find(", which nothing wrote") != std::string::npos);
}

TEST_CASE("a case that is not falsified when it runs once more is said to depend on time") {
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=1 n=128 k=128 m=1 seed=1");
  REQUIRE(c.has_value());
  laws::CodeCache cache;
  const verdict::FailureReport held = fuzzing::make_report(*c, *laws::find_law("clean"), cache, {}, "");
  CHECK(held.first_difference == "none in the last run, in which the law holds");
  CHECK(held.pattern == "the case was falsified in an earlier run, so it depends on time");
}

TEST_CASE("a scale of another block is no cause where all blocks have the same") {
  laws::CodeCache cache;
  for (const auto& [scales, differ] : {std::pair{"unit", false}, std::pair{"equal", false},
                                       std::pair{"near", true}, std::pair{"distinct", true}}) {
    const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=1 n=128 k=128 m=1 data=codes scales=" +
                                std::string(scales));
    REQUIRE(c.has_value());
    const auto e = laws::Experiment::prepare(*c, cache, {});
    REQUIRE(e.has_value());
    INFO(scales);
    CHECK((*e)->known().block_scales == differ);
  }
}

}  // namespace
}  // namespace lockstep::tests
