// A text is a finite number of milliseconds, or none; the number reads back to nearly itself.
const ms = require('ms');
const text = sheaf.string('text', 5);
sheaf.assume(text.length > 0);
const time = ms(text);
sheaf.assert(time === undefined || Number.isFinite(time));
if (time !== undefined) sheaf.assert(typeof ms(ms(time)) === 'number');
