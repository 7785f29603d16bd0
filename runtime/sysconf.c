/* unistd.h: the values of sysconf, pathconf and confstr. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

size_t strlcpy(char *to, const char *from, size_t size);

static int refuse(int error) {
  errno = error;
  return -1;
}

/* NONE: an option that glibc does not have, or no limit. */
enum { VERSION = 200809, NONE = -1 };

/* The values that are constants of glibc; 0 for others. */
static const int constants[] = {
    [_SC_CLK_TCK] = 100, [_SC_NGROUPS_MAX] = 65536, [_SC_STREAM_MAX] = 16, [_SC_TZNAME_MAX] = NONE,
    [_SC_JOB_CONTROL ... _SC_SAVED_IDS] = 1, [_SC_REALTIME_SIGNALS ... _SC_SHARED_MEMORY_OBJECTS] = VERSION,
    [_SC_AIO_LISTIO_MAX ... _SC_AIO_MAX] = NONE, [_SC_AIO_PRIO_DELTA_MAX] = 20, [_SC_DELAYTIMER_MAX] = INT_MAX,
    [_SC_MQ_OPEN_MAX] = NONE, [_SC_MQ_PRIO_MAX] = 32768, [_SC_VERSION] = VERSION, [_SC_RTSIG_MAX] = 32,
    [_SC_SEM_NSEMS_MAX] = NONE, [_SC_SEM_VALUE_MAX] = INT_MAX, [_SC_TIMER_MAX] = NONE, [_SC_BC_BASE_MAX] = 99,
    [_SC_BC_DIM_MAX] = 2048, [_SC_BC_SCALE_MAX] = 99, [_SC_BC_STRING_MAX] = 1000, [_SC_COLL_WEIGHTS_MAX] = 255,
    [_SC_EXPR_NEST_MAX] = 32, [_SC_LINE_MAX] = 2048, [_SC_RE_DUP_MAX] = 32767, [_SC_CHARCLASS_NAME_MAX] = 2048,
    [_SC_2_VERSION ... _SC_2_C_DEV] = VERSION, [_SC_2_FORT_DEV ... _SC_2_FORT_RUN] = NONE,
    [_SC_2_SW_DEV ... _SC_2_LOCALEDEF] = VERSION, [_SC_PII ... _SC_SELECT] = NONE, [_SC_UIO_MAXIOV] = 1024,
    [_SC_PII_INTERNET_STREAM ... _SC_T_IOV_MAX] = NONE, [_SC_THREADS ... _SC_THREAD_SAFE_FUNCTIONS] = VERSION,
    [_SC_GETGR_R_SIZE_MAX ... _SC_GETPW_R_SIZE_MAX] = 1024, [_SC_LOGIN_NAME_MAX] = 256, [_SC_TTY_NAME_MAX] = 32,
    [_SC_THREAD_DESTRUCTOR_ITERATIONS] = 4, [_SC_THREAD_KEYS_MAX] = 1024, [_SC_THREAD_STACK_MIN] = 16384,
    [_SC_THREAD_THREADS_MAX] = NONE, [_SC_THREAD_ATTR_STACKADDR ... _SC_THREAD_PROCESS_SHARED] = VERSION,
    [_SC_ATEXIT_MAX] = INT_MAX, [_SC_PASS_MAX] = 8192, [_SC_XOPEN_VERSION] = 700, [_SC_XOPEN_XCU_VERSION] = 4,
    [_SC_XOPEN_UNIX] = 1, [_SC_XOPEN_CRYPT] = NONE, [_SC_XOPEN_ENH_I18N ... _SC_XOPEN_SHM] = 1,
    [_SC_2_CHAR_TERM ... _SC_2_C_VERSION] = VERSION, [_SC_2_UPE] = NONE, [_SC_XOPEN_XPG2 ... _SC_XOPEN_XPG4] = 1,
    [_SC_CHAR_BIT] = 8, [_SC_CHAR_MAX] = 127, [_SC_CHAR_MIN] = -128, [_SC_INT_MAX] = INT_MAX, [_SC_INT_MIN] = INT_MIN,
    [_SC_WORD_BIT] = 32, [_SC_MB_LEN_MAX] = 16, [_SC_NZERO] = 20, [_SC_SSIZE_MAX] = 32767, [_SC_SCHAR_MAX] = 127,
    [_SC_SCHAR_MIN] = -128, [_SC_SHRT_MAX] = 32767, [_SC_SHRT_MIN] = -32768, [_SC_UCHAR_MAX] = 255, [_SC_ULONG_MAX] = NONE,
    [_SC_USHRT_MAX] = 65535, [_SC_NL_ARGMAX] = 4096, [_SC_NL_LANGMAX] = 2048, [_SC_NL_MSGMAX ... _SC_NL_TEXTMAX] = INT_MAX,
    [_SC_XOPEN_LEGACY ... _SC_XOPEN_REALTIME_THREADS] = 1, [_SC_ADVISORY_INFO ... _SC_BARRIERS] = VERSION,
    [_SC_BASE ... _SC_C_LANG_SUPPORT_R] = NONE, [_SC_CLOCK_SELECTION ... _SC_THREAD_CPUTIME] = VERSION,
    [_SC_DEVICE_IO ... _SC_FILE_SYSTEM] = NONE, [_SC_MONOTONIC_CLOCK] = VERSION, [_SC_MULTI_PROCESS ... _SC_NETWORKING] = NONE,
    [_SC_READER_WRITER_LOCKS ... _SC_SPIN_LOCKS] = VERSION, [_SC_REGEXP] = 1, [_SC_REGEX_VERSION] = NONE, [_SC_SHELL] = 1,
    [_SC_SIGNALS] = NONE, [_SC_SPAWN] = VERSION, [_SC_SPORADIC_SERVER ... _SC_SYSTEM_DATABASE_R] = NONE,
    [_SC_TIMEOUTS] = VERSION, [_SC_TYPED_MEMORY_OBJECTS ... _SC_2_PBS_CHECKPOINT] = NONE, [_SC_HOST_NAME_MAX] = 64,
    [_SC_TRACE ... _SC_TRACE_LOG] = NONE, [_SC_IPV6 ... _SC_RAW_SOCKETS] = VERSION,
    [_SC_TRACE_EVENT_NAME_MAX ... _SC_XOPEN_STREAMS] = NONE,
};

