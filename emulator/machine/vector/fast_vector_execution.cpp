// Executes vector instructions in the usual form with inactive lanes, or undefined or routed sources.

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_operands.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

constexpr std::size_t kOld = 3;  // index of the old destination, behind the sources

/// The operands of an instruction in execution: where the lane function finds them.
struct Operands {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> own;  // storage for scalars, and for sources that change
  bool any_undefined = false;
  // nullptr if all is defined; [source, or kOld][dword]
  std::array<std::array<const std::uint32_t*, 2>, 4> undefined;

  void note_undefined(std::size_t of, std::size_t dword, const std::uint32_t* lanes) {
    if (!any_undefined) undefined = {};
    any_undefined = true;
    undefined[of][dword] = lanes;
  }
};

/// Fetches operands that are not all defined.
[[gnu::noinline]] bool fetch_undefined(Wave& wave, const FastVector& p, int first, std::size_t dwords,
                                       std::size_t of, std::array<const std::uint32_t*, 2>& out,
                                       Operands& o) {
  if (!p.strict) return false;
  for (std::size_t d = 0; d < dwords; ++d) {
    out[d] = wave.vector.read(first + int(d));
    if (const std::uint32_t* undefined = wave.vector.undefined(first + int(d)))
      o.note_undefined(of, d, undefined);
  }
  return true;
}

[[gnu::always_inline]] inline bool fetch_registers(Wave& wave, const FastVector& p, const FastRegisters& r,
                                                   std::size_t of, std::array<const std::uint32_t*, 2>& out,
                                                   Operands& o) {
  const int first = unified(wave, r);
  if (first < 0) return false;
  if (!wave.vector.defined(first) || (r.dwords == 2 && !wave.vector.defined(first + 1)))
    return fetch_undefined(wave, p, first, r.dwords, of, out, o);
  out[0] = wave.vector.written(first);
  if (r.dwords == 2) out[1] = wave.vector.written(first + 1);
  return true;
}

[[gnu::always_inline]] inline bool fetch(Wave& wave, const FastVector& p, std::size_t s, Operands& o) {
  const FastSource& source = p.source[s];
  auto& out = o.in.source[s];
  if (source.registers.dwords != 0) {
    if (!fetch_registers(wave, p, source.registers, s, out, o)) return false;
  } else if (source.constant[0] != nullptr) {
    out = source.constant;
  } else {
    if (!fetch_scalar(wave, *p.details->scalar[s], source.type, o.own[s], out)) return false;
  }
  if (source.changes) change_source(p.details->change[s], o.own[s], out);
  return true;
}

bool fetch_all(Wave& wave, const FastVector& p, Operands& o) {
  if (p.floats && !usual(wave.mode)) return false;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    if (!fetch(wave, p, s, o)) return false;
  if (p.accumulates && !fetch_registers(wave, p, p.destination, kOld, o.in.old, o)) return false;
  o.in.mode = wave.mode;
  o.in.bitop3 = p.bitop3;
  return fetch_carry(wave, p, o.in);
}

/// The shadow of a register, and which of its bits matter.
struct Shadow {
  const std::uint32_t* lanes = nullptr;
  std::uint32_t relevant = ~0u;
};
using Shadows = std::array<Shadow, 8>;

/// Sets `lanes` to all ones where any relevant bit is undefined.
LOCKSTEP_CLONES bool spread_undefined(const Shadows& of, Lanes& lanes) {
  lanes.fill(0);
  for (const Shadow& shadow : of)
    for (std::size_t l = 0; shadow.lanes != nullptr && l < kMaxLanes; ++l)
      lanes[l] |= shadow.lanes[l] & shadow.relevant;
  std::uint32_t any = 0;
  for (std::uint32_t& x : lanes) {
    x = x != 0 ? ~0u : 0u;
    any |= x;
  }
  return any != 0;
}

/// Finds the lanes of the result, or of one of a pair's halves, that are undefined; none: false.
bool undefined_lanes(const FastVector& p, const Operands& o, std::size_t half, Lanes& lanes) {
  Shadows of;
  std::size_t count = 0;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s)
    for (std::size_t d = 0; d < 2; ++d)
      if (p.parts == TwoParts::none || d == chosen_dword(p, o.in.source[s], half, s))
        of[count++] = {o.undefined[s][d], isa::bits(p.source[s].type) == 16 ? 0xFFFFu : ~0u};
  for (const std::uint32_t* const old : o.undefined[kOld]) of[count++] = {old};
  return spread_undefined(of, lanes);
}

