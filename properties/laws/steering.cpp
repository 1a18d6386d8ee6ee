#include "properties/laws/steering.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "emulator/observe/coverage.hpp"
#include "host/random.hpp"
#include "properties/cases/draw.hpp"

namespace lockstep::laws {

namespace {

using cases::Case;
using cases::Data;
using cases::Draw;
using cases::Scales;

constexpr std::uint64_t kChoiceSalt = 0x57EE12, kFreshSalt = 0x57EE13, kTowardSalt = 0x57EE14;
constexpr std::size_t kMostParents = 6;
constexpr std::int64_t kSmall = 1 << 21;  // n * k; larger ones cost too much for what they tell

std::string image_of(const Case& c) {
  return fmt::format("{}@{} {}", c.kernel, c.arch, c.build);
}

bool accepts(const Case& c) {
  return problems::may_be_drawn(c, *kernels::find_kernel(c.kernel, c.arch));
}

bool runs(const Case& c, std::string_view symbol) {
  const auto launches = problems::launches_of(c, *kernels::find_kernel(c.kernel, c.arch));
  return launches && std::ranges::any_of(*launches, [&](const auto& l) { return l.symbol == symbol; });
}

// What a case costs grows with its blocks of products: a part of one costs nearly as much as the whole.
std::pair<std::int64_t, std::int64_t> work(const Case& c) {
  const auto blocks = [](std::int64_t extent) { return (extent + 127) / 128; };
  std::int64_t tall = 0, rows = 0;
  for (const std::int32_t m : c.m) {
    tall += blocks(m);
    rows += m;
  }
  return {tall * blocks(c.n) * blocks(c.k), rows * c.n * c.k};
}

// Collects cases that would do and keeps the cheapest, so that there is time for more of them. Some draws
// take the first instead: what needs several tiles must stay in reach.
class Cheapest {
 public:
  explicit Cheapest(Draw& draw) : wanted_(draw.chance(kPercentFirst) ? 1 : kOffers) {}
  void offer(Case c) {
    ++offered_;
    if (!best_ || work(c) < work(*best_)) best_ = std::move(c);
  }
  bool done() const { return offered_ == wanted_; }
  const std::optional<Case>& best() const { return best_; }

 private:
  static constexpr int kPercentFirst = 40, kOffers = 4;
  int wanted_, offered_ = 0;
  std::optional<Case> best_;
};

// Some of what the other case has.
Case mixed(const Case& parent, const Case& other, Draw& draw) {
  Case c = parent;
  constexpr int kPercent = 35;
  c.seed = other.seed;
  c.model = other.model;
  if (draw.chance(kPercent)) c.m = other.m;
  if (draw.chance(kPercent)) c.n = other.n;
  if (draw.chance(kPercent)) c.k = other.k;
  if (draw.chance(kPercent)) c.schedule = other.schedule;
  if (draw.chance(kPercent)) c.place = other.place;
  if (draw.chance(kPercent)) {
    c.data = other.data;
    c.scales = other.scales;
  }
  const cases::Keys keys = problems::grammar_of(c).keys;
  for (const cases::Key* key : keys)
    if (draw.chance(kPercent)) c.options.set_text(*key, other.options.text(*key));
  // Nothing, one step or two: what loops and epilogues treat apart.
  const cases::Grammar& grammar = problems::grammar_of(c);
  if (draw.chance(15)) c.k = grammar.k_step * draw.between(0, 2);
  if (draw.chance(8)) c.n = grammar.n_step * draw.between(0, 2);
  if (draw.chance(6)) c.m.assign(c.m.size(), 0);
  c.options = cases::plainest(c.options, keys);
  return c;
}

}  // namespace

const Steering::Plan* Steering::plan_of(std::uint64_t index) const {
  const std::lock_guard lock(mutex_);
  const std::uint64_t round = round_of(index);
  return round < 2 || round - 2 >= plans_.size() ? nullptr : plans_[round - 2].get();
}

Draw Steering::choice(std::uint64_t index) const {
  return Draw(host::hash(seed_ ^ kChoiceSalt, index));
}

bool Steering::is_news(std::uint64_t index, const Case& c, const observe::Coverage& reached) const {
  const Plan* plan = plan_of(index);
  if (plan == nullptr || choice(index).between(0, 99) < kPercentPlain) return true;
  if (c == problems::draw(space_, seed_, index)) return true;  // nothing better was found
  const auto before = plan->reached.find(image_of(c));
  return before == plan->reached.end() || before->second.news_in(reached) > 0;
}

Case Steering::draw(std::uint64_t index) const {
  Case plain = problems::draw(space_, seed_, index);
  const Plan* plan = plan_of(index);
  if (plan == nullptr) return plain;
  Draw draw = choice(index);
  const std::int64_t what = draw.between(0, 99);
  if (what < kPercentPlain) return plain;
  if (what < 30 && !space_.exact_grid_only) return with_unseen_data(*plan, plain, draw);
  const std::uint64_t all =
      std::accumulate(plan->targets.begin(), plan->targets.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const Target& target) { return sum + target.weight; });
  if (all == 0) return plain;
  auto at = std::uint64_t(draw.between(0, std::int64_t(all) - 1));
  for (const Target& target : plan->targets) {
    if (at < target.weight) return toward(target, plain, index);
    at -= target.weight;
  }
  return plain;
}

