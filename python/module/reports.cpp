#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "emulator/lint/finding.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "python/module/binding.hpp"
#include "python/session/launch_report.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

using findings::Finding;
using observe::Coverage;
using session::LaunchReport;

void add_finding(nb::module_& m) {
  nb::class_<Finding>(m, "Finding",
                      "What a run of a kernel, or lint, has to say about one of its instructions.")
      .def_prop_ro(
          "kind", [](const Finding& f) { return findings::name(f.kind); }, "As docs/checks.md names it.")
      .def_prop_ro(
          "severity", [](const Finding& f) { return findings::name(f.severity); },
          "\"wrong\", \"manual\", \"risk\" or \"note\".")
      .def_ro("text", &Finding::text,
              "What happened, with the address and the allocation it is in or beside.")
      .def_ro("instruction", &Finding::instruction, "The disassembler's line.")
      .def_ro("address", &Finding::address, "Of the instruction, in the code object.")
      .def_ro("workgroup", &Finding::workgroup)
      .def_ro("wave", &Finding::wave, "In its workgroup; -1: of no wave, but of the code that was executed.")
      .def_ro("lane", &Finding::lane, "The first one concerned; -1: the whole wave.")
      .def_ro("kernel", &Finding::kernel)
      .def_ro("source", &Finding::source, "\"gemm.hip:42\"; empty where the code object has no line tables.")
      .def_ro("other", &Finding::other, "The other instruction, of races, waits and wait states.")
      .def_ro("other_address", &Finding::other_address)
      .def_ro("distance", &Finding::distance,
              "Instructions from the other to this one, as the code stands; 0: unknown.")
      .def_ro("more", &Finding::more, "Findings of the same cause, which this one stands for.")
      .def_ro("rule", &Finding::rule, "Of wait states: its name.")
      .def_prop_ro("line", &Finding::line, "All of it in one line, as the command prints it.")
      .def("__str__", &Finding::line)
      .def("__repr__", [](const Finding& f) { return "<Finding " + f.line() + ">"; });
}

std::pair<std::uint64_t, std::uint64_t> pair_of(Coverage::Count count) {
  return {count.reached, count.total};
}

void add_coverage(nb::module_& m) {
  nb::class_<Coverage>(m, "Coverage",
                       "Which instructions of a code object were reached, and which ways its branches took.")
      .def(nb::init<>(), "Of nothing yet: becomes the first that is merged.")
      .def("merge", &Coverage::merge, "other"_a, "Adds what another run of the same code object reached.")
      .def_prop_ro(
          "instructions",
          [](const Coverage& c) {
            return nb::make_tuple(pair_of(c.instructions()).first, pair_of(c.instructions()).second);
          },
          nb::sig("def instructions(self) -> tuple[int, int]"), "(reached, all) of the code object.")
      .def_prop_ro(
          "branch_directions",
          [](const Coverage& c) {
            return nb::make_tuple(pair_of(c.branch_directions()).first,
                                  pair_of(c.branch_directions()).second);
          },
          nb::sig("def branch_directions(self) -> tuple[int, int]"),
          "(taken, all): two of each conditional branch.")
      .def_prop_ro(
          "mnemonics",
          [](const Coverage& c) {
            nb::set names;
            for (const std::string_view name : c.mnemonics()) names.add(nb::str(name.data(), name.size()));
            return names;
          },
          nb::sig("def mnemonics(self) -> set[str]"), "Of the instructions that were reached.");
}

std::vector<std::string> names_of(const std::vector<machine::Schedule>& schedules) {
  std::vector<std::string> names;
  for (const machine::Schedule& s : schedules) names.push_back(machine::to_string(s));
  return names;
}

std::vector<std::string> lines_of(const std::vector<runtime::Remark>& remarks) {
  std::vector<std::string> lines;
  for (const runtime::Remark& remark : remarks) lines.push_back(remark.line());
  return lines;
}

std::vector<std::string_view> absent_of(const LaunchReport& r) {
  if (r.gpu.empty()) return {};
  const auto absent = session::absent_on_gpus();
  return {absent.begin(), absent.end()};
}

