#include "cli/cases/case_dump.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using problems::Tensors;
using Bytes = std::vector<std::uint8_t>;
using Refused = tl::unexpected<std::string>;
using Done = tl::expected<void, std::string>;

Done write(const fs::path& path, const void* data, std::size_t bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(data), std::streamsize(bytes));
  file.close();
  return file ? Done() : Refused(fmt::format("{}: can't be written", path.string()));
}

struct Image {
  Bytes data, undefined;
};

Image image_of(const machine::Allocation& a) {
  Image all{Bytes(a.size()), Bytes(a.size())};
  for (std::uint64_t at = 0; at < a.size(); at += machine::kPageBytes)
    a.peek(at, &all.data[at], &all.undefined[at], std::min(machine::kPageBytes, a.size() - at));
  return all;
}

json ranges(const Bytes& undefined) {
  json all = json::array();
  for (std::size_t begin = 0, end = 0; begin < undefined.size(); begin = end) {
    for (end = begin; end < undefined.size() && undefined[end] == undefined[begin]; ++end) {
    }
    if (undefined[begin] != 0) all.push_back(fmt::format("{:#x}+{}", begin, end - begin));
  }
  return all;
}

// Writes the codes of the written rows over what was there before.
void patch(const operators::Output& output, const std::vector<std::uint32_t>& codes, Bytes& data) {
  const auto row_bytes = std::size_t(output.row_bytes()), columns = std::size_t(output.columns);
  const auto bits = std::size_t(output.format->bits);
  for (std::size_t r = 0; r < output.rows.size(); ++r) {
    std::uint8_t* const row = &data[std::size_t(output.rows[r].row) * row_bytes];
    for (std::size_t c = 0; c < columns; ++c) {
      const std::uint32_t code = codes[r * columns + c];
      if (bits >= 8) {
        std::memcpy(row + c * bits / 8, &code, bits / 8);
      } else {
        row[c / 2] = std::uint8_t(c % 2 == 0 ? code : row[c / 2] | code << 4);
      }
    }
  }
}

json arguments_of(const CaseDump& dump) {
  json all = json::array();
  std::size_t at = 0;
  const auto raw_to = [&](std::size_t end) {
    std::string bytes;
    for (std::size_t i = at; i < end; ++i) bytes += fmt::format("{:02x}", dump.arguments[i]);
    if (!bytes.empty()) all.push_back({{"at", at}, {"bytes", bytes}});
  };
  for (const DumpedPointer& p : dump.pointers) {
    raw_to(p.at);
    all.push_back({{"at", p.at}, {"pointer", dump.tensors[p.tensor].name}, {"offset", p.offset}});
    at = p.at + sizeof(std::uint64_t);
  }
  raw_to(dump.arguments.size());
  return all;
}

constexpr const char* kReadme = R"(A case of Lockstep as plain files. Numbers are little-endian.

  case          {}
  matrix model  {}: on a GPU that adds otherwise, bits may differ and bounds hold

  code.co       the code object: kernel {}, for {}
  *.in          what each tensor holds before the launch
  *.expected    what the outputs hold after it, to the bit, with what the kernel is not to write
  *.bounds      of each element of an output two float64: the exact answer, and how far from it the output may lie;
                NaN: nothing is claimed
  *.ranges      the same as two int32: the least and the greatest code that may come out, as ranks. A code's rank is the code
                without its sign bit, negated where that is set. The greatest below the least: every rank outside is right (NaN)
  arguments     the argument segment, addresses left 0
  launch.txt    the launch in words: kernel, grid, block, bytes of dynamic LDS; the number of tensors, and of each its name,
                the bytes of an element that has a range (0: none has), and the file that it must equal afterwards (-: any);
                of each pointer its byte among the arguments, the tensor's number from 0, and bytes into the tensor
  launch.hip    reads these and launches; compare.hpp compares: hipcc launch.hip -o launch && ./launch
                (exit code 0: the same bits; 2: other bits, all within the ranges; 1: wrong)
  LAUNCH.json   the same for `lockstep run LAUNCH.json`
)";

class Writer {
 public:
  Writer(laws::Experiment& e, fs::path folder) : e_(e), folder_(std::move(folder)) {}

