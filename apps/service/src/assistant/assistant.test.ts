import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ScriptedModel, startScriptedModel } from '../../../../test/model/src/server.ts';
import { grantCredits } from '../credits/grant.ts';
import { databaseClock } from '../db/database.ts';
import { cardsIn, readable, Talk } from '../testing/assistant.ts';
import { type Browser, CHEAP, signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';

describeOnBoth('a question to the assistant', (database) => {
  let service: TestService;
  let model: ScriptedModel;
  let anna: Browser;
  let acme: number;

  beforeAll(async () => {
    model = await startScriptedModel();
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      env: model.env('openai', 'sk-model-key'),
    });
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });
  beforeEach(async () => {
    anna = await signedIn(service, database().db, 'anna@example.com');
    acme = (await anna.send('POST', '/organizations', { name: 'Acme' })).body.id;
    await grantCredits(database().db, databaseClock, acme, 1_000_000);
  });

  it('runs free tools, shows a card for a charged one, and goes on after the click', async () => {
    model.play([
      {
        when: 'How many',
        steps: [
          { say: 'Looking.', calls: [{ tool: 'test.free', input: { text: 'hello' } }] },
          {
            say: ['It said [[{last}', '#/te', 'xt]] and 4', '2.'],
            calls: [{ tool: 'test.charged', input: { credits: 4.26, text: 'x' } }],
          },
          { say: 'It cost [[{last}#/creditsCharged]].' },
        ],
      },
    ]);
    const talk = await Talk.open(anna, acme);
    const turn = await talk.ask('How many?');
    expect(readable(turn.parts)).toBe(
      'Looking.\n<test.free done>\nIt said hello and ?42?.\n<card test.charged 5 open>\n',
    );
    expect(turn.state).toBe('waiting');
    const [card] = cardsIn(turn.parts);
    expect(card?.quote).toEqual({ lines: [{ label: 'As told', credits: 4.3 }], credits: 5, balanceAfter: 995 });
    const clicked = await talk.click(card!);
    expect([clicked.status, clicked.body.card.state]).toEqual([200, 'done']);
    const after = await talk.settled(turn.id);
    expect(readable(after.parts)).toContain('It cost {5}.');
    expect(after.state).toBe('done');
    const { analysis, creditsSpent } = await talk.read();
    expect(creditsSpent).toBe(5);
    const versions = (await anna.send('GET', `/organizations/${acme}/analyses/${analysis}/versions`)).body;
    expect(versions.data.map(({ creditsCharged }: { creditsCharged: number }) => creditsCharged)).toEqual([5]);
    const again = await talk.click(card!);
    expect([again.status, again.body.error]).toEqual([409, 'card_not_open']);
    expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer sk-model-key');
    expect(service.log.join('')).not.toContain('sk-model-key');
  });
});
