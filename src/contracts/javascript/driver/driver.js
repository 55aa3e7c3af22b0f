// Runs generated programs against a module and says who is to blame when a contract is violated. `parts` are
// the other files of this folder, by name.
(function (description, seedRandom, parts) {
    'use strict';
    const {signatures, types} = description;
    const blame = parts.blame();
    const {now, GENERATED, MODULE, violated} = blame;
    const {show, describe} = parts.show(now.names);
    const fits = parts.types(description, id => now.world.classes[id]);
    const conditions = parts.conditions(description, blame, describe);
    const {wrappers, guardClass} = parts.guard(description, blame, conditions, show);
    const reached = parts.reached(signatures, now);
    const world = parts.world(description, blame, guardClass, reached);
    const {caught, ended} = parts.thrown(blame, describe);
    const run = parts.statements(description, blame, conditions, reached,
        {makeBodies: parts.bodies, wrappers, caught, fits, show});
    parts.node();
    parts.page(world.register);

    const begin = (seed, tells) => {
        seedRandom(seed);
        blame.restart(tells ? [] : null);
        reached.restart();
        world.instantiate();
        now.party = GENERATED;
        now.checking = true;
    };
    // '' when all is well, 'd' when the program is discarded, else JSON; then # and the features that are new.
    const report = () => {
        const {outcome, story} = now;
        let text = '';
        if (story || (outcome && !outcome.discard)) {
            text = JSON.stringify({...outcome, calls: now.calls, guards: [...now.guards], done: [...now.done],
                story: story ? story.map(([deep, name, args]) => ({deep, name, args})) : undefined});
        } else if (outcome) {
            text = 'd';
        }
        const news = reached.news(outcome !== null);
        return news === '' ? text : `${text}\n#${news}`;
    };
    // The rest of a program, from its first promise on; a promise of the report.
    const wait = async (program, frame, first) => {
        try {
            for (let at = program[0].indexOf(first); at < program[0].length; at++) {
                const statement = program[0][at];
                if (statement !== first) run(statement, frame);
                if (statement[7] !== 1) continue;
                now.party = MODULE;
                const signature = signatures[statement[2]];
                try {
                    frame[statement[1]] = await frame[statement[1]];
                } catch (error) {
                    caught(signature, error);
                    frame[statement[1]] = undefined;
                }
                if (now.outcome) break;
                now.party = GENERATED;
                const kept = types[signature.result].parts[0];
                if (!fits(kept, frame[statement[1]])) {
                    violated('returns', signature, `returns ${types[signature.result].name}`,
                        `${signature.full} kept its promise with ${show(frame[statement[1]])}, which is no ${types[kept].name}`);
                }
            }
        } catch (error) {
            ended(error);
        }
        return report();
    };

    return {
        load: world.load,
        know: reached.know,
        probe: world.probe,
        extension: world.extension,
        // Of a program that was stopped: whether generated code has its part in how long it takes.
        calledBack: () => now.callbacks > 0,
        run(text, seed, tells) {
            try {
                begin(seed, tells);
                const program = JSON.parse(text);
                const frame = [];
                for (const statement of program[0]) {
                    run(statement, frame);
                    if (statement[7] === 1) return wait(program, frame, statement);
                }
            } catch (error) {
                ended(error);
            }
            return report();
        },
    };
})
