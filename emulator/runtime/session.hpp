// The device of a process: its memory, its modules, and what its launches came to.
//
// What a program asks for is done at once, or in an order that the schedule chooses (backlog.hpp); what may
// run at the same time on a device is checked beside it (streams.hpp). Calls may come from any thread; each
// holds the session's mutex.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/runtime/backlog.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/error.hpp"
#include "emulator/runtime/kept_launches.hpp"
#include "emulator/runtime/kernel_launch.hpp"
#include "emulator/runtime/module.hpp"
#include "emulator/runtime/reached.hpp"
#include "emulator/runtime/report.hpp"
#include "emulator/runtime/settings.hpp"
#include "emulator/runtime/silence.hpp"
#include "emulator/runtime/streams.hpp"
#include "emulator/runtime/virtual_memory.hpp"

namespace lockstep::runtime {

class Overlay;
struct LaunchJob;
struct LaunchRuns;

class Session {
 public:
  explicit Session(const Settings& settings);
  /// The process's; made of the environment variable at the first call. Ends the process where that is no
  /// good.
  static Session& of_process();

  std::recursive_mutex& mutex() { return mutex_; }
  const arch::Arch& device() const { return *device_; }
  /// "AMD Instinct MI355X (emulated, fma_post)": GPUs of two names may add in two ways.
  const std::string& device_name() const { return device_name_; }
  DeviceMemory& memory() { return memory_; }
  VirtualMemory& virtual_memory() { return virtual_memory_; }
  const Settings& settings() const { return settings_; }
  Report& report() { return report_; }

  /// Loads an image; nullptr, and what is wrong in the report, where it holds nothing for the device.
  Module* load(const std::string& name, std::span<const std::byte> object);
  bool unload(Module* module);
  /// Gives everything back but the host memory at `kept`; addresses are not used again.
  void reset(std::span<const std::uint64_t> kept);
  /// The kernel of that name; nullptr: there is none.
  Function* find(Module& module, const std::string& kernel);
  /// Whether it is one of the functions that were found.
  bool has(const Function* function) const;

  Streams& streams() { return streams_; }
  /// Does the work, or leaves it for later, or puts it into the graph that is captured.
  Error submit(StreamState& stream, NodeType type, Work work);
  Error record(EventState& event, StreamState& stream);
  /// The host waits. Answers what went wrong since somebody asked.
  Error wait_for(StreamState& stream);
  Error wait_for(const EventState& event);
  Error wait_for_all();
  /// Goes on a step, and answers whether the host would have to wait.
  Error poll(const Clock& clock);
  bool has_done(const Clock& clock) const { return backlog_.has_done(clock); }
  /// Does what is left, though the host does not wait for it.
  void finish();
  /// Memory of the device; what is left to do may be about to give some back.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes);

  Error launch(const Graph& graph, StreamState& stream);
  /// Submits a kernel; without a stream to the default one.
  Error launch(const Function& function, const code_object::Geometry& geometry,
               const GivenArguments& arguments, StreamState* stream = nullptr, bool cooperative = false);
  /// The launch of a kernel as work, which the caller submits.
  tl::expected<Work, Error> work_of(const Function& function, const code_object::Geometry& geometry,
                                    const GivenArguments& arguments, bool cooperative);
  /// What is done without the mutex when the call ends that holds it: functions of the program's that may
  /// call again.
  void after_call(std::function<void()> what) { after_call_.push_back(std::move(what)); }
  /// Around a call, with the mutex; the end of the outermost one gives what is to be done.
  void begin_call() {
    ++calls_;
    silence_.ends();
  }
  std::vector<std::function<void()>> end_call();
  /// What launches from now on get where their kernels do not say (hipLimitStackSize).
  void set_stack(std::uint32_t bytes) { stack_ = bytes; }
  /// What an earlier launch left to the calls that follow.
  Error sticky() const { return sticky_; }

 private:
  Error append(const Graph& graph, StreamState& stream);
  Error put(Operation operation);
  Error perform(std::span<const Operation> operations);
  void judge(const Operation& operation, const Accesses& accesses);
  void perform_late(std::span<const Operation> operations);
  void leave_for_later();
  Error complete(const Clock& clock);
  Error wait(const Clock& clock);
  Error settle();
  void finish_at_exit();
  void finish_in_silence();
  LaunchJob job_of(const KernelLaunch& launch, bool checked) const;
  bool run(std::span<const Operation> operations, std::span<Accesses> accesses);
  bool may_be_kept(const KernelLaunch& launch) const;
  bool repeat(const LaunchJob& job, std::span<Accesses> accesses);
  void keep(const LaunchJob& job, const LaunchRuns& runs);
  void add_reached(const KernelLaunch& launch, const machine::Outcome& outcome, LaunchRecord& record);
  void write_files(const KernelLaunch& launch, const Overlay& after, LaunchRecord& record);
  void stick(const std::optional<findings::Finding>& stop);
  void lint(const Module& module);

  std::uint32_t stack_ = machine::kStackBytes;
  std::recursive_mutex mutex_;  ///< a host function that a stream calls may call again
  Settings settings_;
  const arch::Arch* device_;
  const matrix::Model* model_ = nullptr;
  std::string device_name_;
  DeviceMemory memory_;
  VirtualMemory virtual_memory_{memory_};
  Report report_;
  Selection selection_;
  Streams streams_;
  Backlog backlog_;
  std::uint64_t polls_ = 0;      ///< while launches waited for other work
  Error late_ = Error::success;  ///< error of work that was left for later, which no call has answered yet
  int process_;                  ///< a fork has no part in its parent's backlog
  std::set<std::pair<std::string, std::string>> raced_;  ///< reported, by what the operations are called
  std::map<Module*, std::unique_ptr<Module>> modules_;
  Reached reached_;
  std::uint64_t next_module_ = machine::kCodeBias;  ///< address of the next module
  std::map<std::pair<Module*, std::string>, std::unique_ptr<Function>> functions_;
  std::uint64_t launched_ = 0;  ///< kernels
  KeptLaunches kept_launches_;
  Error sticky_ = Error::success;
  int calls_ = 0;  ///< one in the other
  Silence silence_{[this] { finish_in_silence(); }};
  std::vector<std::function<void()>> after_call_;
};

}  // namespace lockstep::runtime
