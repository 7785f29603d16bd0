// A number in the place of which a later field of the union finds a pointer.
// project: nanopb 9cbe4ae
// sources: pb_decode.c pb_common.c
// flags: -DPB_ENABLE_MALLOC
// input: 4 bytes, `pb_decode`
// bug: invalid-free pb_decode.c:1240-1330
#include <klee/klee.h>
#include <pb_decode.h>

typedef struct {
  pb_size_t which_value;
  union {
    bool truth;
    pb_bytes_array_t *bytes;
  } value;
} Message;

#define Message_FIELDLIST(X, a)                                       \
  X(a, STATIC, ONEOF, BOOL, (value, truth, value.truth), 1)           \
  X(a, POINTER, ONEOF, BYTES, (value, bytes, value.bytes), 5)
#define Message_CALLBACK NULL
#define Message_DEFAULT NULL
PB_BIND(Message, Message, AUTO)

int main(void) {
  pb_byte_t data[4];
  Message message = {0};
  klee_make_symbolic(data, sizeof data, "data");
  pb_istream_t stream = pb_istream_from_buffer(data, sizeof data);
  if (pb_decode(&stream, &Message_msg, &message)) pb_release(&Message_msg, &message);
  return 0;
}
