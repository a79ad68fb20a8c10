import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actions } from '@hinterland/actions';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedModel, startScriptedModel } from '../../../model/src/server.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { dataFolder, hasData } from '../hinterland.ts';
import { newYorkBundle } from '../newYorkBundle.ts';
import { App, launchOffline } from './driver.ts';
import { checkAnswer, testAloud } from './studioAloud.ts';
import { assistant } from './studioAssistant.ts';
import { caveats } from './studioCaveats.ts';
import { dashboards } from './studioDashboards.ts';
import { datasets } from './studioDatasets.ts';
import { fields } from './studioFields.ts';
import { files } from './studioFiles.ts';
import { chainOfNewYork, flows } from './studioFlows.ts';
import { places } from './studioPlaces.ts';
import { plans } from './studioPlans.ts';
import { refusals } from './studioRefusals.ts';
import { READER, sharing } from './studioSharing.ts';
import { steps } from './studioSteps.ts';
import { beforeAndAfter, datesOfSydney } from './studioVersions.ts';

const CLICKS_MAX = 6;
/** Run in a browser by tests of their own, here and in the files beside it. */
const RUN_BY_OTHERS = [
  'analysis.isochrone',
  'analysis.people_economy',
  'analysis.realestate',
  'analysis.site_comparison',
  'enrich.point',
  'enrich.points',
  'market.calibrate',
  'network.coverage',
  'site.rank',
  'site.search',
];

/** Plans that wait for each other, so that whoever comes waits for all of them: some seconds, where a click takes one. */
const BUSY = 40;
/** Keys of those plans, one for each time: a key may make 60 charged calls a minute. */
const BUSY_KEYS = ['Busy 1', 'Busy 2', 'Busy 3', 'Busy 4'];
/** More than those plans may cost. */
const CREDITS = 10_000_000;
/** Pause of a caller whose plan was refused. */
const REFUSED_MILLISECONDS = 500;

