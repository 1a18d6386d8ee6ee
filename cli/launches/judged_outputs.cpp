#include "cli/launches/judged_outputs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/json.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::cli {

namespace {

using exact::Deviation, exact::Pair, exact::Tolerance;
using nlohmann::json;

std::string bits(const formats::Format& f, std::uint32_t code) {
  return fmt::format("{:#0{}x}", code, (f.bits + 3) / 4 + 2);
}

// Every format here is a subset of binary32, which prints the fewest digits that tell its numbers apart.
std::string number(const formats::Format& f, std::uint32_t code) {
  return fmt::format("{} ({})", float(formats::to_double(f, code)), bits(f, code));
}

std::string element(const formats::Format& f, const Pair& p) {
  return fmt::format("element {}: {}, expected {}", p.element, number(f, p.got), number(f, p.want));
}

template <typename Size>
std::string at(const exact::Largest<Size>& largest) {
  return largest.size == 0 ? "" : fmt::format(" at element {}", largest.at.element);
}

std::string margin(const Tolerance& t) {
  if (!t.relative) return fmt::format("{}", *t.absolute);
  const std::string relative = fmt::format("{} * |expected|", *t.relative);
  return t.absolute ? fmt::format("{} + {}", *t.absolute, relative) : relative;
}

/// A criterion that does not hold: how many elements fail it, and the worst.
struct Failure {
  const char* criterion;
  std::uint64_t elements;
  Pair worst;
  std::string line;
};

std::vector<Failure> failures(const Deviation& d) {
  std::vector<Failure> failed;
  if (!d.tolerance.asks()) return failed;
  const auto fail = [&](const char* criterion, std::uint64_t elements, const Pair& worst,
                        const std::string& what) {
    failed.push_back({criterion, elements, worst, fmt::format("{} {}", what, element(*d.format, worst))});
  };
  const auto some = [&](std::uint64_t count) { return fmt::format("{} of {} elements", count, d.elements); };
  if (d.wrong_class != 0)
    fail("class", d.wrong_class, d.first_wrong_class,
         fmt::format("{} wrongly infinite, NaN or finite, the first is", some(d.wrong_class)));
  if (!d.reaches_snr())
    fail("snr", d.elements, d.absolute.at,
         fmt::format("{:.6g} dB, {} expected; the largest error is in", d.noise.db(), *d.tolerance.snr));
  if (d.past_ulp != 0)
    fail("ulp", d.past_ulp, d.ulp.at,
         fmt::format("{} further than {} ulp from the expected ones, the furthest, by {}, is",
                     some(d.past_ulp), *d.tolerance.ulp, d.ulp.size));
  if (d.past_margin != 0)
    fail("tolerance", d.past_margin, d.margin.at,
         fmt::format("{} wrong by more than {}, the worst is", some(d.past_margin), margin(d.tolerance)));
  return failed;
}

template <typename Size>
void put(json& j, const char* key, const exact::Largest<Size>& largest, const json& size) {
  j[key] = size;
  if (largest.size != 0) j[fmt::format("{}_element", key)] = largest.at.element;
}

std::string differing_bytes(const launch::Output& o, const launch::OutputResult& r) {
  const launch::OutputResult::Mismatch& m = *r.mismatch;
  std::string line =
      fmt::format("mismatch: {}: {} of {} bytes differ, the first at {:#x}: {:02x}, expected {:02x}",
                  o.buffer, m.bytes, r.bytes, o.offset + m.offset, m.found, m.expected);
  if (r.deviation && r.deviation->different != 0)
    line += fmt::format("; {}", element(*r.deviation->format, r.deviation->first_different));
  return line;
}

json json_of(const Deviation& d) {
  json j{{"format", d.format->name}, {"elements", d.elements},       {"finite", d.finite},
         {"different", d.different}, {"wrong_class", d.wrong_class}, {"snr_db", json_of_ratio(d.noise.db())},
         {"failed", json::array()}};
  if (d.wrong_class != 0) j["wrong_class_element"] = d.first_wrong_class.element;
  put(j, "ulp", d.ulp, d.ulp.size);
  put(j, "relative_error", d.relative, json_of_ratio(d.relative.size));
  for (const Failure& f : failures(d))
    j["failed"].push_back({{"criterion", f.criterion},
                           {"elements", f.elements},
                           {"element", f.worst.element},
                           {"found", bits(*d.format, f.worst.got)},
                           {"expected", bits(*d.format, f.worst.want)}});
  return j;
}

}  // namespace

std::string figures(const Deviation& d) {
  std::string text = fmt::format("{}, {} ulp{}, relative error {:.3g}{}", verdict::decibels(d.noise.db()),
                                 d.ulp.size, at(d.ulp), d.relative.size, at(d.relative));
  if (d.finite == 0) text = "no finite elements";
  const std::uint64_t special = d.elements - d.finite - d.wrong_class;
  if (special != 0)
    text += fmt::format(", {} of {} elements infinite or NaN as expected", special, d.elements);
  if (d.wrong_class != 0) text += fmt::format(", {} wrongly infinite, NaN or finite", d.wrong_class);
  return text;
}

