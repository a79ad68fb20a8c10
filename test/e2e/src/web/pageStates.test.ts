import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actions } from '@hinterland/actions';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { root } from '../hinterland.ts';
import { App, launchOffline } from './driver.ts';

/** A state of a page, as those of the pictures are; see states.mjs there. */
interface State {
  readonly name: string;
  readonly each?: (page: Page) => Promise<void>;
  /** The part that can be reached, where an open list closes before anything else can: the rest is hidden while it is open. */
  readonly reached?: string;
}

/** Those that no other test looks at, of each kind one: they are looked at in each run. */
const SAMPLE = [
  'front-area|sign-in-code|profile-factor-picture|api-secret|webhook-delivery|members|audit-filtered',
  'areas-classes|areas-table|subjects|subjects-none|project',
  'credits-returned-pending|datasets-suspended-elsewhere|dataset-job|analyses-share-people|history-network',
  'shared-german|report|studio-answer-site.rank',
].join('|');
/** STATES=.* looks at all of them, which takes a quarter of an hour; any other regular expression at those whose whole names fit it. */
const chosen = new RegExp(`^(${process.env.STATES ?? SAMPLE})$`);

/**
 * Of all others, one in so many is looked at: which of them, the built app says. Each change of the app has another share, and the same
 * app always the same.
 */
const SHARES = 8;
const share = hasChromium ? shareOf(join(root, 'apps/web/dist/index.html')) : 0;
const isChosen = (name: string, i: number): boolean =>
  chosen.test(name) || (process.env.STATES === undefined && i % SHARES === share);
const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
];

const pictures = (file: string) => import(new URL(`../../screenshots/${file}.mjs`, import.meta.url).href);
const { states } = await pictures('states');
const charged = actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id);
const names: readonly string[] = states({ charged, session: {} }).map(({ name }: State) => name);

/** The page names the built files, whose names are made from what is in them. */
function shareOf(page: string): number {
  return createHash('sha256').update(readFileSync(page)).digest().readUInt32BE() % SHARES;
}

/** States of the pages of which pictures are taken, held against the rules of axe-core: at both widths, by day and by night. */
describe.runIf(hasChromium)(`states of the web app, share ${share} of ${SHARES} (where ${CHROMIUM} is)`, () => {
  const home = mkdtempSync(join(tmpdir(), 'hinterland-states-'));
  let receiver: { status: number; authority: string; close(): void };
  let service: DemoService;
  let browser: Browser;
  let app: App;
  let all: readonly State[];

  beforeAll(async () => {
    const { startReceiver, signIn } = await pictures('demo');
    receiver = await startReceiver(home);
    service = await startDemo({
      organizations: [callers('CI')],
      env: { HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: receiver.authority },
    });
    const session = await signIn(service.url, { email: CALLER, password: CALLER_PASSWORD });
    const { fill } = await pictures('organization');
    all = states({ ...(await fill({ url: service.url, ...session }, receiver, 1)), charged, session: session.cookie });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    await app.page.context().addCookies([session.cookie]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    receiver?.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(names.filter(isChosen))('%s', async (name) => {
    const { reach, leaveState } = await pictures('take');
    const state = all.find((one) => one.name === name) as State;
    try {
      await app.page.setViewportSize(SIZES[0] as (typeof SIZES)[0]);
      await reach(service.url, app.page, state);
      for (const size of SIZES) {
        await app.page.setViewportSize(size);
        await state.each?.(app.page);
        await app.isSound(`${name} ${size.width}`, state.reached);
      }
    } finally {
      await leaveState(app.page, state);
    }
  });

  it('asks no other host', () => expect(app.complaints).toEqual([]));
});
