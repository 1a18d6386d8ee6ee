#include "cli/judge/served_line.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "cli/output/version.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

// The error codes of JSON-RPC 2.0.
enum Code : int { kNoJson = -32700, kNoRequest = -32600, kNoMethod = -32601, kWrongArguments = -32602 };

/// Revisions of the protocol: those that begin with a handshake, the latest first, and the one that has none.
constexpr std::array<std::string_view, 4> kWithHandshake{"2025-11-25", "2025-06-18", "2025-03-26",
                                                         "2024-11-05"};
constexpr std::string_view kWithout = "2026-07-28";

constexpr const char* kInstructions =
    "`judge` runs an AMD GPU kernel that nobody trusts on an emulator, without a GPU, and holds what it "
    "writes against a reference. `finding`: clean, found (`cause` says what, `source` where, `reproduce` the "
    "command), inconclusive (too little was judged to say either), not_evaluated (it did not run). Only "
    "clean is a pass. Paths are relative to the folder that is served.";

constexpr double kLongestBudget = 3600;

struct Key {
  const char *name, *type, *says;
  /// False: the value is of another type.
  bool (*read)(const json& value, JudgeOptions& o);
};

bool read_text(const json& value, std::string& text) {
  if (!value.is_string()) return false;
  text = value.get<std::string>();
  return text.find('\0') == std::string::npos;
}

bool read_number(const json& value, std::optional<std::uint64_t>& number) {
  if (!value.is_number_unsigned()) return false;
  number = value.get<std::uint64_t>();
  return true;
}

constexpr std::array kKeys{
    Key{"candidate", "string",
        "the kernel to judge: a capsule (a launch file or its folder), a code object, a launch recipe, or a "
        "HIP source",
        [](const json& v, JudgeOptions& o) { return read_text(v, o.candidate) && !o.candidate.empty(); }},
    Key{"against", "string",
        "what it ought to compute: a capsule, an operator with keys as in 'grouped_gemm_masked@gfx950 "
        "n=256', or 'nothing' for checks alone; without it, what the capsule expects",
        [](const json& v, JudgeOptions& o) { return read_text(v, o.against); }},
    Key{"budget", "number", "seconds that the judgement may take (default 30, at most 3600)",
        [](const json& v, JudgeOptions& o) {
          if (v.is_number()) o.budget = v.get<double>();
          return v.is_number() && o.budget > 0 && o.budget <= kLongestBudget;
        }},
    Key{"seed", "integer", "seed of what is drawn (default: random, and part of the verdict)",
        [](const json& v, JudgeOptions& o) { return read_number(v, o.seed); }},
    Key{"draws", "integer", "different inputs (default 3; of an operator 50 cases)",
        [](const json& v, JudgeOptions& o) { return read_number(v, o.draws) && *o.draws != 0; }},
    Key{"kernel", "string", "kernel name, if the code object has several",
        [](const json& v, JudgeOptions& o) { return read_text(v, o.kernel); }},
    Key{"model", "string", "matrix model (default: that of the arch)",
        [](const json& v, JudgeOptions& o) { return read_text(v, o.model); }},
    Key{"schedule", "string", "schedules, as lockstep run takes them (default several)",
        [](const json& v, JudgeOptions& o) { return read_text(v, o.schedule); }},
};

