#include "properties/probe/record.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "host/json_reader.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using nlohmann::json;

std::string hex(std::uint32_t bits, int digits) {
  return fmt::format("{:0{}X}", bits, digits);
}

json terms_to_json(const Probe& p) {
  json terms = json::array();
  const int digits = std::max(2, p.format->bits / 4);
  for (const Term& t : p.terms) terms.push_back({t.k, hex(t.a, digits), hex(t.b, digits)});
  return terms;
}

json scales_to_json(const Scales& scales) {
  json list = json::array();
  for (int k = 0; k < kLargestK; k += scales.paired() ? 32 : 16) list.push_back(scales.at(k));
  return list;
}

}  // namespace

std::string to_json(const Record& record) {
  json probes = json::array();
  for (const Probe& p : record.probes) {
    probes.push_back({{"name", p.name},
                      {"reads", p.reads},
                      {"format", p.format->name},
                      {"c", hex(p.c, 8)},
                      {"products", terms_to_json(p)},
                      {"scale_a", scales_to_json(p.scale_a)},
                      {"scale_b", scales_to_json(p.scale_b)},
                      {"observed", json::object()}});
    if (*p.scale != formats::float8_e8m0fnu) probes.back()["scale"] = p.scale->name;
  }
  for (const Answer& a : record.answers)
    probes[a.probe]["observed"][std::string(a.instruction->name)] = hex(a.bits, 8);
  const json file{{"schema", kRecordSchema},
                  {"date", record.date},
                  {"device",
                   {{"device", record.identity.device},
                    {"name", record.identity.name},
                    {"arch", record.identity.arch},
                    {"driver", record.identity.driver}}},
                  {"probes", probes}};
  // One line per probe: a file that people read and diff.
  std::string text = "{\n";
  for (const char* key : {"schema", "date", "device"})
    text += fmt::format(" \"{}\": {},\n", key, file[key].dump());
  text += " \"probes\": [";
  for (std::size_t i = 0; i < probes.size(); ++i)
    text += fmt::format("{}\n  {}", i == 0 ? "" : ",", probes[i].dump());
  return text + "\n ]\n}\n";
}

namespace {

using host::JsonReader;
using nlohmann::json;

// 0, and a complaint, where the text is no code up to the largest.
std::uint32_t bits_of(JsonReader& r, const std::string& text, std::uint32_t largest) {
  std::uint32_t bits = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && bits <= largest) return bits;
  r.complain(fmt::format("'{}' is no hexadecimal code of this width", text));
  return 0;
}

const formats::Format& format_of(JsonReader& r, const std::string& name) {
  if (const formats::Format* format = formats::find(name)) return *format;
  r.complain(fmt::format("no format is called '{}'", name));
  return formats::float8_e4m3fn;
}

std::vector<Term> terms_of(JsonReader& r, const formats::Format& format) {
  const json* list = r.find("products");
  if (list == nullptr || !list->is_array()) r.complain("'products' is missing or of another type");
  std::vector<Term> terms;
  int last = -1;
  for (std::size_t i = 0; r.ok() && i < list->size(); ++i) {
    const json& t = (*list)[i];
    if (!t.is_array() || t.size() != 3 || !t[0].is_number_integer() || !t[1].is_string() ||
        !t[2].is_string()) {
      r.complain("a product is not [k, \"A\", \"B\"]");
      break;
    }
    const int k = t[0].get<int>();
    if (k <= last || k >= kLargestK) r.complain("the k of products must ascend, below 128");
    last = k;
    terms.push_back({k, bits_of(r, t[1].get<std::string>(), format.code_mask()),
                     bits_of(r, t[2].get<std::string>(), format.code_mask())});
  }
  return terms;
}

Scales scales_of(JsonReader& r, const char* key) {
  const std::vector<std::uint64_t> list = r.required_numbers(key);
  if (list.size() != 4 && list.size() != 8)
    r.complain(fmt::format("'{}' must be four scales, or eight", key));
  if (std::ranges::any_of(list, [](std::uint64_t scale) { return scale > 255; }))
    r.complain(fmt::format("'{}' must be of bytes", key));
  Scales scales;
  for (int k = 0; r.ok() && k < kLargestK; k += 16)
    scales.at(k) = std::uint8_t(list[std::size_t(k) * list.size() / kLargestK]);
  return scales;
}

