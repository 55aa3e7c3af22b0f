// Variables and lists: as the program's file describes them, and as a test sees them.
(function (whisker, host) {
    'use strict';

    whisker.project = JSON.parse(host.describe());

    // The value of a list is the program's own array in Whisker: what a test does to it, the program sees.
    const liveList = variable => {
        const write = items => {
            variable.value = items;
            return true;
        };
        return new Proxy(host.list(variable._handle, variable._slot), {
            set: (items, key, item) => Reflect.set(items, key, item) && write(items),
            deleteProperty: (items, key) => Reflect.deleteProperty(items, key) && write(items),
        });
    };

    // What scratch-vm calls a Variable: name, type and the value as it is.
    class RawVariable {
        constructor(handle, slot, description, isList) {
            Object.defineProperties(this, {_handle: {value: handle}, _slot: {value: slot}, _isList: {value: isList}});
            this.id = description.id;
            this.name = description.name;
            this.type = isList ? 'list' : '';
            this.isCloud = description.cloud === true;
        }
        get value() {
            return this._isList ? liveList(this) : host.variable(this._handle, this._slot);
        }
        set value(value) {
            if (this._isList) {
                host.setList(this._handle, this._slot, ...value);
            } else {
                host.setVariable(this._handle, this._slot, value);
            }
        }
        toJSON() {
            return {id: this.id, name: this.name, type: this.type, isCloud: this.isCloud, value: this.value};
        }
    }

    const asTexts = value => Array.isArray(value) ? value.map(String) : String(value);

    class OldVariable {
        constructor(handle, tracked) {
            Object.defineProperties(this, {_handle: {value: handle}, _tracked: {value: tracked}});
        }
        get value() { return asTexts(host.oldVariable(this._handle, this._tracked)); }
    }

    // What a test gets: values as texts.
    class Variable {
        constructor(sprite, raw) {
            Object.defineProperties(this, {_raw: {value: raw}, _variable: {value: raw}});
            this.sprite = sprite;
            this.old = new OldVariable(raw._handle, host.track(raw._handle, raw._slot, raw._isList));
        }
        get name() { return this._raw.name; }
        get value() { return asTexts(this._raw.value); }
        get valueAsNumber() {
            const {value} = this._raw;
            return Array.isArray(value) ? value.map(Number) : Number(value);
        }
        getScratchVariable() { return this._raw; }
        updateOld() { host.refresh(this._raw._handle); }
    }

    // The raw variables of a target, by id; the stage also has its messages.
    whisker.rawVariables = (handle, spriteIndex) => {
        const sprite = whisker.project.sprites[spriteIndex];
        const all = {};
        sprite.variables.forEach((v, slot) => { all[v.id] = new RawVariable(handle, slot, v, false); });
        sprite.lists.forEach((v, slot) => { all[v.id] = new RawVariable(handle, slot, v, true); });
        if (sprite.isStage) {
            for (const {id, name} of whisker.project.broadcasts) {
                all[id] = {id, name, type: 'broadcast_msg', value: name, isCloud: false};
            }
        }
        return all;
    };
    whisker.Variable = Variable;
})
