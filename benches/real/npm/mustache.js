// A value is escaped; a template is rendered or refused.
const mustache = require('mustache');
const text = sheaf.string('text', 3), template = sheaf.string('template', 5);
sheaf.assert(!mustache.render('{{x}}', { x: text }).includes('<'));
try {
  sheaf.assert(typeof mustache.render(template, { a: 1 }) === 'string');
} catch (error) {
  sheaf.assert(/^Unclosed|^Unopened/.test(error.message));
}
