import { all, answer, changed, drawn, json, press, refusal, signedOut } from './answers.mjs';

/** Answers the next save of a state with what another window has saved meanwhile. */
async function changedElsewhere(page) {
  let isRefused = false;
  await page.route('**/analyses/*/state', async (route) => {
    const savedAt = new Date().toISOString();
    if (route.request().method() === 'PUT') {
      isRefused = true;
      const fields = { revision: 9, savedBy: { id: 1, name: 'Ada' }, savedAt };
      return route.fulfill(refusal('state_changed', 409, fields));
    }
    if (!isRefused) return route.continue();
    const answer = await route.fetch();
    const stored = await answer.json();
    const places = [{ id: 1, name: 'Harbour', lat: -36.21, lng: -151.69 }];
    const question = { actionId: null, values: {}, chosen: [], ...stored.state.question, places };
    return route.fulfill(json({ ...stored, revision: 9, savedAt, state: { question } }));
  });
}

/** Analyses, their versions, sharing, and the pages of links. `session` signs a page out and in again. */
export function analysisShots({ own, analysis, network, withdrawn, session: { leaveSession, returnToSession } }) {
  return [
    { name: 'analyses', path: '/analyses' },
    { name: 'history', path: `/analyses/${analysis}` },
    {
      name: 'history-difference',
      path: `/analyses/${analysis}?v=1&v=2`,
      async after(page) {
        await page.locator('[data-map-state=idle][data-layers*=area]').nth(1).waitFor();
        await page.locator('[data-before-after]').scrollIntoViewIfNeeded();
      },
    },
    { name: 'history-network', path: `/analyses/${network}?v=1&v=2` },
    {
      name: 'analyses-none',
      path: '/analyses',
      before: answer(`${own}/analyses*`, (route) => route.fulfill(json({ data: [] }))),
    },
    {
      name: 'analyses-shared',
      path: '/analyses?of=shared',
      before: answer(`${own}/analyses*`, async (route) => {
        const list = await (
          await route.fetch({
            url: route
              .request()
              .url()
              .replace(/of=shared&?/, ''),
          })
        ).json();
        const data = list.data.map((one) => ({ ...one, access: 'shared', owner: { id: 99, name: 'Anders Holm' } }));
        await route.fulfill(json({ ...list, data }));
      }),
    },
    { name: 'analyses-shared-none', path: '/analyses?of=shared' },
    {
      name: 'history-newer-data',
      path: `/analyses/${analysis}`,
      before: changed(`${own}/analyses/${analysis}`, (one) => ({
        ...one,
        currentData: { ...one.currentData, sociodemo: '2027-census' },
      })),
    },
    {
      name: 'analyses-merge',
      path: `/a/${analysis}`,
      before: changedElsewhere,
      async after(page) {
        await page.locator('[data-result]').waitFor();
        await press('Change the question')(page);
        await page.getByRole('radio', { name: 'On foot' }).click();
        await page.locator('[data-error=state_changed]').waitFor();
        await page.locator('[data-error=state_changed]').scrollIntoViewIfNeeded();
        await drawn(page);
      },
    },
    { name: 'shared', path: `/a/${analysis}`, before: leaveSession, leave: returnToSession },
    {
      name: 'shared-expired',
      path: `/a/${withdrawn}`,
      before: all(leaveSession, (page) =>
        page.route(`**/a/${withdrawn}`, async (route) => {
          const reply = await route.fetch();
          const body = (await reply.text())
            .replaceAll('This link was withdrawn', 'This link has expired')
            .replace(
              /<p>The person who made[^<]*<\/p>/,
              '<p>The analysis was shared for a limited time, which is over.</p>',
            )
            .replace(/<p>Ask them[^<]*<\/p>/, '<p>Ask the person who sent it to you for a new link.</p>');
          await route.fulfill({ response: reply, body });
        }),
      ),
      leave: returnToSession,
    },
    { name: 'shared-withdrawn', path: `/a/${withdrawn}`, before: leaveSession, leave: returnToSession },
    { name: 'report', path: `/a/${analysis}/report` },
    { name: 'report-italian', path: `/a/${analysis}/report?language=it` },
    { name: 'shared-german', path: `/a/${analysis}?language=de`, before: leaveSession, leave: returnToSession },
    {
      name: 'analyses-share-people',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Share' }).click();
        for (const address of ['board@example.com', 'anders@example.com']) {
          await page.getByLabel('E-mail address').fill(address);
          await page.getByRole('dialog').getByRole('button', { name: 'Add' }).first().click();
        }
      },
    },
    { name: 'shared-unknown', path: '/a/4kTq0ZpX9aLw', before: leaveSession, leave: returnToSession },
    { name: 'shared-other-address', path: '/a/4kTq0ZpX9aLw' },
    { name: 'shared-embed', path: `/a/${analysis}/embed` },
    {
      name: 'shared-sign-up',
      path: '/sign-up?then=%2Fa%2F4kTq0ZpX9aLw#email=board%40example.com',
      before: signedOut,
    },
    {
      name: 'analyses-share',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Share' }).click();
        const anyone = page.getByRole('checkbox', { name: 'Anyone with the link' });
        await anyone.waitFor();
        if (!(await anyone.isChecked())) await page.getByText('Anyone with the link').click();
        await page.getByLabel('The link is valid').last().waitFor();
        await page.getByLabel('Site that may embed it').fill('news.example');
        await page.getByRole('button', { name: 'Add' }).last().click();
        await page.getByText('<iframe').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'analyses-rename',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await page.getByLabel('Name of the analysis').waitFor();
      },
    },
    {
      name: 'analyses-deleted',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
      leave: press('Undo'),
    },
  ];
}
