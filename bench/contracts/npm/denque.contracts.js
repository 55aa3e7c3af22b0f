// denque: a double-ended queue. Contracts after the comments of its source (2.1.0), which are its API documentation: «Native
// splice implementation», «Remove number of items from the specified index». A negative index counts from the end, as the
// code and its issues (21, 55) have it.

/** @invariant this.length === this.toArray().length && this.size() === this.length */
class Denque {
    /**
     * @param {natural[]} [array]
     * @ensures JSON.stringify(this.toArray()) === JSON.stringify(array || [])
     */
    constructor(array) {}
    /**
     * @param {natural} item
     * @returns {natural} the new length
     * @ensures JSON.stringify(this.toArray()) === JSON.stringify([...old(this.toArray()), item]) && result === this.length
     * @final
     */
    push(item) {}
    /**
     * @param {natural} item
     * @returns {natural} the new length
     * @ensures JSON.stringify(this.toArray()) === JSON.stringify([item, ...old(this.toArray())]) && result === this.length
     * @final
     */
    unshift(item) {}
    /**
     * @returns {any}
     * @ensures result === old(this.toArray()).pop()
     * @ensures JSON.stringify(this.toArray()) === JSON.stringify(old(this.toArray()).slice(0, -1))
     * @imperative
     * @final
     */
    pop() {}
    /**
     * @returns {any}
     * @ensures result === old(this.toArray())[0]
     * @ensures JSON.stringify(this.toArray()) === JSON.stringify(old(this.toArray()).slice(1))
     * @imperative
     * @final
     */
    shift() {}
    /**
     * Removes so many items from an index on; a negative index counts from the end. Apart: how many are there, and more
     * than there are.
     * @param {int} index
     * @param {natural} count
     * @returns {any}
     * @ensures !(count > 0 && index >= -old(this.length) && index + count <= (index < 0 ? 0 : old(this.length))) || (a => (a.splice(index, count), JSON.stringify(this.toArray()) === JSON.stringify(a)))(old(this.toArray()))
     * @ensures !(index < old(this.length) && index >= -old(this.length) && count > 0) || (a => (a.splice(index, count), JSON.stringify(this.toArray()) === JSON.stringify(a)))(old(this.toArray()))
     * @imperative
     * @final
     */
    remove(index, count) {}
    /**
     * @param {int} index
     * @requires index < this.length && index >= -this.length
     * @returns {any}
     * @ensures result === old(this.toArray()).splice(index, 1)[0]
     * @ensures (a => (a.splice(index, 1), JSON.stringify(this.toArray()) === JSON.stringify(a)))(old(this.toArray()))
     * @imperative
     * @final
     */
    removeOne(index) {}
    /**
     * @param {int} index
     * @param {natural} count
     * @param {...natural} items
     * @requires index <= this.length && index >= 0
     * @returns {any}
     * @ensures (a => (a.splice(index, count, ...items), JSON.stringify(this.toArray()) === JSON.stringify(a)))(old(this.toArray()))
     * @imperative
     * @final
     */
    splice(index, count, ...items) {}
    /** @ensures this.isEmpty() @imperative @final */
    clear() {}
    /** @returns {boolean} @ensures result === (this.length === 0) @final */
    isEmpty() {}
    /**
     * @param {int} index
     * @returns {any}
     * @ensures result === this.toArray().at(index)
     * @final
     */
    peekAt(index) {}
    /** @returns {any} @ensures result === this.toArray()[0] @final */
    peekFront() {}
    /** @returns {any} @ensures result === this.toArray().at(-1) @final */
    peekBack() {}
    /** @returns {natural} @final */
    size() {}
    /** @returns {any[]} @final */
    toArray() {}
}
