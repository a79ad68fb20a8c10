import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { readTable } from '@hinterland/tables';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoBundle } from './demoBundle.ts';
import { run, startPiped } from './hinterland.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-work-text-'));
let bundle: string;
let territory: Territory;
beforeAll(async () => {
  bundle = await demoBundle();
  territory = await loadTerritory(bundle);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PLACES = [
  { lat: -36.2, lng: -151.7 },
  { lat: -36.205, lng: -151.695 },
];
const CONSTANTS = { bandSeconds: [300, 600], geometry: false };

/** What the action answers, without the command. */
function directly(id: string, input: object): any {
  const action = findAction(id)!;
  const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
  return action.run(context, action.input.parse(input)).result;
}
const isochroneAt = (place: object, more: object = {}) =>
  directly('analysis.isochrone', { ...CONSTANTS, ...more, origins: [place] });

function fileOf(name: string, content: string | Buffer): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

async function tableOf(csv: string) {
  const rows: Record<string, string>[] = [];
  let names: readonly string[] = [];
  let sign = '';
  for await (const { columns, rows: some, separator } of readTable(
    (async function* () {
      yield Buffer.from(csv);
    })(),
  )) {
    [names, sign] = [columns, separator];
    for (const { cells } of some) rows.push(Object.fromEntries(columns.map((name, i) => [name, cells[i]!])));
  }
  return { names, rows, sign };
}

const work = (file: string, action: string, ...more: string[]) =>
  run(['work', file, '--territory', bundle, '--threads', '2', '--action', action, ...more]);

describe('hinterland work on text', () => {
  it('answers the rows of a list as people write it: all columns, separator, letters', async () => {
    const [here, there] = PLACES as [(typeof PLACES)[0], (typeof PLACES)[0]];
    const german = (value: number) => String(value).replace('.', ',');
    const lines = [
      'Filiale;Breitengrad;Längengrad;mode',
      `Köln;${german(here.lat)};${german(here.lng)};`,
      `Sea;-37,9;-151,7;`,
      `"a;b";${german(there.lat)};${german(there.lng)};walk`,
      `Off;91;2;`,
      'None;;;',
    ];
    const file = fileOf('list.csv', `${lines.join('\n')}\n`);
    const constants = fileOf('constants.json', JSON.stringify(CONSTANTS));
    const out = join(scratch, 'answers.csv');
    const { code, stdout, stderr } = await work(file, 'analysis.isochrone', '--input', constants, '--out', out);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('3 of 5 rows have a problem');
    const written = readFileSync(out, 'utf8');
    expect(written.startsWith('\ufeffFiliale;')).toBe(true);
    const { names, rows, sign } = await tableOf(written);
    expect(sign).toBe(';');
    expect(names.slice(0, 6)).toEqual(['Filiale', 'Breitengrad', 'Längengrad', 'mode', 'status', 'problem']);
    expect(rows.map(({ Filiale, status }) => [Filiale, status])).toEqual([
      ['Köln', 'ok'],
      ['Sea', 'refused'],
      ['a;b', 'ok'],
      ['Off', 'refused'],
      ['None', 'refused'],
    ]);
    expect(Number(rows[0]!.residents_10min)).toBe(isochroneAt(here).bands[1].cumulativeResidents);
    expect(Number(rows[2]!.residents_10min)).toBe(isochroneAt(there, { mode: 'walk' }).bands[1].cumulativeResidents);
    expect(rows[1]!.problem).toMatch(/^outside_coverage: /);
    expect(rows[3]!.problem).toBe('validation_error: Line 5: lat must be a number from -90 to 90, not "91".');
    expect(rows[4]!.problem).toMatch(/^validation_error: The row has no place/);
    expect(rows[4]!.residents_10min).toBe('');
  });

  it('answers a CSV file as one table, known by its first bytes', async () => {
    const text = 'id,lat,lng\nnorth,-36.2,-151.7\nmiddle,-36.21,-151.7\nsouth,-36.205,-151.695\n';
    const constants = fileOf('minutes.json', JSON.stringify({ minutes: 8 }));
    const args = ['work', '--territory', bundle, '--action', 'network.coverage', '--input', constants];
    const { code, stdout } = await run(args, text);
    expect(code).toBe(0);
    const { rows } = await tableOf(stdout);
    const stores = [
      { id: 'north', lat: -36.2, lng: -151.7 },
      { id: 'middle', lat: -36.21, lng: -151.7 },
      { id: 'south', lat: -36.205, lng: -151.695 },
    ];
    const expected = directly('network.coverage', { minutes: 8, stores }).stores;
    expect(rows.map(({ id, reached }) => [id, Number(reached)])).toEqual(
      expected.map(({ id, reached }: { id: string; reached: number }) => [id, reached]),
    );
  });

  it('answers lines of JSON with whole answers, and each before the next one comes', async () => {
    const constants = fileOf('lines.json', JSON.stringify(CONSTANTS));
    const args = ['work', '--territory', bundle, '--threads', '2', '--action', 'analysis.isochrone'];
    const child = startPiped([...args, '--input', constants]);
    const closed = once(child, 'close');
    const given = PLACES.map((place, i) => ({ id: `row ${i}`, ...place }));
    const answers: unknown[] = [];
    let rest = '';
    child.stdin!.write(`${JSON.stringify(given[0])}\n`);
    for await (const chunk of child.stdout!) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      answers.push(...lines.map((line) => JSON.parse(line)));
      if (answers.length === 1) child.stdin!.end(`\r\n${JSON.stringify(given[1])}\n`);
    }
    expect((await closed)[0]).toBe(0);
    expect(answers).toEqual(
      PLACES.map((place, i) => ({ id: `row ${i}`, result: JSON.parse(JSON.stringify(isochroneAt(place))) })),
    );
  });

  it('call --lines is a name for it', async () => {
    const inputs = [{ ...CONSTANTS, origins: [PLACES[0]] }, { origins: [] }, { ...CONSTANTS, origins: [PLACES[1]] }];
    const file = fileOf('inputs.jsonl', inputs.map((input) => JSON.stringify(input)).join('\n'));
    const called = (...more: string[]) =>
      run(['call', 'analysis.isochrone', file, '--lines', '--territory', bundle, ...more]);
    expect(await work(file, 'analysis.isochrone')).toEqual(await called());
    expect(await work(file, 'analysis.isochrone', '--figures')).toEqual(await called('--format', 'figures'));
    expect(await work(file, 'analysis.isochrone', '--quote')).toEqual(await called('--quote'));
  });

  it.each([
    [['x.csv', '--format', 'xml'], /--format is one of arrow, csv, jsonl, not xml/],
    [['x.csv', '--quote'], /--quote has no meaning for CSV/],
    [['x.jsonl', '--outlines'], /--outlines has no meaning for lines of JSON/],
    [['x.csv'], /Say which action to run/],
    [['x.jsonl'], /Say which action to run/],
    [['no-such-file.csv'], /no file .*no-such-file\.csv/],
    [['x.csv', '--url', 'http://127.0.0.1:1', '--action', 'site.rank'], /rows are answered by enrich\.points/],
    [['x.csv', '--url', 'http://127.0.0.1:1'], /--input FILE/],
  ])('%j is a wrong call', async ([name, ...more], sentence) => {
    for (const file of ['x.csv', 'x.jsonl']) fileOf(file, 'id,lat,lng\n1,2,3\n');
    const { code, stdout, stderr } = await run(['work', join(scratch, name!), '--territory', bundle, ...more]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(sentence);
  });
});
