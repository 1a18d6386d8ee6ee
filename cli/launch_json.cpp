#include "cli/launch_json.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/json_words.hpp"
#include "reference/formats/packing.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargestValues = 1 << 20;  // elements that a file may spell out

std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  if (text.empty() || text.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto byte = cases::parse_number<std::uint8_t>("0x" + std::string(text.substr(i, 2)));
    if (!byte) return std::nullopt;
    bytes.push_back(*byte);
  }
  return bytes;
}

/// Numbers as they are written, or strings of them.
std::string spelt(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

class LaunchReader {
 public:
  explicit LaunchReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

  tl::expected<LaunchFile, std::string> read(const json& root) {
    JsonWords words(root, "", problem_);
    if (const auto path = words.text("object")) {
      file_.object = open(*path);
    } else {
      words.complain("object, the path of a code object, is missing");
    }
    launch::Description& d = file_.description;
    d.kernel = words.text("kernel").value_or("");
    read_dimensions(words, "grid", d.geometry.grid);
    read_dimensions(words, "block", d.geometry.block);
    d.geometry.dynamic_lds = words.number32("dynamic_lds").value_or(0);
    d.seed = words.number("seed").value_or(d.seed);
    each(words, "buffers", [&](JsonWords& w) { read_buffer(w); });
    each(words, "arguments", [&](JsonWords& w) { read_argument(w); });
    d.argument_bytes = words.number32("argument_bytes");
    each(words, "outputs", [&](JsonWords& w) { read_output(w); });
    read_settings(words);
    words.finish();
    if (!problem_.empty()) return tl::unexpected(problem_);
    return std::move(file_);
  }

 private:
  void read_settings(JsonWords& words) {
    file_.model = words.text("model").value_or("");
    if (const auto text = words.text("schedule")) {
      const auto schedule = machine::parse_schedule(*text);
      if (!schedule)
        words.complain(fmt::format("'{}' is no schedule: earliest, latest or random:SEED", *text));
      file_.schedule = schedule.value_or(machine::Schedule{});
    }
    const std::uint64_t threads = words.number("threads").value_or(1);
    if (threads < 1 || threads > 1024) words.complain("threads must be between 1 and 1024");
    file_.threads = int(threads);
    file_.step_limit = words.number("step_limit");
    file_.checks = words.truth("checks").value_or(true);
  }

  template <typename Read>
  void each(JsonWords& words, const char* key, const Read& read) {
    const json* list = words.find(key);
    if (list == nullptr) return;
    if (!list->is_array()) return words.complain(fmt::format("{} must be an array", key));
    for (std::size_t i = 0; i < list->size() && problem_.empty(); ++i) {
      JsonWords w((*list)[i], fmt::format("{}[{}]", key, i), problem_);
      if (!problem_.empty()) return;
      read(w);
      w.finish();
    }
  }

  void read_dimensions(JsonWords& words, const char* key, std::array<std::uint32_t, 3>& out) {
    const json* value = words.find(key);
    if (value == nullptr) return words.complain(fmt::format("{} is missing", key));
    const json list = value->is_array() ? *value : json::array({*value});
    const auto wrong = [&] { words.complain(fmt::format("{} must be one to three whole numbers", key)); };
    if (list.empty() || list.size() > 3) return wrong();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_number_unsigned() || list[i].get<std::uint64_t>() > 0xFFFF'FFFFu) return wrong();
      out[i] = list[i].get<std::uint32_t>();
    }
  }

  std::shared_ptr<InputFile> open(const std::string& path) {
    auto file = InputFile::open((folder_ / path).string());
    if (file) return *file;
    if (problem_.empty()) problem_ = file.error();
    return nullptr;
  }

  std::optional<launch::Element> element(JsonWords& words, const std::string& name) {
    const auto found = launch::find_element(name);
    if (!found) words.complain(fmt::format("no type '{}'; there are {}", name, launch::element_names()));
    return found;
  }

  void read_buffer(JsonWords& words) {
    launch::Buffer buffer;
    buffer.name = words.text("name").value_or("");
    if (buffer.name.empty() || buffer.name == "null") words.complain("needs a name, other than null");
    const auto size = words.number("size");
    buffer.alignment = words.number("align").value_or(buffer.alignment);
    buffer.address = words.number("address");
    const std::string access = words.text("access").value_or("write");
    if (access != "read" && access != "write") words.complain("access must be read or write");
    buffer.writable = access == "write";
    std::optional<std::uint64_t> natural;
    read_contents(words, size, natural, buffer.contents);
    if (!size && !natural) words.complain("needs a size in bytes");
    buffer.bytes = size.value_or(natural.value_or(0));
    if (natural && buffer.bytes != *natural)
      words.complain(fmt::format("{} bytes, but the contents have {}", buffer.bytes, *natural));
    file_.description.buffers.push_back(std::move(buffer));
  }

  void read_contents(JsonWords& words, std::optional<std::uint64_t> size,
                     std::optional<std::uint64_t>& natural, launch::Contents& out) {
    const auto fill = words.text("fill");
    const auto random = words.text("random");
    const auto path = words.text("file");
    const json* values = words.find("values");
    const auto low = words.real("low"), high = words.real("high");
    const auto seed = words.number("seed");
    const auto offset = words.number("file_offset");
    const auto as = words.text("as");
    if (fill.has_value() + random.has_value() + path.has_value() + (values != nullptr) > 1)
      return words.complain("more than one of fill, random, file and values");
    if (!random && (low || high || seed)) words.complain("low, high and seed belong to random");
    if (low.has_value() != high.has_value()) words.complain("low and high belong together");
    if (!path && offset) words.complain("file_offset belongs to file");
    if ((values != nullptr) != as.has_value()) words.complain("values and as (their type) belong together");
    if (!words.ok()) return;
    if (fill) out = read_fill(words, *fill);
    if (values != nullptr) out = read_values(words, *values, as.value_or(""), natural);
    if (path) out = read_file(words, *path, offset.value_or(0), size, natural);
    if (!random) return;
    if (const auto e = element(words, *random)) {
      launch::Random drawn{*e, seed.value_or(1 + file_.description.buffers.size()), {}};
      if (low) drawn.range = {*low, high.value_or(*low)};
      out = drawn;
    }
  }

  static launch::Contents read_fill(JsonWords& words, const std::string& text) {
    if (text == "undefined") return launch::Undefined{};
    if (text == "zero") return launch::Pattern{{0}};
    auto bytes = parse_hex(text);
    if (!bytes) words.complain("fill must be zero, undefined, or bytes in hexadecimal as in ff or 0000803f");
    return launch::Pattern{bytes.value_or(std::vector<std::uint8_t>{0})};
  }

  launch::Contents read_values(JsonWords& words, const json& values, const std::string& as,
                               std::optional<std::uint64_t>& natural) {
    json list = values;
    if (values.is_string()) {  // from a flag
      list = json::array();
      std::istringstream stream(values.get<std::string>());
      for (std::string word; stream >> word;) list.push_back(word);
    }
    const auto e = element(words, as);
    if (!e) return launch::Undefined{};
    if (!list.is_array() || list.empty() || list.size() > kLargestValues) {
      words.complain(fmt::format("values must be an array of 1 to {} numbers", kLargestValues));
      return launch::Undefined{};
    }
    const auto width = std::size_t(e->bits);
    std::vector<std::uint8_t> bytes(formats::packed_bytes(list.size(), e->bits));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto bits = launch::encode(*e, spelt(list[i]));
      if (!bits) {
        words.complain(fmt::format("values[{}]: {}", i, bits.error()));
        break;
      }
      for (std::size_t b = 0; b < width; ++b)
        bytes[(i * width + b) / 8] |= std::uint8_t(((*bits >> b) & 1) << ((i * width + b) % 8));
    }
    natural = bytes.size();
    return launch::Given{[held = std::move(bytes)](std::uint64_t offset, std::span<std::uint8_t> data) {
      std::copy_n(held.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
    }};
  }

  /// `wanted` bytes of the file; all of them, and then no offset, when nothing is wanted.
  launch::Given read_file(JsonWords& words, const std::string& path, std::uint64_t skip,
                          std::optional<std::uint64_t> wanted, std::optional<std::uint64_t>& natural) {
    const auto file = open(path);
    if (file == nullptr) return {};
    if (skip > file->bytes()) {
      words.complain(fmt::format("{}: has {} bytes, file_offset is {}", file->path(), file->bytes(), skip));
      return {};
    }
    const std::uint64_t rest = file->bytes() - skip;
    natural = skip != 0 && wanted && *wanted <= rest ? *wanted : rest;
    if (wanted && *wanted != *natural)
      words.complain(fmt::format("{}: has {} bytes{}, {} are needed", file->path(), rest,
                                 skip != 0 ? " from file_offset on" : "", *wanted));
    file_.inputs.push_back(file);
    return launch::Given{[file, skip](std::uint64_t offset, std::span<std::uint8_t> data) {
      file->read(skip + offset, data);
    }};
  }

  void read_argument(JsonWords& words) {
    launch::Argument argument;
    argument.name = words.text("name").value_or("");
    argument.at = words.number32("at");
    argument.value = read_value(words, true);
    file_.description.arguments.push_back(std::move(argument));
  }

  launch::Value read_value(JsonWords& words, bool may_nest) {
    static constexpr const char* kTypes[] = {"i8",  "u8",  "i16", "u16", "i32",  "u32",
                                             "i64", "u64", "f16", "f32", "bf16", "f64"};
    std::vector<launch::Value> found;
    if (const auto buffer = words.text("pointer")) {
      const std::uint64_t offset = words.number("offset").value_or(0);
      found.emplace_back(launch::Pointer{*buffer == "null" ? std::string() : *buffer, offset});
    }
    for (const char* type : kTypes) {
      const json* value = words.find(type);
      if (value == nullptr) continue;
      const auto e = launch::find_element(type);
      if (!e) continue;
      const auto bits = launch::encode(*e, spelt(*value));
      if (!bits) words.complain(bits.error());
      found.emplace_back(launch::Number{type, *e, bits.value_or(0)});
    }
    if (const auto hex = words.text("bytes")) {
      launch::Raw raw;
      const auto bytes = parse_hex(*hex);
      if (!bytes) words.complain("bytes must be in hexadecimal, two digits each");
      for (const std::uint8_t b : bytes.value_or(std::vector<std::uint8_t>{}))
        raw.bytes.push_back(std::byte{b});
      found.emplace_back(std::move(raw));
    }
    if (words.find("struct") != nullptr) found.emplace_back(read_structure(words, may_nest));
    if (found.size() != 1) {
      words.complain("needs one value: pointer, i8 to u64, f16, bf16, f32, f64, bytes or struct");
      return launch::Raw{};
    }
    return std::move(found.front());
  }

  launch::Structure read_structure(JsonWords& words, bool may_nest) {
    launch::Structure structure;
    if (!may_nest)
      words.complain("a struct in a struct: give the inner fields their offsets in the outer one");
    const json& list = *words.find("struct");
    if (!list.is_array() || list.empty()) words.complain("struct must be an array of fields");
    for (std::size_t i = 0; list.is_array() && i < list.size() && words.ok(); ++i) {
      JsonWords w(list[i], fmt::format("{} field {}", words.where(), i), problem_);
      const auto at = w.number32("at");
      if (!at || *at > 0xFFFF) w.complain("needs at, its byte offset in the struct");
      structure.fields.push_back({at.value_or(0) & 0xFFFF, read_value(w, false)});
      w.finish();
    }
    return structure;
  }

  void read_output(JsonWords& words) {
    launch::Output output;
    output.buffer = words.text("buffer").value_or("");
    output.offset = words.number("offset").value_or(0);
    output.bytes = words.number("size");
    const std::string undefined = words.text("undefined").value_or("finding");
    if (undefined != "finding" && undefined != "allowed")
      words.complain("undefined must be finding or allowed");
    output.may_be_undefined = undefined == "allowed";
    output.expected_sha256 = words.text("sha256").value_or("");
    if (!output.expected_sha256.empty() &&
        (output.expected_sha256.size() != 64 ||
         output.expected_sha256.find_first_not_of("0123456789abcdef") != std::string::npos))
      words.complain("sha256 must be 64 hexadecimal digits, in lower case");
    const auto path = words.text("expect");
    const launch::Buffer* buffer = launch::find_buffer(file_.description, output.buffer);
    if (path && buffer != nullptr && output.offset <= buffer->bytes) {
      std::optional<std::uint64_t> natural;
      output.expected = read_file(words, *path, 0, launch::bytes_of(output, *buffer), natural);
    }
    const auto file = words.text("file");
    file_.output_files.push_back(file ? (folder_ / *file).string() : "");
    file_.description.outputs.push_back(std::move(output));
  }

  std::filesystem::path folder_;
  std::string problem_;
  LaunchFile file_;
};

