// Pre- and post-conditions. While one is evaluated nothing else is checked, and the module runs.
(function (description, blame, describe) {
    'use strict';
    const {conditions} = description;
    const {now, MODULE, STOP, violated} = blame;
    let why = '';
    // Conditions are asked whenever a method is called, so this is where the time goes: where `args` is undefined
    // there are at most two arguments, a and b, which need no list.
    const ask = (test, self, result, old, args, a, b) =>
        args === undefined ? test.call(self, result, old, a, b) : test.apply(self, [result, old, ...args]);
    const threw = error => {
        if (error === STOP || now.outcome) throw STOP;
        const {name, message} = describe(error);
        why = ` (it threw ${name}: ${message})`;
    };
    // The number of the first that does not hold; -1: all do.
    const firstBroken = (numbers, self, args, result, olds, a, b) => {
        const {checking, party} = now, {tests} = now.world;
        let i = 0;
        now.checking = false;
        now.party = MODULE;
        why = '';
        try {
            for (; i < numbers.length; i++) {
                if (!ask(tests[numbers[i]], self, result, olds && olds[i], args, a, b)) return numbers[i];
            }
            return -1;
        } catch (error) {
            threw(error);
            return numbers[i];
        } finally {
            now.checking = checking;
            now.party = party;
        }
    };
    // The values of old(e), before a call; undefined: none is asked for.
    const remember = (signature, self, args) => {
        if (!signature.hasOld) return undefined;
        const {ensures} = signature, olds = [];
        for (let i = 0; i < ensures.length; i++) {
            const {old} = now.world.conditions[ensures[i]];
            const {checking, party} = now;
            now.checking = false;
            now.party = MODULE;
            try {
                olds[i] = old.map(expression => expression.apply(self, args));
            } catch (error) {
                if (error === STOP || now.outcome) throw STOP;
                olds[i] = [];
            } finally {
                now.checking = checking;
                now.party = party;
            }
        }
        return olds;
    };
    const blameFor = (kind, broken, signature, detail) => {
        const [text, place] = conditions[broken];
        violated(kind, signature, `${kind} ${text}`, detail + why, place);
    };
    return {firstBroken, remember, blameFor};
})
