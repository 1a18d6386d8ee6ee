#include "devices/hip_program.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "devices/hip_module.hpp"

namespace lockstep::devices {

namespace {

constexpr std::uint64_t kRedZone = 1 << 16, kChunk = 1 << 24;
// HIP_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
constexpr std::uintptr_t kBuffer = 1, kBufferSize = 2, kEnd = 3;

constexpr std::uint8_t canary(std::uint64_t at) {
  return std::uint8_t(0xC5 ^ at * 29 ^ at >> 8);
}

using Done = tl::expected<void, Failure>;

Done check(const HipRuntime& hip, const std::string& call, HipStatus status,
           Failure::Kind kind = Failure::Kind::refused) {
  if (status == 0) return {};
  return tl::unexpected(Failure{kind, fmt::format("{}: {}", call, hip.explain(status))});
}

/// A region on the device between its red zones.
class Placed {
 public:
  Placed(const HipRuntime& hip, const Region& region) : hip_(hip), region_(region) {}
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;
  ~Placed() {
    if (start_ != nullptr) hip_.release(start_);
  }

  std::uint64_t base() const { return reinterpret_cast<std::uint64_t>(start_) + kRedZone; }

  Done upload() {
    void* start = nullptr;
    if (auto ok = check(hip_, fmt::format("hipMalloc of {} bytes for {}", size(), region_.name),
                        hip_.allocate(&start, size()));
        !ok)
      return ok;
    start_ = static_cast<std::uint8_t*>(start);
    return pieces([&](std::uint64_t at, std::span<std::uint8_t> piece) {
      expected(at, piece);
      return check(hip_, "hipMemcpy to the device",
                   hip_.copy(start_ + at, piece.data(), piece.size(), HipCopy::to_device));
    });
  }

  // What a kernel wrote goes to the region; of the rest, the first byte that is another.
  Done download(std::optional<Overwritten>& overwritten) {
    std::vector<std::uint8_t> before;
    return pieces([&](std::uint64_t at, std::span<std::uint8_t> piece) -> Done {
      auto ok = check(hip_, "hipMemcpy to the host",
                      hip_.copy(piece.data(), start_ + at, piece.size(), HipCopy::to_host));
      if (!ok) return ok;
      before.resize(piece.size());
      expected(at, before);
      if (region_.keep) keep(at, piece, before);
      const auto [got, want] = std::ranges::mismatch(piece, before);
      if (got != piece.end() && !overwritten)
        overwritten = {region_.name,
                       std::int64_t(at + std::uint64_t(got - piece.begin())) - std::int64_t(kRedZone)};
      return {};
    });
  }

 private:
  std::uint64_t size() const { return region_.bytes + 2 * kRedZone; }

  Done pieces(const std::function<Done(std::uint64_t at, std::span<std::uint8_t> piece)>& take) {
    std::vector<std::uint8_t> held(std::min(kChunk, size()));
    for (std::uint64_t at = 0; at < size(); at += held.size())
      if (auto ok = take(at, std::span(held).first(std::min<std::uint64_t>(held.size(), size() - at))); !ok)
        return ok;
    return {};
  }

  // The part of a piece that is the region's: its offset in the piece, its offset in the region, its bytes.
  struct Inside {
    std::uint64_t in_piece, in_region, bytes;
  };
  Inside inside(std::uint64_t at, std::uint64_t bytes) const {
    const std::uint64_t begin = std::max(at, kRedZone), end = std::min(at + bytes, kRedZone + region_.bytes);
    return begin < end ? Inside{begin - at, begin - kRedZone, end - begin} : Inside{0, 0, 0};
  }

  void expected(std::uint64_t at, std::span<std::uint8_t> piece) const {
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = canary(at + i);
    if (const Inside in = inside(at, piece.size()); in.bytes != 0)
      region_.contents(in.in_region, piece.subspan(in.in_piece, in.bytes));
  }

  void keep(std::uint64_t at, std::span<const std::uint8_t> piece, std::span<std::uint8_t> before) const {
    const Inside in = inside(at, piece.size());
    if (in.bytes == 0) return;
    region_.keep(in.in_region, piece.subspan(in.in_piece, in.bytes));
    std::ranges::copy(piece.subspan(in.in_piece, in.bytes), before.begin() + std::ptrdiff_t(in.in_piece));
  }

  const HipRuntime& hip_;
  const Region& region_;
  std::uint8_t* start_ = nullptr;
};

Done launch(const HipRuntime& hip, const HipModule& module, const Step& step,
            std::span<const std::uint64_t> base) {
  void* function = nullptr;
  if (auto ok = check(hip, fmt::format("hipModuleGetFunction {}", step.kernel),
                      module.find(step.kernel, &function));
      !ok)
    return ok;
  std::vector<std::byte> arguments = step.arguments(base);
  std::size_t bytes = arguments.size();
  void* extra[] = {std::bit_cast<void*>(kBuffer), arguments.data(), std::bit_cast<void*>(kBufferSize),
                   &bytes, std::bit_cast<void*>(kEnd)};
  const auto &g = step.grid, &b = step.block;
  if (auto ok = check(hip, "hipModuleLaunchKernel",
                      hip.module_launch(function, g[0], g[1], g[2], b[0], b[1], b[2], step.dynamic_lds,
                                        nullptr, nullptr, extra));
      !ok)
    return ok;
  return check(hip, fmt::format("{}: hipDeviceSynchronize", step.kernel), hip.synchronise(),
               Failure::Kind::trapped);
}

}  // namespace

tl::expected<std::optional<Overwritten>, Failure> run_program(const HipRuntime& hip, const Program& program) {
  HipModule module(hip);
  if (auto ok = check(hip, "hipModuleLoadData", module.load(program.image)); !ok)
    return tl::unexpected(ok.error());
  std::vector<std::unique_ptr<Placed>> placed;
  std::vector<std::uint64_t> base;
  for (const Region& region : program.regions) {
    placed.push_back(std::make_unique<Placed>(hip, region));
    if (auto ok = placed.back()->upload(); !ok) return tl::unexpected(ok.error());
    base.push_back(placed.back()->base());
  }
  for (const Step& step : program.steps)
    if (auto ok = launch(hip, module, step, base); !ok) return tl::unexpected(ok.error());
  std::optional<Overwritten> overwritten;
  for (const auto& p : placed)
    if (auto ok = p->download(overwritten); !ok) return tl::unexpected(ok.error());
  return overwritten;
}

}  // namespace lockstep::devices
