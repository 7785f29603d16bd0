// Texts from a table at symbolic indices are joined without a union of all pairs.
// expect: bug assertion @16
const digits = '0123456789ABCDEF', table = [];
for (let k = 0; k < 256; k++) table.push('%' + digits[k >> 4] + digits[k & 15]);
const text = sheaf.string('text', 1);
sheaf.assume(text.length === 1);
const c = text.charCodeAt(0);
sheaf.assume(c >= 0x80 && (c < 0xD800 || c >= 0xE000));
const last = table[0x80 | c & 0x3F];
const encoded = c < 0x800
  // This sum could be beyond the table, for all that the index says.
  ? table[0xC0 | c >> 6] + last
  : table[0xE0 | c >> 12] + table[0x80 | c >> 6 & 0x3F] + last;
sheaf.assert(encoded.length === (c < 0x800 ? 6 : 9));
sheaf.assert(decodeURIComponent(encoded) === text);
sheaf.assert(encoded !== '%E2%82%AC');
