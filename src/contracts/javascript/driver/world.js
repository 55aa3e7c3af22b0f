// The module under test: made anew for each program, and what there is in it.
(function (description, blame, guardClass, reached) {
    'use strict';
    const {classes, functions} = description;
    const {now, restart} = blame;
    const {hit, note} = reached;
    let factory, separate, require;
    let registered; // the class of the extension that was registered
    const resolve = (loaded, exported, name) => {
        const local = loaded.values[name];
        if (local !== undefined) return local;
        if (name === '$default') return loaded.default !== undefined ? loaded.default : exported;
        if (exported && (typeof exported === 'object' || typeof exported === 'function') && exported[name] !== undefined) return exported[name];
        if (typeof exported === 'function' && exported.name === name) return exported;
        if (registered && registered.name === name) return registered;
        return undefined;
    };
    const instantiate = () => {
        registered = undefined;
        const module = {exports: {}};
        const loaded = factory(module, module.exports, require(hit, note), undefined);
        const {exports} = module;
        const made = {
            loaded, exports,
            classes: classes.map(({name}) => resolve(loaded, exports, name)),
            functions: [],
            conditions: loaded.conditions,
        };
        for (const {name, id} of functions) made.functions[id] = resolve(loaded, exports, name);
        if (separate) made.conditions = separate(...made.classes, ...functions.map(({id}) => made.functions[id]));
        made.tests = made.conditions.map(condition => condition.test);
        made.classes.forEach((found, id) => { if (typeof found === 'function') guardClass(found, id); });
        now.world = made;
    };
    return {
        instantiate,
        load(load) {
            ({separate, require} = load);
            factory = load.factory(hit, note);
        },
        register(extension) {
            registered = extension.constructor;
        },
        // What there is to test: 2 exported, 1 only inside, 0 not found.
        probe() {
            restart(null);
            instantiate();
            const {loaded, exports} = now.world;
            const isExported = (name, found) => {
                if (found === undefined) return 0;
                if (found === registered) return 2;
                if (loaded.isModule) return loaded.exported[name] || loaded.default === found ? 2 : 1;
                if (exports === found || name === '$default') return 2;
                for (const key of Object.keys(exports)) if (exports[key] === found) return 2;
                return 1;
            };
            return JSON.stringify({
                classes: classes.map(({name}, id) => isExported(name, now.world.classes[id])),
                functions: functions.map(({name, id}) => isExported(name, now.world.functions[id])),
            });
        },
        // The getInfo() of a Scratch extension, as JSON; empty: this is none.
        extension() {
            restart(null);
            instantiate();
            const {loaded, exports} = now.world;
            const candidates = [registered, loaded.default, exports,
                ...Object.values(exports && typeof exports === 'object' ? exports : {})];
            const found = candidates.find(item => typeof item === 'function' && item.prototype && typeof item.prototype.getInfo === 'function');
            if (!found || !found.name) return '';
            const info = new found({on() {}, emit() {}}).getInfo();
            const itemsOf = menu => {
                const described = (info.menus || {})[menu];
                const items = Array.isArray(described) ? described : described && described.items;
                if (!Array.isArray(items)) return [];
                return items.map(item => ({value: String(item && typeof item === 'object' ? item.value : item)}));
            };
            return JSON.stringify({name: found.name, blocks: (info.blocks || [])
                .filter(block => block && typeof block === 'object' && ['command', 'reporter', 'Boolean'].includes(block.blockType))
                .map(block => ({
                    opcode: String(block.func || block.opcode), type: block.blockType,
                    arguments: Object.entries(block.arguments || {}).map(([name, {type, menu}]) =>
                        ({name, type: String(type), items: menu ? itemsOf(menu) : []})),
                }))});
        },
    };
})
