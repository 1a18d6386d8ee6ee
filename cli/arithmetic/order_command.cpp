#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/judge/python_process.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"

namespace lockstep::cli {

namespace {

/// What Python runs. A package that is missing is no order that is missing.
constexpr const char* kProgram = R"(import json, sys
try:
    from lockstep.order_command import main
except ImportError as error:
    print(f"lockstep order: {sys.executable} has no package lockstep: {error}. LOCKSTEP_PYTHON names another",
          file=sys.stderr)
    sys.exit(2)
sys.exit(main(json.loads(sys.argv[1]))))";

}  // namespace

int order(const OrderOptions& o) {
  if (o.callable.find(':') == std::string::npos)
    return complain("order", fmt::format("'{}': expected FILE.py:FUNCTION or MODULE:FUNCTION", o.callable));
  if (!o.json.empty())
    if (const std::string problem = remove_stale({o.json}, {o.callable}); !problem.empty())
      return complain("order", problem);
  std::string words = nlohmann::json{
      {"callable", o.callable},
      {"k", o.k},
      {"a", o.a},
      {"b", o.b},
      {"rows", o.rows},
      {"arrays", o.arrays},
      {"scales", o.scales},
      {"scale_block", o.scale_block},
      {"scale_rows", o.scale_rows},
      {"seed", o.seed},
      {"json", o.json}}.dump();
  std::string interpreter = python(), option = "-c", program = kProgram;
  char* const arguments[] = {interpreter.data(), option.data(), program.data(), words.data(), nullptr};
  fmt::print("seed {}\n", o.seed);
  std::fflush(stdout);
  execvp(interpreter.c_str(), arguments);
  return complain("order", fmt::format("{}: {}", interpreter, std::strerror(errno)));
}

}  // namespace lockstep::cli
