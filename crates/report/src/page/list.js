// Lists of any length of which only the visible rows are elements.
const BEYOND = 12;
const PRINTED = 60;

class Rows {
  // `row` makes the element of a position; all are `height` pixels high.
  constructor({ count, height, row, label, className }) {
    Object.assign(this, { count, height, row });
    this.window = el('div', { class: 'window' });
    this.space = el('div', { class: 'space' }, this.window);
    this.element = el(
      'div',
      { class: `rows ${className || ''}`, tabindex: 0, role: 'region', 'aria-label': label },
      this.space,
    );
    this.element.addEventListener('scroll', () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.schedule()).observe(this.element);
    this.focused = 0;
    this.resize(count);
    Rows.all.add(new WeakRef(this));
  }

  resize(count) {
    this.count = count;
    this.space.style.height = `${count * this.height}px`;
    this.refresh();
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = requestAnimationFrame(() => {
      this.scheduled = 0;
      this.draw();
    });
  }

  // Draws the rows anew, as their content has changed.
  refresh() {
    this.first = this.last = -1;
    this.draw();
  }

  draw() {
    const top = this.element.scrollTop;
    const first = Math.max(0, Math.floor(top / this.height) - BEYOND);
    const last = Math.min(
      this.count,
      Math.ceil((top + this.element.clientHeight) / this.height) + BEYOND,
    );
    if (first === this.first && last === this.last) return;
    this.fill(first, last);
  }

  fill(first, last) {
    Object.assign(this, { first, last });
    this.window.style.transform = `translateY(${first * this.height}px)`;
    const rows = [];
    for (let position = first; position < last; position++) rows.push(this.row(position));
    this.window.replaceChildren(...rows);
  }

  // Scrolls to a row, if it is not in the middle of what is visible.
  show(position) {
    this.focused = position;
    const height = this.element.clientHeight;
    const top = position * this.height;
    const margin = Math.min(3 * this.height, height / 3);
    const at = this.element.scrollTop;
    if (top < at + margin || top + this.height > at + height - margin) {
      this.element.scrollTop = Math.max(0, top - height / 2 + this.height / 2);
    }
    this.draw();
  }

  // Paper does not scroll: what is near the focused row stays.
  static print(isPrinting) {
    for (const weak of Rows.all) {
      const rows = weak.deref();
      if (!rows || !rows.element.isConnected) {
        if (!rows) Rows.all.delete(weak);
        continue;
      }
      if (isPrinting) {
        const first = Math.max(0, Math.min(rows.focused - PRINTED / 3, rows.count - PRINTED));
        rows.fill(Math.floor(first), Math.min(rows.count, Math.floor(first) + PRINTED));
      } else {
        rows.refresh();
      }
    }
  }
}
Rows.all = new Set();
