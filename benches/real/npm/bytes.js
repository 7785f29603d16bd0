// A text is a finite number of bytes, or null.
const bytes = require('bytes');
const text = sheaf.string('text', 5);
const count = bytes.parse(text);
sheaf.assert(count === null || Number.isFinite(count));
