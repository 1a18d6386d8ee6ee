#include "properties/probe/record.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using nlohmann::json;

constexpr int kSchema = 1;

std::string hex(std::uint32_t bits, int digits) {
  return fmt::format("{:0{}X}", bits, digits);
}

// What is wrong with a file travels as an exception inside this file only: nlohmann's own do, too.
struct Malformed {
  std::string text;
};

template <typename T>
T field(const json& object, const char* key) {
  try {
    return object.at(key).get<T>();
  } catch (const json::exception&) {
    throw Malformed{fmt::format("'{}' is missing or of another type", key)};
  }
}

std::uint32_t bits_of(const std::string& text, std::uint32_t largest) {
  std::uint32_t bits = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || bits > largest)
    throw Malformed{fmt::format("'{}' is no hexadecimal code of this width", text)};
  return bits;
}

const formats::Format& format_of(const std::string& name) {
  if (const formats::Format* format = formats::find(name)) return *format;
  throw Malformed{fmt::format("no format is called '{}'", name)};
}

json terms_to_json(const Probe& p) {
  json terms = json::array();
  const int digits = std::max(2, p.format->bits / 4);
  for (const Term& t : p.terms) terms.push_back({t.k, hex(t.a, digits), hex(t.b, digits)});
  return terms;
}

std::vector<Term> terms_of(const json& list, const formats::Format& format) {
  std::vector<Term> terms;
  int last = -1;
  for (const json& t : list) {
    if (!t.is_array() || t.size() != 3 || !t[0].is_number_integer() || !t[1].is_string() || !t[2].is_string())
      throw Malformed{"a product is not [k, \"A\", \"B\"]"};
    const int k = t[0].get<int>();
    if (k <= last || k >= kLargestK) throw Malformed{"the k of products must ascend, below 128"};
    last = k;
    terms.push_back({k, bits_of(t[1].get<std::string>(), format.code_mask()),
                     bits_of(t[2].get<std::string>(), format.code_mask())});
  }
  return terms;
}

Scales scales_of(const json& object, const char* key) {
  const auto list = field<std::vector<int>>(object, key);
  if (list.size() != 4 && list.size() != 8)
    throw Malformed{fmt::format("'{}' must be four scales, or eight", key)};
  Scales scales;
  for (int k = 0; k < kLargestK; k += 16) {
    const int scale = list[std::size_t(k) * list.size() / kLargestK];
    if (scale < 0 || scale > 255) throw Malformed{fmt::format("'{}' must be of bytes", key)};
    scales.at(k) = std::uint8_t(scale);
  }
  return scales;
}

json scales_to_json(const Scales& scales) {
  json list = json::array();
  for (int k = 0; k < kLargestK; k += scales.paired() ? 32 : 16) list.push_back(scales.at(k));
  return list;
}

Probe probe_of(const json& object) {
  const formats::Format& format = format_of(field<std::string>(object, "format"));
  return {field<std::string>(object, "name"),
          object.value("reads", std::string()),
          &format,
          bits_of(field<std::string>(object, "c"), 0xFFFFFFFF),
          terms_of(field<json>(object, "products"), format),
          scales_of(object, "scale_a"),
          scales_of(object, "scale_b"),
          &format_of(object.value("scale", std::string(formats::float8_e8m0fnu.name)))};
}

void add_answers(const json& observed, Record& record) {
  const std::size_t probe = record.probes.size() - 1;
  for (const auto& [name, bits] : observed.items()) {
    const Instruction* instruction = find_instruction(record.identity.arch, name);
    if (instruction == nullptr) throw Malformed{fmt::format("no instruction {} is known here", name)};
    if (!takes(*instruction, record.probes[probe]))
      throw Malformed{fmt::format("{} does not take these inputs", name)};
    if (!bits.is_string()) throw Malformed{"observed bits must be a string"};
    record.answers.push_back({probe, instruction, bits_of(bits.get<std::string>(), 0xFFFFFFFF)});
  }
}

Record record_of(const json& file) {
  if (!file.is_object() || field<int>(file, "schema") != kSchema)
    throw Malformed{"not an object of schema 1"};
  const json device = field<json>(file, "device");
  Record record{{field<std::string>(device, "device"), field<std::string>(device, "name"),
                 field<std::string>(device, "arch"), field<std::string>(device, "driver")},
                field<std::string>(file, "date"),
                {},
                {}};
  if (instructions(record.identity.arch).empty())
    throw Malformed{fmt::format("made on {}; {} are known here", record.identity.arch, probed_archs())};
  for (const json& object : field<std::vector<json>>(file, "probes")) {
    const std::string where = object.is_object() ? object.value("name", std::string("without a name")) : "?";
    try {
      record.probes.push_back(probe_of(object));
      add_answers(field<json>(object, "observed"), record);
    } catch (const Malformed& m) {
      throw Malformed{fmt::format("probe {} ({}): {}", record.probes.size(), where, m.text)};
    }
  }
  record.sort();
  return record;
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
  const json file{{"schema", kSchema},
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

tl::expected<Record, std::string> from_json(std::string_view text) {
  try {
    return record_of(json::parse(text));
  } catch (const Malformed& m) {
    return tl::unexpected(m.text);
  } catch (const json::exception& e) {
    return tl::unexpected(std::string(e.what()));
  }
}

}  // namespace lockstep::probe
