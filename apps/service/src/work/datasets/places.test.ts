import { actions } from '@hinterland/actions';
import { elmTown, lngOf } from '@hinterland/engine/testing';
import { expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { datasetsOfAcme } from '../../testing/datasets.ts';
import { readDatasets } from '../runs/readDatasets.ts';
import { newDatasetId } from './id.ts';

const METERS_TO_ROAD = 11.12;

describeOnBoth('places of rows', (database) => {
  const suite = datasetsOfAcme(database, elmTown);
  const { db, at, get, idle, imported, lastJob, rowsOf, geocode } = suite;

  it('S164 geocoding is a job: predicted places, confidence and reasons', async () => {
    const rows: [address: string, zip: string, expected: string, number: number | null][] = [
      ['3 Elm Street', '1000', 'exact', 3],
      ['12 Elm St, Arden', '', 'exact', 12],
      ['5 Elmm Street', '1000', 'misspelt', 5],
      ['99 Elm Street', '1000', 'number_not_held', null],
      ['Elm Street', '1000', 'no_number', null],
      ['', '', 'nothing', null],
      ['qqqq zzzz', '', 'nothing', null],
    ];
    const text = ['address,zip,remark', ...rows.map(([address, zip]) => `"${address}",${zip},x`)].join('\r\n');
    const { id, reasons } = await imported(text);
    expect(reasons).toEqual({ pending: 7 });
    const job = await geocode(id);
    const expected = { exact: 2, misspelt: 1, number_not_held: 1, no_number: 1, nothing: 2 };
    expect(job).toMatchObject({
      type: 'datasets.geocode',
      status: 'succeeded',
      result: { done: 4, failed: 3, skipped: 0, creditsCharged: 0, reasons: expected },
    });
    expect(await get(id)).toMatchObject({ matched: 4, reasons: expected });
    const found = (await rowsOf(id)).data;
    rows.forEach(([, , reason, number], i) => {
      expect(found[i]).toMatchObject(number === null ? { reason } : { reason, lng: lngOf(number) });
      expect([reason, found[i].lng === null]).toEqual([reason, number === null && reason !== 'no_number']);
      if (number !== null) expect(found[i].matchedAddress).toBe(`Elm Street ${number}, 1000 Arden`);
    });
    expect(found[0].confidence).toBeGreaterThan(found[2].confidence);
    const unmatched = await rowsOf(id, '?state=unplaced&limit=3');
    expect([unmatched.data.map((row: { index: number }) => row.index), unmatched.next, unmatched.total]).toEqual([
      [3, 5, 6],
      null,
      3,
    ]);
    // On its street, in the middle of its houses.
    expect(found[4]).toMatchObject({ state: 'approximate', matchedAddress: 'Elm Street, Arden' });
    expect((await rowsOf(id, '?state=unplaced&from=6')).data).toHaveLength(1);
    expect((await rowsOf(id, '?state=approximate')).data.map((row: { index: number }) => row.index)).toEqual([2, 4]);
    // A member knows better; geocoding again leaves the row there.
    const put = (index: string, body: unknown) => suite.owner.send('PUT', at(`/${id}/rows/${index}/place`), body);
    const corrected = await put('3', { place: { lat: 0.0002, lng: 10.02 } });
    expect([corrected.status, corrected.body]).toEqual([
      200,
      expect.objectContaining({ index: 3, lat: 0.0002, lng: 10.02, reason: 'by_hand', state: 'by_hand' }),
    ]);
    const after = { exact: 2, misspelt: 1, by_hand: 1, no_number: 1, nothing: 2 };
    expect(await get(id)).toMatchObject({ matched: 5, reasons: after });
    expect((await geocode(id)).result.reasons).toEqual(after);
    expect((await rowsOf(id, '?state=by_hand')).data).toMatchObject([{ index: 3, lat: 0.0002, lng: 10.02 }]);
    expect((await put('3', { place: null })).body).toMatchObject({ reason: 'pending', state: 'unplaced', lat: null });
    expect((await geocode(id)).result.reasons).toEqual(expected);
    for (const index of ['7', '-1', 'x']) expect((await put(index, { place: null })).status).toBe(404);
    expect((await put('3', { place: { lat: 91, lng: 0 } })).body.errors[0].pointer).toBe('#/place/lat');
    expect((await put('3', {})).status).toBe(400);
  });

  it('S164 snap to nodes is a job: meters to the road, and why a row has none', async () => {
    const text = `name,lat,lng\nnear,0.0001,${lngOf(4)}\nfar,0.05,10.005\naway,45,10\nnowhere,,\n`;
    const { id } = await imported(text);
    const { status, body } = await suite.owner.send('POST', at(`/${id}/snap`), { mode: 'car' });
    expect([status, body.type]).toEqual([202, 'datasets.snap']);
    await idle(id);
    const reasons = { snapped: 1, too_far: 1, outside: 1, no_place: 1 };
    expect(await lastJob(id)).toMatchObject({ status: 'succeeded', result: { done: 1, failed: 3, reasons } });
    expect((await get(id)).snapReasons).toEqual(reasons);
    const [near, far] = (await rowsOf(id)).data;
    expect(near).toMatchObject({ lat: 0.0001, snapped: { mode: 'car', reason: 'snapped', lat: 0, lng: lngOf(4) } });
    expect(Math.abs(near.snapped.meters - METERS_TO_ROAD)).toBeLessThan(0.02);
    expect(far.snapped).toEqual({ mode: 'car', reason: 'too_far', lat: null, lng: null, meters: null });
    // What was fastened belongs to the old place.
    await geocode(id);
    expect((await get(id)).snapReasons).toEqual({});
    expect((await suite.owner.send('POST', at(`/${id}/snap`), { mode: 'boat' })).body.errors[0].pointer).toBe('#/mode');
    expect((await suite.owner.send('POST', at(`/${id}/snap`), { mode: 'car', maxMeters: 1601 })).status).toBe(400);
  });

  it('its columns are the own figures of a run, numbers as people write them', async () => {
    const text =
      'name;lat;lng;Umsatz;note\n' +
      'here;0,0;10,009;1.234,50;5\nfar;0,0;10,017;2.000,25;\nhere too;0,0;10,009;n/a;7\naway;0,05;10,005;9,5;1\n';
    const { id } = await imported(text);
    const isochrone = actions.find((action) => action.id === 'analysis.isochrone')!;
    const bodyOf = async (ownData: unknown, organization = suite.acme) =>
      (await readDatasets(db(), databaseClock, organization, isochrone, { bandSeconds: [10], ownData })).body;
    expect(await bodyOf({ dataset: id, columns: ['Umsatz', 'note'] })).toEqual({
      bandSeconds: [10],
      ownData: {
        columns: ['Umsatz', 'note'],
        rows: [
          { lat: 0, lng: 10.009, values: [1234.5, 5] },
          { lat: 0, lng: 10.017, values: [2000.25, null] },
          { lat: 0, lng: 10.009, values: [null, 7] },
          { lat: 0.05, lng: 10.005, values: [9.5, 1] },
        ],
      },
    });
    expect(await bodyOf({ dataset: id })).toMatchObject({
      ownData: { columns: [], rows: [{ values: [] }, {}, {}, {}] },
    });
    // What has no dataset is for the schema to judge.
    for (const given of [undefined, 'x', { columns: [], rows: [] }])
      expect(await bodyOf(given)).toEqual({ bandSeconds: [10], ownData: given });
    const fault = (ownData: unknown, organization = suite.acme) =>
      bodyOf(ownData, organization).then(
        () => 'read',
        (error) => error.fields.errors[0],
      );
    expect(await fault({ dataset: id, columns: ['Sales'] })).toMatchObject({
      pointer: '#/ownData/columns/0',
      detail: 'The dataset has no column "Sales". It has: name, lat, lng, Umsatz, note.',
    });
    const unknown = { pointer: '#/ownData/dataset', detail: 'Your organization has no dataset with this id.' };
    expect([await fault({ dataset: newDatasetId() }), await fault({ dataset: id }, suite.other)]).toMatchObject([
      unknown,
      unknown,
    ]);
    expect(
      (
        await suite.owner.send('POST', `/organizations/${suite.acme}/actions/analysis.isochrone/execute`, {
          origins: [{ lat: 0, lng: 10.009 }],
          bandSeconds: [10],
          ownData: { dataset: id, columns: 'Umsatz' },
        })
      ).body.errors[0].pointer,
    ).toBe('#/ownData/columns');
  });

  it('its numbers are decided by their column, else by the whole dataset, and what was read is told', async () => {
    const isochrone = actions.find((action) => action.id === 'analysis.isochrone')!;
    const read = async (cells: readonly string[], place = ['0.0', '10.009']) => {
      const rows = cells.map((cell) => [...place, cell].map((one) => `"${one}"`).join(';'));
      const { id } = await imported(`lat;lng;Umsatz\n${rows.join('\n')}\n`);
      const ownData = { dataset: id, columns: ['Umsatz'] };
      return readDatasets(db(), databaseClock, suite.acme, isochrone, { ownData }).then(
        ({ body, warnings }) => ({
          values: (body as { ownData: { rows: { values: number[] }[] } }).ownData.rows.map(({ values }) => values[0]),
          told: warnings.map(({ detail }) => detail),
        }),
        (error) => error.fields.errors[0],
      );
    };
    const whole = ['0', '10'];
    expect(await read(['1.234', '12,5'], whole)).toEqual({
      values: [1234, 12.5],
      told: ['"Umsatz": a comma is read as the sign before decimals.'],
    });
    expect(await read(['1.234', '5.678'], ['0,0', '10,009'])).toMatchObject({ values: [1234, 5678] });
    expect(await read(['1.234', '5.678'])).toMatchObject({ values: [1.234, 5.678] });
    expect(await read(['12', 'many', '−3', '٤٢'], whole)).toEqual({
      values: [12, null, -3, 42],
      told: ['"Umsatz": 1 of 4 cells hold no number and are left out: row 2 "many".'],
    });
    expect(await read(['12', '1.234', '5.678'], whole)).toMatchObject({
      pointer: '#/ownData/columns/0',
      detail: expect.stringMatching(
        /^"Umsatz", row 2: "1\.234" may have thousands or decimals, and the column does not tell which\./,
      ),
    });
  });

  it('roles of columns are corrected before geocoding', async () => {
    const { id, mapping } = await imported('where,code,y,x\n3 Elm Street,1000,0.0001,10.01\n4 Elm Street,1000,,\n');
    expect(mapping).toEqual({ id: 'code', lat: 'y', lng: 'x' });
    const put = (to: unknown) => suite.owner.send('PUT', at(`/${id}/mapping`), { mapping: to });
    expect((await put({ address: 'there' })).body.errors).toMatchObject([
      { pointer: '#/mapping/address', detail: 'There is no column "there". The dataset has: where, code, y, x.' },
    ]);
    expect((await put({ lat: 'y' })).body.errors[0].pointer).toBe('#/mapping/lng');
    expect((await put({ colour: 'code' })).status).toBe(400);
    expect((await put({ id: 'code' })).body.mapping).toEqual({ id: 'code' });
    expect((await suite.owner.send('POST', at(`/${id}/geocode`), {})).body).toMatchObject({
      error: 'validation_error',
    });
    const all = { address: 'where', postcode: 'code', lat: 'y', lng: 'x', name: null };
    expect((await put(all)).body.mapping).toEqual({ address: 'where', postcode: 'code', lat: 'y', lng: 'x' });
    expect((await geocode(id)).result.reasons).toEqual({ given: 1, exact: 1 });
    expect((await rowsOf(id)).data.map((row: { lng: number }) => row.lng)).toEqual([10.01, lngOf(4)]);
  });
});
