// Raw targets: what scratch-vm calls a RenderedTarget, as far as suites reach through to it.
(function (whisker, host) {
    'use strict';

    const field = {x: 0, y: 1, direction: 2, size: 3, costume: 4, volume: 5, layer: 6, visible: 7, rotation: 8,
        draggable: 9, pitch: 10, pan: 11};
    const effectNames = ['color', 'fisheye', 'whirl', 'pixelate', 'mosaic', 'brightness', 'ghost'];
    const rotationStyles = ['all around', 'left-right', "don't rotate"];
    Object.assign(whisker, {field, rotationStyles});

    whisker.effects = numbers => {
        const effects = {};
        effectNames.forEach((name, i) => { effects[name] = numbers[i]; });
        return effects;
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

        get x() { return host.number(this._handle, field.x); }
        set x(value) { this.setXY(value, this.y, true); }
        get y() { return host.number(this._handle, field.y); }
        set y(value) { this.setXY(this.x, value, true); }
        get direction() { return host.number(this._handle, field.direction); }
        set direction(value) { this.setDirection(value); }
        get size() { return host.number(this._handle, field.size); }
        set size(value) { this.setSize(value); }
        get visible() { return host.number(this._handle, field.visible) !== 0; }
        set visible(value) { this.setVisible(value); }
        get currentCostume() { return host.number(this._handle, field.costume); }
        set currentCostume(value) { this.setCostume(value); }
        get volume() { return host.number(this._handle, field.volume); }
        set volume(value) { host.set(this._handle, field.volume, value); }
        get draggable() { return host.number(this._handle, field.draggable) !== 0; }
        set draggable(value) { this.setDraggable(value); }
        get rotationStyle() { return rotationStyles[host.number(this._handle, field.rotation)]; }
        set rotationStyle(value) { this.setRotationStyle(value); }
        get effects() { return whisker.effects(host.effects(this._handle, false)); }
        get soundEffects() {
            return {pitch: host.number(this._handle, field.pitch), pan: host.number(this._handle, field.pan)};
        }
        get drawableID() { return host.drawable(this._handle); }

        getName() { return this._description.name; }
        isSprite() { return !this.isStage; }
        getLayerOrder() { return host.number(this._handle, field.layer); }
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
        setCostume(index) { host.set(this._handle, field.costume, index); }
        setDraggable(draggable) { host.set(this._handle, field.draggable, draggable ? 1 : 0); }
        setRotationStyle(style) {
            const index = rotationStyles.indexOf(style);
            if (index >= 0) host.set(this._handle, field.rotation, index);
        }
        setEffect(name, value) {
            const index = effectNames.indexOf(name);
            if (index >= 0) host.setEffect(this._handle, index, value);
        }
        clearEffects() { effectNames.forEach((_, index) => host.setEffect(this._handle, index, 0)); }

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
