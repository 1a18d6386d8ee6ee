#include "cli/output/junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::cli {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char ch : text) switch (ch) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += ch;
    }
  return out;
}

}  // namespace

std::string junit(std::span<const JunitCase> cases) {
  std::string body;
  std::size_t failures = 0;
  for (const JunitCase& c : cases) {
    body +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", escaped(c.classname), escaped(c.name));
    failures += c.failures.empty() ? 0 : 1;
    for (const std::string& line : c.failures)
      body += fmt::format("      <failure message=\"{}\"/>\n", escaped(line));
    if (!c.notes.empty())
      body += fmt::format("      <system-out>{}</system-out>\n",
                          escaped(fmt::format("{}", fmt::join(c.notes, "\n"))));
    body += "    </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"lockstep\" tests=\"{}\" failures=\"{}\" skipped=\"0\">\n{}  "
      "</testsuite>\n</testsuites>\n",
      cases.size(), failures, body);
}

std::string junit(std::span<const laws::CaseResult> results) {
  std::uint64_t tests = 0, failures = 0, skipped = 0;
  std::string body;
  for (const laws::CaseResult& r : results) {
    const std::string line = escaped(cases::print(r.the_case));
    for (const verdict::LawResult& law : r.laws) {
      ++tests;
      body += fmt::format("    <testcase classname=\"{}.{}\" name=\"{}\"", r.the_case.kernel, law.law, line);
      if (law.verdict == verdict::Verdict::holds) {
        body += "/>\n";
        continue;
      }
      const bool failed = law.verdict == verdict::Verdict::falsified;
      failures += failed ? 1 : 0;
      skipped += failed ? 0 : 1;
      body += fmt::format("><{} message=\"{}: {}\"/></testcase>\n", failed ? "failure" : "skipped",
                          verdict::name(law.verdict), escaped(law.reason));
    }
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"lockstep\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}  "
      "</testsuite>\n</testsuites>\n",
      tests, failures, skipped, body);
}

}  // namespace lockstep::cli
