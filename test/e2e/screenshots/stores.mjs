import { all, answer, changed, drawn, json, press, refusal } from './answers.mjs';

/** What changed around the harbor. */
const around = '/changes?at=-36.2,-151.7&place=Harbourside&reach=bandSeconds:900';
const runChanges = (page) => page.locator('.run [data-kind=primary]').click();
const onlyList = { code: 'no_earlier_list', values: { territory: 'Meridia', version: '2026-11' } };

/** The page on which stores are corrected, that of changes of stores, and what a version says of them. */
export function storeShots({ own, analysis }) {
  return [
    { name: 'stores', path: '/stores?map=15.5/-36.2/-151.7', after: drawn },
    {
      name: 'stores-correct',
      path: '/stores?map=15.5/-36.2/-151.7',
      after: all(drawn, (page) => page.locator('.stores-in-view button').first().click(), press('Correct')),
    },
    { name: 'changes', path: '/changes', after: drawn },
    {
      name: 'changes-found',
      path: around,
      after: all(runChanges, (page) => page.locator('[data-changes]').waitFor(), drawn),
    },
    {
      name: 'changes-none',
      path: around,
      before: changed(`${own}/actions/markets.changes/execute`, ({ result, ...rest }) => ({
        ...rest,
        result: { ...result, changes: [], changesLeftOut: 0 },
      })),
      async after(page) {
        await runChanges(page);
        await page.locator('[data-changes="0"]').scrollIntoViewIfNeeded();
        await drawn(page);
      },
    },
    {
      name: 'changes-one-list',
      path: '/changes',
      before: answer(`${own}/actions/markets.changes/quote`, (route) =>
        route.fulfill(
          refusal('validation_error', 400, {
            errors: [{ pointer: '#', detail: 'There is nothing to compare it with.', said: { detail: onlyList } }],
          }),
        ),
      ),
      after: all((page) => page.locator('[data-empty=one-list]').waitFor(), drawn),
    },
    {
      name: 'history-newer-stores',
      path: `/analyses/${analysis}`,
      before: all(
        changed(`${own}/analyses/${analysis}`, (one) => ({
          ...one,
          latestRun: { ...one.latestRun, dataVersion: { ...one.latestRun.dataVersion, players: '2026-11' } },
          currentData: { ...one.currentData, players: '2027-01' },
        })),
        answer(`${own}/analyses/${analysis}/versions/*/store-changes`, (route) =>
          route.fulfill(
            json({
              since: '2026-11',
              until: '2027-01',
              totals: { openings: 3, closings: 1, moves: 0, renamings: 0 },
              question: { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [600], mode: 'car', since: '2026-11' },
            }),
          ),
        ),
      ),
    },
  ];
}
