// [Fn]: a generated function or method, whose pre-condition is the caller's business, and whose post-condition
// is the generated program's.
(function (description, blame, conditions, others) {
    'use strict';
    const {signatures, types} = description;
    const {now, GENERATED, MODULE, STOP, discard, violated} = blame;
    const {firstBroken, remember, blameFor} = conditions;
    const {wrappers, caught, fits, show, value, into, tell, run} = others;
    const GETTER = 3, SETTER = 4; // kinds of signatures
    // Against endless callbacks: calls of one of them, and callbacks inside callbacks.
    const CALLS_OF_A_CALLBACK = 100, DEEPEST_CALLBACK = 8;

    const mayBeCalled = (signature, self, args, caller) => {
        const broken = firstBroken(signature.requires, self, args);
        if (broken < 0) return;
        if (caller === GENERATED) discard('a pre-condition');
        blameFor('requires', broken, signature,
            `the module called ${signature.full}(${args.map(a => show(a)).join(', ')}) when this did not hold`);
    };
    const mayBePassed = (signature, args) => {
        for (let i = 0; i < signature.parameters.length; i++) {
            const [type, optional, rest] = signature.parameters[i];
            if (rest) break;
            if (args[i] === undefined && optional) continue;
            if (!fits(type, args[i])) violated('passes', signature, `passes ${types[type].name}`,
                `the module passed ${show(args[i])} to ${signature.full}, which takes ${types[type].name}`);
        }
    };

    const generated = (body, frame, above) => {
        const signature = signatures[body[0]];
        const [, parameters, selfVariable, block, callsSuper] = body;
        let left = CALLS_OF_A_CALLBACK;
        const made = function (...args) {
            if (now.outcome) throw STOP;
            const {party: caller, checking: checks, depth, inside} = now;
            if (--left < 0 || now.callbackDepth >= DEEPEST_CALLBACK) discard('endless callbacks');
            const isChecked = now.prechecked === signature;
            now.prechecked = null;
            if (!isChecked && checks && signature.requires.length > 0) mayBeCalled(signature, this, args, caller);
            if (caller === MODULE && checks) mayBePassed(signature, args);
            const olds = remember(signature, this, args);
            const inner = frame.slice();
            for (let i = 0; i < parameters.length; i++) inner[parameters[i]] = args[i];
            if (selfVariable >= 0) inner[selfVariable] = this;
            now.party = GENERATED;
            now.checking = true;
            now.callbackDepth++;
            now.callbacks++;
            now.inside = signature.id;
            now.depth++; // not at the top: invariants need not hold here
            let result;
            const callAbove = () => into(wrappers.has(above), above, this, args);
            try {
                tell(-1 - body[5], args);
                for (const statement of block[0]) run(statement, inner);
                let given = false;
                if (callsSuper && above) {
                    result = callAbove();
                    given = true;
                } else {
                    result = value(block[1], inner);
                }
                if (signature.ensures.length > 0 && firstBroken(signature.ensures, this, args, result, olds) >= 0) {
                    if (given || !above) discard('a post-condition');
                    result = callAbove();
                    if (firstBroken(signature.ensures, this, args, result, olds) >= 0) discard('a post-condition');
                }
            } catch (error) {
                if (error === STOP || now.outcome) throw STOP;
                caught(signature, error); // of the method of the superclass
                throw error;
            } finally {
                now.depth = depth;
                now.inside = inside;
                now.callbackDepth--;
                now.party = caller;
                now.checking = checks;
            }
            return result;
        };
        wrappers.add(made);
        now.names.set(made, 'a generated function');
        return made;
    };

    const findOwner = (object, name) => {
        let at = object;
        while (at && !Object.prototype.hasOwnProperty.call(at, name)) at = Object.getPrototypeOf(at);
        return at;
    };
    // A generated method of an object, or of the prototype of a generated class; `above`: the prototype it extends.
    const define = (object, body, frame, above) => {
        const signature = signatures[body[0]];
        const inherited = above && Object.getOwnPropertyDescriptor(findOwner(above, signature.name) || above, signature.name);
        const which = signature.kind === GETTER ? 'get' : signature.kind === SETTER ? 'set' : 'value';
        const made = generated(body, frame, inherited ? inherited[which] : undefined);
        if (which === 'value') {
            Object.defineProperty(object, signature.name, {value: made, writable: true, configurable: true, enumerable: !above});
        } else {
            const property = {configurable: true, get: inherited && inherited.get, set: inherited && inherited.set};
            property[which] = made;
            Object.defineProperty(object, signature.name, property);
        }
    };
    return {generated, define, findOwner};
})
