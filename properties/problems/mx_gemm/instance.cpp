#include <fmt/format.h>

#include "emulator/arithmetic/accumulation/mx_gemm.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/mx_gemm/data.hpp"

namespace lockstep::problems::mx_gemm {

namespace {

using cases::Case;
using operators::MxGemm;
using operators::MxGemmData;

class MxGemmInstance : public Instance, public Provable {
 public:
  MxGemmInstance(const Case& c, const kernels::Kernel& kernel, const MxGemm& whole, const MxGemmPart& part,
                 MxGemmData data)
      : Instance(c, kernel),
        tuning_(mx_gemm_tuning(c)),
        whole_(whole),
        part_(part),
        data_(std::move(data)),
        memory_(part_, data_, kernels::tile_of(tuning_)) {
    const MxGemm& p = part_.problem;
    facts_.outputs = {mx_gemm_output(whole_, part_)};
    facts_.macs = std::uint64_t(p.m * p.n * p.k);
    facts_.on_exact_grid = cases::on_exact_grid(case_, whole_.k);
    if (!part_.sampled) return;
    facts_.sampled = fmt::format("{} x {} of {} x {} elements", p.m, p.n, whole_.m, whole_.n);
    facts_.whole_outputs = {mx_gemm_output(whole_, {whole_})};
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    Tensors& t = *placed.tensors;
    const kernels::MxGemmBytes bytes = kernels::bytes_of(whole_, tuning_);
    kernels::MxGemmAddresses at;
    at.d = t.add_output(outputs()[0], 16);
    at.a = t.add_input("a", bytes.a, 16, fill_stored(memory_.a));
    at.b = t.add_input("b", bytes.b, 16, fill_stored(memory_.b));
    at.a_scale = t.add_input("a_scale", bytes.a_scale, 16, fill_stored(memory_.a_scale));
    at.b_scale = t.add_input("b_scale", bytes.b_scale, 16, fill_stored(memory_.b_scale));
    at.partial = t.add_workspace("partial", bytes.partial, 16);
    placed.launches = *kernels::plan(kernel_, whole_, tuning_, at);
    keep_only(placed.launches, whole_, part_);
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    return {accumulation::expected_bits(model, part_.problem, data_, tuning_.splits)};
  }

  const Provable* provable() const override { return this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    MxGemmData d = data_;
    change("a", d.a, *whole_.a);
    change("b", d.b, *whole_.b);
    change("a_scale", d.a_scale, formats::float8_e8m0fnu);
    change("b_scale", d.b_scale, formats::float8_e8m0fnu);
    return std::make_unique<MxGemmInstance>(case_, kernel_, whole_, part_, std::move(d));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const auto of = operand_leaves(hasher);
    return {accumulation::expected_terms(accumulation::Terms(hasher, kernel_.arch), part_.problem,
                                         {of[0], of[1], of[2], of[3]}, tuning_.splits)};
  }

  std::vector<std::vector<fingerprint::Element>> polynomials(
      const fingerprint::Algebra& algebra) const override {
    const auto k = std::size_t(whole_.k), block = std::size_t(MxGemm::kBlock);
    const auto a =
        scaled(algebra, {0, *whole_.a, 2, formats::float8_e8m0fnu, 1, block}, data_.a.size() / k, k);
    const auto b =
        scaled(algebra, {1, *whole_.b, 3, formats::float8_e8m0fnu, 1, block}, data_.b.size() / k, k);
    return {products(a, b, k)};
  }

  Rows rows(std::size_t operand) const override { return {operand < 2 ? whole_.k : whole_.k_blocks()}; }

  std::vector<operators::ExactOutput> exact() const override {
    return {operators::exact(part_.problem, data_)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const std::int64_t at = std::int64_t(i), n = part_.problem.n;
    return operators::bound(part_.problem, data_, {at / n, at % n, exact.value[i], exact.magnitude[i]},
                            tuning_.splits);
  }

  std::int64_t depth(std::size_t, std::size_t) const override { return whole_.k; }

  Description description() const override {
    const recipes::Sizes sizes{
        {"m", whole_.m}, {"n", whole_.n}, {"k", whole_.k}, {"k_blocks", whole_.k_blocks()}};
    return {{sizes, {}}, {}, {view_of(outputs()[0])}};
  }

  Symmetries symmetries() const override {
    if (part_.sampled) return {};
    return {.group_rows = {whole_.m},
            .columns = whole_.n,
            .k_step = tuning_.splits == 1 ? MxGemm::kBlock : 0,
            .linear = true};
  }

  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    const Case& c = relation.the_case;
    if (part_.sampled) return tl::unexpected<std::string>("one tile is computed");
    const auto problem = mx_gemm_problem(c);
    if (!problem) return tl::unexpected(problem.error().text());
    if (const auto plan = kernels::plan(kernel_, *problem, mx_gemm_tuning(c), {}); !plan)
      return tl::unexpected(plan.error().text());
    auto next = follow_up(whole_, data_, *problem, relation);
    if (!next) return tl::unexpected(next.error());
    FollowUp all;
    all.source = {source_elements(next->rows, relation, whole_.n)};
    all.instance =
        std::make_unique<MxGemmInstance>(c, kernel_, *problem, MxGemmPart{*problem}, std::move(next->data));
    return all;
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{unquantised_product(case_, part_)}};
  }

  kernels::MxGemmTuning tuning_;
  MxGemm whole_;
  MxGemmPart part_;
  MxGemmData data_;
  MxGemmMemory memory_;
};

}  // namespace

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  if (auto ok = check_planted(c); !ok) return tl::unexpected(ok.error());
  const auto whole = mx_gemm_problem(c);
  if (!whole) return tl::unexpected(whole.error().text());
  auto launches = kernels::plan(kernel, *whole, mx_gemm_tuning(c), {});
  if (!launches) return tl::unexpected(launches.error().text());
  const auto part = mx_gemm_part(c, *whole);
  if (!part) return tl::unexpected(part.error());
  return Prepared{std::move(*launches), [c, &kernel, whole = *whole, part = *part]() -> Made {
                    auto data = make_data(c, part);
                    if (!data) return tl::unexpected(data.error());
                    return std::make_unique<MxGemmInstance>(c, kernel, whole, part, std::move(*data));
                  }};
}

}  // namespace lockstep::problems::mx_gemm