// A new case whose launches run the kernel, if one of several is.
Case Steering::toward(const Target& target, const Case& plain, std::uint64_t index) const {
  Draw draw(host::hash(seed_ ^ kTowardSalt, index));
  if (!target.parents.empty() && draw.chance(50)) return mixed_toward(target, plain, index);
  problems::Space same = space_;
  same.kernels = {target.kernel};
  same.builds = {target.build};
  same.wide_offsets = false;
  constexpr std::uint64_t kTries = 24;
  Cheapest cheapest(draw);
  for (std::uint64_t i = 0; i < kTries && !cheapest.done(); ++i) {
    Case c = problems::draw(same, seed_ ^ kTowardSalt, index * kTries + i);
    if (c.n * c.k <= kSmall && runs(c, target.symbol)) cheapest.offer(std::move(c));
  }
  return cheapest.best().value_or(plain);
}

// A case that came to the kernel, with some of a new one's sizes and options.
Case Steering::mixed_toward(const Target& target, const Case& plain, std::uint64_t index) const {
  Draw draw(host::hash(seed_ ^ kFreshSalt, index));
  const Case parent = draw.of(target.parents);
  problems::Space same = space_;
  same.kernels = {fmt::format("{}@{}", parent.kernel, parent.arch)};
  same.wide_offsets = false;
  constexpr std::uint64_t kTries = 8;
  Cheapest cheapest(draw);
  for (std::uint64_t i = 0; i < kTries && !cheapest.done(); ++i) {
    Case other = problems::draw(same, seed_ ^ kFreshSalt, index * kTries + i);
    other.build = parent.build;
    Case c = mixed(parent, other, draw);
    if (c.n * c.k <= kSmall && accepts(c)) cheapest.offer(std::move(c));
  }
  return cheapest.best().value_or(plain);
}

Case Steering::with_unseen_data(const Plan& plan, const Case& plain, Draw& draw) const {
  const std::vector<Data> unseen = plan.seen.unseen_with(plain);
  if (unseen.empty()) return plain;
  Case c = plain;
  c.data = draw.of(unseen);
  if (c.data == Data::full)
    c.scales = Scales::quantised;
  else if (c.scales == Scales::quantised)
    c.scales = Scales::near;
  return accepts(c) ? c : plain;
}

void Steering::note(const CaseResult& result) {
  const std::lock_guard lock(mutex_);
  const Case& c = result.the_case;
  ++noted_;
  if (result.error.empty() && result.coverage.code() != nullptr) {
    seen_.note(result);
    observe::Coverage& all = coverage_[image_of(c)];
    const bool news = all.news_in(result.coverage) > 0;
    all.merge(result.coverage);
    const auto [one_way, is_first] = one_way_.try_emplace(image_of(c));
    if (is_first) one_way->second = observe::branches_with_lanes(*all.code());
    const auto now = all.parts(one_way->second), reached = result.coverage.parts({});
    for (std::size_t i = 0; i < now.size(); ++i) {
      Part& part = parts_[{image_of(c), std::string(now[i].symbol)}];
      part.kernel = fmt::format("{}@{}", c.kernel, c.arch);
      part.build = c.build;
      part.symbol = now[i].symbol;
      part.open = now[i].open;
      if (!reached[i].reached) continue;
      part.since_news = news ? 0 : part.since_news + 1;
      if (c.n * c.k > kSmall || !(news || part.parents.size() < kMostParents)) continue;
      part.parents.push_back(c);
      if (part.parents.size() > kMostParents) part.parents.erase(part.parents.begin());
    }
  }
  if (noted_ != first_of(plans_.size() + 1)) return;
  plans_.push_back(make_plan());
  if (plans_.size() > 2) plans_[plans_.size() - 3]->reached.clear();  // every case of its round is noted
}

std::unique_ptr<Steering::Plan> Steering::make_plan() const {
  auto plan = std::make_unique<Plan>();
  constexpr std::uint64_t kPatience = 4, kScale = 64;
  for (const auto& [place, part] : parts_)
    if (part.open > 0)
      plan->targets.push_back({1 + part.open * kScale / (kPatience + part.since_news), part.kernel,
                               part.build, part.symbol, part.parents});
  plan->seen = seen_;
  plan->reached = coverage_;
  return plan;
}

}  // namespace lockstep::laws
