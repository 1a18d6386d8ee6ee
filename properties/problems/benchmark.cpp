#include "properties/problems/benchmark.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

namespace {

cases::Case case_of(const kernels::Kernel& kernel, std::string_view keys) {
  return *cases::parse(
      fmt::format("{}@{} {} data=codes scales=distinct seed=1", kernel.name, kernel.arch, keys));
}

}  // namespace

const BenchmarkRow& benchmark_of(const kernels::Kernel& kernel) {
  return *std::ranges::find_if(operator_of(kernel).benchmarks,
                               [&](const BenchmarkRow& row) { return kernel.name.starts_with(row.kernel); });
}

cases::Case timed_case(const kernels::Kernel& kernel) {
  return case_of(kernel, benchmark_of(kernel).timed);
}

cases::Case counted_case(const kernels::Kernel& kernel) {
  return case_of(kernel, benchmark_of(kernel).counted);
}

}  // namespace lockstep::problems
