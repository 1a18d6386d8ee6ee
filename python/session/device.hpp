// What a program launches kernels on: memory, code objects, launches. The emulator, or a GPU through its
// runtime.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/observe/trace.hpp"
#include "emulator/runtime/module.hpp"
#include "python/session/launch_report.hpp"

namespace lockstep::session {

/// A code object on a device, for as long as either lives.
using Code = std::shared_ptr<runtime::Module>;

struct LaunchRequest {
  Code code;
  std::string kernel;
  code_object::Geometry geometry;
  std::vector<std::vector<std::uint8_t>>
      arguments;                             ///< the explicit ones, in order, each of the metadata's size
  std::vector<machine::Schedule> schedules;  ///< the first one's results stay; a GPU has none
  checks::Policy policy;
  bool checks = true;
  bool cooperative = false;
  int threads = 1;
  std::optional<std::uint64_t> step_limit;       ///< instructions per wave before it counts as stuck
  std::optional<observe::TraceSelection> trace;  ///< what is traced of the first schedule's run
  const std::atomic<bool>* cancel = nullptr;
};

/// Calls of one may come from any thread and wait for each other.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  virtual const std::string& arch() const = 0;
  /// How it adds; nullptr: of hardware, which adds as it does.
  virtual const matrix::Model* model() const = 0;
  /// What the GPU calls itself; empty: it is emulated.
  virtual std::string gpu() const { return {}; }
  /// Bytes that are allocated.
  virtual std::uint64_t used() const = 0;

  /// An address, its bytes undefined. `name`: what findings call it.
  virtual tl::expected<std::uint64_t, std::string> allocate(std::uint64_t bytes, const std::string& name) = 0;
  virtual void free(std::uint64_t address) = 0;
  virtual tl::expected<void, std::string> write(std::uint64_t address,
                                                std::span<const std::uint8_t> bytes) = 0;
  /// `undefined` gets 1 for every byte that is; a GPU does not know, and says 0.
  virtual tl::expected<void, std::string> read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                               std::span<std::uint8_t> undefined) const = 0;

  /// `name` names the bytes in reports. Fails where they are no code object of this arch.
  virtual tl::expected<Code, std::string> load(const std::string& name, std::span<const std::byte> bytes) = 0;
  /// Errors say what can't be launched. The memory is as the first schedule's run left it, whatever came of
  /// it.
  virtual tl::expected<LaunchReport, std::string> launch(const LaunchRequest& request) = 0;
};

/// The emulator. Any number of them in a process, each by itself. `model`: empty: the arch's first. `seed`:
/// of what undefined bytes hold. Errors name what there is.
tl::expected<std::unique_ptr<Device>, std::string> open_emulated(const std::string& arch,
                                                                 const std::string& model,
                                                                 std::uint64_t seed);
/// A GPU of the HIP runtime, as in "hip:0". Errors say what is not there.
tl::expected<std::unique_ptr<Device>, std::string> open_gpu(const std::string& specification);

/// Reads it; fails where it is built for another arch than `arch`, of a device called `device`.
tl::expected<Code, std::string> code_for(const std::string& arch, const std::string& name,
                                         std::span<const std::byte> bytes);

/// The kernel that is meant, if the launch can be.
tl::expected<const code_object::Kernel*, std::string> kernel_of(const LaunchRequest& request);

/// An address of each explicit argument's value, in order. Fails where their number or a size is not the
/// kernel's.
tl::expected<std::vector<void*>, std::string> argument_addresses(const code_object::Kernel& kernel,
                                                                 const LaunchRequest& request);

}  // namespace lockstep::session
