// An integer of more than eight bytes (CVE-2019-19931).
// project: libiec61850 6c53924
// sources: src/mms/iso_mms/server/mms_access_result.c src/mms/iso_mms/common/mms_value.c src/mms/asn1/ber_decode.c src/mms/asn1/ber_encoder.c src/mms/asn1/asn1_ber_primitive_value.c src/mms/asn1/ber_integer.c src/common/conversions.c src/common/string_utilities.c src/common/linked_list.c src/common/simple_allocator.c src/mms/iso_mms/common/mms_type_spec.c hal/memory/lib_memory.c hal/time/unix/time.c
// flags: -Iconfig -Ihal/inc -Isrc/common/inc -Isrc/mms/inc -Isrc/mms/inc_private -Isrc/mms/iso_mms/asn1c -Isrc/iec61850/inc -Isrc/iec61850/inc_private -Isrc/goose -Isrc/logging -D_GNU_SOURCE
// input: 16 bytes, `MmsValue_decodeMmsData`
// bug: out-of-bounds mms_access_result.c:229-247
#include <klee/klee.h>
#include <mms_server_internal.h>
#include <stdlib.h>
int main(void) {
  uint8_t *data = malloc(16);
  if (!data) return 0;
  klee_make_symbolic(data, 16, "data");
  MmsValue *value = MmsValue_decodeMmsData(data, 0, 16, NULL);
  if (value) MmsValue_delete(value);
  free(data);
  return 0;
}
