// One launch on a device's memory, under one schedule or several: what the first leaves stays, the others run on memories of
// their own over the same contents and are compared with it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_arguments.hpp"
#include "emulator/runtime/module.hpp"
#include "emulator/runtime/overlay.hpp"
#include "emulator/runtime/record.hpp"

namespace lockstep::runtime {

/// What is launched, and how; all of it outlives the run.
struct LaunchJob {
  Module* module = nullptr;  ///< its segments are in memory
  const code_object::Kernel* kernel = nullptr;
  code_object::Geometry geometry;
  const ArgumentSegment* segment = nullptr;
  const matrix::Model* model = nullptr;
  std::span<const machine::Schedule> schedules;  ///< at least one
  const checks::Policy* policy = nullptr;
  std::uint64_t seed = 1;  ///< of undefined registers and LDS
  int threads = 1;
  bool machine_checks = true;  ///< those of the machine: bounds, definedness, what stops a wave
  bool all_checks = true;      ///< the observers, too; only with those of the machine
  bool cooperative = false;    ///< all workgroups at once
  bool keeps_apart = false;    ///< the first run's changes are in `kept` until the launch is finished
  machine::Observer* observer = nullptr;             ///< of the first run
  const std::atomic<bool>* cancel = nullptr;
};

struct LaunchRuns {
  machine::Outcome first;                  ///< under the first schedule
  std::vector<machine::Finding> findings;  ///< of all runs, in the order of the schedules
  std::optional<machine::Finding> stop;    ///< of the first run that stopped
  std::vector<Remark> remarks;             ///< bytes that differ between schedules
  std::unique_ptr<Overlay> kept;           ///< what it changed; nullptr where the run was on the memory itself
};

/// Runs it. The launch's arguments stay in memory until finish_launch().
LaunchRuns run_launch(const LaunchJob& job, DeviceMemory& memory);

/// Puts what the first run changed into the memory and takes the arguments out of it.
void finish_launch(LaunchRuns& runs, DeviceMemory& memory);

}  // namespace lockstep::runtime
