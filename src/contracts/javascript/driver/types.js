// Whether a value is of a type. `classOf` gives the class of the module that runs with a number.
(function (description, classOf) {
    'use strict';
    const {types, classes} = description;
    const fits = (id, value, deep = 0) => {
        const type = types[id];
        switch (type.kind) {
            case 2: // base
                switch (type.which) {
                    case 0: return typeof value === 'number';
                    case 1: return Number.isInteger(value);
                    case 2: return Number.isInteger(value) && value >= 0;
                    case 3: return typeof value === 'string';
                    case 4: return typeof value === 'boolean';
                    default: return value === undefined || value === null;
                }
            case 3:
                if (type.which === 6) return value === undefined;
                return value === type.constant;
            case 4: return typeof value === 'function';
            case 5: {
                const made = classOf(type.which);
                if (classes[type.which].isInterface || typeof made !== 'function') return typeof value === 'object' && value !== null;
                return value instanceof made;
            }
            case 6:
                if (!Array.isArray(value)) return false;
                if (deep < 2) for (let i = 0; i < value.length && i < 20; i++) if (!fits(type.parts[0], value[i], deep + 1)) return false;
                return true;
            case 7:
                if (typeof value !== 'object' || value === null) return false;
                if (deep < 3) {
                    for (let i = 0; i < type.names.length; i++) {
                        const field = value[type.names[i]];
                        if (field === undefined && type.optional[i]) continue;
                        if (!fits(type.parts[i], field, deep + 1)) return false;
                    }
                }
                return true;
            case 8: return type.parts.some(part => fits(part, value, deep));
            case 9: return value !== null && typeof value === 'object' && typeof value.then === 'function';
            default: return true;
        }
    };
    return fits;
})
