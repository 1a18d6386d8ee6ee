#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/small_m.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/small_m/data.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::small_m {

namespace {

using accumulation::SmallMOrder;
using accumulation::SmallMReduction;
using cases::Case;
using operators::SmallM;

SmallMReduction reduction_of(const kernels::Kernel& kernel, const kernels::SmallMCut& cut) {
  if (kernels::small_m_form_of(kernel.name) != kernels::SmallMForm::mfma)
    return {SmallMOrder::lanes, 1, arch::has(kernel.arch, arch::Feature::wave32) ? 32 : 64};
  if (arch::has(kernel.arch, arch::Feature::warpgroups)) return {SmallMOrder::scaled_behind, int(cut.splits)};
  return {cut.blocks_apart ? SmallMOrder::blocks_apart : SmallMOrder::blocks_together, int(cut.splits)};
}

// Rows of A in the order in which rows taking part name them first.
std::vector<std::size_t> numbered_rows_of_a(const std::vector<operators::SmallMRow>& rows) {
  std::map<std::int64_t, std::size_t> numbers;
  std::vector<std::size_t> all;
  for (const operators::SmallMRow& row : rows)
    all.push_back(numbers.try_emplace(row.a_row, numbers.size()).first->second);
  return all;
}

// The rows taking part, by ascending row of D.
std::vector<std::size_t> by_row_of_d(const std::vector<operators::SmallMRow>& rows) {
  std::vector<std::size_t> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return rows[i].row; });
  return order;
}

/// What stands where the contract does not read a list: for every other poison the list itself, which a
/// kernel could take for entries, so that one that does is seen to.
Beneath beneath(std::span<const std::uint8_t> list, std::uint64_t poison) {
  return poison % 2 == 0 ? list : Beneath{};
}

class SmallMInstance : public Instance, public Provable {
 public:
  SmallMInstance(const Case& c, const kernels::Kernel& kernel, SmallM whole, SmallMSample sample,
                 SmallMCaseData data)
      : Instance(c, kernel),
        cut_(small_m_cut(c)),
        reduction_(reduction_of(kernel, cut_)),
        whole_(std::move(whole)),
        sample_(std::move(sample)),
        p_(sample_.problem),
        data_(std::move(data)),
        scales_may_overflow_(
            arch::has(kernel.arch, arch::Feature::scales_in_turn) && reduction_.order != SmallMOrder::lanes &&
            (has_far_scale(data_.operands.a_scale) || has_far_scale(data_.operands.b_scale))),
        written_(by_row_of_d(data_.operands.rows)),
        row_of_a_(numbered_rows_of_a(data_.operands.rows)),
        memory_(sample_, data_, written_) {
    facts_.quantisation_fault = data_.quantisation_fault;
    facts_.on_exact_grid = cases::on_exact_grid(case_, p_.k);
    facts_.macs = std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
    if (is_sampled()) facts_.sampled = fmt::format("{} of {} columns", p_.n, whole_.n);
    list_outputs();
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    Tensors& t = *placed.tensors;
    const auto n = std::uint64_t(whole_.n), k = std::uint64_t(p_.k), blocks = std::uint64_t(p_.k_blocks());
    const std::uint64_t b_rows = is_sampled() ? 1 : n;  // rows of B in one of the planes
    const auto a_rows = std::uint64_t(p_.a_rows()), experts = std::uint64_t(p_.experts());
    kernels::SmallMAddresses at;
    at.d = t.add_output(outputs()[0], 16);
    at.a = t.add_input("a", a_rows * k, 16, fill_rows(memory_.a.rows, k, memory_.a.bytes));
    at.a_scale = t.add_input("a_scale", a_rows * blocks, 16,
                             fill_rows(memory_.a_scale.rows, blocks, memory_.a_scale.bytes));
    at.b = t.add_input("b", experts * n * k, 16, fill_rows(memory_.planes, b_rows * k, data_.operands.b));
    at.b_scale = t.add_input("b_scale", experts * n * blocks, 16,
                             fill_rows(memory_.planes, b_rows * blocks, data_.operands.b_scale));
    if (p_.sorted) {
      const operators::SortedIds& s = *p_.sorted;
      const auto add_list = [&](const char* name, const RowsInMemory& read,
                                const std::vector<std::int32_t>& list) {
        return t.add_input(name, 4 * list.size(), 4, fill_rows(read.rows, 4, read.bytes),
                           beneath(bytes_of(list), poison));
      };
      at.sorted_ids = add_list("sorted_ids", memory_.ids, s.ids);
      at.expert_ids = add_list("expert_ids", memory_.expert_ids, s.expert_ids);
      at.num_post = t.add_input("num_post", 4, 4, fill_all(bytes_of(memory_.num_post)));
      at.weights = t.add_input("weights", 4 * s.weights.size(), 4,
                               fill_rows(memory_.weights.rows, 4, memory_.weights.bytes));
    }
    at.partial = t.add_workspace("partial", std::uint64_t(kernels::partial_bytes(whole_, cut_)), 16);
    placed.launches = *kernels::plan(kernel_, whole_, cut_, at);
    if (is_sampled()) keep_only(placed.launches, whole_, sample_);
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    return {by_row<std::uint32_t>(accumulation::expected_bits(model, p_, data_.operands, reduction_))};
  }

