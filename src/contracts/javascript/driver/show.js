// Values and errors as text, whatever they are: nothing that the code under test made is trusted to show itself.
(function (names) {
    'use strict';
    const show = (value, deep = 0) => {
        try {
            if (typeof value === 'string') return value.length > 60 ? JSON.stringify(value.slice(0, 57)) + '…' : JSON.stringify(value);
            if (typeof value === 'function') return names.get(value) || `function ${value.name || ''}`.trim();
            if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
            if (names.has(value)) return names.get(value);
            if (Array.isArray(value)) {
                if (deep > 1) return '[…]';
                return `[${value.slice(0, 8).map(item => show(item, deep + 1)).join(', ')}${value.length > 8 ? ', …' : ''}]`;
            }
            const kind = value.constructor && value.constructor.name;
            if (kind && kind !== 'Object') return `a ${kind}`;
            if (deep > 1) return '{…}';
            return `{${Object.keys(value).slice(0, 8).map(key => `${key}: ${show(value[key], deep + 1)}`).join(', ')}}`;
        } catch {
            return 'something that cannot be shown';
        }
    };
    const describe = error => {
        let name = '', message = '';
        try {
            if (error !== null && typeof error === 'object') {
                name = typeof error.name === 'string' ? error.name : '';
                message = typeof error.message === 'string' ? error.message : '';
            } else {
                message = String(error);
            }
        } catch { /* a getter that throws has nothing to say */ }
        return {name: name || 'something thrown', message};
    };
    return {show, describe};
})
