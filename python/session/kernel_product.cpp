#include "python/session/kernel_product.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "properties/comparison/side.hpp"

namespace lockstep::session {

namespace {

using Refused = tl::unexpected<std::string>;
using Matrix = KernelProduct::Matrix;
using Operands = std::map<std::string, Matrix, std::less<>>;

// What is asked where nobody says more: sums of 256 products, of enough rows.
cases::Case usual_case(const kernels::Kernel& kernel) {
  cases::Case c = problems::counted_case(kernel);
  for (std::int32_t& m : c.m) m = std::min(m, 256);
  c.k = 256;
  cases::Case narrow = c;
  narrow.n = 128;
  return problems::launches_of(narrow, kernel) ? narrow : c;
}

struct Asked {
  cases::Case the_case;
  std::string device{};  ///< "cuda:0"; empty: the emulator
};

tl::expected<Asked, std::string> asked_by(const std::string& text) {
  if (text.find(' ') != std::string::npos)
    return cases::parse(text).map([](cases::Case c) { return Asked{std::move(c)}; });
  const auto side = comparison::parse_side(text);
  if (!side) return Refused(side.error());
  if (!side->kernel->has_code)
    return Refused(fmt::format("{}: no kernel here computes it", side->kernel->name));
  return comparison::case_of(*side, usual_case(*side->kernel)).map([&](cases::Case c) {
    return Asked{std::move(c), side->device};
  });
}

// In this process: results are asked for by the hundred.
devices::Opened open_gpu(const std::string& specification, std::string_view arch) {
  if (!specification.starts_with("cuda:") && !specification.starts_with("hip:"))
    return tl::unexpected(devices::Failure{
        devices::Failure::Kind::unknown,
        fmt::format("device={}: expected a GPU, as in cuda:0 or hip:0; without it the emulator runs",
                    specification)});
  const auto model = matrix::choose_model(arch, {});
  if (!model) return tl::unexpected(devices::Failure{devices::Failure::Kind::unknown, model.error()});
  return devices::open(specification, **model);
}

// How many scales an operand has along k: of operators that don't say each row has its own, or all share one.
std::int64_t blocks_of(const problems::Instance& instance, std::int64_t scales, std::int64_t rows) {
  const problems::Description description = instance.description();
  const auto blocks = description.names.sizes.find("k_blocks");
  if (blocks != description.names.sizes.end()) return blocks->second;
  return rows > 0 && scales % rows == 0 ? scales / rows : 1;
}

// The matrices of a problem whose output is their product alone. Fails, in a sentence on the problem, where
// it is another.
tl::expected<Operands, std::string> operands_of(const problems::Instance& instance) {
  if (instance.provable() == nullptr) return Refused("nobody has said how it is given other operands");
  if (!instance.sampled().empty()) return Refused("a part of it is computed, " + instance.sampled());
  if (!instance.deterministic()) return Refused("it adds rows in the order in which they arrive");
  if (instance.outputs().size() != 1 || instance.outputs()[0].format->bits < 16)
    return Refused("it stores more than a rounded product: codes and their scales");
  const operators::Output& d = instance.outputs()[0];
  const auto m = std::int64_t(d.rows.size()), n = d.columns, k = m == 0 ? 0 : instance.depth(0, 0);
  Operands all;
  std::vector<std::string> others;
  instance.provable()->with_operands(
      [&](std::string_view name, const std::vector<std::uint8_t>& elements, const formats::Format& format) {
        const auto count = std::int64_t(elements.size()) * 8 / std::max(format.bits, 8);
        const bool is_scale = name.ends_with("_scale"), is_weights = name == "weights";
        if (name != "a" && name != "b" && name != "a_scale" && name != "b_scale" && !is_weights)
          return count == 0 ? void() : void(others.emplace_back(name));
        const std::int64_t columns = is_weights ? 1
                                     : is_scale ? blocks_of(instance, count, name == "a_scale" ? m : n)
                                                : k;
        all[std::string(name)] = {&format, columns == 0 ? 0 : count / columns, columns};
      });
  if (!others.empty())
    return Refused(
        fmt::format("beside A and B it reads {}: D is more than their product", fmt::join(others, ", ")));
  if (k < 2 || all["a"].rows != m || all["b"].rows != n ||
      all["a"].rows * k != std::int64_t(all["a"].bytes()))
    return Refused(
        fmt::format("D has {} rows, A {}, and each is a sum of {} products: expected one group, "
                    "all of whose rows are computed",
                    m, all["a"].rows, k));
  return all;
}

// The row of A that each row of D belongs to: sorted lists give D's rows in another order.
std::vector<std::size_t> rows_of_a(const operators::Output& d) {
  std::vector<std::size_t> named, all;
  for (const operators::OutputRow& row : d.rows) {
    all.push_back(all.size());
    named.push_back(std::size_t(row.in_group));
  }
  return std::ranges::is_permutation(named, all) ? named : all;
}

}  // namespace

std::size_t Matrix::bytes() const {
  return std::size_t(rows * columns * std::max(format->bits, 8) / 8);
}

tl::expected<std::unique_ptr<KernelProduct>, std::string> KernelProduct::open(const std::string& text) {
  std::unique_ptr<KernelProduct> product(new KernelProduct);
  const auto asked = asked_by(text);
  if (!asked) return Refused(asked.error());
  laws::Experiment::Options options{.checks = false, .policy = {}, .judges = {}};
  if (!asked->device.empty()) {
    auto gpu = open_gpu(asked->device, asked->the_case.arch);
    if (!gpu) return Refused(gpu.error().text);
    product->gpu_ = std::move(*gpu);
    options.device = product->gpu_.get();
  }
  auto experiment = laws::Experiment::prepare(asked->the_case, product->cache_, options);
  if (!experiment) return Refused(experiment.error());
  product->experiment_ = std::move(*experiment);
  auto operands = operands_of(product->experiment_->instance());
  if (!operands) return Refused(fmt::format("{}: {}", cases::print(asked->the_case), operands.error()));
  product->operands_ = std::move(*operands);
  return product;
}

bool KernelProduct::adds_as_modelled() const {
  return !gpu_ || model().label == matrix::Label::measured || kernels::is_scalar(the_case().build);
}

std::string_view KernelProduct::declared() const {
  return the_case().any_order || !adds_as_modelled() ? std::string_view() : experiment_->kernel().order;
}

KernelProduct::Answer KernelProduct::run(
    const std::map<std::string, std::span<const std::uint8_t>, std::less<>>& bytes) {
  auto asked = experiment_->instance().provable()->with_operands(
      [&](std::string_view name, std::vector<std::uint8_t>& elements, const formats::Format&) {
        if (const auto given = bytes.find(name); given != bytes.end())
          elements.assign(given->second.begin(), given->second.end());
      });
  const auto experiment = experiment_->with(the_case(), std::move(asked));
  if (!experiment) return {experiment.error(), {}, 0};
  const laws::Run& run = (*experiment)->first_run();
  if (run.outcome.stop) return {run.outcome.stop->text, {}, 0};
  if (run.undefined_output_bytes > 0) return {run.undefined_text(), {}, 0};
  Answer answer{{}, std::vector<std::uint32_t>(run.output[0].size()), 0};
  const operators::Output& d = experiment_->instance().outputs()[0];
  const std::vector<std::size_t> rows = rows_of_a(d);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::copy_n(&run.output[0][i * std::size_t(d.columns)], d.columns,
                &answer.d[rows[i] * std::size_t(d.columns)]);
  if (declared().empty()) return answer;
  const std::vector<std::uint32_t>& expected = (*experiment)->expected()[0];
  for (std::size_t i = 0; i < expected.size(); ++i)
    answer.others += (*experiment)->instance().admits(model(), 0, i, expected[i], run.output[0][i]) ? 0 : 1;
  return answer;
}

}  // namespace lockstep::session
