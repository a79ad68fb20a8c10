import { actions } from '@hinterland/actions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardsIn, Talk } from '../../../apps/service/src/testing/assistant.ts';
import { Browser } from '../../../apps/service/src/testing/browser.ts';
import { callsTo, type TestService } from '../../../apps/service/src/testing/service.ts';
import { type ScriptedModel, startScriptedModel } from '../../model/src/server.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from './demoService.ts';

let demo: DemoService;
let model: ScriptedModel;
let talk: Talk;
let calls: ReturnType<typeof callsTo>;
beforeAll(async () => {
  model = await startScriptedModel();
  demo = await startDemo({ organizations: [callers('prices')], env: model.env('openai') });
  calls = callsTo(demo.url);
  const browser = new Browser({ url: demo.url, ...calls } as TestService);
  await browser.send('POST', '/sign-in', { email: CALLER, password: CALLER_PASSWORD });
  const { body } = await browser.send('GET', '/organizations');
  talk = await Talk.open(browser, body.data[0].organization.id, { creditCap: 100_000 });
});
afterAll(async () => {
  await demo?.stop();
  await model?.close();
});

it.each(actions.map((action) => [action.id, action] as const))(
  'S48 %s costs the same through the assistant as over the API, an isochrone nothing as in the rest of the web app',
  async (id, action) => {
    const { body } = await calls.quote(demo.others[0] as string, id, action.example);
    expect(body.quotedCredits).toBeTypeOf('number');
    model.play([
      { when: `price of ${id} `, steps: [{ calls: [{ tool: id, input: action.example }] }, { say: 'There.' }] },
    ]);
    const turn = await talk.ask(`The price of ${id} please`);
    const cards = cardsIn(turn.parts);
    if (action.tariff === null || id === 'analysis.isochrone') {
      expect([body.quotedCredits, cards]).toEqual([action.tariff?.unitCredits ?? 0, []]);
      expect(turn.parts[0]).toMatchObject({ type: 'tool', tool: id, state: 'done' });
      return;
    }
    expect(cards.map(({ action: run, quote }) => [run, quote.credits])).toEqual([[id, body.quotedCredits]]);
    const lines = cards[0]?.quote.lines ?? [];
    expect(lines.map(({ credits }) => credits)).toEqual(
      body.quote.lines.map(({ credits }: { credits: number }) => Number(credits.toFixed(1))),
    );
  },
);
