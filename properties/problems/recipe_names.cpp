#include "properties/problems/recipe_names.hpp"

namespace lockstep::problems {

using operators::GroupedGemm;
using operators::GroupedGemmK;
using operators::Layout;
using operators::MoeDown;
using operators::SmallM;
using operators::TensorwiseGemm;
using recipes::Names;
using Shapes = std::vector<TensorShape>;

Names names_of(const GroupedGemm& p) {
  return {{{"m", p.m},
           {"n", p.n},
           {"k", p.k},
           {"groups", p.groups},
           {"rows", p.rows()},
           {"k_blocks", p.k_blocks()},
           {"a_scale_stride", p.scale_stride()},
           {"alignment", p.alignment},
           {"ends", p.groups_as == operators::GroupsAs::ends ? 1 : 0}},
          {}};
}

Shapes shapes_of(const GroupedGemm& p) {
  return {{.name = "a_scale",
           .planes = p.grouping == operators::Grouping::masked ? p.groups : 1,
           .rows = p.m,
           .columns = p.k_blocks(),
           .element_bytes = p.scale_bytes(),
           .stored = StoredAs::columns,
           .row_stride = p.scale_stride()},
          {.name = "b",
           .planes = p.groups,
           .rows = p.n,
           .columns = p.k,
           .stored = StoredAs::weight_shuffle_16x16},
          {.name = "b_scale",
           .planes = p.groups,
           .rows = p.n / operators::kScaleBlock,
           .columns = p.k_blocks(),
           .element_bytes = p.scale_bytes()}};
}

Names names_of(const GroupedGemmK& p) {
  const std::int64_t k = operators::k_starts(p).back();
  return {
      {{"m", p.m}, {"n", p.n}, {"k", k}, {"groups", p.groups()}, {"k_blocks", k / operators::kScaleBlock}},
      {}};
}

// All groups' k one behind another.
Shapes shapes_of(const GroupedGemmK& p) {
  const std::int64_t k = operators::k_starts(p).back(), blocks = k / operators::kScaleBlock;
  const auto along_k = [](const char* name, std::int64_t rows, std::int64_t columns, std::int64_t bytes) {
    return TensorShape{.name = name,
                       .rows = rows,
                       .columns = columns,
                       .element_bytes = bytes,
                       .stored = StoredAs::columns,
                       .row_stride = rows,
                       .columns_are_grouped = true};
  };
  return {along_k("a", p.m, k, 1), along_k("a_scale", p.m, blocks, p.scale_bytes()), along_k("b", p.n, k, 1),
          along_k("b_scale", p.n, blocks, p.scale_bytes())};
}

Names names_of(const SmallM& p) {
  Names names{{{"m", p.m},
               {"n", p.n},
               {"k", p.k},
               {"k_blocks", p.k_blocks()},
               {"a_rows", p.a_rows()},
               {"experts", p.experts()}},
              {}};
  if (p.sorted) {
    names.sizes.emplace("ids", p.sorted->ids.size());
    names.sizes.emplace("blocks", p.sorted->expert_ids.size());
    names.sizes.emplace("weighted", p.sorted->weighted ? 1 : 0);
  }
  return names;
}

Shapes shapes_of(const SmallM& p) {
  const std::int64_t blocks = p.k_blocks();
  return {{.name = "a", .rows = p.a_rows(), .columns = p.k},
          {.name = "a_scale", .rows = p.a_rows(), .columns = blocks},
          {.name = "b", .planes = p.experts(), .rows = p.n, .columns = p.k},
          {.name = "b_scale", .planes = p.experts(), .rows = p.n, .columns = blocks}};
}

Names names_of(const TensorwiseGemm& p, const kernels::TileExtent& tile) {
  return {{{"m", p.m},
           {"n", p.n},
           {"k", p.k},
           {"groups", p.groups()},
           {"rows", p.layout == Layout::tn ? p.groups() * p.m : p.m},
           {"tile_rows", tile.rows},
           {"tile_columns", tile.columns}},
          {{"tile", tile.rows == 256      ? "large"
                    : tile.columns == 256 ? "small"
                                          : "any"}}};
}

// Whatever the layout, a row of A is one of D and a row of B is a column of D.
Shapes shapes_of(const TensorwiseGemm& p) {
  const bool tn = p.layout == Layout::tn;
  return {{.name = "a",
           .rows = p.m,
           .columns = p.k,
           .stored = tn ? StoredAs::columns : StoredAs::rows,
           .row_stride = p.m,
           .columns_are_grouped = tn},
          {.name = "b",
           .planes = tn ? 1 : p.groups(),
           .rows = p.n,
           .columns = p.k,
           .stored = p.layout == Layout::nt ? StoredAs::rows : StoredAs::columns,
           .row_stride = p.n,
           .columns_are_grouped = tn}};
}

namespace {

Shapes weights_of(const MoeDown& p, std::string_view b, std::string_view b_scale) {
  return {{.name = b,
           .planes = p.experts,
           .rows = p.n,
           .columns = p.k / 2,
           .stored = StoredAs::weight_shuffle_16x16},
          {.name = b_scale,
           .planes = p.experts,
           .rows = p.n,
           .columns = p.k_blocks(),
           .stored = StoredAs::e8m0_shuffle}};
}

Shapes rows_of(const MoeDown& p) {
  return {{.name = "a", .rows = p.is_gated() ? p.tokens : p.capacity(), .columns = p.a_row_bytes()},
          {.name = "a_scale",
           .rows = p.capacity(),
           .columns = p.k_blocks(),
           .stored = p.block == 16 ? StoredAs::e8m0_shuffle_16 : StoredAs::e8m0_shuffle}};
}

Shapes together(Shapes first, const Shapes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

Names names_of(const MoeDown& p) {
  return {{{"n", p.n},
           {"k", p.k},
           {"experts", p.experts},
           {"tokens", p.tokens},
           {"capacity", p.capacity()},
           {"block", p.block},
           {"blocks", std::int64_t(p.block_experts.size())}},
          {}};
}

Shapes shapes_of(const MoeDown& p) {
  return together(rows_of(p), weights_of(p, "b", "b_scale"));
}

Names names_of(const MoeDown& first, const MoeDown& second) {
  Names names = names_of(second);
  names.sizes["inter"] = second.k;
  names.sizes["k"] = first.k;
  return names;
}

Shapes shapes_of(const MoeDown& first, const MoeDown& second) {
  return together(together(rows_of(first), weights_of(first, "gate_up_b", "gate_up_b_scale")),
                  weights_of(second, "down_b", "down_b_scale"));
}

}  // namespace lockstep::problems
