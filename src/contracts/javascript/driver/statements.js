// Statements of generated programs, as encode.cpp writes them.
(function (description, blame, conditions, reached, others) {
    'use strict';
    const {makeBodies, wrappers, caught, fits, show} = others;
    const {classes, signatures, types} = description;
    const {now, GENERATED, MODULE, discard, violated} = blame;
    const {firstBroken, remember, blameFor} = conditions;
    const FUNCTION = 0, GETTER = 3, SETTER = 4; // kinds of signatures

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
    const tell = (name, text) => {
        if (!now.story || now.story.length >= 200) return;
        now.story.push([now.callbackDepth, name, text.map(a => show(a)).join(', ')]);
    };
    const invariantsOf = (self, signature) => {
        if (now.depth > 0 || self === null || typeof self !== 'object') return;
        for (let id = 0; id < classes.length; id++) {
            const made = now.world.classes[id];
            if (classes[id].invariants.length === 0 || !(typeof made === 'function' && self instanceof made)) continue;
            const broken = firstBroken(classes[id].invariants, self, []);
            if (broken >= 0) blameFor('invariant', broken, signature, `after ${signature.full} this did not hold`);
        }
    };

    // One call from generated code into the module. What has a wrapper is told who calls; the wrapper itself
    // says that the module runs.
    const into = (wrapped, target, self, args, isNew = false) => {
        const checks = now.checking;
        now.calls++;
        now.depth++;
        now.party = wrapped ? GENERATED : MODULE;
        now.checking = true;
        try {
            return isNew ? Reflect.construct(target, args) : Reflect.apply(target, self, args);
        } finally {
            now.prechecked = null;
            now.checking = checks;
            now.party = GENERATED;
            now.depth--;
        }
    };
    // The first of the attempts that the pre-condition allows; null: none.
    const argumentsFor = (statement, signature, self, frame) => {
        const attempts = statement[4];
        for (let i = 0; i < attempts.length; i++) {
            const args = attempts[i].map(code => value(code, frame));
            if (signature.requires.length === 0 || firstBroken(signature.requires, self, args) < 0) {
                if (now.story && i > 0) now.guards.add(statement[1]);
                return args;
            }
        }
        if (now.story) now.guards.add(statement[1]);
        return null;
    };

    const targetOf = (signature, self, isVariable) => {
        if (isVariable) return self;
        switch (signature.kind) {
            case FUNCTION: return now.world.functions[signature.id];
            case GETTER: return Object.getOwnPropertyDescriptor(findOwner(self, signature.name), signature.name).get;
            case SETTER: return Object.getOwnPropertyDescriptor(findOwner(self, signature.name), signature.name).set;
            default: return signature.isStatic ? now.world.classes[signature.owner][signature.name] : self[signature.name];
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
            reached.inside(signature, 0);
            frame[statement[1]] = value(statement[5], frame);
            return;
        }
        reached.inside(signature, 1);
        if (now.story) now.done.add(statement[1]);
        tell(statement[1], args);
        let result;
        try {
            const target = targetOf(signature, self, isVariable);
            const receiver = isVariable || signature.kind === FUNCTION ? undefined
                : signature.isStatic ? now.world.classes[signature.owner] : self;
            const wrapped = wrappers.has(target);
            const olds = wrapped ? undefined : remember(signature, receiver, args);
            now.prechecked = wrapped ? signature : null;
            result = into(wrapped, target, receiver, args);
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
            reached.after(signature, self);
        }
        frame[statement[1]] = result;
    };

    const newStatement = (statement, frame) => {
        const made = now.world.classes[statement[3]];
        const bodies = statement[5];
        if (classes[statement[3]].isInterface) {
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
        const olds = remember(signature, undefined, args);
        try {
            object = into(false, kind, undefined, args, true);
        } catch (error) {
            caught(signature, error);
            discard('an exception that is allowed');
        }
        if (signature.ensures.length > 0) {
            const broken = firstBroken(signature.ensures, object, args, object, olds);
            if (broken >= 0) blameFor('ensures', broken, signature, `after ${signature.full} this did not hold`);
        }
        invariantsOf(object, signature);
        reached.inside(signature, 1);
        reached.after(signature, object);
        frame[statement[1]] = object;
    };

    const run = (statement, frame) => {
        switch (statement[0]) {
            case 0: callStatement(statement, frame); break;
            case 1: newStatement(statement, frame); break;
            case 2: frame[statement[1]] = generated(statement[2], frame, undefined); break;
            default: frame[statement[1]] = value(statement[2], frame);
        }
    };
    const {generated, define, findOwner} =
        makeBodies(description, blame, conditions, {wrappers, caught, fits, show, value, into, tell, run});
    return run;
})
