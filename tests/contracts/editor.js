// A small text editor library for the tests of `ounce fuzz`: text with positions, snips, locks in four levels,
// hooks that subclasses override, initialisation, undo. As it stands it keeps its contracts; each planted bug is
// a line that begins with «// BUG name:» and says which line replaces the one below it.

// What an editor holds: a piece of text, or whatever else has a length.
class Snip {
    /**
     * @param {string} text
     * @requires text.length > 0
     * @ensures this.length() === text.length
     */
    constructor(text) {
        this.text = text;
        this.owner = null;
    }
    /**
     * @returns {natural}
     * @ensures result > 0
     * @final
     */
    length() {
        return this.text.length;
    }
    /**
     * The part before and the part behind a place.
     * @param {int} place
     * @returns {Snip[]}
     * @requires place > 0 && place < this.length()
     * @ensures result.length === 2 && result[0].length() + result[1].length() === this.length()
     * @final
     */
    split(place) {
        // BUG split: return [new Snip(this.text.slice(0, place)), new Snip(this.text.slice(place - 1))];
        return [new Snip(this.text.slice(0, place)), new Snip(this.text.slice(place))];
    }
}

// Styles by name; a style may be derived from another.
class StyleList {
    constructor() {
        this.styles = new Map([['Standard', {name: 'Standard', base: null}]]);
    }
    /**
     * @param {string} name
     * @param {string} base
     * @requires this.has(base) && !this.has(name)
     * @ensures this.has(name)
     * @final
     */
    addStyle(name, base) {
        this.styles.set(name, {name, base});
    }
    /**
     * @param {string} name
     * @returns {boolean}
     * @final
     */
    has(name) {
        return this.styles.has(name);
    }
    /**
     * @param {string} name
     * @requires this.has(name) && name !== 'Standard'
     * @ensures !this.has(name)
     * @final
     */
    removeStyle(name) {
        this.styles.delete(name);
        // BUG orphan: void 0;
        for (const style of this.styles.values()) if (style.base === name) style.base = 'Standard';
    }
    /**
     * How many styles a style is derived from.
     * @param {string} name
     * @returns {natural}
     * @requires this.has(name)
     * @final
     */
    depth(name) {
        const {base} = this.styles.get(name);
        return base === null ? 0 : 1 + this.depth(base);
    }
}

/** @invariant this.snips.every(snip => snip.text.length > 0) */
class Editor {
    constructor() {
        this.locks = {read: true, write: true, flow: true};
        this.snips = [];
        this.undos = [];
        this.sequence = 0;
        this.selection = {start: 0, end: 0};
        this.styleName = 'Standard';
        // BUG init: this.locks = {read: false, write: false, flow: false};
        this.locks = {read: true, write: true, flow: true};
        this.styleName = this.defaultStyleName();
        this.lines = [0];
        this.locks = {read: false, write: false, flow: false};
    }

    // ---- locks ----
    /**
     * @returns {boolean}
     * @final
     */
    isReadLocked() {
        return this.locks.read;
    }
    /**
     * @returns {boolean}
     * @final
     */
    isWriteLocked() {
        return this.locks.write;
    }
    /**
     * @returns {boolean}
     * @final
     */
    isFlowLocked() {
        return this.locks.flow;
    }

    // ---- hooks for subclasses ----
    /**
     * The name of the style for new text.
     * @returns {'Standard'|'Code'}
     * @protected
     */
    defaultStyleName() {
        return 'Standard';
    }
    /**
     * Before something is inserted; the editor is write locked.
     * @param {natural} position
     * @param {natural} length
     * @protected
     */
    onInsert(position, length) {}
    /**
     * After something was inserted; the editor can be changed again.
     * @param {natural} position
     * @param {natural} length
     * @protected
     */
    afterInsert(position, length) {}
    /**
     * Before something is deleted; the editor is write locked.
     * @param {natural} position
     * @param {natural} length
     * @returns {boolean} whether it may be deleted
     * @ensures this.sequence >= old(this.sequence)
     * @protected
     */
    canDelete(position, length) {
        return true;
    }
    /**
     * While lines are counted; the editor is flow locked.
     * @param {natural} count
     * @ensures this.sequence >= old(this.sequence)
     * @protected
     */
    onReflow(count) {}
    /**
     * The keymap, if there is one.
     * @returns {?string}
     * @protected
     */
    keymap() {
        return 'default';
    }

