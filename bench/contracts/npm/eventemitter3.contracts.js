// eventemitter3: the emitter of Node without its special cases. Contracts after its README and the documentation of
// Node's `events`, which it says it follows. `removeListener` has more parameters, which restrict what is removed; with
// them (`arguments` are result, old values and then those of the call) nothing is asked.

/** @callback Listener */
;
class EventEmitter {
    constructor() {}
    /**
     * @param {'a'|'b'} event
     * @param {Listener} fn
     * @param {EventEmitter} [context]
     * @returns {EventEmitter}
     * @ensures result === this
     * @ensures this.listeners(event).length === old(this.listeners(event).length) + 1 && this.listeners(event).at(-1) === fn
     * @imperative
     * @final
     */
    on(event, fn, context) {}
    /**
     * @param {'a'|'b'} event
     * @param {Listener} fn
     * @param {EventEmitter} [context]
     * @returns {EventEmitter}
     * @ensures result === this
     * @ensures this.listeners(event).length === old(this.listeners(event).length) + 1 && this.listeners(event).at(-1) === fn
     * @imperative
     * @final
     */
    once(event, fn, context) {}
    /**
     * @param {'a'|'b'} event
     * @returns {boolean} whether there was somebody to hear it
     * @ensures result === (old(this.listeners(event).length) > 0)
     * @imperative
     * @final
     */
    emit(event) {}
    /**
     * @param {'a'|'b'} event
     * @param {Listener} fn
     * @returns {EventEmitter}
     * @ensures arguments.length > 4 || !this.listeners(event).includes(fn)
     * @ensures arguments.length > 4 || this.listeners(event).length === old(this.listeners(event)).filter(other => other !== fn).length
     * @final
     */
    removeListener(event, fn) {}
    /**
     * @param {'a'|'b'} [event]
     * @returns {EventEmitter}
     * @ensures this.listeners(event || 'a').length === 0
     * @ensures !event || this.listeners(event === 'a' ? 'b' : 'a').length === old(this.listeners(event === 'a' ? 'b' : 'a').length)
     * @final
     */
    removeAllListeners(event) {}
    /** @param {'a'|'b'} event @returns {any[]} @final */
    listeners(event) {}
}
