"""The tools of GNU coreutils: how they are built, and their usual environment."""

import os
import subprocess

from measure import SHEAF

# An option that may be long, two short words, input, and a file with a short name.
USUAL = "--args 1,10 --args 2,2 --stdin 8 --file A,8"

ABSENT = ["nls", "acl", "xattr", "libcap"]
OPTIONS = [*(f"--disable-{it}" for it in ABSENT), "--without-selinux", "--without-openssl", "--without-libgmp", "--with-included-regex"]


def build_coreutils(source, folder, tools, log):
    """Builds tools from the folder `source` with `sheaf cc` in another one, as far as they are not there; writes what is printed to `log`."""
    folder.mkdir(parents=True, exist_ok=True)

    def run(*words):
        environment = {**os.environ, "FORCE_UNSAFE_CONFIGURE": "1"}
        subprocess.run(words, check=True, cwd=folder, stdout=log, stderr=log, env=environment)

    if not (folder / "Makefile").exists():
        run(source / "configure", f"CC={SHEAF} cc", "CFLAGS=-g", *OPTIONS)
        # Headers that the build makes must be there before any single program.
        (folder / "headers.mk").write_text("include Makefile\nheaders: $(BUILT_SOURCES)\n")
        run("make", "-f", "headers.mk", "headers")
    run("make", *(f"src/{tool}" for tool in tools))
