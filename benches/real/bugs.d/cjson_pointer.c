// The digits of an index in a JSON pointer are not checked (CVE-2025-57052).
// project: cJSON 8f2beb5
// sources: cJSON.c cJSON_Utils.c
// input: 5 characters, `cJSONUtils_GetPointer`
// bug: assertion cjson_pointer.c:18
#include <assert.h>
#include <cJSON_Utils.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char pointer[6];
  klee_make_symbolic(pointer, sizeof pointer - 1, "pointer");
  pointer[sizeof pointer - 1] = 0;
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < 32; i++) cJSON_AddItemToArray(array, cJSON_CreateNumber(i));
  cJSON *found = cJSONUtils_GetPointer(array, pointer);
  /* Elements of an array are named by digits. */
  assert(!found || found == array || strspn(pointer + 1, "0123456789") == strlen(pointer + 1));
  cJSON_Delete(array);
  return 0;
}
