import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { osmStores } from './osmStores.ts';
import { STORE_SOURCES } from './storeSources.ts';

const folder = await testFolder();

/** The states of a supermarket with further tags, in data of a version. */
const SOURCES = {
  async AllThePlaces(tags: object, playersVersion: string | undefined): Promise<string[]> {
    const file = join(folder.path, 'dates.geojson');
    const properties = { ref: '1', shop: 'supermarket', ...tags };
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [10, 50] } };
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    const states: string[] = [];
    await openEntry(STORE_SOURCES, { from: 'alltheplaces', file }, testContext({ playersVersion })).each(
      (store) => states.push(store.state),
      () => {},
    );
    return states;
  },
  async OpenStreetMap(tags: Record<string, string>, playersVersion: string | undefined): Promise<string[]> {
    const built = new OsmBuilder();
    built.addNode(50, 10, { shop: 'supermarket', ...tags });
    const states: string[] = [];
    const map = built.build();
    await openEntry(STORE_SOURCES, { from: 'osm' }, testContext({ map, playersVersion })).each(
      (store) => states.push(store.state),
      () => {},
    );
    return states;
  },
};

describe.each(Object.entries(SOURCES))('a store of %s', (_, statesOf) => {
  it.each<[Record<string, string>, string | undefined, string]>([
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
    [{ disused: 'yes' }, '2026-10', 'closed'],
    [{ construction: 'yes' }, undefined, 'closed'],
    [{ 'was:shop': 'bakery' }, '2026-10', 'open'],
  ])('with %j in data of %s is %s', async (tags, version, state) => {
    expect(await statesOf(tags, version)).toEqual([state]);
  });
});

it.each(['disused:shop', 'was:amenity', 'abandoned:shop', 'proposed:shop', 'construction:shop', 'demolished:shop'])(
  '%s is no store, and told where a brand is beside it',
  (key) => {
    const built = new OsmBuilder();
    built.addNode(50, 10, { [key]: 'supermarket', brand: 'Aldi' });
    const told: string[] = [];
    osmStores(
      built.build(),
      () => expect.unreachable(),
      (reason) => told.push(reason),
    );
    expect(told).toEqual([`${key}=supermarket: nobody does business there, though it carries a brand`]);
  },
);
