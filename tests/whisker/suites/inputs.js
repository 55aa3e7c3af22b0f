// on zoo.scratch
const heard = t => t.getStage().getVariable('heard').value;
const score = t => t.getGlobalVariable('score');

module.exports = [
    {name: 'keyPress without steps holds the key', test: async t => {
        t.keyPress('space');
        for (const key of ['space', ' ']) t.assert.isTrue(t.isKeyDown(key));
        await t.runForSteps(5);
        t.assert.equal(heard(t), 'space');
        t.assert.isTrue(t.isKeyDown('space'));
        t.keyRelease('space');
        t.assert.isFalse(t.isKeyDown('space'));
    }},
    {name: 'keyPress with steps is seen by exactly so many steps', test: async t => {
        t.keyPress('left arrow', 3);
        const seen = [];
        t.addCallback(() => { seen.push(t.isKeyDown('left arrow')); }, true);
        await t.runForSteps(2);
        await t.runForSteps(3);
        t.assert.equal(seen.join(), 'true,true,true,false,false');
    }},
    {name: 'keyRelease with steps presses it again', test: async t => {
        t.keyRelease('a', 2);
        await t.runForSteps(2);
        t.assert.isFalse(t.isKeyDown('a'));
        await t.runForSteps(1);
        t.assert.isTrue(t.isKeyDown('A'));
    }},
    {name: 'arrow keys have three names', test: t => {
        t.keyPress('up arrow');
        for (const key of ['up arrow', 'Up', 'ArrowUp']) t.assert.isTrue(t.isKeyDown(key));
        t.assert.isFalse(t.isKeyDown('down arrow'));
        t.resetKeyboard();
        t.assert.isFalse(t.isKeyDown('up arrow'));
    }},
    {name: 'mouseMove truncates', test: t => {
        t.assert.equalDictionaries(t.getMousePos(), {x: 0, y: 0});
        t.mouseMove(10.9, -20.9);
        t.assert.equalDictionaries(t.getMousePos(), {x: 10, y: -20});
        t.assert.isFalse(t.isMouseDown());
        t.resetMouse();
        t.assert.equalDictionaries(t.getMousePos(), {x: 0, y: 0});
    }},
    {name: 'mouseMove with steps presses the mouse in the end', test: async t => {
        t.mouseMove(100, 100, 2);
        await t.runForSteps(2);
        t.assert.isFalse(t.isMouseDown());
        await t.runForSteps(1);
        t.assert.isTrue(t.isMouseDown());
        t.assert.equal(score(t), 10);
        await t.runForSteps(5);
        t.assert.isTrue(t.isMouseDown());
    }},
    {name: 'mouseMove with no steps counts one', test: async t => {
        t.mouseMove(0, -170, 0);
        await t.runForSteps(2);
        t.assert.isTrue(t.isMouseDown());
    }},
    {name: 'a press picks what is on top', test: async t => {
        t.mouseMove(100, 100);
        t.mouseDown(true);
        t.assert.isTrue(t.isMouseDown());
        t.mouseDown(false);
        await t.runForSteps(1);
        t.assert.equal(score(t), 10);
        t.mouseMove(-200, 150);
        t.mouseDownForSteps(2);
        await t.runForSteps(1);
        t.assert.equal(score(t), 110);
        await t.runForSteps(2);
        t.assert.isFalse(t.isMouseDown());
    }},
    {name: 'clickSprite and clickStage start hats without a mouse', test: async t => {
        t.clickSprite('Bird', 5);
        t.clickStage();
        t.assert.isFalse(t.isMouseDown());
        await t.runForSteps(1);
        t.assert.equal(score(t), 110);
    }},
    {name: 'clickClone presses the mouse at a sprite', test: async t => {
        t.clickClone(t.getSprite('Bird'));
        t.assert.equalDictionaries(t.getMousePos(), {x: 100, y: 100});
        t.assert.isTrue(t.isMouseDown());
        await t.runForSteps(2);
        t.assert.isFalse(t.isMouseDown());
        t.assert.equal(score(t), 10);
    }},
    {name: 'startHats clicks a target without the mouse', test: async t => {
        const bird = t.getSprite('Bird').getScratchTarget();
        const {x, y} = t.getMousePos();
        t.vm.runtime.startHats('event_whenthisspriteclicked', null, bird);
        await t.runForSteps(1);
        t.assert.equal(t.getMousePos().x, x);
        t.assert.equal(t.getMousePos().y, y);
        t.assert.equal(score(t), 10);
        try {
            t.vm.runtime.startHats('event_whenflagclicked');
        } catch (error) {
            t.assert.matches(error.message, /not supported/);
            return;
        }
        t.assert.fail('no other hat is started in this way');
    }},
    {name: 'clickCloneByCoords needs somebody there', test: async t => {
        t.clickCloneByCoords(99, 100);
        t.assert.isFalse(t.isMouseDown());
        t.clickCloneByCoords(100, 100);
        await t.runForSteps(1);
        t.assert.equal(score(t), 10);
    }},
    {name: 'dragSprite moves at once', test: async t => {
        t.dragSprite('Dog', 50, 60);
        t.assert.equalDictionaries(t.getSprite('Dog').pos, {x: 50, y: 60});
        await t.runForSteps(6);
        t.dragSprite('Dog', 7, 8, 2);
        t.assert.equalDictionaries(t.getSprite('Dog').getClones()[1].pos, {x: 7, y: 8});
        t.assert.equal(t.getSprite('Dog').x, 50);
    }},
    {name: 'a drag starts a glide anew from there', test: async t => {
        t.keyPress('g', 1);
        await t.runForSteps(16);
        t.dragSprite('Bird', -100, 100);
        await t.runForSteps(1);
        t.assert.withinRange(t.getSprite('Bird').x, -45, 5);
        await t.runForSteps(20);
        t.assert.equal(t.getSprite('Bird').x, 0);
    }},
    {name: 'dragging nobody => error: there is no sprite «Cow» to drag', test: t => t.dragSprite('Cow', 0, 0)},
    {name: 'typeText answers', test: async t => {
        t.assert.isFalse(t.isQuestionAsked());
        t.keyPress('a', 1);
        await t.runForSteps(2);
        t.assert.isTrue(t.isQuestionAsked());
        t.typeText('Ada');
        t.assert.isFalse(t.isQuestionAsked());
        t.assert.equal(t.getAnswer(), 'Ada');
        await t.runForSteps(1);
        t.assert.equal(heard(t), 'Ada');
    }},
    {name: 'sendSound is loud for its steps', test: async t => {
        await t.runForSteps(1);
        t.sendSound(80, 2);
        await t.runForSteps(2);
        t.assert.equal(heard(t), 'loud');
    }},
    {name: 'addInput waits for its step of the run', test: async t => {
        const input = t.addInput(3, {device: 'keyboard', key: 'space', isDown: true, steps: 1});
        t.assert.isTrue(input.isActive());
        await t.runForSteps(3);
        t.assert.equal(heard(t), '');
        t.assert.isTrue(input.isActive());
        // It did not come to it in that run; the count goes on in the next one.
        await t.runForSteps(1);
        t.assert.equal(heard(t), 'space');
        await t.runForSteps(1);
        t.assert.isFalse(input.isActive());
        t.reAddInput(0, input);
        t.assert.isTrue(input.isActive());
    }},
    {name: 'addInputs takes steps or time', test: async t => {
        t.addInputs([
            {steps: 1, input: {device: 'keyboard', key: 'b', isDown: true}},
            {time: 100, input: {device: 'keyboard', key: 'c', isDown: true}},
        ]);
        await t.runForSteps(3);
        t.assert.equal([t.isKeyDown('b'), t.isKeyDown('c')].join(), 'true,false');
        await t.runForSteps(1);
        t.assert.isTrue(t.isKeyDown('c'));
    }},
    {name: 'inputs come in the order of the list', test: async t => {
        t.addInput(2, {device: 'keyboard', key: 'b', isDown: true});
        t.addInput(0, {device: 'keyboard', key: 'b', isDown: true, steps: 2});
        await t.runForSteps(3);
        t.assert.isFalse(t.isKeyDown('b'));
    }},
    {name: 'durations are not rounded', test: async t => {
        t.inputImmediate({device: 'keyboard', key: 'b', isDown: true, duration: 40});
        await t.runForSteps(2);
        t.assert.isTrue(t.isKeyDown('b'));
        await t.runForSteps(1);
        t.assert.isFalse(t.isKeyDown('b'));
    }},
    {name: 'a toggle stays when its steps are over', test: async t => {
        t.inputImmediate({device: 'mouse', isDown: 'toggle', steps: 2});
        await t.runForSteps(5);
        t.assert.isTrue(t.isMouseDown());
    }},
    {name: 'the mouse moves by offsets, and goes with the sprite in the end', test: async t => {
        t.inputImmediate({device: 'mouse', x: 10, xOffset: 5, yOffset: -5});
        t.assert.equalDictionaries(t.getMousePos(), {x: 15, y: -5});
        t.inputImmediate({device: 'mouse', sprite: t.getSprite('Dog'), xOffset: 50, isDown: true, steps: 1});
        t.dragSprite('Dog', 0, 60);
        await t.runForSteps(2);
        t.assert.equalDictionaries(t.getMousePos(), {x: 50, y: 60});
        t.assert.isFalse(t.isMouseDown());
    }},
    {name: 'removeInput and clearInputs', test: async t => {
        const input = t.addInput(0, {device: 'keyboard', key: 'b', isDown: true});
        t.assert.isTrue(t.removeInput(input));
        t.assert.isFalse(t.removeInput(input));
        t.addInput(0, {device: 'keyboard', key: 'c', isDown: true});
        t.clearInputs();
        await t.runForSteps(1);
        t.assert.equal([t.isKeyDown('b'), t.isKeyDown('c'), input.isActive()].join(), 'false,false,false');
    }},
    {name: 'inputs toggle, have durations and follow sprites', test: async t => {
        t.inputImmediate({device: 'mouse', sprite: t.getSprite('Bird'), xOffset: 5, yOffset: -5});
        t.assert.equalDictionaries(t.getMousePos(), {x: 105, y: 95});
        t.inputImmediate({device: 'mouse', isDown: 'toggle'});
        t.assert.isTrue(t.isMouseDown());
        t.inputImmediate({device: 'mouse', isDown: 'toggle'});
        t.assert.isFalse(t.isMouseDown());
        const input = t.inputImmediate({device: 'keyboard', key: 'b', isDown: true, duration: 100}, 'b');
        t.assert.withinRange(input.steps, 3, 0.001);
        t.assert.equal(input.name, 'b');
        t.inputImmediate({device: 'microphone', volume: 5});
        t.inputImmediate({device: 'text', answer: 'x'});
        t.inputImmediate({device: 'drag', sprite: 'Dog', x: 1, y: 2});
        t.assert.equal(t.getSprite('Dog').x, 1);
    }},
    {name: 'an active input cannot be added again => error: this input is active already', test: t => {
        t.reAddInput(1, t.addInput(1, {device: 'keyboard', key: 'b', isDown: true}));
    }},
    {name: 'an input without a device => error: an input needs a device (mouse, keyboard, text, drag, microphone), not {"key":"a"}',
        test: t => t.inputImmediate({key: 'a'})},
    {name: 'random inputs come one in an interval', test: async t => {
        t.setRandomInputInterval(200);
        t.registerRandomInputs([{device: 'keyboard', key: 'space', isDown: true, duration: [50, 100], weight: 2}]);
        let presses = 0, down = false;
        t.addCallback(() => {
            if (t.isKeyDown('space') && !down) presses++;
            down = t.isKeyDown('space');
        }, true);
        await t.runForTime(2000);
        t.assert.withinRange(presses, 10, 1);
        t.clearRandomInputs();
    }},
    {name: 'random inputs are detected from the blocks', test: async t => {
        const found = t.detectRandomInputs({duration: [50, 100]});
        const keys = found.filter(i => i.device === 'keyboard').map(i => i.key).sort().join();
        t.assert.equal(keys, 'a,g,space');
        t.assert.equal(found.filter(i => i.sprite === 'Bird' && i.isDown === 'toggle').length, 1);
        t.assert.equal(found.filter(i => i.device === 'text').length, 1);
        t.assert.equal(found.length, 6);
        await t.runForTime(10000);
        t.assert.greater(score(t), 1);
    }},
];
