// Exceptions that leave the module: its contract allows them, or they are a failure.
(function (blame, describe) {
    'use strict';
    const {now, STOP, discard, violated} = blame;
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
    return {
        caught(signature, error) {
            if (error === STOP || now.outcome) throw STOP;
            if (isAllowed(signature, error)) return;
            const {name, message} = describe(error);
            if (name === 'RangeError' && /call stack/.test(message) && now.callbackDepth > 0) discard('endless callbacks');
            violated('throws', signature, `throws ${name}`, `${signature.full} threw ${name}: ${message}`);
        },
        // What came out of a whole program.
        ended(error) {
            if (error === STOP || now.outcome) return;
            const {name, message} = describe(error);
            now.outcome = {kind: 'throws', signature: -1, of: 'the module', contract: `throws ${name}`,
                message: `${name}: ${message}`, place: ''};
        },
    };
})
