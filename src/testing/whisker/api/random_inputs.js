// Random inputs: at most one in each interval, chosen by weight among those that are not active.
(function (whisker, host) {
    'use strict';

    let interval = 100; // ms of virtual time
    let registered = []; // {data, weight, active: Input or null}
    let lastAt = 0;

    // A generator of their own, so that they disturb neither the program nor the test.
    let state = 0;
    const random = () => {
        state = (state + 0x6D2B79F5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    whisker.seedRandomInputs = seed => { state = (seed ^ 0x52414E44) >>> 0; };

    const between = (min, max) => min + Math.floor(random() * (max - min + 1));
    const pick = value => Array.isArray(value) ? between(value[0], value[1]) : value;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    const makeText = ({length = 1, chars = letters}) => {
        let text = '';
        for (let left = pick(length); left > 0; left--) text += chars[Math.floor(random() * chars.length)];
        return text;
    };
    const draw = data => {
        const record = {...data};
        for (const name of ['duration', 'x', 'y', 'xOffset', 'yOffset']) {
            if (record[name] !== undefined) record[name] = pick(record[name]);
        }
        if (record.isDown === 'random') record.isDown = random() < 0.5;
        if (record.device === 'text' && record.answer === undefined) record.answer = makeText(record);
        delete record.weight;
        return record;
    };

    whisker.performRandomInput = () => {
        if (registered.length === 0) return;
        const now = whisker.stepsExecuted() * whisker.stepTime;
        if (now < lastAt + interval) return;
        const free = registered.filter(entry => !entry.active || !entry.active.isActive());
        let left = random() * free.reduce((sum, entry) => sum + entry.weight, 0);
        for (const entry of free) {
            left -= entry.weight;
            if (left >= 0) continue;
            lastAt = now;
            entry.active = whisker.inputs.inputImmediate(draw(entry.data), 'random input');
            return;
        }
    };

    const registerRandomInputs = list => {
        for (const data of list) {
            whisker.makeInput(draw(data)); // refuses what is no input
            registered.push({data, weight: data.weight ?? 1, active: null});
        }
    };
    const clearRandomInputs = () => { registered = []; };

    // What the blocks of the program look at.
    const detectRandomInputs = (options = {}) => {
        const {duration = [0, 2 * interval], xOffset = [-50, 50], yOffset = [-50, 50]} = options;
        const anywhere = {x: [-240, 240], y: [-180, 180]};
        const seen = JSON.parse(host.detectInputs());
        const found = seen.keys.map(key => ({device: 'keyboard', key, isDown: true, duration}));
        if (seen.mouse) found.push({device: 'mouse', ...anywhere});
        for (const sprite of seen.clicked) found.push({device: 'mouse', sprite, isDown: 'toggle', xOffset, yOffset, duration});
        if (seen.stageClicked) found.push({device: 'mouse', ...anywhere, isDown: 'toggle', duration});
        if (seen.mouseDown) found.push({device: 'mouse', isDown: 'toggle', duration});
        for (const sprite of seen.touchingMouse) found.push({device: 'mouse', sprite, xOffset, yOffset});
        if (seen.asks) found.push({device: 'text', length: [1, 3]});
        for (const answer of seen.answers) found.push({device: 'text', answer});
        registerRandomInputs(found);
        return found;
    };

    Object.assign(whisker.inputs, {
        setRandomInputInterval: ms => { interval = ms; },
        registerRandomInputs, clearRandomInputs, detectRandomInputs,
    });
    whisker.hasRandomInputs = () => registered.length > 0;
})
