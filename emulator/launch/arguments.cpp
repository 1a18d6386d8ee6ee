#include "emulator/launch/arguments.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/code_object/parameters.hpp"
#include "emulator/launch/number_types.hpp"

namespace lockstep::launch {
namespace {

using code_object::Kernel;
using MetadataArgument = code_object::Argument;
using Done = tl::expected<void, std::string>;

constexpr std::uint32_t kMostBytes = 64 * 1024;  // far more than any runtime hands over
constexpr std::uint32_t kPointerBytes = 8;

std::uint64_t bytes_of(const Value& value) {
  struct Visit {
    std::uint64_t operator()(const Pointer&) const { return kPointerBytes; }
    std::uint64_t operator()(const Number& n) const { return std::uint64_t(n.element.bits) / 8; }
    std::uint64_t operator()(const Raw& r) const { return r.bytes.size(); }
    std::uint64_t operator()(const Structure& s) const {
      std::uint64_t end = 0;
      for (const Field& f : s.fields) end = std::max(end, f.at + bytes_of(f.value));
      return end;
    }
  };
  return std::visit(Visit{}, value);
}

std::string kind_of(const Value& value) {
  struct Visit {
    std::string operator()(const Pointer&) const { return "a pointer"; }
    std::string operator()(const Number& n) const { return n.type; }
    std::string operator()(const Raw&) const { return "bytes"; }
    std::string operator()(const Structure&) const { return "struct"; }
  };
  return std::visit(Visit{}, value);
}

class Packer {
 public:
  Packer(const Description& description, const Kernel& kernel, std::span<const std::uint64_t> base)
      : description_(description),
        kernel_(kernel),
        base_(base),
        types_(code_object::parameter_types(kernel)) {}

  tl::expected<Segment, std::string> pack() {
    const std::uint64_t size = segment_size();
    if (size > kMostBytes)
      return tl::unexpected(fmt::format("an argument segment of {} bytes, of {} at most", size, kMostBytes));
    segment_.bytes.resize(size);
    segment_.undefined.assign(size, 1);
    if (auto done = put_all(); !done) return tl::unexpected(done.error());
    if (auto done = hidden(); !done) return tl::unexpected(done.error());
    return std::move(segment_);
  }

 private:
  // Unless the launch says it: what the metadata says, or more where values lie behind that.
  std::uint64_t segment_size() {
    const std::uint64_t said = kernel_.kernarg_bytes;
    std::uint64_t end = description_.argument_bytes.value_or(0);
    if (!description_.argument_bytes)
      for (const Argument& a : description_.arguments)
        if (a.at) end = std::max(end, *a.at + bytes_of(a.value));
    if (end > said)
      segment_.notes.push_back(
          fmt::format("the arguments take {} bytes, of {} that the metadata of {} says: passed as given", end,
                      said, kernel_.name));
    return description_.argument_bytes ? end : std::max(said, end);
  }

  Done put_all() {
    const auto& given = description_.arguments;
    const auto placed = std::ranges::count_if(given, [](const Argument& a) { return a.at.has_value(); });
    if (placed != 0 && placed != std::ptrdiff_t(given.size()))
      return tl::unexpected(std::string("either every argument has an offset (at), or none has"));
    if (placed != 0) return at_offsets();
    const auto named = std::ranges::count_if(given, [](const Argument& a) { return !a.name.empty(); });
    const bool parts = std::ranges::any_of(given, [](const Argument& a) { return a.part.has_value(); });
    if (parts && named != std::ptrdiff_t(given.size()))
      return tl::unexpected(
          std::string("with parts of arguments (NAME+OFFSET), every argument needs its name"));
    return named != 0 && named == std::ptrdiff_t(given.size()) ? by_name() : in_order();
  }

  Done at_offsets() {
    std::size_t number = 0;
    for (const Argument& a : description_.arguments) {
      const std::string what = fmt::format("argument {}", number++);
      const std::uint64_t bytes = bytes_of(a.value), at = a.at.value_or(0);
      if (overlaps(at, bytes)) return tl::unexpected(fmt::format("{} at {} overlaps another", what, at));
      if (auto done = put(what, at, bytes, a.value); !done) return done;
    }
    return {};
  }

