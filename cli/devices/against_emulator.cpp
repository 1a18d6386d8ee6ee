#include "cli/devices/against_emulator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/launches/judged_outputs.hpp"
#include "cli/launches/launch_target.hpp"
#include "cli/output/progress.hpp"
#include "emulator/launch/element_pairs.hpp"

namespace lockstep::cli {

namespace {

// What differs of the bytes that both define.
struct BytesApart {
  std::uint64_t compared = 0, bytes = 0, first = 0;
  std::uint8_t gpu = 0, emulator = 0;
  std::optional<exact::Deviation> deviation;  ///< of the elements, where the launch names their format
};

BytesApart bytes_apart(const launch::Output& o, const launch::Buffer& buffer, const machine::Allocation& gpu,
                       const machine::Allocation& emulator) {
  BytesApart d;
  if (o.element) d.deviation.emplace(*o.element->format, exact::Tolerance{});
  std::optional<launch::ElementPairs> pairs;
  if (o.element) pairs.emplace(*o.element);
  std::vector<std::uint8_t> a(machine::kPageBytes), b(a.size()), a_undefined(a.size()), b_undefined(a.size());
  const std::uint64_t bytes = launch::bytes_of(o, buffer);
  for (std::uint64_t at = 0; at < bytes; at += a.size()) {
    const std::uint64_t count = std::min<std::uint64_t>(a.size(), bytes - at);
    gpu.peek(o.offset + at, a.data(), a_undefined.data(), count);
    emulator.peek(o.offset + at, b.data(), b_undefined.data(), count);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (a_undefined[i] != 0 || b_undefined[i] != 0)
        a[i] = b[i];
      else
        ++d.compared;
      if (a[i] == b[i] || d.bytes++ != 0) continue;
      d.first = o.offset + at + i, d.gpu = a[i], d.emulator = b[i];
    }
    if (pairs) pairs->add(std::span(a).first(count), std::span(b).first(count), *d.deviation);
  }
  return d;
}

}  // namespace

tl::expected<EmulatedComparison, std::string> compare_with_emulator(const LaunchFlags& flags,
                                                                    const std::string& model,
                                                                    const DeviceLaunch& left) {
  LaunchFlags own = flags;
  own.schedule = "earliest";
  own.model = model;
  const auto target = ready(own);
  if (!target) return tl::unexpected(target.error());
  LaunchTarget& t = **target;
  machine::Settings settings = t.settings();
  settings.cancel = &watch_for_interrupt();
  settings.order = machine::Settings::Order::ascending;
  const machine::Outcome outcome =
      machine::dispatch(*t.code, *t.placement->kernel, t.placement->launch, t.placement->memory, settings);
  EmulatedComparison all{std::string(t.model->name), {}, {}};
  if (outcome.stop) all.stop = outcome.stop->line();
  if (outcome.cancelled) all.stop = "interrupted";
  if (all.stop) return all;
  const launch::Description& d = t.file.description;
  for (const launch::Output& o : d.outputs) {
    const launch::Buffer* const buffer = launch::find_buffer(d, o.buffer);
    const auto index = std::size_t(buffer - d.buffers.data());
    const BytesApart found =
        bytes_apart(o, *buffer, *left.placement->buffers[index], *t.placement->buffers[index]);
    if (found.bytes == 0) continue;
    all.differences.push_back(
        fmt::format("against: {}: {} of {} bytes are not the emulator's under model {}, the first at {:#x}: "
                    "{:02x}, not {:02x}{}",
                    o.buffer, found.bytes, found.compared, all.model, found.first, found.gpu, found.emulator,
                    found.deviation ? "; " + figures(*found.deviation) : ""));
  }
  return all;
}

}  // namespace lockstep::cli
