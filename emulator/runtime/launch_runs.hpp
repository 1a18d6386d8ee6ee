// Launches on a device's memory, under one schedule or several: what the first leaves stays, the others run
// on memories of their own over the same contents and are compared with it.
//
// Mostly there is one launch. Of several that run at the same time, `random` deals turns to workgroups of all
// of them, some launches faster than others, so that launches that write each other's bytes differ in value
// as on a GPU. Under the other schedules one comes after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/checks/policy.hpp"
#include "emulator/launch/host_calls.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/observe/footprint.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_launch.hpp"
#include "emulator/runtime/overlay.hpp"
#include "emulator/runtime/report.hpp"

namespace lockstep::runtime {

/// What is launched, and how; all of it outlives the run.
struct LaunchJob {
  const KernelLaunch* launch = nullptr;  ///< its module's segments are in memory
  machine::Settings settings;            ///< all but the schedule; the observer sees the first run
  /// What each run uses of memory, as many as there are: they are its observers, instead.
  std::span<observe::Footprint> used;
  std::span<const machine::Schedule> schedules;  ///< at least one; of launches at the same time, the same
  const checks::Policy* policy = nullptr;
  bool all_checks = true;    ///< the observers, too; only with those of the machine
  bool keeps_apart = false;  ///< the first run's changes are in `kept` until the launch is finished
};

struct LaunchRuns {
  machine::Outcome first;                   ///< under the first schedule
  std::vector<findings::Finding> findings;  ///< findings of all runs, in the order of the schedules
  std::optional<findings::Finding> stop;    ///< why the first run that stopped did
  std::vector<Remark> remarks;     ///< bytes that differ between schedules; the first launch has all of them
  std::vector<std::string> notes;  ///< on how they ran; the first launch has all of them
  /// What they changed, of the first launch; nullptr where the run was on the memory itself.
  std::unique_ptr<Overlay> kept{};
  std::vector<launch::Printed> printed{};  ///< what they printed, of the first launch

  /// Whether it waits for what it doesn't do itself.
  bool waits() const { return stop && stop->kind == findings::FindingKind::deadlock; }
};

/// Runs it. The launch's arguments stay in memory until finish_launch().
LaunchRuns run_launch(const LaunchJob& job, DeviceMemory& memory);

/// Puts what the first run changed into the memory and takes the arguments out of it.
void finish_launch(LaunchRuns& runs, DeviceMemory& memory);

/// Runs launches that run at the same time. `code`: where further segments of code objects begin that
/// they may use. `number` tells draws of one seed apart.
std::vector<LaunchRuns> run_launches(std::span<const LaunchJob> jobs, DeviceMemory& memory,
                                     std::span<const std::uint64_t> code, std::uint64_t number);
void finish_launches(std::span<LaunchRuns> runs, DeviceMemory& memory);
/// Leaves memory as if the launches had never run. They were to keep apart.
void undo_launches(std::span<LaunchRuns> runs, DeviceMemory& memory);

}  // namespace lockstep::runtime
