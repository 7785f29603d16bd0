"""Which branches of a tool of coreutils its environment does not allow, by name.

The environment is that of `benches/real/coreutils.py`: system calls and allocations do not fail, variables are not set, the locale is C, nothing is a
terminal, output is a pipe, and there are at most three words. A branch that was never taken is behind barriers (`--explain missed`): branches of which only
the other side was taken, and calls that no path returned from. Where all of its barriers wait for something that this environment does not have, the
environment does not allow it. What a barrier waits for is read off its line, so this is an estimate: a line that is not recognised counts as allowed.
"""

import collections
import re

# What a line waits for; the first that matches counts.
CAUSES = {
    "a call that fails": r"""(?x) full_write | close_stdout | (f|re)?close\s*\( | fclose | fflush | ferror | fstat(at)?\s*\( | \bl?stat\s*\( | fdopen | pipe2?\s*\( | fork\s*\(
        | SAFE_READ_ERROR | n_read\s*<\s*0 | bytes_read\s*<\s*0 | lseek | ftruncate | fputs_?\w*\s*\( .* ==\s*EOF | (fwrite|fputs|putchar|fread|write|read|dup2|sigaction)\s*\(
        | getcwd | xgetcwd | \berrno\b | _errno\b | sync_err | \berr\b | settime | gettimeofday | clock_gettime | close_stream | posix_fadvise | (un|rm|mk)(link|dir)(at)?\s*\(
        | (open|creat)(_safer)?\s*\( .*<\s*0 | fd\s*<\s*0 | desc\s*<\s*0 | io_error | write_error """,
    "no memory": r"malloc|realloc|calloc|xalloc|!\s*(mem|buf|node|proctab|p)\b|WRAPV|overflow|SIZE_MAX|_MAX\b",
    "a variable that is not set": r"getenv|POSIXLY|posixly|TMPDIR|SHELL|COLUMNS|LC_|TZ\b",
    "another locale": r"locale|MB_CUR_MAX|mbs|mbr|wchar|wide|hard_LC|unibyte|decimal_point|thousands|grouping|hard_",
    "a terminal or a device": r"isatty|ttyname|S_ISCHR|S_ISBLK|S_ISFIFO|S_ISSOCK|S_ISLNK|ioctl|FIONREAD|O_BINARY|O_DIRECT|SEEK_|usable_st_size|is_smack|selinux|scontext|S_TYPEIS|DEV_BSIZE|ST_BLKSIZE|st_blksize",
    "output that is a file": r"out_isreg|out_dev|out_ino|SAME_INODE|same_file|copy_cat|copy_file_range|outst",
    "an assertion that fails": r"assert|abort\s*\(|affirm|unreachable",
    "processes, threads and signals": r"waitpid|WIF|\bpid\b|cpid|child|fork|pthread|nthreads|signal|sig_|kill|proctab|nprocs|compress_program|filter_command|inotify|fts_",
    "debugging output": r"devmsg|dev_debug|debug",
    "the superuser": r"geteuid|getuid|chown|setuid|EPERM|device",
    "links of files": r"link|symlink",
}


def cause(barrier, sources):
    """The name of what a barrier waits for; `None` if a path may pass it."""
    if barrier["call"]:
        return f"`{barrier['call']}`"
    line = sources.line(barrier["file"], barrier["line"])
    return next((name for name, pattern in CAUSES.items() if re.search(pattern, line)), None)


class Sources:
    """Lines of files."""

    def __init__(self):
        self.files = {}

    def line(self, file, number):
        """The text of a line, from 1, joined with the one before if that goes on there; empty if there is none."""
        if file not in self.files:
            try:
                with open(file, errors="replace") as opened:
                    self.files[file] = opened.read().splitlines()
            except (OSError, TypeError):
                self.files[file] = []
        lines = self.files[file]
        return lines[number - 1] if number and number <= len(lines) else ""


def not_allowed(missed, suffix, sources):
    """How many of the branches that were never taken in the file with this suffix the environment does not allow, by cause."""
    allowed, causes = set(), {}
    for barrier in missed["barriers"]:
        name = cause(barrier, sources)
        for target in barrier["behind"]:
            if name is None:
                allowed.add(target)
            else:
                causes.setdefault(target, name)
    own = [number for number, target in enumerate(missed["targets"]) if (target["file"] or "").endswith(suffix)]
    return collections.Counter(causes[number] for number in own if number not in allowed and number in causes)
