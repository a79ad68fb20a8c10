import { findAction } from '@hinterland/actions';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { type Clock, databaseClock } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { commitHold } from '../../organizations/credits/commit.ts';
import { holdCredits } from '../../organizations/credits/hold.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { findReadable, type Reader } from './access.ts';
import { recordVersion } from './record.ts';
import { findVersion } from './runs.ts';
import { readSales, storeSales } from './salesThatCame.ts';
import { insertAnalysis } from './store.ts';

const MODEL = { id: 'sm_1', name: 'Bakeries', currency: 'XMD' };
const at = (id: string, sales: number) => ({
  id,
  name: `Site ${id}`,
  forecast: {
    sales,
    range80: { low: 0.8 * sales, high: 1.25 * sales },
    range95: { low: 0.6 * sales, high: 1.6 * sales },
  },
});

describeOnBoth('sales that came at places of a version', (database) => {
  const db = () => database().db;
  const clock: Clock = databaseClock;
  let ann: MadeAccount;
  let code: string;
  const readerOf = ({ spender }: MadeAccount): Reader => ({
    organization: { id: spender.organizationId, name: '' },
    user: { id: spender.userId, name: '', email: '' },
    role: 'owner',
    team: null,
  });
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100 });
    code = await insertAnalysis(db(), clock, readerOf(ann), { name: 'Mine', state: '{}' });
  });

  async function version(actionId: string, results: object, of = code, who = ann): Promise<number> {
    const action = findAction(actionId)!;
    const amount = thousandthsOf(1);
    const { spender } = who;
    const hold = await holdCredits(db(), clock, { spender, actionId, amount, idempotency: null, leaseSeconds: 60 });
    if (hold.state !== 'held') throw new Error('no hold');
    const stored = await commitHold(db(), clock, hold, amount, {
      alongside: (trx, endedAt) =>
        recordVersion(trx, {
          action,
          spender,
          analysisCode: of,
          holdId: hold.id,
          charged: amount,
          territoryId: 'town',
          isClosed: false,
          dataVersion: {},
          datasets: [],
          input: {},
          named: {},
          results: () => JSON.stringify(results),
          endedAt,
        }),
    });
    expect(stored).not.toBeNull();
    const { rows } = await sql<{ no: number }>`
      select last_version_no as no from analysis where code = ${of}`.execute(db());
    return rows[0]!.no;
  }
  async function versionOf(no: number, of = code, who = ann) {
    const analysis = await findReadable(db(), clock, readerOf(who), of);
    return { analysis, run: (await findVersion(db(), analysis.id, no))! };
  }
  const read = async (no: number, of = code, who = ann) => {
    const { analysis, run } = await versionOf(no, of, who);
    return readSales(db(), analysis, run, readerOf(who));
  };
  async function store(
    no: number,
    sales: { id: string; sold: number | null }[],
    currency?: string,
    of = code,
    who = ann,
  ) {
    const { analysis, run } = await versionOf(no, of, who);
    const body = { sales, ...(currency === undefined ? {} : { currency }) };
    return storeSales(db(), clock, analysis, run, body).catch((error: unknown) => {
      if (error instanceof ProblemError) return error.fields.errors;
      throw error;
    });
  }

  it('stand beside the forecasts, and the model counts how often it was right', async () => {
    const ranked = await version('site.rank', {
      salesModel: MODEL,
      candidates: [at('a', 100), at('b', 200), at('c', 300)],
    });
    expect(await read(ranked)).toMatchObject({
      model: MODEL,
      places: [{ id: 'a', name: 'Site a', forecast: 100, sold: null, isWithin80: null }, { id: 'b' }, { id: 'c' }],
      coverage: { of: 0, within80: 0, within95: 0 },
    });
    // Within 80%, within 95% alone, outside both; the ends of a range belong to it.
    await store(
      ranked,
      [
        { id: 'a', sold: 125 },
        { id: 'b', sold: 130 },
        { id: 'c', sold: 0 },
      ],
      'XMD',
    );
    const after = await read(ranked);
    expect(after.places.map(({ sold, isWithin80, isWithin95 }) => [sold, isWithin80, isWithin95])).toEqual([
      [125, true, true],
      [130, false, true],
      [0, false, false],
    ]);
    expect(after.coverage).toEqual({ of: 3, within80: 1, within95: 2 });

    // Another analysis with the model, and the page of the model itself.
    const other = await insertAnalysis(db(), clock, readerOf(ann), { name: 'Other', state: '{}' });
    const point = await version('enrich.point', { salesModel: MODEL, forecast: at('x', 50).forecast }, other);
    await store(point, [{ id: 'place', sold: 50 }], undefined, other);
    expect((await read(point, other)).coverage).toEqual({ of: 4, within80: 2, within95: 3 });
    const learned = await version('market.calibrate', { model: { ...MODEL, stores: [] }, stores: [{ id: 1 }] }, other);
    expect(await read(learned, other)).toEqual({
      model: MODEL,
      places: [],
      coverage: { of: 4, within80: 2, within95: 3 },
    });

    // What is said again takes the place of the old, and null takes it back.
    await store(ranked, [
      { id: 'b', sold: 200 },
      { id: 'c', sold: null },
    ]);
    expect((await read(ranked)).coverage).toEqual({ of: 3, within80: 3, within95: 3 });
    // They go with their analysis.
    await sql`delete from analysis where code = ${other}`.execute(db());
    expect((await read(ranked)).coverage).toEqual({ of: 2, within80: 2, within95: 2 });
  });

  it('count once where a place is asked again, and are seen within the organization alone', async () => {
    const mine = await version('site.rank', { salesModel: MODEL, candidates: [at('a', 100)] });
    await store(mine, [{ id: 'a', sold: 100 }]);
    const again = await version('site.rank', { salesModel: MODEL, candidates: [at('a', 100)] });
    await store(again, [{ id: 'a', sold: 1000 }]);
    expect((await read(mine)).coverage).toEqual({ of: 1, within80: 0, within95: 0 });
    await store(again, [{ id: 'a', sold: null }]);
    await sql`update analysis set share_anyone = true`.execute(db());
    const eve = await makeAccount(db(), { email: 'eve@example.com', organization: 'Others', credits: 100 });
    const theirs = await insertAnalysis(db(), clock, readerOf(eve), { name: 'Theirs', state: '{}' });
    const no = await version('site.rank', { salesModel: MODEL, candidates: [at('a', 100)] }, theirs, eve);
    expect((await read(no, theirs, eve)).coverage).toEqual({ of: 0, within80: 0, within95: 0 });
    expect(await read(mine, code, eve)).toEqual({ model: null, places: [], coverage: null });
  });

  it('are refused where there is no forecast, by the place in the body, and nothing is stored', async () => {
    const plain = await version('site.rank', { candidates: [{ id: 'a' }] });
    expect(await store(plain, [{ id: 'a', sold: 1 }])).toEqual([
      { pointer: '#/sales', detail: expect.stringContaining('with `model`') },
    ]);
    const ranked = await version('site.rank', { salesModel: MODEL, candidates: [at('a', 100), at('b', 200)] });
    expect(
      await store(ranked, [
        { id: 'a', sold: 1 },
        { id: 'z', sold: 1 },
        { id: 'a', sold: 2 },
      ]),
    ).toEqual([
      { pointer: '#/sales/1/id', detail: 'This version has a forecast of a, b, and of no other place.' },
      { pointer: '#/sales/2/id', detail: 'The place is named twice.' },
    ]);
    expect(await store(ranked, [{ id: 'a', sold: 1 }], 'EUR')).toEqual([
      { pointer: '#/currency', detail: 'The forecasts are in XMD: send sales in it.' },
    ]);
    expect((await sql`select * from sales_that_came`.execute(db())).rows).toEqual([]);
  });
});
