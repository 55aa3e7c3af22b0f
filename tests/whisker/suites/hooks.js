// on zoo.scratch
module.exports = [
    {name: 'callbacks run before and after each step', test: async t => {
        const seen = [];
        t.addCallback(() => { seen.push('before ' + t.getSprite('Cat').x); });
        t.addCallback(() => { seen.push('after ' + t.getSprite('Cat').x); }, true, 'second');
        await t.runForSteps(2);
        t.assert.equal(seen.join(), 'before 0,after 10,before 10,after 20');
    }},
    {name: 'a callback that gives true is over', test: async t => {
        let n = 0;
        const callback = t.addCallback(() => ++n === 2);
        await t.runForSteps(5);
        t.assert.equal(n, 2);
        t.assert.isFalse(callback.isActive());
        t.reAddCallback(callback);
        await t.runForSteps(5);
        t.assert.equal(n, 7);
        t.assert.isTrue(t.removeCallback(callback));
        t.assert.isFalse(t.removeCallback(callback));
    }},
    {name: 'callbacks can be switched off', test: async t => {
        let n = 0;
        const callback = t.addCallback(() => { n++; });
        callback.disable();
        await t.runForSteps(1);
        callback.enable();
        await t.runForSteps(1);
        t.clearCallbacks();
        await t.runForSteps(1);
        t.assert.equal(n, 1);
    }},
    {name: 'what was switched off comes back by any way', test: async t => {
        let n = 0, checks = 0;
        const callback = t.addCallback(() => { n++; });
        callback.disable();
        t.assert.isFalse(callback.isActive());
        t.reAddCallback(callback);
        await t.runForSteps(1);
        t.removeCallback(callback);
        callback.enable();
        await t.runForSteps(1);
        t.assert.equal(n, 2);
        const constraint = t.addConstraint(() => { checks++; });
        t.removeConstraint(constraint);
        constraint.enable();
        t.assert.isTrue(constraint.isActive());
        await t.runForSteps(1);
        t.assert.equal(checks, 1);
    }},
    {name: 'who cancels in the middle of a step is the last to be called', test: async t => {
        const seen = [];
        t.onSpriteMoved(() => {
            seen.push('moved');
            t.cancelRun();
        });
        t.addCallback(() => { seen.push('after'); }, true);
        t.addConstraint(() => { seen.push('constraint'); });
        t.assert.equal(await t.runForSteps(5), 1);
        t.onSpriteMoved(null);
        t.addCallback(() => t.cancelRun(), true);
        t.assert.equal(await t.runForSteps(5), 1);
        t.assert.equal(seen.join(), 'moved,moved,after');
    }},
    {name: 'a callback must be a function => error: a callback needs a function, not 5', test: t => t.addCallback(5)},
    {name: 'a constraint that fails ends the run => fail: expected 30 to be less than 30', test: async t => {
        t.addConstraint(() => t.assert.less(t.getSprite('Cat').x, 30), 'stay left');
        await t.runForSteps(10);
    }},
    {name: 'onConstraintFailure stop', test: async t => {
        t.onConstraintFailure('stop');
        t.assert.equal(t.onConstraintFailure(), 'stop');
        const constraint = t.addConstraint(() => t.assert.less(t.getSprite('Cat').x, 30));
        t.assert.equal(await t.runForSteps(10), 3);
        t.assert.equal(constraint.error.constraint, '[no name]');
        t.assert.isFalse(constraint.isActive());
    }},
    {name: 'onConstraintFailure nothing', test: async t => {
        t.onConstraintFailure('nothing');
        const constraint = t.addConstraint(() => t.assert.less(t.getSprite('Cat').x, 30), 'left');
        t.assert.equal(await t.runForSteps(10), 10);
        t.assert.equal(constraint.error.constraint, 'left');
        t.reAddConstraint(constraint);
        t.assert.isTrue(t.removeConstraint(constraint));
        t.clearConstraints();
    }},
    {name: 'onConstraintFailure knows three words => error', test: t => t.onConstraintFailure('explode')},
    {name: 'the default is to fail', test: t => t.assert.equal(t.onConstraintFailure(), 'fail')},
    {name: 'another error in a constraint => error: x', test: async t => {
        t.addConstraint(() => { throw new Error('x'); });
        await t.runForSteps(1);
    }},
    {name: 'listeners hear during the step', test: async t => {
        const seen = [];
        t.onSpriteMoved(s => seen.push(`moved ${s.name} ${s.x}`));
        t.onSpriteVisualChange(s => seen.push(`changed ${s.name}`));
        t.onSayOrThink(s => seen.push(`said ${s.name} ${s.sayText}`));
        t.onVariableChange(name => seen.push(`variable ${name}`));
        await t.runForSteps(2);
        t.assert.equal(seen.join(), 'moved Cat 0,moved Cat 10,moved Cat 20');
        seen.length = 0;
        t.onSpriteMoved(null);
        await t.runUntil(() => !t.getSprite('Cat').visible);
        t.assert.equal(seen.filter(line => line.includes('Cat') || line.includes('lives')).join(),
            'changed Cat,changed Cat,changed Cat,changed Cat,said Cat done,variable lives,variable lives,changed Cat');
    }},
    {name: 'an assertion in a listener fails the test => fail: no further', test: async t => {
        t.onSpriteMoved(s => t.assert.less(s.x, 50, 'no further'));
        await t.runForSteps(10);
    }},
    {name: 'sprites have listeners of their own', test: async t => {
        const cat = t.getSprite('Cat');
        let moves = 0, changes = 0, heard = 0;
        cat.onMoved = target => {
            t.assert.ok(target === cat.getScratchTarget());
            moves++;
        };
        // A sprite's own listener hears first.
        t.onSpriteMoved(sprite => t.assert.ok(sprite !== cat || heard++ === moves - 1));
        cat.onVisualChange = () => { changes++; };
        t.getSprite('Dog').onMoved = () => t.assert.fail();
        await t.runForSteps(12);
        t.assert.equal(moves, 11);
        t.assert.equal(changes, 5);
    }},
];
