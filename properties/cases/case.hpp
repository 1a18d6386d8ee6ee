// The case: one test, completely, as one line of text.
//
//   grouped_gemm_masked@gfx950 groups=4 m_max=256 n=256 k=512 m=17,0,256,100 out=bf16 data=full seed=0x5eed
//
// Kernel and arch, then key=value, defaults omitted. Most keys are common to all cases; m_max here is an
// option of the kernel's operator. Everything else (tensors, poison, addresses, interleaving) is a pure
// function of it, the same on every machine. parse(print(c)) = c.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arch/arch.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cases {

/// What a case line says of its operator's own keys: texts, since only the operator knows their types; they
/// are read and written by its keys.
class Options {
 public:
  using Entry = std::pair<std::string, std::string>;  ///< name, text

  /// What the line says, or what leaving the key out means.
  template <typename K>
  typename K::Value operator[](const K& key) const {
    return key.value(given(key));
  }
  template <typename K>
  void set(const K& key, typename K::Value value) {
    set_text(key, key.text(value));
  }
  void erase(const Key& key);

  /// The text that the line gives a key; null where it does not say.
  const std::string* given(const Key& key) const;
  std::string text(const Key& key) const;
  void set_text(const Key& key, std::string_view text) { set_text(key.name, text); }
  void set_text(std::string_view name, std::string_view text) { put(name, text); }

  /// All options, sorted by name.
  const std::vector<Entry>& all() const { return entries_; }
  bool operator==(const Options&) const = default;

 private:
  friend tl::expected<Case, std::string> parse(std::string_view line);
  void put(std::string_view name, std::string_view text);

  std::vector<Entry> entries_;
};

/// Fails with the first option of the case that is not in the table, whose value the key does not take, or
/// that belongs to other cases.
tl::expected<void, std::string> check(const Case& c, Keys keys);

/// Whether the key means anything in such a case.
bool applies(const Key& key, const Case& c);

/// Drops the keys whose value is what leaving them out means.
Options plainest(const Options& options, Keys keys);

/// What the operands' codes are.
enum class Data : std::uint8_t {
  full,        ///< real numbers, quantised block by block
  codes,       ///< every finite e4m3fn code alike
  grid,        ///< small integers: every partial sum is exact in any order
  cancelling,  ///< neighbouring products cancel, but for a few
  one_hot,     ///< one k takes part: a single product per output
  nan,         ///< codes, with a NaN here and there
  zero,        ///< codes, with whole blocks of zeros
  subnormal,   ///< subnormal codes only
  opposed,     ///< the second half of k cancels the first: what is left are the roundings, in their order
  edges,       ///< codes; some rows begin or end with a NaN or infinity, and what is added has special values
};

/// What the block scales are. `quantised` goes with Data::full and only with it.
enum class Scales : std::uint8_t {
  quantised,  ///< amax -> scale by the recipe
  unit,       ///< 127 everywhere
  equal,      ///< one exponent for all
  near,       ///< 126, 127 or 128, each its own
  distinct,   ///< each its own, in a range that keeps results finite
  extreme,    ///< 0, 1, 253 and 254
  nan,        ///< distinct, with a 255 here and there
  any,        ///< all that the format has: f32 of either sign, zeros, subnormals and NaNs with any payload
};

/// Where tensors lie relative to multiples of 2^31 and 2^32.
enum class BasePlacement : std::uint8_t { aligned, straddle_2g, straddle_4g };

struct Case {
  std::string kernel;
  std::string arch{arch::kDefault};
  std::string build = "O3";     ///< O3, O2, a mutant, or the path of a code object (with a slash or a dot)
  std::vector<std::int32_t> m;  ///< rows of each group; VALUE*COUNT repeats in the line
  std::int64_t n = 128, k = 128;
  Options options;           ///< keys that only the kernel's operator knows
  std::string out = "bf16";  ///< format of the output, among those of the operator
  Data data = Data::full;
  Scales scales = Scales::quantised;
  std::string recipe = "ceil";  ///< scale rule of quantised scales
  BasePlacement place = BasePlacement::aligned;
  std::uint64_t seed = 0;
  machine::Schedule schedule;
  bool hunts = false;        ///< schedule=hunt: earliest, and law `schedule` compares it with many others
  std::uint64_t object = 0;  ///< digest of the code object in the file that `build` names; 0: not said
  bool any_order = false;    ///< order=any: the code object may add in any order, not the declared one alone
  std::string model{arch::default_model(arch)};  ///< where a line names none

  bool operator==(const Case&) const = default;
  std::int64_t groups() const { return std::int64_t(m.size()); }
};

std::string print(const Case& c);

/// On failure: what is wrong, where, and what was expected. Checks the keys of every case; the options are
/// checked against the kernel's operator, and its envelope, where the case is made ready to run.
tl::expected<Case, std::string> parse(std::string_view line);

std::string_view name(Data);
std::string_view name(Scales);
std::string_view name(BasePlacement);

/// Every value an enumeration key may take, in order.
std::vector<std::string_view> data_names();
std::vector<std::string_view> scales_names();

/// Which edges of 16-row fragments and 128-row tiles the groups' rows have, as summaries count them and draws
/// aim at them: "m%16!=0, m<32".
std::string tail_class(const Case& c);

}  // namespace lockstep::cases
