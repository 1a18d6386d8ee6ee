// A program on a GPU: regions between red zones, launches, and everything read back.
#include <algorithm>
#include <memory>

#include "devices/driver.hpp"

namespace lockstep::devices {

namespace {

constexpr std::uint64_t kRedZone = 1 << 16, kChunk = 1 << 24;
constexpr std::size_t kReported = 1 << 12;  // what changed is told in pieces of this size

using Done = Driver::Done;

constexpr std::uint8_t canary(std::uint64_t at) {
  return std::uint8_t(0xC5 ^ at * 29 ^ at >> 8);
}

/// A region on the device between its red zones.
class Placed {
 public:
  Placed(Driver& driver, const Region& region) : driver_(driver), region_(region) {}
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;
  ~Placed() {
    if (start_ != 0) driver_.release(start_);
  }

  std::uint64_t base() const { return start_ + kRedZone; }

  Done upload() {
    const auto start = driver_.allocate(region_.bytes + 2 * kRedZone);
    if (!start) return tl::unexpected(start.error());
    start_ = *start;
    std::uint64_t told = 0;
    for (const Piece& piece : region_.pieces) told += piece.bytes.size();
    if (told < region_.bytes)
      if (auto ok = driver_.fill(start_, region_.filler, region_.bytes + 2 * kRedZone); !ok) return ok;
    for (const std::uint64_t zone : {std::uint64_t{0}, kRedZone + region_.bytes})
      if (auto ok = driver_.upload(start_ + zone, red_zone(zone)); !ok) return ok;
    for (const Piece& piece : region_.pieces)
      if (auto ok = driver_.upload(base() + piece.offset, piece.bytes); !ok) return ok;
    return {};
  }

  /// What kernels wrote goes to `changed`; of the rest, the first byte that is another to `overwritten`.
  Done download(std::vector<Piece>& changed, std::optional<Overwritten>& overwritten,
                const Note& note) const {
    for (const std::uint64_t zone : {std::uint64_t{0}, kRedZone + region_.bytes})
      if (auto ok = check_zone(zone, overwritten); !ok) return ok;
    std::vector<std::uint8_t> now, before;
    for (std::uint64_t at = 0; at < region_.bytes; at += kChunk) {
      const std::uint64_t count = std::min(kChunk, region_.bytes - at);
      if (is_ignored(region_, at, at + count)) continue;
      note({});
      now.resize(count);
      before.resize(count);
      if (auto ok = driver_.download(now, base() + at); !ok) return ok;
      contents_before(region_, at, before);
      forget_ignored(region_, at, before, now);
      if (now != before) compare(at, now, before, changed, overwritten);
    }
    return {};
  }

 private:
  static std::vector<std::uint8_t> red_zone(std::uint64_t at) {
    std::vector<std::uint8_t> bytes(kRedZone);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = canary(at + i);
    return bytes;
  }

  Done check_zone(std::uint64_t at, std::optional<Overwritten>& overwritten) const {
    const std::vector<std::uint8_t> want = red_zone(at);
    std::vector<std::uint8_t> got(want.size());
    if (auto ok = driver_.download(got, start_ + at); !ok) return ok;
    const auto first = std::ranges::mismatch(got, want).in1;
    if (first != got.end() && !overwritten)
      overwritten = {region_.name,
                     std::int64_t(at + std::uint64_t(first - got.begin())) - std::int64_t(kRedZone)};
    return {};
  }

  void compare(std::uint64_t at, const std::vector<std::uint8_t>& now,
               const std::vector<std::uint8_t>& before, std::vector<Piece>& changed,
               std::optional<Overwritten>& overwritten) const {
    for (std::size_t begin = 0; begin < now.size(); begin += kReported) {
      const auto first = now.begin() + std::ptrdiff_t(begin);
      const auto end = first + std::ptrdiff_t(std::min(kReported, now.size() - begin));
      const auto differs = std::mismatch(first, end, before.begin() + std::ptrdiff_t(begin)).first;
      if (differs == end) continue;
      if (!region_.written) {
        if (!overwritten)
          overwritten = {region_.name, std::int64_t(at) + std::int64_t(differs - now.begin())};
        return;
      }
      if (changed.empty() || changed.back().offset + changed.back().bytes.size() != at + begin)
        changed.push_back({at + begin, {}});
      changed.back().bytes.insert(changed.back().bytes.end(), first, end);
    }
  }

  Driver& driver_;
  const Region& region_;
  std::uint64_t start_ = 0;
};

std::vector<std::uint8_t> arguments_of(const Step& step, const std::vector<std::unique_ptr<Placed>>& placed) {
  std::vector<std::uint8_t> arguments = step.arguments;
  for (const Pointer& p : step.pointers) {
    const std::uint64_t base = placed[p.region]->base() + p.offset;
    for (unsigned i = 0; i < sizeof base; ++i) arguments[p.at + i] = std::uint8_t(base >> 8 * i);
  }
  return arguments;
}

// Times the steps from before the first kernel starts to the end of the last.
Done time_steps(Driver& driver, const Program& program, const std::vector<std::unique_ptr<Placed>>& placed) {
  if (auto ok = driver.mark(Driver::Moment::begin); !ok) return ok;
  for (const Step& step : program.steps)
    if (auto ok = driver.start(step, arguments_of(step, placed)); !ok) return ok;
  if (auto ok = driver.mark(Driver::Moment::end); !ok) return ok;
  return driver.wait(program.steps.back().kernel);
}

// After a launch of each, which loads code and warms caches.
tl::expected<Ran, Failure> time(Driver& driver, const Program& program,
                                const std::vector<std::unique_ptr<Placed>>& placed, const Note& note) {
  Ran ran;
  for (std::uint32_t i = 0; i < program.timed && !program.steps.empty(); ++i) {
    note(program.steps.front().kernel);
    if (auto ok = time_steps(driver, program, placed); !ok) return tl::unexpected(ok.error());
    const auto seconds = driver.seconds_between();
    if (!seconds) return tl::unexpected(seconds.error());
    ran.seconds.push_back(*seconds);
  }
  return ran;
}

}  // namespace

tl::expected<Ran, Failure> run_program(Driver& driver, const Program& program, const Note& told) {
  const Note note = told ? told : Note([](const std::string&) {});
  if (auto ok = driver.load(program.image); !ok) return tl::unexpected(ok.error());
  std::vector<std::unique_ptr<Placed>> placed;
  for (const Region& region : program.regions) {
    note({});
    placed.push_back(std::make_unique<Placed>(driver, region));
    if (auto ok = placed.back()->upload(); !ok) return tl::unexpected(ok.error());
  }
  for (const Step& step : program.steps) {
    note(step.kernel);
    if (program.copies > 0)
      if (auto ok = driver.busy(program.copies); !ok) return tl::unexpected(ok.error());
    if (auto ok = driver.start(step, arguments_of(step, placed)); !ok) return tl::unexpected(ok.error());
    if (auto ok = driver.wait(step.kernel); !ok) return tl::unexpected(ok.error());
  }
  if (program.timed > 0) return time(driver, program, placed, note);
  Ran ran;
  for (const auto& p : placed)
    if (auto ok = p->download(ran.changed.emplace_back(), ran.overwritten, note); !ok)
      return tl::unexpected(ok.error());
  return ran;
}

}  // namespace lockstep::devices
