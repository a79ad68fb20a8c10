import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { STORE_SOURCES } from './storeSources.ts';

const folder = await testFolder();

test.each([
  [{ end_date: '2026-01-01' }, '2026-10', 'closed'],
  [{ end_date: '2026-12-31' }, '2026-10', 'open'],
  [{ end_date: '2027' }, '2026-10-04', 'open'],
  [{ end_date: '2026-10' }, '2026-10-04', 'closed'],
  [{ end_date: '2026-12-31' }, undefined, 'closed'],
  [{ end_date: '2026-12-31' }, 'autumn', 'closed'],
  [{ end_date: 'yes' }, '2026-10', 'closed'],
  [{ opening_date: '2026-11-15' }, '2026-10', 'closed'],
  [{ start_date: '2026-11' }, '2026-10', 'closed'],
  [{ opening_date: '2026-09-15' }, '2026-10', 'open'],
  [{ start_date: '1998' }, undefined, 'open'],
])('a store with %j in data of %s is %s', async (dates, playersVersion, state) => {
  const file = join(folder.path, 'dates.geojson');
  const properties = { ref: '1', shop: 'supermarket', ...dates };
  const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [10, 50] } };
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const states: string[] = [];
  await openEntry(STORE_SOURCES, { from: 'alltheplaces', file }, testContext({ playersVersion })).each(
    (store) => states.push(store.state),
    () => {},
  );
  expect(states).toEqual([state]);
});
