// What a session does with a launch: once on the program's memory, or under several schedules, each on a memory over it.
#include <algorithm>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/footprint.hpp"
#include "emulator/checks/open_order.hpp"
#include "emulator/runtime/launch_file.hpp"
#include "emulator/runtime/overlay.hpp"
#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

namespace {

using machine::Outcome;
using Order = machine::Settings::Order;

// Between the allocations and the dispatch packet.
constexpr std::uint64_t kArguments = 0x0000'7D00'0000'0000ull;

void add_arguments(const ArgumentSegment& segment, machine::Memory& memory) {
  memory.add("kernel arguments", kArguments, segment.bytes.size(), false,
             [held = segment](std::uint64_t offset, std::span<std::uint8_t> data,
                              std::span<std::uint8_t> undefined) {
               std::copy_n(held.bytes.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
               std::copy_n(held.undefined.begin() + std::ptrdiff_t(offset), undefined.size(),
                           undefined.begin());
             });
}

/// A launch, ready to be run again and again.
class Runs {
 public:
  Runs(const Settings& settings, const matrix::Model* model, const Function& function, bool checked,
       bool cooperative, const machine::Launch& launch)
      : settings_(settings),
        model_(model),
        function_(function),
        checked_(checked),
        cooperative_(cooperative),
        launch_(launch) {}

  /// Told of every event from now on.
  void watch(machine::Observer* observer) { observer_ = observer; }

  Outcome run(machine::Memory& memory, const machine::Schedule& schedule, Order order) const {
    machine::Settings s;
    s.model = model_;
    s.schedule = schedule;
    s.order = order;
    s.poison = settings_.seed;
    s.checks = settings_.checks && (checked_ || !settings_.bare);
    s.threads = settings_.threads;
    s.wait_states = settings_.policy.wait_states;
    s.observer = observer_;
    const machine::LoadedCode& code = function_.module->code();
    return settings_.checks && checked_
               ? checks::checked_dispatch(code, *function_.kernel, launch_, memory, s, settings_.policy)
               : machine::dispatch(code, *function_.kernel, launch_, memory, s);
  }

  /// Workgroups in the order that the schedule chooses; a launch whose workgroups wait for those before them, as hardware
  /// dispatches them, gets stuck then, and runs in ascending order.
  Outcome run(std::unique_ptr<Overlay>& overlay, const std::function<std::unique_ptr<Overlay>()>& fresh,
              const machine::Schedule& schedule) const {
    overlay = fresh();
    if (cooperative_) return run(overlay->memory(), schedule, Order::together);
    const bool ascending = schedule == machine::Schedule{};
    Outcome outcome = run(overlay->memory(), schedule, ascending ? Order::ascending : Order::scheduled);
    if (ascending || !outcome.stop || outcome.stop->kind != machine::FindingKind::step_limit) return outcome;
    overlay = fresh();
    return run(overlay->memory(), schedule, Order::ascending);
  }

 private:
  const Settings& settings_;
  const matrix::Model* model_;
  const Function& function_;
  bool checked_, cooperative_;
  const machine::Launch& launch_;
  machine::Observer* observer_ = nullptr;
};

std::string difference(const Overlay::Difference& d, const machine::Schedule& first,
                       const machine::Schedule& other) {
  return fmt::format("{} byte{} of {} differ{} between {} and {}, the first at {:#x}: {:02x} and {:02x}",
                     d.bytes, d.bytes == 1 ? "" : "s", d.allocation->name(), d.bytes == 1 ? "s" : "",
                     machine::to_string(first), machine::to_string(other), d.offset, d.here, d.there);
}

}  // namespace

tl::expected<Work, Error> Session::work_of(const Function& function, const code_object::Geometry& g,
                                           const GivenArguments& given, bool cooperative) {
  auto segment = segment_of(*function.kernel, given, g);
  if (!segment) {
    report_.complain(segment.error());
    return tl::unexpected(Error::invalid_value);
  }
  return Work{function.kernel->name, true,
              [function, g, held = *std::move(segment), cooperative](Session& s, Accesses* accesses) {
                return s.run(function, g, held, cooperative, accesses);
              }};
}

Error Session::launch(const Function& function, const code_object::Geometry& g, const GivenArguments& given,
                      StreamState* stream, bool cooperative) {
  if (sticky_ != Error::success) return sticky_;
  auto work = work_of(function, g, given, cooperative);
  if (!work) return work.error();
  return submit(stream != nullptr ? *stream : *streams_.find(nullptr), NodeType::kernel, *std::move(work));
}

Error Session::run(const Function& function, const code_object::Geometry& g, const ArgumentSegment& segment,
                   bool cooperative, Accesses* accesses) {
  const bool checked = selection_.takes(function.kernel->name);
  const bool records = checked && !settings_.record.empty();
  const std::vector<machine::Schedule> first{settings_.schedules.front()};
  const std::span<const machine::Schedule> schedules = checked ? settings_.schedules : first;
  machine::Memory& memory = memory_.memory();
  add_arguments(segment, memory);
  memory_.host_to_device();
  const machine::Launch launch{g.grid, g.block, g.dynamic_lds, kArguments};
  Runs runs(settings_, model_, function, checked, cooperative, launch);
  checks::Footprint footprint;
  if (accesses != nullptr) runs.watch(&footprint);
  LaunchRecord record{function.module->code().object().file, function.kernel->name, g};
  record.checked = settings_.checks && checked;
  const auto keep = [&](const Outcome& outcome) {
    record.workgroups = outcome.workgroups;
    record.wave_instructions = outcome.instructions;
    record.findings = outcome.findings;
    record.stop = outcome.stop;
  };
  make_resident(*function.module);
  if (schedules.size() == 1 && schedules.front() == machine::Schedule{} && !records) {
    keep(runs.run(memory, schedules.front(), cooperative ? Order::together : Order::ascending));
  } else {
    std::vector<std::uint64_t> bases = memory_.bases();
    bases.push_back(kArguments);
    for (const code_object::Segment& s : function.module->code().object().segments)
      bases.push_back(machine::kCodeBias + s.address);
    const auto fresh = [&] { return std::make_unique<Overlay>(memory, bases); };
    std::unique_ptr<Overlay> kept;
    keep(runs.run(kept, fresh, schedules.front()));
    runs.watch(nullptr);
    for (const machine::Schedule& schedule : schedules.subspan(1)) {
      if (record.stop) break;
      std::unique_ptr<Overlay> other;
      const Outcome outcome = runs.run(other, fresh, schedule);
      record.findings.insert(record.findings.end(), outcome.findings.begin(), outcome.findings.end());
      record.stop = outcome.stop;
      if (record.stop) break;
      const bool any_order = checks::leaves_order_open(function.module->code(), outcome);
      for (const Overlay::Difference& d : kept->differences(*other))
        record.remarks.push_back({"schedule",
                                  any_order ? findings::Severity::risk : findings::Severity::wrong,
                                  function.kernel->name,
                                  difference(d, schedules.front(), schedule) +
                                      (any_order ? "; its atomics leave the order of waves open" : "")});
    }
    if (records) {
      const auto folder = write_launch({settings_, *function.module, *function.kernel, g, segment, memory_,
                                        record.stop ? nullptr : kept.get()});
      if (folder) record.recorded = *folder;
      if (!folder) report_.complain(fmt::format("--record: {}", folder.error()));
    }
    kept->commit();
  }
  memory_.device_to_host();
  if (accesses != nullptr)
    *accesses = {footprint.ranges(checks::Footprint::Use::read),
                 footprint.ranges(checks::Footprint::Use::write),
                 footprint.ranges(checks::Footprint::Use::atomic)};
  memory.take(kArguments);
  memory.take(machine::kPacketAddress);
  report_.add(record);
  return outcome_of(record.stop);
}

// As on hardware: what stops a kernel is told by this call or a later one, and by every one from then on.
Error Session::outcome_of(const std::optional<machine::Finding>& stop) {
  if (!stop) return Error::success;
  const Error error =
      stop->kind == machine::FindingKind::bounds ? Error::illegal_address : Error::launch_failure;
  if (!settings_.keep_going) sticky_ = error;
  return Error::success;
}

}  // namespace lockstep::runtime
