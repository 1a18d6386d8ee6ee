"""Messages between a candidate's process and the one that judges it: JSON with bytes behind it. Whoever reads trusts nothing."""
from __future__ import annotations

import json
import socket
import struct
import time
from typing import Any

_HEAD = struct.Struct("<II")   # bytes of the JSON, pieces of bytes behind it
_MOST_JSON, _MOST_PIECES, _MOST_BYTES = 1 << 24, 1 << 10, 1 << 36

Message = dict[str, Any]


class Broken(Exception):
    """What is at the other end has gone, or says what is no message."""


class Late(Exception):
    """No message came in time."""


class Channel:
    """One end of a socket. `deadline`, of time.monotonic: when receiving gives up."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self.deadline: float | None = None

    def send(self, message: Message, *pieces: bytes) -> None:
        """Raises Broken where nobody listens."""
        text = json.dumps(message).encode()
        sizes = struct.pack(f"<{len(pieces)}Q", *map(len, pieces))
        try:
            self.end.settimeout(self._left())
            self.end.sendall(b"".join((_HEAD.pack(len(text), len(pieces)), text, sizes, *pieces)))
        except TimeoutError:
            raise Late from None
        except OSError as error:
            raise Broken(str(error)) from None

    def receive(self) -> tuple[Message, list[bytes]]:
        """Raises Broken where there is no message, Late where it does not come in time."""
        size, count = _HEAD.unpack(self._exactly(_HEAD.size))
        if size > _MOST_JSON or count > _MOST_PIECES:
            raise Broken("a message of that size is none")
        try:
            message = json.loads(self._exactly(size))
        except (ValueError, RecursionError):
            raise Broken("what was sent is no message") from None
        sizes = struct.unpack(f"<{count}Q", self._exactly(8 * count))
        if not isinstance(message, dict) or sum(sizes) > _MOST_BYTES:
            raise Broken("what was sent is no message")
        return message, [self._exactly(n) for n in sizes]

    def _left(self) -> float | None:
        return None if self.deadline is None else max(1e-3, self.deadline - time.monotonic())

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            try:
                self.end.settimeout(self._left())
                part = self.end.recv(min(size, 1 << 20))
            except TimeoutError:
                raise Late from None
            except OSError as error:
                raise Broken(str(error)) from None
            if not part:
                raise Broken("the process has ended")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
