#include "properties/cases/common_keys.hpp"

#include <array>

#include <fmt/format.h>

#include "host/number.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cases {

namespace {

// A group list longer than this is a mistake, not a test.
constexpr std::size_t kMaxGroups = 1 << 20;

// VALUE or VALUE*COUNT.
bool append_rows(std::string_view text, std::vector<std::int32_t>& m) {
  const std::size_t star = text.find('*');
  const auto value = host::parse_number<std::int32_t>(text.substr(0, star));
  const auto count = star == std::string_view::npos ? std::optional<std::size_t>(1)
                                                    : host::parse_number<std::size_t>(text.substr(star + 1));
  if (!value || !count || *count == 0 || *count > kMaxGroups || m.size() + *count > kMaxGroups) return false;
  m.insert(m.end(), *count, *value);
  return true;
}

// Rows of each group as a line has them: 17,0,256*3.
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

// False, and `m` as it was, where the text is no such list or lists more groups than a test may have.
bool read_rows(std::string_view text, std::vector<std::int32_t>& m) {
  std::vector<std::int32_t> rows;
  for (const std::string_view part : split(text, ','))
    if (!append_rows(part, rows)) return false;
  m = std::move(rows);
  return true;
}

constexpr std::array<std::string_view, 10> kData{"full", "codes", "grid",      "cancelling", "one_hot",
                                                 "nan",  "zero",  "subnormal", "opposed",    "edges"};
constexpr std::array<std::string_view, 8> kScales{"quantised", "unit",    "equal", "near",
                                                  "distinct",  "extreme", "nan",   "any"};
constexpr std::array<std::string_view, 2> kOrder{"declared", "any"};
constexpr std::array<std::string_view, 3> kPlace{"aligned", "straddle_2g", "straddle_4g"};

template <typename Integer>
bool read_number(std::string_view text, Integer& value) {
  const auto number = host::parse_number<Integer>(text);
  if (number) value = *number;
  return number.has_value();
}

bool read_choice(std::string_view text, const std::array<std::string_view, 2>& names, bool& second) {
  second = text == names[1];
  return second || text == names[0];
}

template <typename Enum, std::size_t N>
bool read_choice(std::string_view text, const std::array<std::string_view, N>& names, Enum& value) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) {
      value = Enum(i);
      return true;
    }
  return false;
}

bool read_name(std::string_view text, std::string& value) {
  value = text;
  return !text.empty();
}

bool read_schedule(std::string_view text, Reading& into) {
  const auto schedule = machine::parse_schedule(text);
  if (schedule) into.c.schedule = *schedule;
  into.c.hunts = text == "hunt";
  return schedule.has_value() || into.c.hunts;
}

using Text = std::string_view;

