// Examples of the OpenAPI document.

export const NEW_PROJECT = {
  name: 'Sixth bakery',
  note: 'Where do we open in spring?',
  subjects: ['sub_01JD8Q4Z6V3W2N5M7P9R1T3X5Y'],
  answers: ['k3J9sQ2xTbLm'],
};

export const PROJECT = {
  id: 'prj_01JD8Q4Z6V3W2N5M7P9R1T3X5Y',
  name: 'Sixth bakery',
  note: 'Where do we open in spring?',
  subjects: [
    { id: 'sub_01JD8Q4Z6V3W2N5M7P9R1T3X5Y', kind: 'place', name: 'Harbourside', lat: -33.8688, lng: 151.2093 },
  ],
  answers: [
    {
      code: 'k3J9sQ2xTbLm',
      name: 'Room for a bakery at Harbourside',
      actionId: 'analysis.markets_sector',
      text: 'Yes, there is room for another bakery.',
      outcome: 'yes',
      own: true,
      updatedAt: '2026-11-21T10:00:00.000Z',
    },
  ],
  hidden: 0,
  author: { id: 12, name: 'Ann' },
  mayChange: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};
