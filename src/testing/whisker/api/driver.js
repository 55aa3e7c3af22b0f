// The object `t` that a test gets, runs, and what becomes of a test.
(function (whisker, host) {
    'use strict';

    let total = 0;        // steps since the test began
    let runStart = 0;
    let running = false;
    let cancelled = false;

    whisker.stepsExecuted = () => total;
    // The step that inputs count from: the first one of this run, or of the next.
    whisker.firstStep = () => running ? runStart : total;

    class TimeoutError extends Error {}
    TimeoutError.prototype.name = 'TimeoutError';
    const timeout = () => {
        whisker.timedOut = true;
        const seconds = whisker.options.timeout / 1000;
        return new TimeoutError(`Timeout: the test did not end within ${seconds} seconds of virtual time`);
    };

    // Thrown again at each further step, so that no test outlives it.
    class PropertyViolation extends Error {}
    PropertyViolation.prototype.name = 'PropertyViolation';

    // ---- one step ----
    const bareStep = () => {
        if (total >= whisker.options.maxSteps) throw timeout();
        const violated = host.step();
        total++;
        if (violated) throw new PropertyViolation(host.violation());
    };
    const step = () => {
        whisker.runCallbacks(false);
        if (cancelled) return;
        whisker.performRandomInput();
        whisker.performInputs();
        bareStep();
        // Who cancels in the middle of a step wants to see the state as it was then: nothing else is called.
        if (cancelled) return;
        whisker.runCallbacks(true);
        if (cancelled) return;
        const error = whisker.checkConstraints();
        if (!error) return;
        const action = whisker.hooks.onConstraintFailure();
        if (action === 'fail') throw error;
        if (action === 'stop') cancelled = true;
    };

    // ---- runs: the steps are made at once; what is given back is a promise, because tests await it ----
    const run = (condition, limit) => {
        if (running) throw new Error('a run is going on already: await it before starting another');
        running = true;
        cancelled = false;
        runStart = total;
        try {
            while (!cancelled && total - runStart < limit && !(condition && condition())) {
                // Asked anew each time: callbacks and conditions may add some.
                if (whisker.hasHooks() || whisker.hasRandomInputs()) {
                    step();
                } else {
                    whisker.performInputs();
                    bareStep();
                }
                if (host.timers.length > 0) host.fireDue();
            }
        } finally {
            running = false;
        }
        return total - runStart;
    };
    const stepsOf = ms => ms === undefined || ms === null ? Infinity : Number(ms) / whisker.stepTime;
    // As in Whisker a run for something that is no number makes no step; suites that mix up runForTime and runUntil
    // pass there. The log says so.
    const noteNoNumber = (value, member) => {
        if (value === undefined) throw new TypeError(`${member} needs a number`);
        if (Number.isNaN(Number(value))) host.log(`${member} needs a number, not ${whisker.show(value)}: no step was made`);
    };
    const needsFunction = (value, member) => {
        if (typeof value !== 'function') throw new TypeError(`${member} needs a function, not ${whisker.show(value)}`);
    };
    const runForSteps = async steps => {
        noteNoNumber(steps, 'runForSteps');
        return run(null, Number(steps));
    };
    const runUntil = async (condition, ms) => {
        needsFunction(condition, 'runUntil');
        return run(condition, stepsOf(ms)) * whisker.stepTime;
    };
    const runs = {
        run: async (condition, ms, steps) => run(condition, steps ?? stepsOf(ms)) * whisker.stepTime,
        runForTime: async ms => {
            noteNoNumber(ms, 'runForTime');
            return run(null, stepsOf(ms)) * whisker.stepTime;
        },
        runForSteps,
        wait: runForSteps,
        runUntil,
        runUntilChanges: async (value, ms) => {
            needsFunction(value, 'runUntilChanges');
            const initial = value();
            return run(() => value() !== initial, stepsOf(ms)) * whisker.stepTime;
        },
        cancelScratchRun: () => { cancelled = true; },
        cancelRun: () => { cancelled = true; },
        isScratchRunning: () => running,
        isRunning: () => running,
        isWhiskerRunning: () => host.isRunning(),
        isProjectRunning: () => host.isRunning(),
        modelsAreOver: () => host.companionIsOver(),
        getTotalTimeElapsed: () => total * whisker.stepTime,
        getRunTimeElapsed: () => (total - runStart) * whisker.stepTime,
        getTotalRealTimeElapsed: () => total * whisker.stepTime,
        getRealRunTimeElapsed: () => (total - runStart) * whisker.stepTime,
        getTotalStepsExecuted: () => total,
        getRunStepsExecuted: () => total - runStart,
        getAccelerationFactor: () => 1,
        greenFlag: () => host.greenFlag(),
        end: () => {
            cancelled = true;
            host.stopAll(true);
            host.step(true);
            whisker.resetInputs();
            whisker.clearListeners();
        },
    };

    // ---- seeds ----
    const numberOf = seed => {
        const number = parseInt(seed, 10);
        if (!Number.isNaN(number)) return number;
        return [...Array(String(seed).length).keys()].reduce((sum, i) => sum + String(seed).charCodeAt(i), 0);
    };
    let ownNumbers = false; // a suite that Ounce wrote: what it expects comes from Ounce's own generator
    const seedScratch = seed => {
        const number = numberOf(seed);
        host.seed(number, ownNumbers);
        host.reseed(number);
        whisker.seedRandomInputs(number);
    };

    // ---- coverage ----
    const getCoverage = () => {
        const sprites = JSON.parse(host.coverage());
        const names = Object.keys(sprites);
        const count = name => ({covered: sprites[name].filter(b => b.covered).length, total: sprites[name].length});
        const map = value => new Map(names.map(name => [name, value(name)]));
        return {
            getCoverageTotal: () => names.map(count).reduce(
                (sum, c) => ({covered: sum.covered + c.covered, total: sum.total + c.total}), {covered: 0, total: 0}),
            getCoveragePerSprite: () => map(count),
            getCoveredBlockIdsPerSprite: () => map(name => new Set(sprites[name].filter(b => b.covered).map(b => b.id))),
            getBlockIdsPerSprite: () => map(name => new Set(sprites[name].map(b => b.id))),
            getBlockDescriptions: () => new Map(names.flatMap(name => sprites[name].map(b => [b.id, b.opcode]))),
        };
    };

    const log = message => host.log(typeof message === 'string' ? message : whisker.show(message));
    whisker.t = {
        ...runs, ...whisker.inputs, ...whisker.hooks, ...whisker.sprites,
        assert: whisker.assert, assume: whisker.assume,
        seedScratch, seedWhisker: seedScratch,
        isCoverageEnabled: () => true, getCoverage,
        logCoverage: () => {
            const {covered, total: all} = getCoverage().getCoverageTotal();
            log(`coverage: ${(all === 0 ? NaN : covered / all).toFixed(2)} (${covered}/${all})`);
        },
        log,
        vm: whisker.vm,
    };
    whisker.t.vmWrapper = {
        vm: whisker.vm, sprites: whisker.sprites, inputs: whisker.inputs, callbacks: whisker.hooks,
        constraints: whisker.hooks, ...runs,
    };

    // ---- what becomes of a test ----
    const placeIn = error => {
        // The innermost line of the suite itself.
        const frame = typeof error?.stack === 'string' && error.stack.split('\n')
            .map(line => line.slice(line.indexOf('@') + 1))
            .find(line => line.startsWith(`${whisker.options.fileName}:`));
        if (!frame) return '';
        const [line, column] = frame.slice(whisker.options.fileName.length + 1).split(':').map(Number);
        return `${whisker.options.fileName}:${line}:${column - (line === 1 ? whisker.options.firstColumn : 0)}`;
    };
    const statusOf = error => {
        if (whisker.timedOut || error instanceof PropertyViolation || whisker.isAssertion(error)) return 'fail';
        return whisker.isAssumption(error) ? 'skip' : 'error';
    };
    // What a test could not find explains why it stumbles over undefined afterwards.
    whisker.missing = null;
    const explained = error => {
        const stumbled = error instanceof TypeError && /^(undefined|null) is not an object/.test(error.message);
        if (!stumbled || !whisker.missing) return String(error.message);
        const {what, name, known} = whisker.missing;
        const advice = host.didYouMean(String(name), known.join('\n'));
        return `there is no ${what}${advice ? `; ${advice}` : ''}`;
    };
    const shown = value => value === undefined ? null : whisker.show(value);
    whisker.outcome = null;
    const pass = () => {
        if (whisker.timedOut) fail();
        whisker.outcome ??= {status: 'pass'};
    };
    const fail = error => {
        if (whisker.outcome) return;
        const thrown = whisker.timedOut && !(error instanceof TimeoutError) ? timeout() : error;
        const isError = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
        whisker.outcome = {
            status: statusOf(thrown),
            name: isError ? String(thrown.name) : '',
            message: isError ? explained(thrown) : whisker.show(thrown),
            actual: isError && 'actual' in thrown ? shown(thrown.actual) : null,
            expected: isError && 'expected' in thrown ? shown(thrown.expected) : null,
            operation: isError && thrown.operator !== undefined ? String(thrown.operator) : null,
            constraint: isError && thrown.constraint !== undefined ? String(thrown.constraint) : null,
            stack: placeIn(thrown),
        };
    };
    whisker.fail = fail;
    whisker.failLate = () => fail(timeout());
    whisker.failPending = () => fail(new Error('the test waits for something that never happens'));

    // ---- the suite ----
    const loadSuite = factory => {
        const module = {exports: {}};
        factory(module, module.exports);
        const list = Array.isArray(module.exports) ? module.exports : module.exports?.default;
        if (!Array.isArray(list)) return {problem: 'no list of tests is assigned to module.exports'};
        const tests = [];
        for (const [index, entry] of list.entries()) {
            const test = typeof entry === 'function' ? {test: entry} : entry;
            const which = `test ${index + 1}`;
            if (typeof test !== 'object' || test === null) return {problem: `${which} is ${whisker.show(entry)} instead of an object or a function`};
            const named = test.name !== undefined && test.name !== null && test.name !== '';
            if (test.test !== undefined && typeof test.test !== 'function') {
                return {problem: `${which}${named ? ` («${test.name}»)` : ''} has something else than a function as «test»: ${whisker.show(test.test)}`};
            }
            if (!named && typeof entry !== 'function') return {problem: `${which} has no name`};
            tests.push({
                run: test.test ?? (() => {}),
                name: named ? String(test.name) : entry.name || which,
                description: String(test.description ?? ''),
                categories: Array.isArray(test.categories) ? test.categories.map(String) : [],
                skip: Boolean(test.skip),
                timeout: typeof test.timeout === 'number' && test.timeout > 0 ? test.timeout : null,
                seed: test.seed === undefined || test.seed === null ? null : String(test.seed),
                generationAlgorithm: String(test.generationAlgorithm ?? ''),
                type: String(test.type ?? ''),
                ownNumbers: test.random === 'mulberry32',
            });
        }
        return {tests};
    };
    whisker.load = factory => {
        const suite = loadSuite(factory);
        whisker.tests = suite.tests;
        return JSON.stringify(suite);
    };

    whisker.start = (index, seed) => {
        host.greenFlag();
        ({ownNumbers} = whisker.tests[index]);
        // As in the suite's twin in JSON: there the pointer is nowhere until it moves.
        if (!ownNumbers) whisker.resetInputs();
        seedScratch(seed);
        let result;
        try {
            result = whisker.tests[index].run(whisker.t);
        } catch (error) {
            fail(error);
            return;
        }
        if (result === null || typeof result !== 'object' || typeof result.then !== 'function') {
            pass();
            return;
        }
        Promise.resolve(result).then(pass, fail);
    };
    whisker.result = () => JSON.stringify({...whisker.outcome, asserted: whisker.asserted});
})
