// What a launch plan says of its tiles, against who writes the output: elements of one tile come from one
// workgroup, those of the next from another.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "emulator/observe/undefined_origin.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

struct TiledCase {
  const char* line;
  operators::Tiling tiling;  ///< as the kernel's source has it
  bool waves_store = false;  ///< a wave stores what it computes; else all waves store what lies in LDS
};

constexpr TiledCase kCases[] = {
    {"grouped_gemm_contiguous@gfx950 n=1024 k=128 m=256,128 tile=small", {128, 128, 128, 32, 16}},
    {"grouped_gemm_contiguous@gfx950 n=1024 k=128 m=256,128 tile=large", {128, 512, 128, 128, 16}},
    {"grouped_gemm_contiguous@gfx942 n=512 k=128 m=256 tile=large", {128, 256, 128, 64, 16}},
    {"grouped_gemm_contiguous@gfx950 n=256 k=128 m=200,300 groups_as=ends", {128, 128, 128, 32, 16}},
    {"grouped_gemm_masked@gfx950 m_max=256 n=256 k=128 m=17,256 tile=small", {128, 128, 128, 32, 16}},
    {"grouped_gemm_masked@gfx950 m_max=256 n=1024 k=128 m=17,256 tile=large", {128, 512, 128, 128, 16}},
    {"grouped_gemm_masked@gfx942 m_max=256 n=512 k=128 m=256 tile=large", {128, 256, 128, 64, 16}},
    {"grouped_gemm_masked@gfx1250 m_max=256 n=256 k=128 m=17,256 tile=small", {128, 128, 64, 64, 16}, true},
    {"grouped_gemm_masked@gfx1250 m_max=256 n=512 k=128 m=256 tile=large", {128, 256, 64, 128, 16}, true},
    {"grouped_gemm_contiguous@gfx1250 n=256 k=128 m=256,128 tile=small", {128, 128, 64, 64, 16}, true},
    {"grouped_gemm_contiguous@gfx1250 n=512 k=128 m=200,300 groups_as=ends tile=large",
     {128, 256, 64, 128, 16},
     true},
    {"grouped_gemm_k@gfx950 n=256 m=256 k=128 out=f32", {128, 128, 64, 64, 16}, true},
    {"grouped_gemm_k@gfx942 n=256 m=256 k=128 out=f32", {128, 128, 64, 64, 16}, true},
    {"tensorwise_nt@gfx950 n=512 k=128 m=512 tile=large", {256, 256, 128, 128, 16}},
    {"tensorwise_nt@gfx950 n=512 k=128 m=512 tile=small", {128, 256, 64, 128, 16}},
    {"tensorwise_nt@gfx950 n=256 k=136 m=256", {128, 128, 64, 64, 16}},
    {"tensorwise_nt@gfx950 n=512 k=256 m=256 tile=small split_k=2", {128, 256, 64, 128, 16}},
    {"tensorwise_nn@gfx950 n=512 k=128 m=512 tile=large", {256, 256, 128, 128, 16}},
    {"moe_down_flat@gfx950 m=64,40 n=512 k=256 block=32", {32, 256, 32, 64, 16}},
    {"moe_down_flat@gfx950 m=200 n=512 k=256 block=128", {128, 256, 128, 64, 16}},
    {"moe_down_mxfp4@gfx950 m=64,40 n=512 k=256 block=32", {32, 256, 32, 64, 16}},
    {"moe_gate_up@gfx950 m=64,40 n=512 k=256 block=16", {16, 128, 16, 32, 16}},
    {"moe_down_added@gfx950 m=64,40 n=512 k=256 block=32", {0, 256, 0, 64, 0}},
    {"moe_two_stage@gfx950 m=21,8 n=512 k=512 inter=256", {0, 256, 0, 64, 0}},
    {"moe_down_flat@gfx1250 m=64,40 n=512 k=256 block=32", {32, 256, 32, 64, 16}},
    {"moe_down_flat@gfx1250 m=200 n=512 k=256 block=128", {128, 256, 128, 64, 16}},
    {"moe_down_mxfp4@gfx1250 m=64,40 n=512 k=256 block=32", {32, 256, 32, 64, 16}},
    {"moe_gate_up@gfx1250 m=64,40 n=512 k=256 block=16", {16, 128, 16, 32, 16}},
    {"moe_down_added@gfx1250 m=64,40 n=512 k=256 block=32", {0, 256, 0, 64, 0}},
    {"moe_two_stage@gfx1250 m=21,8 n=512 k=512 inter=256", {0, 256, 0, 64, 0}},
    {"small_m_mfma@gfx950 n=256 k=128 m=40 columns=2", {64, 128, 64, 32, 16}, true},
    {"small_m_mfma@gfx950 n=256 k=128 m=20 columns=1", {32, 64, 32, 16, 16}, true},
    {"small_m_gemv@gfx950 n=64 k=128 m=5 block_n=8", {8, 8, 8, 2, 0}, true},
    {"small_m_gemv@gfx950 n=64 k=128 m=5 block_n=32", {8, 32, 8, 8, 0}, true},
    {"small_m_mfma@gfx1250 n=256 k=128 m=40 columns=2", {64, 128, 64, 32, 16}, true},
    {"small_m_gemv@gfx1250 n=64 k=128 m=5 block_n=8", {8, 8, 8, 2, 0}, true},
    {"small_m_moe@gfx1250 groups=2 n=64 k=128 m=5,9 block_n=16", {0, 16, 0, 4, 0}, true},
    {"mx_gemm@gfx1250 n=256 k=128 m=64 tile=32x128 store=lanes", {32, 128, 16, 64, 16}, true},
    {"mx_gemm@gfx1250 n=256 k=128 m=200 tile=128x128", {128, 128, 64, 64, 16}, true},
    {"mx_gemm@gfx1250 n=512 k=128 m=140 tile=128x256 a=e2m1 b=e2m1", {128, 256, 64, 128, 16}, true},
    {"small_m_moe@gfx950 groups=2 n=64 k=128 m=5,9 block_n=16", {0, 16, 0, 4, 0}, true},
};

