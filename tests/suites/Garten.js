// A gardener picks flowers and avoids the cacti, which are clones.

const waitsForTheStart = async function (t) {
    const gardener = t.getSprite('Gärtnerin');
    await t.runForSteps(3);
    t.assert.equal(gardener.size, 35);
    t.assert.equal(gardener.sayText, "Gleich geht's los!");
    t.keyPress('right arrow', 10);
    await t.runForSteps(10);
    t.assert.equal(gardener.x, -170, 'nobody moves yet');
    await t.runForTime(2000);
    t.assert.equal(gardener.size, 20);
    t.assert.isEmpty(gardener.sayText);
    t.end();
};

const walks = async function (t) {
    const gardener = t.getSprite('Gärtnerin');
    await t.runForTime(2200);
    const ways = [['right arrow', 5, 0], ['up arrow', 0, 5], ['left arrow', -5, 0], ['down arrow', 0, -5]];
    for (const [key, dx, dy] of ways) {
        const {x, y} = gardener.pos;
        t.keyPress(key, 2);
        await t.runForSteps(4);
        t.assert.equal(gardener.x, x + 2 * dx, key);
        t.assert.equal(gardener.y, y + 2 * dy, key);
    }
    t.end();
};

const picksFlowers = async function (t) {
    const flower = t.getSprite('Blume');
    await t.runForTime(2200);
    const before = t.getStage().getVariable('Punkte').valueAsNumber;
    t.dragSprite('Blume', t.getSprite('Gärtnerin').x, t.getSprite('Gärtnerin').y);
    t.assert.ok(flower.isTouchingSprite('Gärtnerin'));
    await t.runForSteps(2);
    t.assert.greater(t.getStage().getVariable('Punkte').valueAsNumber, before);
    t.end();
};

const cactiGrow = async function (t) {
    const cactus = t.getSprite('Kaktus');
    await t.runForTime(2500);
    t.assert.equal(cactus.getCloneCount(), 1);
    await t.runForTime(2000);
    t.assert.equal(cactus.getCloneCount(), 2);
    t.assert.not(cactus.visible);
    for (const clone of cactus.getClones()) {
        t.assert.ok(clone.visible);
        t.assert.not(clone.isOriginal);
    }
    // A target of the machine itself, as generated suites use it.
    t.assert.equal(cactus.getClone(1).visible, true);
    t.end();
};

const flowerSways = async function (t) {
    const flower = t.getSprite('Blume');
    await t.runForTime(400);
    t.assert.equal(flower.direction, 95);
    await t.runForTime(500);
    t.assert.equal(flower.direction, 90);
    t.end();
};

const cactusHurts = async function (t) {
    const gardener = t.getSprite('Gärtnerin');
    await t.runForTime(2500);
    const [cactus] = t.getSprite('Kaktus').getClones();
    t.dragSprite('Gärtnerin', cactus.x, cactus.y);
    await t.runUntil(() => gardener.sayText === 'Autsch!', 1000);
    t.assert.equal(gardener.sayText, 'Autsch!');
    t.assert.equal(t.getStage().currentCostumeName, 'Ende');
    t.assert.ok(t.getStage().getCostumeByName('Ende'));
    await t.runForSteps(2);
    t.assert.equal(t.getSprite('Blume').sayText, 'Ohje!');
    t.assert.equal(gardener.effects.color, 25);
    await t.runForTime(600);
    t.assert.equal(gardener.effects.color, 50);
    const {x, y} = gardener.pos;
    t.keyPress('right arrow', 5);
    await t.runForSteps(8);
    t.assert.equal(gardener.x, x);
    t.assert.equal(gardener.y, y);
    t.end();
};

const startsAgain = async function (t) {
    await t.runForTime(2500);
    t.setGlobalVariable('Punkte', 9);
    t.greenFlag();
    await t.runForSteps(2);
    t.assert.equal(t.getGlobalVariable('Punkte'), 0);
    t.assert.equal(t.getSprite('Kaktus').getCloneCount(), 0);
    t.end();
};

module.exports = [
    {test: waitsForTheStart, name: 'the gardener waits for two seconds'},
    {test: walks, name: 'the gardener walks with the arrow keys', seed: '3'},
    {test: picksFlowers, name: 'a flower is a point'},
    {test: cactiGrow, name: 'a cactus grows every two seconds'},
    {test: flowerSways, name: 'the flower sways'},
    {test: cactusHurts, name: 'a cactus ends the game'},
    {test: startsAgain, name: 'the flag starts again'},
];
