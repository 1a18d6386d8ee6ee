#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/dot_draw.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::cli {

namespace {

using matrix::Unit;

constexpr std::uint64_t kDots = 1000;  // drawn at once: same k and formats

// The first dot product on which the two implementations disagree.
struct Disagreement {
  const Unit* unit;
  const formats::Format *a, *b;
  std::string fast, slow;
  std::string line;  // for `lockstep arith mma`
};

template <typename Code>
std::string codes(const std::vector<Code>& all, std::size_t begin, std::size_t count) {
  std::string text;
  for (std::size_t i = begin; i < begin + count; ++i)
    text += fmt::format("{}{:x}", i == begin ? "" : " ", all[i]);
  return text;
}

template <typename Code>
std::string input_line(const Unit& unit, const matrix::BasicDrawnDots<Code>& dots, std::size_t index) {
  const auto k = std::size_t(dots.k);
  std::string line =
      fmt::format("{} / {} / {:x}", codes(dots.a, index * k, k), codes(dots.b, index * k, k), dots.c[index]);
  if (unit.scale_block == 0) return line;
  const std::size_t blocks = k / std::size_t(unit.scale_block);
  return line + fmt::format(" / {} / {}", codes(dots.scale_a, index * blocks, blocks),
                            codes(dots.scale_b, index * blocks, blocks));
}

template <typename Code>
std::optional<Disagreement> compare(const Unit& unit, const Unit& slow_unit, std::uint64_t seed) {
  const auto dots = matrix::draw_dots<Code>(unit, seed, kDots);
  std::vector<Code> fast(dots.count), slow(dots.count);
  matrix::dot_products(unit, dots.batch(fast.data()));
  matrix::dot_products_slow(slow_unit, dots.batch(slow.data()));
  for (std::size_t i = 0; i < dots.count; ++i)
    if (!matrix::same_result(unit, fast[i], slow[i]))
      return Disagreement{&unit,
                          dots.a_format,
                          dots.b_format,
                          fmt::format("{:x}", fast[i]),
                          fmt::format("{:x}", slow[i]),
                          input_line(unit, dots, i)};
  return std::nullopt;
}

class MatrixCheck {
 public:
  MatrixCheck(std::vector<const Unit*> units, const Unit* against, std::uint64_t cases, std::uint64_t seed)
      : units_(std::move(units)), against_(against), rounds_((cases + kDots - 1) / kDots), seed_(seed) {}

  void run(int jobs) {
    const std::uint64_t rounds = rounds_ * units_.size();
    Progress bar(rounds * kDots);
    host::parallel_for(rounds, jobs, [&](std::uint64_t round, int) { return check(round, bar); });
    bar.finish();
  }

  std::uint64_t done() const { return done_; }
  const std::optional<Disagreement>& found() const { return found_; }
  bool interrupted() const { return interrupt_.load() && !found_; }

 private:
  host::Then check(std::uint64_t round, Progress& bar) {
    if (interrupt_.load()) return host::Then::stop;
    const Unit& unit = *units_[round / rounds_];
    const Unit& slow = against_ == nullptr ? unit : *against_;
    const std::uint64_t seed = seed_ + round % rounds_;
    auto wrong = matrix::is_wide(unit) ? compare<std::uint64_t>(unit, slow, seed)
                                       : compare<std::uint32_t>(unit, slow, seed);
    const std::lock_guard lock(mutex_);
    done_ += kDots;
    bar.update(done_, std::string(unit.name));
    if (!wrong) return host::Then::go_on;
    if (!found_ || round < found_in_) found_ = std::move(wrong), found_in_ = round;
    return host::Then::stop;
  }

  const std::vector<const Unit*> units_;
  const Unit* const against_;
  const std::uint64_t rounds_, seed_;
  const std::atomic<bool>& interrupt_ = watch_for_interrupt();
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::optional<Disagreement> found_;  // the first, whatever the number of threads
  std::uint64_t found_in_ = 0;         // the round
};

// For `lockstep arith mma`, where the unit takes several formats.
std::string format_options(const Disagreement& d) {
  const bool own = d.unit->a != nullptr && *d.unit->a == *d.a && *d.unit->b == *d.b;
  return own ? "" : fmt::format(" --a {} --b {}", d.a->name, d.b->name);
}

}  // namespace

int check_matrix(const CheckMatrixOptions& options) {
  std::vector<const Unit*> chosen;
  for (const std::string& name : options.units) {
    chosen.push_back(named_unit("check matrix", name));
    if (chosen.back() == nullptr) return kUsage;
  }
  if (chosen.empty())
    for (const Unit& unit : matrix::units()) chosen.push_back(&unit);
  const Unit* against = nullptr;
  if (!options.against.empty()) {
    against = named_unit("check matrix", options.against);
    if (against == nullptr) return kUsage;
    for (const Unit* unit : chosen)
      if (*unit->c != *against->c || unit->scale_block != against->scale_block ||
          unit->step % against->step != 0) {
        fmt::print(stderr, "lockstep check matrix: {} and {} do not take the same inputs\n", unit->name,
                   against->name);
        return kUsage;
      }
  }
  MatrixCheck check(chosen, against, options.cases, options.seed);
  check.run(host::thread_count(options.jobs));
  fmt::print("{} units, {} dot products computed twice, seed {}\n", chosen.size(), check.done(),
             options.seed);
  if (const auto& d = check.found()) {
    fmt::print("falsified: {} ({} x {}) gives {}, in exact arithmetic {}\n", d->unit->name, d->a->name,
               d->b->name, d->fast, d->slow);
    fmt::print("  again      echo '{}' | ./lockstep arith mma {}{}\n", d->line, d->unit->name,
               format_options(*d));
    return kFalsified;
  }
  if (check.interrupted()) {
    fmt::print("interrupted: nothing is proven about the rest\n");
    return kInterrupted;
  }
  if (check.done() == 0) return kInconclusive;
  fmt::print("holds\n");
  return kHolds;
}

}  // namespace lockstep::cli
