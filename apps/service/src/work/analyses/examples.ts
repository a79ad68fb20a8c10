// Examples of the OpenAPI document.

const OWNER = { id: 12, name: 'Ann' };

export const VERSION_SUMMARY = {
  versionNo: 3,
  actionId: 'analysis.people_economy',
  creditsCharged: 4,
  dataVersion: { territory: '2026-10', sociodemo: '2021.3' },
  createdAt: '2026-11-20T10:00:00.000Z',
};

export const LISTED_VERSION = { ...VERSION_SUMMARY, author: OWNER };

const RUN = {
  ...VERSION_SUMMARY,
  author: OWNER,
  input: { origins: [{ lat: -33.8688, lng: 151.2093 }], bandSeconds: [600], mode: 'car', topics: ['residents'] },
  results: { charged: true, creditsCharged: 4, topics: [] },
};

export const VERSION = { ...RUN, state: {} };

const HEAD = {
  id: '4kTq0ZpX9aLw',
  code: '4kTq0ZpX9aLw',
  name: 'Sites in the north',
  url: 'https://geo.example.com/a/4kTq0ZpX9aLw',
  owner: OWNER,
  access: 'owner',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const CURRENT_DATA = { territory: '2026-10', sociodemo: '2021.3' };

export const LISTED_ANALYSIS = {
  ...HEAD,
  latestRun: VERSION_SUMMARY,
  answer: {
    outcome: null,
    title: HEAD.name,
    text: '52,700 people live here within 10 min by car',
  },
  salesModelVersion: null,
};
export const ANALYSIS = { ...HEAD, state: {}, latestRun: RUN, currentData: CURRENT_DATA };
export const NEW_ANALYSIS = { ...HEAD, state: {}, latestRun: null, currentData: CURRENT_DATA };

export const SHARES = {
  team: true,
  organization: false,
  anyone: true,
  anyoneExpiresDays: 7,
  people: ['bob@example.com'],
  anyoneExpiresAt: '2026-11-27T10:00:00.000Z',
  url: HEAD.url,
};

export const STORE_CHANGES = {
  since: '2026-10',
  until: '2026-11',
  totals: { openings: 3, closings: 1, moves: 0, renamings: 0 },
  question: {
    origins: [{ lat: -33.8688, lng: 151.2093 }],
    bandSeconds: [600],
    mode: 'car',
    sectors: ['food.bakery'],
    since: '2026-10',
  },
};

export const SALES = {
  model: { id: 'sm_2f6c1d0a9b3e', name: 'Bakeries', currency: 'XMD' },
  places: [
    {
      id: 'quay',
      name: 'Quay Street 11',
      forecast: 1_180_000,
      range80: { low: 940_000, high: 1_480_000 },
      range95: { low: 790_000, high: 1_760_000 },
      sold: 1_230_000,
      isWithin80: true,
      isWithin95: true,
    },
  ],
  coverage: { of: 7, within80: 5, within95: 7 },
};
