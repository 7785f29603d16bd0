// A text of `eval` may use the private names of the class around it, which is not supported.
// expect: incomplete unmodelled-call
const n = sheaf.integer('n', 0, 1);
class Holder {
  #held = n;
  read() {
    return n === 0 ? this.#held : eval('this.#held');
  }
}
sheaf.assert(new Holder().read() === n);
