
/* The rest is the same in every file of tests. */

static const struct test *current;
static unsigned long next_input;

/* Linked in when coverage is measured; a run that crashes must write it explicitly. */
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

/* Sanitizers end the process by a signal, so that the runner can tell; reports by the program
 * itself come last. Statically linked runtimes (clang) have their own definitions of the options. */
__attribute__((weak)) const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0"; }
__attribute__((weak)) const char *__ubsan_default_options(void) { return "abort_on_error=1:print_stacktrace=0"; }
__attribute__((weak)) const char *__msan_default_options(void) { return "abort_on_error=1"; }

__attribute__((noreturn)) static void stop(int status) {
  fflush(NULL);
  write_coverage();
  _exit(status);
}

static void take(const char *name, void *to, unsigned long bytes) {
  if (bytes == 0) return;
  const struct input *input = current && next_input < current->count ? &current->inputs[next_input] : NULL;
  /* A program that never ends is tested until its inputs are used up. */
  if (current && !input && strcmp(current->expected, OUT_OF_INPUTS) == 0) stop(0);
  if (!input || strcmp(input->name, name) != 0 || input->bytes != bytes) {
    fprintf(stderr, "sheaf: the program reads input `%s` of %lu bytes, the test has ", name, bytes);
    if (input) fprintf(stderr, "`%s` of %lu bytes\n", input->name, input->bytes);
    else fprintf(stderr, "no more\n");
    stop(MISMATCH);
  }
  memcpy(to, input->data, bytes);
  next_input++;
}

#define WEAK __attribute__((weak))
#define INPUT(type, input, name) WEAK type name() { type value; take(input, &value, sizeof value); return value; }
#define NONDET(type, name) INPUT(type, "__VERIFIER_nondet_" #name, __VERIFIER_nondet_##name) INPUT(type, "nondet_" #name, nondet_##name)
