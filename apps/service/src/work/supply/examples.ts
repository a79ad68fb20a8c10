// Examples of the OpenAPI document.

export const NEW_SUBSCRIPTION = {
  name: 'Bakeries around the quay',
  territory: 'meridia',
  question: { origins: [{ lat: -33.8688, lng: 151.2093 }], bandSeconds: [600], sectors: ['food.bakery'] },
  mail: true,
  language: 'en',
};

export const SUBSCRIPTION = {
  id: 4,
  name: 'Bakeries around the quay',
  territoryId: 'meridia',
  question: NEW_SUBSCRIPTION.question,
  mail: true,
  language: 'en',
  author: { id: 12, name: 'Ann' },
  createdAt: '2026-10-20T10:00:00.000Z',
  seen: '2026-11',
  last: {
    since: '2026-10',
    until: '2026-11',
    openings: 1,
    closings: 0,
    moves: 0,
    renamings: 0,
    at: '2026-11-20T10:00:00.000Z',
  },
  untold: null,
};

export const CHANGED = {
  subscription: { id: SUBSCRIPTION.id, name: SUBSCRIPTION.name },
  territoryId: 'meridia',
  since: '2026-10',
  until: '2026-11',
  totals: { openings: 1, closings: 0, moves: 0, renamings: 0 },
  changes: [
    {
      kind: 'opened' as const,
      certainty: 0.85,
      id: 'osm/n4712',
      name: 'Crustwell',
      sectorCode: 'food.bakery',
      lat: -33.8691,
      lng: 151.2101,
      address: 'Quay Street 14',
    },
  ],
  changesLeftOut: 0,
};
