// mitt: an emitter in a few lines. What it gives is no class, so this module puts one around it, which remembers who
// listens and who was called. The README: «emit: Invoke all handlers for the given type», «off: Remove an event handler».
const required = require('mitt');
const mitt = required.default || required;

/**
 * What hears an event; it may do anything to the emitter.
 * @callback Handler
 * @param {Emitter} emitter
 */
;
class Emitter {
    constructor() {
        this.emitter = mitt();
        this.entries = [];
    }
    /** @returns {natural} @final */
    count() {
        return this.entries.length;
    }
    /**
     * @param {'a'|'b'|'*'} type
     * @param {Handler} handler
     * @final
     */
    on(type, handler) {
        const entry = {type, calls: 0, hear: () => {
            entry.calls++;
            handler(this);
        }};
        this.entries.push(entry);
        this.emitter.on(type, entry.hear);
    }
    /**
     * @param {natural} which
     * @requires which < this.count()
     * @final
     */
    off(which) {
        const [entry] = this.entries.splice(which, 1);
        this.emitter.off(entry.type, entry.hear);
    }
    /**
     * Gives how many handlers did not hear of it, of those that were there before and after.
     * @param {'a'|'b'} type
     * @returns {natural}
     * @ensures result === 0
     * @imperative
     * @final
     */
    emit(type) {
        const heard = this.entries.filter(entry => entry.type === type || entry.type === '*').map(entry => [entry, entry.calls]);
        this.emitter.emit(type, 0);
        return heard.filter(([entry, calls]) => this.entries.includes(entry) && entry.calls === calls).length;
    }
}

module.exports = {Emitter};