json tool() {
  json properties;
  for (const Key& key : kKeys) properties[key.name] = {{"type", key.type}, {"description", key.says}};
  return {{"name", "judge"},
          {"title", "Judge a GPU kernel"},
          {"description",
           "Give a verdict on an AMD GPU kernel (HIP source, code object or capsule) against a reference, "
           "bit for bit, with races, missing waits, bounds and undefined data, without a GPU."},
          {"inputSchema",
           {{"type", "object"},
            {"properties", properties},
            {"required", {"candidate"}},
            {"additionalProperties", false}}},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

/// `arguments` is an object; `id` is none of them.
tl::expected<JudgeOptions, std::string> options_of(const json& arguments) {
  JudgeOptions o;
  for (const auto& [name, value] : arguments.items()) {
    const auto key = std::ranges::find(kKeys, name, &Key::name);
    if (key == kKeys.end()) return tl::unexpected(fmt::format("no key '{}'", name));
    if (!key->read(value, o))
      return tl::unexpected(fmt::format("{} must be: {} ({})", name, key->type, key->says));
  }
  if (o.candidate.empty()) return tl::unexpected(std::string("candidate is missing"));
  return o;
}

json error(Form form, const json& id, Code code, const std::string& text) {
  if (form == Form::plain) return {{"id", id}, {"error", text}};
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", int(code)}, {"message", text}}}};
}

/// `resultType` and `ttlMs` are of the latest revision; clients of others ignore them, but not in an empty
/// one.
json result(const json& id, json value) {
  if (!value.empty()) value["resultType"] = "complete";
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
}

ServedLine answered(Form form, json answer) {
  return {.kind = ServedLine::Kind::answered, .form = form, .answer = std::move(answer)};
}

json server() {
  return {{"name", "lockstep"}, {"version", version()}};
}

json about() {
  return {{"capabilities", {{"tools", json::object()}}}, {"instructions", kInstructions}};
}

json initialized(const json& parameters) {
  const auto asked = parameters.find("protocolVersion");
  std::string_view version = kWithHandshake.front();
  if (asked != parameters.end() && asked->is_string())
    if (const auto known = std::ranges::find(kWithHandshake, asked->get_ref<const std::string&>());
        known != kWithHandshake.end())
      version = *known;
  json facts = about();
  facts["protocolVersion"] = version;
  facts["serverInfo"] = server();
  return facts;
}

/// What a client may keep of an answer: nothing.
json cached(json value) {
  value["ttlMs"] = 0;
  value["cacheScope"] = "private";
  return value;
}

json discovered() {
  json facts = cached(about());
  facts["supportedVersions"] = kWithHandshake;
  facts["supportedVersions"].insert(facts["supportedVersions"].begin(), kWithout);
  facts["_meta"] = {{"io.modelcontextprotocol/serverInfo", server()}};
  return facts;
}

bool is_id(const json& id) {
  return id.is_string() || id.is_number();
}

ServedLine called(const json& id, const json& parameters) {
  const auto wrong = [&](const std::string& why) {
    return answered(Form::protocol, error(Form::protocol, id, kWrongArguments, why));
  };
  if (parameters.value("name", json()) != "judge") return wrong("the one tool is judge");
  const json arguments = parameters.value("arguments", json::object());
  if (!arguments.is_object()) return wrong("arguments must be an object");
  auto options = options_of(arguments);
  // A model corrects what it reads in the tool's result, and seldom sees an error of the protocol.
  if (!options) return answered(Form::protocol, refused(Form::protocol, id, options.error()));
  return {.kind = ServedLine::Kind::judge, .form = Form::protocol, .id = id, .options = std::move(*options)};
}

ServedLine of_protocol(const json& line) {
  const json id = line.value("id", json()), method = line.value("method", json());
  const json parameters = line.value("params", json::object());
  const bool notifies = !line.contains("id");
  if (!method.is_string()) {
    // An answer of the client, who was asked for nothing.
    if (line.contains("result") || line.contains("error")) return {.form = Form::protocol};
    return answered(Form::protocol, error(Form::protocol, json(), kNoRequest, "method is missing"));
  }
  if (notifies && method == "notifications/cancelled" && parameters.is_object())
    return {.kind = ServedLine::Kind::cancel,
            .form = Form::protocol,
            .id = parameters.value("requestId", json())};
  if (notifies) return {.form = Form::protocol};
  if (!is_id(id) || !parameters.is_object())
    return answered(Form::protocol, error(Form::protocol, json(), kNoRequest,
                                          "id must be a text or a number, params an object"));
  if (method == "initialize") return answered(Form::protocol, result(id, initialized(parameters)));
  if (method == "server/discover") return answered(Form::protocol, result(id, discovered()));
  if (method == "ping") return answered(Form::protocol, result(id, json::object()));
  if (method == "tools/list")
    return answered(Form::protocol, result(id, cached({{"tools", json::array({tool()})}})));
  if (method == "tools/call") return called(id, parameters);
  return answered(Form::protocol, error(Form::protocol, id, kNoMethod, "no such method"));
}

ServedLine of_plain(json line) {
  if (line.size() == 1 && line.contains("cancel"))
    return {.kind = ServedLine::Kind::cancel, .form = Form::plain, .id = line["cancel"]};
  const json id = line.value("id", json());
  if (!id.is_null() && !is_id(id))
    return answered(Form::plain, error(Form::plain, json(), kNoRequest, "id must be a text or a number"));
  line.erase("id");
  auto options = options_of(line);
  if (!options) return answered(Form::plain, error(Form::plain, id, kWrongArguments, options.error()));
  return {.kind = ServedLine::Kind::judge, .form = Form::plain, .id = id, .options = std::move(*options)};
}

}  // namespace

ServedLine read_line(const std::string& text, Form form) {
  if (text.find_first_not_of(" \t\r") == std::string::npos) return {.form = form};
  json line = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (line.is_discarded()) return answered(form, error(form, json(), kNoJson, "the line is no JSON"));
  if (!line.is_object()) return answered(form, error(form, json(), kNoRequest, "a line is one object"));
  return line.contains("jsonrpc") ? of_protocol(line) : of_plain(std::move(line));
}

json refused(Form form, const json& id, const std::string& why) {
  if (form == Form::plain) return error(form, id, kNoRequest, why);
  return result(id, {{"content", json::array({{{"type", "text"}, {"text", why}}})}, {"isError", true}});
}

json answer(const ServedLine& request, const json& judged) {
  if (judged.contains("error")) return refused(request.form, request.id, judged["error"]);
  if (request.form == Form::plain) return {{"id", request.id}, {"verdict", judged["verdict"]}};
  return result(request.id, {{"content", json::array({{{"type", "text"}, {"text", judged["text"]}}})},
                             {"structuredContent", judged["verdict"]},
                             {"isError", false}});
}

}  // namespace lockstep::cli
