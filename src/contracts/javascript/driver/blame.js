// Who runs, and what went wrong first.
//
// There are two parties: the module under test and the generated program. Whoever calls answers for the
// pre-condition, whoever is called for the post-condition; so it only matters who is running, and that changes
// when a generated program calls the module and when the module calls a generated function or method.
(function () {
    'use strict';
    const GENERATED = 0, MODULE = 1;
    const now = {
        world: null,           // the module, as fresh as if nobody had used it (world.js)
        party: MODULE,         // who runs
        checking: false,       // false while a condition is evaluated
        depth: 0,              // calls from generated code into the module
        callbackDepth: 0,      // callbacks inside callbacks
        calls: 0,              // how many there were
        callbacks: 0,
        prechecked: null,      // the signature whose pre-condition the caller has just checked
        inside: -1,            // the signature of the generated body that runs
        outcome: null,         // the first thing that went wrong
        story: null,           // what happened, when somebody wants to know
        names: new Map(),      // of functions that were generated
        guards: new Set(),     // statements whose pre-condition did not hold
        done: new Set(),       // statements that were run
    };
    const STOP = Object.freeze({toString: () => 'a contract was violated'});
    const stop = found => {
        if (!now.outcome) now.outcome = found;
        throw STOP;
    };
    return {
        GENERATED, MODULE, STOP, now,
        discard: why => stop({discard: why}),
        violated: (kind, signature, contract, message, place) =>
            stop({kind, signature: signature.id, of: signature.full, contract, message, place: place || ''}),
        restart(story) {
            now.party = MODULE;
            now.checking = false;
            now.depth = now.callbackDepth = now.calls = now.callbacks = 0;
            now.outcome = now.prechecked = null;
            now.inside = -1;
            now.story = story;
            now.names.clear();
            now.guards.clear();
            now.done.clear();
        },
    };
})
