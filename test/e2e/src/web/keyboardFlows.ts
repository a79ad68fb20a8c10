import { expect } from 'vitest';
import type { Mailbox } from '../../../../apps/service/src/testing/browser.ts';
import { tokenIn } from '../../../../apps/service/src/testing/browser.ts';
import type { ScriptedModel } from '../../../model/src/server.ts';
import type { App } from './driver.ts';

/** What a flow works with. */
export interface Hands {
  readonly app: App;
  readonly mailbox: Mailbox;
  readonly model: ScriptedModel;
}

/** A way through the app: the page it begins at, who walks it, and its steps. */
export interface Flow {
  readonly name: string;
  readonly from: string;
  readonly isStranger?: true;
  walk(hands: Hands): Promise<void>;
}

const TOWN_HALL = '-36.2,-151.7';

const answered = ({ page }: App, sign = '[data-outcome]') => page.locator(sign).first().waitFor();

/** Of twelve stores, one has no latitude, one lies on another continent, one is cut short, and two are exchanged. */
function stores(): string {
  const rows = Array.from({ length: 12 }, (_, i) => {
    const [lat, lng] = [(-36.206 + Math.floor(i / 4) * 0.004).toFixed(4), (-151.71 + (i % 4) * 0.004).toFixed(4)];
    const at = { 2: `north,${lng}`, 4: `${lng},${lat}`, 5: `${lng},${lat}`, 7: '48.1370,11.5750' }[i];
    return i === 9 ? `S${i + 1},Store ${i + 1}` : `S${i + 1},Store ${i + 1},${at ?? `${lat},${lng}`}`;
  });
  return `Code,Shop,lat,lng\n${rows.join('\n')}\n`;
}

