// Examples of the OpenAPI document.

export const NEW_SUBJECT = {
  kind: 'place',
  name: 'Harbourside',
  territory: 'meridia',
  lat: -33.8688,
  lng: 151.2093,
  address: 'Quay Street 11',
  fields: { store: '007', rentPerMonth: 4200 },
};

export const SUBJECT = {
  id: 'sub_01JD8Q4Z6V3W2N5M7P9R1T3X5Y',
  kind: 'place',
  name: 'Harbourside',
  territoryId: 'meridia',
  lat: -33.8688,
  lng: 151.2093,
  address: 'Quay Street 11',
  fields: { store: '007', rentPerMonth: 4200 },
  places: null,
  dataset: null,
  candidates: [],
  rivals: [],
  area: null,
  polygon: null,
  author: { id: 12, name: 'Ann' },
  mayChange: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  answers: [
    {
      code: 'k3J9sQ2xTbLm',
      name: 'Sixth bakery',
      actionId: 'analysis.markets_sector',
      text: 'Yes, there is room for another bakery.',
      outcome: 'yes',
      createdAt: '2026-11-21T10:00:00.000Z',
    },
  ],
};