tl::expected<json, std::string> parse_file(const std::string& path) {
  std::ifstream stream(path);
  if (!stream || std::filesystem::is_directory(path))
    return tl::unexpected(fmt::format("{}: can't be opened", path));
  try {
    return json::parse(stream, nullptr, true, true);
  } catch (const json::exception& e) {
    return tl::unexpected(fmt::format("{}: {}", path, e.what()));
  }
}

/// "name=a,size=1024": an object of strings.
tl::expected<json, std::string> parse_flag(const char* flag, const std::string& text) {
  json object = json::object();
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      return tl::unexpected(fmt::format("{} '{}': expected KEY=VALUE, with commas between them", flag, text));
    object[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return object;
}

/// Puts what the flags say over the file's keys.
std::string overlay(const LaunchFlags& flags, json& root) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"object", &flags.object},
      {"kernel", &flags.kernel},
      {"model", &flags.model},
      {"schedule", &flags.schedule},
      {"dynamic_lds", &flags.dynamic_lds},
      {"argument_bytes", &flags.argument_bytes},
      {"seed", &flags.seed},
      {"threads", &flags.threads},
      {"step_limit", &flags.step_limit},
  };
  for (const auto& [key, text] : texts)
    if (!text->empty()) root[key] = *text;
  for (const auto& [key, text] : {std::pair{"grid", &flags.grid}, std::pair{"block", &flags.block}}) {
    if (text->empty()) continue;
    root[key] = json::parse("[" + *text + "]", nullptr, false);
    if (root[key].is_discarded()) return fmt::format("--{} '{}': expected X,Y,Z", key, *text);
  }
  if (flags.no_checks) root["checks"] = false;
  const std::tuple<const char*, const char*, const std::vector<std::string>*> lists[] = {
      {"buffers", "--buffer", &flags.buffers},
      {"arguments", "--arg", &flags.arguments},
      {"outputs", "--output", &flags.outputs},
  };
  for (const auto& [key, flag, texts_of] : lists) {
    for (const std::string& text : *texts_of) {
      const auto object = parse_flag(flag, text);
      if (!object) return object.error();
      json& list = root[key];
      if (!list.is_null() && !list.is_array()) return fmt::format("{} must be an array", key);
      list.push_back(*object);
    }
  }
  return {};
}

