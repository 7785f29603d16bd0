// A length that cannot be decoded is used all the same (CVE-2019-19944).
// project: libiec61850 8c1b75b
// sources: src/mms/iso_mms/server/mms_access_result.c src/mms/iso_mms/common/mms_value.c src/mms/asn1/ber_decode.c src/mms/asn1/ber_encoder.c src/mms/asn1/asn1_ber_primitive_value.c src/mms/asn1/ber_integer.c src/common/conversions.c src/common/string_utilities.c src/common/linked_list.c src/common/simple_allocator.c src/mms/iso_mms/common/mms_type_spec.c hal/memory/lib_memory.c hal/time/unix/time.c
// flags: -Iconfig -Ihal/inc -Isrc/common/inc -Isrc/mms/inc -Isrc/mms/inc_private -Isrc/mms/iso_mms/asn1c -Isrc/iec61850/inc -Isrc/iec61850/inc_private -Isrc/goose -Isrc/logging -D_GNU_SOURCE
// input: 8 bytes, `MmsValue_decodeMmsData`
// bug: out-of-bounds mms_access_result.c:85-218 mms_access_result.c:229-280 ber_decode.c:27-220 mms_value.c:700-800 string_utilities.c:60-75
#include <klee/klee.h>
#include <mms_server_internal.h>
#include <stdlib.h>
int main(void) {
  uint8_t *data = malloc(8);
  if (!data) return 0;
  klee_make_symbolic(data, 8, "data");
  MmsValue *value = MmsValue_decodeMmsData(data, 0, 8, NULL);
  if (value) MmsValue_delete(value);
  free(data);
  return 0;
}
