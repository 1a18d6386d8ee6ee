#include <fmt/format.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "properties/hunt/hunt.hpp"

namespace lockstep::cli {

int hunt(const HuntOptions& options) {
  const auto c = cases::parse(fmt::format("{}", fmt::join(options.words, " ")));
  if (!c) {
    fmt::print(stderr, "lockstep hunt: {}\n", c.error());
    return kUsage;
  }
  laws::CodeCache cache;
  hunt::HuntOptions o;
  o.seeds = options.seeds;
  o.seed = options.seed;
  o.cancel = &watch_for_interrupt();
  const auto prey = hunt::hunt(*c, cache, o);
  if (!prey) {
    fmt::print(stderr, "lockstep hunt: {}\n", prey.error());
    return kUsage;
  }
  if (o.cancel->load()) return kInterrupted;
  const bool falsified = prey->differs || !prey->findings.empty();
  fmt::print("{}  {}\n", falsified ? "FALSIFIED" : "HOLDS", cases::print(*c));
  const kernels::Kernel& kernel = *kernels::find_kernel(c->kernel, c->arch);
  fmt::print("{}", hunt::text(*prey, (*cache.get(kernel, c->build))->program()));
  return falsified ? kFalsified : kHolds;
}

}  // namespace lockstep::cli
