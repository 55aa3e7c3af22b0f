// `require` for the module under test: files beside it and packages in node_modules, each compiled once and
// run anew for every generated program.
(function (host, directory) {
    'use strict';
    const paths = new Map(), factories = new Map();
    const find = (from, name) => {
        const key = `${from}\n${name}`;
        if (!paths.has(key)) paths.set(key, host.resolve(from, name));
        return paths.get(key);
    };
    // `hit` and `note`: where branches of the files are counted, see instrument.h.
    return (hit, note) => {
        const instances = new Map();
        const requireFrom = from => name => {
            const path = find(from, String(name));
            if (instances.has(path)) return instances.get(path).exports;
            if (!factories.has(path)) factories.set(path, host.compile(path)(hit, note));
            const module = {exports: {}, id: path};
            instances.set(path, module);
            const own = path.slice(0, path.lastIndexOf('/'));
            factories.get(path)(module, module.exports, requireFrom(own), path, own);
            return module.exports;
        };
        return requireFrom(directory);
    };
})
