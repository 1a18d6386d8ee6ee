#include "emulator/isa/tensor_descriptor.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

#include <fmt/format.h>

namespace lockstep::isa {

namespace {

using findings::Severity;

/// A field of a group: `bits` from `first` on; it may lie in up to three words.
struct Field {
  unsigned group, first, bits;
  std::uint64_t of(const TensorWords& words) const {
    const std::size_t word = kTensorGroups[group] + first / 32, shift = first % 32;
    std::uint64_t value = words[word] >> shift;
    if (shift + bits > 32) value |= std::uint64_t{words[word + 1]} << (32 - shift);
    if (shift + bits > 64) value |= std::uint64_t{words[word + 2]} << (64 - shift);
    return value & mask();
  }
  std::uint64_t mask() const { return (std::uint64_t{1} << bits) - 1; }
};

constexpr Field kCount{0, 0, 2}, kReserved0{0, 2, 28}, kWideIndices{0, 30, 1}, kGather{0, 31, 1},
    kLds{0, 32, 32}, kMemory{0, 64, 57}, kReserved1{0, 121, 5}, kType{0, 126, 2};
constexpr Field kWorkgroups{1, 0, 16}, kElement{1, 16, 2}, kArrives{1, 18, 1}, kIterates{1, 19, 1},
    kPads{1, 20, 1}, kPadInterval{1, 22, 3}, kPadAmount{1, 25, 7}, kBarrier{1, 32, 16};
constexpr Field kIterations{2, 112, 16}, kLdsStep{2, 32, 32}, kMemoryStep{2, 64, 48}, kReserved3{3, 96, 32};
constexpr Field kTensor[] = {{1, 48, 32}, {1, 80, 32}, {2, 0, 32}, {2, 32, 32}, {3, 48, 32}};
constexpr Field kTile[] = {{1, 112, 16}, {1, 128, 16}, {1, 144, 16}, {2, 112, 16}, {3, 80, 16}};
constexpr Field kStride[] = {{1, 160, 48}, {1, 208, 48}, {2, 64, 48}, {3, 0, 48}};
constexpr std::uint64_t kImage = 2, kCleared = 0;
constexpr std::uint32_t kMostIterations = 256;

bool is(const Field& field, const TensorWords& words) {
  return field.of(words) != 0;
}

/// Whether there is something to copy: kernels of AMD's clear the type of a prefetch behind the last tile,
/// and leave the count and an address that means nothing.
bool is_live(const TensorWords& words) {
  return kCount.of(words) == 1 && kType.of(words) != kCleared;
}

bool iterates(const TensorWords& words) {
  return is(kIterates, words) && !is(kGather, words);
}

/// The number of dimensions whose fields have their plain meaning.
std::size_t most_ranks(const TensorWords& words) {
  return is(kGather, words) ? 2 : iterates(words) ? 3 : kTensorRanks;
}

void decode_sizes(TensorDescriptor& d, const TensorWords& words) {
  const std::size_t most = most_ranks(words);
  d.tile.fill(1);
  for (std::size_t i = 0; i < most; ++i) {
    const auto size = std::uint32_t(kTile[i].of(words));
    if (size != 0 || i == 0) d.tile[i] = size;
    if (size != 0) d.rank = i + 1;
    d.tensor[i] = std::uint32_t(kTensor[i].of(words));
    if (i + 1 < most) d.stride[i] = kStride[i].of(words);
  }
}

void decode_rows(TensorDescriptor& d, const TensorWords& words) {
  const unsigned bits = is(kWideIndices, words) ? 32 : 16;
  const auto most = std::uint32_t(2 * 128 / bits);
  const auto count = std::min(std::uint32_t(kTile[1].of(words)), most);
  for (std::uint32_t i = 0; i < count; ++i) {
    const unsigned at = i * bits;
    d.rows.push_back(std::uint32_t(Field{2 + at / 128, at % 128, bits}.of(words)));
  }
  d.gathers = true;
  d.rank = 2;
  d.tile[1] = count;
}

}  // namespace

TensorDescriptor decode_tensor_descriptor(const TensorWords& words, Access access) {
  TensorDescriptor d;
  d.copies = is_live(words);
  d.lds = std::uint32_t(kLds.of(words));
  d.memory = kMemory.of(words);
  d.element = 1u << kElement.of(words);
  decode_sizes(d, words);
  if (is(kGather, words)) decode_rows(d, words);
  if (iterates(words)) {
    d.iterations = std::uint32_t(kIterations.of(words)) + 1;
    d.lds_step = std::uint32_t(kLdsStep.of(words));
    d.memory_step = kMemoryStep.of(words);
  }
  // Stores ignore padding and multicast (aiter's opus, measured).
  if (access == Access::load) {
    if (is(kPads, words)) {
      d.pad_every = 4u << (kPadInterval.of(words) + 1);
      d.pad = 4 * std::uint32_t(kPadAmount.of(words) + 1);
    }
    d.workgroups = std::uint32_t(kWorkgroups.of(words));
  }
  d.arrives = is(kArrives, words);
  d.barrier = std::uint32_t(kBarrier.of(words)) * 8;
  return d;
}

bool says_lds_bytes(const TensorWords& words, const TensorWords& known) {
  const auto is_known = [&](const Field& field) { return field.of(known) == field.mask(); };
  const auto all = [&](std::initializer_list<Field> fields) { return std::ranges::all_of(fields, is_known); };
  if (!all({kCount, kWideIndices, kGather, kLds, kElement, kArrives, kIterates, kPads}) ||
      is(kArrives, words))
    return false;
  if (!is_known(kType) && !is(kType, words)) return false;  // one bit that is set: it is not cleared
  return std::ranges::all_of(std::span(kTile).first(most_ranks(words)), is_known) &&
         (!is(kPads, words) || all({kPadInterval, kPadAmount})) &&
         (!iterates(words) || all({kIterations, kLdsStep}));
}

namespace {

/// Whether the rows do not ascend and one is past the tensor's end: hardware may then not leave it out.
bool loses_ends(const TensorDescriptor& d) {
  const auto past = [&](std::uint32_t row) { return row >= d.tensor[1]; };
  return std::ranges::any_of(d.rows, past) && !std::ranges::is_sorted(d.rows);
}

void judge_rows(const TensorDescriptor& d, const TensorWords& words, std::vector<DescriptorProblem>& all) {
  if (kTile[1].of(words) > d.rows.size())
    all.push_back(
        {Severity::manual, fmt::format("tile_dim1 asks for {} rows, of which the descriptor lists {}",
                                       kTile[1].of(words), d.rows.size())});
  if (loses_ends(d))
    all.push_back(
        {Severity::manual,
         "a row past the end of the tensor, and rows that do not ascend: it is left out only if they do"});
}

void judge_padding(const TensorDescriptor& d, std::vector<DescriptorProblem>& all) {
  if (d.pad != 0 && d.tile[0] * d.element % 4 != 0)
    all.push_back({Severity::manual, fmt::format("padding of rows of {} bytes, which is no multiple of 4",
                                                 d.tile[0] * d.element)});
}

}  // namespace

std::vector<DescriptorProblem> descriptor_problems(const TensorWords& words, Access access) {
  std::vector<DescriptorProblem> all;
  const auto wrong = [&](std::string text) { all.push_back({Severity::manual, std::move(text)}); };
  if (kCount.of(words) > 1) wrong(fmt::format("count is {}: programs set 0 or 1", kCount.of(words)));
  if (!is_live(words)) return all;
  if (kType.of(words) != kImage)
    wrong(fmt::format("the type is {}, of group 0 [127:126], and not 2", kType.of(words)));
  if (is(kReserved0, words))
    wrong(fmt::format("reserved bits of group 0 are set: [29:2] is {:#x}", kReserved0.of(words)));
  if (is(kReserved1, words))
    wrong(fmt::format("an address of more than 57 bits: group 0 [125:121] is {:#x}", kReserved1.of(words)));
  const TensorDescriptor d = decode_tensor_descriptor(words, access);
  if (!d.gathers && is(kReserved3, words))
    wrong(fmt::format("reserved bits of group 3 are set: [127:96] is {:#x}", kReserved3.of(words)));
  if (d.tile[0] == 0) all.push_back({Severity::risk, "tile_dim0 is 0: nothing is copied"});
  if (d.iterations > kMostIterations)
    wrong(fmt::format("{} iterations, of {} at most", d.iterations, kMostIterations));
  if (d.gathers) judge_rows(d, words, all);
  judge_padding(d, all);
  return all;
}

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

}  // namespace lockstep::isa
