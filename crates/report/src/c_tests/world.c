
/* The environment of a test is made before its program starts: the process creates a folder with
 * the files, standard input and the environment, and then re-executes the program with the arguments.
 * */

/* Variables of the caller that are kept: library paths, options of sanitizers, output of coverage.
 * */
static const char *const kept[] = {"PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS",
                                   "LSAN_OPTIONS", "LLVM_PROFILE_FILE", "GCOV_PREFIX", "GCOV_PREFIX_STRIP"};

static void give_up(const char *what) {
  perror(what);
  _exit(MISMATCH);
}

static void write_all(int to, const struct file *file) {
  const char *data = file->data;
  for (unsigned long done = 0; done < file->bytes;) {
    ssize_t count = write(to, data + done, file->bytes - done);
    if (count < 0) give_up(file->name);
    done += (unsigned long)count;
  }
}

static void make_file(const struct file *file) {
  char *name = strdup(file->name);
  for (char *slash = name; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    mkdir(name, 0777);
    *slash = '/';
  }
  int to = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (to < 0) give_up(file->name);
  write_all(to, file);
  close(to);
  free(name);
}

/* A pipe that holds the content, up to its capacity. */
static void give_input(const struct file *input) {
  int ends[2] = {-1, -1};
  FILE *large = input->bytes > 4096 ? tmpfile() : NULL;
  if (large) {
    ends[0] = ends[1] = fileno(large);
  } else if (pipe(ends) != 0) {
    give_up("standard input");
  }
  write_all(ends[1], input);
  if (large) lseek(ends[0], 0, SEEK_SET);
  if (dup2(ends[0], STDIN_FILENO) < 0) give_up("standard input");
  close(ends[0]);
  if (!large) close(ends[1]);
}

static void set_variables(const struct test *test, const char *folder) {
  enum { KEPT = sizeof kept / sizeof *kept };
  char *values[KEPT];
  for (int i = 0; i < KEPT; i++) {
    const char *value = getenv(kept[i]);
    values[i] = value ? strdup(value) : NULL;
  }
  clearenv();
  for (int i = 0; i < KEPT; i++)
    if (values[i]) setenv(kept[i], values[i], 1);
  for (const char *const *variable = test->world->variables; *variable; variable++) putenv((char *)*variable);
  setenv("SHEAF_TEST", test->name, 1);
  setenv("SHEAF_WORLD", folder, 1);
}

/* Starts the program in the environment of a test. Does not return. */
static void enter(const struct test *test, const char *folder) {
  const struct world *world = test->world;
  if (chdir(folder) != 0) give_up(folder);
  for (unsigned long i = 0; i < world->count; i++) make_file(&world->files[i]);
  give_input(&world->input);
  set_variables(test, folder);
  execv("/proc/self/exe", (char *const *)world->arguments);
  give_up("/proc/self/exe");
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  return remove(path);
}

static void remove_folder(const char *folder) { nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }
