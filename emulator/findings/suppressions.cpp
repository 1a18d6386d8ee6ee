#include "emulator/findings/suppressions.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::findings {

namespace {

bool matches(std::string_view glob, std::string_view text) {
  std::size_t g = 0, t = 0, star = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      retry = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g, ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return glob.substr(g).find_first_not_of('*') == std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The first word of `text`, which keeps what follows.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

// Kinds that the runtime says of whole launches (emulator/runtime/report.hpp).
constexpr std::array<std::string_view, 2> kOfLaunches{"stream-race", "schedule"};

std::string known_kinds() {
  std::string all;
  for (const KindFacts& k : finding_kinds())
    if (!k.stops) all += std::string(k.name) + ", ";
  return fmt::format("{}{}", all, fmt::join(kOfLaunches, ", "));
}

tl::expected<Suppression, std::string> rule(std::string where, std::string_view line) {
  const auto fail = [&](const std::string& why) { return tl::unexpected(where + ": " + why); };
  const std::size_t hash = line.find('#');
  const std::string_view reason =
      hash == std::string_view::npos ? std::string_view() : trimmed(line.substr(hash + 1));
  std::string_view rest = trimmed(line.substr(0, hash));
  const std::string_view kind = take_word(rest), kernel = take_word(rest);
  if (rest.empty()) return fail("expected KIND KERNEL INSTRUCTION-OR-SOURCE-LINE  # REASON");
  if (reason.empty()) return fail("a rule needs its reason, behind a '#'");
  const KindFacts* facts = find_kind(kind);
  if (facts == nullptr && std::ranges::find(kOfLaunches, kind) == kOfLaunches.end())
    return fail(fmt::format("no kind '{}'; there are {}", kind, known_kinds()));
  if (facts != nullptr && facts->stops)
    return fail(fmt::format("a kernel can't go on after '{}': it can't be accepted", kind));
  return Suppression{std::string(kind), std::string(kernel), std::string(rest), std::string(reason),
                     std::move(where)};
}

}  // namespace

bool Suppression::covers(std::string_view kind_of_finding, std::string_view its_kernel,
                         std::string_view its_place) const {
  return kind_of_finding == kind && matches(kernel, its_kernel) && matches(place, its_place);
}

bool Suppression::covers(const Finding& f) const {
  const std::string_view of = name(f.kind);
  const std::string_view source = f.source;
  return covers(of, f.kernel, f.instruction) ||
         (!source.empty() &&
          (covers(of, f.kernel, source) || covers(of, f.kernel, source.substr(source.rfind('/') + 1))));
}

tl::expected<Suppressions, std::string> Suppressions::parse(std::string_view file, std::string_view text) {
  Suppressions all;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    auto one = rule(fmt::format("{}:{}", file, number), line);
    if (!one) return tl::unexpected(one.error());
    all.rules_.push_back(std::move(*one));
  }
  return all;
}

Suppressions::Counts Suppressions::take(std::vector<Finding>& findings) const {
  Counts counts(rules_.size());
  std::erase_if(findings, [&](const Finding& f) {
    return counted([&](const Suppression& s) { return s.covers(f); }, counts);
  });
  return counts;
}

bool Suppressions::counted(const std::function<bool(const Suppression&)>& covers, Counts& counts) const {
  const auto first = std::ranges::find_if(rules_, covers);
  if (first == rules_.end()) return false;
  ++counts[std::size_t(first - rules_.begin())];
  return true;
}

std::vector<std::string> account(const Suppressions& suppressions, const Suppressions::Counts& counts) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < suppressions.rules().size(); ++i) {
    const Suppression& s = suppressions.rules()[i];
    const std::uint64_t n = i < counts.size() ? counts[i] : 0;
    lines.push_back(n == 0 ? fmt::format("{}: never matched: {}", s.where, s.reason)
                           : fmt::format("{}: {} {} suppressed: {}", s.where, n,
                                         n == 1 ? "finding" : "findings", s.reason));
  }
  return lines;
}

void add(const Suppressions::Counts& counts, Suppressions::Counts& to) {
  to.resize(std::max(to.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) to[i] += counts[i];
}

}  // namespace lockstep::findings
