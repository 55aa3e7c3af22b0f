// on zoo.scratch
module.exports = [
    {name: 'a sprite that is not there => error: there is no sprite «Catt»; did you mean «Cat»?', test: async t => {
        t.assert.equal(t.getSprite('Catt').x, 0);
    }},
    {name: 'nothing like it => error: there is no sprite «Elephant»', test: async t => {
        t.assert.equal(t.getSprite('Elephant').x, 0);
    }},
    {name: 'a variable => error: there is no variable «live» of Cat; did you mean «lives»?', test: async t => {
        t.assert.equal(t.getSprite('Cat').getVariable('live').value, 9);
    }},
    {name: 'a list => error: there is no list «toy» of Cat; did you mean «toys»?', test: async t => {
        t.assert.equal(t.getSprite('Cat').getList('toy').value.length, 0);
    }},
    {name: 'who asks whether it is there gets an answer', test: async t => {
        t.assert.equal(t.getSprite('Catt'), undefined);
    }},
    {name: 'another mistake keeps its own words => error: null is not an object (evaluating \'nothing.x\')', test: async t => {
        const nothing = null;
        t.log(nothing.x);
    }},
];
