"""KLEE's answer on a program with a function `target`, where `klee` is installed."""

import pathlib
import re
import shutil
import subprocess
import tempfile

from measure import limited


def version():
    """KLEE's version and that of its LLVM; `None` without it, or without the clang whose bitcode it
    reads."""
    if not shutil.which("klee"):
        return None
    text = subprocess.run(["klee", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"KLEE (\S+).*?LLVM version (\d+)", text, re.S)
    return found.groups() if found and shutil.which(f"clang-{found[2]}") else None


def reach(source, limit):
    """A row: until the first failure, where the call of `target` is one."""
    _, llvm = version()
    with tempfile.TemporaryDirectory() as folder:
        # The target is replaced in the text: it must be an error, with which KLEE ends.
        for path in source.parent.iterdir():
            if path.suffix in (".c", ".h"):
                text = path.read_text().replace(
                    "void target(void) {}", "void target(void) { __builtin_trap(); }"
                )
                pathlib.Path(folder, path.name).write_text(text)
        flags = "-c -emit-llvm -g -O0 -Xclang -disable-O0-optnone -w".split()
        subprocess.run(
            [f"clang-{llvm}", *flags, "-o", f"{folder}/a.bc", f"{folder}/{source.name}"], check=True
        )
        ran = limited(
            ["klee", "--exit-on-error", f"--output-dir={folder}/out", f"{folder}/a.bc"], limit
        )
    if "KLEE: ERROR" in ran.errors:
        return {"answer": "reached", "seconds": ran.seconds}
    return {"answer": "unknown" if ran.interrupts else "unreachable", "seconds": ran.seconds}