  const Provable* provable() const override { return this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    SmallMCaseData data = data_;
    SmallMSample sample = sample_;
    operators::SmallMData& d = data.operands;
    const auto change_once = [&](const char* name, std::vector<std::uint8_t>& rows,
                                 const formats::Format& format) {
      std::vector<std::uint8_t> once = each_once(rows);
      change(name, once, format);
      rows = by_row_of_a(once);
    };
    change_once("a", d.a, formats::float8_e4m3fn);
    change_once("a_scale", d.a_scale, formats::float8_e8m0fnu);
    change("b", d.b, formats::float8_e4m3fn);
    change("b_scale", d.b_scale, formats::float8_e8m0fnu);
    if (is_weighted()) {
      change_words(change, "weights", formats::float32, std::span(d.weight));
      for (std::size_t i = 0; i < d.rows.size(); ++i)
        sample.problem.sorted->weights[std::size_t(d.rows[i].row)] = d.weight[i];
    }
    return std::make_unique<SmallMInstance>(case_, kernel_, whole_, std::move(sample), std::move(data));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const auto of = operand_leaves(hasher);
    const auto a = by_row_of_a(of[0]), a_scale = by_row_of_a(of[1]);
    const auto weight = is_weighted() ? words(hasher, of[4]) : std::vector<fingerprint::Fingerprint>();
    return {by_row<fingerprint::Fingerprint>(
        accumulation::expected_terms(accumulation::Terms(hasher, kernel_.arch), p_, data_.operands,
                                     {a, a_scale, of[2], of[3], weight}, reduction_))};
  }

  Rows rows(std::size_t operand) const override {
    const operators::SmallMData& d = data_.operands;
    const std::int64_t columns = operand % 2 == 0 ? p_.k : p_.k_blocks();
    if (operand == 2 || operand == 3) return rows_of_planes(columns, p_.n, d.plane_of_expert);
    std::vector<std::int64_t> of_a, of_weights;
    for (const operators::SmallMRow& row : d.rows) {
      of_a.push_back(row.a_row);
      of_weights.push_back(row.row);
    }
    if (operand == 4) return {1, std::move(of_weights)};
    return {columns, each_once(of_a)};
  }

  std::vector<operators::ExactOutput> exact() const override {
    const operators::ExactOutput e = operators::exact(p_, data_.operands);
    return {{by_row<double>(e.value), by_row<double>(e.magnitude), by_row<std::uint32_t>(e.rounded)}};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    if (scales_may_overflow_)
      return exact::rounding_bound(exact.value[i], std::numeric_limits<double>::infinity(),
                                   formats::bfloat16);
    const float weight = data_.operands.weight[written_[i / std::size_t(p_.n)]];
    return operators::bound(exact.value[i], exact.magnitude[i], accumulation::loss(reduction_, p_.k), weight);
  }

  std::int64_t depth(std::size_t, std::size_t) const override { return p_.k; }

