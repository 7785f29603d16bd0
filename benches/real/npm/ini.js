// A text that is written to a file is read back.
const ini = require('ini');
const text = sheaf.string('text', 4);
const read = ini.parse(ini.stringify({ key: text }));
sheaf.assert(read.key === text);