  Done in_order() {
    const auto wanted = explicit_arguments();
    const auto& given = description_.arguments;
    if (wanted.empty() && !given.empty()) return names_none();
    if (wanted.size() != given.size())
      return tl::unexpected(fmt::format("{} takes {} arguments ({}), {} are given", kernel_.name,
                                        wanted.size(), fmt::join(names(wanted), ", "), given.size()));
    for (std::size_t i = 0; i < given.size(); ++i)
      if (auto done = put_checked(i, *wanted[i], given[i]); !done) return done;
    return {};
  }

  Done by_name() {
    const auto wanted = explicit_arguments();
    if (wanted.empty()) return names_none();
    std::vector<const MetadataArgument*> missing = wanted;
    for (std::size_t i = 0; i < description_.arguments.size(); ++i) {
      const Argument& given = description_.arguments[i];
      const auto found = std::ranges::find(wanted, given.name, &MetadataArgument::name);
      if (found == wanted.end()) return tl::unexpected(no_argument(given.name, wanted));
      std::erase(missing, *found);
      if (overlaps((*found)->offset + given.part.value_or(0), bytes_of(given.value)))
        return tl::unexpected(fmt::format("argument {} '{}' has a value already", i, given.name));
      auto done = given.part ? put_part(i, **found, given) : put_checked(i, **found, given);
      if (!done) return done;
    }
    if (missing.empty()) return {};
    return tl::unexpected(fmt::format("{} takes {} arguments ({}), no value is given for {}", kernel_.name,
                                      wanted.size(), fmt::join(names(wanted), ", "),
                                      fmt::join(names(missing), ", ")));
  }

  Done put_part(std::size_t number, const MetadataArgument& wanted, const Argument& given) {
    const std::string what = fmt::format("argument {} '{}+{}'", number, wanted.name, *given.part);
    const std::uint64_t bytes = bytes_of(given.value);
    if (*given.part > wanted.size || bytes > wanted.size - *given.part)
      return tl::unexpected(fmt::format("{} takes bytes {} to {} of an argument of {} bytes", what,
                                        *given.part, *given.part + bytes, wanted.size));
    return put(what, wanted.offset + *given.part, bytes, given.value);
  }

  std::vector<const MetadataArgument*> explicit_arguments() const {
    std::vector<const MetadataArgument*> all;
    for (const MetadataArgument& a : kernel_.arguments)
      if (!a.is_hidden()) all.push_back(&a);
    return all;
  }

  static std::vector<std::string> names(const std::vector<const MetadataArgument*>& arguments) {
    std::vector<std::string> all;
    for (const MetadataArgument* a : arguments) all.push_back(a->name);
    return all;
  }

  Done names_none() const {
    return tl::unexpected(
        fmt::format("the metadata of {} names no arguments: give each its byte offset (at)", kernel_.name));
  }

  /// "layout.stride" asks for what the metadata does not have: names within a structure.
  std::string no_argument(const std::string& name, const std::vector<const MetadataArgument*>& wanted) const {
    const std::string outer = name.substr(0, name.find('.'));
    const auto found = std::ranges::find(wanted, outer, &MetadataArgument::name);
    if (outer != name && found != wanted.end())
      return fmt::format(
          "argument '{}': the metadata of {} names nothing inside '{}', which has {} bytes: say at which "
          "byte of it, "
          "as in '{}+8'",
          name, kernel_.name, outer, (*found)->size, outer);
    return fmt::format("{} takes no argument '{}'; it takes {}", kernel_.name, name,
                       fmt::join(names(wanted), ", "));
  }

  Done put_checked(std::size_t number, const MetadataArgument& wanted, const Argument& given) {
    const std::string what = fmt::format("argument {} '{}'", number, wanted.name);
    if (!given.name.empty() && given.name != wanted.name)
      return tl::unexpected(fmt::format("{} is called '{}' here", what, given.name));
    const bool pointer = std::holds_alternative<Pointer>(given.value);
    const std::string& kind = wanted.value_kind;
    if (kind == "global_buffer" && !pointer)
      return tl::unexpected(
          fmt::format("{} is a pointer (global_buffer), {} is given", what, kind_of(given.value)));
    if (kind != "global_buffer" && kind != "by_value" && kind != "dynamic_shared_pointer")
      return tl::unexpected(fmt::format("{} is of kind {}, which no launch here has", what, kind));
    const std::uint64_t bytes = bytes_of(given.value);
    const bool structure = std::holds_alternative<Structure>(given.value);
    if (structure ? bytes > wanted.size : bytes != wanted.size)
      return tl::unexpected(fmt::format("{} has {} bytes ({}), {} has {}", what, wanted.size, kind,
                                        kind_of(given.value), bytes));
    return put(what, wanted.offset, bytes, given.value);
  }