/** The studio on the demo, in Chromium. */
describe.runIf(hasChromium)(`the studio (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let model: ScriptedModel;
  let browser: Browser;
  let app: App;
  let organization: string;
  let timesBusy = 0;

  beforeAll(async () => {
    const own = { ...callers('CI', ...BUSY_KEYS), credits: CREDITS };
    const users = [...(own.users ?? []), { ...READER, role: 'member' as const }];
    model = await startScriptedModel();
    service = await startDemo({ organizations: [{ ...own, users }], env: model.env('openai') });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    await app.signIn(CALLER, CALLER_PASSWORD);
    organization = `/organizations/${(await ask('/session')).activeOrganization.organization.id}`;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await model?.close();
  });

  const ask = (path: string): Promise<any> => app.ask(path);
  async function byKey(path: string, body: unknown): Promise<any> {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.others[0]}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  }
  function keepBusy(path: string, bodyOf: (no: number) => object, signal: AbortSignal): void {
    const key = service.others[1 + (timesBusy++ % BUSY_KEYS.length)];
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    let no = 0;
    const call = async () => {
      const body = JSON.stringify(bodyOf(no++));
      const answer = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body, signal });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    };
    const work = async () => {
      while (!signal.aborted) await call().catch(() => sleep(REFUSED_MILLISECONDS));
    };
    for (let i = 0; i < BUSY; i++) void work();
  }
  const studio = () => ({ app, url: service.url, organization, ask, byKey, keepBusy });
  const ledger = async () => (await ask(`${organization}/ledger?limit=5`)).data;

  it.each([375, 1440])(
    'leads from the start page to a first figure in at most six clicks at %i px, and drawing charges nothing',
    async (width) => {
      await app.page.setViewportSize({ width, height: 900 });
      const before = await ledger();
      await app.go('/');
      let clicks = 0;
      const click = async (role: 'option' | 'link', name: RegExp) => {
        await app.page.getByRole(role, { name }).first().click();
        clicks++;
      };
      await app.page.getByRole('combobox', { name: 'Address or area' }).fill('56 Northern Road');
      await click('option', /^Northern Road 56/);
      await click('link', /studio/);
      await app.mapIsDrawn();
      const figure = app.page.locator('[data-figure="/bands/2/cumulativeResidents"]');
      await figure.waitFor();
      expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
      const [lat, lng] = (app.parameter('at') as string).split(',').map(Number);
      const body = { origins: [{ lat, lng }], bandSeconds: [300, 600, 900], mode: 'car' };
      const { result } = await byKey('/actions/analysis.isochrone/execute', { ...body, quotedCredits: 3 });
      expect(Number(await figure.getAttribute('data-value'))).toBe(result.bands[2].cumulativeResidents);
      expect(await app.layers()).toEqual({ area: 3, places: 1 });
      const own = (entries: readonly { key: { name: string } | null }[]) =>
        entries.filter(({ key }) => key?.name !== 'CI');
      expect(own(await ledger())).toEqual(own(before));
    },
  );

  it('draws anew as mode and pin change', async () => {
    const sentence = app.page.locator('.sentence');
    const before = await sentence.textContent();
    await app.page.getByRole('radio', { name: 'On foot' }).click();
    await expect.poll(() => sentence.textContent()).toMatch(/on foot/);
    const walked = await sentence.textContent();
    expect(walked).not.toBe(before);
    const at = app.parameter('at');
    await app.page.locator('[data-pin="0"]').focus();
    for (let step = 0; step < 4; step++) await app.page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => app.parameter('at')).not.toBe(at);
    await expect.poll(() => sentence.textContent()).not.toBe(walked);
    // Undo takes the whole way of the pin back, as it was one move.
    await app.press('Undo');
    await expect.poll(() => app.parameter('at')).toBe(at);
  });

  it.each([375, 1440])(
    'runs People & Economy at %i px at the price of the API, into a version and a row of the ledger',
    async (width) => {
      await app.page.setViewportSize({ width, height: 900 });
      await app.go('/studio?at=-36.2,-151.7');
      await app.press(/Who lives nearby/);
      const body = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300, 600, 900] };
      const { quotedCredits } = await byKey('/actions/analysis.people_economy/quote', body);
      await app.page.locator(`[data-quote="${quotedCredits}"]`).waitFor();
      const { balance } = await ask(`${organization}/credits`);
      await app.press(`Run for ${quotedCredits} credits`);
      await app.page.locator('[data-result="analysis.people_economy"]').waitFor();
      expect((await ledger())[0]).toMatchObject({
        kind: 'charge',
        action: 'analysis.people_economy',
        credits: -quotedCredits,
        key: { id: null, name: 'web' },
      });
      await app.page.locator(`[data-balance="${balance - quotedCredits}"]`).waitFor();
      const [, code] = /\/a\/(\w{12})/.exec(app.page.url()) ?? [];
      expect(app.parameter('version')).toBe('1');
      const version = await ask(`${organization}/analyses/${code}/versions/1`);
      expect(version).toMatchObject({
        actionId: 'analysis.people_economy',
        creditsCharged: quotedCredits,
        input: body,
      });

      // The address opens the same question and the same answer.
      await app.page.reload();
      await app.page.locator('[data-result="analysis.people_economy"][data-version="1"]').waitFor();
      await app.page.getByText('The question has changed').waitFor({ state: 'detached' });
      await app.showAllFigures();
      const shown = await app.figures();
      const [topic] = version.results.topics;
      const missing = Object.keys(topic.fields).filter(
        (field) => !shown.has(`/topics/0/figures/cumulative_3/values/${field}`),
      );
      expect(missing).toEqual([]);
      await app.page.locator('[data-topic] [data-figure]').first().click();
      await app.page.getByRole('dialog').getByText(topic.vintage).first().waitFor();
      await app.pressInDialog('Close');
    },
  );

  steps(studio);

  it('has a form for every action, which the example fills, and quotes what the API quotes', async () => {
    // A small window: the map is drawn by the processor here.
    await app.page.setViewportSize({ width: 900, height: 500 });
    await app.go('/studio');
    const { data } = await ask('/actions');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(actions.map(({ id }) => id));
    for (const { id, example, charged } of data) {
      await app.chooseQuestion(id);
      await app.press('Fill in an example');
      const { quotedCredits } = await byKey(`/actions/${id}/quote`, example);
      const expected = id === 'analysis.isochrone' ? 0 : quotedCredits;
      await app.page.locator(`[data-quoted="${id}"] [data-quote="${expected}"]`).waitFor();
      const fields = await app.fields();
      const named = Object.keys(example).map((name) => (name === 'lng' ? '/lat' : `/${name}`));
      expect([id, named.filter((name) => !fields.includes(name))]).toEqual([id, []]);
      if (charged && !RUN_BY_OTHERS.includes(id)) await checkAnswer(app, id);
    }
  });

  testAloud(() => ({ browser, url: service.url, signedIn: app }));

  refusals(studio);
  caveats(studio);
  plans(studio);
  places(studio);
  fields(studio);
  assistant(studio, () => model);
  dashboards(studio);
  datasets(studio);
  files(studio);

  describe.each([1440, 375])('at %i px', (width) => {
    flows(studio, width);
  });

  it.each([375, 1440])('fits %i px, without a fault that axe-core finds by day or by night', async (width) => {
    await app.page.setViewportSize({ width, height: 900 });
    const [{ code }] = (await ask(`${organization}/analyses?limit=1`)).data;
    const asked = '/studio?at=-36.2,-151.7&ask=analysis.people_economy';
    for (const path of width < 821 ? [asked, `/a/${code}`] : ['/studio', `/a/${code}?tab=figures`]) {
      await app.go(path);
      await app.mapIsDrawn();
      if (path === asked) await app.page.locator('[data-quote]').waitFor();
      if (path.includes(code)) await app.page.locator('[data-result]').waitFor();
      await expect.poll(() => app.page.locator('[aria-busy=true]').count()).toBe(0);
      expect([path, await overflowPixels(app.page)]).toEqual([path, 0]);
      expect([path, await accessibilityFaults(app.page)]).toEqual([path, []]);
      await app.page.getByText('Fictional data').waitFor();
    }
    expect(app.complaints).toEqual([]);
  });

  it('opens an analysis of another organization of the reader, and works there from then on', async () => {
    let code = '';
    for (const one of (await ask(`${organization}/analyses`)).data) {
      if (code === '' && (await ask(`${organization}/analyses/${one.code}/versions`)).data.length > 0) code = one.code;
    }
    const change = async (method: string, path: string, data: object) => {
      const headers = { Origin: service.url };
      const answer = await app.page.request.fetch(`${service.url}/web/v1${path}`, { method, data, headers });
      expect([path, answer.ok()]).toEqual([path, true]);
      return answer.json();
    };
    const { id: organizationId } = await change('POST', '/organizations', { name: 'Second' });
    await change('PUT', '/session/organization', { organizationId });
    const active = async () => (await ask('/session')).activeOrganization.organization.id;
    expect(await active()).toBe(organizationId);
    await app.go(`/a/${code}`);
    await app.page.locator('[data-result]').waitFor();
    expect(`/organizations/${await active()}`).toBe(organization);
  });

  const versions = () => ({ ...studio(), territories: service.territories });
  beforeAndAfter(versions);
  sharing(() => ({ ...studio(), browser }));

  describe.skipIf(!hasData)('over New York (needs the test data beside the project)', () => {
    /** Installs the map beside the demo's, whole at once. */
    async function install(): Promise<void> {
      const draft = `${service.territories}-draft`;
      await cp(await newYorkBundle(), draft, { recursive: true });
      await rename(draft, join(service.territories, 'new-york'));
      await expect
        .poll(async () => (await ask('/data')).data.map(({ id }: { id: string }) => id))
        .toContain('new-york');
    }

    chainOfNewYork(studio, install, join(dataFolder, 'stores/dunkin.csv'));
  });

  describe.skipIf(!hasData)('over Sydney (needs the test data beside the project)', () => datesOfSydney(versions));
});
