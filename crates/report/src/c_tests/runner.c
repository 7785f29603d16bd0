
/* From here on, every file of tests is the same. */

static const struct test *current;
static unsigned long next_input;

/* Linked in when coverage is measured; a run that crashes must be told to write it. */
__attribute__((weak)) void __gcov_dump(void);
__attribute__((weak)) int __llvm_profile_write_file(void);

static void write_coverage(void) {
  if (__gcov_dump) __gcov_dump();
  if (__llvm_profile_write_file) __llvm_profile_write_file();
}

static void crash(int signal_number) {
  write_coverage();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Sanitizers: end by a signal, so that the runner can tell; reports by the program itself come last. */
__attribute__((weak)) const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0"; }
__attribute__((weak)) const char *__ubsan_default_options(void) { return "abort_on_error=1:print_stacktrace=0"; }
__attribute__((weak)) const char *__msan_default_options(void) { return "abort_on_error=1"; }

static void stop(int status) {
  fflush(NULL);
  write_coverage();
  _exit(status);
}

static void take(const char *name, void *to, unsigned long bytes) {
  if (bytes == 0) return;
  const struct input *input = current && next_input < current->count ? &current->inputs[next_input] : NULL;
  /* A program that goes on for ever is tested until its inputs are used up. */
  if (current && !input && strcmp(current->expected, OUT_OF_INPUTS) == 0) stop(0);
  if (!input || strcmp(input->name, name) != 0 || input->bytes != bytes) {
    fprintf(stderr, "sheaf: the program asks for input `%s` of %lu bytes, the test has ", name, bytes);
    if (input) fprintf(stderr, "`%s` of %lu bytes\n", input->name, input->bytes);
    else fprintf(stderr, "no more\n");
    stop(MISMATCH);
  }
  memcpy(to, input->data, bytes);
  next_input++;
}

#define WEAK __attribute__((weak))
#define INPUT(type, name) WEAK type name(void) { type value; take(#name, &value, sizeof value); return value; }
#define NONDET(type, name) INPUT(type, __VERIFIER_nondet_##name) INPUT(type, nondet_##name)

NONDET(_Bool, bool) NONDET(_Bool, _Bool)
NONDET(char, char) NONDET(signed char, schar) NONDET(unsigned char, uchar) NONDET(signed char, signed_char)
NONDET(unsigned char, unsigned_char) NONDET(short, short) NONDET(unsigned short, ushort) NONDET(unsigned short, unsigned_short)
NONDET(int, int) NONDET(unsigned, uint) NONDET(unsigned, unsigned) NONDET(unsigned, unsigned_int)
NONDET(long, long) NONDET(unsigned long, ulong) NONDET(unsigned long, unsigned_long)
NONDET(long long, longlong) NONDET(unsigned long long, ulonglong) NONDET(long long, long_long)
NONDET(unsigned long long, unsigned_long_long)
NONDET(signed char, int8) NONDET(unsigned char, uint8) NONDET(short, int16) NONDET(unsigned short, uint16)
NONDET(int, int32) NONDET(unsigned, uint32) NONDET(long long, int64) NONDET(unsigned long long, uint64)
NONDET(signed char, int8_t) NONDET(unsigned char, uint8_t) NONDET(short, int16_t) NONDET(unsigned short, uint16_t)
NONDET(int, int32_t) NONDET(unsigned, uint32_t) NONDET(long long, int64_t) NONDET(unsigned long long, uint64_t)
NONDET(__int128, int128) NONDET(unsigned __int128, uint128)
NONDET(unsigned long, size_t) NONDET(long, ssize_t) NONDET(long, ptrdiff_t) NONDET(long, intptr_t) NONDET(unsigned long, uintptr_t)
NONDET(long, time_t) NONDET(long long, loff_t) NONDET(long, off_t) NONDET(unsigned long, sector_t)
NONDET(unsigned char, u8) NONDET(unsigned short, u16) NONDET(unsigned, u32) NONDET(unsigned long long, u64)
NONDET(signed char, s8) NONDET(short, s16) NONDET(int, s32) NONDET(long long, s64)
NONDET(float, float) NONDET(double, double) NONDET(long double, long_double)
NONDET(void *, pointer) NONDET(char *, pchar) NONDET(char *, charp)

static void assume(int holds) {
  if (holds) return;
  fprintf(stderr, "sheaf: an assumption does not hold\n");
  stop(DROPPED);
}

static void assert_that(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "sheaf: assertion `%s` fails\n", what ? what : "");
  abort();
}

static const char *named(const char *name) { return name && *name ? name : "unnamed"; }

