#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/launches/launch_keys.hpp"
#include "properties/launch_outputs/operands.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::cli {

std::string read_sha256(host::JsonReader& r, const char* key) {
  std::string digest = r.text(key).value_or("");
  if (!digest.empty() &&
      (digest.size() != 64 || digest.find_first_not_of("0123456789abcdef") != std::string::npos))
    r.complain(fmt::format("{} must be 64 hexadecimal digits, in lower case", key));
  return digest;
}

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

// Instead of a number.
bool is_derived(JsonReader& r) {
  const nlohmann::json* snr = r.find("snr");
  return snr != nullptr && snr->is_string() && snr->get<std::string>() == "derived";
}

// NaN would be met by nothing, infinity by everything.
std::optional<double> read_tolerance(JsonReader& r, const char* key) {
  const auto value = r.real(key);
  if (value && !(*value >= 0 && std::isfinite(*value)))
    r.complain(fmt::format("{} must be a finite number, not negative", key));
  return value;
}

exact::Tolerance read_tolerances(JsonReader& r) {
  return {.snr = is_derived(r) ? std::nullopt : read_tolerance(r, "snr"),
          .ulp = r.number("ulp"),
          .absolute = read_tolerance(r, "atol"),
          .relative = read_tolerance(r, "rtol")};
}

/// "finding", "allowed", or the bytes of the buffer that may be undefined.
void read_undefined(JsonReader& r, const launch::Buffer* buffer, launch::Output& output) {
  const nlohmann::json* value = r.find("undefined");
  if (value == nullptr || *value == "finding") return;
  output.may_be_undefined = *value == "allowed";
  if (output.may_be_undefined || buffer == nullptr) return;
  output.undefined = read_ranges(r, "undefined", buffer->bytes).value_or(std::vector<launch::Range>{});
}

std::int64_t size(JsonReader& r, const char* key, std::int64_t fallback) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const std::uint64_t n = r.number(key).value_or(std::uint64_t(fallback));
  if (n > kMost) r.complain(fmt::format("{} is too large", key));
  return std::int64_t(std::min(n, kMost));
}

launch_outputs::Codes read_codes(JsonReader& r, const char* rows, std::int64_t row_stride) {
  launch_outputs::Codes c;
  c.buffer = r.required_text("buffer");
  c.offset = r.number("offset").value_or(0);
  const auto element = read_format(r);
  if (!element) r.complain("format, of the elements, is missing");
  c.format = element ? element->format : nullptr;
  c.row_stride = size(r, fmt::format("{}_stride", rows).c_str(), row_stride);
  c.k_stride = size(r, "k_stride", 1);
  return c;
}

// `row` is row or column: what the operand's rows are to the product.
launch_outputs::Operand read_operand(JsonReader& r, const char* row, std::int64_t rows, std::int64_t k) {
  launch_outputs::Operand o;
  o.codes = read_codes(r, row, k);
  if (r.has("scale"))
    r.inside("scale", [&](JsonReader& s) {
      launch_outputs::Scales scales;
      scales.rows = size(s, fmt::format("{}s", row).c_str(), rows);
      scales.k = size(s, "k", k);
      scales.codes = read_codes(s, row, scales.k < 1 ? 1 : (k + scales.k - 1) / scales.k);
      s.finish();
      o.scales = std::move(scales);
    });
  r.finish();
  return o;
}

launch_outputs::Gemm read_gemm(JsonReader& r) {
  launch_outputs::Gemm g;
  g.m = size(r, "m", 0);
  g.n = size(r, "n", 0);
  g.k = size(r, "k", 0);
  r.inside("a", [&](JsonReader& a) { g.a = read_operand(a, "row", g.m, g.k); });
  r.inside("b", [&](JsonReader& b) { g.b = read_operand(b, "column", g.n, g.k); });
  g.row_stride = size(r, "row_stride", g.n);
  g.column_stride = size(r, "column_stride", 1);
  r.finish();
  return g;
}

}  // namespace

std::optional<launch_outputs::Gemm> read_operator(JsonReader& r, const launch::Description& description) {
  const bool derived = is_derived(r);
  if (!derived && r.has("operator")) r.complain("operator belongs to snr \"derived\"");
  if (!derived || !r.ok()) return std::nullopt;
  if (!r.has("operator")) {
    r.complain("snr \"derived\" needs the operator, as in docs/run.md; options alone can't name it");
    return std::nullopt;
  }
  std::optional<launch_outputs::Gemm> gemm;
  r.inside("operator", [&](JsonReader& op) {
    op.inside("gemm", [&](JsonReader& g) { gemm = read_gemm(g); });
    op.finish();
  });
  if (!r.ok() || !gemm) return std::nullopt;
  if (auto ok = launch_outputs::check(*gemm, description, description.outputs.back()); !ok)
    r.complain(ok.error());
  return gemm;
}

launch::Output read_output(JsonReader& r, LaunchFiles& files, const launch::Description& description) {
  launch::Output output;
  output.buffer = r.text("buffer").value_or("");
  output.offset = r.number("offset").value_or(0);
  output.bytes = r.number("size");
  const launch::Buffer* buffer = launch::find_buffer(description, output.buffer);
  read_undefined(r, buffer, output);
  output.expected_sha256 = read_sha256(r, "sha256");
  const auto path = r.text("expect");
  output.element = read_format(r);
  output.tolerance = read_tolerances(r);
  const bool derived = is_derived(r);
  output.compares_bits = !derived;
  if (!path && !derived && !files.expects_later() && (output.element || output.tolerance.asks()))
    r.complain("format, snr, ulp, rtol and atol belong to expect, which is missing");
  if ((output.tolerance.asks() || derived) && !output.element)
    r.complain("snr, ulp, rtol and atol need format, the number format of the elements");
  if (path && buffer != nullptr && output.offset <= buffer->bytes) {
    std::optional<std::uint64_t> natural;
    output.expected = files.contents(r, *path, 0, launch::bytes_of(output, *buffer), natural);
  }
  return output;
}

}  // namespace lockstep::cli
