#include "cli/judge/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "host/random.hpp"

namespace lockstep::cli {

namespace {

launch::Buffer* find(launch::Description& d, std::string_view name) {
  const auto found = std::ranges::find(d.buffers, name, &launch::Buffer::name);
  return found == d.buffers.end() ? nullptr : &*found;
}

bool is_output(const std::vector<launch::Output>& outputs, const launch::Buffer& buffer) {
  return std::ranges::any_of(outputs, [&](const launch::Output& o) { return o.buffer == buffer.name; });
}

bool has_contents(const launch::Buffer& b) {
  return !std::holds_alternative<launch::Undefined>(b.contents);
}

/// `contents` with other bytes in the range.
launch::Given inverted(launch::Contents contents, launch::Range range) {
  return {[old = launch::fill(std::move(contents), 0), range](std::uint64_t offset,
                                                              std::span<std::uint8_t> data) {
    std::vector<std::uint8_t> undefined(data.size());
    old(offset, data, undefined);
    for (std::size_t i = 0; i < data.size(); ++i)
      if (range.begin <= offset + i && offset + i < range.end) data[i] = std::uint8_t(~data[i]);
  }};
}

constexpr std::uint64_t kMostVaried = 1 << 20;  ///< bytes

bool is_number(float x) {
  constexpr float kSmallest = 0x1p-30f, kLargest = 0x1p30f;
  const float size = std::fabs(x);
  return size == 0 || (kSmallest <= size && size <= kLargest);
}

/// The f32 values of a buffer, if it looks like such; a mask of zeros and ones is none.
std::vector<float> numbers_of(const launch::Buffer& b) {
  if (std::holds_alternative<launch::Random>(b.contents) || !has_contents(b) ||
      b.bytes % sizeof(float) != 0 || b.bytes > kMostVaried)
    return {};
  std::vector<std::uint8_t> bytes(b.bytes), undefined(b.bytes);
  launch::fill(b.contents, 0)(0, bytes, undefined);
  std::vector<float> numbers(b.bytes / sizeof(float));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  const bool has_zero = std::ranges::find(numbers, 0.0f) != numbers.end();
  const bool is_mask = has_zero && std::ranges::all_of(numbers, [](float x) { return x == 0 || x == 1; });
  if (is_mask || !std::ranges::all_of(numbers, is_number)) return {};
  return numbers;
}

/// Adds a range to those of a buffer that are undefined, which ascend and do not overlap.
void add_undefined(launch::Buffer& b, launch::Range range) {
  b.undefined.push_back(range);
  std::ranges::sort(b.undefined, {}, &launch::Range::begin);
  std::vector<launch::Range> joined;
  for (const launch::Range& r : b.undefined)
    if (!joined.empty() && r.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, r.end);
    else
      joined.push_back(r);
  b.undefined = std::move(joined);
}

}  // namespace

bool redraw(launch::Description& d, std::uint64_t seed, std::uint64_t draw) {
  bool any = false;
  for (launch::Buffer& b : d.buffers) {
    auto* const random = std::get_if<launch::Random>(&b.contents);
    if (random == nullptr) continue;
    any = true;
    if (draw != 0) random->seed = host::hash(host::hash(seed, draw), random->seed);
  }
  return any;
}

void skew(launch::Description& d) {
  constexpr std::uint64_t kOneIn = 8;  // one element in eight stays as it was drawn
  for (launch::Buffer& b : d.buffers) {
    const auto* const random = std::get_if<launch::Random>(&b.contents);
    if (random == nullptr || random->element.bits % 8 != 0) continue;
    const auto width = std::uint64_t(random->element.bits) / 8;
    b.contents = launch::Given{[old = launch::fill(*random, 0), width, seed = random->seed](
                                   std::uint64_t offset, std::span<std::uint8_t> data) {
      std::vector<std::uint8_t> undefined(std::max<std::size_t>(data.size(), width)), first(width);
      old(0, first, std::span(undefined).first(width));
      old(offset, data, std::span(undefined).first(data.size()));
      for (std::size_t i = 0; i < data.size(); ++i)
        if (host::hash(seed, (offset + i) / width) % kOneIn != 0) data[i] = first[(offset + i) % width];
    }};
  }
}

bool vary(launch::Description& d) {
  constexpr float kLess = 0.875f;
  bool any = false;
  for (launch::Buffer& b : d.buffers) {
    std::vector<float> numbers = is_output(d.outputs, b) ? std::vector<float>() : numbers_of(b);
    if (std::ranges::all_of(numbers, [](float x) { return x == 0; })) continue;
    for (float& x : numbers) x *= kLess;
    b.contents = launch::Given{[numbers = std::move(numbers)](std::uint64_t offset,
                                                              std::span<std::uint8_t> data) {
      std::copy_n(reinterpret_cast<const std::uint8_t*>(numbers.data()) + offset, data.size(), data.begin());
    }};
    any = true;
  }
  return any;
}

bool poison(launch::Description& d, const std::vector<launch::Output>& outputs) {
  bool any = false;
  for (const launch::Output& o : outputs) {
    launch::Buffer* const b = find(d, o.buffer);
    if (b == nullptr || !has_contents(*b)) continue;
    const launch::Range range{o.offset, o.offset + launch::bytes_of(o, *b)};
    b->contents = inverted(std::move(b->contents), range);
    add_undefined(*b, range);
    any = true;
  }
  return any;
}

std::vector<std::string> inputs_of(const launch::Description& d) {
  std::vector<std::string> names;
  for (const launch::Buffer& b : d.buffers)
    if (!is_output(d.outputs, b) && has_contents(b) && b.bytes != 0) names.push_back(b.name);
  return names;
}

void taint(launch::Description& d, std::string_view buffer) {
  if (launch::Buffer* const b = find(d, buffer)) b->undefined = {{0, b->bytes}};
}

void forbid_writes(launch::Description& d, std::string_view buffer) {
  if (launch::Buffer* const b = find(d, buffer)) b->writable = false;
}

std::vector<launch::Output> defined_parts(const launch::Placement& placement, const launch::Description& d,
                                          const launch::Output& output) {
  const auto buffer = std::size_t(launch::find_buffer(d, output.buffer) - d.buffers.data());
  const std::uint64_t bytes = launch::bytes_of(output, d.buffers[buffer]);
  std::vector<std::uint8_t> data(bytes), undefined(bytes);
  placement.buffers[buffer]->peek(output.offset, data.data(), undefined.data(), bytes);
  std::vector<launch::Output> parts;
  for (std::uint64_t at = 0; at < bytes; ++at) {
    if (undefined[at] != 0) continue;
    if (parts.empty() || parts.back().offset + *parts.back().bytes != output.offset + at) {
      parts.push_back(output);
      parts.back().offset = output.offset + at;
      parts.back().bytes = 0;
    }
    ++*parts.back().bytes;
  }
  return parts;
}

std::vector<std::unique_ptr<machine::Allocation>> changed_variables(launch::Placement& placement,
                                                                    const machine::LoadedCode& code) {
  std::vector<std::unique_ptr<machine::Allocation>> changed;
  for (const code_object::Segment& segment : code.object().segments) {
    const std::uint64_t base = code.bias() + segment.address;
    machine::Allocation* const variables = segment.writable ? placement.memory.owner(base, 1) : nullptr;
    if (variables == nullptr) continue;
    bool differs = false;
    variables->visit_touched([&](std::uint64_t offset, const machine::Page& page) {
      std::vector<std::uint8_t> at_first(std::min(machine::kPageBytes, variables->size() - offset));
      segment.fill(code.bias(), offset, at_first);
      differs |= !std::equal(at_first.begin(), at_first.end(), page.data.begin());
    });
    if (differs) changed.push_back(placement.memory.take(base));
  }
  return changed;
}

std::string take_over(const launch::Description& reference, launch::Description& candidate) {
  for (const launch::Buffer& theirs : reference.buffers) {
    launch::Buffer* const own = find(candidate, theirs.name);
    if (own == nullptr) {
      if (is_output(reference.outputs, theirs))
        return fmt::format("has no buffer {}, which is an output", theirs.name);
      continue;
    }
    if (own->bytes != theirs.bytes)
      return fmt::format("buffer {} has {} bytes, the reference's {}", theirs.name, own->bytes, theirs.bytes);
    own->contents = theirs.contents;
    own->untouched = theirs.untouched;
    own->undefined = theirs.undefined;
    own->writable = theirs.writable;
  }
  candidate.outputs = reference.outputs;
  return {};
}

}  // namespace lockstep::cli
