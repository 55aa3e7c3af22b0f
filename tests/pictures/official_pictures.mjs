// node official_pictures.mjs ORACLE_FOLDER STEPS OUT_FOLDER PROJECT…: what the official renderer shows after so many
// steps, one PNG per project, named after the project and its folder.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, steps, out, ...projects] = process.argv.slice(2);
const {launch, openPage} = await import(pathToFileURL(path.resolve(folder, 'lib.mjs')).href);
const browser = await launch();
for (const project of projects) {
    const name = `${path.basename(path.dirname(path.resolve(project)))}-${path.basename(project, path.extname(project))}`;
    const session = await openPage(browser, project, {seed: 1}, [{step: 0, event: 'greenFlag'}]);
    await session.run(Number(steps));
    // The pixels are only there until the browser has shown them, so it draws once more.
    const url = await session.page.evaluate(() => {
        const renderer = globalThis.oracle.runtime.renderer;
        renderer.dirty = true;
        renderer.draw();
        return renderer.canvas.toDataURL('image/png');
    });
    fs.writeFileSync(path.join(out, `${name}.png`), Buffer.from(url.split(',')[1], 'base64'));
    await session.close();
}
await browser.close();
process.exit(0);
