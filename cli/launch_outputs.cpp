#include "cli/launch_outputs.hpp"

#include <cmath>

#include <fmt/format.h>

#include "reference/formats/formats.hpp"

namespace lockstep::cli {

namespace {

using host::JsonReader;

std::optional<launch::Element> read_format(JsonReader& r) {
  const auto name = r.text("format");
  if (!name) return std::nullopt;
  const auto element = launch::find_element(*name);
  if (element && element->kind == launch::Element::Kind::format) return element;
  std::string names;
  for (const formats::Format* f : formats::kFormats)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", f->name);
  r.complain(fmt::format("no format '{}'; there are {}", *name, names));
  return std::nullopt;
}

// NaN would be met by nothing, infinity by everything.
std::optional<double> read_tolerance(JsonReader& r, const char* key) {
  const auto value = r.real(key);
  if (value && !(*value >= 0 && std::isfinite(*value)))
    r.complain(fmt::format("{} must be a finite number, not negative", key));
  return value;
}

exact::Tolerance read_tolerances(JsonReader& r) {
  return {.snr = read_tolerance(r, "snr"),
          .ulp = r.number("ulp"),
          .absolute = read_tolerance(r, "atol"),
          .relative = read_tolerance(r, "rtol")};
}

std::string read_sha256(JsonReader& r) {
  std::string digest = r.text("sha256").value_or("");
  if (!digest.empty() &&
      (digest.size() != 64 || digest.find_first_not_of("0123456789abcdef") != std::string::npos))
    r.complain("sha256 must be 64 hexadecimal digits, in lower case");
  return digest;
}

}  // namespace

launch::Output read_output(JsonReader& r, LaunchFiles& files, const launch::Description& description) {
  launch::Output output;
  output.buffer = r.text("buffer").value_or("");
  output.offset = r.number("offset").value_or(0);
  output.bytes = r.number("size");
  const std::string undefined = r.text("undefined").value_or("finding");
  if (undefined != "finding" && undefined != "allowed") r.complain("undefined must be finding or allowed");
  output.may_be_undefined = undefined == "allowed";
  output.expected_sha256 = read_sha256(r);
  const auto path = r.text("expect");
  output.element = read_format(r);
  output.tolerance = read_tolerances(r);
  if (!path && (output.element || output.tolerance.asks()))
    r.complain("format, snr, ulp, rtol and atol belong to expect, which is missing");
  if (output.tolerance.asks() && !output.element)
    r.complain("snr, ulp, rtol and atol need format, the number format of the elements");
  const launch::Buffer* buffer = launch::find_buffer(description, output.buffer);
  if (path && buffer != nullptr && output.offset <= buffer->bytes) {
    std::optional<std::uint64_t> natural;
    output.expected = files.contents(r, *path, 0, launch::bytes_of(output, *buffer), natural);
  }
  return output;
}

}  // namespace lockstep::cli
