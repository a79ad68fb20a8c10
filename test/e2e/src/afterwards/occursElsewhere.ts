/** Statuses that no call from outside brings about, and the test within the service that does. */
export interface Elsewhere {
  /** Matches lines such as "get /api/v1/me 500". */
  readonly which: RegExp;
  readonly because: string;
  /** File of the test, from the root. */
  readonly file: string;
  /** Its name, as it stands there. */
  readonly test: string;
}

const OPENAPI_TEST = 'apps/service/src/surface/openapi/openapi.test.ts';

export const OCCURS_ELSEWHERE: readonly Elsewhere[] = [
  {
    which: /^post \/api\/v1\/(subjects|projects) 409$/,
    because: 'an organization may have 5,000 subjects and 1,000 projects',
    file: OPENAPI_TEST,
    test: 'fit it on the routes of subjects and projects, too',
  },
  {
    which: /^(get|post) \/api\/v1\/(stores|corrections(\/csv)?) (409|422)$/,
    because: 'an organization may have 20,000 corrections, and a service without a territory covers no store',
    file: OPENAPI_TEST,
    test: 'fit it on the routes of corrections, too',
  },
  {
    which: /^post \/api\/v1\/supply\/subscriptions 409$/,
    because: 'an organization must have as many subscriptions as it may have',
    file: OPENAPI_TEST,
    test: 'fit it on the routes of subscriptions to changes of stores, too',
  },
  {
    which: / 50[03]$/,
    because: 'something is broken within the service, or its database is gone',
    file: OPENAPI_TEST,
    test: 'D11 fit it also when calls are too many, when something is broken, and when the database is gone',
  },
  {
    which: /^post \/api\/v1\/actions\/\S+ 504$/,
    because: 'the real actions end in time on any territory that tests build; a test action does not',
    file: OPENAPI_TEST,
    test: 'fit the document, for every route and every status that it declares',
  },
  {
    which: /^get \/api\/v1\/jobs\/\{id\}\/results(\/\{index\})? 410$/,
    because: 'results are kept for 30 days',
    file: 'apps/service/src/work/jobs/jobs.test.ts',
    test: 'S169 D107 D108 results end after 30 days; the job and its summary stay',
  },
  {
    which: /^get \/api\/v1\/jobs\/\{id\}\/parts 200$/,
    because: 'the demo has no store for files',
    file: 'test/e2e/src/service/enrichDataset.test.ts',
    test: 'S105 parts have the figures of enrich.points to the last digit, and the charges of their rows',
  },
  {
    which: /^get \/api\/v1\/jobs\/\{id\}\/parts 410$/,
    because: 'files are kept for 30 days',
    file: 'test/e2e/src/service/enrichDataset.test.ts',
    test: 'addresses expire after an hour, files after 30 days; then they are removed',
  },
  {
    which: /^post \/api\/v1\/analyses(\/\{\w+\}\/duplicate)? 409$/,
    because: 'an organization must have 5,000 analyses, or an operator must set a lower limit',
    file: 'apps/service/src/kit/fairness/quotas.test.ts',
    test: 'H6 an organization has so many analyses and no more, also where 20 are made at once',
  },
  {
    which: /^post \/api\/v1\/webhooks\/\{id\}\/enable 409$/,
    because: 'an eleventh endpoint must have been disabled by 20 failed deliveries, hours apart',
    file: 'apps/service/src/webhooks/webhooks.test.ts',
    test: 'S210 D132 ten may be active, also when many are made at once; a disabled one does not count until enabled',
  },
  {
    which:
      /^post \/api\/v1\/actions\/(search\.(addresses|resolve_address|brands)|areas\.list|markets\.sectors)\/\S+ 422$/,
    because:
      'these take no place that could lie outside; every action declares 422 alike, and a test action answers it',
    file: OPENAPI_TEST,
    test: 'fit the document, for every route and every status that it declares',
  },
];
