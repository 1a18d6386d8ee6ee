#include <cstdint>
#include <memory>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "properties/problems/tensor_layout.hpp"
#include "python/module/binding.hpp"
#include "python/session/trial.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

using laws::HostTensor;
using session::Trial;

using Array = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

/// Bytes that numpy holds on to.
Array array_over(std::uint8_t* bytes, std::size_t size, std::shared_ptr<void> owner) {
  nb::capsule held(new std::shared_ptr<void>(std::move(owner)),
                   [](void* p) noexcept { delete static_cast<std::shared_ptr<void>*>(p); });
  return Array(bytes, {size}, held);
}

/// A problem in a callable's hands; empty when the call is over.
struct RawProblem {
  std::string the_case;
  const problems::Instance* instance = nullptr;
  std::span<HostTensor> tensors;

  const problems::Instance& open() const {
    if (instance == nullptr)
      throw nb::value_error("the problem is over: its tensors stay, but nothing more is known of it");
    return *instance;
  }
};

nb::list tensors_of(const RawProblem& p) {
  nb::list all;
  p.open();
  for (const HostTensor& t : p.tensors)
    all.append(nb::make_tuple(t.name, array_over(t.bytes.data(), t.bytes.size(), t.owner), t.written));
  return all;
}

nb::dict views_of(const RawProblem& p) {
  nb::dict all;
  const problems::Description description = p.open().description();
  for (const problems::TensorView& v : description.views)
    all[v.name.c_str()] = nb::make_tuple(v.dtype, v.shape);
  return all;
}

nb::dict sizes_of(const RawProblem& p) {
  nb::dict all;
  const problems::Description description = p.open().description();
  for (const auto& [name, value] : description.names.sizes) all[std::string(name).c_str()] = value;
  return all;
}

// An input in another layout: a copy, and its dimensions.
nb::tuple stored(const RawProblem& p, const std::string& name, const std::string& layout) {
  const auto wanted = problems::find_stored_as(layout);
  if (!wanted)
    throw nb::value_error(
        ("no layout '" + layout + "'; there are " + std::string(problems::stored_as_names())).c_str());
  const problems::Description description = p.open().description();
  for (const problems::TensorShape& shape : description.shapes) {
    if (shape.name != name) continue;
    if (!problems::takes(shape, *wanted))
      throw nb::value_error((layout + " does not fit the sizes of " + name).c_str());
    for (const HostTensor& t : p.tensors) {
      if (t.name != name) continue;
      const auto bytes = std::make_shared<std::vector<std::uint8_t>>(problems::bytes_of(shape, *wanted));
      std::vector<std::uint8_t> undefined(bytes->size(), 1);
      problems::relaid(shape, *wanted, problems::fill_all(t.bytes))(0, *bytes, undefined);
      return nb::make_tuple(array_over(bytes->data(), bytes->size(), bytes),
                            nb::make_tuple(shape.planes, shape.rows, shape.columns));
    }
  }
  throw nb::value_error(("no input '" + name + "' has other layouts").c_str());
}

/// A function in Python; it raises nothing, and answers (kind, text) of "ran", "raised", "lost" (it raised,
/// and answers nothing more in this process), "rejected" and "interrupted".
using Function = nb::callable;

laws::Callable callable_of(const Trial& trial, const Function& function, session::Called& called) {
  return [&trial, &function, &called](const cases::Case& c, const problems::Instance& instance,
                                      std::span<HostTensor> tensors) {
    if (!trial.is_meant(c))
      return laws::Reply{laws::Reply::Kind::rejected, "another problem than those that are meant"};
    const nb::gil_scoped_acquire held;
    const auto problem = std::make_shared<RawProblem>(RawProblem{cases::print(c), &instance, tensors});
    const auto [kind, text] = nb::cast<std::pair<std::string, std::string>>(function(problem));
    *problem = {};
    using Kind = laws::Reply::Kind;
    called.lost |= kind == "lost";
    if (kind == "interrupted") called.interrupted = true;
    return laws::Reply{kind == "ran"                        ? Kind::ran
                       : kind == "raised" || kind == "lost" ? Kind::raised
                                                            : Kind::rejected,
                       text};
  };
}

/// Calls `work` with the callable, or with none, without the interpreter's lock.
template <typename Work>
auto with(const Trial& trial, const std::optional<Function>& function, Work work) {
  session::Called called;
  const laws::Callable callable = function ? callable_of(trial, *function, called) : laws::Callable();
  called.callable = function ? &callable : nullptr;
  const nb::gil_scoped_release released;
  return work(called);
}

cases::Case parsed(const std::string& line) {
  return must(cases::parse(line));
}

nb::tuple result_of(const laws::CaseResult& r) {
  nb::list judged;
  for (const verdict::LawResult& law : r.laws)
    judged.append(nb::make_tuple(law.law, verdict::name(law.verdict), law.reason));
  return nb::make_tuple(verdict::name(r.verdict), r.error, judged, r.trapped);
}

std::unique_ptr<Trial> open(const std::string& kernel, std::uint64_t seed, const std::string& model,
                            const std::string& order, std::vector<std::string> laws, bool exact_grid_only,
                            std::vector<std::pair<std::string, std::string>> fixed) {
  session::TrialSettings settings{kernel,          seed, model, order, std::move(laws), exact_grid_only,
                                  std::move(fixed)};
  return must(Trial::open(settings));
}

