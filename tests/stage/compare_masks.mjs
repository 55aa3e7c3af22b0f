// node compare_masks.mjs ORACLE_FOLDER COSTUME_MASKS PROJECT…: compares, for each costume, which texels count when
// things touch: as the official renderer in Chromium draws it at 100 %, and as Ounce does. Prints a row per project and
// the average over all costumes; differing texels are counted per texel of the official mask. With --each, one row per
// costume, the worst first.
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const rest = process.argv.slice(2).filter(argument => argument !== '--each');
const [folder, program, ...projects] = rest;
if (projects.length === 0) {
    console.error('usage: node compare_masks.mjs ORACLE_FOLDER COSTUME_MASKS PROJECT… [--each]');
    process.exit(2);
}
const {launch, openPage} = await import(pathToFileURL(path.resolve(folder, 'lib.mjs')).href);

// In the page: the silhouettes of all costumes, written as costume_masks writes them.
const officialMasks = () => {
    const {renderer, targets} = globalThis.oracle.runtime;
    const masks = [];
    for (const target of targets) {
        if (!target.isOriginal) continue;
        target.sprite.costumes_.forEach((costume, index) => {
            const skin = renderer._allSkins[costume.skinId];
            if (skin.createMIP) {
                skin._largestMIPScale = 0; // larger rasters replaced the one at 100 %
                skin.createMIP(1);
            }
            const {_width: width, _height: height, _colorData: data} = skin._silhouette;
            let mask = '';
            for (let y = 0; y < height; y++) {
                for (let x = 0; x < width; x += 4) {
                    let digit = 0;
                    for (let i = 0; i < 4; i++) {
                        const covered = x + i < width && data[((y * width) + x + i) * 4 + 3] > 0;
                        digit = (digit << 1) | (covered ? 1 : 0);
                    }
                    mask += digit.toString(16);
                }
            }
            masks.push({target: target.sprite.name, costume: index, width, height, mask});
        });
    }
    return masks;
};

const bits = digit => [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4][digit];
const compare = (official, ours) => {
    if (!ours || official.width !== ours.width || official.height !== ours.height) return {size: false};
    let covered = 0;
    let differing = 0;
    for (let i = 0; i < official.mask.length; i++) {
        const a = parseInt(official.mask[i], 16);
        covered += bits(a);
        differing += bits(a ^ parseInt(ours.mask[i], 16));
    }
    return {size: true, covered, differing, share: covered === 0 ? Number(differing > 0) : differing / covered};
};

const percent = share => `${(share * 100).toFixed(3)} %`;
const browser = await launch();
const all = [];
for (const project of projects) {
    const name = path.basename(project, path.extname(project));
    const session = await openPage(browser, project, {seed: 1}, []);
    const official = await session.page.evaluate(officialMasks);
    await session.close();
    const lines = execFileSync(program, [project], {encoding: 'utf8', maxBuffer: 1 << 30}).trim().split('\n');
    const ours = new Map(lines.map(line => JSON.parse(line)).map(m => [`${m.target}/${m.costume}`, m]));
    const rows = official.map(mask => {
        const own = ours.get(`${mask.target}/${mask.costume}`);
        return {name, place: `${mask.target}/${mask.costume}`, kind: own?.kind, ...compare(mask, own)};
    });
    all.push(...rows);
    const same = rows.filter(row => row.size);
    const average = same.reduce((sum, row) => sum + row.share, 0) / Math.max(1, same.length);
    const exact = same.filter(row => row.differing === 0).length;
    console.log(`${name}: ${rows.length} costumes, ${exact} equal, ${rows.length - same.length} of another size, ` +
        `${percent(average)} of the mask differs on average`);
}
await browser.close();
const known = all.filter(row => row.size);
if (process.argv.includes('--each')) {
    for (const row of [...known].sort((a, b) => b.share - a.share)) {
        console.log(`${percent(row.share)} ${row.differing}/${row.covered} ${row.kind} ${row.name} ${row.place}`);
    }
}
const mean = known.reduce((sum, row) => sum + row.share, 0) / known.length;
const pixels = known.reduce((sum, row) => sum + row.differing, 0) / known.reduce((sum, row) => sum + row.covered, 0);
console.log(`all: ${all.length} costumes, ${known.filter(row => row.differing === 0).length} equal, ` +
    `${all.length - known.length} of another size; differing: ${percent(mean)} on average over costumes, ` +
    `${percent(pixels)} of all mask texels`);
process.exit(mean <= 0.005 && known.length === all.length ? 0 : 1);
