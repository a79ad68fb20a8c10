// Follows every link of the built site to a page of it and an anchor that it has. Exits with 1 and the list of those that lead nowhere.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('dist', import.meta.url));
const pages = readdirSync(DIST, { recursive: true }).filter((name) => name.endsWith('.html'));
const texts = new Map(pages.map((name) => [join(DIST, name), readFileSync(join(DIST, name), 'utf8')]));

/** File of an address of the site; undefined where there is none. */
function fileOf(address, from) {
  const { pathname } = new URL(address, `http://site/${from.replace(/index\.html$/, '')}`);
  const path = join(DIST, decodeURIComponent(pathname));
  return [path, join(path, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile());
}

const broken = [];
let count = 0;
for (const name of pages) {
  for (const [, address] of texts.get(join(DIST, name)).matchAll(/(?:href|src)="([^"]*)"/g)) {
    if (/^(https?:|mailto:|data:)/.test(address)) continue;
    count++;
    const [target, anchor] = address.split('#');
    const file = target === '' ? join(DIST, name) : fileOf(target, name);
    const lacks = anchor && file && texts.has(file) && !texts.get(file).includes(`id="${decodeURIComponent(anchor)}"`);
    if (file === undefined || lacks) broken.push(`${name} -> ${address}`);
  }
}
for (const line of new Set(broken)) process.stderr.write(`${line}\n`);
process.stdout.write(`${pages.length} pages, ${count} links, ${new Set(broken).size} broken\n`);
process.exit(broken.length > 0 || pages.length < 100 ? 1 : 0);
