// The result has none of the characters that mean something in HTML.
const escape = require('escape-html');
const text = sheaf.string('text', 6);
const escaped = escape(text);
sheaf.assert(!/["'<>]/.test(escaped));
sheaf.assert(escaped.length >= text.length);