constexpr std::array kKeys{
    CommonKey{.name = "groups",
              .expected = "a number",
              .meaning = "how many groups m lists",
              .read = [](Text t, Reading& r) { return read_number(t, r.groups.emplace()); },
              .write = [](const Case& c) { return std::to_string(c.groups()); },
              .computed = "as many as m lists",
              .always = true},
    CommonKey{.name = "n",
              .expected = "a number",
              .meaning = "columns of B and of the output",
              .read = [](Text t, Reading& r) { return read_number(t, r.c.n); },
              .write = [](const Case& c) { return std::to_string(c.n); },
              .always = true},
    CommonKey{.name = "k",
              .expected = "a number",
              .meaning = "length of the sums; where groups divide that length, rows of the output",
              .read = [](Text t, Reading& r) { return read_number(t, r.c.k); },
              .write = [](const Case& c) { return std::to_string(c.k); },
              .always = true},
    CommonKey{.name = "m",
              .expected = "rows of each group, as in 17,0,256*3",
              .meaning = "rows of each group; where groups divide the length of the sums, their parts of it",
              .read = [](Text t, Reading& r) { return read_rows(t, r.c.m); },
              .write = [](const Case& c) { return print_rows(c.m); },
              .computed = "every line has it",
              .always = true},
    CommonKey{.name = "out",
              .expected = "a format of the output, as in bf16",
              .meaning = "format of the output, among those of the operator",
              .read = [](Text t, Reading& r) { return read_name(t, r.c.out); },
              .write = [](const Case& c) { return c.out; }},
    CommonKey{.name = "data",
              .expected = {},
              .meaning = "what the operands hold",
              .read = [](Text t, Reading& r) { return read_choice(t, kData, r.c.data); },
              .write = [](const Case& c) { return std::string(name(c.data)); },
              .choices = kData},
    CommonKey{.name = "scales",
              .expected = {},
              .meaning = "what the block scales hold; quantised goes with data=full and only with it",
              .read = [](Text t, Reading& r) { return read_choice(t, kScales, r.scales.emplace()); },
              .write = [](const Case& c) { return std::string(name(c.scales)); },
              .computed = "quantised with data=full, else unit",
              .choices = kScales},
    CommonKey{.name = "recipe",
              .expected = "a scale recipe",
              .meaning = "how quantised scales are rounded: ceil or floor",
              .read = [](Text t, Reading& r) { return read_name(t, r.c.recipe); },
              .write = [](const Case& c) { return c.recipe; }},
    CommonKey{
        .name = "place",
        .expected = {},
        .meaning = "base address placement: aligned, or with a tensor across a multiple of 2^31 or 2^32",
        .read = [](Text t, Reading& r) { return read_choice(t, kPlace, r.c.place); },
        .write = [](const Case& c) { return std::string(name(c.place)); },
        .choices = kPlace},
    CommonKey{.name = "seed",
              .expected = "a number, as in 0x5eed",
              .meaning = "what the tensors are drawn from",
              .read = [](Text t, Reading& r) { return read_number(t, r.c.seed); },
              .write = [](const Case& c) { return fmt::format("{:#x}", c.seed); }},
    CommonKey{.name = "schedule",
              .expected = "earliest, latest, vmem-late, lds-late, random:SEED or hunt",
              .meaning = "when asynchronous operations complete, and which wave is next; hunt compares many",
              .read = read_schedule,
              .write = [](const Case& c) { return c.hunts ? "hunt" : machine::to_string(c.schedule); }},
    CommonKey{.name = "order",
              .expected = {},
              .meaning = "order of accumulation: the kernel's declared one, or any, for a code object of "
                         "which none is known",
              .read = [](Text t, Reading& r) { return read_choice(t, kOrder, r.c.any_order); },
              .write = [](const Case& c) { return std::string(kOrder[c.any_order ? 1 : 0]); },
              .choices = kOrder},
    CommonKey{.name = "model",
              .expected = "a matrix model",
              .meaning = "how matrix instructions add (lockstep list models)",
              .read = [](Text t, Reading& r) { return read_name(t, r.model.emplace()); },
              .write = [](const Case& c) { return c.model; },
              .computed = "cdna3 on gfx942, wmma_functional on gfx1250, else fma_post"},
    CommonKey{.name = "build",
              .expected = "O3, O2 or a mutant",
              .meaning = "the kernel's image: a level, a planted bug, or the path of a code object",
              .read = [](Text t, Reading& r) { return read_name(t, r.c.build); },
              .write = [](const Case& c) { return c.build; }},
    CommonKey{.name = "object",
              .expected = "a digest, as in 0x5eed",
              .meaning = "digest of the file that build names: replay says when the file has another",
              .read = [](Text t, Reading& r) { return read_number(t, r.c.object); },
              .write = [](const Case& c) { return fmt::format("{:#x}", c.object); }},
};

}  // namespace

std::span<const CommonKey> common_keys() {
  return kKeys;
}

std::string expected(const CommonKey& key) {
  return key.choices.empty() ? std::string(key.expected)
                             : fmt::format("one of {}", fmt::join(key.choices, ", "));
}

std::string default_text(const CommonKey& key) {
  return key.computed.empty() ? key.write(Case{}) : std::string(key.computed);
}

std::string_view name(Data d) {
  return kData[std::size_t(d)];
}
std::string_view name(Scales s) {
  return kScales[std::size_t(s)];
}
std::string_view name(BasePlacement p) {
  return kPlace[std::size_t(p)];
}
std::vector<std::string_view> data_names() {
  return {kData.begin(), kData.end()};
}
std::vector<std::string_view> scales_names() {
  return {kScales.begin(), kScales.end()};
}

}  // namespace lockstep::cases
