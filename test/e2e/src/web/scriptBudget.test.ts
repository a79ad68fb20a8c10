import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { root } from '../hinterland.ts';

const DIST = join(root, 'apps/web/dist');
const BUDGET_KILOBYTES = 220;
/** The studio loads the map's library; its worker is a file of its own, which runs beside the page. */
const STUDIO = 'src/pages/studio/studioPage.tsx';
const STUDIO_KILOBYTES = 561;
const budgetOf = (name: string): number => (name === STUDIO ? STUDIO_KILOBYTES : BUDGET_KILOBYTES);

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Chunks by name, as the build wrote them down. */
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));

/** Files that a chunk needs before it runs. */
function filesOf(name: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[name] as Chunk;
  if (files.has(file)) return files;
  files.add(file);
  for (const one of imports) filesOf(one, files);
  return files;
}

const kilobytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0) / 1000;

/** The page of a link begins with a script of its own; the map follows when it comes into sight. */
const SHARED_MAP = 'src/sharedMap/main.ts';
const SHARED_KILOBYTES = 2;
const SHARED_MAP_KILOBYTES = 330;

describe('compressed scripts of the page of a link', () => {
  it(`are at most ${SHARED_KILOBYTES} kB, and ${SHARED_MAP_KILOBYTES} kB with the map`, () => {
    const first = filesOf(SHARED_MAP);
    expect(kilobytesOf(first)).toBeLessThanOrEqual(SHARED_KILOBYTES);
    expect(kilobytesOf(filesOf('src/sharedMap/liveMap.ts', first))).toBeLessThanOrEqual(SHARED_MAP_KILOBYTES);
  });
});

describe('compressed scripts of a page', () => {
  const entry = 'index.html';
  const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*Page\.tsx$/.test(name));
  /** Texts of one language are loaded beside the page; the largest counts. */
  const largestText = Math.max(
    ...Object.keys(manifest)
      .filter((name) => /^src\/text\/\w+\.json$/.test(name))
      .map((name) => kilobytesOf([manifest[name]?.file as string])),
  );

  it('are measured of every page that is loaded when it is opened', () => {
    expect(pages.length).toBeGreaterThanOrEqual(10);
    expect(largestText).toBeGreaterThan(1);
    expect(pages).toContain(STUDIO);
    for (const name of pages) expect(manifest[entry]?.dynamicImports).toContain(name);
  });

  it.each(pages.map((name) => [name, budgetOf(name)] as const))('%s: at most %i kB', (name, budget) => {
    const files = [...new Set([...filesOf(entry), ...filesOf(name)])];
    for (const file of files) expect([file, existsSync(join(DIST, file))]).toEqual([file, true]);
    expect(kilobytesOf(files) + largestText).toBeLessThanOrEqual(budget);
  });
});
