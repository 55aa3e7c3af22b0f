// The few globals of Node that released packages ask for while they load; only what can be had without a machine
// around it.
(function () {
    'use strict';
    globalThis.global = globalThis;
    globalThis.process = {env: {NODE_ENV: 'test'}, argv: [], platform: 'ounce', versions: {}, cwd: () => '/',
        nextTick: (what, ...args) => { Promise.resolve().then(() => what(...args)); }};
    globalThis.TextEncoder = class {
        encode(text = '') {
            const bytes = unescape(encodeURIComponent(String(text)));
            return Uint8Array.from(bytes, byte => byte.charCodeAt(0));
        }
    };
    globalThis.TextDecoder = class {
        decode(bytes = []) {
            let text = '';
            for (const byte of new Uint8Array(bytes.buffer || bytes)) text += String.fromCharCode(byte);
            return decodeURIComponent(escape(text));
        }
    };
})
