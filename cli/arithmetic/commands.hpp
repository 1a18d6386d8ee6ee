// The commands about arithmetic by itself, and what their options are. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cli {

struct LayoutOptions {
  std::string instruction, operand;
  std::string arch;    ///< empty: any
  std::string format;  ///< format of an f8f6f4 operand; empty: e4m3fn
  int select = 0;      ///< which scales of a register, or indices
  std::optional<int> lane, reg;
  std::int64_t rows = 0, blocks = 0;  ///< size of a layout in memory
  std::optional<std::int64_t> byte;   ///< the inverse of one
  bool csv = false;
};
int layout(const LayoutOptions& options);

struct FormatOptions {
  std::string name;
  std::vector<std::string> codes;
  bool json = false;
};
int format(const FormatOptions& options);

struct QuantiseOptions {
  std::vector<std::string> recipes;  ///< empty: all
  std::string format;                ///< empty: all, with `snr`
  std::string block;                 ///< empty: 1x32, or all with `snr`
  std::string conversion = "ocp_saturate";
  std::string global;  ///< the scale of the tensor, a number; empty: 1
  std::vector<std::string> values;
  bool snr = false;        ///< print the SNR of drawn data, instead of values
  bool markdown = false;   ///< the table of `snr`
  std::uint64_t seed = 1;  ///< seed of the drawn data
  bool packed = false;     ///< e8m0 scales as DeepGEMM packs them, four to a word
  bool json = false;
};
int quantise(const QuantiseOptions& options);

struct OrderOptions {
  std::string callable;  ///< FILE.py:NAME, MODULE:NAME, a kernel as `compare` takes it, or a case's line
  std::uint64_t k = 0, rows = 128, seed = 1;  ///< k of a function; a kernel's case has its own
  std::string a = "bfloat16", b;              ///< formats as ml_dtypes names them; b empty: that of A
  std::string arrays = "numpy";               ///< or "torch", "torch:DEVICE"
  std::string scales;                         ///< the format of block scales; empty: there are none
  std::uint64_t scale_block = 128;
  std::vector<std::uint64_t> scale_rows{1, 1};
  std::string json;
};
/// Becomes a Python process that has the package.
int order(const OrderOptions& options);

struct CheckFormatsOptions {
  bool exhaustive = false;
  std::vector<std::string> formats, conversions;  ///< empty: a choice that fits
  std::string against;                            ///< the slow twin follows this rule instead
  int jobs = 0;                                   ///< 0: one per processor
};
int check_formats(const CheckFormatsOptions& options);

struct CheckMatrixOptions {
  std::vector<std::string> units;    ///< empty: all
  std::string against;               ///< the slow implementation computes this unit instead
  std::uint64_t cases = 10'000'000;  ///< dot products per unit
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per processor
};
int check_matrix(const CheckMatrixOptions& options);

struct CheckLemmasOptions {
  int jobs = 0;  ///< 0: one per processor
};
int check_lemmas(const CheckLemmasOptions& options);

struct JudgesOptions {
  std::vector<std::string> kernels;  ///< KERNEL or KERNEL@ARCH; none: all
  std::vector<std::string> bugs;     ///< only these planted bugs; none: all that are built
  std::uint64_t cases = 100;         ///< cases of each bug, and of each kernel without one
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per processor
  std::string json, markdown;
};
int judges(const JudgesOptions& options);

struct MmaOptions {
  std::string unit;
  std::string a_format, b_format;  ///< empty: the unit's
  bool slow = false;
};
int mma(const MmaOptions& options);

}  // namespace lockstep::cli
