#include "properties/problems/operator.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/exact/reassociation.hpp"

namespace lockstep::problems {

std::span<const Operator> all_operators() {
  static const std::vector<Operator> kOperators = [] {
    std::vector<Operator> all{
        grouped_gemm::row(),       small_m::row(),        tensorwise_gemm::row(), moe_down::row(),
        moe_down::two_stage_row(), grouped_gemm_k::row(), mx_gemm::row()};
    for (Operator& op : operators_of_arrays()) all.push_back(std::move(op));
    return all;
  }();
  return kOperators;
}

const Operator& operator_of(const kernels::Kernel& kernel) {
  return *std::ranges::find(all_operators(), kernel.op, &Operator::op);
}

const cases::Grammar& grammar_of(const cases::Case& c) {
  static const cases::Grammar kNone;
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  return kernel == nullptr ? kNone : operator_of(*kernel).grammar;
}

namespace {

Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel) {
  const Operator& op = operator_of(kernel);
  if (auto ok = cases::check(c, op.grammar.keys); !ok) return tl::unexpected(ok.error());
  if (std::ranges::find(op.outs, c.out) == op.outs.end())
    return tl::unexpected(fmt::format("out={}: {} gives {}", c.out, kernel.name, fmt::join(op.outs, " or ")));
  return op.prepare(c, kernel);
}

cases::Case benchmark_case(const kernels::Kernel& kernel, std::string_view keys) {
  return *cases::parse(
      fmt::format("{}@{} {} data=codes scales=distinct seed=1", kernel.name, kernel.arch, keys));
}

}  // namespace

Made instantiate(const cases::Case& c, const kernels::Kernel& kernel) {
  return prepare(c, kernel).and_then([](Prepared&& p) { return p.instance(); });
}

Launches launches_of(const cases::Case& c, const kernels::Kernel& kernel) {
  return prepare(c, kernel).map([](Prepared&& p) { return std::move(p.launches); });
}

bool may_be_drawn(const cases::Case& c, const kernels::Kernel& kernel) {
  return launches_of(c, kernel).has_value() && !operator_of(kernel).costs_too_much(c);
}

const BenchmarkRow& benchmark_of(const kernels::Kernel& kernel) {
  return *std::ranges::find_if(operator_of(kernel).benchmarks,
                               [&](const BenchmarkRow& row) { return kernel.name.starts_with(row.kernel); });
}

cases::Case timed_case(const kernels::Kernel& kernel) {
  return benchmark_case(kernel, benchmark_of(kernel).timed);
}

cases::Case counted_case(const kernels::Kernel& kernel) {
  return benchmark_case(kernel, benchmark_of(kernel).counted);
}

std::optional<std::vector<std::vector<double>>> Instance::unquantised() const {
  return case_.scales == cases::Scales::quantised ? before_quantisation() : std::nullopt;
}

double Instance::deviation(double loss, std::size_t output, std::size_t element) const {
  return facts_.errors_cancel ? exact::standard_deviation_of(loss, depth(output, element)) : loss;
}

tl::expected<FollowUp, std::string> Instance::follow(const Relation&) const {
  return tl::unexpected<std::string>("its operator makes no follow-up problems");
}

bool Instance::admits(const matrix::Model&, std::size_t output, std::size_t, std::uint32_t expected,
                      std::uint32_t code) const {
  const formats::Format& format = *outputs()[output].format;
  return code == expected || (formats::is_nan(format, code) && formats::is_nan(format, expected));
}

}  // namespace lockstep::problems
