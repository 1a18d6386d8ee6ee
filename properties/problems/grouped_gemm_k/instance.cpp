#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "kernels/grouped_gemm/launch.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/grouped_gemm_k/data.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "reference/exact/bound.hpp"
#include "reference/exact/short_sums.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::grouped_gemm_k {

namespace {

using cases::Case;
using operators::Addend;
using operators::GroupedGemmK;
using operators::kScaleBlock;

/// The pieces of one tile of `count` rows of a tensor, each piece as a row.
std::vector<operators::OutputRow> pieces(std::int64_t count, std::int64_t across, std::int64_t tile) {
  std::vector<operators::OutputRow> rows;
  for (std::int64_t row = 0; row < count; ++row) rows.push_back({row * across + tile, 0, 0});
  return rows;
}

class GroupedGemmKInstance : public Instance, public Provable {
 public:
  GroupedGemmKInstance(const Case& c, const kernels::Kernel& kernel, GroupedGemmK whole,
                       GroupedGemmKSample sample, GroupedGemmKCaseData data)
      : Instance(c, kernel),
        whole_(std::move(whole)),
        sample_(std::move(sample)),
        p_(sample_.problem),
        written_(operators::written_groups(p_)),
        data_(std::move(data)),
        memory_(p_, data_.operands) {
    const std::int64_t k = operators::k_starts(p_).back();
    facts_.quantisation_fault = data_.quantisation_fault;
    facts_.on_exact_grid = cases::on_exact_grid(case_, longest() + 1);
    facts_.macs = std::uint64_t(k) * std::uint64_t(p_.m) * std::uint64_t(p_.n);
    facts_.claims_everywhere =
        p_.scale_bytes() == 1 && operators::magnitude_limit(*p_.element, longest(), *p_.scale,
                                                            data_.operands.a_scale, data_.operands.b_scale) <
                                     exact::claimed_below(exact::matrix_reduction(longest()));
    if (sample_.sampled) {
      facts_.sampled =
          fmt::format("1 of {} tiles of each group", tiles(whole_.m, p_.m) * tiles(whole_.n, p_.n));
      operators::Output d{"d", &formats::float32, p_.groups() * whole_.m, whole_.n, {}};
      for (const std::int64_t g : written_)
        for (std::int64_t r = 0; r < whole_.m; ++r) d.rows.push_back({g * whole_.m + r, std::int32_t(g), r});
      facts_.whole_outputs.push_back(std::move(d));
    }
    const std::int64_t across = tiles(whole_.n, p_.n), first = sample_.row_tile * p_.m;
    operators::Output d{"d", &formats::float32, p_.groups() * whole_.m * across, p_.n, {}};
    for (const std::int64_t g : written_)
      for (std::int64_t r = first; r < first + p_.m; ++r)
        d.rows.push_back({(g * whole_.m + r) * across + sample_.column_tile, std::int32_t(g), r});
    facts_.outputs.push_back(std::move(d));
    a_rows_ = pieces(k, tiles(whole_.m, p_.m), sample_.row_tile);
    b_rows_ = pieces(k, across, sample_.column_tile);
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    Tensors& t = *placed.tensors;
    const auto k = std::uint64_t(operators::k_starts(p_).back()), m = std::uint64_t(whole_.m),
               n = std::uint64_t(whole_.n), scale = std::uint64_t(p_.scale_bytes()), blocks = k / kScaleBlock;
    const std::uint64_t scale_alignment = scale == 1 ? 1 : 16;
    kernels::GroupedGemmKAddresses at;
    at.d = t.add_output(outputs()[0], 16, p_.addend == Addend::in_place ? fill_c() : machine::Fill{});
    at.a = t.add_input("a", k * m, 16, fill_pieces(a_rows_, p_.m, memory_.a));
    at.a_scale = t.add_input("a_scale", blocks * m * scale, scale_alignment,
                             fill_pieces(a_rows_, p_.m * p_.scale_bytes(), memory_.a_scale));
    at.b = t.add_input("b", k * n, 16, fill_pieces(b_rows_, p_.n, memory_.b));
    at.b_scale = t.add_input("b_scale", blocks * n * scale, scale_alignment,
                             fill_pieces(b_rows_, p_.n * p_.scale_bytes(), memory_.b_scale));
    at.ks = t.add_input("ks", 4 * p_.ks.size(), 4, fill_all(bytes_of(p_.ks)));
    at.c = p_.addend == Addend::in_place ? at.d : 0;
    if (p_.addend == Addend::apart)
      at.c = t.add_input("c", std::uint64_t(p_.groups()) * m * n * sizeof(float), 16, fill_c());
    else
      t.add_alias("c", at.c);
    placed.launches = *kernels::plan(kernel_, whole_, at);
    if (sample_.sampled) keep_only(placed.launches, sample_);
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    return {accumulation::expected_bits(model, p_, data_.operands, scale_order())};
  }

