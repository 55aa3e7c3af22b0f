// on zoo.scratch
const ms = 1000 / 30;
const near = (t, actual, expected) => t.assert.withinRange(actual, expected, 1e-6);

module.exports = [
    {name: 'no step happens before a run', test: t => {
        t.assert.equal(t.getTotalStepsExecuted(), 0);
        t.assert.equal(t.getSprite('Cat').x, 0);
    }},
    {name: 'runForSteps gives the steps', test: async t => {
        t.assert.equal(await t.runForSteps(5), 5);
        t.assert.equal(t.getSprite('Cat').x, 50);
        t.assert.equal(t.getTotalStepsExecuted(), 5);
    }},
    {name: 'wait is runForSteps', test: async t => t.assert.equal(await t.wait(3), 3)},
    {name: 'runForTime gives milliseconds, begun steps count', test: async t => {
        near(t, await t.runForTime(1000), 1000);
        near(t, await t.runForTime(40), 2 * ms);
        t.assert.equal(t.getRunStepsExecuted(), 2);
        near(t, t.getRunTimeElapsed(), 2 * ms);
        near(t, t.getTotalTimeElapsed(), 32 * ms);
        near(t, t.getTotalRealTimeElapsed(), 32 * ms);
        near(t, t.getRealRunTimeElapsed(), 2 * ms);
    }},
    {name: 'runUntil looks before each step', test: async t => {
        near(t, await t.runUntil(() => t.getSprite('Cat').x >= 30), 3 * ms);
        near(t, await t.runUntil(() => true), 0);
        near(t, await t.runUntil(() => false, 100), 3 * ms);
    }},
    {name: 'runUntilChanges compares with the first value', test: async t => {
        near(t, await t.runUntilChanges(() => t.getGlobalVariable('score')), 16 * ms);
    }},
    {name: 'run takes a condition, a time or steps, and steps win', test: async t => {
        near(t, await t.run(() => t.getSprite('Cat').x >= 20), 2 * ms);
        near(t, await t.run(null, 100), 3 * ms);
        near(t, await t.run(null, 100, 7), 7 * ms);
    }},
    {name: 'cancelRun ends a run', test: async t => {
        t.addCallback(() => { if (t.getRunStepsExecuted() === 4) t.cancelRun(); });
        t.assert.equal(await t.runForSteps(100), 4);
        t.addCallback(() => { if (t.getRunStepsExecuted() === 2) t.cancelScratchRun(); });
        t.assert.equal(await t.runForSteps(100), 2);
    }},
    {name: 'isRunning is true inside a run', test: async t => {
        let inside = [];
        t.addCallback(() => inside.push(t.isRunning(), t.isScratchRunning()));
        await t.runForSteps(1);
        t.assert.equal(inside.join(), 'true,true');
        t.assert.isFalse(t.isRunning());
    }},
    {name: 'isProjectRunning follows the scripts', test: async t => {
        t.assert.isFalse(t.isProjectRunning());
        await t.runForSteps(1);
        t.assert.isTrue(t.isProjectRunning());
        t.assert.isTrue(t.isWhiskerRunning());
    }},
    {name: 'a second run inside a run is refused', test: async t => {
        let refused = 0;
        t.addCallback(() => { t.runForSteps(1).catch(() => { refused++; }); });
        await t.runForSteps(2);
        await null;
        t.assert.equal(refused, 2);
    }},
    {name: 'greenFlag starts anew', test: async t => {
        await t.runForSteps(5);
        t.greenFlag();
        await t.runForSteps(3);
        t.assert.equal(t.getSprite('Cat').x, 30);
    }},
    {name: 'end stops everything', test: async t => {
        await t.runForSteps(2);
        t.keyPress('b');
        t.end();
        t.assert.isFalse(t.isKeyDown('b'));
        const x = t.getSprite('Cat').x;
        await t.runForSteps(5);
        t.assert.equal(t.getSprite('Cat').x, x);
    }},
    {name: 'there is no acceleration', test: t => t.assert.equal(t.getAccelerationFactor(), 1)},
    {name: 'a number may be written as a text', test: async t => t.assert.equal(await t.runForSteps('5'), 5)},
    {name: 'a run for something that is no number makes no step', test: async t => {
        const cat = t.getSprite('Cat');
        await t.runForTime(() => cat.x === 50, 500);
        await t.runForSteps(NaN);
        t.assert.equal(t.getTotalStepsExecuted(), 0);
    }},
    {name: 'runForTime needs a number => error: runForTime needs a number', test: t => t.runForTime()},
    {name: 'runUntil needs a function => error: runUntil needs a function, not true', test: t => t.runUntil(true)},
    {name: 'a timeout counts virtual time => fail: Timeout: the test did not end within 0.5 seconds of virtual time', timeout: 500,
        test: t => t.runForTime(10000)},
    {name: 'a timeout cannot be caught => fail: Timeout: the test did not end within 0.5 seconds of virtual time', timeout: 500,
        test: t => t.runForTime(10000).catch(() => {})},
    {name: 'a timeout that is long enough', timeout: 500, test: t => t.runForSteps(15)},
    {name: 'timers run on virtual time', test: async t => {
        const start = Date.now();
        await new Promise(resolve => setTimeout(resolve, 250));
        t.assert.equal(Date.now() - start, 250);
        await t.runForTime(1000);
        t.assert.equal(Date.now() - start, 1250);
    }},
    {name: 'timers fire between steps', test: async t => {
        let count = 0;
        setInterval(() => count++, 100);
        await t.runForTime(1000);
        t.assert.withinRange(count, 10, 1);
    }},
    {name: 'waiting for nothing => error: the test waits for something that never happens', test: () => new Promise(() => {})},
    {name: 'a timer that never ends => fail', timeout: 1000, test: () => new Promise(() => setInterval(() => {}, 10))},
    {name: 'the seed decides', test: async t => {
        const draw = async seed => {
            t.seedScratch(seed);
            t.greenFlag();
            await t.runForSteps(20);
            return [t.getGlobalVariable('picked'), Math.random()].join();
        };
        const first = await draw('7');
        t.assert.equal(await draw(7), first);
        t.assert.not(await draw(8) === first);
        // A text counts as the sum of its letters.
        t.seedWhisker('ab');
        const letters = Math.random();
        t.seedScratch(97 + 98);
        t.assert.equal(Math.random(), letters);
    }},
    {name: 'a suite can log', test: t => {
        t.log('one');
        t.log({two: 2});
        console.warn('three');
    }},
    {name: 'coverage grows', test: async t => {
        t.assert.isTrue(t.isCoverageEnabled());
        const before = t.getCoverage().getCoverageTotal();
        await t.runForSteps(1);
        const after = t.getCoverage();
        t.assert.greater(after.getCoverageTotal().covered, before.covered);
        t.assert.equal(after.getCoverageTotal().total, before.total);
        t.assert.greater(after.getCoveragePerSprite().get('Cat').covered, 0);
        t.assert.equal(after.getBlockIdsPerSprite().get('Cat').size, after.getCoveragePerSprite().get('Cat').total);
        const [id] = after.getCoveredBlockIdsPerSprite().get('Cat');
        t.assert.equal(after.getBlockDescriptions().get(id), 'event_whenflagclicked');
        t.logCoverage();
    }},
    // Worked out by hand with seedrandom: three clones and one speech bubble come first, twenty numbers each.
    {name: 'the numbers are those that Whisker draws', seed: '7', test: async t => {
        await t.runForSteps(20);
        t.assert.equal(t.getGlobalVariable('picked'), 344);
    }},
    {name: 'replaced blocks do not change the numbers', seed: '7', test: async t => {
        await t.runForSteps(5);
        const turn = t.vm.runtime._primitives.motion_turnright;
        t.vm.runtime._primitives.motion_turnright = (args, util) => turn(args, util);
        await t.runForSteps(15);
        t.assert.equal(t.getGlobalVariable('picked'), 344);
    }},
    {name: 'a suite that Ounce wrote says that its numbers are others', seed: '7', random: 'mulberry32', test: async t => {
        await t.runForSteps(20);
        t.assert.equal(t.getGlobalVariable('picked'), 12);
        t.seedScratch(7);
        t.greenFlag();
        await t.runForSteps(20);
        t.assert.equal(t.getGlobalVariable('picked'), 12);
    }},
];
