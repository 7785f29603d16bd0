"""Real programs, built with `sheaf cc`: one command each, without the build of the package."""

import pathlib
import subprocess
import sys
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from measure import ROOT, SHEAF  # noqa: E402

SOURCES = ROOT / "target/real"
BUILT = ROOT / "target/real/limits"
FLAGS = ["-g", "-O0", "-w"]

# What every program gets: an option or the name of a file, the file, and input.
USUAL = ["--args", "1,3", "--file", "A,8", "--stdin", "8"]


@dataclass
class Program:
    """How a program is built in the folder of its package."""

    package: str
    sources: list  # patterns
    flags: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)  # what the configuration of the package would write
    prepare: list = field(default_factory=list)  # commands that write sources


EXPAT = "#define XML_GE 1\n#define XML_DTD 1\n#define XML_NS 1\n#define XML_CONTEXT_BYTES 1024\n#define BYTEORDER 1234\n#define XML_DEV_URANDOM 1\n"
CMARK_VERSION = "#define CMARK_VERSION 0\n#define CMARK_VERSION_STRING \"0\"\n"
CMARK_EXPORT = "#define CMARK_EXPORT\n#define CMARK_NO_EXPORT\n#define CMARK_INLINE inline\n"

PROGRAMS = {
    "cgltf": Program("cgltf", ["test/main.c"], ["-I.", "-lm"]),
    "cmark": Program(
        "cmark",
        ["src/*.c"],
        ["-Isrc", "-DHAVE_C99_SNPRINTF", "-DHAVE_STDBOOL_H", "-DHAVE___BUILTIN_EXPECT", "-DHAVE___ATTRIBUTE__"],
        {"cmark_version.h": CMARK_VERSION, "cmark_export.h": CMARK_EXPORT, "config.h": "#include <stdbool.h>\n#define CMARK_ATTRIBUTE(list) __attribute__ (list)\n"},
    ),
    "expat": Program(
        "expat",
        [
            # Debian has them one folder deeper in some releases.
            *(f"{top}xmlwf/{it}.c" for top in ["", "expat/"] for it in ["xmlwf", "xmlfile", "codepage", "readfilemap"]),
            *(f"{top}lib/{it}.c" for top in ["", "expat/"] for it in ["xmlparse", "xmlrole", "xmltok", "random_dev_urandom"]),
        ],
        ["-Ilib", "-Iexpat/lib", "-DHAVE_UNISTD_H", "-DHAVE_FCNTL_H", "-DXML_STATIC", "-DPACKAGE_VERSION=\"0\""],
        {"expat_config.h": EXPAT},
    ),
    "mujs": Program("mujs", ["one.c", "main.c"], ["-lm"]),
    "onetrueawk": Program(
        "original-awk",
        [f"{it}.c" for it in ["awkgram.tab", "b", "lex", "lib", "main", "parse", "proctab", "run", "tran"]],
        ["-lm"],
        prepare=[["make", "HOSTCC=cc", "proctab.c"]],
    ),
    "sqlite3": Program("sqlite3", ["sqlite3.c", "shell.c"], ["-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_THREADSAFE=0", "-lm"], {}, [["./configure", "--disable-tcl"], ["make", "sqlite3.c", "shell.c"]]),
    "uriparser": Program(
        "uriparser",
        ["tool/uriparse.c", "src/*.c"],
        ["-Iinclude", "-Isrc", "-DURI_STATIC_BUILD", "-D_GNU_SOURCE", "-DPACKAGE_VERSION=\"0\""],
        {"UriConfig.h": "#define PACKAGE_VERSION \"0\"\n"},
    ),
    "zlib": Program("zlib", ["test/minigzip.c", "*.c"], ["-DHAVE_UNISTD_H", "-I."]),
}


def real_programs(names):
    """Names and files of real programs: packages that this file knows, or folders of programs that `sheaf cc` has built."""
    for name in names:
        if name in PROGRAMS:
            yield name, build(name)
        elif pathlib.Path(name).is_dir():
            files = sorted(path for path in pathlib.Path(name).iterdir() if path.is_file() and path.read_bytes()[:4] == b"\x7fELF")
            yield from ((path.name, path.resolve()) for path in files)
        else:
            sys.exit(f"limits: `{name}` is no folder, and no program of {', '.join(PROGRAMS)}")


def build(name):
    """Builds a program, unless that was done."""
    program = PROGRAMS[name]
    folder, target = SOURCES / program.package, BUILT / name
    if target.exists():
        return target
    if not folder.is_dir():
        subprocess.run([ROOT / "benches/real/fetch.sh", program.package], check=False)
    if not folder.is_dir():
        sys.exit(f"limits: no sources of {name} in {folder}")
    headers = BUILT / f"{name}.d"
    headers.mkdir(parents=True, exist_ok=True)
    for file, text in program.headers.items():
        (headers / file).write_text(text)
    for command in program.prepare:
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    sources = [str(path) for pattern in program.sources for path in sorted(folder.glob(pattern))]
    subprocess.run([SHEAF, "cc", *FLAGS, f"-I{headers}", *program.flags, "-o", str(target), *sources], check=True, cwd=folder)
    return target
