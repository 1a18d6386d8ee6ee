#include "emulator/machine/memory_operations/tensor_tile.hpp"

#include <algorithm>

namespace lockstep::machine {

namespace {

using Place = std::array<std::uint32_t, kTensorRanks>;

/// Walks through the tile in one iteration: LDS is filled without gaps except for padding.
class Walk {
 public:
  Walk(const TensorDescriptor& d, std::uint32_t iteration, const std::function<void(const TileRun&)>& visit)
      : d_(d),
        visit_(visit),
        memory_(d.memory + iteration * d.memory_step * d.element),
        lds_(d.lds + std::uint64_t{iteration} * d.lds_step * d.element) {}

  void run() {
    Place at{};
    do row(at);
    while (next(at));
  }

 private:
  bool next(Place& at) const {
    for (std::size_t i = 1; i < d_.rank; ++i) {
      if (++at[i] < d_.tile[i]) return true;
      at[i] = 0;
    }
    return false;
  }

  void row(const Place& at) {
    bool inside = true;
    std::uint64_t elements = 0;
    for (std::size_t i = 1; i < d_.rank; ++i) {
      const std::uint64_t number = d_.gathers ? d_.rows[at[i]] : at[i];
      inside &= number < d_.tensor[i];
      elements += number * d_.stride[i - 1];
    }
    const std::uint64_t first = memory_ + elements * d_.element;
    const std::uint32_t in_tensor = inside ? std::min(d_.tile[0], d_.tensor[0]) : 0;
    piece(first, in_tensor * d_.element, true);
    piece(first + std::uint64_t{in_tensor} * d_.element, (d_.tile[0] - in_tensor) * d_.element, false);
  }

  /// Visits the bytes of a row, cut where padding lies between them.
  void piece(std::uint64_t memory, std::uint32_t bytes, bool inside) {
    while (bytes != 0) {
      std::uint32_t count = bytes;
      std::uint64_t gaps = 0;
      if (d_.pad_every != 0) {
        count = std::min<std::uint32_t>(bytes, d_.pad_every - std::uint32_t(written_ % d_.pad_every));
        gaps = written_ / d_.pad_every * d_.pad;
      }
      visit_({memory, lds_ + written_ + gaps, count, inside});
      memory += count;
      written_ += count;
      bytes -= count;
    }
  }

  const TensorDescriptor& d_;
  const std::function<void(const TileRun&)>& visit_;
  std::uint64_t memory_, lds_;
  std::uint64_t written_ = 0;
};

}  // namespace

void for_each_run(const TensorDescriptor& d, const std::function<void(const TileRun&)>& visit) {
  if (!d.copies || d.tile[0] == 0 || (d.gathers && d.rows.empty())) return;
  for (std::uint32_t i = 0; i < d.iterations; ++i) Walk(d, i, visit).run();
}

}  // namespace lockstep::machine
