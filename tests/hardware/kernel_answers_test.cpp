// What kernels gave on a GPU, against their declared orders over the measured units: on any CPU.
#include "tests/hardware/kernel_answers.hpp"

#include <map>
#include <string>

#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "kernels/kernel.hpp"
#include "properties/problems/operator.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

const hardware::KernelAnswers& recorded() {
  static const hardware::KernelAnswers kAll = [] {
    auto read = hardware::read_answers(LOCKSTEP_KERNEL_ANSWERS);
    if (!read) FAIL(read.error());
    return std::move(*read);
  }();
  return kAll;
}

/// How many of an answer's codes are not the declared order's under the model.
std::uint64_t differences(const hardware::KernelAnswer& answer, const matrix::Model& model) {
  const kernels::Kernel* const kernel = kernels::find_kernel(answer.the_case.kernel, answer.the_case.arch);
  REQUIRE(kernel != nullptr);
  const auto instance = problems::instantiate(answer.the_case, *kernel);
  if (!instance) FAIL(instance.error());
  const auto want = (*instance)->expected(model).at(0);
  REQUIRE(want.size() == answer.codes.size());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    count += (*instance)->admits(model, 0, i, want[i], answer.codes[i]) ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("a GPU's answers are what the declared orders give over the measured unit") {
  CHECK(recorded().origin.find("NVIDIA") != std::string::npos);
  std::map<std::string, std::uint64_t> outputs;
  for (const hardware::KernelAnswer& answer : recorded().all) {
    INFO(cases::print(answer.the_case));
    const matrix::Model& model = *matrix::find_model(answer.the_case.model);
    CHECK(model.label == matrix::Label::measured);
    CHECK(differences(answer, model) == 0);
    outputs[answer.the_case.kernel] += answer.codes.size();
  }
  std::uint64_t total = 0;
  for (const auto& [kernel, count] : outputs) {
    CAPTURE(kernel);
    CHECK(count >= 1000);
    total += count;
  }
  CHECK(outputs.size() == 4);
  CHECK(total >= 10'000);
}

TEST_CASE("a GPU's answers tell the measured unit from its neighbours") {
  const matrix::Model& measured = *matrix::find_model("hopper");
  const auto told = [&](void (*change)(matrix::Facts&)) {
    matrix::Model other = measured;
    change(other.facts);
    std::uint64_t count = 0;
    for (const hardware::KernelAnswer& answer : recorded().all) count += differences(answer, other);
    return count;
  };
  CHECK(told([](matrix::Facts&) {}) == 0);
  CHECK(told([](matrix::Facts& f) { f.product.fraction_bits = 14; }) > 0);
  CHECK(told([](matrix::Facts& f) { f.product.fraction_bits = 12; }) > 0);
  CHECK(told([](matrix::Facts& f) { f.result_bits = 14; }) > 0);
  CHECK(told([](matrix::Facts& f) { f.step = 16; }) > 0);
  CHECK(told([](matrix::Facts& f) { f = matrix::exact(0); }) > 0);
}

TEST_CASE("a wrong bit in a kernel's answer is noticed") {
  hardware::KernelAnswer answer = recorded().all.front();
  answer.codes[7] ^= 1;
  CHECK(differences(answer, *matrix::find_model("hopper")) == 1);
}
