"""The folder of a campaign: its words, the journals of its units, and the failing cases that they found."""
from __future__ import annotations

import fcntl
import json
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass, field

FORMAT = 1


class Refused(Exception):
    """A folder, a word or a worker that can't be used, in a sentence."""


@dataclass
class Words:
    """What decides the units of a campaign; written once, and read by the campaign that goes on."""

    version: str
    seed: int
    kernels: list[str]
    options: list[str]                     #: of fuzz
    failures: int = 1
    cases: int | None = None
    plateau: int | None = None
    shards: int | None = None              #: of a fixed number of cases
    strata: list[str] = field(default_factory=list)  #: kernels, where the number of cases is not fixed
    unit_seconds: float = 30.0
    cwd: str = ""
    digests: dict[str, str] = field(default_factory=dict)  #: of files that options name
    travels: bool = False                  #: the files are sent to the workers


class Folder:
    """`path` is absolute. One campaign at a time."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        try:
            os.makedirs(os.path.join(self.path, "journals"), exist_ok=True)
            self._lock = open(os.path.join(self.path, "lock"), "w")
        except OSError as error:
            raise Refused(f"{self.path}: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"{self.path}: another campaign is running there") from None

    def close(self) -> None:
        self._lock.close()

    @property
    def journals(self) -> str:
        return os.path.join(self.path, "journals")

    def journal(self, name: str) -> str:
        return os.path.join(self.journals, name + ".jsonl")

    def read(self) -> Words | None:
        try:
            with open(os.path.join(self.path, "campaign.json"), encoding="utf-8") as file:
                found = json.load(file)
            if found.pop("lockstep_campaign") != FORMAT:
                raise Refused(f"{self.path}/campaign.json is of another format; expected {FORMAT}")
            return Words(**found)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise Refused(f"{self.path}/campaign.json is no campaign: {error}") from error

    def write(self, words: Words) -> None:
        text = json.dumps({"lockstep_campaign": FORMAT, **asdict(words)}, indent=1) + "\n"
        self.put("campaign.json", text.encode())

    def token(self) -> str:
        """A word that a worker finds here if it shares the disk."""
        token = secrets.token_hex(8)
        self.put("token", token.encode())
        return token

    def put(self, name: str, data: bytes) -> None:
        """Whole or not at all."""
        path = os.path.join(self.path, name)
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
