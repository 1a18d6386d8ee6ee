#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "emulator/arithmetic/accumulation/small_m.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/far_scales.hpp"
#include "properties/problems/follow_up.hpp"
#include "properties/problems/recipe_names.hpp"
#include "properties/problems/small_m/benchmark_table.hpp"
#include "properties/problems/small_m/data.hpp"
#include "properties/problems/small_m/follow_up.hpp"
#include "properties/problems/small_m/keys.hpp"
#include "properties/problems/small_m/operator.hpp"
#include "properties/problems/small_m/problem.hpp"
#include "properties/problems/small_m/sample.hpp"
#include "properties/problems/small_m/shape.hpp"
#include "reference/formats/bfloat16.hpp"

namespace lockstep::problems {

namespace {

using accumulation::SmallMOrder;
using accumulation::SmallMReduction;
using cases::Case;
using operators::OutputRow;
using operators::SmallM;
using operators::SmallMRow;

SmallMReduction reduction_of(const kernels::Kernel& kernel, const kernels::SmallMCut& cut) {
  if (kernel.name != "small_m_mfma") return {SmallMOrder::lanes, 1};
  return {cut.blocks_apart ? SmallMOrder::blocks_apart : SmallMOrder::blocks_together, int(cut.splits)};
}

std::span<const std::uint8_t> bytes_of(const auto& values) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(values[0])};
}

/// Some rows of a tensor, ascending, with their contents one behind another.
struct Rows {
  std::vector<OutputRow> rows;
  std::vector<std::uint8_t> bytes;

  void add(std::int64_t row, std::span<const std::uint8_t> contents) {
    if (!rows.empty() && rows.back().row == row) return;
    rows.push_back({row, 0, 0});
    bytes.insert(bytes.end(), contents.begin(), contents.end());
  }
};

/// What stands where the contract does not read a list: for every other poison the list itself, which a kernel
/// could take for entries, so that one that does is seen to.
Beneath beneath(std::span<const std::uint8_t> list, std::uint64_t poison) {
  return poison % 2 == 0 ? list : Beneath{};
}

