import { expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { cardsIn, readable, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { turnsOf } from './store/events.ts';

describeOnBoth('a question to the assistant', (database) => {
  const suite = annasAssistant(database, startScriptedModel, { modelKey: 'sk-model-key' });

  it('runs free tools, shows a card for a charged one, and goes on after the click', async () => {
    suite.model.play([
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
    const talk = await Talk.open(suite.anna, suite.acme);
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
    const versions = (await suite.anna.send('GET', `/organizations/${suite.acme}/analyses/${analysis}/versions`)).body;
    expect(versions.data.map(({ creditsCharged }: { creditsCharged: number }) => creditsCharged)).toEqual([5]);
    const again = await talk.click(card!);
    expect([again.status, again.body.error]).toEqual([409, 'card_not_open']);
    expect(suite.model.requests.at(-1)?.headers.authorization).toBe('Bearer sk-model-key');
    expect(suite.service.log.join('')).not.toContain('sk-model-key');
  });

  it('belongs to one person, and nobody else reads, asks, clicks or cancels', async () => {
    suite.model.play([{ when: 'go', steps: [{ calls: [{ tool: 'test.charged', input: { credits: 2 } }] }] }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('go');
    const ben = await signedIn(suite.service, database().db, 'ben@example.com');
    await ensureMembership(database().db, {
      organizationId: suite.acme,
      userId: ben.userId,
      role: 'owner',
      billing: true,
      teamId: null,
    });
    const card = cardsIn(turn.parts)[0]!.id;
    const tries: [string, string, object?][] = [
      ['GET', ''],
      ['GET', '/events'],
      ['PUT', '', { title: 'Mine' }],
      ['POST', '/turns', { text: 'hello' }],
      ['POST', `/turns/${turn.id}/cancel`, {}],
      ['POST', `/cards/${card}/run`, {}],
      ['POST', `/cards/${card}/decline`, {}],
      ['DELETE', ''],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await ben.send(method, talk.path + path, body);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await talk.read()).turns[0]?.state).toBe('waiting');
    expect((await talk.send('DELETE', '')).status).toBe(200);
    expect((await talk.send('GET', '')).status).toBe(404);
  });

  it('ends at once when it is canceled, and adds nothing afterwards', async () => {
    suite.model.play([{ when: 'go', steps: [{ say: 'Late words.' }] }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const release = suite.model.hold();
    const { body: asked } = await talk.send('POST', '/turns', { text: 'go' });
    expect((await talk.send('POST', '/turns', { text: 'and' })).body.error).toBe('assistant_busy');
    const { body: canceled } = await talk.send('POST', `/turns/${asked.id}/cancel`, {});
    expect([canceled.state, readable(canceled.parts)]).toEqual(['canceled', '\n!canceled!\n']);
    release();
    suite.model.play([{ when: 'again', steps: [{ say: 'Here.' }] }]);
    expect(readable((await talk.ask('again')).parts)).toBe('Here.');
    expect(readable((await talk.read()).turns[0]!.parts)).toBe('\n!canceled!\n');
  });

  it('streams events that resume behind the last one, and make what is read', async () => {
    suite.model.play([{ when: 'go', steps: [{ say: ['One ', 'two ', 'three.'] }] }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    await talk.ask('go');
    const { turns, lastEventId } = await talk.read();
    /** Events behind a number, up to the last one. */
    const events = async (headers: Record<string, string>) => {
      const gone = new AbortController();
      const url = `${suite.service.url}/web/v1${talk.path}/events`;
      const answer = await fetch(url, { headers: { Cookie: suite.anna.cookie, ...headers }, signal: gone.signal });
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      let text = '';
      for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
        text += Buffer.from(chunk).toString('utf8');
        if (text.includes(`id: ${lastEventId}\n`)) break;
      }
      gone.abort();
      return [...text.matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n/g)].map(([, id, event, data]) => ({
        no: Number(id),
        event,
        data: JSON.parse(data as string),
      }));
    };
    const all = await events({});
    expect(all.map(({ no }) => no)).toEqual(Array.from({ length: lastEventId }, (_, i) => i + 1));
    expect(turnsOf(all as never)).toEqual(turns);
    const rest = await events({ 'Last-Event-ID': String(lastEventId - 1) });
    expect(rest.map(({ no }) => no)).toEqual([lastEventId]);
  });
});
