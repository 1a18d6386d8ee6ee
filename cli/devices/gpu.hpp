// A GPU that cases run on, and what is known of its arithmetic.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/devices/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "devices/device.hpp"

namespace lockstep::cli {

struct Gpu {
  std::unique_ptr<devices::Device> device;
  std::vector<std::string>
      models;        ///< matrix models that its answers leave; none: law `bits` has nothing to go by
  std::string kept;  ///< where its answers were read, and of which day; empty: it was asked

  /// "hip:0 (AMD Instinct MI355X, gfx950), by the probe exact and 2 other models"
  std::string text() const;
};

/// "hip:0 (AMD Instinct MI355X, gfx950; driver 60000000)"
std::string text(const devices::Identity& identity);

/// How a command ends that a device failed so.
ExitCode code_of(devices::Failure::Kind kind);

/// Opens a device, in processes of its own. `timeout`: seconds that a kernel may take; `runs`: after which a
/// process is replaced.
tl::expected<std::unique_ptr<devices::Device>, Problem> open_device(const std::string& specification,
                                                                    double timeout,
                                                                    int runs = kRunsPerProcess);

/// Opens a device and asks it what the probe asks, unless its answers are kept (kept_answers.hpp).
tl::expected<Gpu, Problem> open_gpu(const std::string& specification, double timeout,
                                    int runs = kRunsPerProcess);

}  // namespace lockstep::cli
