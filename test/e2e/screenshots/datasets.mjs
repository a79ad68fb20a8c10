import { answer, changed, drawn, json, press } from './answers.mjs';
import { storesFile } from './organization.mjs';

/** The pages of datasets and their states. */
export function datasetShots({ own, dataset, sheet, project }) {
  const learned = `/studio?ask=market.calibrate&stores=${sheet}`;
  const toDesk = async (page) => {
    await page.locator('[data-reading]').waitFor();
    await drawn(page);
  };
  const openDesk = async (page) => {
    await toDesk(page);
    await press('Rows and columns')(page);
    await page.locator('[data-desk]').waitFor();
  };
  const rows = `/datasets/${dataset}`;
  const choose = async (page, name, mimeType, text) => {
    await press('Upload a file')(page);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await page.locator('[data-read], [data-error]').waitFor();
  };
  const job = {
    id: 'job_01HZ0000000000000000000000',
    type: 'datasets.geocode',
    status: 'running',
    progress: { total: 200, done: 120, failed: 6, skipped: 0 },
    finishedAt: null,
  };
  const days = (count) => new Date(Date.now() + count * 86_400_000).toISOString();
  const suspended = changed(`${own}/storage`, (storage) => ({
    ...storage,
    bytes: 312_400_000,
    averageBytes: 290_000_000,
    expectedBytes: 305_000_000,
    expectedCredits: 6,
    owedCredits: 5,
    covered: false,
    suspendedSince: days(-20),
    toBeDeletedAt: days(70),
  }));
  return [
    { name: 'datasets', path: '/datasets' },
    {
      name: 'subjects',
      path: '/subjects',
      async after(page) {
        await page.locator('.subjects .table').waitFor();
        await drawn(page);
      },
    },
    {
      name: 'subjects-none',
      path: '/subjects',
      before: answer(/\/subjects\?limit/, (route) => route.fulfill(json({ data: [], total: 0 }))),
    },
    { name: 'project', path: `/projects/${project}` },
    {
      name: 'datasets-none',
      path: '/datasets',
      before: answer(`${own}/datasets`, (route) => route.fulfill(json({ data: [] }))),
    },
    { name: 'datasets-suspended', path: '/datasets', before: suspended },
    { name: 'datasets-suspended-elsewhere', path: '/account/credits', before: suspended },
    {
      name: 'datasets-not-covered',
      path: '/datasets',
      before: changed(`${own}/storage`, (storage) => ({
        ...storage,
        bytes: 84_000_000,
        averageBytes: 71_000_000,
        expectedBytes: 80_000_000,
        expectedCredits: 1,
        covered: false,
      })),
    },
    { name: 'datasets-menu', path: '/datasets', after: press(/^Actions for/) },
    {
      name: 'datasets-upload',
      path: '/datasets',
      after: (page) => choose(page, 'shops.csv', 'text/csv', storesFile()),
    },
    {
      name: 'datasets-upload-uneven',
      path: '/datasets',
      after: (page) => choose(page, 'shops.csv', 'text/csv', 'name,lat,lng\nA,1,2\nB,1\nC,1,2,3\n'),
    },
    { name: 'dataset', path: rows, after: drawn },
    { name: 'dataset-unplaced', path: `${rows}?rows=unplaced`, after: drawn },
    {
      name: 'dataset-row',
      path: `${rows}?rows=unplaced&row=7`,
      async after(page) {
        await drawn(page);
        await page.getByRole('application').click({ position: { x: 150, y: 160 } });
        await page.locator('[data-pin]').waitFor();
        await drawn(page);
      },
    },
    {
      name: 'dataset-columns',
      path: rows,
      async after(page) {
        await press('Columns')(page);
        await page.getByRole('dialog').locator('tbody tr').first().waitFor();
      },
    },
    { name: 'dataset-job', path: rows, before: changed(`${own}/datasets/${dataset}`, (one) => ({ ...one, job })) },
    {
      name: 'datasets-importing',
      path: '/datasets',
      before: changed(`${own}/datasets`, (list) => ({
        ...list,
        data: list.data.map((one, i) => (i === 0 ? { ...one, status: 'importing', rows: 0, matched: 0 } : one)),
      })),
    },
    {
      name: 'dataset-own-figures',
      path: '/studio?ask=analysis.people_economy&at=-36.2,-151.7&reach=bandSeconds:60,120',
      async after(page) {
        const own = page.locator('[data-field="/ownData"]');
        await own.getByRole('button', { name: /No dataset/ }).click();
        await page.getByRole('option', { name: /^Customers of May/ }).click();
        await own.locator('label').filter({ hasText: 'turnover' }).click();
        await press(/^Run for/)(page);
        await page.locator('[data-own]').waitFor();
        await drawn(page);
        await page.locator('[data-own]').scrollIntoViewIfNeeded();
      },
    },
    { name: 'dataset-sheet', path: learned, after: toDesk },
    { name: 'dataset-sales', path: `/datasets/${sheet}`, after: toDesk },
    {
      name: 'dataset-closing',
      path: `/studio?ask=network.coverage&stores=${sheet}&rows=%7B%22faults%22%3A%22leave_out%22%7D`,
      async after(page) {
        await toDesk(page);
        await page.getByText('More settings').first().click();
        await press(/^Take the sales of/)(page);
        await page.locator('[data-closing]').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'datasets-upload-faults',
      path: '/datasets',
      async after(page) {
        await choose(page, 'shops.csv', 'text/csv', storesFile());
        await page.locator('[data-desk]').scrollIntoViewIfNeeded();
      },
    },
    { name: 'dataset-desk', path: learned, after: openDesk },
    {
      name: 'dataset-desk-mended',
      path: learned,
      async after(page) {
        await openDesk(page);
        await press('Use 400')(page);
        await press(/^Merge with row 26/)(page);
        await press('Leave out row 10')(page);
        await page.locator('[data-desk][data-left-out="3"]').waitFor();
        await page.getByRole('dialog').getByRole('table').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'dataset-desk-right',
      path: learned,
      async after(page) {
        await toDesk(page);
        await press(/^Use the \d+ that are right/)(page);
        await page.locator('[data-left-out="8"], [data-reading="32"]').first().waitFor();
        await openDesk(page);
      },
    },
    {
      name: 'dataset-failed',
      path: rows,
      before: changed(`${own}/datasets/${dataset}`, (one) => ({
        ...one,
        status: 'failed',
        error: { error: 'validation_error', detail: 'The row in line 7 has 4 cells, the header has 5.' },
      })),
    },
    { name: 'dataset-gone', path: '/datasets/ds_00000000000000000000000000' },
  ];
}
