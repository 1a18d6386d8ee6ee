"""Completion and the manual page, made of the command line's own description: shells.py LOCKSTEP

Every option of every command's --help is in each of them; bash, and where they are installed zsh and fish, complete what a
user has typed; groff sets the page without a warning."""
import re
import shutil
import subprocess
import sys


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def options_of(lockstep):
    """Command -> its options, as --help lists them, of groups of commands those of each."""
    def listed(*words):
        text = output(lockstep, *words, "--help")
        commands = re.findall(r"^  ([a-z]+) +\w", text.partition("Subcommands:")[2], re.MULTILINE)
        return commands, set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z0-9-]*)", text, re.MULTILINE))

    commands = listed()[0]
    assert {"fuzz", "replay", "exec", "lint"} <= set(commands) and len(commands) <= 20 and "units" not in commands, commands
    options = {(command,): listed(command) for command in commands}
    options |= {(*group, one): listed(*group, one) for group, (inside, _) in list(options.items()) for one in inside}
    assert ("arith", "mma") in options and ("check", "waits") in options, options.keys()
    return {" ".join(words): names for words, (_, names) in options.items()}


def still_works(lockstep, old, new):
    """A word from before commands stood in groups: the same, with a line that says the new one."""
    before, now = (subprocess.run([lockstep, *words], capture_output=True, text=True) for words in (old, new))
    assert (before.returncode, before.stdout) == (now.returncode, now.stdout), (old, before, now)
    assert before.stderr == f"lockstep: `{old[0]}` is now `{new[0]} {old[0]}`\n" + now.stderr, before.stderr


def must_complete(shell, script, typed, wanted, unwanted):
    words = typed.split(" ")
    if shell == "bash":
        said = output("bash", "-c", f'source /dev/stdin <<<"$1"; COMP_WORDS=({" ".join(repr(w) for w in words)}); '
                      f'COMP_CWORD={len(words) - 1}; _lockstep; printf "%s\\n" "${{COMPREPLY[@]}}"', "bash", script)
    elif shell == "fish":
        said = output("fish", "--no-config", "-c", f"source (echo $argv[1] | psub); complete -C{typed!r}", "--", script)
    else:  # without a terminal zsh completes nothing: that it parses, and what it would offer
        output("zsh", "-f", "-n", "-c", script)
        said = output("zsh", "-f", "-c", "compdef() { :; }; _describe() { print -l -- $commands; }; "
                      "_arguments() { print -l -- \"$@\"; };" + script +
                      f"\nwords=({' '.join(repr(w) for w in words)}); CURRENT={len(words)}; _lockstep")
    for word in wanted:
        assert word in said, (shell, typed, word, said)
    for word in unwanted:
        assert word not in said, (shell, typed, word, said)


def main():
    lockstep = sys.argv[1]
    options = options_of(lockstep)
    scripts = {shell: output(lockstep, "shell", "completion", shell) for shell in ("bash", "zsh", "fish")}
    page = output(lockstep, "shell", "manual")
    for command, names in options.items():
        for name in names - {"--help"}:
            for shell, script in scripts.items():
                assert (f"-l {name[2:]} " if shell == "fish" else name) in script, (shell, command, name)
            assert name.replace("-", "\\-") in page, (command, name)
    for new in (["arith", "format", "e4m3fn", "0x7e"], ["arith", "quantise", "--format", "e4m3fn", "957"],
                ["arith", "layout", "deepgemm_packed_scales", "--rows", "5", "--blocks", "6"], ["arith", "mma", "none"],
                ["arith", "probe", "--from", "none.json"], ["arith", "judges", "--bug", "none"],
                ["object", "info", "none.co"], ["object", "disasm", "none.co"], ["shell", "completion", "bash"],
                ["shell", "manual"]):
        still_works(lockstep, new[1:], new)
    tried = []
    for shell, script in scripts.items():
        if shutil.which(shell) is None:
            print(f"no {shell} here: its script was only read")
            continue
        tried.append(shell)
        must_complete(shell, script, "lockstep f", ["fuzz"], [] if shell == "zsh" else ["replay"])
        must_complete(shell, script, "lockstep fuzz --ca", ["--cases"], ["--device-"] if shell == "zsh" else ["--seed"])
        must_complete(shell, script, "lockstep fuzz grouped_gemm_m", ["grouped_gemm_masked"], [])
        must_complete(shell, script, "lockstep arith q", ["quantise"], [])
        must_complete(shell, script, "lockstep check w", ["waits"], [])
        must_complete(shell, script, "lockstep fuzz --order d" if shell != "zsh" else "lockstep fuzz --order ", ["declared"], [])
    assert "bash" in tried
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr
        text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
        assert "lockstep - prove" in text and "--cases UINT" in text.replace("\u2010", "-"), text[:2000]
        wrong = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page + ".nonsense\n", capture_output=True, text=True)
        assert wrong.stderr, "groff says nothing of a page that is wrong"
    print(f"completes in {', '.join(tried)}; {sum(map(len, options.values()))} options described")


if __name__ == "__main__":
    main()
