// Raw targets: what scratch-vm calls a RenderedTarget, as far as suites reach through to it.
(function (whisker, host) {
    'use strict';

    // The attributes of a sprite by name: {x: 0, y: 1, …, effects: {color: 9, …}, …}, as the host numbers them.
    const field = {};
    whisker.project.attributes.forEach((name, index) => {
        const [first, second] = name.split('.');
        if (second) (field[first] ??= {})[second] = index;
        else if (first) field[first] = index;
    });
    const rotationStyles = ['all around', 'left-right', "don't rotate"];
    whisker.field = field;

    // What stands under one name: whisker.group(field.effects, index => …) is {color: …, …}.
    whisker.group = (indices, read) => {
        const values = {};
        for (const name in indices) values[name] = read(indices[name]);
        return values;
    };
    // The renderer's rectangles know their sizes, too. Not listed among the fields, so that they are not compared.
    class Bounds {
        constructor([left, right, top, bottom]) { Object.assign(this, {left, right, top, bottom}); }
        get width() { return Math.abs(this.left - this.right); }
        get height() { return Math.abs(this.top - this.bottom); }
    }
    whisker.bounds = handle => new Bounds(host.bounds(handle));

    class RawTarget {
        constructor(handle) {
            const [spriteIndex, isOriginal, id] = host.info(handle);
            const description = whisker.project.sprites[spriteIndex];
            Object.defineProperties(this, {_handle: {value: handle}, _description: {value: description}});
            this.id = String(id);
            this.isOriginal = Boolean(isOriginal);
            this.isStage = description.isStage;
            this.sprite = {
                name: description.name,
                costumes: description.costumes,
                get costumes_() { return description.costumes; },
                get clones() { return host.instances(handle).map(whisker.rawTarget); },
            };
            this.variables = whisker.rawVariables(handle, spriteIndex);
        }

        get x() { return host.attribute(this._handle, field.x); }
        set x(value) { this.setXY(value, this.y, true); }
        get y() { return host.attribute(this._handle, field.y); }
        set y(value) { this.setXY(this.x, value, true); }
        get direction() { return host.attribute(this._handle, field.direction); }
        set direction(value) { this.setDirection(value); }
        get size() { return host.attribute(this._handle, field.size); }
        set size(value) { this.setSize(value); }
        get visible() { return host.attribute(this._handle, field.visible); }
        set visible(value) { this.setVisible(value); }
        get currentCostume() { return host.attribute(this._handle, field.currentCostume); }
        set currentCostume(value) { this.setCostume(value); }
        get volume() { return host.attribute(this._handle, field.volume); }
        set volume(value) { host.set(this._handle, field.volume, value); }
        get draggable() { return host.attribute(this._handle, field.draggable); }
        set draggable(value) { this.setDraggable(value); }
        get rotationStyle() { return host.attribute(this._handle, field.rotationStyle); }
        set rotationStyle(value) { this.setRotationStyle(value); }
        get effects() { return whisker.group(field.effects, index => host.attribute(this._handle, index)); }
        get soundEffects() {
            return whisker.group(field.soundEffects, index => host.attribute(this._handle, index));
        }
        get drawableID() { return host.drawable(this._handle); }

        getName() { return this._description.name; }
        isSprite() { return !this.isStage; }
        getLayerOrder() { return host.attribute(this._handle, field.layerOrder); }
        getCostumes() { return this._description.costumes; }
        getCurrentCostume() { return this._description.costumes[this.currentCostume]; }
        getCostumeIndexByName(name) { return this._description.costumes.findIndex(c => c.name === String(name)); }
        getSounds() { return this._description.sounds; }
        getBounds() { return whisker.bounds(this._handle); }
        isTouchingObject(name) { return host.touching(this._handle, String(name)); }
        isTouchingEdge() { return host.touching(this._handle, '_edge_'); }
        isTouchingSprite(name) { return host.touching(this._handle, String(name)); }
        isTouchingColor(rgb) { return host.touchingColor(this._handle, ...rgb); }
        colorIsTouchingColor(target, mask) { return host.colorTouchingColor(this._handle, ...target, ...mask); }

        setXY(x, y, force) { host.move(this._handle, x, y, Boolean(force)); }
        setDirection(direction) { host.set(this._handle, field.direction, direction); }
        setSize(size) { host.set(this._handle, field.size, size); }
        setVisible(visible) { host.set(this._handle, field.visible, visible ? 1 : 0); }
        setCostume(index) { host.set(this._handle, field.currentCostume, index); }
        setDraggable(draggable) { host.set(this._handle, field.draggable, draggable ? 1 : 0); }
        setRotationStyle(style) {
            const index = rotationStyles.indexOf(style);
            if (index >= 0) host.set(this._handle, field.rotationStyle, index);
        }
        setEffect(name, value) {
            if (name in field.effects) host.set(this._handle, field.effects[name], value);
        }
        clearEffects() { Object.values(field.effects).forEach(index => host.set(this._handle, index, 0)); }

        lookupVariableById(id) {
            return this.variables[id] ?? (this.isStage ? undefined : whisker.stage().lookupVariableById(id));
        }
        lookupVariableByNameAndType(name, type = '', skipStage = false) {
            const own = Object.values(this.variables).find(v => v.name === name && v.type === type);
            if (own) return own;
            return skipStage || this.isStage ? null : whisker.stage().lookupVariableByNameAndType(name, type);
        }
        lookupBroadcastMsg(id, name) {
            const messages = Object.values(whisker.stage().variables).filter(v => v.type === 'broadcast_msg');
            return messages.find(v => v.id === id || v.name.toLowerCase() === String(name).toLowerCase());
        }
    }

    const raw = new Map();
    whisker.rawTarget = handle => {
        if (!raw.has(handle)) raw.set(handle, new RawTarget(handle));
        return raw.get(handle);
    };
    whisker.rawTargets = () => host.targets().map(whisker.rawTarget);
    whisker.stage = () => whisker.rawTarget(host.original(0));
})