nb::tuple end_of(const session::TrialEnd& end) {
  nb::object failure = nb::none();
  if (const auto& f = end.failure)
    failure = nb::make_tuple(cases::print(f->smallest), f->law, f->found, f->trapped, f->is_of_corpus);
  return nb::make_tuple(end.cases, end.rejected, end.held, end.not_applicable, end.inconclusive, failure);
}

// Signatures with a function of a problem.
#define LOCKSTEP_FUNCTION "function: collections.abc.Callable[[RawProblem], tuple[str, str]] | None"
constexpr const char* kEvaluate = "def evaluate(self, line: str, " LOCKSTEP_FUNCTION
                                  ", all: bool) -> tuple[str, str, list[tuple[str, str, str]], bool]";
constexpr const char* kRun = "def run(self, count: int, corpus: str, tries: int, " LOCKSTEP_FUNCTION
                             ") -> tuple[int, int, list[tuple[str, int]], list[tuple[str, int]], str, "
                             "tuple[str, str, str, bool, bool] | None]";
constexpr const char* kReport =
    "def report(self, line: str, law: str, " LOCKSTEP_FUNCTION ", progress: str, again: str) -> str";
constexpr const char* kPage =
    "def page(self, name: str, verdict: str, line: str, law: str, report: str, again: str, " LOCKSTEP_FUNCTION
    ") -> str";
#undef LOCKSTEP_FUNCTION

}  // namespace

void add_trials(nb::module_& m) {
  nb::class_<RawProblem>(m, "RawProblem", "A problem in the hands of a callable.")
      .def_ro("case", &RawProblem::the_case)
      .def("tensors", &tensors_of,
           nb::sig("def tensors(self) -> list[tuple[str, numpy.typing.NDArray[numpy.uint8], bool]]"))
      .def("views", &views_of, nb::sig("def views(self) -> dict[str, tuple[str, list[int]]]"))
      .def("sizes", &sizes_of, nb::sig("def sizes(self) -> dict[str, int]"))
      .def("stored", &stored, "name"_a, "layout"_a,
           nb::sig("def stored(self, name: str, layout: str) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                   "tuple[int, int, int]]"));
  nb::class_<Trial>(m, "Trial", "Cases of an operator, and what laws say of a callable on them.")
      .def_static("open", &open, "kernel"_a, "seed"_a, "model"_a, "order"_a, "laws"_a, "exact_grid_only"_a,
                  "fixed"_a = std::vector<std::pair<std::string, std::string>>())
      .def(
          "draw", [](const Trial& t, std::uint64_t index) { return cases::print(t.draw(index)); }, "index"_a)
      .def(
          "read", [](const Trial& t, const std::string& line) { return cases::print(must(t.read(line))); },
          "line"_a)
      .def(
          "evaluate",
          [](Trial& t, const std::string& line, const std::optional<Function>& function, bool all) {
            const cases::Case c = parsed(line);
            return result_of(
                with(t, function, [&](auto& called) { return t.evaluate(c, called.callable, all); }));
          },
          "line"_a, "function"_a.none(), "all"_a, nb::sig(kEvaluate))
      .def(
          "run",
          [](Trial& t, std::uint64_t count, const std::string& corpus, int tries,
             const std::optional<Function>& function) {
            return end_of(
                must(with(t, function, [&](auto& called) { return t.run(count, corpus, tries, called); })));
          },
          "count"_a, "corpus"_a, "tries"_a, "function"_a.none(), nb::sig(kRun))
      .def(
          "report",
          [](Trial& t, const std::string& line, const std::string& law,
             const std::optional<Function>& function, const std::string& progress, const std::string& again) {
            const cases::Case c = parsed(line);
            return with(t, function,
                        [&](auto& called) { return t.report(c, law, called.callable, progress, again); });
          },
          "line"_a, "law"_a, "function"_a.none(), "progress"_a, "again"_a, nb::sig(kReport))
      .def(
          "grammar",
          [](const Trial& t) {
            const problems::Operator& op = t.op();
            nb::list keys;
            const cases::Case drawn = t.draw(0);
            for (const cases::Key* key : op.grammar.keys) {
              if (!cases::applies(*key, drawn)) continue;
              std::vector<std::string> choices(key->choices().begin(), key->choices().end());
              keys.append(
                  nb::make_tuple(std::string(key->name), key->low, key->high, key->default_text(), choices));
            }
            return nb::make_tuple(op.outs, op.grammar.n_step, op.grammar.k_step, keys);
          },
          nb::sig(
              "def grammar(self) -> tuple[list[str], int, int, list[tuple[str, int, int, str, list[str]]]]"))
      .def(
          "refusal", [](const Trial& t, const std::string& line) { return t.refusal(must(t.read(line))); },
          "line"_a)
      .def(
          "page",
          [](Trial& t, const std::string& name, const std::string& verdict, const std::string& line,
             const std::string& law, const std::string& report, const std::string& again,
             const std::optional<Function>& function) {
            const Trial::Shown shown{name, verdict, line, law, report, again};
            return with(t, function, [&](auto& called) { return t.page(shown, called.callable); });
          },
          "name"_a, "verdict"_a, "line"_a, "law"_a, "report"_a, "again"_a, "function"_a.none(),
          nb::sig(kPage))
      .def(
          "save",
          [](const Trial&, const std::string& folder, const std::string& line, const std::string& law) {
            return must(session::save_case(folder, parsed(line), law));
          },
          "folder"_a, "line"_a, "law"_a);
}

}  // namespace lockstep::python
