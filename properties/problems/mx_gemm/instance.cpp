#include <fmt/format.h>

#include "emulator/arithmetic/accumulation/mx_gemm.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/follow_up.hpp"
#include "properties/problems/mx_gemm/benchmark_table.hpp"
#include "properties/problems/mx_gemm/data.hpp"
#include "properties/problems/mx_gemm/follow_up.hpp"
#include "properties/problems/mx_gemm/keys.hpp"
#include "properties/problems/mx_gemm/operator.hpp"
#include "properties/problems/mx_gemm/problem.hpp"
#include "properties/problems/mx_gemm/shape.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::MxGemm;
using operators::MxGemmData;

class MxGemmInstance : public Instance {
 public:
  MxGemmInstance(const Case& c, const kernels::Kernel& kernel, const MxGemm& whole, const MxGemmPart& part,
                 MxGemmData data)
      : case_(c),
        kernel_(kernel),
        tuning_(mx_gemm_tuning(c)),
        whole_(whole),
        part_(part),
        data_(std::move(data)),
        memory_(part_, data_, kernels::tile_of(tuning_)),
        outputs_{mx_gemm_output(whole_, part_)} {}

  const std::vector<operators::Output>& outputs() const override { return outputs_; }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(case_.place, poison), {}};
    Tensors& t = *placed.tensors;
    const kernels::MxGemmBytes bytes = kernels::bytes_of(whole_, tuning_);
    kernels::MxGemmAddresses at;
    at.d = t.add_output(outputs_[0], 16);
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

  std::vector<operators::ExactOutput> exact() const override {
    operators::MxGemmExact e = operators::exact(part_.problem, data_);
    std::vector<operators::ExactOutput> all(1);
    all[0] = {std::move(e.value), std::move(e.magnitude), std::move(e.rounded)};
    return all;
  }

  std::optional<std::vector<std::vector<double>>> unquantised() const override {
    if (case_.scales != cases::Scales::quantised) return std::nullopt;
    return {{unquantised_product(case_, part_)}};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const std::int64_t at = std::int64_t(i), n = part_.problem.n;
    return operators::bound(part_.problem, data_, {at / n, at % n, exact.value[i], exact.magnitude[i]},
                            tuning_.splits);
  }

  std::int64_t depth(std::size_t, std::size_t) const override { return whole_.k; }
  bool on_exact_grid() const override { return cases::on_exact_grid(case_, whole_.k); }
  std::uint64_t macs() const override {
    return std::uint64_t(part_.problem.m * part_.problem.n * part_.problem.k);
  }

  std::string sampled() const override {
    if (!part_.sampled) return {};
    return fmt::format("{} x {} of {} x {} elements", part_.problem.m, part_.problem.n, whole_.m, whole_.n);
  }
  std::vector<operators::Output> whole_outputs() const override {
    if (!part_.sampled) return {};
    return {mx_gemm_output(whole_, {whole_})};
  }

  recipes::Names names() const override {
    return {{{"m", whole_.m}, {"n", whole_.n}, {"k", whole_.k}, {"k_blocks", whole_.k_blocks()}}, {}};
  }
  std::vector<TensorShape> shapes() const override { return {}; }
  std::vector<TensorView> views() const override { return {view_of(outputs_[0])}; }

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
  Case case_;
  const kernels::Kernel& kernel_;
  kernels::MxGemmTuning tuning_;
  MxGemm whole_;
  MxGemmPart part_;
  MxGemmData data_;
  MxGemmMemory memory_;
  std::vector<operators::Output> outputs_;
};

struct Planned {
  MxGemm whole;
  MxGemmPart part;
  std::vector<kernels::LaunchPlan> launches;
};

tl::expected<Planned, std::string> planned(const Case& c, const kernels::Kernel& kernel) {
  if (auto ok = check_planted(c); !ok) return tl::unexpected(ok.error());
  const auto problem = mx_gemm_problem(c);
  if (!problem) return tl::unexpected(problem.error().text());
  auto launches = kernels::plan(kernel, *problem, mx_gemm_tuning(c), {});
  if (!launches) return tl::unexpected(launches.error().text());
  const auto part = mx_gemm_part(c, *problem);
  if (!part) return tl::unexpected(part.error());
  return Planned{*problem, *part, std::move(*launches)};
}

Launches plan(const Case& c, const kernels::Kernel& kernel) {
  return planned(c, kernel).map([](Planned&& p) { return std::move(p.launches); });
}

tl::expected<std::unique_ptr<Instance>, std::string> make(const Case& c, const kernels::Kernel& kernel) {
  auto what = planned(c, kernel);
  if (!what) return tl::unexpected(what.error());
  auto data = make_data(c, what->part);
  if (!data) return tl::unexpected(data.error());
  return std::make_unique<MxGemmInstance>(c, kernel, what->whole, what->part, std::move(*data));
}

}  // namespace

Operator mx_gemm_tiled_operator() {
  return {"mx_gemm_tiled",
          {mx_gemm::kKeys, 1, 32, &mx_gemm::kSample},
          {"bf16", "f16", "f32"},
          mx_gemm_shape,
          make,
          plan,
          mx_gemm_relaunch,
          kMxGemmBenchmarks};
}

}  // namespace lockstep::problems
