// on short.scratch
module.exports = [
    {name: 'isProjectRunning ends with the last script', test: async t => {
        await t.runForSteps(30);
        t.assert.isTrue(t.isProjectRunning());
        await t.runForSteps(5);
        t.assert.isFalse(t.isProjectRunning());
        t.assert.isFalse(t.isWhiskerRunning());
        t.greenFlag();
        await t.runForSteps(1);
        t.assert.isTrue(t.isProjectRunning());
    }},
    {name: 'a program without sprites has a stage', test: t => {
        t.assert.equal(t.getSprites().length, 0);
        t.assert.equal(t.getStage().getVariable('n').value, '0');
    }},
];
