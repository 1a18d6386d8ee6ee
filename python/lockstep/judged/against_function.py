"""A candidate against a function: its inputs drawn anew, its outputs undefined beforehand, its inputs unread by the host."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.arrays import Array, PackedArray
from lockstep.dtypes import dtype_of, pack, unpack
from lockstep.judged.channel import Message
from lockstep.judged.outcome import Found, Lacking, NotRun, Outcome
from lockstep.judged.process import Process
from lockstep.judged.reference import Draw, Reference, shuffled
from lockstep.judged.served import Failure, ServedDevice, View

DRAWS = 3
#: Types whose values the host may know: indices, sizes, masks.
_OF_THE_HOST = {"int32", "int64", "uint32", "uint64", "bool"}
#: Of the outputs' bytes: as much written by the host, from what it has read, is their values rather than how to compute them.
_SHARE = 0.25
_LAWS = ["clean", "untouched", "schedule", "values", "unread", "host"]


@dataclass
class Call:
    """The arrays of one call."""

    inputs: dict[str, Array]
    passed: dict[str, Array]   #: outputs that the function is given
    view: View


class AgainstFunction:
    """Judges one candidate. `judge` fills the outcome, and raises Found, NotRun, Lacking, Late and Ended."""

    def __init__(self, device: ServedDevice, process: Process, reference: Reference, seed: int, outcome: Outcome) -> None:
        self.device, self.process, self.reference, self.seed, self.outcome = device, process, reference, seed, outcome
        self._arrays: dict[tuple[Any, ...], Array] = {}
        self._schedules = device.device.schedule
        outcome.laws = _LAWS

    def judge(self, parameters: list[str], draws: int) -> None:
        self._parameters = parameters
        drawn: list[Draw] = []
        for number in range(draws):
            draw = self.reference.draw([self.seed, number])
            passed = self._passed(parameters, draw)
            self._one(draw, passed, number)
            drawn.append(draw)
            self.outcome.draws += 1
            if draw.shape not in self.outcome.shapes:
                self.outcome.shapes.append(draw.shape)
            sizes = sum(output.nbytes for output in draw.outputs.values())
            self.outcome.output_bytes = (self.outcome.output_bytes[0] + sizes, self.outcome.output_bytes[1] + sizes)
        self.outcome.values = "holds"
        self._note_what_is_alike(drawn)
        self._vary_what_is_fixed(drawn)
        self._dependences(drawn[-1], self._passed(parameters, drawn[-1]))

    def _passed(self, parameters: list[str], draw: Draw) -> list[str]:
        """The parameters that are outputs: none where the function returns them."""
        given = {*draw.inputs, *draw.numbers}
        extra = [name for name in parameters if name not in given]
        made = [name for name in draw.outputs if name not in draw.inputs]
        if missing := given - set(parameters):
            raise NotRun(f"the candidate has no parameter {', '.join(sorted(missing))}, with which the reference is called")
        if extra and len(extra) != len(made):
            raise NotRun(f"the candidate's parameters {', '.join(extra)} are no inputs; the reference has {len(made)} outputs")
        return extra

    def _one(self, draw: Draw, passed: list[str], number: int) -> None:
        view = View(self._schedules)
        inputs = {name: self._placed(name, values) for name, values in draw.inputs.items()}
        if number:  # first as it is, so that what is plainly wrong is said plainly
            view.host = self._other_values(draw, inputs)
        failure = self._failure(draw, self._called(draw, passed, Call(inputs, {}, view)))
        if failure is None and self.device.derived_read:
            failure = self._laundered(draw, passed, view)
        if failure is None:
            return
        if view.host and self.device.host_read and failure.kind in ("values", "undefined-output", "raises", "untouched"):
            inputs = {name: self._placed(name, values) for name, values in draw.inputs.items()}
            plain = self._failure(draw, self._called(draw, passed, Call(inputs, {}, View(self._schedules))))
            if plain is None:
                failure = Failure("host", "values are computed on the host: the outputs are others where it reads other values "
                                          "of its inputs than the kernels do")
        where = f" (draw {number} of the inputs)" if number else ""
        raise Found(Failure(failure.kind, failure.text + where, failure.source))

    def _laundered(self, draw: Draw, passed: list[str], seen: View) -> Failure | None:
        """Kernels may copy the inputs to where the host computes with them, and mix what it writes with all inputs. Then what it
        writes is other data where it reads other data, and there is as much of it as a share of the outputs."""
        plain = {hash(piece) for piece in self.device.written}
        inputs = {name: self._placed(name, values) for name, values in draw.inputs.items()}
        view = View(self._schedules, seen.host, derived=True)
        failure = self._failure(draw, self._called(draw, passed, Call(inputs, {}, view)))
        of_host = sum(len(piece) for piece in self.device.written if hash(piece) not in plain)
        if failure is None or failure.kind != "values" or of_host < _SHARE * sum(output.nbytes for output in draw.outputs.values()):
            return None
        return Failure("host", "values are computed on the host: of what kernels have left there it makes "
                               f"{of_host} bytes, from which kernels make the outputs")

    def _other_values(self, draw: Draw, inputs: dict[str, Array]) -> dict[int, NDArray[np.uint8]]:
        rng = np.random.default_rng([self.seed, 0x5EED])
        others = {}
        for name, array in inputs.items():
            if name in draw.outputs or array.dtype.name in _OF_THE_HOST or isinstance(array, PackedArray):
                continue
            others[array.data_ptr()] = np.frombuffer(shuffled(draw.inputs[name], rng).tobytes(), np.uint8)
        return others

    def _placed(self, name: str, values: NDArray[Any]) -> Array:
        """At the address that it had before, so that what is remembered by it is seen to be old."""
        key = name, values.shape, values.dtype.name
        if key in self._arrays:
            self._arrays[key].copy_from(values)
        else:
            self._arrays[key] = self.device.device.array(values, name=name)
        return self._arrays[key]

    def _called(self, draw: Draw, passed: list[str], call: Call) -> tuple[Message, Call]:
        made = [name for name in draw.outputs if name not in draw.inputs]
        for parameter, name in zip(passed, made):
            call.passed[parameter] = self.device.device.empty(draw.outputs[name].shape, draw.outputs[name].dtype, name=parameter)
        self.device.begin(call.view)
        self.device.inputs = {array.data_ptr(): np.frombuffer(_packed(array, draw.inputs[name]), np.uint8)
                              for name, array in call.inputs.items() if name not in draw.outputs}
        before = self.device.ran.launches
        records = {name: self.device.record_of(array) for name, array in {**call.inputs, **call.passed}.items()}
        tensors = [name for name in records if not records[name]["packed"]] if self.reference.is_of_tensors(draw) else []
        answer = self.process.call({"arrays": records, "numbers": draw.numbers, "tensors": tensors})
        answer["launched"] = self.device.ran.launches - before
        return answer, call

    def _failure(self, draw: Draw, called: tuple[Message, Call]) -> Failure | None:
        answer, call = called
        if self.device.lacks:
            raise Lacking(self.device.lacks)
        if self.device.failures:
            return self.device.failures[0]
        if "raised" in answer or "rejected" in answer:
            return Failure("raises", "it raises " + str(answer.get("raised", answer.get("rejected"))), str(answer.get("source", "")))
        if not answer["launched"]:
            return Failure("launches", "the candidate launched no kernel")
        try:
            outputs = self._outputs(draw, answer, call)
        except Found as found:
            return found.failure
        for name, array in outputs.items():
            if failure := self._wrong(name, array, draw.outputs[name]):
                return failure
        for name, array in call.inputs.items():
            if name not in draw.outputs and array.numpy(undefined="allow").tobytes() != draw.inputs[name].tobytes():
                return Failure("untouched", f"input {name} was changed")
        return None

    def _outputs(self, draw: Draw, answer: Message, call: Call) -> dict[str, Array]:
        made = [name for name in draw.outputs if name not in draw.inputs]
        found = {name: call.inputs[name] for name in draw.outputs if name in draw.inputs}
        if call.passed:
            return {**found, **dict(zip(made, call.passed.values()))}
        named = answer.get("named") or dict(zip(made, answer.get("returned", [])))
        if missing := [name for name in made if name not in named]:
            raise Found(Failure("values", f"the candidate returns {len(named)} arrays; the reference also has {', '.join(missing)}"))
        return {**found, **{name: self._returned(name, named[name], draw, call) for name in made}}

    def _returned(self, name: str, record: Message, draw: Draw, call: Call) -> Array:
        if "address" not in record:
            raise Found(Failure("host", f"output {name} is a {record.get('is')} of the host: no kernel wrote it there"))
        wanted = draw.outputs[name]
        array = returned_array(self.device, record)
        if array.shape != wanted.shape or array.dtype != wanted.dtype:
            raise Found(Failure("values", f"output {name} is {list(array.shape)} {array.dtype.name}, expected "
                                          f"{list(wanted.shape)} {wanted.dtype.name}"))
        for other, given in call.inputs.items():
            if given.data_ptr() <= array.data_ptr() < given.data_ptr() + given.nbytes:
                raise Found(Failure("alias", f"output {name} lies in input {other}"))
        return array

    def _wrong(self, name: str, array: Array, wanted: NDArray[Any]) -> Failure | None:
        try:
            got, missing = _elements(array)
        except ValueError as error:
            return Failure("values", f"output {name}: {error}")
        if missing.any():
            first = ", ".join(str(i) for i in np.argwhere(missing)[0])
            return Failure("undefined-output", f"{name}: {int(missing.sum())} of {missing.size} elements were never written, or hold "
                                               f"undefined values, the first at [{first}]")
        differs = self.reference.mismatch(name, got, wanted)
        return Failure("values", differs) if differs else None

    def _note_what_is_alike(self, drawn: list[Draw]) -> None:
        if len(self.outcome.shapes) == 1:
            self.outcome.not_checked.append("other shapes than the one that inputs() draws")
        if len(drawn) > 1 and all(drawn[0].inputs[k].tobytes() == drawn[1].inputs[k].tobytes() for k in drawn[0].inputs
                                  if k in drawn[1].inputs):
            self.outcome.not_checked.append("other inputs: inputs() draws the same ones again")
            self.outcome.open = "the inputs are the same in every draw: constants would do"

    def _vary_what_is_fixed(self, drawn: list[Draw]) -> None:
        """An input that is the same in every draw may be known by heart, and multiplied by zero to look as if it were used."""
        last = drawn[-1]
        alike = [name for name, values in last.inputs.items() if name not in last.outputs
                 and all(name in draw.inputs and draw.inputs[name].tobytes() == values.tobytes() for draw in drawn)]
        for name in alike if len(drawn) > 1 else []:
            varied = self.reference.varied(last, name)
            if varied is None:
                continue
            call = Call({other: self._placed(other, values) for other, values in varied.inputs.items()}, {}, View("earliest"))
            failure = self._failure(varied, self._called(varied, self._passed(self._parameters, varied), call))
            if failure is not None:
                raise Found(Failure("unread", f"with other values in {name}, which is the same in every draw: {failure.text}",
                                    failure.source))

    def _dependences(self, draw: Draw, passed: list[str]) -> None:
        """Each input is undefined in a call of its own: what does not show it was computed without it."""
        unread: list[str] = []
        on_host: list[str] = []
        for name in draw.inputs:
            if name in draw.outputs or not draw.inputs[name].size or not self.reference.depends_on(draw, name, [self.seed, 1]):
                continue
            if self._depends(draw, passed, name):
                continue
            (on_host if self.device.host_read else unread).append(name)
        data = [name for name in on_host if draw.inputs[name].dtype.name not in _OF_THE_HOST and draw.inputs[name].size > 1]
        if unread or data:
            name = (unread or data)[0]
            raise Found(Failure("unread", f"the outputs do not depend on {name}, on which those of the reference do"
                                          + ("" if unread else ": only the host reads it")))
        self.outcome.not_checked += [f"{name} on the device: the host reads it" for name in on_host]

    def _depends(self, draw: Draw, passed: list[str], name: str) -> bool:
        device = self.device.device
        inputs = {other: self._placed(other, values) for other, values in draw.inputs.items() if other != name}
        undefined = device.empty(draw.inputs[name].shape, draw.inputs[name].dtype, name=name)
        view = View("earliest", {undefined.data_ptr(): np.frombuffer(_packed(undefined, draw.inputs[name]), np.uint8)}, True)
        call = Call({n: undefined if n == name else inputs[n] for n in draw.inputs}, {}, view)
        answer, call = self._called(draw, passed, call)
        if self.device.undecided or self.device.lacks:
            return True
        if "raised" in answer or "rejected" in answer:
            return True  # it can't be told
        try:
            return any(bool(_elements(array)[1].any()) for array in self._outputs(draw, answer, call).values())
        except (Found, ValueError):
            return True


def returned_array(device: ServedDevice, record: Message) -> Array:
    """What a candidate says of an array. Raises Found where it is none."""
    try:
        dtype = dtype_of(str(record["dtype"]))
        shape, strides = (tuple(int(n) for n in record[word]) for word in ("shape", "strides"))
        if len(shape) != len(strides) or any(n < 0 for n in shape) or len(shape) > 32:
            raise ValueError("no array is like that")
        plain = Array(device.device, None, int(record["address"]), shape,  # type: ignore[arg-type]
                      dtype_of("uint8") if record["packed"] else dtype, strides)
        return PackedArray(plain, dtype) if record["packed"] else plain
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Found(Failure("values", f"what the candidate returns is no array: {error}")) from None


def _elements(array: Array) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    if isinstance(array, PackedArray):
        values, missing = array.view("uint8")._bytes()
        return unpack(values, array.dtype), missing
    return array._bytes()


def _packed(array: Array, values: NDArray[Any]) -> bytes:
    return (pack(values) if isinstance(array, PackedArray) else values).tobytes()
