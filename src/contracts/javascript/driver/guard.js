// Methods of the module with a contract, watched whoever calls them: each class of the module gets wrappers in
// place of them.
(function (description, blame, conditions, show) {
    'use strict';
    const {classes, signatures} = description;
    const {now, GENERATED, MODULE, discard} = blame;
    const {firstBroken, remember, blameFor} = conditions;
    const GETTER = 3, SETTER = 4; // kinds of signatures
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
        signature.hasOld = signature.ensures.some(number => description.conditions[number][2]);
    });

    const wrappers = new WeakSet();
    const shown = args => args.map(a => show(a)).join(', ');
    const invoke = (original, self, count, a, b, args) => {
        if (args !== undefined) return Reflect.apply(original, self, args);
        return count === 0 ? original.call(self) : count === 1 ? original.call(self, a) : original.call(self, a, b);
    };
    // A call of a method with a contract. Arguments as conditions.js takes them.
    const guarded = (signature, original, self, count, a, b, args) => {
        if (!now.checking) return invoke(original, self, count, a, b, args);
        const {requires, ensures, full} = signature;
        const caller = now.party;
        const isChecked = now.prechecked === signature;
        now.prechecked = null;
        if (!isChecked && requires.length > 0) {
            const broken = firstBroken(requires, self, args, undefined, undefined, a, b);
            if (broken >= 0) {
                if (caller === GENERATED) discard('a pre-condition');
                blameFor('requires', broken, signature,
                    `the module called ${full}(${shown(args || [a, b].slice(0, count))}) when this did not hold`);
            }
        }
        const olds = signature.hasOld ? remember(signature, self, args || [a, b].slice(0, count)) : undefined;
        now.party = MODULE;
        let result;
        try {
            result = invoke(original, self, count, a, b, args);
        } finally {
            now.party = caller;
        }
        if (ensures.length > 0) {
            const broken = firstBroken(ensures, self, args, result, olds, a, b);
            if (broken >= 0) blameFor('ensures', broken, signature,
                `after ${full}(${shown(args || [a, b].slice(0, count))})${result === undefined ? '' : `, which gave ${show(result)},`} this did not hold`);
        }
        return result;
    };
    const guard = (signature, original) => {
        // A condition that takes the rest of the arguments must not be given one too many; a function with a
        // `call` of its own is called by the engine.
        const needsList = signature.parameters.some(([, , rest]) => rest) || original.call !== Function.prototype.call;
        const withList = function (...args) {
            return guarded(signature, original, this, args.length, undefined, undefined, args);
        };
        const wrapper = needsList ? withList : function (a, b) {
            if (arguments.length > 2) return withList.apply(this, arguments);
            return guarded(signature, original, this, arguments.length, a, b, undefined);
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
    return {wrappers, guardClass};
})
