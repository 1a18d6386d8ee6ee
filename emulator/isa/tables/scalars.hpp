// Turns a function of scalar operands into the function that a scalar row holds, and reads the row's types
// off its signature, as lanes.hpp does for vectors. A bool result is a comparison: only SCC is written.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

/// SCC before the operation.
struct Scc {
  bool in;
};
/// EXEC before the operation.
struct Exec {
  std::uint64_t mask;
};
template <typename T>
struct WithScc {
  T value;
  bool scc;
};
/// The destination keeps its value unless `write`.
template <typename T>
struct WriteIf {
  T value;
  bool write;
};
/// A new EXEC, with SCC set where it has a live lane, beside the destination.
struct WithExec {
  std::uint64_t value;
  std::uint64_t exec;
};

/// WithExec of a wave of 32 lanes.
struct WithNarrowExec {
  std::uint32_t value;
  std::uint32_t exec;
};

template <typename R>
struct ScalarResult {
  using Value = R;
  static void store(R result, ScalarOutputs& out) { out.destination = to_bits(result); }
};
template <>
struct ScalarResult<bool> {
  using Value = void;
  static void store(bool result, ScalarOutputs& out) { out.scc = result; }
};
template <typename T>
struct ScalarResult<WithScc<T>> {
  using Value = T;
  static void store(WithScc<T> result, ScalarOutputs& out) {
    out.destination = to_bits(result.value);
    out.scc = result.scc;
  }
};
template <typename T>
struct ScalarResult<WriteIf<T>> {
  using Value = T;
  static void store(WriteIf<T> result, ScalarOutputs& out) {
    out.destination = to_bits(result.value);
    out.write = result.write;
  }
};
template <>
struct ScalarResult<WithExec> {
  using Value = std::uint64_t;
  static void store(WithExec result, ScalarOutputs& out) {
    out.destination = result.value;
    out.exec = result.exec;
    out.scc = result.exec != 0;
  }
};

template <>
struct ScalarResult<WithNarrowExec> {
  using Value = std::uint32_t;
  static void store(WithNarrowExec result, ScalarOutputs& out) {
    out.destination = result.value;
    out.exec = result.exec;
    out.scc = result.exec != 0;
  }
};

template <typename P, int kSource>
P fetch_scalar(const ScalarInputs& in) {
  if constexpr (std::is_same_v<P, Scc>) {
    return {in.scc};
  } else if constexpr (std::is_same_v<P, Exec>) {
    return {in.exec};
  } else if constexpr (std::is_same_v<P, Mode>) {
    return Mode{in.mode};
  } else if constexpr (kIsOld<P>) {
    return {from_bits<decltype(P::value)>(in.old)};
  } else {
    return from_bits<P>(in.source[kSource]);
  }
}

template <typename R>
inline constexpr bool kWritesScc = false;
template <>
inline constexpr bool kWritesScc<bool> = true;
template <typename T>
inline constexpr bool kWritesScc<WithScc<T>> = true;
template <>
inline constexpr bool kWritesScc<WithExec> = true;
template <>
inline constexpr bool kWritesScc<WithNarrowExec> = true;

template <auto kFunction, typename R, typename... P>
struct ScalarRow {
  template <std::size_t... kIndex>
  static R call(const ScalarInputs& in, std::index_sequence<kIndex...>) {
    return kFunction(fetch_scalar<P, Parameters<P...>::kSourceOf[kIndex] % 3>(in)...);
  }
  static void evaluate(const ScalarInputs& in, ScalarOutputs& out) {
    ScalarResult<R>::store(call(in, std::index_sequence_for<P...>{}), out);
  }

  static constexpr ScalarAlu description() {
    ScalarAlu row{};
    row.evaluate = &evaluate;
    row.destination = kTypeOf<typename ScalarResult<R>::Value>;
    row.source = Parameters<P...>::kSources;
    row.reads_scc = (std::is_same_v<P, Scc> || ...);
    row.writes_scc = kWritesScc<R>;
    row.reads_destination = (kIsOld<P> || ...) || std::is_same_v<R, WriteIf<typename ScalarResult<R>::Value>>;
    row.reads_exec = (std::is_same_v<P, Exec> || ...);
    row.writes_exec = std::is_same_v<R, WithExec> || std::is_same_v<R, WithNarrowExec>;
    return row;
  }
};

template <auto kFunction>
using ScalarRowOf = BySignature<ScalarRow, kFunction>;

template <auto kFunction>
constexpr Semantics scalar(Names names, std::string_view source, Traits traits = {}) {
  ScalarAlu row = ScalarRowOf<kFunction>::description();
  row.definedness = traits.definedness;
  row.selectors = traits.selectors;
  row.inverted = traits.inverted;
  row.rounds = traits.rounds && is_float(row.destination);
  return {names, row, source};
}
/// A row with another function where MODE does not round to nearest even.
template <auto kFunction, auto kDirected>
constexpr Semantics scalar(Names names, std::string_view source, Traits traits = {}) {
  Semantics semantics = scalar<kFunction>(names, source, traits);
  std::get<ScalarAlu>(semantics.operation).directed = &ScalarRowOf<kDirected>::evaluate;
  return semantics;
}

}  // namespace lockstep::isa
