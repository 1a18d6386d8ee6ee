#include "cli/ptx_object.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>

#include <fmt/format.h>

namespace lockstep::cli {

namespace {

using code_object::Argument;
using code_object::Kernel;

// PTX ISA, "Kernel Function Parameters": .param [.align N] .type [.ptr [.space] [.align N]] name[bytes].
const std::regex& parameter_pattern() {
  static const std::regex all(
      R"(\.param\s+(?:\.align\s+(\d+)\s+)?\.([bsuf])(\d+)\s+(\.ptr[^,]*\s)?([\w$]+)(?:\[(\d+)\])?)");
  return all;
}
const std::regex& entry_pattern() {
  static const std::regex all(R"(\.entry\s+([\w$]+)\s*(?:\(([^)]*)\))?)");
  return all;
}
const std::regex& target_pattern() {
  static const std::regex all(R"(\.target\s+(\w+))");
  return all;
}

std::uint32_t number_in(const std::csub_match& match, std::uint32_t fallback) {
  std::uint32_t value = fallback;
  if (match.matched) std::from_chars(match.first, match.second, value);
  return value;
}

// Of one parameter, behind `end` bytes of others.
tl::expected<Argument, std::string> argument_of(const std::string& text, std::size_t position, std::uint32_t end) {
  std::cmatch m;
  if (!std::regex_search(text.c_str(), m, parameter_pattern()))
    return tl::unexpected(fmt::format("parameter {} is not understood: {}", position, text));
  const std::uint32_t each = number_in(m[3], 0) / 8, count = number_in(m[6], 1);
  const std::uint32_t alignment = std::max(number_in(m[1], each), 1u);
  Argument a;
  a.name = std::to_string(position);
  a.offset = (end + alignment - 1) / alignment * alignment;
  a.size = each * count;
  a.value_kind = m[4].matched ? "global_buffer" : "by_value";
  if (a.size == 0) return tl::unexpected(fmt::format("parameter {} has no size: {}", position, text));
  return a;
}

tl::expected<Kernel, std::string> kernel_of(const std::string& name, const std::string& parameters) {
  Kernel kernel;
  kernel.name = name;
  for (std::size_t at = 0; parameters.find(".param", at) != std::string::npos;) {
    const std::size_t begin = parameters.find(".param", at);
    const std::size_t end = std::min(parameters.find(',', begin), parameters.size());
    const auto a =
        argument_of(parameters.substr(begin, end - begin), kernel.arguments.size(), kernel.kernarg_bytes);
    if (!a) return tl::unexpected(fmt::format("kernel {}: {}", name, a.error()));
    kernel.kernarg_bytes = a->offset + a->size;
    kernel.arguments.push_back(*a);
    at = end;
  }
  return kernel;
}

}  // namespace

bool is_ptx(std::string_view bytes) {
  std::string_view text = bytes;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return false;
    text.remove_prefix(begin);
    if (!text.starts_with("//")) return text.starts_with(".version");
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

tl::expected<code_object::CodeObject, std::string> parse_ptx(const std::string& file, std::string_view text) {
  code_object::CodeObject object;
  object.file = file;
  const std::string all(text);
  std::smatch target;
  if (!std::regex_search(all, target, target_pattern())) return tl::unexpected(fmt::format("{}: PTX without .target", file));
  object.arch = target[1];
  for (std::sregex_iterator entry(all.begin(), all.end(), entry_pattern()), none; entry != none; ++entry) {
    auto kernel = kernel_of((*entry)[1], (*entry)[2]);
    if (!kernel) return tl::unexpected(fmt::format("{}: {}", file, kernel.error()));
    object.kernels.push_back(std::move(*kernel));
  }
  return object;
}

}  // namespace lockstep::cli
