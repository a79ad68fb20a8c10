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
import type { Reader } from '../analyses/access.ts';
import { listAnalyses } from '../analyses/list.ts';
import { withNames } from '../analyses/namedInput.ts';
import { recordVersion } from '../analyses/record.ts';
import { insertAnalysis } from '../analyses/store.ts';
import { namedModel, namesDatasets } from './namedDatasets.ts';
import { readModel } from './readModel.ts';

const calibrate = findAction('market.calibrate')!;
const rank = findAction('site.rank')!;

it('a body that names a model waits for it, and a version names it again', () => {
  const body = { model: { analysis: 'abcdefghijkl', version: 2 } };
  expect(namedModel(rank, body)).toEqual({ member: 'model', analysis: 'abcdefghijkl', version: 2 });
  expect(namesDatasets(rank, body)).toBe(true);
  expect(namesDatasets(rank, { model: { id: 'sm_1' } })).toBe(false);
  expect(namedModel(findAction('analysis.isochrone')!, body)).toBeNull();
  expect(namesDatasets(calibrate, { stores: { dataset: 'ds_1' } })).toBe(true);
  const input = { sectorCode: 'x', model: { id: 'sm_1', from: body.model } };
  expect(withNames(rank, input, body)).toEqual({ sectorCode: 'x', ...body });
  // A model that a caller sent says nothing of where it is from.
  expect(withNames(rank, input, {})).toEqual({ sectorCode: 'x', model: { id: 'sm_1' } });
});

describeOnBoth('models named by their analysis', (database) => {
  const db = () => database().db;
  const clock: Clock = databaseClock;
  let ann: MadeAccount;
  let code: string;
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100 });
    code = await insertAnalysis(db(), clock, readerOf(ann), { name: 'Mine', state: '{}' });
  });
  const readerOf = ({ spender }: MadeAccount, role: Reader['role'] = 'owner'): Reader => ({
    organization: { id: spender.organizationId, name: '' },
    user: { id: spender.userId, name: '', email: '' },
    role,
    team: null,
  });
  async function store(actionId: string, results: object): Promise<void> {
    const action = findAction(actionId)!;
    const amount = thousandthsOf(1);
    const { spender } = ann;
    const hold = await holdCredits(db(), clock, { spender, actionId, amount, idempotency: null, leaseSeconds: 60 });
    if (hold.state !== 'held') throw new Error('no hold');
    const run = {
      action,
      spender,
      analysisCode: code,
      holdId: hold.id,
      charged: amount,
      territoryId: 'town',
      isClosed: false,
      datasets: [],
    };
    await commitHold(db(), clock, hold, amount, {
      alongside: (trx, endedAt) =>
        recordVersion(trx, {
          ...run,
          dataVersion: {},
          input: {},
          named: {},
          results: () => JSON.stringify(results),
          endedAt,
        }),
    });
  }
  const read = (reader: Reader, analysis: unknown, version?: number) =>
    readModel(db(), clock, reader, { member: 'model', analysis, version }).catch((error: unknown) => {
      if (error instanceof ProblemError) return error.fields.errors;
      throw error;
    });

  const listed = async (reader: Reader) => {
    const [one] = await listAnalyses(db(), reader);
    expect(one?.code).toBe(code);
    return one!.salesModelVersion;
  };

  it('is that of the version that is named, else of the latest with one', async () => {
    await store('market.calibrate', { model: { id: 'sm_1' } });
    expect(await listed(readerOf(ann))).toBe(1);
    await store('market.calibrate', { model: { id: 'sm_2' } });
    await store('site.search', { places: [] });
    await store('site.rank', { candidates: [] });
    // It is offered as long as it can be read, whatever was asked of its analysis since.
    expect(await listed(readerOf(ann))).toBe(2);
    expect(await read(readerOf(ann), code)).toMatchObject({
      model: { id: 'sm_2' },
      reference: { analysis: code, version: 2 },
    });
    expect(await read(readerOf(ann), code, 1)).toMatchObject({
      model: { id: 'sm_1' },
      reference: { analysis: code, version: 1 },
    });
    expect(await read(readerOf(ann), code, 3)).toEqual([
      { pointer: '#/model/version', detail: 'The versions of this analysis with a sales model are 2, 1.' },
    ]);
  });

  it('is read by who may read the analysis, within the organization alone', async () => {
    await store('market.calibrate', { model: { id: 'sm_1' } });
    const none = [
      { pointer: '#/model', detail: 'Your organization has no analysis with this code, or you may not read it.' },
    ];
    const colleague = await makeAccount(db(), { email: 'bob@example.com', role: 'member' });
    const stranger = await makeAccount(db(), { email: 'eve@example.com', organization: 'Others' });
    expect(await read(readerOf(colleague, 'member'), code)).toMatchObject(none);
    expect(await read(readerOf(stranger), code)).toMatchObject(none);
    expect(await read(readerOf(ann), 7)).toMatchObject(none);
    expect(await read(readerOf(ann), 'abcdefghijkl')).toMatchObject(none);
    // A link opens its pages to anyone, and its model to nobody else, colleagues included.
    await sql`update analysis set share_anyone = true where code = ${code}`.execute(db());
    const notTheirs = [
      {
        pointer: '#/model',
        detail: 'This analysis holds no sales model of your organization. Run market.calibrate in it first.',
      },
    ];
    expect(await read(readerOf(stranger), code)).toMatchObject(notTheirs);
    await sql`insert into analysis_person (analysis_id, email) select id, 'eve@example.com' from analysis`.execute(
      db(),
    );
    await sql`update app_user set email_verified_at = now()`.execute(db());
    expect(await listed(readerOf(stranger))).toBeNull();
    expect(await read(readerOf(colleague, 'member'), code)).toMatchObject(notTheirs);
    await sql`update analysis set share_organization = true where code = ${code}`.execute(db());
    expect(await read(readerOf(colleague, 'member'), code)).toMatchObject({ model: { id: 'sm_1' } });
  });
});
