// That this installation can find and can keep silent: the controls as `lockstep run` runs and judges them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "cli/inspection/commands.hpp"

namespace lockstep::cli {

struct Control;

struct ControlResult {
  const Control* control;
  std::string_view arch;
  bool wrong;                      ///< the program that has the bug
  std::string verdict;             ///< as `run` says it; empty: the program did not run
  std::vector<std::string> found;  ///< the kinds, in order
  std::string problem;             ///< empty: as it must be

  std::string name() const;  ///< "race_wrong@gfx950"
  bool ran() const { return !verdict.empty(); }
};

struct SelfTest {
  struct Image {
    std::string_view arch;
    std::size_t bytes = 0;
    std::string sha256, problem;  ///< why it can't be used; empty: it can
  };
  std::vector<std::string_view> archs;
  std::vector<Image> images;           ///< [arch]
  std::vector<ControlResult> results;  ///< by control, then arch, the wrong program first
  bool interrupted = false;
  double seconds = 0;

  /// An ExitCode: falsified where a wrong program was not found or a right one was accused, inconclusive
  /// where one did not run.
  int exit_code() const;
  /// What is not as it must be, a line each.
  std::vector<std::string> problems() const;
  /// The verdict, and how many of the programs are as they must be.
  std::string summary() const;
};

SelfTest self_test(const SelfTestOptions& options);
/// The self-test before something longer, which must not begin where it fails: the ExitCode of that, and
/// `command` has complained.
tl::expected<SelfTest, int> passed_self_test(std::string_view command);

/// Without its duration: the same on every host with the same vector instructions.
nlohmann::json to_json(const SelfTest& test);
/// The best that this host has: "x86-64-v4".
std::string_view simd_level();

}  // namespace lockstep::cli
