#include "properties/probe/record.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

}  // namespace lockstep::probe
