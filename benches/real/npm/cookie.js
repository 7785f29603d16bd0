// A value that is written to a cookie is read back.
const cookie = require('cookie');
const text = sheaf.string('text', 3);
const read = cookie.parse(cookie.serialize('name', text));
sheaf.assert(read.name === text);