class SmallMInstance : public Instance {
 public:
  SmallMInstance(const Case& c, const kernels::Kernel& kernel, SmallM whole, SmallMSample sample,
                 SmallMCaseData data)
      : case_(c),
        kernel_(kernel),
        cut_(small_m_cut(c)),
        reduction_(reduction_of(kernel, cut_)),
        whole_(std::move(whole)),
        sample_(std::move(sample)),
        p_(sample_.problem),
        data_(std::move(data)),
        scales_may_overflow_(
            kernel.arch == "gfx1250" && reduction_.order != SmallMOrder::lanes &&
            (has_far_scale(data_.operands.a_scale) || has_far_scale(data_.operands.b_scale))) {
    const auto& rows = data_.operands.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) written_.push_back(i);
    std::sort(written_.begin(), written_.end(),
              [&](std::size_t x, std::size_t y) { return rows[x].row < rows[y].row; });
    const std::int64_t across = is_sampled() ? whole_.n / sample_.columns : 1;  // stretches of a row of D
    operators::Output d{"d", &formats::bfloat16, p_.m * across, whole_.n / across, {}};
    for (const std::size_t i : written_) {
      const auto add = [&](std::int64_t stretch) {
        d.rows.push_back({rows[i].row * across + stretch, rows[i].expert, std::int64_t(i)});
      };
      for (const std::int64_t first : sample_.firsts) add(first / sample_.columns);
      if (!is_sampled()) add(0);
    }
    outputs_.push_back(std::move(d));
    take_a();
    list_b();
    if (p_.sorted) take_lists();
  }

  const std::vector<operators::Output>& outputs() const override { return outputs_; }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(case_.place, poison), {}};
    Tensors& t = *placed.tensors;
    const auto n = std::uint64_t(whole_.n), k = std::uint64_t(p_.k), blocks = std::uint64_t(p_.k_blocks());
    const std::uint64_t b_rows = is_sampled() ? 1 : n;  // of B, in one of planes_
    const auto a_rows = std::uint64_t(p_.a_rows()), experts = std::uint64_t(p_.experts());
    kernels::SmallMAddresses at;
    at.d = t.add_output(outputs_[0], 16);
    at.a = t.add_input("a", a_rows * k, 16, fill_rows(a_.rows, k, a_.bytes));
    at.a_scale =
        t.add_input("a_scale", a_rows * blocks, 16, fill_rows(a_scale_.rows, blocks, a_scale_.bytes));
    at.b = t.add_input("b", experts * n * k, 16, fill_rows(planes_, b_rows * k, data_.operands.b));
    at.b_scale = t.add_input("b_scale", experts * n * blocks, 16,
                             fill_rows(planes_, b_rows * blocks, data_.operands.b_scale));
    if (p_.sorted) {
      const operators::SortedIds& s = *p_.sorted;
      const auto add_list = [&](const char* name, const Rows& read, const std::vector<std::int32_t>& list) {
        return t.add_input(name, 4 * list.size(), 4, fill_rows(read.rows, 4, read.bytes),
                           beneath(bytes_of(list), poison));
      };
      at.sorted_ids = add_list("sorted_ids", ids_, s.ids);
      at.expert_ids = add_list("expert_ids", expert_ids_, s.expert_ids);
      at.num_post = t.add_input("num_post", 4, 4, fill_all(bytes_of(num_post_)));
      at.weights =
          t.add_input("weights", 4 * s.weights.size(), 4, fill_rows(weights_.rows, 4, weights_.bytes));
    }
    at.partial = t.add_workspace("partial", std::uint64_t(kernels::partial_bytes(whole_, cut_)), 16);
    placed.launches = *kernels::plan(kernel_, whole_, cut_, at);
    if (is_sampled()) keep_only(placed.launches, whole_, sample_);
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    return {by_row(accumulation::expected_bits(model, p_, data_.operands, reduction_), std::uint32_t{})};
  }

  std::vector<operators::ExactOutput> exact() const override {
    const operators::SmallMExact e = operators::exact(p_, data_.operands);
    return {{by_row(e.value, double{}), by_row(e.magnitude, double{}), by_row(e.rounded, std::uint32_t{})}};
  }

  std::optional<std::vector<std::vector<double>>> unquantised() const override {
    if (case_.scales != cases::Scales::quantised) return std::nullopt;
    return {{by_row(unquantised_rows(case_, p_, data_.operands), double{})}};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    if (scales_may_overflow_)
      return exact::rounding_bound(exact.value[i], std::numeric_limits<double>::infinity(),
                                   formats::bfloat16);
    const float weight = data_.operands.weight[written_[i / std::size_t(p_.n)]];
    return operators::bound(exact.value[i], exact.magnitude[i], accumulation::loss(reduction_, p_.k), weight);
  }

  bool on_exact_grid() const override { return cases::on_exact_grid(case_, p_.k); }
  std::int64_t depth(std::size_t, std::size_t) const override { return p_.k; }
  std::uint64_t macs() const override {
    return std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
  }
  std::string quantisation_fault() const override { return data_.quantisation_fault; }

  std::string sampled() const override {
    if (!is_sampled()) return {};
    return fmt::format("{} of {} columns", p_.n, whole_.n);
  }

  std::vector<operators::Output> whole_outputs() const override {
    if (!is_sampled()) return {};
    operators::Output d{"d", &formats::bfloat16, p_.m, whole_.n, {}};
    for (const std::size_t i : written_) d.rows.push_back({data_.operands.rows[i].row, 0, 0});
    return {std::move(d)};
  }

  recipes::Names names() const override { return names_of(whole_); }
  std::vector<TensorShape> shapes() const override { return shapes_of(whole_); }
  std::vector<TensorView> views() const override {
    std::vector<TensorView> all = views_of(whole_);
    all.push_back(view_of(outputs_[0]));
    return all;
  }

  Symmetries symmetries() const override {
    if (is_sampled()) return {};
    constexpr std::int64_t kInstruction = 128;  // k of a matrix instruction
    return {.group_rows = group_rows(p_, data_.operands),
            .columns = p_.n,
            .k_step = cut_.splits == 1 ? kInstruction : 0,
            .linear = true};
  }

  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    if (is_sampled()) return tl::unexpected<std::string>("a sample of the columns is computed");
    const Case c = follow_up_case(relation);
    auto problem = small_m_problem(c);
    if (!problem) return tl::unexpected(problem.error().text());
    auto next = follow_up(p_, data_.operands, std::move(*problem), relation);
    if (!next) return tl::unexpected(next.error());
    if (const auto plan = kernels::plan(kernel_, next->problem, small_m_cut(c), {}); !plan)
      return tl::unexpected(plan.error().text());
    SmallMSample all_columns{next->problem, {}, next->problem.n};
    auto instance = std::make_unique<SmallMInstance>(c, kernel_, std::move(next->problem),
                                                     std::move(all_columns), std::move(next->data));
    std::vector<std::int64_t> written(written_.size());  // of each row taking part its number by row of D
    for (std::size_t w = 0; w < written_.size(); ++w) written[written_[w]] = std::int64_t(w);
    std::vector<std::int64_t> rows;
    for (const std::size_t i : instance->written_) rows.push_back(written[next->rows[i]]);
    FollowUp all;
    all.source = {source_elements(rows, relation, p_.n)};
    all.instance = std::move(instance);
    return all;
  }

 private:
  bool is_sampled() const { return !sample_.firsts.empty(); }

  // What of B is read: planes of experts, or single rows where some columns are computed.
  void list_b() {
    if (data_.operands.rows.empty()) return;  // nor were they drawn
    for (const std::int64_t first : sample_.firsts)
      for (std::int64_t i = 0; i < sample_.columns; ++i) planes_.push_back({first + i, 0, 0});
    if (is_sampled()) return;
    for (const std::int32_t expert : data_.experts) planes_.push_back({expert, 0, 0});
  }

  // The rows of A that take part, each once, ascending.
  void take_a() {
    const operators::SmallMData& d = data_.operands;
    std::vector<std::size_t> order = written_;
    std::sort(order.begin(), order.end(),
              [&](std::size_t x, std::size_t y) { return d.rows[x].a_row < d.rows[y].a_row; });
    const auto k = std::size_t(p_.k), blocks = std::size_t(p_.k_blocks());
    for (const std::size_t i : order) {
      a_.add(d.rows[i].a_row, std::span(d.a).subspan(i * k, k));
      a_scale_.add(d.rows[i].a_row, std::span(d.a_scale).subspan(i * blocks, blocks));
    }
  }

  // Of the lists and weights what the contract reads.
  void take_lists() {
    const operators::SortedIds& s = *p_.sorted;
    num_post_[0] = s.num_post;
    const auto entry = [](const auto& list, std::size_t i) { return bytes_of(list).subspan(4 * i, 4); };
    for (std::size_t block = 0; block < s.expert_ids.size(); ++block) {
      if (std::int64_t(block) * s.block_m >= s.num_post) break;
      expert_ids_.add(std::int64_t(block), entry(s.expert_ids, block));
    }
    for (std::size_t i = 0; i < s.ids.size() && std::int64_t(i) < s.num_post; ++i) {
      const std::int32_t expert = s.expert_ids[i / std::size_t(s.block_m)];
      if (expert >= 0 && expert < s.experts) ids_.add(std::int64_t(i), entry(s.ids, i));
    }
    if (!s.weighted) return;
    for (const std::size_t i : written_) {
      const SmallMRow& row = data_.operands.rows[i];
      weights_.add(row.row, entry(s.weights, std::size_t(row.row)));
    }
  }

  // From the order of the list to that of the rows of D.
  template <typename From, typename To>
  std::vector<To> by_row(const std::vector<From>& values, To) const {
    const auto n = std::ptrdiff_t(p_.n);
    std::vector<To> sorted;
    for (const std::size_t i : written_)
      sorted.insert(sorted.end(), values.begin() + std::ptrdiff_t(i) * n,
                    values.begin() + std::ptrdiff_t(i + 1) * n);
    return sorted;
  }

  Case case_;
  const kernels::Kernel& kernel_;
  kernels::SmallMCut cut_;
  SmallMReduction reduction_;
  SmallM whole_;
  SmallMSample sample_;
  SmallM p_;  ///< what of it is computed
  SmallMCaseData data_;
  bool scales_may_overflow_;
  std::vector<std::size_t> written_;  ///< rows taking part, by ascending row of D
  std::vector<operators::Output> outputs_;
  Rows a_, a_scale_, ids_, expert_ids_, weights_;
  std::vector<OutputRow> planes_;
  std::array<std::int32_t, 1> num_post_{};
};

