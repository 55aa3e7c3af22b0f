// redux: a state store. What createStore gives is no class, so this module puts one around it, which remembers who is
// subscribed. The documentation of Store.subscribe: «The subscriptions are snapshotted just before every dispatch() call.
// If you subscribe or unsubscribe while the listeners are being invoked, this will not have any effect on the dispatch()
// that is currently in progress.» «To unsubscribe the change listener, invoke the function returned by subscribe.»
const {createStore} = require('redux');

function missed({entries, store}, by) {
    const heard = entries.filter(entry => entry.isSubscribed).map(entry => [entry, entry.calls]);
    store.dispatch({type: 'add', by});
    return heard.filter(([entry, calls]) => entry.calls === calls).length;
}

/**
 * @callback Listener
 * @param {Store} store
 */
;
class Store {
    constructor() {
        this.entries = [];
        this.store = createStore((state = 0, action) => action.type === 'add' ? state + action.by : state);
    }
    /**
     * @returns {int}
     * @final
     */
    state() {
        return this.store.getState();
    }
    /** @returns {natural} those that were ever subscribed @final */
    count() {
        return this.entries.length;
    }
    /**
     * @param {Listener} listener
     * @final
     */
    subscribe(listener) {
        const entry = {isSubscribed: true, calls: 0};
        this.entries.push(entry);
        entry.unsubscribe = this.store.subscribe(() => {
            entry.calls++;
            listener(this);
        });
    }
    /** @param {natural} which @returns {boolean} @requires which < this.count() @final */
    isSubscribed(which) {
        return this.entries[which].isSubscribed;
    }
    /**
     * @param {natural} which
     * @requires which < this.count() && this.isSubscribed(which)
     * @imperative
     * @final
     */
    unsubscribe(which) {
        this.entries[which].isSubscribed = false;
        this.entries[which].unsubscribe();
    }
    /**
     * Gives how many of those that were subscribed when it began were not called.
     * @param {int} by
     * @returns {natural}
     * @ensures result === 0
     * @imperative
     * @final
     */
    dispatch(by) {
        return missed(this, by);
    }
}

// Who unsubscribes a second time should be told nothing and harm nobody.
class CarelessStore extends Store {
    /**
     * @param {natural} which
     * @requires which < this.count() && !this.isSubscribed(which)
     * @imperative
     * @final
     */
    unsubscribeAgain(which) {
        this.entries[which].unsubscribe();
    }
    /**
     * @param {int} by
     * @returns {natural}
     * @ensures result === 0
     * @imperative
     * @final
     */
    dispatch(by) {
        return missed(this, by);
    }
}

module.exports = {Store, CarelessStore};