/* A limit of the process. */
static long limit(__rlimit_resource_t resource) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  return (long)limit.rlim_cur;
}

/* Names that glibc knows, but not the value of. */
static int is_unknown(int name) {
  return name == _SC_EQUIV_CLASS_MAX || (name > _SC_LEVEL4_CACHE_LINESIZE && name < _SC_IPV6) || name == _SC_SS_REPL_MAX ||
         name == _SC_THREAD_ROBUST_PRIO_INHERIT || name == _SC_THREAD_ROBUST_PRIO_PROTECT;
}

long sysconf(int name) {
  if (name < 0 || name > _SC_SIGSTKSZ || is_unknown(name)) return refuse(EINVAL);
  switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_OPEN_MAX: return sheaf_descriptors();
    case _SC_ARG_MAX: return limit(RLIMIT_STACK) / 4 > 131072 ? limit(RLIMIT_STACK) / 4 : 131072;
    case _SC_CHILD_MAX: return limit(RLIMIT_NPROC);
    case _SC_SIGQUEUE_MAX: return limit(RLIMIT_SIGPENDING);
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: sheaf_assume_machine(); return 1;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES: sheaf_assume_machine(); return 262144;
    case _SC_LONG_BIT: return 8 * sizeof(long);
    case _SC_UINT_MAX: return (long)UINT_MAX;
  }
  int is_constant = name < (int)(sizeof constants / sizeof *constants) && constants[name];
  if (!is_constant) __sheaf_unmodelled("this value of sysconf");
  return constants[name];
}

/* For a file of a small ext4. */
static long path_limit(const struct sheaf_node *node, int what) {
  if (what < 0 || what > _PC_2_SYMLINKS) return refuse(EINVAL);
  switch (what) {
    case _PC_MAX_CANON:
    case _PC_MAX_INPUT:
    case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX:
    case _PC_PIPE_BUF: return 4096;
    case _PC_CHOWN_RESTRICTED:
    case _PC_NO_TRUNC: return 1;
    case _PC_VDISABLE: return 0;
  }
  if (!S_ISREG(node->mode) && !S_ISDIR(node->mode)) __sheaf_unmodelled("a limit of a pipe or a device");
  switch (what) {
    case _PC_LINK_MAX: return 65000;
    case _PC_FILESIZEBITS: return 64;
    case _PC_REC_MIN_XFER_SIZE:
    case _PC_REC_XFER_ALIGN:
    case _PC_ALLOC_SIZE_MIN: return 4096;
    case _PC_2_SYMLINKS: return 1;
    default: return -1; /* no limit, or an option that it does not have */
  }
}

long pathconf(const char *name, int what) {
  if (!*name) return refuse(ENOENT);
  const struct sheaf_node *node = sheaf_find_or_note(name);
  return node ? path_limit(node, what) : -1;
}

long fpathconf(int file, int what) {
  const struct sheaf_open *open = sheaf_opened(file);
  return open ? path_limit(open->node, what) : -1;
}

size_t confstr(int name, char *buffer, size_t size) {
  const char *text = NULL;
  switch (name) {
    case _CS_PATH: text = "/bin:/usr/bin"; break;
    case _CS_GNU_LIBC_VERSION: text = "glibc 2.36"; break;
    case _CS_GNU_LIBPTHREAD_VERSION: text = "NPTL 2.36"; break;
    case _CS_V6_ENV:
    case _CS_V7_ENV: text = "POSIXLY_CORRECT=1"; break;
  }
  if (!text && ((name >= 0 && name <= _CS_V7_WIDTH_RESTRICTED_ENVS) || (name >= _CS_LFS_CFLAGS && name <= _CS_V7_ENV)))
    __sheaf_unmodelled("this value of confstr");
  if (!text) return refuse(EINVAL), 0;
  return strlcpy(buffer, text, buffer ? size : 0) + 1;
}
