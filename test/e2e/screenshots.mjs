/**
 * Pictures of every page of the web app and of its states, on the demo, in light and dark, also on a phone: var/screenshots.
 * With --readme it also renews those in docs/images that the README and the guides show. Needs Debian's Chromium, or one that CHROMIUM names. A name, or the beginning
 * of names, takes a few of them, and --look one look alone; those of the studio need no organization with a past.
 *
 *   npm run screenshots
 *   npm run screenshots -- studio-answer-site
 *   npm run screenshots -- shared --look=phone
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startDemo, startReceiver } from './screenshots/demo.mjs';
import { fill } from './screenshots/organization.mjs';
import { states } from './screenshots/states.mjs';
import { take } from './screenshots/take.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'var/screenshots');
const only = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const onlyLook = process.argv.find((argument) => argument.startsWith('--look='))?.slice('--look='.length);
const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 375, height: 812 }, colorScheme: 'dark' },
};
/** Pictures of the README and of the guides: page and look. */
const README = [
  'studio-search-light',
  'studio-area-light',
  'studio-question-light',
  'studio-answer-light',
  'start-light',
  'api-light',
  'credits-actions-dark',
  'webhook-delivery-light',
];

const home = mkdtempSync(join(tmpdir(), 'hinterland-screenshots-'));
const receiver = await startReceiver(home);
const service = await startDemo(root, home, receiver);
try {
  const filled = only?.startsWith('studio-') ? { organization: '' } : await fill(service, receiver);
  const { data: actions } = await service.ask('GET', '/actions');
  const charged = actions.filter((action) => action.charged).map(({ id }) => id);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const taken = new Set();
  mkdirSync(folder, { recursive: true });
  const looks = Object.fromEntries(Object.entries(LOOKS).filter(([look]) => look === (onlyLook ?? look)));
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', baseURL: service.url });
  await context.addCookies([service.cookie]);
  // Where others are at work, a map is drawn slowly, and a button is pressed when it stands still.
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  for (const state of states({ ...filled, charged, session: service.cookie })) {
    if (only !== undefined && !new RegExp(`^(${only})`).test(state.name)) continue;
    try {
      for await (const look of take({ url: service.url, folder, looks }, page, state)) taken.add(look);
    } catch (error) {
      // The others are worth having.
      process.stderr.write(`${state.name}: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
  await context.close();
  await browser.close();
  if (process.argv.includes('--readme')) {
    for (const name of README.filter((one) => taken.has(one)))
      copyFileSync(join(folder, `${name}.png`), join(root, `docs/images/web-${name}.png`));
  }
} finally {
  await service.stop();
  receiver.close();
  rmSync(home, { recursive: true, force: true });
}
