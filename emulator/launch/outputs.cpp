#include "emulator/launch/outputs.hpp"

#include <algorithm>

#include "emulator/launch/digest.hpp"

namespace lockstep::launch {
namespace {

constexpr std::uint64_t kLargeBuffer = std::uint64_t{1} << 28;

using Visit = std::function<bool(std::uint64_t at, std::span<const std::uint8_t> data,
                                 std::span<const std::uint8_t> undefined)>;

// Pieces of an output in order; `at` counts from the output's start.
bool visit(const Placement& placement, const Description& description, const Output& output,
           const Visit& each) {
  const Buffer* buffer = find_buffer(description, output.buffer);
  const auto index = std::size_t(buffer - description.buffers.data());
  const std::uint64_t bytes = bytes_of(output, *buffer);
  std::vector<std::uint8_t> data(machine::kPageBytes), undefined(machine::kPageBytes);
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t offset = output.offset + at;
    const std::uint64_t part = std::min(bytes - at, machine::kPageBytes - offset % machine::kPageBytes);
    placement.buffers[index]->peek(offset, data.data(), undefined.data(), part);
    if (!each(at, std::span(data).first(part), std::span(undefined).first(part))) return false;
    at += part;
  }
  return true;
}

void compare(std::uint64_t at, std::span<const std::uint8_t> found, std::span<const std::uint8_t> expected,
             std::optional<OutputResult::Mismatch>& mismatch) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    if (!mismatch) mismatch = OutputResult::Mismatch{at + i, 0, expected[i], found[i]};
    ++mismatch->bytes;
  }
}

bool may_be_undefined(const Output& output, std::uint64_t byte) {
  return std::ranges::any_of(output.undefined,
                             [&](const Range& r) { return r.begin <= byte && byte < r.end; });
}

}  // namespace

bool read(const Placement& placement, const Description& description, const Output& output,
          const Sink& sink) {
  return visit(placement, description, output,
               [&](std::uint64_t, std::span<const std::uint8_t> data, std::span<const std::uint8_t>) {
                 return sink(data);
               });
}

std::vector<Output> changed(const Placement& placement, const Placement& before,
                            const Description& description) {
  std::vector<Output> all;
  std::vector<std::uint8_t> data(machine::kPageBytes), undefined(machine::kPageBytes);
  for (std::size_t i = 0; i < description.buffers.size(); ++i) {
    const Buffer& buffer = description.buffers[i];
    std::optional<Range> pages;
    placement.buffers[i]->visit_touched([&](std::uint64_t offset, const machine::Page& page) {
      if (offset >= buffer.bytes) return;
      const std::uint64_t bytes = std::min(buffer.bytes - offset, machine::kPageBytes);
      before.buffers[i]->peek(offset, data.data(), undefined.data(), bytes);
      if (std::equal(data.begin(), data.begin() + std::ptrdiff_t(bytes), page.data.begin()) &&
          std::equal(undefined.begin(), undefined.begin() + std::ptrdiff_t(bytes), page.undefined.begin()))
        return;
      pages = {pages ? pages->begin : offset, offset + bytes};
    });
    if (!pages) continue;
    if (buffer.bytes < kLargeBuffer) pages = {0, buffer.bytes};
    Output& output = all.emplace_back();
    output.buffer = buffer.name;
    output.offset = pages->begin;
    output.bytes = pages->end - pages->begin;
    output.may_be_undefined = true;
  }
  return all;
}

OutputResult judge(const Placement& placement, const Description& description, const Output& output) {
  OutputResult result;
  Sha256 digest;
  std::vector<std::uint8_t> expected;
  if (output.expected && output.element) result.deviation.emplace(*output.element->format, output.tolerance);
  ElementPairs pairs(output.element.value_or(Element{}));
  visit(placement, description, output,
        [&](std::uint64_t at, std::span<const std::uint8_t> data, std::span<const std::uint8_t> undefined) {
          digest.add(data);
          result.bytes += data.size();
          for (std::size_t i = 0; i < undefined.size(); ++i) {
            if (undefined[i] == 0 || may_be_undefined(output, output.offset + at + i)) continue;
            if (result.undefined_bytes++ == 0) result.first_undefined = at + i;
          }
          if (!output.expected) return true;
          expected.resize(data.size());
          output.expected->read(at, expected);
          if (!output.tolerance.asks() && output.compares_bits) compare(at, data, expected, result.mismatch);
          if (result.deviation) pairs.add(data, expected, *result.deviation);
          return true;
        });
  result.sha256 = digest.finish();
  result.wrong_digest = !output.expected_sha256.empty() && output.expected_sha256 != result.sha256;
  return result;
}

}  // namespace lockstep::launch
