// The suite of tests/suites for programs of many hands: variables are found by the patterns that the models use, as pupils
// call them score, Punkte or points. Nothing else differs.

const find = (t, pattern) => t.getStage().getVariables().find(v => pattern.test(v.name));
const scoreOf = t => find(t, /point|punkt|score/i);
const timeOf = t => find(t, /time|zeit/i);

const startsFresh = async function (t) {
    await t.runForSteps(2);
    t.assert.equal(scoreOf(t).valueAsNumber, 0);
    t.assert.equal(timeOf(t).valueAsNumber, 30, 'the time starts at', 30);
    const bowl = t.getSprite('Bowl');
    t.assert.ok(bowl.exists && bowl.isOriginal && !bowl.isStage);
    t.assert.equal(bowl.pos.x, 0);
    t.assert.equal(bowl.y, -145);
    t.assert.isTrue(t.getSprite('Apple').visible);
    t.assert.isFalse(t.getSprite('Bananas').visible);
    t.end();
};

const timeCountsDown = async function (t) {
    const time = timeOf(t);
    await t.runForSteps(2);
    const milliseconds = await t.runUntilChanges(() => time.value, 2000);
    t.assert.withinRange(milliseconds, 1000, 100);
    t.assert.equal(time.value, 29);
    await t.runForTime(1100);
    t.assert.less(time.value, 29);
    t.assert.greaterOrEqual(t.getTotalStepsExecuted(), 60);
    t.end();
};

const bowlFollowsArrows = async function (t) {
    const bowl = t.getSprite('Bowl');
    await t.runForSteps(5);
    t.keyPress('right arrow', 6);
    t.assert.ok(t.isKeyDown('right arrow'));
    await t.runForSteps(6);
    t.assert.withinRange(bowl.x, 60, 10);
    await t.runForSteps(2);
    t.assert.not(t.isKeyDown('right arrow'));
    const before = bowl.x;
    t.inputImmediate({device: 'keyboard', key: 'left arrow', isDown: true, steps: 3});
    await t.runForSteps(10);
    t.assert.equal(bowl.x, before - 30);
    t.assert.equal(bowl.y, -145);
    t.end();
};

// At every step: the bowl never leaves its line, and apples fall by 5 at a time.
const invariants = async function (t) {
    const bowl = t.getSprite('Bowl');
    const apple = t.getSprite('Apple');
    let falls = 0;
    await t.runForSteps(3);
    t.addConstraint(() => t.assert.equal(bowl.y, -145), 'the bowl stays on its line');
    t.addCallback(() => {
        if (apple.y < apple.old.y) {
            t.assert.withinRange(apple.old.y - apple.y, 5, 0.001);
            falls++;
        }
    }, true, 'apples fall evenly');
    t.addInput(2, {device: 'keyboard', key: 'left arrow', isDown: true, steps: 8});
    t.addInput(12, {device: 'keyboard', key: 'right arrow', isDown: true, steps: 8});
    await t.runForSteps(30);
    t.assert.greater(falls, 20);
    t.clearConstraints();
    t.clearCallbacks();
    t.end();
};

const caughtApplesScore = async function (t) {
    const bowl = t.getSprite('Bowl');
    const apple = t.getSprite('Apple');
    await t.runForSteps(3);
    t.dragSprite('Apple', bowl.x, bowl.y + 60);
    await t.runUntil(() => scoreOf(t).valueAsNumber > 0, 3000);
    t.assert.equal(scoreOf(t).valueAsNumber, 5);
    t.assert.greaterOrEqual(apple.y, 150, 'a new apple starts at the top');
    t.end();
};

const missedAppleEndsTheGame = async function (t) {
    const said = [];
    t.onSayOrThink(sprite => said.push(sprite.name + ': ' + sprite.sayText));
    await t.runForSteps(3);
    t.dragSprite('Bowl', -200, -145);
    t.dragSprite('Apple', 150, -120);
    await t.runUntil(() => t.getSprite('Apple').sayText === 'Game over!', 3000);
    t.assert.matches(t.getSprite('Apple').sayText, /game over/i);
    t.assert.isNotEmpty(said);
    await t.runForTime(1500);
    t.assert.not(t.isProjectRunning(), 'the game is over');
    t.end();
};

const timeIsUp = async function (t) {
    await t.runForSteps(3);
    t.assert.ok(t.setGlobalVariable(timeOf(t).name, 1));
    t.dragSprite('Apple', 0, 170);
    await t.runUntil(() => t.getSprite('Bowl').sayText !== '', 3000);
    t.assert.equal(t.getSprite('Bowl').sayText, 'Ende!');
    t.assert.equal(timeOf(t).valueAsNumber, 0);
    t.end();
};

module.exports = [
    {test: startsFresh, name: 'the game starts fresh', description: 'score, time and places', categories: ['start']},
    {test: timeCountsDown, name: 'the time counts down every second', categories: ['time']},
    {test: bowlFollowsArrows, name: 'the bowl follows the arrow keys', categories: ['input']},
    {test: invariants, name: 'what always holds', categories: ['input']},
    {test: caughtApplesScore, name: 'a caught apple scores 5 points', categories: ['score'], seed: '4'},
    {test: missedAppleEndsTheGame, name: 'an apple on the ground ends the game', categories: ['end']},
    {test: timeIsUp, name: 'the game ends when the time is up', categories: ['end']},
];
