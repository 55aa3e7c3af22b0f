// What extensions expect of the page they are loaded into. `register` is told of each that announces itself.
(function (register) {
    'use strict';
    const words = names => Object.fromEntries(names.map(name => [name.toUpperCase(), name]));
    globalThis.Scratch = {
        extensions: {register, unsandboxed: true},
        BlockType: {...words(['Boolean', 'button', 'label', 'command', 'conditional', 'event', 'hat', 'loop', 'reporter', 'xml'])},
        ArgumentType: {...words(['angle', 'Boolean', 'color', 'number', 'string', 'matrix', 'note', 'image', 'costume', 'sound'])},
        TargetType: {SPRITE: 'sprite', STAGE: 'stage'},
        Cast: {toNumber: value => Number(value) || 0, toString: String, toBoolean: Boolean},
        translate: message => typeof message === 'string' ? message : message && message.default,
        vm: {runtime: {on() {}, emit() {}}},
    };
})
