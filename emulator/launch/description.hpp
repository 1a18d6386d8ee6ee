// One launch of a foreign kernel, as data: what the host would have done before and what it wants afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emulator/code_object/arguments.hpp"
#include "emulator/launch/contents.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "reference/exact/deviation.hpp"

namespace lockstep::launch {

/// Bytes [begin, end) of a buffer.
using Range = machine::Allocation::Range;

struct Buffer {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 256;         ///< a power of two; hipMalloc's is 256
  bool writable = true;                  ///< false: a write is a trap
  std::vector<Range> untouched;          ///< a write to these is a finding
  std::vector<Range> undefined;          ///< ranges of its contents that are there and undefined; ascending
  std::optional<std::uint64_t> address;  ///< where it must lie; chosen otherwise
  Contents contents;
};

/// A device pointer; null when `buffer` is empty.
struct Pointer {
  std::string buffer;
  std::uint64_t offset = 0;  ///< bytes; the buffer's size, one past its end, is the largest
};

/// A number, as its bits: "i32" and the like.
struct Number {
  std::string type;
  Element element;
  std::uint64_t bits = 0;
};

struct Raw {
  std::vector<std::byte> bytes;
};

struct Field;
/// A structure by value: its fields, the bytes between them undefined.
struct Structure {
  std::vector<Field> fields;
};

using Value = std::variant<Pointer, Number, Raw, Structure>;

struct Field {
  std::uint32_t at = 0;  ///< byte offset in the structure
  Value value;
};

struct Argument {
  std::string name;                 ///< name of the metadata's argument; empty: the next one
  std::optional<std::uint32_t> at;  ///< byte offset in the argument segment, for all arguments or for none
  Value value;
  std::optional<std::uint32_t> part{};  ///< byte offset in the argument of that name; none: all of it
};

/// Bytes of a buffer that the kernel has to write.
struct Output {
  std::string buffer;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> bytes;  ///< up to the buffer's end otherwise
  bool may_be_undefined = false;       ///< bytes that were not written are no finding
  std::vector<Range> undefined;        ///< bytes of the buffer of which the same is true
  std::optional<Given> expected;       ///< expected bytes, exactly of the output's size
  bool compares_bits = true;           ///< without a tolerance no bit of `expected` may differ
  std::string expected_sha256;         ///< empty: any
  std::optional<Element> element;      ///< a number format: expected and found elements are measured
  /// How far elements may lie from `expected`; without any, no bit may differ
  exact::Tolerance tolerance;
};

struct Description {
  std::string kernel;  ///< empty: the object's only one
  code_object::Geometry geometry;
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
  std::optional<std::uint32_t> argument_bytes;  ///< size of the argument segment; the metadata's otherwise
  std::vector<Output> outputs;
  std::uint64_t granularity = 1;  ///< a buffer's size is rounded up to a multiple of this
  std::uint64_t seed = 1;         ///< seed of undefined memory and registers
};

/// The output's size; its range must have been checked.
std::uint64_t bytes_of(const Output& output, const Buffer& buffer);

/// What its allocation takes, at least its size.
std::uint64_t allocated_bytes(const Description& description, const Buffer& buffer);

/// nullptr when there is none of that name.
const Buffer* find_buffer(const Description& description, std::string_view name);

}  // namespace lockstep::launch
