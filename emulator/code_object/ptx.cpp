#include "emulator/code_object/ptx.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace lockstep::code_object {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";
// PTX ISA, "Kernel Function Parameters": what all parameters of a kernel may take, sm_70 and later.
constexpr std::uint64_t kMostBytes = 32764;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kSpaces), text.size());
  return text.substr(begin);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> all;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
    all.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return all;
}

// 0 where it is no number, or one that no parameter has.
std::uint32_t number_of(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() && value <= kMostBytes ? value : 0;
}

// A .param without that word, [.align N] .type [.ptr [.space] [.align N]] name[bytes], from byte `end` on.
tl::expected<Argument, std::string> argument_of(std::string_view text, std::size_t position,
                                                std::uint64_t end) {
  const auto refused = [&] {
    return tl::unexpected(fmt::format("parameter {} is not understood: {:.80}", position, trimmed(text)));
  };
  std::vector<std::string_view> words = words_of(text);
  std::uint32_t alignment = 0;
  if (words.size() > 2 && words[0] == ".align") {
    alignment = number_of(words[1]);
    if (alignment == 0) return refused();
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.size() < 2 || words[0].size() < 3 || words[0][0] != '.' ||
      std::string_view("bsuf").find(words[0][1]) == std::string_view::npos)
    return refused();
  const std::uint32_t each = number_of(words[0].substr(2)) / 8;
  const std::string_view name = words.back();
  const std::size_t bracket = name.find('[');
  const std::uint32_t count = bracket == std::string_view::npos ? 1
                              : name.back() == ']'
                                  ? number_of(name.substr(bracket + 1, name.size() - bracket - 2))
                                  : 0;
  if (each == 0 || count == 0 || name[0] == '.') return refused();
  alignment = std::max(alignment, each);
  const std::uint64_t at = (end + alignment - 1) / alignment * alignment, size = std::uint64_t{each} * count;
  if (at + size > kMostBytes)
    return tl::unexpected(fmt::format("parameter {} ends at byte {}; a kernel takes {} bytes", position,
                                      at + size, kMostBytes));
  Argument a;
  a.name = std::to_string(position);
  a.offset = std::uint32_t(at);
  a.size = std::uint32_t(size);
  a.value_kind = words[1] == ".ptr" ? "global_buffer" : "by_value";
  return a;
}

tl::expected<Kernel, std::string> kernel_of(std::string_view name, std::string_view parameters) {
  constexpr std::string_view kParameter = ".param";
  Kernel kernel;
  kernel.name = name;
  while (true) {
    const std::size_t begin = parameters.find(kParameter);
    if (begin == std::string_view::npos) return kernel;
    parameters.remove_prefix(begin + kParameter.size());
    const std::size_t end = std::min(parameters.find(','), parameters.size());
    const auto a = argument_of(parameters.substr(0, end), kernel.arguments.size(), kernel.kernarg_bytes);
    if (!a) return tl::unexpected(fmt::format("kernel {:.80}: {}", name, a.error()));
    kernel.kernarg_bytes = a->offset + a->size;
    kernel.arguments.push_back(*a);
    parameters.remove_prefix(end);
  }
}

// Takes the word behind the next `directive`; empty, and nothing taken, where there is none.
std::string_view take_behind(std::string_view& text, std::string_view directive) {
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + 1)) {
    const std::string_view behind = text.substr(at + directive.size());
    const std::string_view rest = trimmed(behind);
    const std::size_t end = std::min(rest.find_first_of(" \t\r\n(,{;"), rest.size());
    if (rest.size() == behind.size() || end == 0) continue;
    text = rest.substr(end);
    return rest.substr(0, end);
  }
  return {};
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

tl::expected<CodeObject, std::string> parse_ptx(const std::string& file, std::string_view text) {
  CodeObject object;
  object.file = file;
  std::string_view rest = text;
  object.arch = take_behind(rest, ".target");
  if (object.arch.empty()) return tl::unexpected(fmt::format("{}: PTX without .target", file));
  for (std::string_view name = take_behind(rest, ".entry"); !name.empty();
       name = take_behind(rest, ".entry")) {
    rest = trimmed(rest);
    const std::string_view parameters =
        rest.starts_with('(') ? rest.substr(0, rest.find(')')) : std::string_view{};
    auto kernel = kernel_of(name, parameters);
    if (!kernel) return tl::unexpected(fmt::format("{}: {}", file, kernel.error()));
    object.kernels.push_back(std::move(*kernel));
    rest.remove_prefix(parameters.size());
  }
  return object;
}

}  // namespace lockstep::code_object
