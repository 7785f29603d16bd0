// A value that is written to a query is read back.
const qs = require('qs');
const text = sheaf.string('text', 3);
const read = qs.parse(qs.stringify({ key: text }));
sheaf.assert(read.key === text);
