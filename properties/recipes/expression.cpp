#include "properties/recipes/expression.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::recipes {

namespace {

using Number = std::int64_t;
using Result = tl::expected<Number, std::string>;

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

struct Operation {
  std::string_view sign;
  int binds;  ///< tighter where greater
};
// The longer signs first: < would match where <= stands.
constexpr std::array kOperations{
    Operation{"or", 1}, Operation{"and", 2}, Operation{"==", 4}, Operation{"!=", 4}, Operation{"<=", 4},
    Operation{">=", 4}, Operation{"<", 4},   Operation{">", 4},  Operation{"+", 5},  Operation{"-", 5},
    Operation{"*", 6},  Operation{"/", 6},   Operation{"%", 6}};
constexpr int kNot = 3, kMinus = 7;

Number floor_div(Number a, Number b) {
  const Number quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

class Parser {
 public:
  Parser(std::string_view text, const Sizes& sizes) : text_(text), sizes_(sizes) {}

  Result run() {
    Result value = expression(0);
    if (!value) return value;
    skip_spaces();
    return at_ == text_.size() ? value : wrong(fmt::format("'{}' follows", text_.substr(at_)));
  }

 private:
  static constexpr int kDeepest = 64;

  Result wrong(const std::string& what) const {
    return tl::unexpected(fmt::format("'{}': {} at character {}", text_, what, at_ + 1));
  }
  void skip_spaces() { at_ = std::min(text_.find_first_not_of(' ', at_), text_.size()); }

  std::string_view word() const {
    return text_.substr(at_, std::min(text_.find_first_not_of(kLetters, at_), text_.size()) - at_);
  }
  bool take(std::string_view sign) {
    skip_spaces();
    const bool is_word = kLetters.find(sign.front()) != std::string_view::npos;
    if (is_word ? word() != sign : !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  Result expression(int least) {
    if (++depth_ > kDeepest) return wrong("too many parentheses");
    Result left = operand();
    while (left) {
      const auto op = std::ranges::find_if(
          kOperations, [&](const Operation& o) { return o.binds > least && take(o.sign); });
      if (op == kOperations.end()) break;
      Result right = expression(op->binds);
      if (!right) return right;
      left = apply(op->sign, *left, *right);
    }
    --depth_;
    return left;
  }

  Result operand() {
    skip_spaces();
    if (take("not")) return negated(expression(kNot), [](Number x) { return Number{x == 0}; });
    if (take("-")) {
      Result x = expression(kMinus);
      return x ? apply("-", 0, *x) : x;
    }
    if (take("(")) {
      Result inside = expression(0);
      if (inside && !take(")")) return wrong("expected )");
      return inside;
    }
    const std::string_view name = word();
    if (name.empty()) return wrong("expected a number, a name or (");
    at_ += name.size();
    if (const auto number = host::parse_number<Number>(name)) return *number;
    if (take("(")) return call(name);
    if (const auto size = sizes_.find(name); size != sizes_.end()) return size->second;
    std::vector<std::string_view> known;
    for (const auto& entry : sizes_) known.push_back(entry.first);
    return wrong(fmt::format("no size '{}'; there are {}", name, fmt::join(known, ", ")));
  }

  static Result negated(const Result& x, Number (*of)(Number)) { return x ? Result(of(*x)) : x; }

  Result call(std::string_view name) {
    Result a = expression(0);
    if (!a) return a;
    if (!take(",")) return wrong("expected a comma: functions take two numbers");
    Result b = expression(0);
    if (!b) return b;
    if (!take(")")) return wrong("expected )");
    if (name == "min") return std::min(*a, *b);
    if (name == "max") return std::max(*a, *b);
    if (name != "ceil_div" && name != "round_up")
      return wrong(fmt::format("no function '{}'; there are min, max, ceil_div, round_up", name));
    Result down = apply("/", *a, *b);
    if (!down) return down;
    const Result up = apply("+", *down, *down * *b == *a ? 0 : 1);
    return up && name == "round_up" ? apply("*", *up, *b) : up;
  }

  Result apply(std::string_view sign, Number a, Number b) const {
    if (sign == "or") return Number{a != 0 || b != 0};
    if (sign == "and") return Number{a != 0 && b != 0};
    if (sign == "==") return Number{a == b};
    if (sign == "!=") return Number{a != b};
    if (sign == "<=") return Number{a <= b};
    if (sign == ">=") return Number{a >= b};
    if (sign == "<") return Number{a < b};
    if (sign == ">") return Number{a > b};
    Number result = 0;
    bool fits = true;
    if (sign == "+") fits = !__builtin_add_overflow(a, b, &result);
    if (sign == "-") fits = !__builtin_sub_overflow(a, b, &result);
    if (sign == "*") fits = !__builtin_mul_overflow(a, b, &result);
    if (sign == "/" || sign == "%") {
      if (b == 0) return wrong("division by zero");
      fits = !(a == std::numeric_limits<Number>::min() && b == -1);
      if (fits) result = sign == "/" ? floor_div(a, b) : a - floor_div(a, b) * b;
    }
    return fits ? Result(result) : wrong(fmt::format("{} {} {} does not fit 64 bits", a, sign, b));
  }

  std::string_view text_;
  const Sizes& sizes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

tl::expected<std::int64_t, std::string> evaluate(std::string_view text, const Sizes& sizes) {
  return Parser(text, sizes).run();
}

}  // namespace lockstep::recipes
