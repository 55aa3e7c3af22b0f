// Sprites as a test sees them: wrappers that stay the same object as long as the target lives.
(function (whisker, host) {
    'use strict';
    const {field, Variable} = whisker;

    // The values right before the last step.
    class Old {
        constructor(handle, description) {
            Object.defineProperties(this, {_handle: {value: handle}, _description: {value: description}});
        }
        get x() { return host.old(this._handle, field.x); }
        get y() { return host.old(this._handle, field.y); }
        get pos() { return {x: host.oldStart(this._handle, field.x), y: host.oldStart(this._handle, field.y)}; }
        get direction() { return host.old(this._handle, field.direction); }
        get visible() { return host.old(this._handle, field.visible); }
        get size() { return Math.round(host.old(this._handle, field.size)); }
        get currentCostume() { return host.old(this._handle, field.currentCostume); }
        get currentCostumeName() { return this._description.costumes[this.currentCostume]?.name; }
        get volume() { return host.old(this._handle, field.volume); }
        get layerOrder() { return host.old(this._handle, field.layerOrder); }
        get sayText() { return host.oldStart(this._handle, field.sayText); }
        get rotationStyle() { return host.old(this._handle, field.rotationStyle); }
        get effects() { return whisker.group(field.effects, index => host.oldStart(this._handle, index)); }
    }

    class Sprite {
        constructor(handle) {
            const raw = whisker.rawTarget(handle);
            Object.defineProperties(this, {
                _handle: {value: handle}, _raw: {value: raw},
                _target: {value: raw}, // what Whisker calls it; suites reach for it
                _variables: {value: new Map()},
                _moved: {value: null, writable: true}, _changed: {value: null, writable: true},
                _old: {value: new Old(handle, raw._description)},
            });
        }

        get old() {
            host.watch();
            return this._old;
        }
        get exists() { return host.exists(this._handle); }
        get isOriginal() { return this._raw.isOriginal; }
        get isStage() { return this._raw.isStage; }
        get name() { return this._raw._description.name; }
        get id() { return this._raw.id; }
        get effects() { return this._raw.effects; }
        get x() { return host.attribute(this._handle, field.x); }
        get y() { return host.attribute(this._handle, field.y); }
        get pos() { return {x: this.x, y: this.y}; }
        get direction() { return host.attribute(this._handle, field.direction); }
        get visible() { return host.attribute(this._handle, field.visible); }
        get size() { return Math.round(host.attribute(this._handle, field.size)); }
        get currentCostume() { return host.attribute(this._handle, field.currentCostume); }
        get currentCostumeName() { return this._raw._description.costumes[this.currentCostume]?.name; }
        get volume() { return host.attribute(this._handle, field.volume); }
        get layerOrder() { return host.attribute(this._handle, field.layerOrder); }
        get sayText() { return host.attribute(this._handle, field.sayText); }
        get rotationStyle() { return this._raw.rotationStyle; }
        get bounds() { return whisker.bounds(this._handle); }

        get onMoved() { return this._moved; }
        set onMoved(callback) {
            this._moved = callback;
            host.watch(true);
        }
        get onVisualChange() { return this._changed; }
        set onVisualChange(callback) {
            this._changed = callback;
            host.watch(true);
        }

        isPointInBounds(x, y) {
            const {left, right, top, bottom} = this.bounds;
            return x >= left && x <= right && y >= bottom && y <= top;
        }
        isIntersectingBounds(other) {
            const {left, right, top, bottom} = this.bounds;
            return left <= other.right && right >= other.left && bottom <= other.top && top >= other.bottom;
        }
        isTouchingMouse() { return host.touching(this._handle, '_mouse_'); }
        isTouchingEdge() { return host.touching(this._handle, '_edge_'); }
        isTouchingVerticalEdge() {
            const {left, right} = this.bounds;
            return left < -240 || right > 240;
        }
        isTouchingHorizEdge() {
            const {top, bottom} = this.bounds;
            return top > 180 || bottom < -180;
        }
        isTouchingSprite(name) { return host.touching(this._handle, String(name)); }
        isTouchingColor(rgb) { return host.touchingColor(this._handle, ...rgb); }
        isColorTouchingColor(target, mask) { return host.colorTouchingColor(this._handle, ...target, ...mask); }

        getVariables(filter, skipStage = true) { return allVariables(this, '', filter, skipStage); }
        getVariable(name, skipStage = true) { return findVariable(this, '', name, skipStage); }
        getLists(skipStage = true) { return allVariables(this, 'list', undefined, skipStage); }
        getList(name, skipStage = true) { return findVariable(this, 'list', name, skipStage); }

        getInstances() { return host.instances(this._handle).map(wrap); }
        getOriginal() { return wrap(host.originalOf(this._handle)); }
        // «Self» is the original, also when a clone is asked.
        getClones(withSelf = false) { return this.getInstances().filter(s => withSelf || !s.isOriginal); }
        getCloneCount(withSelf = false) { return this.getClones(withSelf).length; }
        getNewClones() {
            const clones = this.getClones();
            return getNewSprites(s => clones.includes(s));
        }
        // The raw target, with the original at 0: tests that were generated count on it.
        getClone(index) { return this._raw.sprite.clones[index]; }

        getCostumes() { return this._raw.getCostumes(); }
        getCostumeByIndex(index) { return this.getCostumes()[index]; }
        getCostumeByName(name) { return this.getCostumes().find(c => c.name.match(name) !== null); }
        getCostumeCount() { return this.getCostumes().length; }
        getScratchTarget() { return this._raw; }
        updateOld() { host.refresh(this._handle); }
    }

    const wrapVariable = (sprite, raw) => {
        if (!sprite._variables.has(raw)) sprite._variables.set(raw, new Variable(sprite, raw));
        return sprite._variables.get(raw);
    };
    const rawVariablesOf = (sprite, type) => Object.values(sprite._raw.variables).filter(v => v.type === type);
    const allVariables = (sprite, type, filter, skipStage) => {
        const all = rawVariablesOf(sprite, type).map(raw => wrapVariable(sprite, raw));
        if (!skipStage && !sprite.isStage) {
            all.push(...rawVariablesOf(getStage(), type).map(raw => wrapVariable(getStage(), raw)));
        }
        return filter ? all.filter(filter) : all;
    };
    const findVariable = (sprite, type, name, skipStage) => {
        const own = rawVariablesOf(sprite, type).find(raw => raw.name === name);
        if (own) return wrapVariable(sprite, own);
        if (!skipStage && !sprite.isStage) return findVariable(getStage(), type, name, true);
        const known = rawVariablesOf(sprite, type).map(raw => raw.name);
        whisker.missing = {what: `${type === 'list' ? 'list' : 'variable'} «${name}» of ${sprite.name}`, name, known};
        return undefined;
    };

    const wrappers = new Map();
    const wrap = handle => {
        let sprite = wrappers.get(handle);
        if (!sprite) wrappers.set(handle, sprite = new Sprite(handle));
        return sprite;
    };
    whisker.wrap = wrap;

    const all = () => host.targets().map(wrap);
    const originals = new Map();
    whisker.project.sprites.forEach((description, index) => {
        if (!description.isStage && !originals.has(description.name)) originals.set(description.name, index);
    });
    const getSprite = name => {
        const index = originals.get(name);
        if (index !== undefined) return wrap(host.original(index));
        whisker.missing = {what: `sprite «${name}»`, name, known: [...originals.keys()]};
        return undefined;
    };
    const getStage = () => wrap(host.original(0));
    const getSprites = (filter = () => true, skipStage = true) =>
        all().filter(s => !(skipStage && s.isStage) && filter(s));
    const getSpritesAtPoint = (x, y) =>
        getSprites(s => s.isPointInBounds(x, y)).sort((a, b) => b.layerOrder - a.layerOrder);

    const reported = new Set();
    const getNewSprites = (filter = () => true) => {
        const fresh = all().filter(s => !reported.has(s.id) && filter(s));
        fresh.forEach(s => reported.add(s.id));
        return fresh;
    };

    // Sprites and the stage, variables and lists alike.
    const named = name => getSprite(name) ?? all().find(s => s.isStage && s.name === name);
    const rawVariable = (sprite, name) => sprite && Object.values(sprite._raw.variables).find(v => v.name === name);
    const setRaw = (variable, value) => {
        if (!variable) return false;
        variable.value = value;
        return true;
    };

    whisker.sprites = {
        getSprites, getSprite, getStage, getNewSprites, getSpritesAtPoint,
        getSpriteAtPoint: (x, y) => getSpritesAtPoint(x, y)[0] ?? null,
        getRotationStyle: name => named(name)?.rotationStyle,
        getSpriteVariable: (spriteName, name) => rawVariable(named(spriteName), name)?.value,
        setSpriteVariable: (spriteName, name, value) => setRaw(rawVariable(named(spriteName), name), value),
        getGlobalVariable: name => rawVariable(getStage(), name)?.value,
        setGlobalVariable: (name, value) => setRaw(rawVariable(getStage(), name), value),
        setVisibility: (name, visible) => named(name)?._raw.setVisible(visible),
        getStageSize: () => ({width: 480, height: 360}),
    };

    // ---- listeners: one of each kind, called in the middle of a step ----
    const listeners = {moved: null, changed: null, said: null, variable: null};
    const listen = kind => callback => {
        listeners[kind] = callback;
        host.watch(true);
    };
    Object.assign(whisker.sprites, {
        onSpriteMoved: listen('moved'), onSpriteVisualChange: listen('changed'), onSayOrThink: listen('said'),
        onVariableChange: listen('variable'),
    });
    whisker.clearListeners = () => {
        for (const kind in listeners) listeners[kind] = null;
    };
    whisker.happened = {
        moved: handle => {
            const sprite = wrappers.get(handle);
            if (sprite && sprite._moved) sprite._moved(sprite._raw);
            if (listeners.moved) listeners.moved(wrap(handle));
        },
        changed: handle => {
            const sprite = wrappers.get(handle);
            if (sprite && sprite._changed) sprite._changed();
            if (listeners.changed) listeners.changed(wrap(handle));
        },
        said: handle => listeners.said && listeners.said(wrap(handle)),
        variable: name => listeners.variable && listeners.variable(name),
    };
})
