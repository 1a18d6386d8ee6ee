#include <algorithm>
#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/campaigns/commands.hpp"
#include "cli/campaigns/known_findings.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/version.hpp"

namespace lockstep::cli {

namespace {

using campaigns::FindingEvent;
using campaigns::FindingState;
using campaigns::FindingStore;
using Listed = std::pair<std::string, campaigns::KnownFinding>;

bool is_wanted(const campaigns::KnownFinding& f, const FindingsOptions& o) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  const std::string& kernel = f.subject.kernel;
  return has(o.states, std::string(campaigns::name(f.state))) && has(o.laws, f.subject.law) &&
         (has(o.kernels, kernel) || has(o.kernels, kernel.substr(0, kernel.find('@'))));
}

std::string state_text(const campaigns::KnownFinding& f) {
  if (f.state == FindingState::gone && f.gone_object == f.last_object)
    return fmt::format("gone since {}, of the same object: {} did not see it",
                       campaigns::text_of_time(f.gone_time), f.gone_version);
  if (f.state == FindingState::gone)
    return fmt::format("gone since object {}, {}", f.gone_object, campaigns::text_of_time(f.gone_time));
  return std::string(campaigns::name(f.state));
}

std::string text_of(const Listed& listed) {
  const auto& [id, f] = listed;
  std::string text =
      fmt::format("{}  {}  {} {} / {}: {}\n", id, on_a_line(state_text(f)), on_a_line(f.subject.kernel),
                  on_a_line(f.subject.build), on_a_line(f.subject.law), on_a_line(f.subject.cause));
  text += fmt::format("  {:<10} {} in object {}, last {} in object {}\n", "seen",
                      campaigns::text_of_time(f.first_seen), on_a_line(f.first_object),
                      campaigns::text_of_time(f.last_seen), on_a_line(f.last_object));
  if (!f.reason.empty()) text += fmt::format("  {:<10} {}\n", "accepted", on_a_line(f.reason));
  return text + fmt::format("  {:<10} ./lockstep replay '{}' --law {}\n", "again", on_a_line(f.the_case),
                            on_a_line(f.subject.law));
}

nlohmann::json json_of(const Listed& listed) {
  const auto& [id, f] = listed;
  nlohmann::json j{
      {"id", id},
      {"kernel", f.subject.kernel},
      {"build", f.subject.build},
      {"law", f.subject.law},
      {"cause", f.subject.cause},
      {"state", campaigns::name(f.state)},
      {"case", f.the_case},
      {"first_seen", {{"time", campaigns::text_of_time(f.first_seen)}, {"object", f.first_object}}},
      {"last_seen", {{"time", campaigns::text_of_time(f.last_seen)}, {"object", f.last_object}}}};
  if (f.state == FindingState::gone)
    j["gone_since"] = {{"time", campaigns::text_of_time(f.gone_time)},
                       {"object", f.gone_object},
                       {"version", f.gone_version}};
  if (!f.reason.empty()) j["reason"] = f.reason;
  return j;
}

// The one whose ID begins so.
tl::expected<Listed, std::string> find(const std::vector<Listed>& all, const std::string& id,
                                       const std::string& folder) {
  std::vector<const Listed*> found;
  for (const Listed& listed : all)
    if (!id.empty() && listed.first.starts_with(id)) found.push_back(&listed);
  if (found.size() == 1) return *found.front();
  if (found.empty())
    return tl::unexpected(
        fmt::format("{} has no finding '{}'; `lockstep findings {}` lists them", folder, id, folder));
  return tl::unexpected(
      fmt::format("'{}' is the beginning of {} findings, {} and {} among them: give more of it", id,
                  found.size(), found[0]->first, found[1]->first));
}

tl::expected<void, std::string> decide(const FindingStore& store, const std::vector<Listed>& all,
                                       const FindingsOptions& o) {
  const bool accepts = !o.accept.empty();
  const auto of = find(all, accepts ? o.accept : o.reopen, o.folder);
  if (!of) return tl::unexpected(of.error());
  FindingEvent e;
  e.kind = accepts ? FindingEvent::Kind::accepted : FindingEvent::Kind::reopened;
  e.time = std::time(nullptr);
  e.subject = of->second.subject;
  e.version = version();
  e.reason = o.reason;
  const auto before = store.note(std::move(e));
  if (!before) return tl::unexpected(before.error());
  return {};
}

std::string problem_of(const FindingsOptions& o) {
  const bool decides = !o.accept.empty() || !o.reopen.empty();
  const bool is_blank = std::ranges::all_of(o.reason, [](char c) { return c == ' '; });
  if (!o.accept.empty() && is_blank) return "--accept needs a --reason: why the finding may stay";
  if (!decides && !o.reason.empty()) return "--reason goes with --accept or --reopen";
  if (decides && !(o.states.empty() && o.kernels.empty() && o.laws.empty()))
    return "--accept and --reopen are of one finding: leave out --state, --kernel and --law";
  return {};
}

}  // namespace

int findings(const FindingsOptions& options) {
  if (const std::string problem = problem_of(options); !problem.empty()) return complain("findings", problem);
  const auto store = FindingStore::open(options.folder);
  if (!store) return complain("findings", store.error());
  auto contents = store->read();
  const bool decides = !options.accept.empty() || !options.reopen.empty();
  if (contents && decides) {
    if (const auto done = decide(*store, contents->findings, options); !done)
      return complain("findings", done.error());
    contents = store->read();
  }
  if (!contents) return complain("findings", contents.error());

  nlohmann::json listed = nlohmann::json::array();
  std::size_t open = 0;
  for (const Listed& l : contents->findings) {
    const std::string& id = options.accept.empty() ? options.reopen : options.accept;
    if (decides ? !l.first.starts_with(id) : !is_wanted(l.second, options)) continue;
    fmt::print("{}", text_of(l));
    listed.push_back(json_of(l));
    open += l.second.state == FindingState::open ? 1 : 0;
  }
  fmt::print("{} findings, {} open\n", listed.size(), open);
  for (const std::string& damaged : contents->damaged) complain("findings", on_a_line(damaged));
  if (!contents->damaged.empty())
    fmt::print(stderr, "What is damaged may be removed: each file is one event, and the others stay.\n");
  const nlohmann::json all{{"schema", kSchema}, {"findings", listed}, {"damaged", contents->damaged}};
  bool ok = contents->damaged.empty();
  if (!options.json.empty())
    ok &= write_or_complain(options.json,
                            all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  if (!ok) return kUsage;
  return decides || open == 0 ? kHolds : kFalsified;
}

}  // namespace lockstep::cli
