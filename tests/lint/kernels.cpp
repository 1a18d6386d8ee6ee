// Code that clang built is clean: every kernel of the project, on every arch, at O3 and O2, and those that
// are built at O1 and O0 as well.
#include "kernels/images.hpp"
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

TEST_CASE("every kernel as it is shipped holds") {
  std::size_t kernels = 0;
  for (const kernels::Image& image : kernels::images()) {
    if ((image.build != "O3" && image.build != "O2") || !image.arch.starts_with("gfx")) continue;
    for (const lint::KernelReport& report : lint_bytes(std::string(image.name), image.bytes)) {
      INFO(image.name << "@" << image.arch << " " << image.build << "\n" << lines(report));
      CHECK(report.verdict() == lint::Verdict::holds);
      CHECK(report.instructions() > 4);
      ++kernels;
    }
  }
  CHECK(kernels > 100);
}

// At O0 clang keeps functions' addresses in lanes of a vector register: calls through them stay undecided. So
// does what chooses registers by an index, as grouped_gemm_k does at O1.
TEST_CASE("code that is hardly optimised has nothing wrong either") {
  std::size_t kernels = 0;
  for (const kernels::Image& image : kernels::images()) {
    if (image.build != "O1" && image.build != "O0") continue;
    for (const lint::KernelReport& report : lint_bytes(std::string(image.name), image.bytes)) {
      INFO(image.name << "@" << image.arch << " " << image.build << "\n" << lines(report));
      CHECK(report.verdict() != lint::Verdict::falsified);
      if (image.build == "O1" && image.name != "grouped_gemm_k")
        CHECK(report.verdict() == lint::Verdict::holds);
      ++kernels;
    }
  }
  CHECK(kernels > 20);
}

}  // namespace
}  // namespace lockstep::tests