std::string quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

tl::expected<LaunchFile, std::string> read_launch(const LaunchFlags& flags) {
  json root = json::object();
  std::filesystem::path folder;
  if (!flags.file.empty()) {
    auto parsed = parse_file(flags.file);
    if (!parsed) return tl::unexpected(parsed.error());
    root = std::move(*parsed);
    folder = std::filesystem::path(flags.file).parent_path();
    if (!root.is_object()) return tl::unexpected(fmt::format("{}: expected an object", flags.file));
  }
  if (std::string problem = overlay(flags, root); !problem.empty()) return tl::unexpected(problem);
  auto launch = LaunchReader(folder).read(root);
  if (!launch && !flags.file.empty())
    return tl::unexpected(fmt::format("{}: {}", flags.file, launch.error()));
  return launch;
}

std::string launch_words(const LaunchFlags& flags, const LaunchFile& file, std::string_view model) {
  std::string words;
  const auto add = [&](const char* flag, const std::string& value) {
    if (!value.empty()) words += fmt::format(" {} {}", flag, quoted(value));
  };
  if (!flags.file.empty()) words = " " + quoted(flags.file);
  add("--object", flags.object);
  add("--kernel", flags.kernel);
  add("--grid", flags.grid);
  add("--block", flags.block);
  add("--dynamic-lds", flags.dynamic_lds);
  for (const std::string& text : flags.buffers) add("--buffer", text);
  for (const std::string& text : flags.arguments) add("--arg", text);
  add("--argument-bytes", flags.argument_bytes);
  for (const std::string& text : flags.outputs) add("--output", text);
  add("--model", std::string(model));
  add("--schedule", machine::to_string(file.schedule));
  add("--seed", std::to_string(file.description.seed));
  add("--step-limit", flags.step_limit);
  if (flags.no_checks) words += " --no-checks";
  return words.substr(1);
}

}  // namespace lockstep::cli
