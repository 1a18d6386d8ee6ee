"""Reports as pages of HTML: into a file, and into a notebook's cell."""
from __future__ import annotations

import html
import os
from pathlib import Path


def written(page: str, file: str | os.PathLike[str] | None) -> str:
    """The page, which also goes to `file` where one is named."""
    if file is not None:
        Path(file).write_text(page, encoding="utf-8")
    return page


def framed(page: str) -> str:
    """The page in a frame of its own, so that neither its styles nor those of what is around it leak."""
    return (f'<iframe title="Lockstep\'s report" style="width: 100%; height: 40rem; border: 0" '
            f'srcdoc="{html.escape(page)}"></iframe>')
