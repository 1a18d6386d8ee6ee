#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/case_words.hpp"
#include "cli/cases/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "properties/proofs/explain.hpp"

namespace lockstep::cli {

namespace {

using proofs::Explanation, proofs::Operation, proofs::Place, proofs::Reads, proofs::Repeated;

/// "D[3,17]", or "3,17" of the first output.
std::optional<Place> place_of(std::string text) {
  Place place;
  if (const auto open = text.find('['); open != std::string::npos) {
    if (text.back() != ']') return std::nullopt;
    place.output = text.substr(0, open);
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const char* const end = text.data() + text.size();
  const auto row = std::from_chars(text.data(), end, place.row);
  if (row.ec != std::errc{} || row.ptr == end || *row.ptr != ',') return std::nullopt;
  const auto column = std::from_chars(row.ptr + 1, end, place.column);
  if (column.ec != std::errc{} || column.ptr != end) return std::nullopt;
  return place;
}

/// "128..255", runs of neighbours joined.
std::string columns_of(const Reads& r) {
  std::string text;
  for (std::size_t i = 0; i < r.offsets.size();) {
    std::size_t last = i;
    while (last + 1 < r.offsets.size() && r.offsets[last + 1] == r.offsets[last] + 1) ++last;
    const std::int64_t first = r.column + r.offsets[i], end = r.column + r.offsets[last];
    text += (text.empty() ? "" : " ") +
            (first == end ? fmt::format("{}", first) : fmt::format("{}..{}", first, end));
    i = last + 1;
  }
  return text;
}

/// "a[3, 0..127 +128]": the elements at first, and how far on each time's are.
std::string text_of(const Reads& r) {
  const std::string row = r.columns > 1 ? fmt::format("{}, ", r.row) : "",
                    step = r.stride == 0 ? "" : fmt::format(" {:+}", r.stride);
  return r.columns > 1
             ? fmt::format("{}[{}{}{}]", r.operand, row, columns_of(r), step)
             : fmt::format("{}[{}{}]", r.operand, columns_of({r.operand, 0, r.row, 0, r.offsets}), step);
}

std::string text_of(const Operation& o) {
  std::string reads;
  for (const Reads& r : o.reads) reads += (reads.empty() ? "" : ", ") + text_of(r);
  return fmt::format("{:<8} {}{}by {}{}", o.name, reads, reads.empty() ? "" : "  ", o.instruction,
                     o.source.empty() ? fmt::format(" @{:#x}", o.address) : " at " + o.source);
}

void print(const Explanation& e, const std::string& the_case, const std::string& at) {
  fmt::print("{} of {}\n", at, the_case);
  if (!e.reason.empty()) return fmt::print("  {:<12} {}\n", "inconclusive", e.reason);
  if (e.steps.empty()) return fmt::print("  {:<12} {:#x}, whatever the operands hold\n", "is", e.code);
  for (const Repeated& group : e.steps)
    for (std::size_t i = 0; i < group.operations.size(); ++i)
      fmt::print("  {:<12} {}\n", i == 0 ? fmt::format("{} x", group.times) : "",
                 text_of(group.operations[i]));
}

nlohmann::json json_of(const Reads& r) {
  return {{"operand", r.operand},
          {"row", r.row},
          {"column", r.column},
          {"offsets", r.offsets},
          {"stride", r.stride}};
}

nlohmann::json json_of(const Explanation& e, const std::string& the_case, const std::string& at) {
  nlohmann::json steps = nlohmann::json::array();
  for (const Repeated& group : e.steps) {
    nlohmann::json operations = nlohmann::json::array();
    for (const Operation& o : group.operations) {
      nlohmann::json reads = nlohmann::json::array();
      for (const Reads& r : o.reads) reads.push_back(json_of(r));
      operations.push_back({{"operation", o.name},
                            {"instruction", o.instruction},
                            {"address", o.address},
                            {"source", o.source},
                            {"reads", reads},
                            {"takes", o.takes}});
    }
    steps.push_back({{"times", group.times}, {"operations", operations}});
  }
  nlohmann::json j{{"case", the_case}, {"at", at}, {"steps", steps}, {"instructions", e.instructions}};
  if (!e.reason.empty()) j["reason"] = e.reason;
  return j;
}

}  // namespace

int explain(const ExplainOptions& options) {
  const auto the_case = case_of(options.words);
  if (!the_case) return complain("explain", the_case.error());
  const auto place = place_of(options.at);
  if (!place) return complain("explain", fmt::format("--at '{}' is no element, as in D[3,17]", options.at));
  laws::CodeCache cache;
  laws::Experiment::Options run;
  run.cancel = &watch_for_interrupt();
  if (options.step_limit) run.step_limit = *options.step_limit;
  const auto explained = proofs::explain(*the_case, cache, run, *place);
  if (!explained) return complain("explain", explained.error());
  if (*run.cancel) return kInterrupted;
  const std::string line = cases::print(*the_case);
  print(*explained, line, options.at);
  if (!options.json.empty() &&
      !write_or_complain(options.json, json_of(*explained, line, options.at).dump(2) + "\n"))
    return kUsage;
  return explained->reason.empty() ? kHolds : kInconclusive;
}

}  // namespace lockstep::cli
