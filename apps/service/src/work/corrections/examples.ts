// Examples of the OpenAPI document.

export const NEW_CORRECTION = {
  territory: 'meridia',
  storeId: 'osm/n4711',
  kind: 'closed',
  since: '2026-09-30',
  reason: 'Walked past: the windows are papered over.',
};

export const CORRECTION = {
  id: 12,
  territoryId: 'meridia',
  storeId: 'osm/n4711',
  kind: 'closed',
  since: '2026-09-30',
  reason: 'Walked past: the windows are papered over.',
  listed: { name: 'Halcyon Fare', brand: 'Halcyon Fare', sector: 'food.supermarket', lat: -33.8688, lng: 151.2093 },
  of: 'organization',
  author: { id: 12, name: 'Ann' },
  createdAt: '2026-11-20T10:00:00.000Z',
  undoneAt: null,
  undoneBy: null,
  inForce: true,
};

export const UNDONE = {
  ...CORRECTION,
  undoneAt: '2026-11-21T10:00:00.000Z',
  undoneBy: { id: 12, name: 'Ann' },
  inForce: false,
};

export const TABLE = {
  territory: 'meridia',
  csv: 'kind,storeId,since\nclosed,osm/n4711,2026-09-30\n',
};

export const STORE = {
  id: 'osm/n4711',
  name: 'Halcyon Fare',
  brand: 'Halcyon Fare',
  sectorCode: 'food.supermarket',
  lat: -33.8688,
  lng: 151.2093,
  address: 'Quay Street 11',
  squareMeters: 900,
  floorAreaSource: 'sector_median',
  state: 'closed',
  source: 'osm',
  meters: 12.4,
  corrections: [CORRECTION],
};
