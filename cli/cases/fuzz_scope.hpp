// Which cases `fuzz` may draw or take from its corpus: by its options, the objects that exist and the GPU.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/cases/commands.hpp"
#include "cli/devices/gpu.hpp"
#include "properties/laws/code_cache.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

struct FuzzScope {
  problems::Space space;
  std::vector<cases::Options::Entry> always;  ///< keys that each drawn case has, whatever was drawn

  /// `gpu`: what cases run on; nullptr: the emulator. A build that was asked for must exist for every kernel
  /// that is fuzzed; a name without an arch means those archs that have it. Fails where nothing is left to
  /// draw, and where no case could run: the emulator has no disassembler, the GPU no code.
  static tl::expected<FuzzScope, Problem> of(const FuzzOptions& options, const Gpu* gpu,
                                             laws::CodeCache& cache);

  /// The case with the keys of `always`. Fails where a key is not one of its kernel, or does not go with the
  /// others.
  tl::expected<cases::Case, std::string> with_always(const cases::Case& drawn) const;

  /// Reads and decodes the objects that cases of a long run may have, and lints their kernels if law `clean`
  /// will ask. Of a short run only the objects that it draws, unlinted: few of their kernels run. Its threads
  /// have ended when it returns.
  void decode(const FuzzOptions& options, laws::CodeCache& cache, int threads) const;

  /// Whether a case that somebody wrote down is one of these.
  bool takes(const cases::Case& c, const Gpu* gpu) const;
};

}  // namespace lockstep::cli
