import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { territoryContent } from '../testing/drawnBundle.ts';
import { drawnCopies, edit as editFile } from '../testing/drawnCopies.ts';
import { writeFamily } from '../write/writeFamily.ts';
import { checkBundle } from './checkBundle.ts';

const { copy } = await drawnCopies();

describe('checkBundle', () => {
  it('finds nothing in a bundle that is in order, and says how far it is', async () => {
    const steps: [string, number][] = [];
    expect(await checkBundle(await copy(), { progress: (step, fraction) => steps.push([step, fraction]) })).toEqual([]);
    const fractions = steps.map(([, fraction]) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
    expect(steps.map(([step]) => step)).toContain('territory/2026-10/edges.arrow');
    expect(steps.map(([step]) => step)).toContain('mass');
  });
});

describe('checkBundle on damaged files', () => {
  type Json = {
    files: { name: string; rows: number }[];
    counts: Record<string, number>;
    topics: { code: string; missingFields: string[] }[];
  };
  const edit = (dir: string, path: string, change: (json: Json) => void) => editFile(join(dir, path), change);
  const oneRowMore = ({ files }: Json) => {
    for (const file of files) file.rows++;
  };
  const TERRITORY = 'territory/2026-10';
  const SOCIODEMO = 'sociodemo/2021.1';

  it.each<[string, (dir: string) => Promise<unknown>, string, RegExp]>([
    ['a missing manifest', (dir) => rm(join(dir, 'manifest.json')), 'manifest.json', /missing/],
    [
      'a centre outside',
      (dir) => edit(dir, 'manifest.json', (json) => Object.assign(json, { center: { lat: 0, lng: 0 } })),
      'manifest.json, "center"',
      /outside the box/,
    ],
    ['a missing descriptor', (dir) => rm(join(dir, TERRITORY, 'family.json')), `${TERRITORY}/family.json`, /missing/],
    ['a missing file', (dir) => rm(join(dir, TERRITORY, 'poles.arrow')), `${TERRITORY}/poles.arrow`, /missing/],
    ['a cut file', (dir) => truncate(join(dir, SOCIODEMO, 'units.arrow'), 99), `${SOCIODEMO}/units.arrow`, /cut short/],
    [
      'a file too long',
      (dir) => appendFile(join(dir, TERRITORY, 'nodes.arrow'), 'x'),
      `${TERRITORY}/nodes.arrow`,
      /too long/,
    ],
    [
      'a changed byte',
      async (dir) => {
        const path = join(dir, TERRITORY, 'nodes.arrow');
        const bytes = await readFile(path);
        bytes[bytes.byteLength >> 1]! ^= 1;
        await writeFile(path, bytes);
      },
      `${TERRITORY}/nodes.arrow`,
      /differs from its checksum/,
    ],
    [
      'an extra file',
      (dir) => writeFile(join(dir, TERRITORY, 'notes.txt'), ''),
      `${TERRITORY}/notes.txt`,
      /does not list this file/,
    ],
    ['a rest of a writer', (dir) => mkdir(join(dir, 'territory/.writing-x')), 'territory/.writing-x', /was stopped/],
    [
      'a wrong number of rows',
      (dir) => edit(dir, `${TERRITORY}/family.json`, oneRowMore),
      `${TERRITORY}/nodes.arrow`,
      /it has 4 rows, family.json says 5/,
    ],
    [
      'wrong lines',
      (dir) => edit(dir, `${TERRITORY}/family.json`, oneRowMore),
      `${TERRITORY}/areas.geojsonl`,
      /it has 2 lines, family.json says 3/,
    ],
    [
      'wrong counts',
      (dir) => edit(dir, `${TERRITORY}/family.json`, ({ counts }) => (counts.poles = 6)),
      `${TERRITORY}/family.json`,
      /counts say 6 for poles.arrow, its files 5/,
    ],
    [
      'an unlisted table',
      (dir) =>
        edit(
          dir,
          `${TERRITORY}/family.json`,
          (json) => (json.files = json.files.filter(({ name }) => name !== 'texts.arrow')),
        ),
      `${TERRITORY}/family.json`,
      /does not list the file texts.arrow/,
    ],
    [
      'a file listed twice',
      (dir) => edit(dir, `${TERRITORY}/family.json`, ({ files }) => files.push(files[0]!)),
      `${TERRITORY}/family.json`,
      /lists the file addresses.arrow twice/,
    ],
    [
      'no source',
      (dir) => edit(dir, `${TERRITORY}/family.json`, (json) => Object.assign(json, { sources: [] })),
      `${TERRITORY}/family.json`,
      /names no source/,
    ],
    [
      'a field that is not declared',
      (dir) =>
        edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) =>
          topics.find(({ code }) => code === 'mobility')!.missingFields.push('cars_1'),
        ),
      `${SOCIODEMO}/topic-mobility.arrow`,
      /column "cars_1" does not belong/,
    ],
    [
      'a field that is missing',
      (dir) =>
        edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) =>
          topics.find(({ code }) => code === 'mobility')!.missingFields.pop(),
        ),
      `${SOCIODEMO}/benchmark-mobility.arrow`,
      /column "vehicles" \(float64\) is missing/,
    ],
    [
      'a table of a topic that is not available',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) => Object.assign(topics[0]!, { available: false })),
      `${SOCIODEMO}/topic-residents.arrow`,
      /the family has no such file/,
    ],
    [
      'families of different territories',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, (json) => Object.assign(json, { territoryVersion: 'x' })),
      SOCIODEMO,
      /made for territory version "x"/,
    ],
    [
      'a format version of the future',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, (json) => Object.assign(json, { formatVersion: 2 })),
      `${SOCIODEMO}/family.json`,
      /format version 2; this release reads version 1/,
    ],
  ])('finds %s', async (_, damage, place, problem) => {
    const dir = await copy();
    await damage(dir);
    const found = (await checkBundle(dir)).filter((finding) => finding.place === place);
    expect(found.map((finding) => finding.problem).join()).toMatch(problem);
  });

  it('finds intact tables that were swapped between bundles', async () => {
    const dir = await copy();
    const other = await bundleWith(({ territory }) => {
      for (const column of Object.values(territory['weights-car-normal']!)) column.push(1);
      for (const [name, column] of Object.entries(territory.edges!))
        column.push(name === 'fromNode' || name === 'toNode' ? 3 : 1);
      for (const column of Object.values(territory['weights-walk-normal']!)) column.push(1);
    });
    const name = 'weights-car-normal.arrow';
    await cp(join(other, TERRITORY, name), join(dir, TERRITORY, name));
    const theirs = JSON.parse(await readFile(join(other, TERRITORY, 'family.json'), 'utf8')) as Json;
    await edit(dir, `${TERRITORY}/family.json`, ({ files }) => {
      Object.assign(
        files.find((file) => file.name === name)!,
        theirs.files.find((file) => file.name === name),
      );
    });
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toEqual(['it has 5 rows, edges.arrow has 4.']);
  });

  it('checks versions that are not in force', async () => {
    const dir = await copy();
    await writeFamily(dir, { ...territoryContent(), version: 'next' });
    await truncate(join(dir, 'territory/next/nodes.arrow'), 10);
    expect(await checkBundle(dir)).toEqual([]);
    const places = (await checkBundle(dir, { versions: { territory: 'next' } })).map((finding) => finding.place);
    expect(places).toEqual(['sociodemo/2021.1', 'territory/next/nodes.arrow']);
  });
});