    // ---- content ----
    /**
     * @returns {natural}
     * @requires !this.isReadLocked()
     * @final
     */
    length() {
        return this.snips.reduce((sum, snip) => sum + snip.text.length, 0);
    }
    /**
     * @returns {string}
     * @requires !this.isReadLocked()
     * @ensures result.length === this.length()
     * @final
     */
    text() {
        return this.snips.map(snip => snip.text).join('');
    }
    /**
     * @param {string} text
     * @param {natural} position
     * @requires !this.isWriteLocked() && !this.isReadLocked()
     * @requires text.length > 0 && position <= this.length()
     * @ensures !this.isWriteLocked()
     * @final
     */
    insert(text, position) {
        this.locks.write = true;
        this.onInsert(position, text.length);
        // BUG lock: void 0;
        this.locks.write = false;
        this.insertSnip(new Snip(text), position);
        this.undos.push({position, length: text.length});
        this.reflow();
        this.afterInsert(position, text.length);
    }
    /** @private */
    insertSnip(snip, position) {
        let at = 0;
        for (let i = 0; i < this.snips.length; i++) {
            const {length} = this.snips[i].text;
            if (position === at) {
                this.snips.splice(i, 0, snip);
                return;
            }
            // BUG boundary: if (position <= at + length) {
            if (position < at + length) {
                const [before, after] = this.snips[i].split(position - at);
                this.snips.splice(i, 1, before, snip, after);
                return;
            }
            at += length;
        }
        this.snips.push(snip);
    }
    /**
     * @param {natural} position
     * @param {natural} length
     * @requires !this.isWriteLocked() && !this.isReadLocked() && !this.isFlowLocked()
     * @requires position + length <= this.length()
     * @ensures this.isReadLocked() || this.length() <= old(this.isReadLocked() ? 0 : this.length()) || this.undos.length !== old(this.undos.length)
     * @final
     */
    delete(position, length) {
        if (length === 0) return;
        this.locks.write = true;
        const allowed = this.canDelete(position, length);
        this.locks.write = false;
        if (!allowed) return;
        const text = this.text();
        // BUG empty: this.snips = [new Snip(text.slice(0, position) + text.slice(position + length))];
        this.snips = text.length === length ? [] : [new Snip(text.slice(0, position) + text.slice(position + length))];
        // BUG selection: void 0;
        this.clampSelection();
        this.reflow();
    }
    /** @private */
    clampSelection() {
        const length = this.length();
        this.selection = {start: Math.min(this.selection.start, length), end: Math.min(this.selection.end, length)};
    }
    // BUG clear: /** @requires !this.isReadLocked() @imperative @final */
    /** @requires !this.isWriteLocked() && !this.isReadLocked() && !this.isFlowLocked() @imperative @final */
    clear() {
        this.delete(0, this.length());
    }

    // ---- selection ----
    /**
     * @param {natural} start
     * @param {natural} end
     * @requires !this.isReadLocked() && start <= end && end <= this.length()
     * @ensures this.selectionEnd() === end
     * @final
     */
    setSelection(start, end) {
        this.selection = {start, end};
    }
    /**
     * @returns {natural}
     * @requires !this.isReadLocked()
     * @ensures result <= this.length()
     * @final
     */
    selectionEnd() {
        return this.selection.end;
    }

    // BUG doc: /** @returns {natural} @requires !this.isReadLocked() @ensures result < this.length() @final */
    /** @returns {natural} @requires !this.isReadLocked() @ensures result <= this.length() @final */
    selectionStart() {
        return this.selection.start;
    }

    // ---- lines ----
    /** @private */
    reflow() {
        this.locks.flow = true;
        this.lines = [0];
        const text = this.text();
        for (let i = 0; i < text.length; i++) if (text[i] === '\n') this.lines.push(i + 1);
        // BUG reflow: this.locks.flow = false; this.onReflow(this.lines.length); this.lines.pop();
        this.onReflow(this.lines.length);
        this.locks.flow = false;
    }
    /**
     * @returns {natural}
     * @ensures result >= 1
     * @requires !this.isReadLocked()
     * @final
     */
    lineCount() {
        return this.lines.length;
    }
    /**
     * Where a line begins.
     * @param {natural} line
     * @returns {natural}
     * @requires !this.isReadLocked() && line < this.lineCount()
     * @ensures result <= this.length()
     * @final
     */
    lineStart(line) {
        return this.lines[line];
    }
    /**
     * The line a position is in.
     * @param {natural} position
     * @returns {natural}
     * @requires !this.isReadLocked() && position <= this.length()
     * @ensures this.lineStart(result) <= position
     * @final
     */
    positionLine(position) {
        let line = 0;
        // BUG line: while (line < this.lines.length && this.lines[line] <= position) line++;
        while (line + 1 < this.lines.length && this.lines[line + 1] <= position) line++;
        return line;
    }

    // ---- edit sequences and undo ----
    /**
     * @ensures this.inSequence()
     * @imperative
     * @final
     */
    beginSequence() {
        this.sequence++;
    }
    /**
     * @requires this.inSequence()
     * @imperative
     * @final
     */
    endSequence() {
        this.sequence--;
    }
    // BUG final: /** @returns {boolean} */
    /** @returns {boolean} @final */
    inSequence() {
        return this.sequence > 0;
    }
    /**
     * Takes back the last insertion.
     * @requires !this.isWriteLocked() && !this.isReadLocked() && !this.isFlowLocked()
     * @imperative
     * @final
     */
    undo() {
        this.beginSequence();
        const last = this.undos.pop();
        if (last && last.position + last.length <= this.length()) this.delete(last.position, last.length);
        // BUG undo: this.endSequence(); this.endSequence();
        this.endSequence();
    }
}

// An editor for programs: it has a keymap of its own.
class CodeEditor extends Editor {
    constructor() {
        super();
        // BUG keymap: this.keys = this.keymap().length;
        this.keys = (this.keymap() || '').length;
    }
    /**
     * @returns {?string}
     * @protected
     */
    keymap() {
        return 'code';
    }
}

module.exports = {Snip, StyleList, Editor, CodeEditor};
