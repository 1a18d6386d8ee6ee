#include "tests/matrix/unit_changes.hpp"

#include "reference/formats/formats.hpp"

namespace lockstep::tests {
namespace {

using matrix::Cut, matrix::Facts, matrix::Grid, matrix::NanBits, matrix::Rounding, matrix::ScaleAt,
    matrix::Summation, matrix::Toward, matrix::Unit;

class Changes {
 public:
  explicit Changes(const Unit& unit) : unit_(unit) {}

  template <typename Change>
  void add(std::string what, const Change& change) {
    Unit changed = unit_;
    change(changed.facts);
    if (changed.facts != unit_.facts) all_.push_back({std::move(what), changed});
  }
  void flag(std::string what, bool Facts::* fact) {
    add(std::move(what), [&](Facts& f) { f.*fact = !(f.*fact); });
  }
  void count(const std::string& what, int Facts::* fact) {
    add(what + " less", [&](Facts& f) { --(f.*fact); });
    add(what + " more", [&](Facts& f) { ++(f.*fact); });
  }
  void cut(const std::string& what, Cut Facts::* fact) {
    add(what + " a bit less", [&](Facts& f) { --(f.*fact).fraction_bits; });
    add(what + " a bit more", [&](Facts& f) { ++(f.*fact).fraction_bits; });
    add(what + " turned", [&](Facts& f) {
      (f.*fact).toward = (f.*fact).toward == Toward::zero ? Toward::minus_infinity : Toward::zero;
    });
  }
  template <typename T>
  void others(const std::string& what, T Facts::* fact,
              std::initializer_list<std::pair<const char*, T>> values) {
    for (const auto& [name, value] : values) add(what + " " + name, [&](Facts& f) { f.*fact = value; });
  }

  std::vector<UnitChange> take() { return std::move(all_); }

 private:
  const Unit& unit_;
  std::vector<UnitChange> all_;
};

void of_step(const Facts& f, Changes& all) {
  if (f.step > f.group && f.step > 1 && !(f.summation == Summation::grid && f.step <= f.pair))
    all.add("steps halved", [](Facts& x) { x.step /= 2; });
  const bool fixed =
      f.summation == Summation::pairwise || (f.summation == Summation::grid && f.grid == Grid::gfx11);
  if (!fixed || f.step == 2)
    all.add("steps doubled", [](Facts& x) {
      x.step *= 2;
      if (x.summation == Summation::grid) x.grid = Grid::gfx12;  // gfx11 knows two products only
    });
}

void of_aligned(const Facts& f, Changes& all) {
  all.flag("parity", &Facts::parity_split);
  all.cut("products", &Facts::product);
  if (f.parity_split) all.cut("merge", &Facts::merge);
  all.cut("sum", &Facts::dot);
  all.cut("accumulator", &Facts::accumulator);
  all.count("window", &Facts::accumulator_window);
  all.add("window of 25", [](Facts& x) { x.accumulator_window = 25; });
  all.cut("total", &Facts::normalised);
  all.others("oversized products", &Facts::oversized, {{"kept", matrix::Oversized::kept}});
}

void of_fused(const Facts& f, Changes& all) {
  all.cut("terms", &Facts::product);
  all.count("exponent of zeros", &Facts::zero_exponent);
  all.flag("halves", &Facts::halves);
  if (f.group > 1) {
    all.add("groups halved", [](Facts& x) { x.group /= 2; });
    all.add("groups doubled", [](Facts& x) { x.group *= 2; });
  }
  if (f.rounding != Rounding::toward_zero) return;
  if (f.result_bits == 0) {
    all.add("a bit of the result less", [](Facts& x) { x.result_bits = 22; });
  } else {
    all.count("bits of the result", &Facts::result_bits);
  }
}

void of_grid(const Facts& f, Changes& all) {
  if (f.step == 2) all.others("grid of", &Facts::grid, {{"gfx11", Grid::gfx11}, {"gfx12", Grid::gfx12}});
  if (f.grid == Grid::gfx11) return;
  if (f.step == 4) all.add("pairs of another size", [](Facts& x) { x.pair = x.pair == 2 ? 4 : 2; });
  all.flag("order of steps", &Facts::middle_swapped);
}

void of_rounding(const Facts& f, const Unit& unit, Changes& all) {
  if (f.grid == Grid::gfx11 && *unit.d != formats::float16) return;  // flushes, after its own rounding
  all.flag("sign of what vanishes", &Facts::negative_underflow);
  if (f.rounding == Rounding::bfloat16_cut) return;  // the one rounding of bf16 results that there is
  if (unit.d->bits == 32 || f.summation != Summation::grid)
    all.others("rounding", &Facts::rounding,
               {{"to nearest", Rounding::nearest_even}, {"toward zero", Rounding::toward_zero}});
}

}  // namespace

std::vector<UnitChange> one_step_changes(const Unit& unit) {
  const Facts& f = unit.facts;
  Changes all(unit);
  of_step(f, all);
  if (f.summation == Summation::aligned) of_aligned(f, all);
  if (f.summation == Summation::fused) of_fused(f, all);
  if (f.summation == Summation::grid) of_grid(f, all);
  if (f.summation == Summation::exact) all.flag("sign of a sum of zeros", &Facts::signed_zero);
  if (f.summation != Summation::exact && f.summation != Summation::pairwise) of_rounding(f, unit, all);
  all.flag("flush", &Facts::flush);
  if (unit.d->bits == 32 && unit.a != nullptr && unit.a->bits == 8)
    all.flag("through f16", &Facts::through_half);
  if (unit.a == &formats::float32) all.count("ignored bits", &Facts::ignored_bits);
  if (f.nan != NanBits::any)
    all.others("NaN", &Facts::nan, {{"of ones", NanBits::ones}, {"as RDNA", NanBits::rdna}});
  if (unit.scale != nullptr && f.scale_at == ScaleAt::product)
    all.others("scales", &Facts::scale_at, {{"on the sum", ScaleAt::sum}});
  std::vector<UnitChange> changes = all.take();
  std::erase_if(changes, [](const UnitChange& c) { return c.unit.facts.ignored_bits < 0; });
  return changes;
}

}  // namespace lockstep::tests
