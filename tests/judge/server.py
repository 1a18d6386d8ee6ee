#!/usr/bin/env python3
"""`lockstep judge --serve`: by plain lines and by the client of the Model Context Protocol's SDK, and what hostile requests
come to: server.py COMMAND FOLDER SOURCES SCHEMA."""
import asyncio
import ctypes
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

import jsonschema
from mcp import Client, ClientSession, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from served import Server

LOCKSTEP, FOLDER, SOURCES, SCHEMA = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
FOLDER /= "gfx950"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
RIGHT = {"candidate": "honest.co", "against": "axpy.json", "kernel": "axpy", "seed": 7}
ENDLESS = {"candidate": "spins.hip", "against": "axpy.json", "kernel": "spins", "budget": 300}
SPINS = "#include \"common.hpp\"\nKERNEL spins(AXPY) { for (int i = 0;;) asm volatile(\"v_add_u32 %0, 1, %0\" : \"+v\"(i)); }\n"
LANDLOCK = ctypes.CDLL(None).syscall(444, None, 0, 1) > 0  # landlock_create_ruleset: its version


def is_clean(answer):
    verdict = answer["verdict"]
    VALIDATOR.validate(verdict)
    return verdict["finding"] == "clean"


def folder_for(parent):
    """Files that a server may look at, in a folder whose parent it may not."""
    folder = parent / "served"
    folder.mkdir()
    for name in ("honest.co", "cheats.co", "axpy.json", "sum.json"):
        shutil.copy(FOLDER / name, folder)
    shutil.copy(SOURCES / "common.hpp", folder)
    shutil.copy(FOLDER / "honest.co", parent / "outside.co")
    (parent / "secret.bin").write_bytes(bytes(1000))
    (folder / "link.co").symlink_to(parent / "outside.co")
    (folder / "spins.hip").write_text(SPINS)
    launch = json.loads((FOLDER / "axpy.json").read_text())
    launch["buffers"][0] = {"name": "a", "size": 1000, "file": "../secret.bin", "access": "read"}
    (folder / "reads_outside.json").write_text(json.dumps(launch))
    (folder / "includes.hip").write_text("#include \"../secret.hpp\"\n")
    (parent / "secret.hpp").write_text("the secret\n")
    os.mkfifo(folder / "pipe.co")
    return folder


def hostile_lines(server):
    """Each has an error for an answer, and the server lives on."""
    for line in (b"{\n", b"[1]\n", b"\"text\"\n", b"\xff\xfe\n", b"{}\n", b"{\"candidate\": 3}\n", b"{\"candidate\": \"\"}\n",
                 b"{\"candidate\": \"a\\u0000b\"}\n", b"[" * 100000 + b"\n", b"x" * (3 << 20) + b"\n", b"{\"id\": {}, \"candidate\": \"a\"}\n",
                 b"{\"candidate\": \"honest.co\", \"budget\": 0}\n", b"{\"candidate\": \"honest.co\", \"budget\": 1e9}\n",
                 b"{\"candidate\": \"honest.co\", \"seed\": -1}\n", b"{\"candidate\": \"honest.co\", \"no_such_key\": 1}\n",
                 b"{\"cancel\": 17}\n"):
        server.write(line)
        answer = server.read()
        assert "verdict" not in answer and isinstance(answer["error"], str), (line[:40], answer)
    server.write(b"\n \n")
    assert is_clean(server.ask(id=1, **RIGHT))


def hostile_files(server):
    for name in ("../outside.co", "/etc/passwd", "link.co", str(FOLDER / "honest.co")):
        for request in ({"candidate": name, "against": "axpy.json"}, {"candidate": "honest.co", "against": name}):
            answer = server.ask(**request)
            assert "lies outside of the folder" in answer.get("error", ""), (request, answer)
    assert "lockstep judge" in server.ask(candidate="mine.py:run", against="nothing")["error"]
    missing = server.ask(candidate="missing.co", against="axpy.json")["verdict"]
    assert (missing["execution"], missing["finding"]) == ("not_run", "not_evaluated"), missing
    for name in ("reads_outside.json", "includes.hip") if LANDLOCK else ():
        answer = server.ask(candidate=name, against="axpy.json")
        assert answer["verdict"]["execution"] == "not_run" and "the secret" not in json.dumps(answer), answer


def compiled_candidates(server):
    """The folder in which a source is compiled has gone when its verdict is read."""
    verdict = server.ask(candidate="spins.hip", against="axpy.json")["verdict"]
    assert verdict["execution"] == "not_run" and verdict["cause"].startswith("spins.hip: has no kernel axpy; it has spins"), verdict


