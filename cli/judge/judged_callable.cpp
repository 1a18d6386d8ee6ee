#include "cli/judge/judged_callable.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/judge/python_process.hpp"
#include "emulator/findings/finding.hpp"
#include "host/process.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

/// Beyond the budget, for a process that ends by itself and says what it has.
constexpr double kGrace = 2;

std::size_t colon_of(const std::string& text) {
  const std::size_t colon = text.rfind(".py:");
  return colon == std::string::npos ? colon : colon + 3;
}

std::string own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

std::vector<std::string> words_of(const std::string& callable) {
  return {file_of_callable(callable), callable.substr(colon_of(callable) + 1)};
}

json request_of(const JudgeOptions& o, const Budget& budget, const std::string& folder) {
  const std::size_t colon = colon_of(o.candidate);
  json request{{"file", o.candidate.substr(0, colon)},
               {"name", o.candidate.substr(colon + 1)},
               {"operator", ""},
               {"reference", json::array()},
               {"arch", o.arch},
               {"model", o.model},
               {"schedule", o.schedule},
               {"seed", *o.seed},
               {"draws", o.draws.value_or(0)},
               {"fail_on", findings::name(o.policy.fails)},
               {"regions", o.policy.regions},
               {"clamped", o.policy.clamped},
               {"budget", budget.seconds() - budget.elapsed()},
               {"budget_seconds", budget.seconds()},
               {"folder", folder}};
  if (names_callable(o.against))
    request["reference"] = words_of(o.against);
  else
    request["operator"] = o.against;
  if (const std::size_t at = o.against.find('@'); o.arch.empty() && at != std::string::npos)
    request["arch"] = o.against.substr(at + 1, o.against.find(' ') - at - 1);
  return request;
}

verdict::Judgement without(verdict::Execution execution, std::string why) {
  verdict::Judgement j;
  verdict::Evidence evidence;
  evidence.execution = execution;
  evidence.open = std::move(why);
  verdict::conclude(evidence, j);
  return j;
}

/// What lockstep.judged says to a request, or why it says nothing.
struct Answered {
  json record;
  verdict::Execution execution = verdict::Execution::tool_error;
  std::string why;
};
constexpr const char* kOtherVersion = "Python's package lockstep is of another version";

Answered answer_to(const json& request, const Budget& budget) {
  const Answer answer =
      ask({python(), "-m", "lockstep.judged"}, request.dump(), budget.seconds() - budget.elapsed() + kGrace);
  Answered answered;
  answered.record = json::parse(answer.text, nullptr, false);
  if (!answer.started) {
    answered.why = python() + ": can't be run";
  } else if (answer.late) {
    answered.execution = verdict::Execution::timeout;
    answered.why = fmt::format("the budget of {} s ended before the candidate did", budget.seconds());
  } else if (!answered.record.is_object()) {
    answered.why = python() + ": has no package lockstep, or it ended without an answer";
  }
  return answered;
}

}  // namespace

bool launches_by_hip(const std::string& callable) {
  std::ifstream file(file_of_callable(callable));
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    const std::string package = second.substr(0, second.find('.'));
    if ((first == "import" || first == "from") && (package == "flydsl" || package == "hip")) return true;
  }
  return false;
}

DrawnLaunches draw_launches(const JudgeOptions& o, const Budget& budget, const LaunchedOnDraws& launched,
                            const std::string& folder) {
  const Answered answer = answer_to(
      {{"capsule", launched.capsule},
       {"object", launched.object},
       {"kernel", o.kernel},
       {"reference", words_of(o.against)},
       {"callable", names_callable(o.candidate) ? words_of(o.candidate) : std::vector<std::string>()},
       {"command", own_program()},
       {"arch", launched.arch.empty() ? o.arch : launched.arch},
       {"seed", *o.seed},
       {"draws", o.draws.value_or(0)},
       {"budget", budget.seconds() - budget.elapsed()},
       {"folder", folder}},
      budget);
  DrawnLaunches drawn{{}, {}, answer.execution, answer.why};
  if (!drawn.why.empty()) return drawn;
  try {
    drawn.execution = verdict::Execution::completed;
    if (answer.record.contains("why")) {
      drawn.why = answer.record.at("why").get<std::string>();
      drawn.execution = *verdict::find_execution(answer.record.at("execution").get<std::string>());
    } else {
      answer.record.at("launches").get_to(drawn.files);
      answer.record.at("read").get_to(drawn.read);
    }
  } catch (const json::exception&) {
    drawn = {{}, {}, verdict::Execution::tool_error, kOtherVersion};
  }
  return drawn;
}

bool names_callable(const std::string& text) {
  const std::size_t colon = colon_of(text);
  if (colon == std::string::npos || colon + 1 == text.size()) return false;
  for (const char c : text.substr(colon + 1))
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return true;
}

std::string file_of_callable(const std::string& text) {
  return text.substr(0, colon_of(text));
}

tl::expected<verdict::Judgement, std::string> judge_callable(const JudgeOptions& o, const Budget& budget) {
  if (o.against.empty() || o.against == "nothing")
    return tl::unexpected(
        fmt::format("{} does not say what it is called with: --against names FILE.py:FUNCTION or an operator",
                    o.candidate));
  const host::TemporaryFolder folder("lockstep-judge");
  const Answered answer = answer_to(request_of(o, budget, folder.path()), budget);
  const json& record = answer.record;
  if (!answer.why.empty()) return without(answer.execution, answer.why);
  if (record.contains("usage")) return tl::unexpected(record.at("usage").get<std::string>());
  verdict::Judgement j;
  verdict::Evidence evidence;
  if (!verdict::take_over(record, evidence, j)) return without(verdict::Execution::tool_error, kOtherVersion);
  verdict::conclude(evidence, j);
  return j;
}

}  // namespace lockstep::cli
