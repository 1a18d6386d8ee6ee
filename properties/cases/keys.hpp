// The keys of a case line that only one operator knows. Each is a constant: its type, the values it takes,
// what a line without it means, and what it is for. Reading, checking, shrinking, help and documents go by
// these.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::cases {

struct Case;

/// The cases in which a key means something, where that is not every case of its operator.
struct Scope {
  std::string_view text;  ///< what it belongs to: "the masked kernels"
  bool (*holds)(const Case&);
  const Scope* within = nullptr;  ///< the scope that this one narrows; null: all cases of the operator
};

/// The numbers that a key takes, and the one that it has where a line does not say.
struct Range {
  std::int64_t low, high, fallback;
};

/// What every key has, whatever the type of its values.
class Key {
 public:
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  const std::string_view name, meaning;
  const Scope* const scope;      ///< null: every case of the operator
  const std::int64_t low, high;  ///< limits of a number

  /// The texts it takes, the default first; none: it takes numbers.
  constexpr std::span<const std::string_view> choices() const { return {choices_.data(), choice_count_}; }
  constexpr bool is_number() const { return choice_count_ == 0; }

  bool takes(std::string_view text) const;
  /// "a number from 0 to 3", "one of ids, ends".
  std::string range() const;
  /// What a line without the key means.
  std::string default_text() const;
  bool is_default(std::string_view text) const;
  /// The number that a text stands for which check() lets pass; the default for any other, and for none.
  std::int64_t number(const std::string* text) const;

 protected:
  static constexpr std::size_t kMostChoices = 6;

  constexpr Key(std::string_view key, std::string_view means, const Scope* of, Range range)
      : name(key), meaning(means), scope(of), low(range.low), high(range.high), fallback_(range.fallback) {}
  ~Key() = default;

  std::int64_t fallback_;  // a number's default
  std::array<std::string_view, kMostChoices> choices_{};
  std::size_t choice_count_ = 0;
};

class IntKey : public Key {
 public:
  using Value = std::int64_t;
  constexpr IntKey(std::string_view key, Range range, std::string_view means, const Scope* of = nullptr)
      : Key(key, means, of, range) {}
  Value value(const std::string* given) const { return number(given); }
  std::string text(Value v) const { return std::to_string(v); }
};

/// 0 or 1, and 0 where a line does not say.
class FlagKey : public Key {
 public:
  using Value = bool;
  constexpr FlagKey(std::string_view key, std::string_view means, const Scope* of = nullptr)
      : Key(key, means, of, {.low = 0, .high = 1, .fallback = 0}) {}
  Value value(const std::string* given) const { return number(given) != 0; }
  std::string text(Value v) const { return v ? "1" : "0"; }
};

/// One of several texts, each with its value; the first is the default.
template <typename T>
class ChoiceKey : public Key {
 public:
  using Value = T;
  constexpr ChoiceKey(std::string_view key, std::initializer_list<std::pair<std::string_view, T>> texts,
                      std::string_view means, const Scope* of = nullptr)
      : Key(key, means, of, {}) {
    for (const auto& choice : texts) {
      choices_[choice_count_] = choice.first;
      values_[choice_count_++] = choice.second;
    }
  }
  Value value(const std::string* given) const {
    for (std::size_t i = 0; given != nullptr && i < choice_count_; ++i)
      if (choices_[i] == *given) return values_[i];
    return values_[0];
  }
  std::string text(Value v) const {
    for (std::size_t i = 0; i < choice_count_; ++i)
      if (values_[i] == v) return std::string(choices_[i]);
    return default_text();
  }

 private:
  std::array<T, kMostChoices> values_{};
};

/// The keys of one operator, in the order in which documents and shrinking take them.
using Keys = std::span<const Key* const>;

/// The parts of a text between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// Up to `count` of `names` that are close to one that does not exist: fewest edits (insert, delete, replace
/// one character) away first.
std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> names,
                                      std::size_t count = 3);

}  // namespace lockstep::cases
