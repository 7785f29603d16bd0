/* Listing folders while they change, flags of descriptors, and mappings. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0644)); }

static int count(DIR *folder) {
  int n = 0;
  while (readdir(folder)) n++;
  return n;
}

/* Files that are removed or made while the folder is listed do not change the list. */
static void remove_all(DIR *folder) {
  struct dirent *entry;
  int listed = 0, removed = 0;
  while ((entry = readdir(folder))) {
    char name[300];
    listed++;
    if (entry->d_name[0] == '.') continue;
    sprintf(name, "folder/%s", entry->d_name);
    removed += !remove(name);
    make("folder/new");
  }
  printf("%d %d\n", listed, removed);
}

static void show_entries(DIR *folder) {
  struct dirent *entry;
  struct stat status;
  while ((entry = readdir(folder))) {
    size_t length = offsetof(struct dirent, d_name) + strlen(entry->d_name) + 1;
    fstatat(dirfd(folder), entry->d_name, &status, 0);
    printf("%d %d %d\n", entry->d_reclen == (length + 7) / 8 * 8, entry->d_ino == status.st_ino, IFTODT(status.st_mode) == entry->d_type);
  }
}

static void positions(DIR *folder) {
  char name[256];
  rewinddir(folder);
  readdir(folder);
  long place = telldir(folder);
  strcpy(name, readdir(folder)->d_name);
  readdir(folder);
  seekdir(folder, place);
  printf("%d\n", strcmp(name, readdir(folder)->d_name));
}

static void mappings(void) {
  int file = open("mapped", O_CREAT | O_RDWR, 0644);
  write(file, "hello", 5);
  char *start = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  start[0] = 'J';
  printf("%s\n", start);
  munmap(start, 4096);
  printf("%d\n", (int)write(file, "x", 1));
  printf("%d %d\n", msync((void *)4096, 0, MS_SYNC | MS_ASYNC), posix_madvise((void *)1, 1, 0) == EINVAL);
  start = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  strcpy(start, "abc");
  start = mremap(start, 4096, 8192, MREMAP_MAYMOVE);
  printf("%s %d\n", start, start[5000]);
  munmap(start, 8192);
}

/* The name of the working directory differs natively, what is in it does not. */
static void wander(void) {
  struct stat here, there;
  char place[4096], inner[4096];
  mkdir("outer", 0755);
  mkdir("outer/inner", 0755);
  make("outer/inner/file");
  printf("%d %d\n", getcwd(place, sizeof place) != NULL, chdir("outer"));
  printf("%d %d\n", stat(".", &here), stat("../outer/inner/..", &there));
  printf("%d %d %d\n", here.st_ino == there.st_ino, access("inner/file", R_OK), access("outer/inner/file", R_OK));
  printf("%d %d\n", chdir("inner"), chdir("file"));
  getcwd(inner, sizeof inner);
  printf("%s %d\n", inner + strlen(place), strncmp(place, inner, strlen(place)) == 0);
  make("made");
  printf("%d %d\n", rename("made", "../moved"), access("../moved", F_OK));
  printf("%d %d %s\n", rename("..", "x"), errno == EBUSY, realpath("../moved", NULL) + strlen(place));
  int back = open("../..", O_RDONLY);
  printf("%d %d\n", fchdir(back), access("outer/moved", F_OK));
  stat("..", &here), stat("../../", &there);
  printf("%d %d %d\n", S_ISDIR(here.st_mode), S_ISDIR(there.st_mode), here.st_ino == there.st_ino);
  printf("%d %d\n", chdir("/"), stat("..", &here) || stat("/", &there) || here.st_ino != there.st_ino);
  printf("%s %d\n", getcwd(inner, sizeof inner), fchdir(back));
  unlink("outer/inner/file"), unlink("outer/moved");
  printf("%d %d\n", rmdir("outer/inner"), rmdir("outer"));
  close(back);
}

int main(void) {
  wander();
  mkdir("folder", 0755);
  mkdir("folder/below", 0755);
  make("folder/a");
  make("folder/bb");
  make("folder/a longer name");
  DIR *folder = opendir("folder");
  remove_all(folder);
  rewinddir(folder);
  show_entries(folder);
  seekdir(folder, 0);
  printf("%d\n", count(folder));
  positions(folder);
  closedir(folder);
  mappings();
  printf("%d %d\n", fcntl(fileno(fopen("mapped", "re")), F_GETFD), fcntl(1, F_GETFD));
  int number = fileno(freopen("mapped", "re", stdin));
  printf("%d %d\n", number, fcntl(number, F_GETFD));
  number = fcntl(1, 999);
  printf("%d %d\n", number, errno);
}