  Description description() const override {
    Description all = describe(whole_);
    all.views.push_back(view_of(outputs()[0]));
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
    std::vector<std::int64_t> written(written_.size());  // each row taking part: its number by row of D
    for (std::size_t w = 0; w < written_.size(); ++w) written[written_[w]] = std::int64_t(w);
    std::vector<std::int64_t> rows;
    for (const std::size_t i : instance->written_) rows.push_back(written[next->rows[i]]);
    FollowUp all;
    all.source = {source_elements(rows, relation, p_.n)};
    all.instance = std::move(instance);
    return all;
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{by_row<double>(unquantised_rows(case_, p_, data_.operands))}};
  }

  bool is_sampled() const { return !sample_.firsts.empty(); }
  bool is_weighted() const { return p_.sorted && p_.sorted->weighted; }

  /// The rows taking part whose rows of A are the first of their kind, each once.
  template <typename T>
  std::vector<T> each_once(const std::vector<T>& rows) const {
    const std::size_t width = rows.size() / std::max<std::size_t>(1, row_of_a_.size());
    std::vector<T> once;
    for (std::size_t i = 0, next = 0; i < row_of_a_.size(); ++i)
      if (row_of_a_[i] == next) {
        once.insert(once.end(), rows.begin() + std::ptrdiff_t(i * width),
                    rows.begin() + std::ptrdiff_t((i + 1) * width));
        ++next;
      }
    return once;
  }
  /// What each_once() gave, as often as rows share it.
  template <typename T>
  std::vector<T> by_row_of_a(const std::vector<T>& once) const {
    if (row_of_a_.empty()) return {};
    const std::size_t width = once.size() / (*std::ranges::max_element(row_of_a_) + 1);
    std::vector<T> rows;
    for (const std::size_t i : row_of_a_)
      rows.insert(rows.end(), once.begin() + std::ptrdiff_t(i * width),
                  once.begin() + std::ptrdiff_t((i + 1) * width));
    return rows;
  }

  void list_outputs() {
    const auto& rows = data_.operands.rows;
    const std::int64_t across = is_sampled() ? whole_.n / sample_.columns : 1;  // stretches of a row of D
    operators::Output d{"d", &formats::bfloat16, p_.m * across, whole_.n / across, {}};
    operators::Output whole{"d", &formats::bfloat16, p_.m, whole_.n, {}};
    for (const std::size_t i : written_) {
      const auto add = [&](std::int64_t stretch) {
        d.rows.push_back({rows[i].row * across + stretch, rows[i].expert, std::int64_t(i)});
      };
      for (const std::int64_t first : sample_.firsts) add(first / sample_.columns);
      if (!is_sampled()) add(0);
      whole.rows.push_back({rows[i].row, 0, 0});
    }
    facts_.outputs.push_back(std::move(d));
    if (is_sampled()) facts_.whole_outputs.push_back(std::move(whole));
  }

  // Takes values from the order of the list to that of the rows of D.
  template <typename To, typename From>
  std::vector<To> by_row(const std::vector<From>& values) const {
    const auto n = std::ptrdiff_t(p_.n);
    std::vector<To> sorted;
    for (const std::size_t i : written_)
      sorted.insert(sorted.end(), values.begin() + std::ptrdiff_t(i) * n,
                    values.begin() + std::ptrdiff_t(i + 1) * n);
    return sorted;
  }

  kernels::SmallMCut cut_;
  SmallMReduction reduction_;
  SmallM whole_;
  SmallMSample sample_;
  SmallM p_;  ///< what of the whole is computed
  SmallMCaseData data_;
  bool scales_may_overflow_;
  std::vector<std::size_t> written_;   ///< rows taking part, by ascending row of D
  std::vector<std::size_t> row_of_a_;  ///< [rows taking part] its row of A, among those that are read
  SmallMMemory memory_;
};

}  // namespace

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  auto whole = small_m_problem(c);
  if (!whole) return tl::unexpected(whole.error().text());
  auto launches = kernels::plan(kernel, *whole, small_m_cut(c), {});
  if (!launches) return tl::unexpected(launches.error().text());
  auto sample = small_m_sample(c, *whole, small_m_cut(c));
  if (!sample) return tl::unexpected(sample.error());
  return Prepared{std::move(*launches),
                  [c, &kernel, whole = std::move(*whole), sample = std::move(*sample)]() mutable -> Made {
                    auto data = make_data(c, sample.problem);
                    if (!data) return tl::unexpected(data.error());
                    return std::make_unique<SmallMInstance>(c, kernel, std::move(whole), std::move(sample),
                                                            std::move(*data));
                  }};
}

}  // namespace lockstep::problems::small_m
