#include "properties/problems/tensors.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "emulator/machine/memory/poison.hpp"
#include "host/random.hpp"

namespace lockstep::problems {

namespace {

using cases::BasePlacement;
using host::hash;
using machine::poison_byte;
using operators::OutputRow;

// Index of the first listed row at or after `row`.
std::size_t first_from(const std::vector<OutputRow>& rows, std::int64_t row) {
  const auto at = std::lower_bound(rows.begin(), rows.end(), row,
                                   [](const OutputRow& r, std::int64_t x) { return r.row < x; });
  return std::size_t(at - rows.begin());
}

// Tensors stand 1 TiB apart: every byte between them is a red zone.
constexpr std::uint64_t kSlot = std::uint64_t{1} << 40;
constexpr std::uint64_t kRedZone = 1 << 20;
constexpr std::uint64_t kArguments = kSlot * 64;

// The base of a tensor in its slot: on a page boundary, or so that its middle crosses a multiple of 2^31 or
// 2^32 (not of the other), where 32-bit arithmetic changes its mind.
std::uint64_t base_of(BasePlacement place, int slot, std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t start = kSlot * std::uint64_t(slot + 1);
  const std::uint64_t half = bytes / 2 / alignment * alignment;
  switch (place) {
    case BasePlacement::aligned:
      return start + kRedZone;
    case BasePlacement::straddle_2g:
      return start + 33 * (std::uint64_t{1} << 31) - half;
    case BasePlacement::straddle_4g:
      return start + 16 * (std::uint64_t{1} << 32) - half;
  }
  return start;
}

// The first byte from `at` on of the shadow that is `value`, or its size.
std::size_t find(Bytes undefined, std::size_t at, int value) {
  if (at == undefined.size()) return at;
  const void* const found = std::memchr(&undefined[at], value, undefined.size() - at);
  return found == nullptr ? undefined.size()
                          : std::size_t(static_cast<const std::uint8_t*>(found) - undefined.data());
}

// Fills the bytes that are not defined.
void fill_undefined(std::uint64_t seed, Beneath beneath, std::uint64_t offset, Bytes data, Bytes undefined) {
  for (std::size_t end = 0, begin = 0; (begin = find(undefined, end, 1)) < undefined.size();) {
    end = find(undefined, begin, 0);
    const Bytes gap = data.subspan(begin, end - begin);
    if (beneath.empty()) {
      machine::fill_poison(seed, offset + begin, gap);
    } else {
      std::memcpy(gap.data(), &beneath[offset + begin], gap.size());
    }
  }
}

// Calls visit(its place in the tensor) for each stray byte of one output's window.
template <typename Visit>
void each_stray(const operators::Output& output, std::uint64_t poison, std::uint64_t start, std::uint64_t end,
                const machine::Page& page, Visit visit) {
  const auto row_bytes = std::uint64_t(output.row_bytes());
  for (std::uint64_t at = start; at < end;) {
    const std::uint64_t row = at / row_bytes, row_end = std::min((row + 1) * row_bytes, end);
    const std::size_t i = first_from(output.rows, std::int64_t(row));
    if (i < output.rows.size() && output.rows[i].row == std::int64_t(row)) {
      at = row_end;
      continue;
    }
    for (; at < row_end; ++at)
      if (page.data[at - start] != poison_byte(poison, at)) visit(at);
  }
}

// How many undefined bytes of a row at `start` hold their canary still. Whole dwords count, since a byte that
// was stored is its canary's like now and then.
std::uint64_t unwritten_in(std::uint64_t poison, std::uint64_t start, std::span<const std::uint8_t> data,
                           std::span<const std::uint8_t> undefined) {
  constexpr std::size_t kDword = 4;
  std::uint64_t count = 0;
  for (std::size_t first = 0; first < data.size(); first += kDword) {
    const std::size_t end = std::min(first + kDword, data.size());
    std::uint64_t bytes = 0;
    bool is_canary = true;
    for (std::size_t i = first; i < end; ++i) {
      if (undefined[i] == 0) continue;
      ++bytes;
      is_canary &= data[i] == poison_byte(poison, start + i);
    }
    if (is_canary) count += bytes;
  }
  return count;
}

using Codes = std::vector<std::uint32_t>::iterator;

template <typename Code>
Codes widen(std::span<const std::uint8_t> row, Codes code) {
  for (std::size_t at = 0; at < row.size(); at += sizeof(Code)) {
    Code narrow;
    std::memcpy(&narrow, &row[at], sizeof narrow);
    *code++ = narrow;
  }
  return code;
}

// The codes of a row, to `code` and on.
Codes unpack(const formats::Format& format, std::span<const std::uint8_t> row, Codes code) {
  switch (format.bits) {
    case 32:
      return widen<std::uint32_t>(row, code);
    case 16:
      return widen<std::uint16_t>(row, code);
    case 8:
      return widen<std::uint8_t>(row, code);
    default:
      for (const std::uint8_t pair : row) {
        *code++ = pair & 15u;
        *code++ = pair >> 4u;
      }
      return code;
  }
}

}  // namespace

void overlay(std::uint64_t offset, Bytes data, Bytes undefined, std::uint64_t start,
             std::span<const std::uint8_t> source) {
  const std::uint64_t begin = std::max(offset, start);
  const std::uint64_t end = std::min(offset + data.size(), start + source.size());
  if (begin >= end) return;
  std::memcpy(&data[begin - offset], &source[begin - start], end - begin);
  std::memset(&undefined[begin - offset], 0, end - begin);
}

machine::Fill fill_rows(const std::vector<OutputRow>& rows, std::uint64_t row_bytes,
                        std::span<const std::uint8_t> source) {
  return [&rows, row_bytes, source](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto last = std::int64_t((offset + data.size() - 1) / row_bytes);
    for (std::size_t i = first_from(rows, std::int64_t(offset / row_bytes));
         i < rows.size() && rows[i].row <= last; ++i)
      overlay(offset, data, undefined, std::uint64_t(rows[i].row) * row_bytes,
              source.subspan(i * row_bytes, row_bytes));
  };
}

machine::Fill fill_all(std::span<const std::uint8_t> source) {
  return [source](std::uint64_t offset, Bytes data, Bytes undefined) {
    overlay(offset, data, undefined, 0, source);
  };
}

machine::SharedPages& InputPages::of(int slot, std::uint64_t bytes) {
  const std::lock_guard lock(held_);
  return by_slot_.try_emplace(slot, bytes).first->second;
}

Tensors::Tensors(BasePlacement place, std::uint64_t poison, InputPages& pages)
    : place_(place), poison_(poison), pages_(pages) {}

machine::Allocation* Tensors::add(const char* name, std::uint64_t bytes, std::uint64_t alignment,
                                  bool writable, machine::Fill defined, Beneath beneath,
                                  std::uint64_t* poison, std::uint64_t* base) {
  const std::uint64_t seed = host::hash(poison_, std::uint64_t(slot_));
  machine::SharedPages* const shared = writable ? nullptr : &pages_.of(slot_, bytes);
  *base = base_of(place_, slot_++, bytes, alignment);
  if (poison != nullptr) *poison = seed;
  return &memory_.add(
      name, *base, bytes, writable,
      [seed, beneath, defined = std::move(defined)](std::uint64_t offset, Bytes data, Bytes undefined) {
        std::fill(undefined.begin(), undefined.end(), std::uint8_t{1});
        if (defined) defined(offset, data, undefined);
        fill_undefined(seed, beneath, offset, data, undefined);
      },
      shared);
}

std::uint64_t Tensors::add_input(const char* name, std::uint64_t bytes, std::uint64_t alignment,
                                 machine::Fill defined, Beneath beneath) {
  std::uint64_t base = 0;
  machine::Fill kept = defined;
  add(name, bytes, alignment, false, std::move(defined), beneath, nullptr, &base);
  named_.push_back({name, base, bytes, std::move(kept)});
  return base;
}

std::uint64_t Tensors::add_output(const operators::Output& output, std::uint64_t alignment,
                                  machine::Fill initial) {
  std::uint64_t base = 0;
  Held held{&output, nullptr, 0};
  held.allocation =
      add(std::string(output.name).c_str(), std::uint64_t(output.tensor_rows * output.row_bytes()), alignment,
          true, std::move(initial), {}, &held.poison, &base);
  outputs_.push_back(held);
  named_.push_back({std::string(output.name), base, held.allocation->size(), {}, &output});
  return base;
}

std::uint64_t Tensors::add_workspace(const char* name, std::uint64_t bytes, std::uint64_t alignment,
                                     machine::Fill initial) {
  std::uint64_t base = 0;
  machine::Fill kept = initial;
  add(name, bytes, alignment, true, std::move(initial), {}, nullptr, &base);
  named_.push_back({name, base, bytes, std::move(kept)});
  return base;
}

void Tensors::add_alias(const char* name, std::uint64_t address) {
  const auto of = std::ranges::find(named_, address, &Named::address);
  aliases_.push_back({name, address, of == named_.end() ? 0 : of->bytes});
}

void Tensors::relay_input(std::string_view name, std::uint64_t bytes,
                          const std::function<machine::Fill(machine::Fill)>& of) {
  constexpr std::uint64_t kAlignment = 256;  // hipMalloc's
  for (Named& tensor : named_) {
    if (tensor.name != name || !tensor.defined) continue;
    const std::string copy = tensor.name + " as the recipe wants it";
    add(copy.c_str(), bytes, kAlignment, false, of(tensor.defined), {}, nullptr, &tensor.address);
    tensor.bytes = bytes;
  }
}

// The runtime hands out whole 16-byte pieces, and compilers widen scalar loads within them: what lies past
// the last argument may be read, but is undefined.
std::uint64_t Tensors::add_arguments(std::vector<std::byte> bytes) {
  constexpr std::uint64_t kPiece = 16;
  const std::uint64_t base = kArguments + kSlot * std::uint64_t(slot_++) + 4096;
  const std::uint64_t size = (bytes.size() + kPiece - 1) / kPiece * kPiece;
  memory_.add("kernel arguments", base, size, false,
              [held = std::move(bytes)](std::uint64_t offset, Bytes data, Bytes undefined) {
                std::fill(undefined.begin(), undefined.end(), std::uint8_t{1});
                overlay(offset, data, undefined, 0,
                        {reinterpret_cast<const std::uint8_t*>(held.data()), held.size()});
              });
  return base;
}

Tensors::Contents Tensors::contents() {
  Contents all;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Held& held = outputs_[i];
    const operators::Output& output = *held.output;
    const auto row_bytes = std::size_t(output.row_bytes());
    std::vector<std::uint32_t>& codes = all.codes.emplace_back(output.elements());
    std::vector<std::uint8_t> row(row_bytes), undefined(row_bytes);
    auto code = codes.begin();
    for (const OutputRow& written : output.rows) {
      const std::uint64_t at = std::uint64_t(written.row) * row_bytes;
      held.allocation->read(at, row.data(), undefined.data(), row_bytes);
      const auto first = std::ranges::find(undefined, std::uint8_t{1});
      if (first != undefined.end() && !all.first_undefined)
        all.first_undefined = {i, at + std::uint64_t(first - undefined.begin())};
      if (first != undefined.end()) {
        all.undefined_bytes += std::uint64_t(std::count(first, undefined.end(), std::uint8_t{1}));
        all.unwritten_bytes += unwritten_in(held.poison, at, row, undefined);
      }
      code = unpack(*output.format, row, code);
    }
  }
  return all;
}

std::optional<Tensors::Stray> Tensors::first_stray_write() const {
  std::optional<Stray> stray;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Held& held = outputs_[i];
    const auto row_bytes = std::uint64_t(held.output->row_bytes());
    std::set<std::uint64_t> rows;
    held.allocation->visit_touched([&](std::uint64_t start, const machine::Page& page) {
      const std::uint64_t end = std::min(start + machine::kPageBytes, held.allocation->size());
      each_stray(*held.output, held.poison, start, end, page, [&](std::uint64_t at) {
        if (!stray || (stray->output == i && at < stray->offset))
          stray =
              Stray{i,  std::int64_t(at / row_bytes), held.output->column_of(std::int64_t(at % row_bytes)),
                    at, stray ? stray->bytes : 0,     stray ? stray->rows : 0};
        ++stray->bytes;
        rows.insert(at / row_bytes);
      });
    });
    if (stray) stray->rows += rows.size();
  }
  return stray;
}

}  // namespace lockstep::problems
