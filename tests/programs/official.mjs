// node official.mjs ORACLE_FOLDER JOBS.json: runs many projects in one browser with the official VM.
// A job is {project, trace, steps, seed, mode, inputs, passes?, warp?, turbo?}; the trace goes to a file, a failure to trace.error.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, jobs] = process.argv.slice(2);
const {launch, openPage, defaults} = await import(pathToFileURL(path.resolve(folder, 'lib.mjs')).href);
const browser = await launch();

/** In the page: an error ends the step, as in a browser, where a timer starts each step. */
const survive = () => {
    const {runtime} = globalThis.oracle;
    const step = runtime._step.bind(runtime);
    runtime._step = () => {
        try {
            step();
        } catch (error) {
            console.error(error);
        }
    };
};
for (const job of JSON.parse(fs.readFileSync(jobs, 'utf8'))) {
    const options = {mode: job.mode, seed: job.seed, turbo: Boolean(job.turbo), iterations: job.passes ?? defaults.iterations,
        warp: job.warp ?? defaults.warp};
    let session = null;
    try {
        session = await openPage(browser, job.project, options, job.inputs);
        await session.page.evaluate(survive);
        const lines = await session.run(job.steps);
        fs.writeFileSync(job.trace, `${session.header}\n${lines.join('\n')}\n`);
    } catch (error) {
        fs.writeFileSync(`${job.trace}.error`, String(error.stack));
    }
    if (session) await session.close();
}
await browser.close();
process.exit(0);
