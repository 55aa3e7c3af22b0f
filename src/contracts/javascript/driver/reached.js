// What was reached. A feature is a number: a branch of the module (instrument.h), that a signature was called
// inside the body of another (and whether its pre-condition held), or that one was called after another on the
// same object.
(function (signatures, now) {
    'use strict';
    const BRANCHES = 8192, MOST_SIGNATURES = 300;
    const count = signatures.length, hasPairs = count <= MOST_SIGNATURES;
    const INSIDE = BRANCHES, AFTER = INSIDE + (count + 1) * count * 2;
    const hit = new Uint8Array(hasPairs ? AFTER + count * count : BRANCHES);
    let fresh = []; // features that were not reached before
    let last;       // object → the signature that was called on it last
    const note = feature => {
        hit[feature] = 1;
        fresh.push(feature);
    };
    return {
        hit, note,
        restart() {
            fresh = [];
            last = new WeakMap();
        },
        inside(signature, allowed) {
            if (!hasPairs) return;
            const feature = INSIDE + ((now.inside + 1) * count + signature.id) * 2 + allowed;
            if (hit[feature] === 0) note(feature);
        },
        after(signature, self) {
            if (!hasPairs || self === null || typeof self !== 'object') return;
            const before = last.get(self);
            last.set(self, signature.id);
            if (before === undefined) return;
            const feature = AFTER + before * count + signature.id;
            if (hit[feature] === 0) note(feature);
        },
        // The features that count as reached, with commas; no others.
        know(features) {
            hit.fill(0);
            if (features) for (const feature of features.split(',')) hit[feature] = 1;
        },
        // What is new, with commas. Who is stopped on the way has no claim to what he passed.
        news(stopped) {
            if (stopped) for (const feature of fresh) hit[feature] = 0;
            return stopped ? '' : fresh.join(',');
        },
    };
})
