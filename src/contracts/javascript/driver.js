// Runs generated programs against a module and says who is to blame when a contract is violated.
//
// There are two parties: the module under test and the generated program. Whoever calls answers for the
// pre-condition, whoever is called for the post-condition; so it only matters who is running, and that changes
// when a generated program calls the module and when the module calls a generated function or method.
(function (description, seedRandom, parts) {
    'use strict';

    const GENERATED = 0, MODULE = 1;
    const FUNCTION = 0, GETTER = 3, SETTER = 4; // kinds of signatures
    // Against endless callbacks: calls of one of them, and callbacks inside callbacks.
    const CALLS_OF_A_CALLBACK = 100, DEEPEST_CALLBACK = 8;
    const {classes, signatures, conditions, types, functions} = description;
    const apply = Reflect.apply, construct = Reflect.construct;
    const names = new Map();
    const {show, describe} = parts.show(names);
    const fits = parts.types(description, id => world.classes[id]);
    parts.node();
    parts.page(extension => { registered = extension.constructor; });
    const STOP = Object.freeze({toString: () => 'a contract was violated'});

    // Class → methods with a contract, by name, inherited ones included.
    const contractsByName = classes.map((_, id) => {
        const known = new Map();
        for (let at = id; at >= 0; at = classes[at].super) {
            for (const method of classes[at].methods) {
                const signature = signatures[method];
                const key = signature.kind + signature.name;
                if (!known.has(key)) known.set(key, signature);
            }
        }
        return known;
    });
    signatures.forEach((signature, id) => {
        signature.id = id;
        signature.hasContract = signature.requires.length + signature.ensures.length > 0;
    });

    // ---- what was reached ----
    // A feature is a number: a branch of the module (instrument.h), that a signature was called inside the body
    // of another (and whether its pre-condition held), or that one was called after another on the same object.
    const BRANCHES = 8192, MOST_SIGNATURES = 300;
    const count = signatures.length, hasPairs = count <= MOST_SIGNATURES;
    const INSIDE = BRANCHES, AFTER = INSIDE + (count + 1) * count * 2;
    const hit = new Uint8Array(hasPairs ? AFTER + count * count : BRANCHES);
    let fresh = []; // features that were not reached before
    const note = feature => {
        hit[feature] = 1;
        fresh.push(feature);
    };
    let inside = -1; // the signature of the generated body that runs
    let last;        // object → the signature that was called on it last
    const reachedInside = (signature, allowed) => {
        if (!hasPairs) return;
        const feature = INSIDE + ((inside + 1) * count + signature.id) * 2 + allowed;
        if (hit[feature] === 0) note(feature);
    };
    const reachedAfter = (signature, self) => {
        if (!hasPairs || self === null || typeof self !== 'object') return;
        const before = last.get(self);
        last.set(self, signature.id);
        if (before === undefined) return;
        const feature = AFTER + before * count + signature.id;
        if (hit[feature] === 0) note(feature);
    };

    // ---- what is running ----
    let factory, separate, require;
    let world;           // the module, as fresh as if nobody had used it
    let party, checking; // who runs; false while a condition is evaluated
    let depth;           // calls from generated code into the module
    let callbackDepth;
    let outcome;         // the first thing that went wrong
    let prechecked;      // the signature whose pre-condition the caller has just checked
    let calls, callbacks; // how many there were
    let story;           // what happened, when somebody wants to know

    const stop = found => {
        if (!outcome) outcome = found;
        throw STOP;
    };
    const discard = why => stop({discard: why});
    const violated = (kind, signature, contract, message, place) =>
        stop({kind, signature: signature.id, of: signature.full, contract, message, place: place || ''});

    // ---- conditions ----
    let why = '';
    const holds = (number, self, args, result, old) => {
        const before = checking, who = party;
        checking = false;
        party = MODULE;
        why = '';
        try {
            return !!apply(world.tests[number], self, args.length === 0 ? [result, old] : args.length === 1 ? [result, old, args[0]] : [result, old, ...args]);
        } catch (error) {
            if (error === STOP || outcome) throw STOP;
            const {name, message} = describe(error);
            why = ` (it threw ${name}: ${message})`;
            return false;
        } finally {
            checking = before;
            party = who;
        }
    };
    const firstBroken = (numbers, self, args, result, olds) => {
        for (let i = 0; i < numbers.length; i++) {
            if (!holds(numbers[i], self, args, result, olds && olds[i])) return numbers[i];
        }
        return -1;
    };
    // The values of old(e), before a call.
    const remember = (signature, self, args) => {
        let olds;
        for (let i = 0; i < signature.ensures.length; i++) {
            if (!world.hasOld[signature.ensures[i]]) continue;
            const {old} = world.conditions[signature.ensures[i]];
            olds = olds || [];
            const before = checking, who = party;
            checking = false;
            party = MODULE;
            try {
                olds[i] = old.map(expression => apply(expression, self, args));
            } catch (error) {
                if (error === STOP || outcome) throw STOP;
                olds[i] = [];
            } finally {
                checking = before;
                party = who;
            }
        }
        return olds;
    };
    const condition = number => conditions[number];
    const blameFor = (kind, broken, signature, detail) => {
        const [text, place] = condition(broken);
        violated(kind, signature, `${kind} ${text}`, detail + why, place);
    };

    // ---- methods of the module with a contract, whoever calls them ----
    const wrappers = new WeakSet();
    const guard = (signature, original) => {
        const wrapper = function (...args) {
            if (!checking) return apply(original, this, args);
            const caller = party;
            const isChecked = prechecked === signature;
            prechecked = null;
            if (!isChecked && signature.requires.length > 0) {
                const broken = firstBroken(signature.requires, this, args);
                if (broken >= 0) {
                    if (caller === GENERATED) discard('a pre-condition');
                    blameFor('requires', broken, signature,
                        `the module called ${signature.full}(${args.map(a => show(a)).join(', ')}) when this did not hold`);
                }
            }
            const olds = signature.ensures.length > 0 ? remember(signature, this, args) : undefined;
            party = MODULE;
            let result;
            try {
                result = apply(original, this, args);
            } finally {
                party = caller;
            }
            if (signature.ensures.length > 0) {
                const broken = firstBroken(signature.ensures, this, args, result, olds);
                if (broken >= 0) blameFor('ensures', broken, signature,
                    `after ${signature.full}(${args.map(a => show(a)).join(', ')})${result === undefined ? '' : `, which gave ${show(result)},`} this did not hold`);
            }
            return result;
        };
        wrappers.add(wrapper);
        return wrapper;
    };
    const guardClass = (made, id) => {
        const {prototype} = made;
        if (typeof prototype !== 'object' || prototype === null) return;
        for (const signature of contractsByName[id].values()) {
            if (!signature.hasContract) continue;
            const property = Object.getOwnPropertyDescriptor(prototype, signature.name);
            if (!property || !property.configurable) continue;
            const which = signature.kind === GETTER ? 'get' : signature.kind === SETTER ? 'set' : 'value';
            if (typeof property[which] !== 'function' || wrappers.has(property[which])) continue;
            property[which] = guard(signature, property[which]);
            Object.defineProperty(prototype, signature.name, property);
        }
    };

    const resolve = (loaded, exported, name) => {
        const local = loaded.values[name];
        if (local !== undefined) return local;
        if (name === '$default') return loaded.default !== undefined ? loaded.default : exported;
        if (exported && (typeof exported === 'object' || typeof exported === 'function') && exported[name] !== undefined) return exported[name];
        if (typeof exported === 'function' && exported.name === name) return exported;
        if (registered && registered.name === name) return registered;
        return undefined;
    };
    let registered; // the class of the extension that was registered
    const instantiate = () => {
        registered = undefined;
        const module = {exports: {}};
        const loaded = apply(factory, undefined, [module, module.exports, require(hit, note), undefined]);
        const {exports} = module;
        const made = {
            loaded, exports,
            classes: classes.map(({name}) => resolve(loaded, exports, name)),
            functions: [],
            conditions: loaded.conditions,
        };
        for (const {name, id} of functions) made.functions[id] = resolve(loaded, exports, name);
        if (separate) made.conditions = separate(...made.classes, ...functions.map(({id}) => made.functions[id]));
        made.tests = made.conditions.map(condition => condition.test);
        made.hasOld = made.conditions.map(condition => condition.old.length > 0);
        made.classes.forEach((found, id) => { if (typeof found === 'function') guardClass(found, id); });
        return made;
    };

    // ---- generated code ----
    const value = (code, frame) => {
        if (typeof code === 'number') return frame[code];
        switch (code[0]) {
            case 0: return code[1];
            case 1: return undefined;
            case 2: return Number(code[1]);
            case 3: return code[1].map(part => value(part, frame));
            default: {
                const record = {};
                for (let i = 0; i < code[1].length; i++) record[code[1][i]] = value(code[2][i], frame);
                return record;
            }
        }
    };

    // An error is what its class is and what that extends; but `Error` says nothing of those that the engine throws.
    const ENGINE = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'EvalError', 'URIError']);
    const classesOf = error => {
        const found = [];
        try {
            found.push(error.name);
            for (let at = Object.getPrototypeOf(error); at && found.length < 10; at = Object.getPrototypeOf(at)) {
                found.push(at.constructor.name);
                if (ENGINE.has(at.constructor.name)) break;
            }
        } catch { /* that is all one can know */ }
        return found;
    };
    const isAllowed = (signature, error) => {
        if (signature.throws.length === 0) return false;
        const found = classesOf(error);
        return signature.throws.some(name => name === '*' || found.includes(name));
    };

    // An exception that leaves the module. True: its contract allows it.
    const caught = (signature, error) => {
        if (error === STOP || outcome) throw STOP;
        if (isAllowed(signature, error)) return true;
        const {name, message} = describe(error);
        if (name === 'RangeError' && /call stack/.test(message) && callbackDepth > 0) discard('endless callbacks');
        return violated('throws', signature, `throws ${name}`, `${signature.full} threw ${name}: ${message}`);
    };
    const tell = (name, text) => {
        if (!story) return;
        if (story.length >= 200) return;
        story.push([callbackDepth, name, text.map(a => show(a)).join(', ')]);
    };
    const invariantsOf = (self, signature) => {
        if (depth > 0 || self === null || typeof self !== 'object') return;
        for (let id = 0; id < classes.length; id++) {
            if (classes[id].invariants.length === 0 || !(typeof world.classes[id] === 'function' && self instanceof world.classes[id])) continue;
            const broken = firstBroken(classes[id].invariants, self, []);
            if (broken >= 0) blameFor('invariant', broken, signature, `after ${signature.full} this did not hold`);
        }
    };

    // One call from generated code into the module. What has a wrapper is told who calls; the wrapper itself
    // says that the module runs.
    const into = (wrapped, perform) => {
        const checks = checking;
        calls++;
        depth++;
        party = wrapped ? GENERATED : MODULE;
        checking = true;
        try {
            return perform();
        } finally {
            prechecked = null;
            checking = checks;
            party = GENERATED;
            depth--;
        }
    };
    const argumentsFor = (statement, signature, self, frame) => {
        const attempts = statement[4];
        for (let i = 0; i < attempts.length; i++) {
            const args = attempts[i].map(code => value(code, frame));
            if (signature.requires.length === 0 || firstBroken(signature.requires, self, args) < 0) {
                if (story && i > 0) guards.add(statement[1]);
                return args;
            }
        }
        if (story) guards.add(statement[1]);
        return null;
    };
    const guards = new Set(), done = new Set();

    const targetOf = (signature, self, isVariable) => {
        if (isVariable) return self;
        switch (signature.kind) {
            case FUNCTION: return world.functions[signature.id];
            case GETTER: return Object.getOwnPropertyDescriptor(findOwner(self, signature.name), signature.name).get;
            case SETTER: return Object.getOwnPropertyDescriptor(findOwner(self, signature.name), signature.name).set;
            default: return signature.isStatic ? world.classes[signature.owner][signature.name] : self[signature.name];
        }
    };

    const callStatement = (statement, frame) => {
        const signature = signatures[statement[2]];
        const self = statement[3] === null ? undefined : value(statement[3], frame);
        const isVariable = statement[6] === 1; // the callee is a function in a variable
        if (!isVariable && signature.owner >= 0 && !signature.isStatic && (self === undefined || self === null)) {
            frame[statement[1]] = value(statement[5], frame);
            return;
        }
        const args = argumentsFor(statement, signature, self, frame);
        if (args === null) {
            reachedInside(signature, 0);
            frame[statement[1]] = value(statement[5], frame);
            return;
        }
        reachedInside(signature, 1);
        if (story) done.add(statement[1]);
        tell(statement[1], args);
        let result;
        try {
            const target = targetOf(signature, self, isVariable);
            const receiver = isVariable || signature.kind === FUNCTION ? undefined
                : signature.isStatic ? world.classes[signature.owner] : self;
            const wrapped = wrappers.has(target);
            const olds = !wrapped && signature.ensures.length > 0 ? remember(signature, receiver, args) : undefined;
            prechecked = wrapped ? signature : null;
            result = into(wrapped, () => apply(target, receiver, args));
            if (!wrapped && signature.ensures.length > 0) {
                const broken = firstBroken(signature.ensures, receiver, args, result, olds);
                if (broken >= 0) blameFor('ensures', broken, signature,
                    `after ${signature.full}(${args.map(a => show(a)).join(', ')}), which gave ${show(result)}, this did not hold`);
            }
        } catch (error) {
            caught(signature, error);
            frame[statement[1]] = value(statement[5], frame);
            return;
        }
        if (!fits(signature.result, result)) {
            violated('returns', signature, `returns ${types[signature.result].name}`,
                `${signature.full} gave ${show(result)}, which is no ${types[signature.result].name}`);
        }
        if (!isVariable) {
            invariantsOf(self, signature);
            reachedAfter(signature, self);
        }
        frame[statement[1]] = result;
    };

    const newStatement = (statement, frame) => {
        const made = world.classes[statement[3]];
        const bodies = statement[5];
        const isInterface = classes[statement[3]].isInterface;
        if (isInterface) {
            const object = {};
            for (const body of bodies) define(object, body, frame, null);
            frame[statement[1]] = object;
            return;
        }
        let kind = made;
        if (bodies.length > 0) {
            kind = class extends made {};
            Object.defineProperty(kind, 'name', {value: made.name});
            for (const body of bodies) define(kind.prototype, body, frame, made.prototype);
        }
        const signature = signatures[statement[2]];
        const args = argumentsFor(statement, signature, undefined, frame);
        if (args === null) discard('a pre-condition');
        tell(statement[1], args);
        let object;
        const olds = signature.ensures.length > 0 ? remember(signature, undefined, args) : undefined;
        try {
            object = into(false, () => construct(kind, args));
        } catch (error) {
            caught(signature, error);
            discard('an exception that is allowed');
        }
        if (signature.ensures.length > 0) {
            const broken = firstBroken(signature.ensures, object, args, object, olds);
            if (broken >= 0) blameFor('ensures', broken, signature, `after ${signature.full} this did not hold`);
        }
        invariantsOf(object, signature);
        reachedInside(signature, 1);
        reachedAfter(signature, object);
        frame[statement[1]] = object;
    };

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
    const findOwner = (object, name) => {
        let at = object;
        while (at && !Object.prototype.hasOwnProperty.call(at, name)) at = Object.getPrototypeOf(at);
        return at;
    };

    // [Fn]: a function or method whose pre-condition is the caller's business, and whose post-condition is ours.
    const generated = (body, frame, above) => {
        const signature = signatures[body[0]];
        const [, parameters, selfVariable, block, callsSuper] = body;
        let left = CALLS_OF_A_CALLBACK;
        const made = function (...args) {
            if (outcome) throw STOP;
            const caller = party, checks = checking;
            if (--left < 0 || callbackDepth >= DEEPEST_CALLBACK) discard('endless callbacks');
            const isChecked = prechecked === signature;
            prechecked = null;
            if (!isChecked && checks && signature.requires.length > 0) {
                const broken = firstBroken(signature.requires, this, args);
                if (broken >= 0) {
                    if (caller === GENERATED) discard('a pre-condition');
                    blameFor('requires', broken, signature,
                        `the module called ${signature.full}(${args.map(a => show(a)).join(', ')}) when this did not hold`);
                }
            }
            if (caller === MODULE && checks) {
                for (let i = 0; i < signature.parameters.length; i++) {
                    const [type, optional, rest] = signature.parameters[i];
                    if (rest) break;
                    if (args[i] === undefined && optional) continue;
                    if (!fits(type, args[i])) violated('passes', signature, `passes ${types[type].name}`,
                        `the module passed ${show(args[i])} to ${signature.full}, which takes ${types[type].name}`);
                }
            }
            const olds = signature.ensures.length > 0 ? remember(signature, this, args) : undefined;
            const inner = frame.slice();
            for (let i = 0; i < parameters.length; i++) inner[parameters[i]] = args[i];
            if (selfVariable >= 0) inner[selfVariable] = this;
            party = GENERATED;
            checking = true;
            callbackDepth++;
            callbacks++;
            const outer = depth, outside = inside;
            inside = signature.id;
            depth++; // not at the top: invariants need not hold here
            let result;
            const callAbove = () => into(wrappers.has(above), () => apply(above, this, args));
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
                if (error === STOP || outcome) throw STOP;
                caught(signature, error); // of the method of the superclass
                throw error;
            } finally {
                depth = outer;
                inside = outside;
                callbackDepth--;
                party = caller;
                checking = checks;
            }
            return result;
        };
        wrappers.add(made);
        names.set(made, 'a generated function');
        return made;
    };

    const run = (statement, frame) => {
        switch (statement[0]) {
            case 0: callStatement(statement, frame); break;
            case 1: newStatement(statement, frame); break;
            case 2: frame[statement[1]] = generated(statement[2], frame, undefined); break;
            default: frame[statement[1]] = value(statement[2], frame);
        }
    };

    // ---- for C++ ----
    const begin = seed => {
        seedRandom(seed);
        party = MODULE;
        checking = false;
        depth = callbackDepth = calls = callbacks = 0;
        outcome = null;
        prechecked = null;
        names.clear();
        guards.clear();
        done.clear();
        fresh = [];
        inside = -1;
        last = new WeakMap();
        world = instantiate();
        party = GENERATED;
        checking = true;
    };
    const ended = error => {
        if (error !== STOP && !outcome) {
            const {name, message} = describe(error);
            outcome = {kind: 'throws', signature: -1, of: 'the module', contract: `throws ${name}`,
                message: `${name}: ${message}`, place: ''};
        }
    };
    // '' when all is well, 'd' when the program is discarded, else JSON; then # and the features that are new.
    const report = () => {
        let text = '';
        if (story || (outcome && !outcome.discard)) {
            text = JSON.stringify({...outcome, calls, guards: [...guards], done: [...done],
                story: story ? story.map(([deep, name, args]) => ({deep, name, args})) : undefined});
        } else if (outcome) {
            text = 'd';
        }
        // Who is stopped on the way has no claim to what he passed.
        if (outcome) for (const feature of fresh) hit[feature] = 0;
        return fresh.length > 0 && !outcome ? `${text}\n#${fresh.join(',')}` : text;
    };

    return {
        load(load) {
            ({separate, require} = load);
            factory = load.factory(hit, note);
        },
        // The features that were reached so far, with commas; no others.
        know(features) {
            hit.fill(0);
            if (features) for (const feature of features.split(',')) hit[feature] = 1;
        },
        // What there is to test: 2 exported, 1 only inside, 0 not found.
        probe() {
            names.clear();
            party = MODULE;
            checking = false;
            world = instantiate();
            const {loaded, exports} = world;
            const isExported = (name, found) => {
                if (found === undefined) return 0;
                if (found === registered) return 2;
                if (loaded.isModule) return loaded.exported[name] || loaded.default === found ? 2 : 1;
                if (exports === found || name === '$default') return 2;
                for (const key of Object.keys(exports)) if (exports[key] === found) return 2;
                return 1;
            };
            return JSON.stringify({
                classes: classes.map(({name}, id) => isExported(name, world.classes[id])),
                functions: functions.map(({name, id}) => isExported(name, world.functions[id])),
            });
        },
        // The getInfo() of a Scratch extension, as JSON; empty: this is none.
        extension() {
            party = MODULE;
            checking = false;
            world = instantiate();
            const candidates = [registered, world.loaded.default, world.exports,
                ...Object.values(world.exports && typeof world.exports === 'object' ? world.exports : {})];
            const found = candidates.find(item => typeof item === 'function' && item.prototype && typeof item.prototype.getInfo === 'function');
            if (!found || !found.name) return '';
            const info = new found({on() {}, emit() {}}).getInfo();
            const itemsOf = menu => {
                const described = (info.menus || {})[menu];
                const items = Array.isArray(described) ? described : described && described.items;
                if (!Array.isArray(items)) return [];
                return items.map(item => ({value: String(item && typeof item === 'object' ? item.value : item)}));
            };
            return JSON.stringify({name: found.name, blocks: (info.blocks || [])
                .filter(block => block && typeof block === 'object' && ['command', 'reporter', 'Boolean'].includes(block.blockType))
                .map(block => ({
                    opcode: String(block.func || block.opcode), type: block.blockType,
                    arguments: Object.entries(block.arguments || {}).map(([name, {type, menu}]) =>
                        ({name, type: String(type), items: menu ? itemsOf(menu) : []})),
                }))});
        },
        // Of a program that was stopped: whether generated code has its part in how long it takes.
        calledBack() {
            return callbacks > 0;
        },
        run(text, seed, tells) {
            story = tells ? [] : null;
            try {
                begin(seed);
                const program = JSON.parse(text);
                const frame = [];
                for (const statement of program[0]) {
                    const waits = statement[7] === 1;
                    run(statement, frame);
                    if (waits) return this.wait(program, frame, statement);
                }
            } catch (error) {
                ended(error);
            }
            return report();
        },
        // The rest of a program, from its first promise on; a promise of the report.
        async wait(program, frame, first) {
            try {
                for (let at = program[0].indexOf(first); at < program[0].length; at++) {
                    const statement = program[0][at];
                    if (statement !== first) run(statement, frame);
                    if (statement[7] !== 1) continue;
                    party = MODULE;
                    const signature = signatures[statement[2]];
                    try {
                        frame[statement[1]] = await frame[statement[1]];
                    } catch (error) {
                        caught(signature, error);
                        frame[statement[1]] = undefined;
                    }
                    if (outcome) break;
                    party = GENERATED;
                    const kept = types[signature.result].parts[0];
                    if (!fits(kept, frame[statement[1]])) {
                        violated('returns', signature, `returns ${types[signature.result].name}`,
                            `${signature.full} kept its promise with ${show(frame[statement[1]])}, which is no ${types[kept].name}`);
                    }
                }
            } catch (error) {
                ended(error);
            }
            return report();
        },
    };
})
