// magic-string: a text that is edited by positions of the original. Contracts after its README (Methods). Methods that
// trim take a class of characters, too; with it (`arguments` are result, old values and then those of the call) nothing is
// asked.

class MagicString {
    /**
     * @param {string} string
     * @ensures this.toString() === string
     */
    constructor(string) {}
    /** @returns {string} @final */
    toString() {}
    /**
     * @param {string} content
     * @returns {MagicString}
     * @ensures result === this && this.toString() === old(this.toString()) + content
     * @imperative
     * @final
     */
    append(content) {}
    /**
     * @param {string} content
     * @returns {MagicString}
     * @ensures result === this && this.toString() === content + old(this.toString())
     * @imperative
     * @final
     */
    prepend(content) {}
    /**
     * @param {natural} index
     * @param {string} content
     * @requires index <= this.original.length
     * @returns {MagicString}
     * @ensures result === this && this.toString().length === old(this.toString().length) + content.length
     * @throws {Error} inside what was overwritten
     * @imperative
     * @final
     */
    appendLeft(index, content) {}
    /**
     * @param {natural} index
     * @param {string} content
     * @requires index <= this.original.length
     * @returns {MagicString}
     * @ensures result === this && this.toString().length === old(this.toString().length) + content.length
     * @throws {Error} inside what was overwritten
     * @imperative
     * @final
     */
    appendRight(index, content) {}
    /**
     * @param {natural} start
     * @param {natural} end
     * @param {string} content
     * @requires start < end && end <= this.original.length && content.length > 0
     * @returns {MagicString}
     * @ensures this.toString().includes(content)
     * @throws {Error} when it cuts what was overwritten before
     * @imperative
     * @final
     */
    overwrite(start, end, content) {}
    /**
     * @param {natural} start
     * @param {natural} end
     * @requires start < end && end <= this.original.length
     * @returns {MagicString}
     * @ensures this.toString().length <= old(this.toString().length)
     * @throws {Error} when it cuts what was overwritten before
     * @final
     */
    remove(start, end) {}
    /**
     * Moves the characters from start to end to an index.
     * @param {natural} start
     * @param {natural} end
     * @param {natural} index
     * @requires start < end && end <= this.original.length && index <= this.original.length && (index <= start || index >= end)
     * @returns {MagicString}
     * @ensures this.toString().split('').sort().join('') === old(this.toString()).split('').sort().join('')
     * @throws {Error} when it cuts what was overwritten before
     * @imperative
     * @final
     */
    move(start, end, index) {}
    /**
     * @returns {MagicString}
     * @ensures arguments.length > 2 || this.toString() === old(this.toString()).trim()
     * @imperative
     * @final
     */
    trim() {}
    /**
     * @returns {MagicString}
     * @ensures arguments.length > 2 || this.toString() === old(this.toString()).trimStart()
     * @imperative
     * @final
     */
    trimStart() {}
    /**
     * @returns {MagicString}
     * @ensures arguments.length > 2 || this.toString() === old(this.toString()).trimEnd()
     * @imperative
     * @final
     */
    trimEnd() {}
    /**
     * @returns {MagicString}
     * @ensures this.toString() === old(this.toString()).replace(/^[\r\n]+|[\r\n]+$/g, '')
     * @imperative
     * @final
     */
    trimLines() {}
    /**
     * @returns {MagicString}
     * @ensures result !== this && result.toString() === this.toString()
     * @final
     */
    clone() {}
    /**
     * The generated text that stands for a part of the original.
     * @param {natural} start
     * @param {natural} end
     * @requires start <= end && end <= this.original.length
     * @returns {string}
     * @ensures this.toString().length >= result.length
     * @throws {Error} when it cuts what was overwritten, or was removed
     * @final
     */
    slice(start, end) {}
    /**
     * Whether the text is empty, white space apart.
     * @returns {boolean}
     * @ensures result === (this.toString().trim() === '')
     * @final
     */
    isEmpty() {}
}
