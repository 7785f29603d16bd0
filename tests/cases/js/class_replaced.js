// Code of a class reads the class by its name, also after another value has been assigned to it.
// expect: incomplete unmodelled-call
const n = sheaf.integer('n', 0, 1);
class Declared {
  static self() {
    return Declared;
  }
}
const kept = Declared;
if (n === 1) Declared = undefined;
sheaf.assert(kept.self() === kept);
