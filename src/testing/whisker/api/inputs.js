// What a user does: at once, at a step of a run, for a number of steps.
(function (whisker, host) {
    'use strict';

    const browserKeys = {'space': ' ', 'enter': 'Enter', 'left arrow': 'Left', 'up arrow': 'Up',
        'right arrow': 'Right', 'down arrow': 'Down'};
    const scratchKeys = {' ': 'space', 'Enter': 'enter', 'Left': 'left arrow', 'ArrowLeft': 'left arrow',
        'Up': 'up arrow', 'ArrowUp': 'up arrow', 'Right': 'right arrow', 'ArrowRight': 'right arrow',
        'Down': 'down arrow', 'ArrowDown': 'down arrow'};
    const browserKey = key => browserKeys[String(key).toLowerCase()] ?? String(key);
    const isKeyDown = key => {
        const name = scratchKeys[browserKey(key)] ?? String(key);
        return host.isKeyDown(name.length === 1 ? name.toUpperCase() : name);
    };
    const getMousePos = () => {
        const [x, y] = host.mousePosition();
        return {x, y};
    };

    const spriteOf = sprite => typeof sprite === 'string' ? whisker.sprites.getSprite(sprite) : sprite;

    const devices = {
        mouse: data => {
            const {xOffset, yOffset} = data;
            let {x, y} = data.sprite ? spriteOf(data.sprite) : data;
            if (xOffset) x = (x ?? host.mousePosition()[0]) + xOffset;
            if (yOffset) y = (y ?? host.mousePosition()[1]) + yOffset;
            const isDown = data.isDown === 'toggle' ? !host.isMouseDown() : data.isDown;
            host.mouse(x, y, isDown);
        },
        keyboard: data => host.key(browserKey(data.key), data.isDown === 'toggle' ? !isKeyDown(data.key) : Boolean(data.isDown)),
        text: data => host.answer(String(data.answer)),
        drag: data => host.drag(data.handle ?? spriteOf(data.sprite)._handle, data.x, data.y),
        microphone: data => host.loudness(Number(data.volume)),
    };


    class Input {
        constructor(data, name) {
            if (typeof data !== 'object' || data === null || !Object.hasOwn(devices, data.device)) {
                throw new TypeError(`an input needs a device (${Object.keys(devices).join(', ')}), not ${whisker.show(data)}`);
            }
            Object.assign(this, data);
            this.name = name;
            // Not rounded: what lasts 1.2 steps is seen by two.
            if (this.steps === undefined && typeof data.duration === 'number') this.steps = data.duration / whisker.stepTime;
            Object.defineProperties(this, {
                _begin: {value: 0, writable: true},    // step of the test at which it is done
                _end: {value: null, writable: true},   // and at which it is taken back
                _place: {value: null, writable: true}, // 'waiting', 'held', or null: not active
            });
        }
        isActive() { return this._place !== null; }
    }

    let inputs = []; // waiting for their step, or held down

    const begin = input => {
        devices[input.device](input);
        if (input.steps === undefined || input.steps === null) {
            input._place = null;
            return false;
        }
        // No steps at all count as one.
        input._end = input._begin + Math.max(1, Number(input.steps) || 0);
        input._place = 'held';
        return true;
    };
    const isDownNow = input => input.device === 'mouse' ? host.isMouseDown() : isKeyDown(input.key);
    // The opposite of what was done, as in Whisker: where nothing was said of the button this presses it, and the
    // opposite of a toggle is what there is.
    const takeBack = input => {
        const isDown = input.isDown === 'toggle' ? isDownNow(input) : !input.isDown;
        devices[input.device](Object.assign(Object.create(Input.prototype), input, {isDown, volume: -1}));
        input._place = null;
    };

    const toInput = (data, name) => data instanceof Input ? data : new Input(data, name);
    const add = (at, data, name) => {
        const input = toInput(data, name);
        if (input.isActive()) throw new Error('this input is active already');
        // Counted from the first step of the run, over the ends of runs.
        input._begin = whisker.firstStep() + Number(at) / (whisker.options.inputsInMilliseconds ? whisker.stepTime : 1);
        input._place = 'waiting';
        inputs.push(input);
        return input;
    };
    const inputImmediate = (data, name) => {
        const input = toInput(data, name);
        if (input.isActive()) throw new Error('this input is active already');
        input._begin = whisker.stepsExecuted();
        if (begin(input)) inputs.push(input);
        return input;
    };

    // Before each step, one after the other: what is due begins, what was held long enough ends.
    whisker.performInputs = () => {
        if (inputs.length === 0) return;
        const now = whisker.stepsExecuted();
        for (const input of [...inputs]) {
            if (input._place === 'waiting' && now >= input._begin) begin(input);
            if (input._place === 'held' && now >= input._end) takeBack(input);
        }
        inputs = inputs.filter(input => input._place !== null);
    };

    const resetMouse = () => {
        host.mouse(0, 0, false);
    };
    const resetKeyboard = () => host.resetKeyboard();
    const clearInputs = () => {
        for (const input of inputs) input._place = null;
        inputs = [];
    };
    const targetNamed = (name, cloneId) => {
        const original = whisker.sprites.getSprite(name);
        if (!original) throw new Error(`there is no sprite «${name}» to drag`);
        if (!cloneId) return original;
        const clone = original.getClones()[cloneId - 1];
        if (!clone) throw new Error(`there is no clone ${cloneId} of «${name}» to drag`);
        return clone;
    };

    whisker.resetInputs = () => {
        clearInputs();
        resetMouse();
        resetKeyboard();
    };
    whisker.inputs = {
        inputImmediate, clearInputs, resetMouse, resetKeyboard, getMousePos, isKeyDown,
        addInput: add,
        addInputs: list => list.map(({steps, time, input, name}) => {
            const at = steps ?? (whisker.options.inputsInMilliseconds ? time : time / whisker.stepTime);
            return add(at, input, name);
        }),
        reAddInput: (at, input) => add(at, input),
        removeInput: input => {
            const place = inputs.indexOf(input);
            if (place < 0) return false;
            inputs.splice(place, 1);
            input._place = null;
            return true;
        },
        keyPress: (key, steps) => inputImmediate({device: 'keyboard', key, isDown: true, steps}),
        keyRelease: (key, steps) => inputImmediate({device: 'keyboard', key, isDown: false, steps}),
        mouseDown: isDown => inputImmediate({device: 'mouse', isDown}),
        mouseDownForSteps: (steps = 1) => inputImmediate({device: 'mouse', isDown: true, steps}),
        mouseMove: (x, y, steps) => inputImmediate({device: 'mouse', x: Math.trunc(x), y: Math.trunc(y), steps}),
        clickStage: () => host.clickStage(),
        clickSprite: name => host.clickSprite(String(name)),
        clickClone: ({x, y}, steps = 1) => inputImmediate({device: 'mouse', x, y, isDown: true, steps}),
        clickCloneByCoords: (x, y, steps = 1) => {
            if (whisker.rawTargets().some(target => target.x === x && target.y === y)) {
                inputImmediate({device: 'mouse', x, y, isDown: true, steps});
            }
        },
        dragSprite: (name, x, y, cloneId) =>
            inputImmediate({device: 'drag', handle: targetNamed(name, cloneId)._handle, sprite: name, x, y}),
        typeText: answer => inputImmediate({device: 'text', answer}),
        sendSound: (volume, steps = 1) => inputImmediate({device: 'microphone', volume, steps}),
        isMouseDown: () => host.isMouseDown(),
        getAnswer: () => host.getAnswer(),
        isQuestionAsked: () => host.isQuestionAsked(),
    };
    whisker.devices = devices;
    whisker.makeInput = (data, name) => new Input(data, name);
})
