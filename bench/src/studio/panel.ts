import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Place } from '../demoService.ts';

const ROUNDS = 1;

/** What was pressed, and how long the panel took. */
export interface Response {
  readonly name: string;
  readonly milliseconds: number;
}

/** Writes down the time from each click or key to the end of the task after the paint that follows it. */
const LISTEN = `
  globalThis.responses = [];
  for (const type of ['click', 'keydown'])
    addEventListener(type, ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => globalThis.responses.push(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      });
    }, { capture: true });
`;

/** Works the panel beside the map: settings, views of the answer, topics, explanations. */
export async function responsesOfPanel(context: BrowserContext, origin: string, { lat, lng }: Place) {
  const page = await context.newPage();
  await page.goto(`${origin}/studio?at=${lat},${lng}&ask=analysis.people_economy`);
  await page.getByRole('button', { name: /^Run for/ }).click({ timeout: 60_000 });
  await page.locator('[data-result] [data-topic]').first().waitFor({ timeout: 60_000 });
  await settled(page);
  await page.evaluate(LISTEN);
  const pressed: string[] = [];
  const press = async (name: string, target: Locator) => {
    pressed.push(name);
    await pressAndSettle(page, target);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['All figures', 'Summary']) await press(name, page.getByRole('radio', { name }));
    for (const topic of await page.locator('[data-topic] > summary').all()) await press('a topic', topic);
    await press('a figure', page.locator('[data-topic] [data-figure]').first());
    await press('Close', page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    for (const mode of ['On foot', 'Bicycle', 'Car']) await press(mode, page.getByRole('radio', { name: mode }));
    for (const name of ['Undo', 'Redo', 'Another question']) await press(name, page.getByRole('button', { name }));
    await press('a question', page.locator('[data-ask="analysis.people_economy"]'));
  }
  const responses = (await page.evaluate('globalThis.responses')) as number[];
  await page.close();
  if (responses.length !== pressed.length)
    throw new Error(`${pressed.length} presses had ${responses.length} responses.`);
  return responses.map((milliseconds, i): Response => ({ name: pressed[i] as string, milliseconds }));
}

/** Presses when everything before is done: what is measured is the response, not the queue. */
async function pressAndSettle(page: Page, target: Locator): Promise<void> {
  await target.click();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator('[role=application][data-map-state=idle]').waitFor({ timeout: 60_000 });
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached', timeout: 60_000 });
}