/// A member that only the emulator fills.
template <typename Member>
auto told(Member LaunchReport::* member) {
  return [member](const LaunchReport& r) -> const Member& {
    if (!r.gpu.empty())
      throw nb::value_error(
          (r.gpu + " does not say: report.absent names what the emulator knows and a GPU does not").c_str());
    return r.*member;
  };
}

void add_launch_report(nb::module_& m) {
  nb::class_<LaunchReport>(m, "LaunchReport", "What a launch came to.")
      .def_prop_ro("verdict", &LaunchReport::verdict,
                   "\"holds\", \"falsified\", \"trapped\" or \"inconclusive\".")
      .def_ro("object", &LaunchReport::object, "The code object's file.")
      .def_ro("kernel", &LaunchReport::kernel)
      .def_prop_ro(
          "model",
          [](const LaunchReport& r) {
            return r.model == nullptr ? std::string_view("hardware") : r.model->name;
          },
          "How matrix instructions add; on a GPU \"hardware\".")
      .def_prop_ro(
          "model_label",
          [](const LaunchReport& r) {
            return r.model == nullptr ? std::string_view("hardware") : matrix::name(r.model->label);
          },
          "What is known of that: \"measured\", \"documented\", \"inferred\" or \"hypothesis\"; on a GPU "
          "\"hardware\".")
      .def_ro("gpu", &LaunchReport::gpu, "The GPU that ran it; \"\" on the emulator.")
      .def_prop_ro("absent", &absent_of, nb::sig("def absent(self) -> list[str]"),
                   "What the emulator finds and a GPU does not say, a name each; empty on the emulator. What "
                   "belongs to it raises ValueError when it is asked for.")
      .def_prop_ro("schedules", [](const LaunchReport& r) { return names_of(r.schedules); })
      .def_ro("findings", &LaunchReport::findings, "Of all schedules, one for each cause.")
      .def_ro("stop", &LaunchReport::stop, "Why the kernel did not come to its end; None where it did.")
      .def_prop_ro(
          "differences", [](const LaunchReport& r) { return lines_of(r.remarks); },
          "Bytes that are not the same under all schedules, a line each.")
      .def_ro("notes", &LaunchReport::notes, "On how it ran, a line each.")
      .def_ro("workgroups", &LaunchReport::workgroups, "That ran, under the first schedule.")
      .def_prop_ro("wave_instructions", told(&LaunchReport::wave_instructions),
                   "Executed under the first schedule.")
      .def_prop_ro("instructions", told(&LaunchReport::executed),
                   "Times that waves executed each mnemonic, under the first schedule.")
      .def_prop_ro("coverage", told(&LaunchReport::coverage))
      .def_prop_ro("trace", told(&LaunchReport::trace),
                   "The log of the wave that was asked for, as `lockstep trace` prints it.")
      .def(
          "text", [](const LaunchReport& r, std::size_t limit, bool notes) { return r.text({limit, notes}); },
          "limit"_a = 3, "notes"_a = false,
          "The command's lines; of findings that are alike at most `limit` (0: all). Findings of severity "
          "note are counted, or printed where `notes` asks for them.")
      .def_rw("source_folders", &LaunchReport::source_folders,
              "Where html() looks for the files that line tables name: by default the working folder, and "
              "those that the code object and, with Triton, its kernels came from.")
      .def(
          "html",
          [](const LaunchReport& r, const nb::object& file) {
            return nb::module_::import_("lockstep.errors")
                .attr("written")(pages::html(session::page_of(r)), file);
          },
          "file"_a = nb::none(), nb::sig("def html(self, file: str | os.PathLike[str] | None = None) -> str"),
          "A page to look at: returned, and written to `file` where one is named. Raises OSError where it "
          "can't be written.")
      .def(
          "_repr_html_",
          [](const LaunchReport& r) {
            return nb::module_::import_("lockstep.errors").attr("framed")(pages::html(session::page_of(r)));
          },
          nb::sig("def _repr_html_(self) -> str"))
      .def("__str__", [](const LaunchReport& r) { return r.text({}); })
      .def("__repr__", [](const LaunchReport& r) {
        const std::string text = r.text({});
        return "<LaunchReport " + text.substr(0, text.find('\n')) + ">";
      });
}

}  // namespace

void add_reports(nb::module_& m) {
  add_finding(m);
  add_coverage(m);
  add_launch_report(m);
}

}  // namespace lockstep::python
