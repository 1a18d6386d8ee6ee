#include "properties/cases/case.hpp"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::cases {

namespace {

constexpr std::array<std::string_view, 9> kData{"full", "codes", "grid",      "cancelling", "one_hot",
                                                "nan",  "zero",  "subnormal", "opposed"};
constexpr std::array<std::string_view, 7> kScales{"quantised", "unit",    "equal", "near",
                                                  "distinct",  "extreme", "nan"};
constexpr std::array<std::string_view, 3> kPlace{"aligned", "straddle_2g", "straddle_4g"};

// A group list longer than this is a mistake, not a test.
constexpr std::size_t kMaxGroups = 1 << 20;

std::string print_rows(const std::vector<std::int32_t>& m) {
  std::string text;
  for (std::size_t i = 0; i < m.size();) {
    std::size_t end = i;
    while (end < m.size() && m[end] == m[i]) ++end;
    text +=
        (text.empty() ? "" : ",") + std::to_string(m[i]) + (end - i > 1 ? "*" + std::to_string(end - i) : "");
    i = end;
  }
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::vector<std::int32_t>> parse_rows(std::string_view text) {
  std::vector<std::int32_t> m;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t star = part.find('*');
    const auto value = host::parse_number<std::int32_t>(part.substr(0, star));
    const auto count = star == std::string_view::npos
                           ? std::optional<std::size_t>(1)
                           : host::parse_number<std::size_t>(part.substr(star + 1));
    if (!value || !count || *count == 0 || *count > kMaxGroups || m.size() + *count > kMaxGroups)
      return std::nullopt;
    m.insert(m.end(), *count, *value);
  }
  return m;
}

template <typename Enum, std::size_t N>
bool choose(const std::array<std::string_view, N>& names, std::string_view text, Enum& out) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) {
      out = Enum(i);
      return true;
    }
  return false;
}

