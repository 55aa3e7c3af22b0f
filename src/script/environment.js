// What makes a context deterministic. Evaluated before anything else; gives back what C++ needs of it.
(function (host) {
    'use strict';

    // ---- random numbers: mulberry32, as everywhere in Ounce ----
    let state = host.seed >>> 0;
    Math.random = function random() {
        state = (state + 0x6D2B79F5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };

    // ---- time ----
    let skipped = 0; // ms that passed because a timer was waited for
    const now = () => host.clock() + skipped;

    const RealDate = Date;
    const today = () => Math.floor(host.startDate + now());
    function VirtualDate(...parts) {
        if (!new.target) return new RealDate(today()).toString();
        return Reflect.construct(RealDate, parts.length === 0 ? [today()] : parts, new.target);
    }
    Object.defineProperty(VirtualDate, 'name', {value: 'Date'});
    VirtualDate.prototype = RealDate.prototype;
    VirtualDate.prototype.constructor = VirtualDate;
    VirtualDate.now = today;
    VirtualDate.parse = RealDate.parse;
    VirtualDate.UTC = RealDate.UTC;
    globalThis.Date = VirtualDate;
    globalThis.performance = {now, timeOrigin: host.startDate};

    // ---- timers: a list in the order in which they fire ----
    const timers = [];
    let lastId = 0;
    const schedule = timer => {
        let place = timers.length;
        while (place > 0 && timers[place - 1].due > timer.due) place--;
        timers.splice(place, 0, timer);
    };
    const start = (callback, delay, parameters, repeat) => {
        if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
        // Never 0: whoever starts a timer anew in its own callback must not stop time.
        const wait = Math.max(1, Number(delay) || 0);
        const timer = {id: ++lastId, due: now() + wait, callback, parameters, wait, repeat};
        schedule(timer);
        return timer.id;
    };
    const stop = id => {
        const place = timers.findIndex(timer => timer.id === id);
        if (place >= 0) timers.splice(place, 1);
    };
    globalThis.setTimeout = (callback, delay, ...parameters) => start(callback, delay, parameters, false);
    globalThis.setInterval = (callback, delay, ...parameters) => start(callback, delay, parameters, true);
    globalThis.clearTimeout = stop;
    globalThis.clearInterval = stop;

    const fire = () => {
        const timer = timers.shift();
        if (timer.repeat) {
            timer.due += timer.wait;
            schedule(timer);
        }
        timer.callback(...timer.parameters);
    };
    const fireNext = () => {
        if (timers.length === 0) return false;
        skipped += Math.max(0, timers[0].due - now());
        fire();
        return true;
    };
    const fireDue = () => {
        const end = now();
        let fired = false;
        while (timers.length > 0 && timers[0].due <= end) {
            fire();
            fired = true;
        }
        return fired;
    };

    // ---- the console ----
    const show = part => {
        if (typeof part === 'string') return part;
        if (part instanceof Error) return String(part);
        if (typeof part !== 'object' || part === null) return String(part);
        try {
            return JSON.stringify(part);
        } catch {
            return String(part);
        }
    };
    const write = level => (...parts) => host.log(level, parts.map(show).join(' '));
    globalThis.console = {
        log: write('log'), info: write('log'), debug: write('log'), trace: write('log'),
        warn: write('warn'), error: write('error'),
        assert: (condition, ...parts) => { if (!condition) write('error')('Assertion failed:', ...parts); },
    };

    // ---- what would let the machine, the garbage collector or another thread be seen ----
    for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'WebAssembly']) {
        delete globalThis[name];
    }

    return {now, fireNext, fireDue, reseed: seed => { state = seed >>> 0; }, waiting: timers};
})
