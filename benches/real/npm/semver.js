// A version that is read prints as itself, and the next one is greater.
const semver = require('semver');
const text = sheaf.string('text', 7);
const version = semver.parse(text);
if (version !== null) {
  sheaf.assert(semver.valid(version.version) === version.version);
  sheaf.assert(semver.eq(text, version.version));
  sheaf.assert(semver.gt(semver.inc(text, 'major'), text));
}
