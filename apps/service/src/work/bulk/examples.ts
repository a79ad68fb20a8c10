import type { JobParts } from '@hinterland/contract';

// Example of the OpenAPI document.

export const PARTS: JobParts = {
  data: [
    {
      index: 0,
      firstRow: 1,
      rows: 5000,
      done: 4996,
      failed: 4,
      creditsCharged: 49960,
      bytes: 1204511,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      address:
        'https://files.example.com/job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5/part-00000-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.parquet?X-Amz-Signature=…',
      addressExpiresAt: '2026-11-21T11:00:20.000Z',
    },
  ],
  resultsExpireAt: '2026-12-21T10:00:20.000Z',
};
