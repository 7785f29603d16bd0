// The padding of a bit string of GOOSE is not checked, so that it is longer than its value.
// project: libiec61850 f951ebc
// sources: src/mms/iso_mms/server/mms_access_result.c src/mms/iso_mms/common/mms_value.c src/mms/asn1/ber_decode.c src/mms/asn1/ber_encoder.c src/mms/asn1/asn1_ber_primitive_value.c src/mms/asn1/ber_integer.c src/common/conversions.c src/common/string_utilities.c src/common/linked_list.c src/common/simple_allocator.c src/mms/iso_mms/common/mms_type_spec.c hal/memory/lib_memory.c hal/time/unix/time.c src/goose/goose_receiver.c src/goose/goose_subscriber.c hal/ethernet/linux/ethernet_linux.c hal/thread/linux/thread_linux.c
// flags: -Iconfig -Ihal/inc -Isrc/common/inc -Isrc/mms/inc -Isrc/mms/inc_private -Isrc/mms/iso_mms/asn1c -Isrc/iec61850/inc -Isrc/iec61850/inc_private -Isrc/goose -Isrc/logging -D_GNU_SOURCE
// input: 10 bytes of data behind the start of a message, `GooseReceiver_handleMessage`
// bug: out-of-bounds goose_receiver.c:213-217
#include <goose_receiver.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  static const uint8_t start[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x88, 0xb8, 0, 1, 0, 25, 0, 0, 0, 0, 0x61, 15, 0x80, 1, 'g', 0xab, 10};
  uint8_t data[10], message[sizeof start + sizeof data];
  klee_make_symbolic(data, sizeof data, "data");
  memcpy(message, start, sizeof start);
  memcpy(message + sizeof start, data, sizeof data);
  MmsValue *values = MmsValue_createEmptyArray(2);
  MmsValue_setElement(values, 0, MmsValue_newBitString(2));
  MmsValue_setElement(values, 1, MmsValue_newIntegerFromInt32(0));
  GooseReceiver receiver = GooseReceiver_create();
  GooseReceiver_addSubscriber(receiver, GooseSubscriber_create("g", values));
  GooseReceiver_handleMessage(receiver, message, sizeof message);
  GooseReceiver_destroy(receiver);
  MmsValue_delete(values);
  return 0;
}
