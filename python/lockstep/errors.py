"""What goes wrong.

Wrong words and numbers of the caller are ValueError, TypeError and KeyError, as everywhere."""
from __future__ import annotations

import os
from typing import Any

from lockstep.pages import framed, written


class LockstepError(Exception):
    """Something that Lockstep found, as opposed to a call that can't be meant. It can be pickled: the copy's `report` is its
    text, and html() still has the page."""

    report: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        state = dict(self.__dict__)
        if not isinstance(self.report, (str, type(None))):
            state.update(report=str(self.report), _page=self.report.html())
        return type(self), self.args, state


class Falsified(LockstepError, AssertionError):
    """A kernel or a callable does not do what it must. `report` says what was found."""

    def __init__(self, text: str, report: Any = None, page: str = "") -> None:
        super().__init__(text)
        self.report = report
        self._page = page

    def html(self, file: str | os.PathLike[str] | None = None) -> str:
        """A page to look at (docs/html.md): returned, and written to `file` where one is named.

        Raises OSError where it can't be written."""
        return written(self._page or self.report.html(), file)

    def _repr_html_(self) -> str:
        return framed(self.html())


class Trapped(Falsified):
    """A kernel could not go on: an access that nobody owns, an undefined branch, an assertion of its own."""


class Inconclusive(LockstepError):
    """The emulator does not know an instruction or a mode that the kernel needs. `report` says which: never a pass."""

    def __init__(self, text: str, report: Any = None) -> None:
        super().__init__(text)
        self.report = report


class UndefinedValues(LockstepError):
    """An array is read whose bytes nobody has written, or into which undefined values were stored."""
