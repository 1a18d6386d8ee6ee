// Values as the bytes of a message, and back. `fields(visit, x)`, an overload for each type, describes what a
// value is made of, once for both directions: visit(part) writes the part or reads it, visit.each(parts) does
// so for a list of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::devices {

class Writer {
 public:
  std::vector<std::uint8_t> bytes;

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const T& x) {
    append(&x, sizeof x);
  }
  void operator()(const std::string& text) { block(text.data(), text.size()); }
  void operator()(const std::vector<std::uint8_t>& all) { block(all.data(), all.size()); }
  template <typename T>
  void each(const std::vector<T>& all) {
    (*this)(std::uint64_t{all.size()});
    for (const T& x : all) fields(*this, x);
  }

 private:
  void append(const void* from, std::size_t count) {
    const auto* const at = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), at, at + count);
  }
  void block(const void* from, std::size_t count) {
    (*this)(std::uint64_t{count});
    append(from, count);
  }
};

class Reader {
 public:
  explicit Reader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& x) {
    std::memcpy(&x, take(sizeof x), sizeof x);
  }
  void operator()(std::string& text) {
    const std::uint64_t n = count();
    text.assign(reinterpret_cast<const char*>(take(n)), n);
  }
  void operator()(std::vector<std::uint8_t>& all) {
    const std::uint64_t n = count();
    const std::uint8_t* const first = take(n);
    all.assign(first, first + n);
  }
  template <typename T>
  void each(std::vector<T>& all) {
    all.resize(count());
    for (T& x : all) fields(*this, x);
  }

 private:
  std::uint64_t count() {
    std::uint64_t n = 0;
    (*this)(n);
    return n;
  }
  const std::uint8_t* take(std::uint64_t n) {
    if (n > bytes_.size() - at_) throw std::runtime_error("a message from another build of the command");
    at_ += n;
    return bytes_.data() + (at_ - n);
  }

  const std::vector<std::uint8_t>& bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace lockstep::devices
