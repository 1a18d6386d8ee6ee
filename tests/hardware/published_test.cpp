// What GPUs answered elsewhere, against the units that claim their instructions.
#include "tests/hardware/published.hpp"

#include <map>
#include <set>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using hardware::Published;

namespace {

std::vector<Published> published() {
  std::string error;
  std::vector<Published> all = hardware::read_published(error);
  INFO(error);
  REQUIRE_FALSE(all.empty());
  return all;
}

std::size_t differences(const Published& p, bool slow) {
  std::vector<std::uint32_t> d(p.d.size());
  if (slow)
    matrix::dot_products_slow(*p.unit, p.batch(d.data()));
  else
    matrix::dot_products(*p.unit, p.batch(d.data()));
  std::size_t count = 0;
  for (std::size_t i = 0; i < d.size(); ++i) count += d[i] != p.d[i];
  return count;
}

}  // namespace

TEST_CASE("units give every bit of the answers that others published") {
  std::size_t answers = 0;
  std::set<std::string> gpus;
  std::set<std::string_view> units;
  for (const Published& p : published()) {
    INFO(p.unit->name << " on " << p.gpu << ": " << p.source);
    CHECK(p.d.size() >= 6);
    CHECK(differences(p, false) == 0);
    CHECK(differences(p, true) == 0);
    answers += p.d.size();
    gpus.insert(p.gpu);
    units.insert(p.unit->name);
  }
  CHECK(answers == 1596);
  CHECK(units.size() == 39);
  CHECK(gpus ==
        std::set<std::string>{"A100", "A2", "Ada", "B200", "H100", "H200", "L40S", "R9700", "V100", "W7900"});
}

TEST_CASE("a wrong bit in a published answer is noticed") {
  for (Published& p : published()) {
    p.d.back() ^= 1;
    INFO(p.unit->name << " on " << p.gpu);
    CHECK(differences(p, false) == 1);
    CHECK(differences(p, true) == 1);
  }
}

TEST_CASE("a file of published answers that is not well formed is refused, with its line") {
  const std::string head = "source here\ngpu A\n";
  const auto refused = [](const std::string& unit, const std::string& text) {
    std::vector<Published> all;
    std::string error;
    return parse_published(unit, text, all, error) ? std::string() : error;
  };
  const std::string unit = "rdna4_dot2_f32_f16";
  CHECK(refused(unit, head + "3c00 3c00 / 3c00 3c00 / 3f800000 = 40400000\n").empty());
  CHECK(refused(unit, head + "3c00 3c00 / 3c00 / 3f800000 = 40400000\n").find("line 3") != std::string::npos);
  CHECK_FALSE(refused(unit, head + "3c00 / 3c00 / 3f800000 = 40400000\n").empty());
  CHECK_FALSE(refused(unit, head + "3c00 3c00 / 3c00 3c00 / 3f800000\n").empty());
  CHECK_FALSE(refused(unit, head + "3c00 13c00 / 3c00 3c00 / 3f800000 = 40400000\n").empty());
  CHECK_FALSE(refused(unit, "3c00 3c00 / 3c00 3c00 / 3f800000 = 40400000\n").empty());
  CHECK(refused("cdna9_f16", head).find("cdna9_f16") != std::string::npos);
}