std::string figures(const launch_outputs::DerivedSnr& snr) {
  return fmt::format("{} to the exact answer, {} derived", verdict::decibels(snr.db),
                     verdict::decibels(snr.expected_db));
}

json to_json(const launch_outputs::DerivedSnr& snr) {
  json j{{"snr_db", json_of_ratio(snr.db)}, {"derived_db", json_of_ratio(snr.expected_db)}};
  if (snr.worst)
    j["worst"] = {{"place", snr.worst->place},
                  {"snr_db", json_of_ratio(snr.worst->db)},
                  {"derived_db", json_of_ratio(snr.worst->expected_db)},
                  {"wrong_class", snr.worst->other_class}};
  return j;
}

std::vector<std::string> shortfall(const launch::Output& o, const launch_outputs::DerivedSnr& snr) {
  if (!snr.worst) return {};
  const launch_outputs::DerivedSnr::Worst& w = *snr.worst;
  const std::string classes =
      w.other_class == 0 ? "" : fmt::format(", {} elements wrongly infinite, NaN or finite", w.other_class);
  std::vector<std::string> lines{fmt::format("snr: {}: {}: {}, {} derived{}", o.buffer, w.place,
                                             verdict::decibels(w.db), verdict::decibels(w.expected_db),
                                             classes)};
  if (!snr.map.empty())
    lines.push_back(
        "tiles of 128x128; . reaches it, 0 to 9: so many tens of dB short, X: wrongly infinite, NaN or "
        "finite");
  for (const std::string& row : snr.map) lines.push_back("  " + row);
  return lines;
}

std::vector<std::string> mismatches(const launch::Output& o, const launch::OutputResult& r,
                                    const OriginOf& origin) {
  std::vector<std::string> lines;
  if (r.mismatch)
    lines.push_back(differing_bytes(o, r) +
                    (origin ? "; " + origin(o.buffer, o.offset + r.mismatch->offset, false) : ""));
  if (r.deviation)
    for (const Failure& f : failures(*r.deviation))
      lines.push_back(fmt::format("{}: {}: {}", f.criterion, o.buffer, f.line));
  if (r.wrong_digest)
    lines.push_back(
        fmt::format("digest: {}: sha256 is {}, expected {}", o.buffer, r.sha256, o.expected_sha256));
  return lines;
}

json to_json(const launch::Output& o, const launch::OutputResult& r) {
  json out{{"buffer", o.buffer},
           {"offset", o.offset},
           {"bytes", r.bytes},
           {"sha256", r.sha256},
           {"undefined_bytes", r.undefined_bytes}};
  if (r.mismatch)
    out["mismatch"] = {{"offset", o.offset + r.mismatch->offset},
                       {"bytes", r.mismatch->bytes},
                       {"expected", r.mismatch->expected},
                       {"found", r.mismatch->found}};
  if (r.deviation) out["deviation"] = json_of(*r.deviation);
  return out;
}

namespace {

launch_outputs::DerivedSnr derived_snr(const LaunchFile& file, const launch::Placement& placement,
                                       const matrix::Model& model, std::size_t output,
                                       const launch::OutputResult& result, const JudgedOutputs* first) {
  if (first != nullptr && output < first->derived.size() && first->derived[output] &&
      first->results[output].sha256 == result.sha256)
    return *first->derived[output];
  const launch::Description& d = file.description;
  return *launch_outputs::derived_snr(*file.operators[output], d, d.outputs[output], placement, model);
}

}  // namespace

JudgedOutputs judge_outputs(const LaunchFile& file, const launch::Placement& placement,
                            const matrix::Model* model, const JudgedOutputs* first, const OriginOf& origin) {
  JudgedOutputs all;
  const launch::Description& d = file.description;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const launch::Output& o = d.outputs[i];
    const launch::OutputResult& r = all.results.emplace_back(launch::judge(placement, d, o));
    if (r.undefined_bytes != 0 && !o.may_be_undefined && file.checks)
      all.wrong_outputs.push_back(
          {i,
           true,
           {fmt::format("undefined-output: {}: {} of {} bytes were never written, or hold undefined values, "
                        "the first at {:#x}{}",
                        o.buffer, r.undefined_bytes, r.bytes, o.offset + r.first_undefined,
                        origin ? ": " + origin(o.buffer, o.offset + r.first_undefined, true) : "")}});
    for (std::string& line : mismatches(o, r, origin))
      all.wrong_outputs.push_back({i, false, {std::move(line)}});
    all.derived.emplace_back();
    if (!file.operators[i]) continue;
    all.derived.back() = derived_snr(file, placement, *model, i, r, first);
    if (auto lines = shortfall(o, *all.derived.back()); !lines.empty())
      all.wrong_outputs.push_back({i, false, std::move(lines)});
  }
  return all;
}

}  // namespace lockstep::cli
