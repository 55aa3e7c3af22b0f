// Callbacks before and after each step, and constraints after it.
(function (whisker) {
    'use strict';

    class Hook {
        constructor(list, call, name) {
            Object.defineProperties(this, {_list: {value: list}, _call: {value: call}});
            this.name = name;
            this.error = null;
            this.afterStep = false;
        }
        // On means: in the list. So it does not matter by which of the ways a hook goes and comes back.
        enable() { this._list.readd(this); }
        disable() { this._list.remove(this); }
        isActive() { return this._list.hooks.includes(this); }
    }

    const makeList = what => {
        const hooks = [];
        const add = (call, name) => {
            if (typeof call !== 'function') throw new TypeError(`a ${what} needs a function, not ${whisker.show(call)}`);
            const hook = new Hook(list, call, name);
            hooks.push(hook);
            return hook;
        };
        const remove = hook => {
            const place = hooks.indexOf(hook);
            if (place >= 0) hooks.splice(place, 1);
            return place >= 0;
        };
        const readd = hook => {
            remove(hook);
            hook.error = null;
            hooks.push(hook);
            return hook;
        };
        const clear = () => { hooks.length = 0; };
        const list = {hooks, add, readd, remove, clear};
        return list;
    };

    const callbacks = makeList('callback');
    const constraints = makeList('constraint');

    whisker.runCallbacks = afterStep => {
        for (const hook of [...callbacks.hooks]) {
            if (hook.afterStep === afterStep && hook.isActive() && hook._call()) callbacks.remove(hook);
        }
    };
    // The first constraint that fails is taken out of the list and its error given back.
    whisker.checkConstraints = () => {
        for (const hook of [...constraints.hooks]) {
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
    whisker.hasHooks = () => callbacks.hooks.length + constraints.hooks.length > 0;
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
