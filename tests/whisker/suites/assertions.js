// on zoo.scratch
const tests = [];
const check = (name, test) => tests.push({name, test});

check('what holds', t => {
    for (const group of [t.assert, t.assume]) {
        group.ok(1); group.ok('x', 'unused'); group.not(0); group.not('');
        group.isTrue(true); group.isFalse(false);
        group.equal(5, '5'); group.strictEqual(5, 5);
        group.greater('10', 9); group.greaterOrEqual(9, '9'); group.less(-1, 0); group.lessOrEqual(0, 0);
        group.withinRange(5, 4, 1); group.withinRange(5, 5);
        group.matches('abc', /b/); group.matches('abc', 'b');
        group.isEmpty([]); group.isEmpty(''); group.isNotEmpty([0]); group.isNotEmpty('x');
    }
    t.assert.equalDictionaries({a: [1]}, {a: [1]});
    t.assert.not('equalDictionaries' in t.assume);
});
check('ok => fail: expected 0 to be truthy', t => t.assert.ok(0));
check('not => fail: expected "x" to be falsy', t => t.assert.not('x'));
check('isTrue => fail: expected false to be true', t => t.assert.isTrue(false));
check('isFalse => fail: expected true to be false', t => t.assert.isFalse(true));
check('isTrue of a number => error: isTrue needs true or false, not 1', t => t.assert.isTrue(1));
check('isFalse of nothing => error: isFalse needs true or false, not undefined', t => t.assert.isFalse());
check('fail => fail: this was not to be reached', t => t.assert.fail());
check('fail with a message => fail: too late', t => t.assert.fail('too', 'late'));
check('equal => fail: expected 5 to equal 6', t => t.assert.equal(5, 6));
check('strictEqual => fail: expected 5 to be exactly "5"', t => t.assert.strictEqual(5, '5'));
check('equalDictionaries => fail: expected {"a":1} to equal {"a":2}', t => t.assert.equalDictionaries({a: 1}, {a: 2}));
check('greater => fail: expected 1 to be greater than 1', t => t.assert.greater(1, 1));
check('greaterOrEqual => fail: expected 0 to be at least 1', t => t.assert.greaterOrEqual(0, 1));
check('less => fail: expected 1 to be less than 1', t => t.assert.less(1, 1));
check('lessOrEqual => fail: expected 2 to be at most 1', t => t.assert.lessOrEqual(2, 1));
check('greater of a text => error: greater needs a number, not "x"', t => t.assert.greater('x', 1));
check('less of nothing => error: less needs a number, not undefined', t => t.assert.less(1));
check('withinRange => fail: expected 7 to be within 1 of 5', t => t.assert.withinRange(7, 5, 1));
check('withinRange of an assumption fails, too => fail: expected 7 to be within 0 of 5', t => t.assume.withinRange(7, 5));
check('matches => fail: expected "abc" to match /x/', t => t.assert.matches('abc', /x/));
check('matches of a number => error: matches needs a text, not 5', t => t.assert.matches(5, /5/));
check('matches against a number => error: matches needs a text or a regular expression, not 5', t => t.assert.matches('5', 5));
check('isEmpty => fail: expected [1] to be empty', t => t.assert.isEmpty([1]));
check('isNotEmpty => fail: expected "" not to be empty', t => t.assert.isNotEmpty(''));
check('isEmpty of a number => error: isEmpty needs something with a length, not 5', t => t.assert.isEmpty(5));
check('isNotEmpty of null => error: isNotEmpty needs something with a length, not null', t => t.assert.isNotEmpty(null));
check('a message of its own => fail: the cat is 3 lost', t => t.assert.ok(false, 'the cat is', 3, 'lost'));
check('an assumption => skip: assumed false to be truthy', t => t.assume.ok(false));
check('assume.fail => skip: not today', t => t.assume.fail('not today'));
check('assume with a wrong type => error', t => t.assume.isTrue(0));
check('another error => error: oh', () => { throw new Error('oh'); });
check('a rejected promise => error: oh', async () => { throw new RangeError('oh'); });
check('something thrown => error: "text"', () => { throw 'text'; });
check('nothing thrown => error: undefined', () => { throw undefined; });
check('an assertion error of another library => fail: theirs', () => {
    class MyAssertion extends Error {}
    throw Object.assign(new MyAssertion('theirs'), {actual: 1, expected: 2});
});
check('assertion in name only => error', () => {
    class MyAssertion extends Error {}
    throw new MyAssertion('theirs');
});
module.exports = tests;