template <std::size_t N>
std::string alternatives(const std::array<std::string_view, N>& names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

template <typename Integer>
bool set_number(std::string_view text, Integer& out) {
  const auto value = host::parse_number<Integer>(text);
  if (value) out = *value;
  return value.has_value();
}

// Sets one key that every case has; returns what was expected when the value does not fit, "" when it does,
// nullopt for another key.
std::optional<std::string> set_key(Case& c, std::optional<std::int64_t>& groups, std::string_view key,
                                   std::string_view value) {
  const auto expect = [](bool ok, std::string what) { return ok ? std::string() : std::move(what); };
  if (key == "groups") {
    std::int64_t count = 0;
    const bool ok = set_number(value, count);
    groups = count;
    return expect(ok, "a number");
  }
  if (key == "m") {
    auto rows = parse_rows(value);
    if (rows) c.m = std::move(*rows);
    return expect(rows.has_value(), "rows of each group, as in 17,0,256*3");
  }
  if (key == "n") return expect(set_number(value, c.n), "a number");
  if (key == "k") return expect(set_number(value, c.k), "a number");
  if (key == "seed") return expect(set_number(value, c.seed), "a number, as in 0x5eed");
  if (key == "data") return expect(choose(kData, value, c.data), alternatives(kData));
  if (key == "scales") return expect(choose(kScales, value, c.scales), alternatives(kScales));
  if (key == "place") return expect(choose(kPlace, value, c.place), alternatives(kPlace));
  if (key == "out") {
    c.out = value;
    return expect(!value.empty(), "a format of the output, as in bf16");
  }
  if (key == "build") {
    c.build = value;
    return expect(!value.empty(), "O3, O2 or a mutant");
  }
  if (key == "recipe") {
    c.recipe = value;
    return expect(!value.empty(), "a scale recipe");
  }
  if (key == "model") {
    c.model = value;
    return expect(!value.empty(), "a matrix model");
  }
  if (key == "schedule") {
    const auto schedule = machine::parse_schedule(value);
    if (schedule) c.schedule = *schedule;
    c.hunts = value == "hunt";
    return expect(schedule.has_value() || c.hunts, "earliest, latest, random:SEED or hunt");
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Data d) {
  return kData[std::size_t(d)];
}
std::string_view name(Scales s) {
  return kScales[std::size_t(s)];
}
std::string_view name(Place p) {
  return kPlace[std::size_t(p)];
}
std::vector<std::string_view> data_names() {
  return {kData.begin(), kData.end()};
}
std::vector<std::string_view> scales_names() {
  return {kScales.begin(), kScales.end()};
}

std::string_view standard_model(std::string_view arch) {
  return arch == "gfx942" ? "cdna3" : "fma_post";
}

std::string print(const Case& c) {
  const Case standard;
  std::string line = c.kernel + "@" + c.arch + " groups=" + std::to_string(c.groups());
  const auto add = [&](std::string_view key, std::string_view value) {
    line += fmt::format(" {}={}", key, value);
  };
  add("n", std::to_string(c.n));
  add("k", std::to_string(c.k));
  add("m", print_rows(c.m));
  for (const auto& [key, value] : c.options.all()) add(key, value);
  if (c.out != standard.out) add("out", c.out);
  if (c.data != standard.data) add("data", name(c.data));
  if (c.scales != (c.data == Data::full ? Scales::quantised : Scales::unit)) add("scales", name(c.scales));
  if (c.recipe != standard.recipe) add("recipe", c.recipe);
  if (c.place != standard.place) add("place", name(c.place));
  if (c.seed != standard.seed) add("seed", fmt::format("{:#x}", c.seed));
  if (c.hunts)
    add("schedule", "hunt");
  else if (!(c.schedule == standard.schedule))
    add("schedule", machine::to_string(c.schedule));
  if (c.model != standard_model(c.arch)) add("model", c.model);
  if (c.build != standard.build) add("build", c.build);
  return line;
}

tl::expected<Case, std::string> parse(std::string_view line) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(line, ' '))
    if (!word.empty()) words.push_back(word);
  if (words.empty())
    return tl::unexpected(std::string("the case line is empty: expected KERNEL@ARCH key=value …"));
  Case c;
  const std::size_t at = words[0].find('@');
  c.kernel = words[0].substr(0, at);
  if (at != std::string_view::npos) c.arch = words[0].substr(at + 1);
  if (c.kernel.empty() || c.arch.empty() || c.kernel.find('=') != std::string::npos)
    return tl::unexpected(fmt::format("'{}' is not KERNEL@ARCH, as in grouped_gemm_masked@gfx950", words[0]));

  c.model = standard_model(c.arch);
  std::optional<std::int64_t> groups;
  bool scales_given = false;
  std::vector<std::string_view> seen;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string_view::npos)
      return tl::unexpected(fmt::format("word {} '{}' is not key=value", i + 1, words[i]));
    const std::string_view key = words[i].substr(0, equals), value = words[i].substr(equals + 1);
    for (const std::string_view s : seen)
      if (s == key) return tl::unexpected(fmt::format("key '{}' is given twice", key));
    seen.push_back(key);
    const auto problem = set_key(c, groups, key, value);
    if (!problem) {
      if (key.empty() || value.empty())
        return tl::unexpected(fmt::format("word {} '{}' is not key=value", i + 1, words[i]));
      c.options.set(key, value);
      continue;
    }
    if (!problem->empty()) return tl::unexpected(fmt::format("{}={}: expected {}", key, value, *problem));
    scales_given |= key == "scales";
  }
  if (groups && c.m.empty() && *groups == 0)
    return tl::unexpected(std::string("groups=0: must be at least 1"));
  if (c.m.empty()) return tl::unexpected(std::string("m is missing: rows of each group, as in m=17,0,256"));
  if (groups && *groups != c.groups())
    return tl::unexpected(fmt::format("groups={}, but m lists {} groups", *groups, c.m.size()));
  if (!scales_given && c.data != Data::full) c.scales = Scales::unit;
  if ((c.data == Data::full) != (c.scales == Scales::quantised))
    return tl::unexpected(fmt::format("data={} goes {} scales=quantised", name(c.data),
                                      c.data == Data::full ? "only with" : "not with"));
  return c;
}

}  // namespace lockstep::cases