/** The flows of the app, each from its page to what one came for. */
export const FLOWS: readonly Flow[] = [
  {
    name: 'an area without an account, signing up, an own question, a link',
    from: '/',
    isStranger: true,
    async walk({ app, mailbox }) {
      const { page } = app;
      await page.locator('#examples [data-quote]').nth(2).waitFor();
      await app.take(/address/i, 'Harbour', /Harbour/);
      await page
        .getByText(/people reach this place|people live within/)
        .first()
        .waitFor();
      await app.press('Ask more: sign up');
      await app.heading('Sign up');
      await app.fill('Your name', 'Rosa');
      await app.fill('E-mail address', 'keys@example.com');
      await app.fill('Password', 'a quiet harbour town');
      await app.press(/^Sign up$/, page.getByRole('main'));
      await page.getByText('We sent a link').waitFor();
      await app.hasFocus('signed up');
      await app.go(`/verify-email#token=${encodeURIComponent(tokenIn(await mailbox.next('keys@example.com')))}`);
      await app.heading(/^Welcome/);
      await app.fill('Name of the organization', 'Forno');
      await app.press('Create organization');
      await app.take(/address/i, 'Harbour', /Harbour/);
      await app.press('Ask more in the studio');
      await page.getByRole('heading', { level: 2, name: 'What' }).waitFor();
      await app.press(/^Is there room for another shop/);
      await app.take(/sector/i, 'Bakeries', /Baker/);
      await app.press(/^Run for/);
      await answered(app);
      await app.press('Share');
      await app.press('Copy a link for anyone');
      await page.locator('[data-shared=made], [data-shared=copied]').waitFor();
      await app.key('Escape');
      await hasReturned(app, 'Share');
    },
  },
  {
    name: 'three places compared',
    from: '/studio?ask=site.rank',
    async walk({ app }) {
      for (const text of ['Larkspur', 'Fernlea', 'Harbourside']) await app.take(/address/i, text, new RegExp(text));
      await app.take(/sector/i, 'Bakeries', /Baker/);
      await app.press(/^Run for/);
      await answered(app);
      await app.hasFocus('answered');
    },
  },
  {
    name: 'a file with faulty rows, its columns, its rows put right, a closing plan',
    from: '/',
    async walk({ app }) {
      const { page } = app;
      await app.visit('Datasets');
      const chooser = page.waitForEvent('filechooser');
      await app.press('Upload a file');
      const buffer = Buffer.from(stores());
      await (await chooser).setFiles({ name: 'Stores.csv', mimeType: 'text/csv', buffer });
      const use = page.getByRole('row', { name: /^Shop/ });
      await use.waitFor();
      await app.hasFocus('file chosen');
      await app.choose('.', 'Kept as it is', use);
      await app.choose('.', 'Name', use);
      await app.press('Import');
      await page.locator('[data-left-out="1"]').waitFor();
      await app.press('Exchange them');
      await page.locator('[data-unplaced="1"][data-outside="1"]').waitFor();
      await app.pick(/^Outside/);
      await app.toggle('Leave out the rows without a place');
      await app.press('Start', page.getByRole('navigation'));
      await app.heading(/^Welcome/);
      await app.press('I have a network of stores');
      await app.choose('Or the rows of a dataset', /^Stores/, page);
      await app.type(page.getByRole('textbox', { name: /^Time/i }).first(), '3');
      await app.type(page.getByRole('textbox', { name: /^Stores to close/i }).first(), '2');
      await app.press(/^Run for/);
      await answered(app);
      await app.reach(page.getByRole('slider', { name: 'Closing plan' }));
      await app.key('ArrowRight');
      await page.locator('[data-plan-step="1"]').waitFor();
    },
  },
  {
    name: 'credits ordered',
    from: '/account/credits',
    async walk({ app }) {
      await app.press('Buy credits');
      await app.pressInDialog('Place order');
      await app.page.locator('[data-order=open]').waitFor();
      await app.page.getByRole('dialog').waitFor({ state: 'detached' });
      await app.hasFocus('ordered');
    },
  },
  {
    name: 'a key made and revoked',
    from: '/account/api',
    async walk({ app }) {
      await app.press('New key');
      await app.fill('Name', 'Till');
      await app.pressInDialog('Create key');
      await app.page.locator('[data-secret]').waitFor();
      await app.pressInDialog('I have stored it');
      await app.page.getByRole('dialog').waitFor({ state: 'detached' });
      await app.press('Revoke', app.page.getByRole('row', { name: /Till/ }));
      await app.pressInDialog('Revoke');
      await app.page.getByText(/^Revoked /).waitFor();
      await app.hasFocus('revoked');
    },
  },
  {
    name: 'a question to the assistant, and the run it proposes',
    from: `/studio?at=${TOWN_HALL}&place=Town+hall`,
    async walk({ app, model }) {
      const { page } = app;
      const input = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [600], mode: 'car', topics: ['residents'] };
      model.play([
        {
          when: 'Who lives',
          steps: [
            { say: 'Looking.', calls: [{ tool: 'areas.list', input: { limit: 1 } }] },
            {
              say: ['In all live [[{last}#/areas/0/residents]].'],
              calls: [{ tool: 'analysis.people_economy', input }],
            },
            { say: 'Within reach live [[{last}#/parts/0/residents]].' },
          ],
        },
      ]);
      await app.press('Assistant');
      await app.type(page.getByRole('textbox', { name: 'Your question' }), 'Who lives here?');
      await app.key('Enter');
      const card = page.getByRole('article', { name: /^Price: / });
      await app.press(/^Run for/, card);
      await card.locator('[data-ended=done]').waitFor();
      await page.locator('.assistant [data-turn=done]').waitFor();
      await app.hasFocus('answered');
      await app.press(/^[\d,]+/, page.locator('.assistant'));
      await page.locator('[data-how]').waitFor();
      await app.key('Escape');
      await page.locator('[data-how]').waitFor({ state: 'detached' });
      await app.press('Close the assistant');
      await hasReturned(app, 'Assistant');
    },
  },
  {
    name: 'an answer: its tabs, its topics, how a figure came about, its exports, its question changed',
    from: `/studio?at=${TOWN_HALL}&place=Town+hall&ask=analysis.people_economy`,
    async walk({ app }) {
      const { page } = app;
      await app.press(/^Run for/);
      await answered(app, '[data-result]');
      await app.pick('All figures');
      await page.locator('[data-topic]').first().waitFor();
      await app.pick('Summary');
      await app.reach(page.locator('[data-topic="residents"] > summary'));
      await app.key('Enter');
      await app.reach(page.locator('[data-topic="residents"] [data-figure]').first());
      await app.key('Enter');
      await page.getByRole('dialog').getByText('Meaning').waitFor();
      await app.key('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await app.press('Export the answer');
      await app.key('Escape');
      await hasReturned(app, 'Export the answer');
      const saved = page.waitForEvent('download');
      await app.pressInMenu('Export the answer', 'Map layers as GeoJSON');
      expect((await saved).suggestedFilename()).toMatch(/\.geojson$/);
      await hasReturned(app, 'Export the answer');
      await app.press('Change the question');
      await app.press('Another question');
      await app.press(/^Is there room for another shop/);
      await page.locator('[data-action="site.rank"], [data-action="analysis.markets_sector"]').first().waitFor();
      await app.press('Undo');
      await app.hasFocus('undone');
    },
  },
  {
    name: 'the table beside the map: opened, sorted, filtered, a row selected, closed',
    from: '/studio?ask=network.coverage',
    async walk({ app }) {
      const { page } = app;
      await app.press('Fill in an example');
      await app.press('Table');
      const desk = page.locator('[data-twin]');
      await desk.waitFor();
      await app.pick(/^Places/);
      await app.press(/^Name/, desk);
      await desk.locator('th[aria-sort=ascending]').waitFor();
      await app.type(desk.getByRole('searchbox', { name: 'Filter the rows' }), 'West');
      await app.press(/^Select row/, desk);
      await desk.locator('tr[data-selected]').waitFor();
      await app.press('Close the table', desk);
      await desk.waitFor({ state: 'detached' });
      await hasReturned(app, 'Table');
    },
  },
];

/** Dialogs: the page, and the button or the key that opens them. */
export const DIALOGS: readonly (readonly [path: string, opener: string | { readonly key: string }])[] = [
  ['/account/api', 'New key'],
  ['/account/webhooks', 'New webhook'],
  ['/account/members', 'Invite'],
  ['/account/teams', 'New team'],
  ['/account/credits', 'Buy credits'],
  ['/account/organization', 'Delete organization'],
  ['/account/profile', 'Set up'],
  ['/account/profile', 'Delete account'],
  ['/account/api', { key: 'Control+k' }],
  ['/account/api', { key: '?' }],
  ['/studio?ask=network.coverage', 'Add a list'],
];

/** Expects a button to have the focus again. */
export const hasReturned = ({ page }: App, name: string): Promise<void> =>
  expect.poll(() => page.locator(':focus').evaluateAll(names)).toEqual([name]);

const names = (nodes: readonly unknown[]): string[] =>
  (nodes as { getAttribute(name: string): string | null; textContent: string | null }[]).map(
    (node) => node.getAttribute('aria-label') ?? node.textContent?.trim() ?? '',
  );
