import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { cardsIn, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { describeOnBoth } from '../../testing/databases.ts';

describeOnBoth('charged actions that cost nothing', (database) => {
  const suite = annasAssistant(database, startScriptedModel);

  it('run without a card and without a charge, as an isochrone does for the assistant', async () => {
    suite.model.play([
      {
        when: 'free',
        steps: [{ say: 'Looking.', calls: [{ tool: 'test.charged', input: { credits: 0 } }] }, { say: 'Done.' }],
      },
    ]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('free');
    expect([turn.state, cardsIn(turn.parts).length]).toEqual(['done', 0]);
    expect(turn.parts).toContainEqual(expect.objectContaining({ type: 'tool', tool: 'test.charged', state: 'done' }));
    const { rows } = await sql`select from ledger_entry where kind = 'charge'`.execute(suite.db());
    expect(rows.length).toBe(0);
  });
});
