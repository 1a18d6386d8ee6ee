// The emulator as a device that a program holds: memory, code objects, launches. Any number of them in a process, each by
// itself; calls of one may come from any thread and wait for each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/checks/policy.hpp"
#include "emulator/checks/trace.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/matrix/models/model.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/module.hpp"
#include "python/session/launch_report.hpp"

namespace lockstep::session {

/// A code object on a device, for as long as either lives.
using Code = std::shared_ptr<runtime::Module>;

struct LaunchRequest {
  Code code;
  std::string kernel;
  code_object::Geometry geometry;
  std::vector<std::vector<std::uint8_t>> arguments;  ///< the explicit ones, in order, each of the metadata's size
  std::vector<machine::Schedule> schedules;          ///< the first one's results stay
  checks::Policy policy;
  bool checks = true;
  bool cooperative = false;
  int threads = 1;
  std::optional<checks::TraceSelection> trace;  ///< of the first schedule's run
  const std::atomic<bool>* cancel = nullptr;
};

class EmulatedDevice {
 public:
  /// `model`: empty: the arch's first. `seed`: of what undefined bytes hold. Errors name what there is.
  static tl::expected<std::unique_ptr<EmulatedDevice>, std::string> open(const std::string& arch,
                                                                         const std::string& model,
                                                                         std::uint64_t seed);

  const std::string& arch() const { return arch_; }
  const matrix::Model& model() const { return *model_; }
  std::uint64_t used() const;

  /// An address, its bytes undefined; costs nothing until it is touched. `name`: what findings call it.
  tl::expected<std::uint64_t, std::string> allocate(std::uint64_t bytes, const std::string& name);
  void free(std::uint64_t address);
  tl::expected<void, std::string> write(std::uint64_t address, std::span<const std::uint8_t> bytes);
  /// Pages that nobody touched stay untouched. `undefined` gets 1 for every byte that is.
  tl::expected<void, std::string> read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                       std::span<std::uint8_t> undefined) const;

  /// `name` names the bytes in reports. Fails where they are no code object of this arch.
  tl::expected<Code, std::string> load(const std::string& name, std::span<const std::byte> bytes);
  /// Errors say what can't be launched. The memory is as the first schedule's run left it, whatever came of it.
  tl::expected<LaunchReport, std::string> launch(const LaunchRequest& request);

 private:
  EmulatedDevice(const std::string& arch, const matrix::Model& model, std::uint64_t memory, std::uint64_t seed)
      : arch_(arch), model_(&model), seed_(seed), memory_(memory, seed) {}
  void make_resident(const Code& code);

  mutable std::mutex mutex_;
  std::string arch_;
  const matrix::Model* model_;
  std::uint64_t seed_;
  runtime::DeviceMemory memory_;
  Code resident_;
};

}  // namespace lockstep::session
