import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { databaseClock as clock } from '../../kit/db/database.ts';
import { storedBy } from '../../organizations/credits/storage/stored.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { watchedDatabase } from '../../testing/watchedDatabase.ts';
import { newJobId } from '../jobs/id.ts';
import * as store from './store.ts';

describeOnBoth('store of datasets', (database) => {
  const db = () => database().db;
  let ours: store.DatasetKey;
  let theirs: store.DatasetKey;

  beforeEach(async () => {
    const made = async (organization: string, email: string) => {
      const { spender } = await makeAccount(db(), { organization, email });
      const { organizationId, userId } = spender;
      const dataset = { organizationId, userId, name: 'Stores', territoryId: 'town', encoding: null };
      return store.insertDataset(db(), clock, dataset);
    };
    ours = await made('Acme', 'ann@example.com');
    theirs = await made('Rival', 'eve@example.com');
  });

  const rowsOf = (...cells: string[][]) =>
    cells.map((one, index) => ({ index, cells: JSON.stringify(one), lat: null, lng: null, reason: 'pending' }));

  it('keeps parts of a file as they are, which takes less time than compressing them for a minute', async () => {
    const part = Buffer.alloc(100_000, 'id,name\n');
    await store.insertPart(db(), ours, 0, part);
    const { rows } = await sql<{ how: string | null; bytes: number }>`
      select pg_column_compression(content) as how, pg_column_size(content)::bigint as bytes from dataset_upload`.execute(
      db(),
    );
    expect(rows).toEqual([{ how: null, bytes: part.length }]);
    expect(await store.readPart(db(), ours, 0)).toEqual(part);
  });

  it('counts bytes as the cells are kept, and rows by reason whatever was known of them before', async () => {
    await store.insertRows(db(), clock, ours, rowsOf(['é "1"'], ['2,\n'], ['']));
    const { rows } = await sql<{ bytes: number; cells: string }>`
      select octet_length(cells::text) as bytes, cells from dataset_row order by index`.execute(db());
    expect(rows.map(({ cells }) => cells)).toEqual([['é "1"'], ['2,\n'], ['']]);
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    expect(await store.findDataset(db(), ours)).toMatchObject({ row_count: 3, bytes, reasons: { pending: 3 } });
    expect(await storedBy(db(), ours.organizationId)).toEqual({ datasets: 1, bytes });
    expect(await storedBy(db(), theirs.organizationId)).toEqual({ datasets: 1, bytes: 0 });

    const place = (index: number, reason: string) => {
      const at = reason === 'exact' ? { lat: 40.5, lng: 10.5, address: '1 A', confidence: 1 } : NOWHERE;
      return { index, reason, ...at };
    };
    await store.placeRows(db(), clock, ours, [place(0, 'exact'), place(1, 'nothing')]);
    expect((await store.findDataset(db(), ours))?.reasons).toEqual({ exact: 1, nothing: 1, pending: 1 });
    const foot = { lat: 40.5, lng: 10.5, meters: 3, reason: 'snapped' };
    await store.snapRows(db(), clock, ours, 'car', [{ index: 0, ...foot }]);
    expect((await store.findDataset(db(), ours))?.snap_reasons).toEqual({ snapped: 1 });
    await store.placeRows(db(), clock, ours, [place(0, 'nothing'), place(2, 'exact')]);
    expect(await store.findDataset(db(), ours)).toMatchObject({
      row_count: 3,
      bytes,
      reasons: { exact: 1, nothing: 2 },
      snap_reasons: {},
    });
    const page = await store.readRows(db(), ours, { from: 0, limit: 5, without: ['exact'] });
    expect(page.map(({ index, snapped_lat }) => [index, snapped_lat])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('rows of an import and the progress of its job are one statement, which leaves all that is special to others', async () => {
    const { rows: users } = await sql<{ id: number }>`select user_id as id from dataset where id = ${ours.id}`.execute(
      db(),
    );
    const id = newJobId();
    await sql`
      insert into job (id, organization_id, user_id, action_id, dataset_id, input, territory_id, data_version, max_credits, total,
        status, lease_token, lease_until, created_at)
      values (${id}, ${ours.organizationId}, ${users[0]?.id}, 'datasets.import', ${ours.id}, '{}', 'town', '{}', 0, 9, 'running', 'mine',
        now() + interval '1 minute', now())`.execute(db());
    const asked: string[] = [];
    const watched = watchedDatabase(db(), (one) => asked.push(one));
    const imported = (first: number, { token = 'mine', key = ours, reason = 'pending' } = {}) => {
      const rows = rowsOf(['é "1"'], ['2']).map((row) => ({ ...row, index: row.index + first, reason }));
      return store.importRows(watched, clock, key, { id, lease_token: token, leaseSeconds: 60, first }, rows);
    };
    const state = async () => {
      const { rows } = await sql`select done, failed, reasons from job where id = ${id}`.execute(db());
      return [rows[0], (await store.readRows(db(), ours, { from: 0, limit: 9 })).map(({ index }) => index)];
    };
    expect([await imported(0), await imported(2, { reason: 'exact' }), await imported(4)]).toEqual([true, true, true]);
    expect(asked).toHaveLength(3);
    const after = [{ done: 6, failed: 0, reasons: { pending: 4, exact: 2 } }, [0, 1, 2, 3, 4, 5]];
    expect(await state()).toEqual(after);
    const bytes = 3 * (Buffer.byteLength('["é \\"1\\""]') + Buffer.byteLength('["2"]'));
    expect(await store.findDataset(db(), ours)).toMatchObject({
      row_count: 6,
      bytes,
      reasons: { pending: 4, exact: 2 },
    });

    expect(await imported(6, { token: 'another' })).toBe(false);
    expect(await imported(4)).toBeNull(); // stored, though the answer was lost
    expect(await imported(6, { key: { ...ours, organizationId: theirs.organizationId } })).toBeNull();
    await sql`update organization set suspended_at = now() where id = ${ours.organizationId}`.execute(db());
    expect(await imported(6)).toBeNull();
    expect(await state()).toEqual(after);
  });

  it('S10 nothing of a dataset is there for another organization', async () => {
    await store.insertPart(db(), ours, 0, Buffer.from('a\n1\n'));
    await store.insertRows(db(), clock, ours, rowsOf(['1']));
    const foreign = { organizationId: theirs.organizationId, id: ours.id };
    expect(await store.findDataset(db(), foreign)).toBeNull();
    expect(await store.lockDataset(db(), foreign)).toBeNull();
    expect(await store.readPart(db(), foreign, 0)).toBeNull();
    expect(await store.readRows(db(), foreign, { from: 0, limit: 10 })).toEqual([]);
    expect(await store.changeDataset(db(), clock, foreign, { name: 'Mine now' })).toBe(false);
    await store.deleteParts(db(), foreign);
    await store.deleteRows(db(), foreign);
    await store.deleteDataset(db(), foreign);
    expect(await store.findDataset(db(), ours)).toMatchObject({ name: 'Stores', row_count: 1 });
    expect((await store.readPart(db(), ours, 0))?.toString()).toBe('a\n1\n');
    expect(await store.listDatasets(db(), theirs.organizationId)).toMatchObject([{ id: theirs.id }]);
    await store.deleteDataset(db(), ours);
    expect(await store.findDataset(db(), ours)).toBeNull();
  });

  it('uploads that broke off are deleted after half an hour, and so no longer count', async () => {
    await sql`update dataset set created_at = created_at - interval '31 minutes' where id = ${ours.id}`.execute(db());
    expect(await store.removeBrokenUploads(db(), clock)).toBe(1);
    expect(await store.findDataset(db(), ours)).toBeNull();
    expect(await store.findDataset(db(), theirs)).not.toBeNull();
  });
});

const NOWHERE = { lat: null, lng: null, address: null, confidence: null };
