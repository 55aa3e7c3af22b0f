// A snake that grows; its body is made of clones.

const startsInTheMiddle = async function (t) {
    await t.runForSteps(1);
    const head = t.getSprite('Kopf');
    t.assert.withinRange(head.x, 0, 3);
    t.assert.equal(head.y, 100);
    t.assert.equal(head.direction, 90);
    t.assert.equal(t.getGlobalVariable('Punkte'), 0);
    t.assert.not(t.getSprite('Goodie').visible);
    t.end();
};

const turnsWithTheKeys = async function (t) {
    const head = t.getSprite('Kopf');
    await t.runForSteps(2);
    for (const [key, direction] of [['up arrow', 0], ['left arrow', -90], ['down arrow', 180], ['right arrow', 90]]) {
        t.keyPress(key, 1);
        await t.runForSteps(2);
        t.assert.equal(head.direction, direction, 'after', key);
    }
    t.end();
};

const crawls = async function (t) {
    const head = t.getSprite('Kopf');
    await t.runForSteps(2);
    const x = head.x;
    await t.runForSteps(10);
    t.assert.equal(head.x, x + 30);
    t.assert.equal(head.old.x, head.x - 3);
    t.end();
};

const bodyFollows = async function (t) {
    const body = t.getSprite('Körper');
    await t.runForSteps(3);
    t.setGlobalVariable('Punkte', 5);
    await t.runForSteps(20);
    t.assert.greater(body.getCloneCount(), 10, 'five points are a second of body');
    t.assert.equal(body.getClones().length, body.getCloneCount());
    t.assert.equal(body.getClones(true).length, body.getCloneCount(true));
    const [oldest] = body.getClones();
    t.assert.not(oldest.isOriginal);
    t.assert.equal(oldest.getOriginal().name, 'Körper');
    t.assert.lessOrEqual(oldest.x, t.getSprite('Kopf').x);
    t.assert.isNotEmpty(t.getNewSprites(sprite => sprite.name === 'Körper'));
    t.end();
};

const eats = async function (t) {
    const head = t.getSprite('Kopf');
    const point = t.getSprite('Punkt');
    await t.runForSteps(2);
    t.assert.equal(point.y, -100);
    t.dragSprite('Punkt', head.x + 9, head.y);
    await t.runUntil(() => Number(t.getGlobalVariable('Punkte')) === 1, 2000);
    t.assert.equal(t.getGlobalVariable('Punkte'), 1);
    t.assert.withinRange(point.x, 0, 230);
    t.end();
};

const losesAtTheEdge = async function (t) {
    const head = t.getSprite('Kopf');
    await t.runForSteps(2);
    t.dragSprite('Kopf', 225, 100);
    await t.runUntil(() => head.isTouchingEdge(), 2000);
    t.assert.ok(head.isTouchingVerticalEdge());
    t.assert.not(head.isTouchingHorizEdge());
    await t.runForSteps(2);
    t.assert.equal(head.sayText, 'Verloren!');
    t.assert.greater(head.bounds.right, 240);
    await t.runForTime(1200);
    t.assert.not(t.isProjectRunning());
    t.end();
};

const winsWithThirty = async function (t) {
    const head = t.getSprite('Kopf');
    await t.runForSteps(2);
    t.setGlobalVariable('Punkte', 30);
    await t.runForSteps(2);
    t.assert.equal(head.sayText, 'Gewonnen!');
    t.end();
};

const goodieComes = async function (t) {
    const goodie = t.getSprite('Goodie');
    t.addCallback(() => { t.dragSprite('Kopf', 0, 100); });
    let seen = 0;
    goodie.onVisualChange = () => { seen++; };
    await t.runForTime(10500);
    t.assert.ok(goodie.visible || Number(t.getGlobalVariable('Punkte')) > 0);
    t.assert.greater(seen, 0);
    t.end();
};

module.exports = [
    {test: startsInTheMiddle, name: 'the snake starts in the middle'},
    {test: turnsWithTheKeys, name: 'the snake turns with the keys'},
    {test: crawls, name: 'the snake crawls 3 each step'},
    {test: bodyFollows, name: 'the body follows the head'},
    {test: eats, name: 'a point is eaten'},
    {test: losesAtTheEdge, name: 'the edge ends the game'},
    {test: winsWithThirty, name: 'thirty points win'},
    {test: goodieComes, name: 'something good comes after ten seconds'},
];
