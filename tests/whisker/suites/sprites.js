// on zoo.scratch
const names = list => list.map(s => s.name).join();

module.exports = [
    {name: 'sprites are found by name', test: async t => {
        t.assert.equal(names(t.getSprites()), 'Cat,Dog,Bird');
        t.assert.equal(names(t.getSprites(() => true, false)), 'Stage,Cat,Dog,Bird');
        t.assert.equal(names(t.getSprites(s => s.x > 50)), 'Bird');
        t.assert.ok(t.getSprite('Cat') === t.getSprite('Cat'));
        t.assert.equal(t.getSprite('Cow'), undefined);
        t.assert.equal(t.getSprite('Stage'), undefined);
        t.assert.isTrue(t.getStage().isStage);
        t.assert.equal(t.getStage().name, 'Stage');
    }},
    {name: 'what a sprite says of itself', test: async t => {
        const cat = t.getSprite('Cat');
        await t.runForSteps(12);
        t.assert.equal(cat.x, 100);
        t.assert.equal(cat.y, 0);
        t.assert.equalDictionaries(cat.pos, {x: 100, y: 0});
        t.assert.equal(cat.direction, 105);
        t.assert.strictEqual(cat.visible, false);
        t.assert.equal(cat.size, 150);
        t.assert.equal(cat.currentCostume, 1);
        t.assert.equal(cat.currentCostumeName, 'lion');
        t.assert.equal(cat.volume, 100);
        t.assert.greater(cat.layerOrder, 0);
        t.assert.equal(cat.sayText, 'done');
        t.assert.equal(t.getSprite('Dog').sayText, '');
        t.assert.equal(cat.rotationStyle, 'all around');
        t.assert.equal(t.getRotationStyle('Cat'), 'all around');
        t.assert.equal(cat.effects.ghost, 20);
        t.assert.equal(Object.keys(cat.effects).join(), 'color,fisheye,whirl,pixelate,mosaic,brightness,ghost');
        t.assert.isTrue(cat.exists);
        t.assert.isTrue(cat.isOriginal);
        t.assert.isFalse(cat.isStage);
        t.assert.matches(cat.id, /./);
    }},
    {name: 'old values are those before the step', test: async t => {
        const cat = t.getSprite('Cat');
        const lives = cat.getVariable('lives'), toys = cat.getList('toys');
        await t.runForSteps(1);
        // The first step goes to 0 and then to 10: old.x is of the last move, old.pos of the step.
        t.assert.equal(cat.old.x, 0);
        await t.runForSteps(4);
        t.assert.equal(cat.x, 50);
        t.assert.equal(cat.old.x, 40);
        t.assert.equal(cat.old.y, 0);
        t.assert.equalDictionaries(cat.old.pos, {x: 40, y: 0});
        await t.runUntil(() => !cat.visible);
        const {old} = cat;
        t.assert.strictEqual(old.visible, true);
        t.assert.equal(old.direction, 90);
        t.assert.equal(old.size, 100);
        t.assert.equal(old.currentCostume, 0);
        t.assert.equal(old.currentCostumeName, 'cat');
        t.assert.equal(old.volume, 100);
        t.assert.equal(old.layerOrder, cat.layerOrder);
        t.assert.equal(old.sayText, '');
        t.assert.equal(old.rotationStyle, 'all around');
        t.assert.equal(old.effects.ghost, 0);
        // 9, then 7, then 6: old is the value before the last change.
        t.assert.equal(lives.value, '6');
        t.assert.equal(lives.old.value, '7');
        t.assert.equal(toys.value.join(), 'ball');
        t.assert.equal(toys.old.value.length, 0);
        cat.updateOld();
        t.assert.strictEqual(old.visible, false);
        t.assert.equal(lives.old.value, '6');
    }},
    {name: 'variables are texts, and numbers on request', test: async t => {
        const cat = t.getSprite('Cat');
        const lives = cat.getVariable('lives');
        t.assert.ok(lives === cat.getVariable('lives'));
        t.assert.equal(lives.name, 'lives');
        t.assert.strictEqual(lives.value, '9');
        t.assert.strictEqual(lives.valueAsNumber, 9);
        t.assert.ok(lives.sprite === cat);
        t.assert.equal(lives.getScratchVariable().value, 9);
        t.assert.equal(names(cat.getVariables()), 'lives');
        t.assert.equal(names(cat.getVariables(v => v.name === 'x')), '');
        t.assert.equal(names(cat.getVariables(undefined, false)), 'lives,score,heard,picked');
        t.assert.equal(cat.getVariable('score'), undefined);
        t.assert.equal(cat.getVariable('score', false).value, '0');
        t.assert.equal(t.getStage().getVariable('score').value, '0');
        t.assert.equal(names(cat.getLists()), 'toys');
        t.assert.equal(names(cat.getLists(false)), 'toys,things');
        t.assert.equal(cat.getList('things'), undefined);
        t.assert.equal(cat.getList('things', false).value.length, 0);
    }},
    {name: 'variables can be read and set by name', test: async t => {
        t.assert.equal(t.getSpriteVariable('Cat', 'lives'), 9);
        t.assert.isTrue(t.setSpriteVariable('Cat', 'lives', 5));
        t.assert.strictEqual(t.getSpriteVariable('Cat', 'lives'), 5);
        t.assert.isFalse(t.setSpriteVariable('Cat', 'score', 5));
        t.assert.isFalse(t.setSpriteVariable('Cow', 'lives', 5));
        t.assert.isTrue(t.setGlobalVariable('score', '7'));
        t.assert.strictEqual(t.getGlobalVariable('score'), '7');
        t.assert.isFalse(t.setGlobalVariable('none', 1));
        t.assert.equal(t.getGlobalVariable('none'), undefined);
        t.assert.equal(t.getSpriteVariable('Stage', 'score'), '7');
        t.assert.isTrue(t.setSpriteVariable('Stage', 'score', 8));
        t.assert.equal(t.getGlobalVariable('score'), 8);
    }},
    {name: 'lists can be read and changed by name', test: async t => {
        t.assert.equal(t.getGlobalVariable('things').length, 0);
        t.getGlobalVariable('things').push(1, 'two');
        t.assert.equal(t.getGlobalVariable('things').join(), '1,two');
        t.assert.equal(t.getSpriteVariable('Stage', 'things').shift(), 1);
        t.assert.equal(t.getStage().getList('things').value.join(), 'two');
        t.assert.isTrue(t.setSpriteVariable('Cat', 'toys', ['3', '4']));
        t.assert.equal(t.getSprite('Cat').getList('toys').valueAsNumber.map(n => n + 1).join(), '4,5');
    }},
    {name: 'the names that suites reach for inside', test: async t => {
        const cat = t.getSprite('Cat');
        t.assert.ok(cat._target === cat.getScratchTarget());
        t.assert.equal(cat._target.sprite.name, 'Cat');
        t.assert.equal(cat.getVariable('lives')._variable.value, 9);
    }},
    {name: 'clones come and go', test: async t => {
        const dog = t.getSprite('Dog');
        t.assert.equal(dog.getCloneCount(), 0);
        t.assert.equal(dog.getNewClones().length, 0);
        await t.runForSteps(8);
        t.assert.equal(dog.getCloneCount(), 3);
        t.assert.equal(dog.getCloneCount(true), 4);
        t.assert.equal(dog.getNewClones().length, 3);
        t.assert.equal(dog.getNewClones().length, 0);
        t.assert.equal(dog.getInstances().length, 4);
        const clone = dog.getClones()[0];
        t.assert.isFalse(clone.isOriginal);
        t.assert.ok(clone.getOriginal() === dog);
        // Clones of the sprite: the one that is asked is among them, «with self» adds the original.
        t.assert.equal(clone.getClones().length, 3);
        t.assert.equal(clone.getClones(true).length, 4);
        t.assert.equal(clone.y, -50);
        t.assert.equal(clone.sayText, null);
        t.assert.equal(names(t.getSprites()), 'Cat,Dog,Bird,Dog,Dog,Dog');
        // A raw target, the original first.
        t.assert.equal(dog.getClone(0).y, -100);
        t.assert.equal(dog.getClone(1).y, -50);
        t.assert.equal(dog.getClone(1).sayText, undefined);
        t.assert.equal(dog.getClone(1).getLayerOrder(), clone.layerOrder);
        await t.runForSteps(40);
        t.assert.isFalse(clone.exists);
        t.assert.equal(clone.y, -50);
        t.assert.equal(dog.getCloneCount(), 0);
    }},
    {name: 'new sprites are reported once', test: async t => {
        t.assert.equal(names(t.getNewSprites(s => s.name === 'Dog')), 'Dog');
        t.assert.equal(names(t.getNewSprites()), 'Stage,Cat,Bird');
        t.assert.equal(t.getNewSprites().length, 0);
        await t.runForSteps(8);
        t.assert.equal(names(t.getNewSprites()), 'Dog,Dog,Dog');
    }},
    {name: 'new clones are new sprites, whoever is asked', test: async t => {
        const dog = t.getSprite('Dog');
        await t.runForSteps(4);
        const [first] = dog.getNewClones();
        await t.runForSteps(4);
        t.assert.equal(first.getNewClones().length, 2);
        t.assert.equal(dog.getNewClones().length, 0);
        t.assert.equal(names(t.getNewSprites()), 'Stage,Cat,Dog,Bird');
    }},
    {name: 'bounds and points', test: t => {
        const bird = t.getSprite('Bird');
        t.assert.equalDictionaries(bird.bounds, {left: 85.5, right: 114.5, top: 114.5, bottom: 85.5});
        t.assert.isTrue(bird.isPointInBounds(85.5, 114.5));
        t.assert.isFalse(bird.isPointInBounds(85, 100));
        t.assert.isTrue(bird.isIntersectingBounds({left: 0, right: 90, top: 90, bottom: 0}));
        t.assert.isFalse(bird.isIntersectingBounds({left: 0, right: 80, top: 90, bottom: 0}));
        t.assert.equal(t.getSpriteAtPoint(100, 100).name, 'Bird');
        t.assert.strictEqual(t.getSpriteAtPoint(200, -100), null);
        t.assert.equal([bird.bounds.width, bird.bounds.height].join(), '29,29');
        t.dragSprite('Dog', 100, 100);
        t.assert.equal(names(t.getSpritesAtPoint(100, 100)), 'Bird,Dog');
        t.assert.equalDictionaries(t.getStageSize(), {width: 480, height: 360});
    }},
    {name: 'touching', test: t => {
        const bird = t.getSprite('Bird'), dog = t.getSprite('Dog');
        t.assert.isFalse(bird.isTouchingMouse());
        t.mouseMove(100, 100);
        t.assert.isTrue(bird.isTouchingMouse());
        t.assert.isFalse(bird.isTouchingSprite('Dog'));
        t.assert.isFalse(bird.isTouchingColor([0, 255, 0]));
        t.dragSprite('Dog', 110, 100);
        t.assert.isTrue(bird.isTouchingSprite('Dog'));
        t.assert.isTrue(bird.isTouchingColor([0, 255, 0]));
        t.assert.isTrue(bird.isColorTouchingColor([0, 255, 0], [0, 0, 255]));
        t.assert.isFalse(bird.isColorTouchingColor([255, 0, 0], [0, 0, 255]));
        t.assert.isFalse(dog.isTouchingEdge());
        dog.getScratchTarget().setXY(235, 0);
        t.assert.equal([dog.isTouchingEdge(), dog.isTouchingVerticalEdge(), dog.isTouchingHorizEdge()].join(), 'true,true,false');
        dog.getScratchTarget().setXY(0, 175);
        t.assert.equal([dog.isTouchingEdge(), dog.isTouchingVerticalEdge(), dog.isTouchingHorizEdge()].join(), 'true,false,true');
    }},
    {name: 'costumes', test: t => {
        const cat = t.getSprite('Cat');
        t.assert.equal(names(cat.getCostumes()), 'cat,lion');
        t.assert.equal(cat.getCostumeByIndex(1).name, 'lion');
        t.assert.equal(cat.getCostumeByName(/^l/).name, 'lion');
        t.assert.equal(cat.getCostumeByName('ion').name, 'lion');
        t.assert.equal(cat.getCostumeCount(), 2);
        const {rotationCenterX, rotationCenterY, bitmapResolution, dataFormat} = cat.getCostumeByName('lion');
        t.assert.equal([rotationCenterX, rotationCenterY, bitmapResolution, dataFormat].join(), '30,15,1,svg');
        const skins = t.getSprites(() => true, false).flatMap(s => s.getCostumes().map(c => c.skinId));
        t.assert.equal(new Set(skins).size, skins.length, 'each costume has a skin of its own');
    }},
    {name: 'setVisibility', test: t => {
        t.setVisibility('Dog', false);
        t.assert.isFalse(t.getSprite('Dog').visible);
        t.setVisibility('Dog', true);
        t.assert.isTrue(t.getSprite('Dog').visible);
    }},
];
