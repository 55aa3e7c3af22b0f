// A stack with a limit and observers, with two bugs; see docs/contracts.md.
//
//     ounce fuzz examples/contracts/stack.js --budget 5000x

// JavaScript's arrays grow; this one does not.
class Cells {
    constructor(length) {
        this.length = length;
        this.items = [];
    }
    put(index, item) {
        if (index < 0 || index >= this.length) throw new RangeError(`there is no cell ${index} of ${this.length}`);
        this.items[index] = item;
    }
    get(index) {
        if (index < 0 || index >= this.length) throw new RangeError(`there is no cell ${index} of ${this.length}`);
        return this.items[index];
    }
}

/** @interface */
class Observer {
    /**
     * Called each time something was pushed.
     * @param {BoundedStack} stack
     * @param {any} item
     */
    afterPush(stack, item) {}
}

class BoundedStack {
    constructor() {
        this.bound = 10000;
        this.cells = new Cells(this.bound);
        this.top = -1;
        this.observers = new Set();
    }

    /**
     * @returns {any}
     * @requires !this.isEmpty()
     * @final
     */
    pop() {
        this.top--;
        return this.cells.get(this.top + 1);
    }

    /**
     * @param {any} item
     * @requires this.capacity() >= 1
     * @ensures !this.isEmpty()
     * @final
     */
    push(item) {
        this.top++;
        this.cells.put(this.top, item);
        for (const observer of this.observers) observer.afterPush(this, item);
    }

    /**
     * @param {int} n
     * @param {any} item
     * @requires this.capacity() >= n
     * @final
     */
    pushMany(n, item) {
        for (let i = 0; i < n; i++) this.push(item);
    }

    /**
     * @param {Observer} observer
     * @final
     */
    addObserver(observer) {
        this.observers.add(observer);
    }

    /**
     * How many more items there is room for.
     * @returns {int}
     * @final
     */
    capacity() {
        return this.bound - this.top;
    }

    /**
     * @returns {boolean}
     * @final
     */
    isEmpty() {
        return this.top === -1;
    }
}

module.exports = {BoundedStack};
