// tinyqueue: a binary heap with an order of one's own. The README: push adds an item, pop removes the top item (the
// least) and returns it, peek returns it, length is the number of items. The order is a callback, which may look at the
// queue, but must be one.
const required = require('tinyqueue');
const TinyQueue = required.default || required;

/** @invariant this.queue.length === this.model.length */
class Queue {
    /**
     * @param {boolean} reversed
     * @param {int[]} items
     */
    constructor(reversed, items) {
        this.compare = reversed ? (a, b) => b - a : (a, b) => a - b;
        this.model = items.slice();
        this.queue = new TinyQueue(items.slice(), this.compare);
    }
    /** @param {int} item @final */
    push(item) {
        this.model.push(item);
        this.queue.push(item);
    }
    /**
     * @returns {any}
     * @ensures result === old([...this.model].sort(this.compare)[0])
     * @imperative
     * @final
     */
    pop() {
        const top = this.queue.pop();
        const at = this.model.indexOf(top);
        if (at >= 0) this.model.splice(at, 1);
        return top;
    }
    /**
     * @returns {any}
     * @ensures result === [...this.model].sort(this.compare)[0]
     * @final
     */
    peek() {
        return this.queue.peek ? this.queue.peek() : [...this.model].sort(this.compare)[0];
    }
}

module.exports = {Queue};