struct Planned {
  SmallM whole;
  SmallMSample sample;
  std::vector<kernels::LaunchPlan> launches;
};

tl::expected<Planned, std::string> planned(const Case& c, const kernels::Kernel& kernel) {
  auto problem = small_m_problem(c);
  if (!problem) return tl::unexpected(problem.error().text());
  auto launches = kernels::plan(kernel, *problem, small_m_cut(c), {});
  if (!launches) return tl::unexpected(launches.error().text());
  auto sample = small_m_sample(c, *problem, small_m_cut(c));
  if (!sample) return tl::unexpected(sample.error());
  return Planned{std::move(*problem), std::move(*sample), std::move(*launches)};
}

Launches plan(const Case& c, const kernels::Kernel& kernel) {
  return planned(c, kernel).map([](Planned&& p) { return std::move(p.launches); });
}

tl::expected<std::unique_ptr<Instance>, std::string> make(const Case& c, const kernels::Kernel& kernel) {
  auto what = planned(c, kernel);
  if (!what) return tl::unexpected(what.error());
  auto data = make_data(c, what->sample.problem);
  if (!data) return tl::unexpected(data.error());
  return std::make_unique<SmallMInstance>(c, kernel, std::move(what->whole), std::move(what->sample),
                                          std::move(*data));
}

}  // namespace

Operator small_m_operator() {
  return {"small_m",
          {small_m::kKeys, 16, 32, &small_m::kSample},
          {"bf16"},
          small_m_shape,
          make,
          plan,
          small_m_relaunch,
          kSmallMBenchmarks};
}

}  // namespace lockstep::problems
