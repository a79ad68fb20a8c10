import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valuesBetween } from '@hinterland/answers/columns';
import { type PartHead, type PartRow, partBatch, partSchema, type Values } from '@hinterland/answers/wide';
import { RecordBatchStreamWriter, tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawn } from '../../testing/service.ts';
import { until } from '../../testing/until.ts';
import { byCommand } from './command.ts';
import { type Elsewhere, filledIn, PartFault, runElsewhere } from './elsewhere.ts';
import type { PartQuestion } from './runner.ts';

const territory = drawn();
const points = [
  { lat: 40.5, lng: 10.5 },
  { lat: -0, lng: 10.25 },
  { lat: 40.7, lng: 10.1 },
];
const head: PartHead = {
  columns: [
    { name: 'status', type: 'float64', about: { title: 'A figure of this name', unit: 'm' } },
    { name: 'name', type: 'utf8', about: {} },
    { name: 'near', type: 'bool', about: {} },
  ],
  metadata: [['method', 'drawn']],
  territory: territory.manifest.id,
  dataVersion: territory.dataVersion,
};
const rows: readonly PartRow[] = [
  { status: 'done', creditsDue: 10 },
  { status: 'failed', reason: 'no_road_nearby', detail: 'There is no road.' },
  { status: 'done', creditsDue: 0.125 },
];
const values: readonly Values[] = [
  [0.1 + 0.2, null, -0],
  ['ü', null, ''],
  [true, null, false],
];
const more = [null, null, '{"x":1}'];

/** A stream of answers, in batches of these sizes. */
function streamOf(sizes: readonly number[], { of = head, all = rows }: { of?: PartHead; all?: typeof rows } = {}) {
  const schema = partSchema(of);
  const writer = new RecordBatchStreamWriter();
  let from = 0;
  for (const size of sizes) {
    const cut = <T>(list: readonly T[]) => list.slice(from, from + size);
    writer.write(partBatch(schema, { rows: cut(all), values: values.map(cut), more: cut(more) }));
    from += size;
  }
  writer.finish();
  return writer.toUint8Array(true);
}

const log: Record<string, unknown>[] = [];
const ask = (elsewhere: Elsewhere, { signal = new AbortController().signal, partsAtOnce = 1 } = {}) =>
  runElsewhere(
    { log: { warn: (line: object) => void log.push({ ...line }) } as never, partsAtOnce, pauseMilliseconds: 1 },
    elsewhere,
  ).answer({
    work: { job: { id: 'job_1' } },
    lease: { generation: { territory } },
    index: 7,
    options: { mode: 'walk' },
    points,
    signal,
  } as unknown as PartQuestion);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hinterland-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void log.splice(0));
const node = (program: string, ...words: string[]) => [process.execPath, '-e', program, ...words];
const limits = { partSeconds: 30, graceMilliseconds: 200 };
/** Writes a stream to its standard output. */
const answering = (bytes: Uint8Array) =>
  `process.stdout.write(Buffer.from('${Buffer.from(bytes).toString('base64')}','base64'))`;

