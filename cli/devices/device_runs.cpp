#include "cli/devices/device_runs.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

#include "emulator/checks/executed_code.hpp"

namespace lockstep::cli {

namespace {

using findings::Severity;

constexpr std::uint64_t kWindow = 1 << 20;

/// The runs, in their order.
constexpr std::size_t kFirst = 0, kOther = 1, kFirstAgain = 2, kOtherAgain = 3, kRuns = 4;

/// std::vector<std::uint8_t> of a buffer that have something in common: how many, and the first.
struct ByteCount {
  std::uint64_t bytes = 0, first = 0;
  void add(std::uint64_t at) {
    if (bytes++ == 0) first = at;
  }
};

struct OfBuffer {
  ByteCount untouched, slack, unstable;  // the last among bytes of outputs
};

bool is_among(const std::vector<launch::Range>& ranges, std::uint64_t at) {
  return std::ranges::any_of(ranges, [&](const launch::Range& r) { return r.begin <= at && at < r.end; });
}

/// What one buffer was before and after each run.
class BufferRuns {
 public:
  BufferRuns(const DeviceLaunch& l, std::size_t index, std::array<const devices::Region*, kRuns> before,
             std::array<const std::vector<devices::Piece>*, kRuns> changed)
      : buffer_(l.file.description.buffers[index]),
        allocation_(*l.placement->buffers[index]),
        before_(before),
        changed_(changed) {
    for (const launch::Output& o : l.file.description.outputs)
      if (o.buffer == buffer_.name) outputs_.push_back({o.offset, o.offset + launch::bytes_of(o, buffer_)});
  }

  OfBuffer keep() {
    for (std::uint64_t at = 0; at < allocation_.size(); at += kWindow)
      if (changes(at)) look_at(at, std::min(kWindow, allocation_.size() - at));
    return found_;
  }

 private:
  bool changes(std::uint64_t at) const {
    return std::ranges::any_of(changed_, [&](const auto* pieces) {
      return std::ranges::any_of(*pieces, [&](const devices::Piece& p) {
        return p.offset < at + kWindow && p.offset + p.bytes.size() > at;
      });
    });
  }

  void look_at(std::uint64_t at, std::uint64_t count) {
    std::array<std::vector<std::uint8_t>, kRuns> was, now;
    for (std::size_t r = 0; r < kRuns; ++r) {
      was[r].resize(count);
      devices::contents_before(*before_[r], at, was[r]);
      now[r] = was[r];
      for (const devices::Piece& p : *changed_[r]) {
        const std::uint64_t from = std::max(at, p.offset),
                            to = std::min(at + count, p.offset + p.bytes.size());
        if (from < to)
          std::copy_n(p.bytes.begin() + std::ptrdiff_t(from - p.offset), to - from,
                      now[r].begin() + std::ptrdiff_t(from - at));
      }
    }
    std::vector<std::uint8_t> undefined(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool stable = now[kFirst][i] == now[kFirstAgain][i] && now[kOther][i] == now[kOtherAgain][i];
      undefined[i] = stable && now[kFirst][i] != now[kOther][i] ? 1 : 0;
      if (!stable && is_among(outputs_, at + i)) found_.unstable.add(at + i);
      bool written = false;
      for (std::size_t r = 0; r < kRuns; ++r) written |= now[r][i] != was[r][i];
      if (!written) continue;
      if (at + i >= buffer_.bytes) found_.slack.add(at + i);
      if (is_among(buffer_.untouched, at + i)) found_.untouched.add(at + i);
    }
    allocation_.write(at, now[kFirst].data(), undefined.data(), count);
  }

  const launch::Buffer& buffer_;
  machine::Allocation& allocation_;
  std::array<const devices::Region*, kRuns> before_;
  std::array<const std::vector<devices::Piece>*, kRuns> changed_;
  std::vector<launch::Range> outputs_;
  OfBuffer found_;
};

// Whether its outputs may depend on which wave comes first though nothing races: atomics on floats, or that
// return what was there. By all of its code, since nobody says what was executed.
bool leaves_order_open(const DeviceLaunch& l) {
  if (l.object.text.empty()) {  // PTX
    static const std::regex kAtomic(R"(\b(atom|red)\.[^;]*\.b?f(16|32|64))");
    const std::string text(l.image.begin(), l.image.end());
    return text.find("atom.") != std::string::npos || std::regex_search(text, kAtomic);
  }
  const auto code = machine::LoadedCode::load(l.object);
  if (!code) return false;
  machine::Outcome all;
  all.executed.assign((*code)->program().instructions.size(), 1);
  return checks::leaves_order_open(**code, all);
}

void add_findings(const launch::Buffer& b, const OfBuffer& found, bool order_open,
                  std::vector<DeviceFinding>& all) {
  if (found.untouched.bytes > 0)
    all.push_back({Severity::wrong,
                   fmt::format("untouched: {}: {} bytes that are not to be written were, the first at {:#x}",
                               b.name, found.untouched.bytes, found.untouched.first)});
  if (found.slack.bytes > 0)
    all.push_back(
        {Severity::note,
         fmt::format(
             "slack (note): {}: {} bytes behind it, within its allocation, were written, the first at {:#x}",
             b.name, found.slack.bytes, found.slack.first)});
  if (found.unstable.bytes > 0)
    all.push_back(
        {order_open ? Severity::risk : Severity::wrong,
         fmt::format(
             "repeated{}: {}: {} bytes are others when the same launch is repeated, the first at {:#x}{}",
             order_open ? " (risk)" : "", b.name, found.unstable.bytes, found.unstable.first,
             order_open ? checks::kOrderIsOpen : "")});
}

}  // namespace

DeviceRuns run_on(devices::Device& device, DeviceLaunch& l, const matrix::Model* model) {
  DeviceRuns all;
  constexpr std::uint32_t kCopiesBeside = 32;  // other work that runs while the launch is repeated
  const devices::Program first = program_of(l, Undefined::first), other = program_of(l, Undefined::second);
  devices::Program first_again = first, other_again = other;
  first_again.copies = other_again.copies = kCopiesBeside;
  const std::array<const devices::Program*, kRuns> programs{&first, &other, &first_again, &other_again};
  std::array<devices::Ran, kRuns> ran;
  for (std::size_t r = 0; r < kRuns; ++r) {
    ++all.launches;
    auto done = device.run(*programs[r], {});
    if (!done) {
      all.failure = done.error();
      return all;
    }
    ran[r] = std::move(*done);
    if (const auto& o = ran[r].overwritten; o && all.findings.empty())
      all.findings.push_back({Severity::wrong, "bounds: " + o->text()});
  }
  const launch::Description& d = l.file.description;
  std::vector<OfBuffer> found;
  for (std::size_t i = 0; i < d.buffers.size(); ++i) {
    std::array<const devices::Region*, kRuns> before{};
    std::array<const std::vector<devices::Piece>*, kRuns> changed{};
    for (std::size_t r = 0; r < kRuns; ++r) {
      before[r] = &programs[r]->regions[i];
      changed[r] = &ran[r].changed[i];
    }
    found.push_back(BufferRuns(l, i, before, changed).keep());
  }
  const bool unstable = std::ranges::any_of(found, [](const OfBuffer& f) { return f.unstable.bytes > 0; });
  const bool order_open = unstable && leaves_order_open(l);
  for (std::size_t i = 0; i < found.size(); ++i)
    add_findings(d.buffers[i], found[i], order_open, all.findings);
  all.outputs = judge_outputs(l.file, *l.placement, model);
  return all;
}

}  // namespace lockstep::cli
