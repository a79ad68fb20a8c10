import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

interface Named {
  readonly row: number;
  readonly reason: string;
}
const short = (rows: readonly Named[]) => rows.map(({ row, reason }) => `${row} ${reason}`);

describeOnBoth('rows of datasets with faults', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let owner: Browser;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, jobMilliseconds: 50 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const email = `desk${++people}@example.com`;
    ann = await makeAccount(db(), { email, credits: 100, scopes: ['read', 'run', 'manage'] });
    owner = await signedIn(service, db(), email);
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const below = (path = '') => `/organizations/${ann.spender.organizationId}/datasets${path}`;
  const imported = async (csv: string): Promise<string> => {
    const { status, body, text } = await owner.send('POST', below('?name=Shops'), csv, { 'Content-Type': 'text/csv' });
    expect(status, text).toBe(202);
    await until(async () => (await owner.send('GET', below(`/${body.id}`))).body.job === null);
    return body.id;
  };
  const reading = async (id: string, body: object) => {
    const answer = await owner.send('POST', below(`/${id}/reading`), body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const ask = (stores: object) => service.quote(ann.secret, 'test.charged', { credits: 4, stores });
  const PLACES = [
    'id,name,lat,lng',
    '1,Beach,40.25,10.5',
    '2,Beach,40.2502,10.5',
    '3,Hill,40.5,10.75',
    '3,Hut,40.6,10.75',
    '4,Nowhere,,',
    '5,Away,48.1,11.5',
    ',Summe,,',
    '',
  ].join('\n');

  it('are read all at once, and what does not count has its reason', async () => {
    const id = await imported(PLACES);
    const first = await reading(id, { kind: 'places' });
    expect([first.rows, first.right, short(first.faults), short(first.leftOut)]).toEqual([
      7,
      3,
      ['2 alike', '4 twice', '5 no_place', '6 outside'],
      ['7 total'],
    ]);
    const left = await reading(id, { kind: 'places', faults: 'leave_out', merge: [[1, 2]] });
    expect([left.right, short(left.faults), short(left.leftOut)]).toEqual([
      2,
      [],
      ['2 merged', '4 twice', '5 no_place', '6 outside', '7 total'],
    ]);
  });

  it('stop a call that names all of them, or are left out of it and named in its warnings', async () => {
    const id = await imported(PLACES);
    const refused = await ask({ dataset: id, leaveOut: [2, 4, 6] });
    expect([refused.status, short(refused.body.errors[0].rows)]).toEqual([400, ['5 no_place']]);
    const { status, body } = await ask({ dataset: id, faults: 'leave_out', merge: [[1, 2]], leaveOut: [4] });
    expect([status, body.quotedCredits]).toEqual([200, 6]);
    const [total, others] = body.warnings;
    expect([short(total.rows), short(others.rows)]).toEqual([
      ['7 total'],
      ['2 merged', '4 asked', '5 no_place', '6 outside'],
    ]);
    expect(others.detail).toBe('4 rows are left out. Row 2 is one with row 1, as asked.');
    const alike = (await ask({ dataset: id, faults: 'leave_out' })).body.warnings;
    expect(alike.at(-1).detail).toBe('Rows 1 and 2 have one name and lie within 50 m: both count.');
  });

  it('take texts in place of their cells, which a version keeps and a stranger does not see', async () => {
    const id = await imported(PLACES);
    const stores = {
      dataset: id,
      faults: 'leave_out',
      leaveOut: [2, 3],
      cells: [{ row: 4, column: 'name', value: 'Cabin' }],
    };
    const made = await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'A' } });
    const { quotedCredits } = (await ask(stores)).body;
    const run = await service.execute(
      ann.secret,
      'test.charged',
      { credits: 4, stores, quotedCredits },
      { 'X-Analysis-Id': made.body.id },
    );
    expect(run.status, run.text).toBe(200);
    const version = await service.request('GET', `/api/v1/analyses/${made.body.id}/versions/1`, { key: ann.secret });
    expect(version.body.input.stores).toEqual(stores);
    const faults = await Promise.all(
      [
        { cells: [{ row: 1, column: 'lat', value: '41' }] },
        { cells: [{ row: 1, column: 'none', value: '41' }] },
        { merge: [[1, 99]] },
        { faults: 'hide' },
      ].map(async (wish) => (await ask({ dataset: id, faults: 'leave_out', ...wish })).body.errors[0].detail),
    );
    expect(faults.slice(0, 3)).toEqual([
      '"lat" says where a row is. Place row 1 on the page of the dataset.',
      'There is no column none; there are id, name, lat, lng.',
      'There is no row 99.',
    ]);
    expect(faults[3]).toContain('refuse');
    const other = await signedIn(service, db(), (await stranger()).email);
    expect((await other.send('POST', below(`/${id}/reading`), { kind: 'places' })).status).toBe(404);
  });

  it('of sales are read by the role of each column, as somebody says it', async () => {
    const id = await imported('id,name,lat,lng,Umsatz in T€,m2\n1,A,40.2,10.5,4OO,600\n2,B,40.3,10.5,500,700\n');
    const first = await reading(id, { kind: 'sales' });
    expect(first).toMatchObject({
      fault: null,
      rows: 2,
      right: 1,
      columns: [
        { name: 'Umsatz in T€', role: 'sales', factor: 1000, currency: 'EUR', samples: ['4OO', '500'] },
        { name: 'm2', role: 'squareMeters', factor: 1 },
      ],
      faults: [{ row: 1, column: 'Umsatz in T€', value: '4OO', reason: 'amount', suggestion: '400' }],
    });
    const mended = await reading(id, { kind: 'sales', cells: [{ row: 1, column: 'Umsatz in T€', value: '400' }] });
    expect([mended.right, mended.faults]).toEqual([2, []]);
    const nothing = await reading(id, { kind: 'sales', roles: { 'Umsatz in T€': 'leftOut' } });
    expect(nothing.fault).toMatch(/^No column holds sales\./);
    expect(nothing.columns.map(({ role }: { role: string }) => role)).toEqual(['leftOut', 'squareMeters']);
  });

  it('of sales are named where they lie outside, and say what each store sells in a year', async () => {
    const rows = ['1,A,40.2,10.5,100,400', '2,B,40.3,10.5,5x,0', '3,Sea,48.1,11.5,500,500', '4,C,40.25,10.5,0,0'];
    const id = await imported(`id,name,lat,lng,Sales Q1 2025,Sales Q2 2025\n${rows.join('\n')}\n`);
    const first = await reading(id, { kind: 'sales' });
    expect([first.rows, first.right, short(first.faults)]).toEqual([4, 2, ['2 amount', '3 outside']]);
    expect(first.placed.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`)).toEqual([
      'id id',
      'name name',
      'lat lat',
      'lng lng',
    ]);
    expect(first.stores).toMatchObject([
      { id: '1', name: 'A', reason: null },
      { id: '4', name: 'C', sales: null, reason: 'Its sales are 0, so nothing can be learned from it.' },
      { id: '2', name: 'B', sales: null, reason: first.faults[0].detail },
    ]);
    // Six months of a store whose seasons nobody knows are half a year.
    expect(first.stores[0].sales).toBeCloseTo(1000, 6);
    const left = await reading(id, { kind: 'sales', faults: 'leave_out' });
    expect([left.right, short(left.faults), short(left.leftOut)]).toEqual([2, [], ['2 amount', '3 outside']]);
  });

  async function stranger() {
    const email = `stranger${++people}@example.com`;
    await makeAccount(db(), { email, organization: 'Beyond' });
    return { email };
  }
});
