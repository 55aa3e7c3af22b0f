// A parrot flies to the milk: no input at all, so everything is known beforehand.

const thinksFirst = async function (t) {
    const parrot = t.getSprite('Papagei');
    await t.runForSteps(2);
    t.assert.equal(parrot.sayText, 'Am Baum wächst Milch?');
    t.assert.equal(parrot.currentCostumeName, 'parrot-b');
    t.assert.equal(parrot.currentCostume, 1);
    t.assert.equal(parrot.x, -160);
    t.assert.equal(parrot.y, -40);
    t.assert.ok(t.isWhiskerRunning());
    t.end();
};

const flapsItsWings = async function (t) {
    const parrot = t.getSprite('Papagei');
    await t.runForTime(1200);
    t.assert.equal(parrot.direction, 75);
    const costumes = new Set();
    t.addCallback(() => { costumes.add(parrot.currentCostumeName); }, true);
    await t.runForTime(1000);
    t.assert.equal(costumes.size, parrot.getCostumeCount());
    t.assert.greater(parrot.x, -130);
    t.assert.greater(parrot.y, -40);
    t.end();
};

const milkGetsEmpty = async function (t) {
    const milk = t.getSprite('Milch');
    await t.runForSteps(1);
    t.assert.equal(milk.currentCostumeName, 'Milch-a');
    await t.runUntil(() => milk.isTouchingSprite('Papagei'), 20000);
    t.assert.ok(milk.isTouchingSprite('Papagei'), 'the parrot arrives');
    await t.runForSteps(5);
    t.assert.equal(milk.currentCostumeName, 'Milch-c');
    t.assert.equal(t.getSprite('Papagei').sayText, 'Lecker!');
    await t.runForTime(1200);
    t.assert.equal(milk.currentCostumeName, 'Milch-e');
    await t.runForTime(1500);
    t.assert.not(t.isWhiskerRunning());
    t.end();
};

const sunWanders = async function (t) {
    const sun = t.getSprite('Sonne');
    await t.runForSteps(2);
    const first = sun.direction;
    await t.runForTime(1000);
    t.assert.equal(sun.direction, first + 15);
    t.assert.ok(sun.isPointInBounds(sun.x, sun.y));
    t.assert.ok(t.getSpritesAtPoint(sun.x, sun.y).some(sprite => sprite.name === 'Sonne'));
    t.end();
};

const layers = async function (t) {
    await t.runForSteps(1);
    const order = ['Sonne', 'Baum', 'Milch', 'Papagei'].map(name => t.getSprite(name).layerOrder);
    for (let i = 1; i < order.length; i++) t.assert.less(order[i - 1], order[i]);
    t.assert.equal(t.getSprite('Papagei').volume, 100);
    t.assert.equal(t.getRotationStyle('Papagei'), t.getSprite('Papagei').rotationStyle);
    t.end();
};

const sameSeedSameFlight = async function (t) {
    await t.runForTime(2000);
    t.log('the parrot is at', Math.round(t.getSprite('Papagei').x));
    t.assert.equal(t.getTotalStepsExecuted(), 60);
    t.assert.withinRange(t.getTotalTimeElapsed(), 2000, 1);
    t.assert.withinRange(t.getRunTimeElapsed(), 2000, 1);
    t.end();
};

module.exports = [
    {test: thinksFirst, name: 'the parrot thinks first'},
    {test: flapsItsWings, name: 'the parrot flaps its wings'},
    {test: milkGetsEmpty, name: 'the milk gets empty'},
    {test: sunWanders, name: 'the sun wanders'},
    {test: layers, name: 'the parrot is in front'},
    {test: sameSeedSameFlight, name: 'two seconds are sixty steps'},
];
