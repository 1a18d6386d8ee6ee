// The gate of reference/operators/silu.hpp over terms.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::accumulation {

class GateTerms {
 public:
  using Fingerprint = fingerprint::Fingerprint;
  using Function = fingerprint::Function;
  struct Number {
    Fingerprint value;
    std::array<Fingerprint, 4> bytes{};  ///< the number's bytes, where it may be selected
  };

  explicit GateTerms(const fingerprint::Hasher& hasher) : hasher_(hasher) {}

  Number number(float x) const;
  Number absolute(Number x) const { return apply(Function::absolute, {x.value}); }
  Number negated(Number x) const { return apply(Function::negate, {x.value}); }
  Number add(Number a, Number b) const { return apply(Function::add_f32, {a.value, b.value}); }
  Number times(Number a, Number b) const { return apply(Function::mul_f32, {a.value, b.value}); }
  Number fused(Number a, Number b, Number c) const {
    return apply(Function::fma_f32, {a.value, b.value, c.value});
  }
  Number whole(Number x) const { return apply(Function::rint_f32, {x.value}); }
  /// a * 2^b of an integer b.
  Number shifted(Number a, Number b) const {
    return apply(Function::ldexp_f32, {a.value, apply(Function::to_i32, {b.value}).value});
  }
  Fingerprint less(Number a, Number b) const { return hasher_.apply(Function::less_f32, {a.value, b.value}); }
  Number select(Fingerprint bit, Number zero, Number one) const;
  /// The sequence of instructions in which the compilers divide, whatever it computes.
  Number divided(Number a, Number b) const;

 private:
  Number of_term(Fingerprint term) const;
  Number apply(Function function, std::initializer_list<Fingerprint> operands) const {
    return of_term(hasher_.apply(function, operands));
  }
  Fingerprint instruction(std::string_view name, std::initializer_list<Fingerprint> operands) const;

  const fingerprint::Hasher& hasher_;
};

}  // namespace lockstep::accumulation