describe('a command that works parts off', () => {
  it('gets the places and the options, and its rows come back to the last bit', async () => {
    const kept = join(folder, 'question');
    const program = `const chunks=[];process.stdin.on('data',(c)=>chunks.push(c)).on('end',()=>{
      require('node:fs').writeFileSync(process.argv[1], Buffer.concat(chunks));
      require('node:fs').writeFileSync(process.argv[1]+'.json', JSON.stringify([process.argv.slice(2), process.env]));
      ${answering(streamOf([2, 1]))}})`;
    process.env.HINTERLAND_SECRETS_KEY = 'secret';
    process.env.DATABASE_URL = 'postgres://secret';
    const others = ['HINTERLAND_HOME', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'KUBECONFIG'];
    for (const name of others) process.env[name] = 'of the operator';
    const command = node(program, kept, '{territory}@{version}', '{job}/{part} {job}', '$HOME;');
    const answers = await ask(byCommand({ ...limits, command, environment: ['KUBECONFIG'] }));
    for (const name of ['HINTERLAND_SECRETS_KEY', 'DATABASE_URL', ...others]) delete process.env[name];
    expect(answers).toMatchObject({ rows, more, columns: head.columns, metadata: head.metadata });
    for (const [i, column] of answers.values.entries())
      for (const [row, value] of valuesBetween(column, 0, rows.length).entries())
        expect(Object.is(value, values[i]![row]), `${i} ${row}`).toBe(true);
    const asked = tableFromIPC(await readFile(kept));
    expect([...asked].map((row) => ({ lat: row.lat, lng: row.lng }))).toEqual(points);
    expect(JSON.parse(asked.schema.metadata.get('hinterland')!)).toEqual({
      action: 'enrich.dataset',
      input: { mode: 'walk' },
    });
    const [words, env] = JSON.parse(await readFile(`${kept}.json`, 'utf8'));
    expect(words).toEqual(['town@2026-10', 'job_1/7 job_1', '$HOME;']);
    expect([env.PATH, env.HINTERLAND_SECRETS_KEY, env.DATABASE_URL]).toEqual([process.env.PATH, undefined, undefined]);
    expect(others.filter((name) => env[name] !== undefined)).toEqual(['KUBECONFIG']);
    expect(log).toEqual([]);
  });

  it('names are filled in as they are, whatever signs they have', () => {
    const task = { territory: "$&-$'{part}", version: '$1$$', jobId: 'job_1', index: 7 } as never;
    expect(filledIn('{territory}@{version}/{job}/{part}/{other}', task)).toBe("$&-$'{part}@$1$$/job_1/7/{other}");
  });

  const other = { ...head, dataVersion: { ...(head.dataVersion as object), territory: '2026-11' } };
  it.each<[string, readonly string[], string, RegExp]>([
    [
      'ends with another code than 0',
      node('console.error("x".repeat(9000)+"no room");process.exit(3)'),
      'its command ended with code 3',
      /^x*no room$/,
    ],
    ['is killed', node('process.kill(process.pid,"SIGKILL")'), 'its command ended with SIGKILL', /^$/],
    ['is not there', ['/no/such/program'], 'its command cannot be started', /ENOENT/],
    ['writes something else', node('console.log("hello")'), 'what came back is not to be used', /is no Arrow stream/],
    ['writes nothing', node(''), 'what came back is not to be used', /is no Arrow stream/],
    [
      'writes fewer rows',
      node(answering(streamOf([2]))),
      'what came back is not to be used',
      /The answer has 2 rows for 3/,
    ],
    [
      'is cut between two batches',
      node(answering(streamOf([2, 1]).slice(0, -8))),
      'what came back is not to be used',
      /was cut after 3 rows/,
    ],
    [
      'has other data',
      node(answering(streamOf([3], { of: other }))),
      'it was answered from other data',
      /2026-11.*, not .*2026-10/,
    ],
    [
      'has a row without credits',
      node(answering(streamOf([3], { all: rows.map((row) => ({ ...row, creditsDue: Number.NaN }) as PartRow) }))),
      'what came back is not to be used',
      /has a row 1 that is neither done/,
    ],
  ])('that %s is tried three times, then the part has a reason', async (_, command, reason, said) => {
    const failed = await ask(byCommand({ ...limits, command })).catch((error) => error);
    expect(failed).toMatchObject({
      code: 'service_unavailable',
      message: `The rows of part 7 were not worked off, and they are not charged: ${reason}. Start a new job later.`,
    });
    expect(failed.cause.message).toMatch(said);
    expect(failed.cause.message.length).toBeLessThanOrEqual(4000);
    expect(log.map(({ index, attempt, fault }) => [index, attempt, fault])).toEqual(
      [1, 2, 3].map((i) => [7, i, reason]),
    );
  });

  it('that fails twice has a third try, and its rows count', async () => {
    const marks = join(folder, 'tries');
    const program = `const fs=require('node:fs');fs.appendFileSync(process.argv[1],'x');
      if(fs.readFileSync(process.argv[1]).length<3)process.exit(1);${answering(streamOf([3]))}`;
    expect((await ask(byCommand({ ...limits, command: node(program, marks) }))).rows).toEqual(rows);
    expect(log.length).toBe(2);
  });

  /** Starts a child that writes its number and lives on; neither ends when it is asked to. */
  const stubborn = (file: string) =>
    node(
      `process.on('SIGTERM',()=>{});
      const child=require('node:child_process').spawn(process.execPath,['-e','process.on("SIGTERM",()=>{});setInterval(()=>{},1000)'],{stdio:'ignore'});
      require('node:fs').writeFileSync(process.argv[1],process.pid+' '+child.pid);setInterval(()=>{},1000)`,
      file,
    );
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !(existsSync('/proc/self') && /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
    } catch {
      return false;
    }
  };

  it('that takes too long is ended with all that it has started', async () => {
    const pids = join(folder, 'late');
    const command = stubborn(pids);
    const failed = await byCommand({ command, partSeconds: 2, graceMilliseconds: 200 })(
      { jobId: 'j', index: 0, attempt: 1, territory: 't', version: 'v', question: new Uint8Array(5_000_000) },
      new AbortController().signal,
    ).catch((error) => error);
    expect(failed).toBeInstanceOf(PartFault);
    expect(failed.message).toBe('it took longer than 2 seconds');
    const both = (await readFile(pids, 'utf8')).split(' ').map(Number);
    expect(both.length).toBe(2);
    await until(async () => both.every((pid) => !isAlive(pid)));
  });

  it('whose job has ended is ended with all that it has started, and is not tried again', async () => {
    const pids = join(folder, 'stopped');
    const ended = new AbortController();
    const asked = ask(byCommand({ ...limits, command: stubborn(pids) }), { signal: ended.signal });
    const outcome = asked.catch((error) => error);
    await until(async () => existsSync(pids) && /\d \d/.test(await readFile(pids, 'utf8')));
    const both = (await readFile(pids, 'utf8')).split(' ').map(Number);
    expect(both.map(isAlive)).toEqual([true, true]);
    ended.abort(new Error('the job has ended'));
    expect((await outcome).message).toBe('the job has ended');
    await until(async () => both.every((pid) => !isAlive(pid)));
    expect(log).toEqual([]);
  });
});

it('runs no more parts at the same time than it may, of all jobs, and one that is given up leaves its place', async () => {
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const elsewhere: Elsewhere = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return streamOf([3]);
  };
  const runner = runElsewhere({ log: { warn() {} } as never, partsAtOnce: 2 }, elsewhere);
  const of = (index: number, signal = new AbortController().signal) =>
    runner.answer({
      work: { job: { id: `job_${index}` } },
      lease: { generation: { territory } },
      index,
      options: {},
      points,
      signal,
    } as unknown as PartQuestion);
  const gone = new AbortController();
  const first = [of(0), of(1)];
  await until(async () => release.length === 2);
  const waiting = of(2, gone.signal).catch((error) => error.message);
  const last = of(3);
  gone.abort(new Error('given up'));
  expect(await waiting).toBe('given up');
  for (let answered = 0; answered < 3; ) {
    const next = release.shift();
    next?.();
    if (next !== undefined) answered += 1;
    await new Promise((resume) => setTimeout(resume, 5));
  }
  const all = await Promise.all([...first, last]);
  expect([all.map(({ rows }) => rows.length), most]).toEqual([[3, 3, 3], 2]);
});