def hostile_candidates(server):
    """One that never ends, one that nobody writes, and one that kills its process."""
    begin = time.monotonic()
    endless = server.ask(candidate="spins.hip", against="axpy.json", kernel="spins", budget=0.5)["verdict"]
    assert endless["execution"] == "timeout" and endless["finding"] == "inconclusive", endless
    pipe = server.ask(candidate="pipe.co", against="axpy.json")["verdict"]
    assert pipe["execution"] == "not_run" and "neither a file nor a folder" in pipe["cause"], pipe
    VALIDATOR.validate(pipe)
    assert time.monotonic() - begin < 30
    server.write({"id": "dies", **ENDLESS})
    children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    while not (child := children.read_text().split()):
        time.sleep(0.01)
    os.kill(int(child[0]), 11)
    died = server.read()
    assert died["id"] == "dies" and died["verdict"]["execution"] == "tool_error" and "signal 11" in died["verdict"]["cause"], died
    VALIDATOR.validate(died["verdict"])
    assert is_clean(server.ask(**RIGHT))


def turns_and_cancelling(server):
    for n in range(5):
        server.write({"id": n, **RIGHT})
    assert [server.read()["id"] for _ in range(5)] == list(range(5))
    server.write({"id": "runs", **ENDLESS})
    server.write({"id": "waits", **RIGHT})
    server.write({"id": "last", **RIGHT})
    server.write({"cancel": "waits"})
    assert server.read() == {"id": "waits", "error": "cancelled"}
    server.write({"cancel": "runs"})
    assert server.read() == {"id": "runs", "error": "cancelled"}
    last = server.read()
    assert last["id"] == "last" and is_clean(last)


def end_of_input(folder):
    """What was asked before is answered; nothing is left in the folder."""
    before = sorted(folder.iterdir())
    with Server(LOCKSTEP, folder) as server:
        server.write({"id": 1, **RIGHT})
        server.write(json.dumps({"id": 2, **RIGHT}).encode())  # without an end of line
        server.process.stdin.close()
        assert [server.read()["id"] for _ in range(2)] == [1, 2]
        assert server.process.wait(30) == 0
    assert sorted(folder.iterdir()) == before


async def by_the_sdk(folder):
    """Of both kinds of the protocol's revisions: with a handshake, and without."""
    with (folder.parent / "errors").open("w") as errors:
        def started():
            return stdio_client(StdioServerParameters(command=str(LOCKSTEP), args=["judge", "--serve", str(folder)]), errlog=errors)
        async with started() as (read, write), ClientSession(read, write) as session:
            known = await session.initialize()
            assert known.server_info.name == "lockstep" and "inconclusive" in known.instructions
            await session.send_ping()
            await calls(session)
        async with Client(started()) as client:
            assert client.session.protocol_version == "2026-07-28", client.session.protocol_version
            await calls(client)


async def calls(session):
    tool, = (await session.list_tools()).tools
    assert tool.name == "judge" and tool.input_schema["required"] == ["candidate"]
    jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    clean = await session.call_tool("judge", RIGHT)
    assert not clean.is_error and is_clean({"verdict": clean.structured_content})
    assert clean.content[0].text.startswith("clean ") and "reproduce" in clean.content[0].text
    found = await session.call_tool("judge", RIGHT | {"candidate": "cheats.co", "kernel": "zeros"})
    assert found.structured_content["finding"] == "found" and not found.is_error
    wrong = await session.call_tool("judge", {"candidate": "../outside.co", "against": "axpy.json"})
    assert wrong.is_error and "outside" in wrong.content[0].text
    assert (await session.call_tool("judge", {"candidate": 3})).is_error
    for call in (session.call_tool("no_such_tool", {}), session.list_prompts()):
        try:
            await call
        except MCPError:
            continue
        raise AssertionError("no error")
    answers = await asyncio.gather(*(session.call_tool("judge", RIGHT) for _ in range(4)))
    assert all(a.structured_content["finding"] == "clean" for a in answers)


def rpc_lines(server):
    """What an SDK does not send."""
    def ask(**line):
        server.write({"jsonrpc": "2.0", **line})
        return server.read()
    server.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert ask(id=1, method="initialize", params={"protocolVersion": "1999-01-01"})["result"]["protocolVersion"].startswith("20")
    assert ask(id=2, method="no/such")["error"]["code"] == -32601
    assert ask(id=3)["error"]["code"] == -32600
    assert ask(id=4, method="tools/call", params=[1])["error"]["code"] == -32600
    server.write(b"{\n")
    assert server.read()["error"]["code"] == -32700
    # What was cancelled has no answer.
    call = {"method": "tools/call", "params": {"name": "judge", "arguments": ENDLESS}}
    server.write({"jsonrpc": "2.0", "id": 5, **call})
    server.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}})
    assert ask(id=6, method="ping") == {"jsonrpc": "2.0", "id": 6, "result": {}}


def main():
    with tempfile.TemporaryDirectory() as parent:
        folder = folder_for(pathlib.Path(parent))
        with Server(LOCKSTEP, folder) as server:
            for part in (hostile_lines, hostile_files, compiled_candidates, hostile_candidates, turns_and_cancelling, rpc_lines):
                part(server)
        asyncio.run(by_the_sdk(folder))
        end_of_input(folder)


if __name__ == "__main__":
    main()
