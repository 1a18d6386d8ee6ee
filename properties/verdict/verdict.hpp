// The four answers a law can give, what stands behind a "falsified", and the bitwise comparison of outputs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/machine/schedule/schedule.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::verdict {

enum class Verdict : std::uint8_t {
  holds,
  falsified,
  inconclusive,    ///< something the emulator does not know; never a pass
  not_applicable,  ///< the law says nothing about this case
};

constexpr std::string_view name(Verdict v) {
  switch (v) {
    case Verdict::holds:
      return "holds";
    case Verdict::falsified:
      return "falsified";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::not_applicable:
      return "not applicable";
  }
  return "";
}

/// One output element that is not what it should be.
struct Mismatch {
  std::size_t output = 0;
  std::size_t row = 0;  ///< index into the written rows of the output
  std::int64_t column = 0;
  std::uint32_t got = 0, want = 0;
};

/// The SNR of a whole output against the exact answer; infinite without noise.
struct SnrFigures {
  double db, expected_db;
  std::optional<double> unquantised_db{};  ///< against the operands before quantisation, if it was asked for
};

struct LawResult {
  std::string_view law{};
  Verdict verdict = Verdict::holds;
  std::string reason{};                ///< one sentence; empty when the law holds of all there is
  std::vector<Mismatch> mismatches{};  ///< ascending, at most kMismatchLimit of them
  std::uint64_t mismatch_count = 0;
  std::uint64_t silent = 0;  ///< elements that the law had nothing to say about, though it speaks of such
  struct Byte {
    std::size_t output = 0;
    std::uint64_t offset = 0;
  };
  std::optional<Byte> byte{};  ///< byte of an output that was wrongly written, or left undefined
  bool trapped = false;        ///< the kernel could not go on
  std::optional<SnrFigures>
      snr{};  ///< law `snr`: of the output that falls furthest short of what is expected
  std::array<std::string, 2> runs{};  ///< law `schedule`: what the runs were that give `want` and `got`
  std::optional<machine::Schedule> differing{};  ///< law `schedule`: under which the kernel does otherwise
  std::string details{};                         ///< whole lines for the report, behind its pattern
};

inline constexpr std::size_t kMismatchLimit = 1 << 16;

/// Whether two codes are the same result: bitwise, but that NaNs compare as a class.
bool same(const formats::Format& format, std::uint32_t a, std::uint32_t b);

/// Adds one mismatch: the element of an output, by its index among the codes.
void add_mismatch(const std::vector<operators::Output>& outputs, std::size_t output, std::size_t element,
                  std::uint32_t got, std::uint32_t want, LawResult& result);

/// Fills mismatches and their count, output by output.
void compare(const std::vector<operators::Output>& outputs, const operators::Codes& got,
             const operators::Codes& want, LawResult& result);

/// Farther apart than this many steps of their format, values have no rounding in common, and nothing is said
/// of their distance.
inline constexpr std::int64_t kFewUlps = 8;

/// Steps of the format from `want` to `got`, negative towards zero; nothing unless both are numbers of one
/// sign and differ, in a format of at least 7 bits of mantissa.
std::optional<std::int64_t> distance_in_ulps(const formats::Format& format, std::uint32_t want,
                                             std::uint32_t got);
/// "1 ulp towards zero".
std::string ulps_text(std::int64_t ulps);
/// Whether both are zeros, of different signs.
bool is_other_zero(const formats::Format& format, std::uint32_t want, std::uint32_t got);

}  // namespace lockstep::verdict
