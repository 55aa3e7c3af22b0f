// t.assert and t.assume: the same list of checks; a failed assertion fails the test, a failed assumption skips it.
// Arguments behind the values are parts of the message.
(function (whisker) {
    'use strict';

    class AssertionError extends Error {}
    class AssumptionError extends Error {}
    AssertionError.prototype.name = 'AssertionError';
    AssumptionError.prototype.name = 'AssumptionError';

    // A value as a reader of the report should see it.
    const show = value => {
        if (typeof value === 'string') return JSON.stringify(value);
        if (typeof value === 'function') return `function ${value.name}`;
        if (typeof value !== 'object' || value === null) return String(value);
        try {
            const text = JSON.stringify(value);
            return text.length > 200 ? text.slice(0, 200) + '…' : text;
        } catch {
            return String(value);
        }
    };
    whisker.show = show;

    const kinds = {
        boolean: value => typeof value === 'boolean',
        number: value => !Number.isNaN(Number(value)),
        text: value => typeof value === 'string',
        pattern: value => typeof value === 'string' || value instanceof RegExp,
        collection: value => value !== null && value !== undefined && value.length !== undefined,
    };
    const wanted = {
        boolean: 'true or false', number: 'a number', text: 'a text', pattern: 'a text or a regular expression',
        collection: 'something with a length',
    };
    const need = (kind, check, value) => {
        if (!kinds[kind](value)) throw new TypeError(`${check} needs ${wanted[kind]}, not ${show(value)}`);
    };

    whisker.asserted = 0;
    const makeChecks = (ErrorType, word, isAssert) => {
        const raise = (Type, parts, fallback, facts) => {
            const error = new Type(parts.length > 0 ? parts.join(' ') : fallback());
            Object.assign(error, facts);
            throw error;
        };
        const unless = (holds, parts, operator, actual, expected, phrase) => {
            if (holds) return;
            raise(ErrorType, parts, () => `${word} ${show(actual)} ${phrase()}`, {actual, expected, operator});
        };
        const compare = (name, operator, phrase, holds) => (actual, expected, ...parts) => {
            need('number', name, actual);
            need('number', name, expected);
            unless(holds(Number(actual), Number(expected)), parts, operator, actual, expected,
                () => `to be ${phrase} ${show(expected)}`);
        };
        const checks = {
            ok: (condition, ...parts) =>
                unless(condition, parts, 'ok', condition, true, () => 'to be truthy'),
            not: (condition, ...parts) =>
                unless(!condition, parts, 'not', condition, false, () => 'to be falsy'),
            isTrue: (condition, ...parts) => {
                need('boolean', 'isTrue', condition);
                unless(condition, parts, 'isTrue', condition, true, () => 'to be true');
            },
            isFalse: (condition, ...parts) => {
                need('boolean', 'isFalse', condition);
                unless(!condition, parts, 'isFalse', condition, false, () => 'to be false');
            },
            fail: (...parts) => raise(ErrorType, parts, () => 'this was not to be reached',
                {actual: undefined, expected: undefined, operator: 'fail'}),
            equal: (actual, expected, ...parts) =>
                unless(actual == expected, parts, '==', actual, expected, // eslint-disable-line eqeqeq
                    () => `to equal ${show(expected)}`),
            strictEqual: (actual, expected, ...parts) =>
                unless(actual === expected, parts, '===', actual, expected,
                    () => `to be exactly ${show(expected)}`),
            greater: compare('greater', '>', 'greater than', (a, b) => a > b),
            greaterOrEqual: compare('greaterOrEqual', '>=', 'at least', (a, b) => a >= b),
            less: compare('less', '<', 'less than', (a, b) => a < b),
            lessOrEqual: compare('lessOrEqual', '<=', 'at most', (a, b) => a <= b),
            withinRange: (actual, expected, delta = 0, ...parts) => {
                need('number', 'withinRange', actual);
                need('number', 'withinRange', expected);
                need('number', 'withinRange', delta);
                const distance = Math.abs(Number(delta));
                if (Number(actual) >= Number(expected) - distance && Number(actual) <= Number(expected) + distance) return;
                // An assumption, too, fails the test here: suites rely on Whisker doing so.
                raise(AssertionError, parts, () => `expected ${show(actual)} to be within ${distance} of ${show(expected)}`,
                    {actual, expected, operator: 'withinRange'});
            },
            matches: (actual, pattern, ...parts) => {
                need('text', 'matches', actual);
                need('pattern', 'matches', pattern);
                unless(actual.match(pattern) !== null, parts, 'match', actual, pattern,
                    () => `to match ${pattern}`);
            },
            isEmpty: (actual, ...parts) => {
                need('collection', 'isEmpty', actual);
                unless(actual.length === 0, parts, 'isEmpty', actual, [], () => 'to be empty');
            },
            isNotEmpty: (actual, ...parts) => {
                need('collection', 'isNotEmpty', actual);
                unless(actual.length > 0, parts, 'isNotEmpty', actual, [], () => 'not to be empty');
            },
        };
        if (isAssert) {
            checks.equalDictionaries = (actual, expected, ...parts) =>
                unless(JSON.stringify(actual) === JSON.stringify(expected), parts, '==', actual, expected,
                    () => `to equal ${show(expected)}`);
        }
        for (const [name, check] of Object.entries(checks)) {
            checks[name] = (...values) => {
                whisker.asserted++;
                check(...values);
            };
        }
        return checks;
    };

    whisker.assert = makeChecks(AssertionError, 'expected', true);
    whisker.assume = makeChecks(AssumptionError, 'assumed', false);

    // Errors are told apart by name, so that suites can bring their own assertion library.
    const isNamed = (error, word) => {
        if (typeof error !== 'object' || error === null) return false;
        const own = name => Object.prototype.hasOwnProperty.call(error, name);
        if (!own('actual') && !own('expected')) return false;
        return [error.name, error.constructor && error.constructor.name]
            .some(name => typeof name === 'string' && name.toLowerCase().includes(word));
    };
    whisker.isAssertion = error => isNamed(error, 'assert');
    whisker.isAssumption = error => isNamed(error, 'assum');
})
