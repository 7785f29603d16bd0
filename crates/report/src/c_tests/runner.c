
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
__attribute__((weak)) void __lsan_disable(void);

/* The program may handle this signal itself. */
static void report_of_sanitizer(void) {
  write_coverage();
  signal(SIGABRT, SIG_DFL);
  abort();
}

/* As their options above, for runtimes that do not take these. Who gives options wants leaks as
 * they say. */
static void set_up_sanitizers(void) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(report_of_sanitizer);
  if (__lsan_disable && !getenv("ASAN_OPTIONS") && !getenv("LSAN_OPTIONS")) __lsan_disable();
}

/* The object whose content the next input is, or the last one, which is none. */
static const struct object *next_object(void) {
  const struct object *object = objects;
  while (object->name && strcmp(object->name, current->inputs[next_input].name) != 0) object++;
  return object;
}

/* The inputs at the start of a test that are the content of undefined objects. */
static void take_objects(void) {
  const struct object *object;
  while (next_input < current->count && (object = next_object())->name)
    take(object->name, object->at, object->bytes);
}

/* From here on this process runs the test; `main` follows. */
static void begin(const struct test *test) {
  current = test;
  take_objects();
  set_up_sanitizers();
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
    printf("no end within %d s", SECONDS);
  } else if (WIFSIGNALED(ended)) {
    fine = test->status == 128 + WTERMSIG(ended);
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

/* Runs a test in a new process. Returns 1 in that process. */
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
  unsigned long count = sizeof tests / sizeof *tests - 1, fine = 0;
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
