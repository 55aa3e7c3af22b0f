// Callbacks before and after each step, and constraints after it.
(function (whisker) {
    'use strict';

    class Hook {
        constructor(list, call, name) {
            Object.defineProperties(this, {_list: {value: list}, _call: {value: call}});
            this.name = name;
            this.error = null;
            this._enabled = true;
            this.afterStep = false;
        }
        enable() { this._enabled = true; }
        disable() { this._enabled = false; }
        isActive() { return this._enabled && this._list.includes(this); }
    }

    const makeList = what => {
        const list = [];
        const add = (call, name) => {
            if (typeof call !== 'function') throw new TypeError(`a ${what} needs a function, not ${whisker.show(call)}`);
            const hook = new Hook(list, call, name);
            list.push(hook);
            return hook;
        };
        const readd = hook => {
            if (!list.includes(hook)) list.push(hook);
            return hook;
        };
        const remove = hook => {
            const place = list.indexOf(hook);
            if (place >= 0) list.splice(place, 1);
            return place >= 0;
        };
        const clear = () => { list.length = 0; };
        return {list, add, readd, remove, clear};
    };

    const callbacks = makeList('callback');
    const constraints = makeList('constraint');

    whisker.runCallbacks = afterStep => {
        for (const hook of [...callbacks.list]) {
            if (hook.afterStep === afterStep && hook.isActive() && hook._call()) callbacks.remove(hook);
        }
    };
    // The first constraint that fails is taken out of the list and its error given back.
    whisker.checkConstraints = () => {
        for (const hook of [...constraints.list]) {
            if (!hook.isActive()) continue;
            try {
                hook._call();
            } catch (error) {
                if (!whisker.isAssertion(error)) throw error;
                error.constraint = hook.name ?? '[no name]';
                hook.error = error;
                constraints.remove(hook);
                return error;
            }
        }
        return null;
    };
    whisker.hasHooks = () => callbacks.list.length + constraints.list.length > 0;
    whisker.clearHooks = () => {
        callbacks.clear();
        constraints.clear();
    };

    let onFailure = 'fail';
    const actions = ['fail', 'stop', 'nothing'];
    whisker.hooks = {
        addConstraint: constraints.add, reAddConstraint: constraints.readd, removeConstraint: constraints.remove,
        clearConstraints: constraints.clear,
        onConstraintFailure: action => {
            if (action === undefined) return onFailure;
            if (!actions.includes(action)) throw new Error(`a failing constraint can do ${actions.join(', ')}, not ${whisker.show(action)}`);
            onFailure = action;
            return onFailure;
        },
        addCallback: (call, afterStep = false, name = undefined) => {
            const hook = callbacks.add(call, name);
            hook.afterStep = Boolean(afterStep);
            return hook;
        },
        reAddCallback: callbacks.readd, removeCallback: callbacks.remove, clearCallbacks: callbacks.clear,
    };
})