void write_some_lanes(Wave& wave, const FastVector& p, int first, const std::array<Lanes, 2>& result,
                      const std::array<const std::uint32_t*, 2>& undefined) {
  for (std::size_t d = 0; d < p.destination.dwords; ++d)
    wave.vector.write(first + int(d), wave.exec(), wave.exec_lanes(), result[d].data(), undefined[d]);
}

std::uint64_t mask_of(const Lanes& lanes) {
  std::uint64_t mask = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) mask |= std::uint64_t{lanes[l] & 1} << l;
  return mask;
}

/// Executes an instruction whose sources are undefined in part.
[[gnu::noinline]] void execute_undefined(Wave& wave, const FastVector& p, int first, const Operands& o) {
  const std::uint64_t exec = wave.exec();
  std::array<Lanes, 2> result, lanes;  // [dword]
  std::array<const std::uint32_t*, 2> undefined{};
  for (std::size_t half = 0; half < (p.parts == TwoParts::pairs ? 2 : 1); ++half)
    if (undefined_lanes(p, o, half, lanes[half])) undefined[half] = lanes[half].data();
  if (p.parts == TwoParts::none) undefined[1] = undefined[0];
  isa::LaneOutputs out;
  out.destination = {result[0].data(), result[1].data()};
  evaluate_parts(p, o.in, out);
  write_some_lanes(wave, p, first, result, undefined);
  const std::uint64_t mask = undefined[0] != nullptr ? mask_of(lanes[0]) : 0;
  if (p.mask != nullptr) write_lane_mask(wave, *p.mask, {out.mask & exec, mask & exec});
}

void execute_some_lanes(Wave& wave, const FastVector& p, int first, const isa::LaneInputs& in,
                        isa::LaneOutputs& out) {
  std::array<Lanes, 2> result;
  out.destination = {result[0].data(), result[1].data()};
  evaluate_parts(p, in, out);
  write_some_lanes(wave, p, first, result, {});
}

[[gnu::noinline]] void execute_routed(Wave& wave, const FastVector& p, int first, Operands& o) {
  const FastRoute& route = *p.details->route;
  std::array<Lanes, 2> routed, result;
  for (std::size_t d = 0; d < std::size_t(isa::dwords(p.source[0].type)); ++d) {
    route.from.take(o.in.source[0][d], routed[d].data());
    o.in.source[0][d] = routed[d].data();
  }
  isa::LaneOutputs out;
  if (~route.lanes == 0 && p.destination.dwords == 1) {
    out.destination[0] = wave.vector.overwrite(first);
    p.evaluate(o.in, out);
  } else {
    out.destination = {result[0].data(), result[1].data()};
    p.evaluate(o.in, out);
    for (std::size_t d = 0; d < p.destination.dwords; ++d)
      wave.vector.write(first + int(d), route.lanes, route.blend, result[d].data(), nullptr);
  }
  if (p.mask != nullptr) write_lane_mask(wave, *p.mask, {out.mask & route.lanes, 0});
}

}  // namespace

Step execute_usual(Wave& wave, const PreparedInstruction& prepared) {
  const FastVector& p = *fast_of(prepared);
  Operands o;
  const int dwords = p.destination.dwords, first = unified(wave, p.destination);
  if (first < 0 || !fetch_all(wave, p, o)) return execute_general_vector(wave, prepared);
  if (p.partial) {
    if (o.any_undefined || !execute_part(wave, p, first, o.in)) return execute_general_vector(wave, prepared);
    return Step::next;
  }
  if (o.any_undefined) {
    execute_undefined(wave, p, first, o);
    return Step::next;
  }
  const std::uint64_t exec = wave.exec();
  if (p.routed) {
    if (exec != wave.every_lane()) return execute_general_vector(wave, prepared);
    execute_routed(wave, p, first, o);
    return Step::next;
  }
  isa::LaneOutputs out;
  if (~exec == 0 && !must_gather(p, o.in, wave.vector.written(first))) {
    for (int d = 0; d < dwords; ++d) out.destination[std::size_t(d)] = wave.vector.overwrite(first + d);
    evaluate_parts(p, o.in, out);
  } else {
    execute_some_lanes(wave, p, first, o.in, out);
  }
  if (p.mask != nullptr) write_lane_mask(wave, *p.mask, {out.mask & exec, 0});
  return Step::next;
}

Step execute_general_vector(Wave& wave, const PreparedInstruction& prepared) {
  const bool moves = std::holds_alternative<isa::CrossLane>(prepared.instruction->semantics->operation);
  return moves ? execute_cross_lane(wave, prepared) : execute_vector_alu(wave, prepared);
}

}  // namespace lockstep::machine