class Written {
 public:
  Written(const char* line, laws::CodeCache& cache) {
    const auto c = cases::parse(line);
    REQUIRE(c.has_value());
    auto e = laws::Experiment::prepare(*c, cache, {});
    INFO((e ? std::string() : e.error()));
    REQUIRE(e.has_value());
    experiment_ = std::move(*e);
  }

  operators::Tiling tiling() const { return experiment_->tilings().front(); }
  const operators::Output& output() const { return experiment_->instance().outputs().front(); }
  /// Of a written row, by its index, and a column. Each is found by another run.
  const machine::Writer& by(std::size_t row, std::int64_t column) {
    const auto [at, is_new] = writers_.try_emplace({row, column});
    if (is_new) at->second = found(row, column);
    return at->second;
  }
  /// The last written row of the largest group that `is` holds for; -1: none.
  template <typename Is>
  std::ptrdiff_t last_row(Is is) const {
    const auto& rows = output().rows;
    std::int32_t group = 0;
    for (const operators::OutputRow& row : rows)
      if (row.in_group > 0 && is(row.in_group)) group = row.group;
    for (auto i = std::ptrdiff_t(rows.size()) - 1; i >= 0; --i)
      if (rows[std::size_t(i)].group == group && is(rows[std::size_t(i)].in_group)) return i;
    return -1;
  }

 private:
  machine::Writer found(std::size_t row, std::int64_t column) {
    const operators::Output& d = output();
    const std::int64_t at = d.rows[row].row * d.row_bytes() + d.byte_of(column);
    const std::string said = experiment_->writer_of({0, std::uint64_t(at)}).text;
    machine::Writer writer;
    const std::size_t place = said.find(", workgroup ");
    if (place != std::string::npos)
      std::sscanf(&said[place], ", workgroup %u,%u,%u wave %d", &writer.workgroup[0], &writer.workgroup[1],
                  &writer.workgroup[2], &writer.wave);
    return writer;
  }

  std::unique_ptr<laws::Experiment> experiment_;
  std::map<std::pair<std::size_t, std::int64_t>, machine::Writer> writers_;
};

bool same_workgroup(const machine::Writer& x, const machine::Writer& y) {
  return x.wave >= 0 && y.wave >= 0 && x.workgroup == y.workgroup;
}

}  // namespace

TEST_CASE("a tiling is said of every kernel's first output") {
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const std::string name = std::string(kernel.name) + "@" + std::string(kernel.arch);
    INFO(name);
    if (kernel.name == "tensorwise_tn") continue;  // its plan is that of the other two
    CHECK(std::ranges::any_of(kCases,
                              [&](const TiledCase& c) { return std::string(c.line).starts_with(name); }));
  }
}

TEST_CASE("a launch plan's tiling is its kernel's source's: one workgroup writes a tile, another the next") {
  laws::CodeCache cache;
  for (const TiledCase& c : kCases) {
    INFO(c.line);
    Written written(c.line, cache);
    const operators::Tiling t = written.tiling();
    CHECK(t == c.tiling);
    if (std::string(c.line).find("split_k") != std::string::npos)
      continue;  // D is stored by the sum's launch
    REQUIRE(t.columns > 0);
    REQUIRE(written.output().columns > t.columns);
    const machine::Writer& first = written.by(0, 0);
    CHECK(same_workgroup(first, written.by(0, t.columns - 1)));
    CHECK_FALSE(same_workgroup(first, written.by(0, t.columns)));
    if (c.waves_store) {
      CHECK(first.wave == written.by(0, t.wave_columns - 1).wave);
      CHECK(first.wave != written.by(0, t.wave_columns).wave);
    }
    if (t.rows == 0) continue;
    const auto tile_of = [&](std::int64_t n) {
      return [&t, n](std::int64_t row) { return row / t.rows == n; };
    };
    const std::ptrdiff_t end = written.last_row(tile_of(0)), next = written.last_row(tile_of(1));
    REQUIRE(end > 0);
    const auto start = std::size_t(end - written.output().rows[std::size_t(end)].in_group);
    CHECK(same_workgroup(written.by(start, 0), written.by(std::size_t(end), 0)));
    if (next >= 0) CHECK_FALSE(same_workgroup(written.by(start, 0), written.by(std::size_t(next), 0)));
  }
}

}  // namespace lockstep::tests