  Done hidden() {
    for (const MetadataArgument& a : kernel_.arguments) {
      if (!a.is_hidden() || overlaps(a.offset, a.size)) continue;
      const auto value = code_object::hidden_value(a.value_kind, description_.geometry);
      if (!value) return tl::unexpected(fmt::format("no value is known for {}", a.value_kind));
      const Raw raw{std::vector<std::byte>(a.size)};
      if (auto done = put(a.value_kind, a.offset, a.size, raw); !done) return done;
      std::memcpy(&segment_.bytes[a.offset], &*value, std::min<std::size_t>(a.size, sizeof *value));
    }
    return {};
  }

  /// Whether a value lies on any of these bytes already.
  bool overlaps(std::uint64_t at, std::uint64_t bytes) const {
    for (std::uint64_t i = at; i < std::min<std::uint64_t>(at + bytes, segment_.undefined.size()); ++i)
      if (segment_.undefined[i] == 0) return true;
    return false;
  }

  Done put(const std::string& what, std::uint64_t at, std::uint64_t bytes, const Value& value) {
    if (at > segment_.bytes.size() || bytes > segment_.bytes.size() - at)
      return tl::unexpected(fmt::format("{} takes bytes {} to {} of a segment of {} bytes", what, at,
                                        at + bytes, segment_.bytes.size()));
    if (const auto* s = std::get_if<Structure>(&value)) {
      for (const Field& f : s->fields) {
        const std::uint64_t size = bytes_of(f.value);
        if (overlaps(at + f.at, size))
          return tl::unexpected(fmt::format("{}: the field at {} overlaps another", what, f.at));
        if (auto done = put(what, at + f.at, size, f.value); !done) return done;
      }
      return {};
    }
    if (bytes == 0) return {};
    if (const auto* raw = std::get_if<Raw>(&value)) {
      std::memcpy(&segment_.bytes[at], raw->bytes.data(), bytes);
    } else if (const auto* number = std::get_if<Number>(&value)) {
      if (const std::string why = mismatch(type_at(at, bytes), number->type); !why.empty())
        return tl::unexpected(fmt::format("{} {}", what, why));
      std::memcpy(&segment_.bytes[at], &number->bits, bytes);
    } else {
      const auto address = resolve(what, std::get<Pointer>(value));
      if (!address) return tl::unexpected(address.error());
      std::memcpy(&segment_.bytes[at], &*address, bytes);
      segment_.pointers.push_back(at);
    }
    std::fill_n(segment_.undefined.begin() + std::ptrdiff_t(at), bytes, std::uint8_t{0});
    return {};
  }

  /// The C++ type of the argument that has exactly these bytes; empty: there is none, or nothing is known.
  std::string_view type_at(std::uint64_t at, std::uint64_t bytes) const {
    auto type = types_.begin();
    for (const MetadataArgument& a : kernel_.arguments) {
      if (a.is_hidden()) continue;
      if (a.offset == at && a.size == bytes) return *type;
      ++type;
    }
    return {};
  }

  tl::expected<std::uint64_t, std::string> resolve(const std::string& what, const Pointer& pointer) const {
    if (pointer.buffer.empty()) return pointer.offset;
    const Buffer* buffer = find_buffer(description_, pointer.buffer);
    if (buffer == nullptr) return tl::unexpected(fmt::format("{}: no buffer '{}'", what, pointer.buffer));
    if (pointer.offset > buffer->bytes)
      return tl::unexpected(fmt::format("{}: offset {} lies outside buffer '{}' of {} bytes", what,
                                        pointer.offset, buffer->name, buffer->bytes));
    return base_[std::size_t(buffer - description_.buffers.data())] + pointer.offset;
  }

  const Description& description_;
  const Kernel& kernel_;
  std::span<const std::uint64_t> base_;
  const std::vector<std::string> types_;  ///< C++ types of the explicit arguments
  Segment segment_;
};

}  // namespace

tl::expected<Segment, std::string> pack(const Description& description, const Kernel& kernel,
                                        std::span<const std::uint64_t> base) {
  return Packer(description, kernel, base).pack();
}

}  // namespace lockstep::launch