  const Provable* provable() const override { return this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    GroupedGemmKCaseData data = data_;
    operators::GroupedGemmKData& d = data.operands;
    change("a", d.a, *p_.element);
    change("a_scale", d.a_scale, *p_.scale);
    change("b", d.b, *p_.element);
    change("b_scale", d.b_scale, *p_.scale);
    change_words(change, p_.addend == Addend::in_place ? "d" : "c", formats::float32, std::span(d.c));
    return std::make_unique<GroupedGemmKInstance>(case_, kernel_, whole_, sample_, std::move(data));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const auto of = operand_leaves(hasher);
    return {accumulation::expected_terms(accumulation::Terms(hasher, kernel_.arch), p_,
                                         {of[0], of[1], of[2], of[3], words(hasher, of[4])}, scale_order())};
  }

  // Rows of A and B are as long as their group.
  Rows rows(std::size_t operand) const override { return {operand == 4 ? p_.n : 0}; }

  std::vector<operators::ExactOutput> exact() const override {
    return {operators::exact(p_, data_.operands)};
  }

  // The addition of C rounds to the output's format, and nothing after it does.
  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const std::int64_t k = depth_of(i);
    if (k == 0) {  // C's own bits
      const double c = exact.value[i];
      return {std::isnan(c) ? c : 0, std::isinf(c) && c > 0, std::isinf(c) && c < 0};
    }
    const double loss = p_.scale_bytes() == 1 ? exact::accumulation_loss(exact.magnitude[i], k)
                                              : software_loss(exact.magnitude[i], k);
    return exact::rounding_bound(exact.value[i], loss, formats::float32);
  }

  std::int64_t depth(std::size_t, std::size_t element) const override { return depth_of(element); }

  Description description() const override {
    Description all = describe(whole_);
    all.views.push_back(view_of(outputs()[0], whole_.groups()));
    return all;
  }

