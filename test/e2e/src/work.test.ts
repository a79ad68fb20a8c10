import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import {
  Field,
  Float64,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Table,
  tableFromIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoBundle } from './demoBundle.ts';
import { startPiped } from './hinterland.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-work-'));
let bundle: string;
let territory: Territory;
beforeAll(async () => {
  bundle = await demoBundle();
  territory = await loadTerritory(bundle);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Rows around the capital of the demo; every seventh has no latitude, every eleventh lies in the sea. */
function rowsOf(count: number, seed = 7) {
  const random = new SeededRandom(seed);
  const near = (middle: number) => middle + (random.next() - 0.5) / 50;
  const rows = Array.from({ length: count }, (_, i) => ({ id: `row ${i}`, lat: near(-36.2), lng: near(-151.7) }));
  return rows.map((row, i) => ({ ...row, lat: i % 7 === 3 ? null : i % 11 === 5 ? -37.9 : row.lat }));
}

/** A stream of rows in batches of the given sizes. */
function streamOf(
  rows: readonly { id: string; lat: number | null; lng: number }[],
  sizes: readonly number[],
  settings: object,
) {
  const columns = {
    id: vectorFromArray(
      rows.map(({ id }) => id),
      new Utf8(),
    ),
    lat: vectorFromArray(
      rows.map(({ lat }) => lat),
      new Float64(),
    ),
    lng: vectorFromArray(
      rows.map(({ lng }) => lng),
      new Float64(),
    ),
  };
  const fields = Object.entries(columns).map(([name, { type }]) => new Field(name, type, true));
  const schema = new Schema(fields, new Map([['hinterland', JSON.stringify(settings)]]));
  const [data] = new Table(schema, columns).batches;
  const writer = new RecordBatchStreamWriter();
  let from = 0;
  for (const size of [...sizes, Number.POSITIVE_INFINITY]) {
    const to = Math.min(from + size, rows.length);
    writer.write(data === undefined ? new RecordBatch(schema) : data.slice(from, to));
    from = to;
  }
  writer.finish();
  return writer.toUint8Array(true);
}

const start = (args: readonly string[]) => startPiped(['work', '--territory', bundle, '--threads', '2', ...args]);

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function work(bytes: Uint8Array, args: readonly string[] = []) {
  const child = start(args);
  const errors = bytesOf(child.stderr!);
  const closed = once(child, 'close');
  child.stdin!.on('error', () => {});
  child.stdin!.end(bytes);
  const out = await bytesOf(child.stdout!);
  const [code] = (await closed) as [number];
  return { code, out, stderr: String(await errors) };
}

/** Whether bytes end with the end-of-stream mark. */
const hasEnd = (bytes: Buffer): boolean => bytes.subarray(-8).equals(Buffer.of(255, 255, 255, 255, 0, 0, 0, 0));

/** Rows of the whole batches in bytes of a stream that goes on. */
function rowsIn(bytes: Buffer): number {
  try {
    return tableFromIPC(bytes).numRows;
  } catch {
    return 0;
  }
}

const column = (table: Table, name: string) => [...(table.getChild(name) ?? [])];
const ISOCHRONE = { action: 'analysis.isochrone', input: { bandSeconds: [300, 600], geometry: false } };

describe('hinterland work', () => {
  it('answers a row for each row, in their order, whatever the batches are', async () => {
    const rows = rowsOf(150);
    const whole = await work(streamOf(rows, [], ISOCHRONE));
    const cut = await work(streamOf(rows, [1, 2, 64, 65, 1], ISOCHRONE));
    expect([whole.code, cut.code]).toEqual([0, 0]);
    const [one, other] = [tableFromIPC(whole.out), tableFromIPC(cut.out)];
    expect(column(one, 'id')).toEqual(rows.map(({ id }) => id));
    expect(other.toArray().map(String)).toEqual(one.toArray().map(String));

    const action = findAction('analysis.isochrone')!;
    const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
    const residents = rows.map(({ lat, lng }) => {
      try {
        const input = action.input.parse({ ...ISOCHRONE.input, origins: [{ lat, lng }] });
        const { bands } = action.run(context, input).result as { bands: { cumulativeResidents: number }[] };
        return bands[1]!.cumulativeResidents;
      } catch {
        return null;
      }
    });
    expect(residents.filter((value) => value === null).length).toBeGreaterThan(20);
    expect(column(one, 'residents_10min')).toEqual(residents);
    expect(column(one, 'status')).toEqual(residents.map((value) => (value === null ? 'refused' : 'ok')));
    expect(column(one, 'problem')[3]).toMatch(/^validation_error: The row has no place/);
    expect(column(one, 'problem')[5]).toMatch(/^outside_coverage: /);
    expect(JSON.parse(one.schema.metadata.get('dataVersion')!)).toMatchObject({
      territory: territory.dataVersion.territory,
    });
    expect(one.schema.fields.find(({ name }) => name === 'residents_10min')?.metadata.get('title')).toBe('Residents');
  });

  it('answers a whole table with one call, without the rows at fault', async () => {
    const rows = rowsOf(12);
    const { out, code } = await work(
      streamOf(rows, [5], { action: 'network.coverage', input: { minutes: 8 }, answers: true }),
    );
    expect(code).toBe(0);
    const table = tableFromIPC(out);
    const isFit = rows.map((_, i) => i % 7 !== 3 && i % 11 !== 5);
    expect(column(table, 'status')).toEqual(isFit.map((fit) => (fit ? 'ok' : 'refused')));
    const answer = JSON.parse(table.schema.metadata.get('answer')!) as { stores: { id: string; reached: number }[] };
    expect(answer.stores.map(({ id }) => id)).toEqual(rows.filter((_, i) => isFit[i]).map(({ id }) => id));
    expect(column(table, 'reached').filter((value) => value !== null)).toEqual(
      answer.stores.map(({ reached }) => reached),
    );
  });

  it.each([
    [{ action: 'no.action' }, /There is no action no\.action/],
    [{ action: 'enrich.points' }, /a batch itself/],
    [{ ...ISOCHRONE, input: { minutes: 5 } }, /no member minutes/],
    [{ ...ISOCHRONE, colour: 1 }, /no setting colour/],
    [{ ...ISOCHRONE, input: { bandSeconds: [600, 300] } }, /validation_error: #\/bandSeconds.*rise/],
    [{ ...ISOCHRONE, input: { ...ISOCHRONE.input, mode: 'foot' } }, /validation_error: #\/mode/],
    [{ action: 'analysis.markets_sector', input: { bandSeconds: [300] } }, /validation_error: #\/sectors/],
    [{ action: 'network.coverage', input: { minutes: 0 } }, /validation_error: #\/minutes/],
  ])('refuses %j in a sentence, also to the reader', async (settings, sentence) => {
    const { code, out, stderr } = await work(streamOf(rowsOf(3), [], settings));
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(tableFromIPC(out).schema.metadata.get('problem')).toMatch(sentence);
  });

  it('refuses what is no stream', async () => {
    const { code, stderr } = await work(Buffer.from('id,lat,lng\n1,2,3\n'), ['--format', 'arrow']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/no Arrow IPC stream/)]);
  });

  it('refuses more columns than it takes, in a sentence', async () => {
    const names = ['id', 'lat', 'lng', ...Array.from({ length: 19_997 }, (_, i) => `column${i}`)];
    const zero = vectorFromArray([0], new Float64());
    const writer = new RecordBatchStreamWriter();
    writer.write(new Table(Object.fromEntries(names.map((name) => [name, zero]))));
    writer.finish();
    const { code, stderr } = await work(writer.toUint8Array(true), ['--action', 'analysis.isochrone']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has 20000 columns, and at most 2000 are taken')]);
  });

  it('does not end the answers of an input that breaks off', async () => {
    const bytes = streamOf(rowsOf(200), [100], ISOCHRONE);
    const { code, out, stderr } = await work(bytes.subarray(0, bytes.length - 1000));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/The input broke off after 100 rows/)]);
    expect(hasEnd(out)).toBe(false);
  });

  it('takes an input that is cut between two batches for no whole one', async () => {
    const bytes = streamOf(rowsOf(100), [], ISOCHRONE);
    const { code, out, stderr } = await work(bytes.subarray(0, -8));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/The input broke off after 100 rows: it has no end/)]);
    expect(hasEnd(out)).toBe(false);
    expect(tableFromIPC(out).numRows).toBe(100);
    // The sentence alone, whatever the thread does with the output at its end.
    expect(stderr).not.toMatch(/\n +at |main\.ts/);
  });

  it('takes texts of numbers as degrees, and a text that is none costs its own row', async () => {
    const cells = ['-36.2', ' -36.2 ', 'n/a', '-36,2', '', null];
    const columns = {
      lat: vectorFromArray(cells, new Utf8()),
      lng: vectorFromArray(
        cells.map(() => '-151.7'),
        new Utf8(),
      ),
    };
    const fields = Object.entries(columns).map(([name, { type }]) => new Field(name, type, true));
    const schema = new Schema(fields, new Map([['hinterland', JSON.stringify(ISOCHRONE)]]));
    const writer = new RecordBatchStreamWriter();
    for (const batch of new Table(schema, columns).batches) writer.write(batch);
    writer.finish();
    const { code, out } = await work(writer.toUint8Array(true));
    const rows = tableFromIPC(out).toArray();
    expect(code).toBe(0);
    expect(rows.map((row) => row.problem?.replace(/;.*/, '') ?? row.status)).toEqual([
      'ok',
      'ok',
      'validation_error: lat is "n/a", which is no number',
      'validation_error: lat is "-36,2", which is no number',
      'validation_error: The row has no place',
      'validation_error: The row has no place',
    ]);
    expect(rows[1].residents_10min).toBe(rows[0].residents_10min);
  });

  it('answers an area in each row, and an area for all rows', async () => {
    const ring = (east: number) => [
      [
        [-151.71, -36.21],
        [east, -36.21],
        [east, -36.19],
        [-151.71, -36.19],
        [-151.71, -36.21],
      ],
    ];
    const shapes = [-151.69, -151.7].map((east) => ({ type: 'Polygon', coordinates: ring(east) }));
    const settings = { action: 'analysis.people_economy', input: { topics: ['residents'] } };
    const send = async (columns: object, given: object) => {
      const fields = Object.entries(columns).map(([name, { type }]) => new Field(name, type, true));
      const schema = new Schema(fields, new Map([['hinterland', JSON.stringify(given)]]));
      const writer = new RecordBatchStreamWriter();
      for (const batch of new Table(schema, columns as never).batches) writer.write(batch);
      writer.finish();
      const { out } = await work(writer.toUint8Array(true));
      return tableFromIPC(out).toArray();
    };
    const texts = vectorFromArray(
      shapes.map((shape) => JSON.stringify(shape)),
      new Utf8(),
    );
    const rows = await send({ polygon: texts }, settings);
    const action = findAction('analysis.people_economy')!;
    const expected = shapes.map((polygon) => {
      const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
      const { result } = action.run(context, action.input.parse({ polygon, topics: ['residents'] }));
      return (result as never as { topics: { figures: Record<string, { values: { total: number } }> }[] }).topics;
    });
    expect(rows.map((row) => row.status)).toEqual(['ok', 'ok']);
    expect(
      rows.map((row) => Object.entries(row.toJSON()).find(([name]) => name.startsWith('residents_total'))?.[1]),
    ).toEqual(expected.map((topics) => Object.values(topics[0]!.figures)[0]!.values.total));
    const constant = await send(
      { id: vectorFromArray(['all'], new Utf8()) },
      {
        ...settings,
        input: { ...settings.input, polygon: shapes[0] },
      },
    );
    expect(constant[0].residents_total_polygon).toBe(expected[0]![0]!.figures.polygon!.values.total);
  });

  it('answers rows before the next ones come, and killed between two batches it leaves no end', async () => {
    const child = start([]);
    const closed = once(child, 'close');
    child.stdin!.on('error', () => {});
    child.stdin!.write(streamOf(rowsOf(100), [], ISOCHRONE).subarray(0, -8));
    let out = Buffer.alloc(0);
    for await (const chunk of child.stdout!) {
      out = Buffer.concat([out, chunk as Buffer]);
      if (rowsIn(out) === 100) child.kill('SIGKILL');
    }
    expect(await closed).toEqual([null, 'SIGKILL']);
    expect(rowsIn(out)).toBe(100);
    expect(hasEnd(out)).toBe(false);
    const other = await work(streamOf(rowsOf(100), [], ISOCHRONE));
    expect(hasEnd(other.out)).toBe(true);
  });

  it('ends quietly when the reader has read enough', async () => {
    const child = start([]);
    const errors = bytesOf(child.stderr!);
    child.stdin!.on('error', () => {});
    child.stdin!.end(streamOf(rowsOf(3000), [500, 500], ISOCHRONE));
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    const [code] = (await once(child, 'close')) as [number];
    expect([code, String(await errors)]).toEqual([0, '']);
  });

  it('answers any number of connections of a socket, and outlives one that is cut', async () => {
    const path = join(scratch, 'work.sock');
    const child = start(['--socket', path]);
    await once(child.stderr!, 'data');
    const ask = async (count: number) => {
      const socket = connect(path);
      socket.end(streamOf(rowsOf(count), [10], ISOCHRONE));
      return tableFromIPC(await bytesOf(socket));
    };
    const cut = connect(path);
    cut.write(streamOf(rowsOf(500), [], ISOCHRONE).subarray(0, 3000));
    setTimeout(() => cut.destroy(), 100);
    const tables = await Promise.all([ask(20), ask(30), ask(0), ask(40)]);
    expect(tables.map(({ numRows }) => numRows)).toEqual([20, 30, 0, 40]);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(existsSync(path)).toBe(false);
  });
});

