// printf, of arguments that come as words.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "emulator/launch/host_calls.hpp"

namespace lockstep::launch {

namespace {

/// Words, read one after the other; behind the last there are zeros.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}

  bool is_empty() const { return words_.empty(); }
  std::uint64_t word() {
    if (words_.empty()) return 0;
    const std::uint64_t first = words_.front();
    words_ = words_.subspan(1);
    return first;
  }
  std::string text() {
    if (words_.empty()) return {};
    const auto* const first = reinterpret_cast<const char*>(words_.data());
    const std::size_t length = strnlen(first, words_.size_bytes());
    words_ = words_.subspan(std::min(words_.size(), length / 8 + 1));
    return {first, length};
  }

 private:
  std::span<const std::uint64_t> words_;
};

/// A conversion: "%-8.3lf" has the flags "-8.3", the length "l" and the letter 'f'.
struct Conversion {
  std::string flags, length;
  char letter = 0;
};

Conversion conversion_at(std::string_view format, std::size_t& at) {
  Conversion c;
  for (; at < format.size() && std::strchr("-+ #0123456789.*", format[at]) != nullptr; ++at)
    c.flags += format[at];
  for (; at < format.size() && std::strchr("hljztL", format[at]) != nullptr; ++at) c.length += format[at];
  if (at < format.size()) c.letter = format[at++];
  return c;
}

template <typename Value>
std::string printed(const std::string& conversion, Value value) {
  constexpr int kLongest = 1 << 20;  // a kernel may ask for any width
  const int length = std::snprintf(nullptr, 0, conversion.c_str(), value);
  if (length < 0 || length > kLongest) return {};
  std::string text(std::size_t(length) + 1, 0);
  std::snprintf(text.data(), text.size(), conversion.c_str(), value);
  text.pop_back();
  return text;
}

/// A word as a number of the length that the format says.
long long as_signed(const std::string& length, std::uint64_t word) {
  if (length.empty()) return std::int32_t(word);
  if (length == "h") return std::int16_t(word);
  return length == "hh" ? std::int8_t(word) : std::int64_t(word);
}
unsigned long long as_unsigned(const std::string& length, std::uint64_t word) {
  if (length.empty()) return std::uint32_t(word);
  if (length == "h") return std::uint16_t(word);
  return length == "hh" ? std::uint8_t(word) : word;
}

std::string of_conversion(Conversion c, WordReader& arguments) {
  if (c.letter == 0) return {};  // the format ends in the middle
  for (std::size_t star; (star = c.flags.find('*')) != std::string::npos;)
    c.flags.replace(star, 1, std::to_string(std::int32_t(arguments.word())));
  const std::string start = "%" + c.flags;
  if (std::strchr("di", c.letter) != nullptr)
    return printed(start + "ll" + c.letter, as_signed(c.length, arguments.word()));
  if (std::strchr("ouxX", c.letter) != nullptr)
    return printed(start + "ll" + c.letter, as_unsigned(c.length, arguments.word()));
  if (std::strchr("fFeEgGaA", c.letter) != nullptr) {
    const std::uint64_t word = arguments.word();
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    return printed(start + c.letter, value);
  }
  if (c.letter == 'c') return printed(start + "c", int(arguments.word()));
  if (c.letter == 's') return printed(start + "s", arguments.text().c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device, which is only printed
  if (c.letter == 'p') return printed(start + "p", reinterpret_cast<void*>(std::uintptr_t(arguments.word())));
  if (c.letter == 'n') arguments.word();  // nothing is written back
  return {};
}

}  // namespace

std::string formatted(std::span<const std::uint64_t> words) {
  WordReader reader(words);
  const std::string format = reader.text();
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    if (format.compare(at, 2, "%%") == 0) {
      text += '%';
      at += 2;
      continue;
    }
    if (reader.is_empty()) break;  // as AMD's runtime: nothing is printed for want of an argument
    text += of_conversion(conversion_at(format, ++at), reader);
  }
  return text;
}

}  // namespace lockstep::launch