Probe probe_of(JsonReader& r) {
  const formats::Format& format = format_of(r, r.required_text("format"));
  Probe p{r.required_text("name"),
          r.text("reads").value_or(""),
          &format,
          bits_of(r, r.required_text("c"), 0xFFFFFFFF),
          terms_of(r, format),
          scales_of(r, "scale_a"),
          scales_of(r, "scale_b"),
          &formats::float8_e8m0fnu};
  if (const auto scale = r.text("scale")) p.scale = &format_of(r, *scale);
  return p;
}

bool same_inputs(const Probe& p, const Probe& q) {
  Probe named_alike = p;
  named_alike.name = q.name;
  named_alike.reads = q.reads;
  return named_alike == q;
}

// Parameters are read by the names of probes: empty, or why this one's name is not its own.
std::string wrong_name(const Probe& p, const std::vector<Probe>& before, const std::vector<Probe>& known) {
  const auto of_that_name = [&](const Probe& q) { return q.name == p.name && *q.format == *p.format; };
  if (std::ranges::any_of(before, of_that_name))
    return fmt::format("a second probe of {} called '{}'", p.format->name, p.name);
  if (const auto same = std::ranges::find_if(known, of_that_name); same != known.end())
    return same_inputs(p, *same) ? ""
                                 : fmt::format("'{}' has other inputs than the probe of that name", p.name);
  const auto renamed = std::ranges::find_if(known, [&](const Probe& q) { return same_inputs(p, q); });
  return renamed == known.end() ? ""
                                : fmt::format("'{}' has the inputs of probe '{}'", p.name, renamed->name);
}

void add_answer(JsonReader& r, const std::string& name, const std::string& bits, Record& record) {
  const std::size_t probe = record.probes.size() - 1;
  const Instruction* instruction = find_instruction(record.identity.arch, name);
  if (instruction == nullptr) return r.complain(fmt::format("no instruction {} is known here", name));
  if (!takes(*instruction, record.probes[probe]))
    return r.complain(fmt::format("{} does not take these inputs", name));
  record.answers.push_back({probe, instruction, bits_of(r, bits, 0xFFFFFFFF)});
}

// Keys that nobody reads are allowed: a later release may write more.
Record record_of(JsonReader& file) {
  Record record;
  if (file.required_number("schema") != kRecordSchema) file.complain("not an object of schema 1");
  record.date = file.required_text("date");
  file.inside("device", [&](JsonReader& r) {
    record.identity = {r.required_text("device"), r.required_text("name"), r.required_text("arch"),
                       r.required_text("driver")};
  });
  if (file.ok() && instructions(record.identity.arch).empty())
    file.complain(fmt::format("made on {}; {} are known here", record.identity.arch, probed_archs()));
  if (!file.has("probes")) file.complain("'probes' is missing");
  if (!file.ok()) return record;
  const std::vector<Probe> known = probes(record.identity.arch);
  file.each("probes", [&](JsonReader& r) {
    const Probe probe = probe_of(r);
    if (!r.ok()) return;
    if (const std::string wrong = wrong_name(probe, record.probes, known); !wrong.empty())
      return r.complain(wrong);
    record.probes.push_back(probe);
    r.inside("observed", [&](JsonReader& observed) {
      observed.each_text([&](const std::string& name, const std::string& bits) {
        add_answer(observed, name, bits, record);
      });
    });
  });
  record.sort();
  return record;
}

}  // namespace

tl::expected<Record, std::string> from_json(std::string_view text) {
  const auto file = host::parse_json(text);
  if (!file) return tl::unexpected(file.error());
  std::string problem;
  JsonReader reader(*file, "", problem);
  Record record = record_of(reader);
  if (!problem.empty()) return tl::unexpected(problem);
  return record;
}

}  // namespace lockstep::probe
