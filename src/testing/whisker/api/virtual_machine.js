// t.vm and t.vmWrapper: the objects behind the API, as far as suites reach through to them.
(function (whisker, host) {
    'use strict';

    // runtime._primitives: functions by opcode. Reading one gives what the block does; assigning one replaces it for
    // this test. Error witnesses are replayed that way.
    const original = opcode => (args, util) => host.runOriginal(opcode, args, util);
    const replaced = new Map();
    const primitives = new Proxy({}, {
        get: (_, opcode) => replaced.get(opcode) ?? (host.isOpcode(String(opcode)) ? original(String(opcode)) : undefined),
        has: (_, opcode) => host.isOpcode(String(opcode)),
        set: (_, opcode, implementation) => {
            if (typeof implementation !== 'function') throw new TypeError(`what replaces ${String(opcode)} must be a function`);
            replaced.set(opcode, implementation);
            host.replace(String(opcode), (handle, ...values) => {
                const names = host.argumentNames(String(opcode));
                const args = {};
                names.forEach((name, i) => { args[name] = values[i]; });
                const util = {target: whisker.rawTarget(handle), runtime, yield() {}};
                return implementation(args, util);
            });
            return true;
        },
    });

    const runtime = {
        get targets() { return whisker.rawTargets(); },
        _primitives: primitives,
        getTargetForStage: () => whisker.stage(),
        getSpriteTargetByName: name => whisker.rawTargets().find(t => t.isOriginal && !t.isStage && t.getName() === name),
        getTargetById: id => whisker.rawTargets().find(t => t.id === String(id)),
        getOpcodeFunction: opcode => primitives[opcode],
        getEditingTarget: () => whisker.stage(),
        get currentStepTime() { return whisker.stepTime; },
        get stepsExecuted() { return whisker.stepsExecuted(); },
        greenFlag: () => host.greenFlag(),
        stopAll: () => host.stopAll(),
        // The one hat that a click on a target starts; others start by what happens in the program.
        startHats: (opcode, fields, target) => {
            if (opcode !== 'event_whenthisspriteclicked' || !target) throw new Error(`startHats: ${opcode} is not supported`);
            host.click(target._handle);
        },
        emit: (event, data) => {
            if (event === 'ANSWER') host.answer(String(data));
        },
        ioDevices: {
            mouse: {
                getScratchX: () => host.mousePosition()[0],
                getScratchY: () => host.mousePosition()[1],
                getIsDown: () => host.isMouseDown(),
            },
            keyboard: {getKeyIsDown: key => whisker.inputs.isKeyDown(key)},
        },
    };
    const vm = {
        runtime,
        greenFlag: runtime.greenFlag,
        stopAll: runtime.stopAll,
        postIOData: (device, data) => {
            if (device === 'keyboard') host.key(String(data.key), Boolean(data.isDown));
            // The stage is drawn at its own size, so that a canvas pixel is a stage unit.
            if (device === 'mouse') host.mouse(data.x - 240, 180 - data.y, data.isDown);
        },
    };
    whisker.vm = vm;
})
