// obstack.h: objects that grow, are freed in the order of a stack, and move to larger chunks.
#define _GNU_SOURCE
#include <obstack.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc counted_malloc
#define obstack_chunk_free counted_free

static int live;

static void *counted_malloc(size_t bytes) {
  live++;
  return malloc(bytes);
}

static void counted_free(void *chunk) {
  live--;
  free(chunk);
}

static void *with_argument(void *argument, size_t bytes) {
  ++*(int *)argument;
  return malloc(bytes);
}

static void free_with_argument(void *argument, void *chunk) {
  --*(int *)argument;
  free(chunk);
}

static int append(struct obstack *stack, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = obstack_vprintf(stack, format, arguments);
  va_end(arguments);
  return length;
}

static void objects(void) {
  struct obstack stack;
  obstack_init(&stack);
  printf("%d %d %d %d\n", live, (int)obstack_chunk_size(&stack), (int)obstack_room(&stack), obstack_empty_p(&stack));
  char *first = obstack_copy0(&stack, "first", 5);
  int *numbers = obstack_alloc(&stack, 10 * sizeof *numbers);
  printf("%d %d\n", (int)((uintptr_t)numbers % 16), obstack_empty_p(&stack));
  for (int i = 0; i < 10; i++) numbers[i] = i * i;
  for (int i = 0; i < 3000; i++) obstack_int_grow(&stack, i);
  printf("%u %d %d\n", (unsigned)obstack_object_size(&stack), live, (int)obstack_memory_used(&stack));
  int *many = obstack_finish(&stack);
  printf("%s %d %d\n", first, numbers[9], many[2999]);
  obstack_ptr_grow(&stack, first);
  obstack_1grow(&stack, 'x');
  obstack_blank(&stack, 5000);
  printf("%u %d\n", (unsigned)obstack_object_size(&stack), live);
  char *last = obstack_finish(&stack);
  printf("%s %c\n", *(char **)last, last[sizeof(char *)]);
  obstack_free(&stack, many);
  printf("%d %d\n", live, (int)obstack_memory_used(&stack));
  obstack_free(&stack, first);
  printf("%d %d\n", live, obstack_empty_p(&stack));
  obstack_free(&stack, NULL);
  printf("%d\n", live);
}

static void options(void) {
  struct obstack stack;
  int chunks = 0;
  obstack_specify_allocation_with_arg(&stack, 64, 4, with_argument, free_with_argument, &chunks);
  printf("%d %d %d\n", chunks, obstack_alignment_mask(&stack), (int)obstack_room(&stack));
  for (int i = 0; i < 6; i++) {
    char *text = obstack_copy(&stack, "abcdefghijklmnopqrstuvwxyz", 20 + i);
    printf("%d %d %.3s\n", chunks, (int)((uintptr_t)text % 4), text + i);
  }
  void *empty = obstack_finish(&stack);
  obstack_blank(&stack, 200);
  printf("%d %d\n", chunks, (int)obstack_memory_used(&stack));
  obstack_free(&stack, empty);
  printf("%d\n", chunks);
  printf("%d ", obstack_printf(&stack, "%d-%s", 42, "text"));
  printf("%d ", append(&stack, "%05.1f|%s", 2.5, "a longer text that does not fit in a small chunk of memory"));
  obstack_1grow(&stack, '\0');
  printf("%s\n", (char *)obstack_finish(&stack));
  obstack_free(&stack, NULL);
  printf("%d\n", chunks);
}

static void failed(void) {
  printf("no memory\n");
  exit(obstack_exit_failure);
}

static void *none(size_t bytes) { return bytes > 100 ? NULL : malloc(bytes); }

int main(void) {
  objects();
  options();
  struct obstack stack;
  obstack_specify_allocation(&stack, 80, 0, none, free);
  obstack_alloc_failed_handler = failed;
  obstack_exit_failure = 7;
  obstack_grow(&stack, "abc", 3);
  obstack_blank(&stack, 100);
  return 0;
}