describe('hinterland call --lines', () => {
  it('answers each line with a line, and says by its exit code that some had a problem', async () => {
    const origin = { lat: -36.2, lng: -151.7 };
    const given = [
      { ...ISOCHRONE.input, origins: [origin] },
      { origins: [] },
      { ...ISOCHRONE.input, origins: [origin] },
    ];
    const text = `${given.map((one) => JSON.stringify(one)).join('\n')}\n\nno json\n`;
    const call = async (...more: string[]) => {
      const child = startPiped(['call', 'analysis.isochrone', '-', '--lines', '--territory', bundle, ...more]);
      const [errors, closed] = [bytesOf(child.stderr!), once(child, 'close')];
      child.stdin!.end(text);
      const lines = String(await bytesOf(child.stdout!))
        .trimEnd()
        .split('\n');
      return { answers: lines.map((line) => JSON.parse(line)), stderr: String(await errors), code: (await closed)[0] };
    };
    const [plain, figures, priced] = await Promise.all([call(), call('--format', 'figures'), call('--quote')]);
    expect(plain.code).toBe(1);
    expect(plain.stderr).toMatch(/2 of 4 lines have a problem/);
    expect(plain.answers.map((answer) => Object.keys(answer)[0])).toEqual(['result', 'problem', 'result', 'problem']);
    const { bands } = plain.answers[2].result;
    expect(figures.answers[2].result.figures.residents_10min).toBe(bands[1].cumulativeResidents);
    expect(priced.answers[0].quote.lines[0].credits).toBe(3);
    expect(plain.answers[3].problem.error).toBe('validation_error');
  });
});
