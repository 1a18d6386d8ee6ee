#include "properties/fuzzing/minimise.hpp"

#include <set>

#include <fmt/format.h>

#include "properties/problems/operator.hpp"

namespace lockstep::fuzzing {

namespace {

using cases::Axis;
using cases::Case;
using cases::Grammar;

class Minimiser {
 public:
  Minimiser(const Case& failing, const std::function<laws::CaseResult(const Case&)>& evaluate,
            const std::atomic<bool>* cancel, int most_tries, Deadline deadline)
      : evaluate_(evaluate),
        cancel_(cancel),
        most_tries_(most_tries),
        deadline_(deadline),
        result_{failing} {}

  Minimised run() {
    if (is_sampled()) sizes();  // whose tensors take seconds to place, whatever the rest is
    bool progress = true;
    while (progress && !ended()) {
      progress = first_of(&cases::plainer);
      progress |= sizes();
      progress |= first_of(&cases::simpler);
    }
    return result_;
  }

 private:
  const Grammar& grammar() const { return problems::grammar_of(result_.smallest); }
  bool is_sampled() const {
    const cases::Key* const part = grammar().part;
    return part != nullptr && !part->is_default(result_.smallest.options.text(*part));
  }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(); }
  bool ended() const { return result_.out_of_tries || result_.out_of_time || cancelled(); }

  // True when the case fails the law; it is the smallest so far then.
  bool take(const Case& c) {
    if (ended() || cases::weight(c, grammar()) >= cases::weight(result_.smallest, grammar())) return false;
    if (cases::drops_part(result_.smallest, c, grammar())) return false;
    if (!tried_.insert(cases::print(c)).second) return false;
    if (result_.attempts >= most_tries_ || instructions_ > kMostShrinkInstructions) {
      result_.out_of_tries = true;
      return false;
    }
    if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) {
      result_.out_of_time = true;
      return false;
    }
    ++result_.attempts;
    const laws::CaseResult tried = evaluate_(c);
    instructions_ += tried.instructions;
    if (tried.cancelled || tried.first_falsified() == nullptr) return false;
    result_.smallest = c;
    ++result_.steps;
    return true;
  }

  // The first candidate that fails, and so on until none does.
  bool first_of(std::vector<Case> (*candidates)(const Case&, const Grammar&)) {
    bool any = false, again = true;
    while (again && !ended()) {
      again = false;
      for (const Case& c : candidates(result_.smallest, grammar()))
        if (take(c)) {
          any = again = true;
          break;
        }
    }
    return any;
  }

  bool sizes() {
    bool any = false;
    const std::size_t count = cases::axes(result_.smallest, grammar()).size();
    for (std::size_t i = 0; i < count && !ended(); ++i) {
      const std::vector<Axis> now = cases::axes(result_.smallest, grammar());
      if (i < now.size()) any |= bisect(now[i]);
    }
    return any;
  }

  // The least size that fails, as if all above it did.
  bool bisect(const Axis& axis) {
    bool any = false;
    const auto fails = [&](std::int64_t steps) {
      Case c = result_.smallest;
      axis.set(c, axis.low + steps * axis.step);
      Case whole = c;  // what is small needs no sample, which takes fewer sizes
      if (grammar().part != nullptr) whole.options.erase(*grammar().part);
      for (Case* each : {&whole, &c}) each->options = cases::plainest(each->options, grammar().keys);
      return take(whole) || take(c);
    };
    if (fails(0)) return true;
    std::int64_t holds = 0, known = (axis.now - axis.low + axis.step - 1) / axis.step;  // in steps from `low`
    // Hardly any size of a sampled case is taken: sizes are doubled until one fails, then halved between.
    const std::int64_t least = std::max(axis.low, axis.step);
    for (std::int64_t size = 2 * least; is_sampled() && !any && size < axis.now && !ended(); size *= 2)
      any = fails((size - axis.low) / axis.step), (any ? known : holds) = (size - axis.low) / axis.step;
    while (known - holds > 1 && !ended()) {
      const std::int64_t middle = holds + (known - holds) / 2;
      if (fails(middle)) {
        known = middle;
        any = true;
      } else {
        holds = middle;
      }
    }
    return any;
  }

  const std::function<laws::CaseResult(const Case&)>& evaluate_;
  const std::atomic<bool>* cancel_;
  int most_tries_;
  Deadline deadline_;
  Minimised result_;
  std::set<std::string> tried_;
  std::uint64_t instructions_ = 0;
};

}  // namespace

Minimised minimise(const Case& failing, const std::function<laws::CaseResult(const Case&)>& evaluate,
                   const std::atomic<bool>* cancel, int most_tries, Deadline deadline) {
  return Minimiser(failing, evaluate, cancel, most_tries, deadline).run();
}

Minimised minimise(const Case& failing, const laws::Law& law, laws::CodeCache& cache,
                   const laws::Experiment::Options& options, int most_tries,
                   const std::function<bool(const Case&)>& is_meant, Deadline deadline) {
  const laws::Law* const only[] = {&law};
  const auto evaluate = [&](const Case& c) {
    return is_meant(c) ? laws::evaluate(c, only, cache, options) : laws::CaseResult{};
  };
  return minimise(failing, evaluate, options.cancel, most_tries, deadline);
}

std::string found_text(std::uint64_t index, bool is_of_corpus, const Minimised& least) {
  return fmt::format("{}case {}   shrunk {}x in {} tries{}", is_of_corpus ? "corpus " : "", index + 1,
                     least.steps, least.attempts,
                     least.out_of_tries  ? ", out of tries"
                     : least.out_of_time ? ", out of time"
                                         : "");
}

}  // namespace lockstep::fuzzing