  Done write_all(const problems::Placed& placed, std::span<const std::byte> image) {
    dump_ = describe(e_, placed);
    for (std::size_t i = 0; i < dump_.tensors.size(); ++i)
      if (auto done =
              tensor(dump_.tensors[i], placed.tensors->memory().owner(placed.tensors->named()[i].address, 1));
          !done)
        return done;
    const std::string model(e_.model().name), arch(e_.kernel().arch);
    const std::string readme = fmt::format(kReadme, cases::print(e_.the_case()), model, dump_.kernel, arch);
    const json launch{{"object", "code.co"},
                      {"kernel", dump_.kernel},
                      {"grid", dump_.geometry.grid},
                      {"block", dump_.geometry.block},
                      {"dynamic_lds", dump_.geometry.dynamic_lds},
                      {"model", model},
                      {"schedule", machine::to_string(e_.the_case().schedule)},
                      {"buffers", buffers_},
                      {"arguments", arguments_of(dump_)},
                      {"outputs", outputs_}};
    const std::string text = launch.dump(1) + "\n", program = hip_program(), header = comparing_header(),
                      table = launch_table(dump_);
    struct File {
      const char* name;
      const void* data;
      std::size_t bytes;
    };
    for (const File& f :
         {File{"code.co", image.data(), image.size()},
          File{"arguments", dump_.arguments.data(), dump_.arguments.size()},
          File{"LAUNCH.json", text.data(), text.size()}, File{"launch.txt", table.data(), table.size()},
          File{"launch.hip", program.data(), program.size()},
          File{"compare.hpp", header.data(), header.size()}, File{"README", readme.data(), readme.size()}})
      if (auto done = write(folder_ / f.name, f.data, f.bytes); !done) return done;
    return {};
  }

 private:
  Done tensor(DumpedTensor& t, const machine::Allocation* a) {
    Image image = a == nullptr ? Image{} : image_of(*a);
    t.bytes = image.data.size();
    t.written = a != nullptr && a->writable();
    if (auto done = write(folder_ / (t.name + ".in"), image.data.data(), image.data.size()); !done)
      return done;
    json buffer{{"name", t.name},
                {"size", t.bytes},
                {"file", t.name + ".in"},
                {"access", t.written ? "write" : "read"}};
    const auto& all = e_.instance().outputs();
    const auto output = std::ranges::find(all, std::string_view(t.name), &operators::Output::name);
    if (output != all.end()) {  // its bytes are canaries: known, so that they can be compared
      t.output = int(output - all.begin());
      patch(*output, e_.expected()[std::size_t(t.output)], image.data);
      outputs_.push_back({{"buffer", t.name}, {"expect", t.name + ".expected"}});
      const std::vector<double> claims = bounds(e_, std::size_t(t.output));
      if (auto done = write(folder_ / (t.name + ".expected"), image.data.data(), image.data.size()); !done)
        return done;
      if (auto done = write(folder_ / (t.name + ".bounds"), claims.data(), 8 * claims.size()); !done)
        return done;
      t.element_bytes = std::size_t(output->format->bits >= 16 ? output->format->bits / 8 : 0);
      if (t.element_bytes > 0) {
        const std::vector<std::int32_t> ranges = code_ranges(e_, std::size_t(t.output));
        if (auto done = write(folder_ / (t.name + ".ranges"), ranges.data(), 4 * ranges.size()); !done)
          return done;
      }
    } else if (json undefined = ranges(image.undefined); !undefined.empty()) {
      buffer["undefined"] = std::move(undefined);
    }
    if (t.bytes > 0) buffers_.push_back(std::move(buffer));
    return {};
  }

  laws::Experiment& e_;
  fs::path folder_;
  CaseDump dump_;
  json buffers_ = json::array(), outputs_ = json::array();
};

}  // namespace

tl::expected<void, std::string> dump_case(laws::Experiment& e, std::span<const std::byte> image,
                                          const std::string& folder, std::uint64_t most_bytes) {
  const problems::Placed placed = e.image();
  if (!e.instance().sampled().empty())
    return Refused("the case is computed in part: sample=0 computes it whole");
  if (placed.launches.size() != 1)
    return Refused(fmt::format("the case takes {} launches; a dump has one", placed.launches.size()));
  if (e.the_case().any_order || !e.instance().deterministic())
    return Refused("more than one output is right: the order of the additions is open");
  std::uint64_t bytes = 0;
  for (const Tensors::Named& t : placed.tensors->named()) bytes += t.bytes;
  if (bytes > most_bytes)
    return Refused(fmt::format("its tensors take {} bytes, more than {}; --dump-bytes {} allows them", bytes,
                               most_bytes, bytes));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Refused(fmt::format("{}: {}", folder, error.message()));
  return Writer(e, folder).write_all(placed, image);
}

}  // namespace lockstep::cli