WEAK void klee_make_symbolic(void *address, size_t bytes, const char *name) {
  take(named(name), address, bytes);
}
WEAK void __VERIFIER_nondet_memory(void *address, size_t bytes) { klee_make_symbolic(address, bytes, NULL); }
WEAK int klee_int(const char *name) {
  int value;
  take(named(name), &value, sizeof value);
  return value;
}
WEAK int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  assume(begin <= value && value < end);
  return value;
}
WEAK void klee_assume(unsigned long condition) { assume(condition != 0); }
WEAK void klee_abort(void) { abort(); }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}
WEAK void klee_silent_exit(int status) { (void)status; stop(DROPPED); }
WEAK unsigned klee_is_symbolic(unsigned long value) { (void)value; return 0; }
WEAK unsigned klee_is_replay(void) { return 0; }
/* Of objects on the heap; sanitizers know it exactly. */
WEAK size_t malloc_usable_size(void *object);
WEAK size_t klee_get_obj_size(void *object) { return malloc_usable_size ? malloc_usable_size(object) : 0; }
WEAK void klee_prefer_cex(void *object, unsigned long condition) { (void)object; (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, unsigned long condition) { (void)object; (void)condition; }
WEAK void klee_warning(const char *message) { fprintf(stderr, "warning: %s\n", message); }
WEAK void klee_warning_once(const char *message) { klee_warning(message); }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *message, int value) { (void)message; (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int value) { return value; }
WEAK long klee_get_value_i64(long value) { return value; }

WEAK void __VERIFIER_assume(int holds) { assume(holds); }
WEAK void __VERIFIER_assert(int holds) { assert_that(holds, NULL); }
WEAK void __VERIFIER_error(void) { assert_that(0, "__VERIFIER_error is not reached"); }
WEAK void reach_error(void) { assert_that(0, "reach_error is not reached"); }
WEAK void __CPROVER_assume(_Bool holds) { assume(holds); }
WEAK void __CPROVER_assert(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_precondition(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_postcondition(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_cover(_Bool condition) { (void)condition; }
WEAK void __CPROVER_input(const char *name, ...) { (void)name; }
WEAK void __CPROVER_output(const char *name, ...) { (void)name; }

/* From here on this process runs the test; `main` follows. */
static void begin(const struct test *test) {
  current = test;
  alarm(SECONDS);
  if (__gcov_dump || __llvm_profile_write_file) {
    int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], crash);
  }
}

/* Prints how a test ended, and says whether that is fine. */
static int judge(const struct test *test, int ended) {
  int fine = 0;
  printf("%s: ", test->name);
  if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGALRM) {
    printf("no end in %d s", SECONDS);
  } else if (WIFSIGNALED(ended)) {
    printf("%s", strsignal(WTERMSIG(ended)));
  } else {
    int status = WEXITSTATUS(ended);
    fine = test->status < 0 ? status != MISMATCH && status != DROPPED : status == test->status;
    if (status == MISMATCH && !fine) printf("is for another program");
    else if (status == DROPPED && !fine) printf("an assumption does not hold");
    else printf("exit %d", status);
  }
  printf("%s (recorded: %s)\n", fine ? "" : ", NOT FINE", test->expected);
  return fine;
}

/* Runs a test in a process of its own. In that process, comes back with 1. */
static int run(const struct test *test, unsigned long *fine) {
  char folder[] = "/tmp/sheaf-XXXXXX";
  int ended = 0;
  if (test->world && !mkdtemp(folder)) give_up(folder);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    if (test->world) enter(test, folder);
    begin(test);
    return 1;
  }
  if (child > 0 && waitpid(child, &ended, 0) == child) *fine += (unsigned long)judge(test, ended);
  if (test->world) remove_folder(folder);
  return 0;
}

/* This process becomes a test, in a new folder if it is not in one yet. */
static void become(const struct test *test) {
  char folder[] = "/tmp/sheaf-XXXXXX";
  if (test->world && !getenv("SHEAF_WORLD")) {
    if (!mkdtemp(folder)) give_up(folder);
    fprintf(stderr, "sheaf: runs in %s\n", folder);
    enter(test, folder);
  }
  unsetenv("SHEAF_TEST");
  unsetenv("SHEAF_WORLD");
  begin(test);
}

/* Without SHEAF_TEST, runs all tests; with it, this process becomes that test. */
__attribute__((constructor(101))) static void run_tests(void) {
  const char *wanted = getenv("SHEAF_TEST");
  unsigned long count = sizeof tests / sizeof *tests, fine = 0;
  for (unsigned long i = 0; i < count; i++) {
    if (wanted && strcmp(wanted, tests[i].name) == 0) {
      become(&tests[i]);
      return;
    }
    if (!wanted && run(&tests[i], &fine)) return;
  }
  if (wanted) printf("there is no test `%s`\n", wanted);
  else printf("%lu of %lu tests are fine\n", fine, count);
  fflush(NULL);
  _exit(fine == count ? 0 : 1);
}
