// Findings that somebody looked at and accepts, by rules of a file.
//
// One rule a line: a kind, a glob over the kernel's name, a glob over the instruction's text or its source
// line, a '#' and the reason. `*` stands for any text, `?` for one character.
//
//     lds-race  gemm_*  ds_write_b32 *  # both waves store the same row, see the header
//     wait      *       gemm.hip:120    # prefetch whose value nobody uses
//
// What `exec` says of no instruction, `stream-race` and `schedule`, is covered by its text in place of an
// instruction.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

struct Suppression {
  std::string kind;
  std::string kernel, place;  ///< globs
  std::string reason;
  std::string where;  ///< the rule's "FILE:LINE"

  bool covers(std::string_view kind_of_finding, std::string_view its_kernel,
              std::string_view its_place) const;
  bool covers(const Finding& finding) const;
};

class Suppressions {
 public:
  /// How many findings each rule covered, in the order of rules().
  using Counts = std::vector<std::uint64_t>;

  Suppressions() = default;
  /// `file` names the text in messages. Errors: a kind there is not, or at which a kernel stops, so that
  /// nothing can be accepted; a rule without three parts or without a reason.
  static tl::expected<Suppressions, std::string> parse(std::string_view file, std::string_view text);

  const std::vector<Suppression>& rules() const { return rules_; }
  /// Takes out what the first rule that fits covers, and counts it.
  Counts take(std::vector<Finding>& findings) const;
  /// Takes out remarks that a rule covers, and counts them: anything that has a kind, a kernel and a text.
  template <typename Remark>
  void take(std::vector<Remark>& remarks, Counts& counts) const {
    std::erase_if(remarks, [&](const Remark& r) {
      return counted([&](const Suppression& s) { return s.covers(r.kind, r.kernel, r.text); }, counts);
    });
  }

 private:
  bool counted(const std::function<bool(const Suppression&)>& covers, Counts& counts) const;

  std::vector<Suppression> rules_;
};

/// What a report says of the rules: a line for each that covered findings, and for each that never did.
std::vector<std::string> account(const Suppressions& suppressions, const Suppressions::Counts& counts);

void add(const Suppressions::Counts& counts, Suppressions::Counts& to);

}  // namespace lockstep::findings
