// on zoo.scratch
const target = (t, name) => t.vm.runtime.targets.find(x => x.getName() === name);

module.exports = [
    {name: 'raw targets can be read', test: async t => {
        await t.runForSteps(12);
        t.assert.equal(t.vm.runtime.targets.map(x => x.sprite.name).join(), 'Stage,Cat,Dog,Bird,Dog,Dog,Dog');
        const cat = target(t, 'Cat');
        t.assert.equal([cat.x, cat.y, cat.direction, cat.size, cat.visible, cat.currentCostume, cat.volume].join(),
            '100,0,105,150,false,1,100');
        t.assert.equal([cat.isStage, cat.isOriginal, cat.isSprite(), cat.rotationStyle, cat.draggable].join(),
            'false,true,true,all around,false');
        t.assert.equal(cat.effects.ghost, 20);
        t.assert.equal(cat.getCostumes()[cat.currentCostume].name, 'lion');
        t.assert.equal(cat.getCurrentCostume().name, 'lion');
        t.assert.equal(cat.getCostumeIndexByName('lion'), 1);
        t.assert.ok(t.getSprite('Cat').getScratchTarget() === cat);
        t.assert.ok(t.vm.runtime.getTargetForStage().isStage);
        t.assert.ok(t.vm.runtime.getSpriteTargetByName('Cat') === cat);
        t.assert.ok(t.vm.runtime.getTargetById(cat.id) === cat);
        t.assert.equal(t.vmWrapper.vm, t.vm);
    }},
    {name: 'raw targets can be changed', test: t => {
        const dog = target(t, 'Dog');
        dog.setXY(1, 2);
        dog.setDirection(45);
        dog.setSize(200);
        dog.setVisible(false);
        dog.setRotationStyle('left-right');
        dog.setDraggable(true);
        dog.setEffect('ghost', 30);
        t.assert.equal([dog.x, dog.y, dog.direction, dog.size, dog.visible, dog.rotationStyle, dog.draggable, dog.effects.ghost].join(),
            '1,2,45,200,false,left-right,true,30');
        dog.clearEffects();
        t.assert.equal(dog.effects.ghost, 0);
        dog.x = 9;
        t.assert.equal(dog.x, 9);
        const cat = target(t, 'Cat');
        cat.setCostume(1);
        t.assert.equal(cat.currentCostume, 1);
        t.assert.isFalse(dog.isTouchingEdge());
        t.assert.isFalse(dog.isTouchingSprite('Bird'));
        t.assert.equal(dog.getBounds().left < dog.getBounds().right, true);
    }},
    {name: 'raw variables', test: t => {
        const cat = target(t, 'Cat'), stage = t.vm.runtime.getTargetForStage();
        const [lives] = Object.values(cat.variables).filter(v => v.name === 'lives');
        t.assert.equal([lives.type, lives.value, typeof lives.id].join(), ',9,string');
        lives.value = 3;
        t.assert.equal(t.getSprite('Cat').getVariable('lives').value, '3');
        t.assert.ok(cat.lookupVariableById(lives.id) === lives);
        t.assert.ok(cat.lookupVariableByNameAndType('lives', '') === lives);
        t.assert.equal(cat.lookupVariableByNameAndType('score', '').value, 0);
        t.assert.equal(cat.lookupVariableByNameAndType('score', '', true), null);
        const things = stage.lookupVariableByNameAndType('things', 'list');
        things.value = ['a', 1, true];
        t.assert.equalDictionaries(things.value, ['a', 1, true]);
        t.assert.equal(JSON.parse(JSON.stringify(things)).name, 'things');
    }},
    {name: 'the machine takes device data', test: t => {
        t.vm.postIOData('keyboard', {key: ' ', isDown: true});
        t.assert.isTrue(t.isKeyDown('space'));
        t.assert.isTrue(t.vm.runtime.ioDevices.keyboard.getKeyIsDown('space'));
        t.vm.postIOData('mouse', {x: 250, y: 170, isDown: true});
        t.assert.equalDictionaries(t.getMousePos(), {x: 10, y: 10});
        t.assert.isTrue(t.vm.runtime.ioDevices.mouse.getIsDown());
        t.vm.runtime.emit('ANSWER', 'yes');
        t.assert.equal(t.getAnswer(), 'yes');
        t.vm.stopAll();
        t.vm.greenFlag();
    }},
    {name: 'a reporter can be replaced', test: async t => {
        const values = [42];
        const original = t.vm.runtime._primitives.operator_random;
        t.vm.runtime._primitives['operator_random'] = (args, util) => {
            t.assert.equal([args.FROM, args.TO, util.target.getName()].join(), '1,1000,Stage');
            return values.length > 0 ? values.shift() : original(args, util);
        };
        await t.runForSteps(20);
        t.assert.equal(t.getGlobalVariable('picked'), 42);
        t.greenFlag();
        await t.runForSteps(20);
        t.assert.withinRange(t.getGlobalVariable('picked'), 500, 500);
    }},
    {name: 'a statement can be replaced', test: async t => {
        const primitives = t.vm.runtime._primitives;
        const original = primitives.motion_changexby;
        primitives.motion_changexby = (args, util) => {
            if (util.target.x < 20) {
                util.target.setXY(util.target.x + 2 * Number(args.DX), 0);
            } else {
                original(args, util);
            }
        };
        await t.runForSteps(3);
        t.assert.equal(t.getSprite('Cat').x, 40);
        primitives.motion_gotoxy = (args, util) => primitives.motion_setx({X: 77}, util);
        t.greenFlag();
        await t.runForSteps(1);
        t.assert.equal(t.getSprite('Cat').x, 87);
    }},
    {name: 'an error in a replaced block => error: inside', test: async t => {
        t.vm.runtime._primitives.motion_changexby = () => { throw new Error('inside'); };
        await t.runForSteps(1);
    }},
    {name: 'unknown blocks have no function', test: t => {
        t.assert.equal(t.vm.runtime._primitives.nothing_like_this, undefined);
        t.assert.isTrue('motion_movesteps' in t.vm.runtime._primitives);
    }},
];