  Symmetries symmetries() const override {
    if (sample_.sampled) return {};
    return {.group_rows = std::vector<std::int64_t>(std::size_t(p_.groups()), p_.m),
            .groups_cut_rows = false,
            .columns = p_.n,
            .k_step = kScaleBlock,
            .linear = true};
  }

  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    if (sample_.sampled) return tl::unexpected<std::string>("a sample of the tiles is computed");
    GroupedGemmK problem = grouped_gemm_k_problem_of(relation.the_case, kernel_);
    if (const auto plan = kernels::plan(kernel_, problem, {}); !plan)
      return tl::unexpected(plan.error().text());
    auto next = follow_up(p_, data_.operands, problem, relation);
    if (!next) return tl::unexpected(next.error());
    FollowUp all;
    all.source = {source_elements(next->rows, relation, p_.n)};
    GroupedGemmKSample all_tiles{problem};
    all.instance = std::make_unique<GroupedGemmKInstance>(
        relation.the_case, kernel_, std::move(problem), std::move(all_tiles),
        GroupedGemmKCaseData{std::move(next->operands), {}});
    return all;
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{unquantised_sum(case_, p_, data_.operands)}};
  }

  accumulation::ScaleOrder scale_order() const {
    using accumulation::ScaleOrder;
    return case_.options[kScaleOrder] ? ScaleOrder::product_first : ScaleOrder::row_first;
  }

  machine::Fill fill_c() const {
    return fill_rows(outputs()[0].rows, std::uint64_t(p_.n) * sizeof(float), bytes_of(data_.operands.c));
  }
  machine::Fill fill_pieces(const std::vector<operators::OutputRow>& rows, std::int64_t bytes,
                            const std::vector<std::uint8_t>& source) const {
    if (!sample_.sampled) return fill_all(source);
    return fill_rows(rows, std::uint64_t(bytes), source);
  }
  static std::int64_t tiles(std::int64_t extent, std::int64_t of) { return of == 0 ? 1 : extent / of; }

  std::int64_t longest() const { return p_.ks.empty() ? 0 : *std::max_element(p_.ks.begin(), p_.ks.end()); }
  std::int64_t depth_of(std::size_t element) const {
    const std::size_t plane = std::size_t(p_.m * p_.n);
    return p_.ks[std::size_t(written_[element / plane])];
  }

  // What may be lost where every scale of the case is as large as its largest: nothing is claimed where a
  // part may overflow before its second scale, or where a scale is so large that what a subnormal part loses
  // grows.
  double software_loss(double magnitude, std::int64_t k) const {
    if (scales_may_leave_) return std::numeric_limits<double>::infinity();
    const bool warpgroups = arch::has(kernel_.arch, arch::Feature::warpgroups);
    const double element = formats::to_double(*p_.element, formats::largest_finite(*p_.element));
    const std::int64_t part = warpgroups ? 128 : 64, parts = k / part;  // that is scaled in software
    return exact::scaled_parts_loss(magnitude,
                                    {parts, part, largest_scale_.first * element * element * double(part),
                                     double(parts) * largest_scale_.second},
                                    warpgroups ? exact::kHopper : exact::kCdna3);
  }

  static double largest(const std::vector<std::uint8_t>& scales) {
    double most = 0;
    for (std::size_t at = 0; at + sizeof(float) <= scales.size(); at += sizeof(float)) {
      float scale = 0;
      std::memcpy(&scale, &scales[at], sizeof scale);
      if (!std::isnan(scale)) most = std::max(most, double(std::abs(scale)));
    }
    return most;
  }

  GroupedGemmK whole_;
  GroupedGemmKSample sample_;
  GroupedGemmK p_;                                     ///< what of the whole is computed
  std::vector<operators::OutputRow> a_rows_, b_rows_;  ///< a sample's pieces of the rows of A and B
  std::vector<std::int64_t> written_;
  GroupedGemmKCaseData data_;
  GroupedGemmKMemory memory_;
  bool scales_may_leave_ =  ///< a product of two that is no normal number: nothing is claimed
      case_.options[kScaleOrder] && products_may_leave(data_.operands.a_scale, data_.operands.b_scale);
  std::pair<double, double> largest_scale_ = {largest(data_.operands.a_scale),
                                              largest(data_.operands.b_scale)};
};

}  // namespace

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  GroupedGemmK whole = grouped_gemm_k_problem_of(c, kernel);
  auto launches = kernels::plan(kernel, whole, {});
  if (!launches) return tl::unexpected(launches.error().text());
  auto sample = grouped_gemm_k_sample(c, whole);
  if (!sample) return tl::unexpected(sample.error());
  return Prepared{std::move(*launches),
                  [c, &kernel, whole = std::move(whole), sample = std::move(*sample)]() mutable -> Made {
                    auto data = make_data(c, sample.problem);
                    if (!data) return tl::unexpected(data.error());
                    return std::make_unique<GroupedGemmKInstance>(c, kernel, std::move(whole),
                                                                  std::move(sample), std::move(*data));
                  }};
}

}  // namespace lockstep::problems::grouped_gemm_k
