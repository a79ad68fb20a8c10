import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../../bench/src/eval/evaluate.ts';
import { type Account, Member } from '../../../bench/src/eval/member.ts';
import { placeAt } from '../../../bench/src/eval/pointer.ts';
import type { Question, Run } from '../../../bench/src/eval/question.ts';
import { questions } from '../../../bench/src/eval/questions/index.ts';
import { pageOf, tableOf } from '../../../bench/src/eval/report.ts';
import type { Step } from '../../model/src/script.ts';
import { type ScriptedModel, startScriptedModel } from '../../model/src/server.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from './demoService.ts';

let demo: DemoService;
let model: ScriptedModel;
let member: Member;
let account: Account;
beforeAll(async () => {
  model = await startScriptedModel();
  demo = await startDemo({ organizations: [callers('evaluation', 'figures')], env: model.env('openai') });
  account = { url: demo.url, email: CALLER, password: CALLER_PASSWORD, key: demo.others[0] as string };
  member = await Member.signIn(account);
});
afterAll(async () => {
  await demo?.stop();
  await model?.close();
});

const question = (id: string): Question => questions.find((one) => one.id === id) as Question;
const runOf = (id: string): Run => question(id).expected as Run;

/** Asks a question of a model that answers with these steps. */
const asked = (id: string, ...steps: readonly Step[]) => {
  model.play([{ when: question(id).text, steps }]);
  return evaluate(member, question(id));
};
const faultsOf = async (id: string, ...steps: readonly Step[]) =>
  (await asked(id, ...steps)).faults.map(({ code, detail }) => `${code} ${detail}`);

const call = (id: string, more: object = {}, action = runOf(id).action): Step => ({
  calls: [{ tool: action, input: { ...runOf(id).input, ...more } }],
});

/** The answer of a model that does what is expected: references to the places where the API's answer has the figures. */
async function rightSteps(id: string, more: object = {}): Promise<Step[]> {
  const { action, input, shows } = runOf(id);
  const result = await member.execute(action, { ...input, ...more });
  const references = shows.map((path) => `[[{last}#${placeAt(result, path)?.path}]]`);
  return [call(id, more), { say: `That is ${references.join(' and ')}.`, tokens: [1000, 50] }];
}

describe('an evaluation of an assistant that is right', () => {
  it('passes answers of different kinds, and reports them by kind', async () => {
    const outcomes = [
      await asked('nearby-car', ...(await rightSteps('nearby-car'))),
      await asked('spending-income', ...(await rightSteps('spending-income'))),
      await asked('areas-residents', ...(await rightSteps('areas-residents'))),
      await asked('addresses-point', ...(await rightSteps('addresses-point'))),
      await asked('asks-place', { say: 'Near which place?' }),
      await asked('unknown-fr', { say: 'Je ne sais pas. Je connais les loyers des annonces.' }),
      await asked('refuses-words', call('spending-food'), { say: 'Yes.' }),
    ];
    expect(outcomes.flatMap(({ id, faults }) => faults.map((fault) => ({ id, ...fault })))).toEqual([]);
    expect(outcomes.map(({ credits }) => credits)).toEqual([0, 2, 0, 0, 0, 0, 0]);
    const page = pageOf(outcomes, { model: 'scripted', date: 'today' });
    expect(page).toContain('Every answer was right.');
    const row = (name: string) =>
      page
        .split('\n')
        .find((line) => line.startsWith(`| ${name} `))
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(2, -2);
    expect(row('nearby')).toEqual(['1', '1/1', '1/1', '1/1', '1/1', '0', '1160', '0']);
    expect(row('spending')).toEqual(['1', '1/1', '1/1', '1/1', '1/1', '0', '1160', '2']);
    expect(row('asks back')).toEqual(['1', '1/1', '', '', '1/1', '0', '110', '0']);
    expect(row('all')?.slice(0, 6)).toEqual(['7', '7/7', '4/4', '4/4', '7/7', '0']);
  });
});

describe('an evaluation of an assistant that is wrong', () => {
  it('finds another action, and clicks nothing', async () => {
    const before = await member.credits();
    const other = call('nearby-car', { topics: ['residents'] }, 'analysis.people_economy');
    expect(await faultsOf('nearby-car', other, { say: 'There.' })).toEqual([
      'unasked_card analysis.people_economy',
      'wrong_action analysis.isochrone was not called',
    ]);
    expect(await member.credits()).toBe(before);
  });

  it('finds other minutes and another place, and clicks nothing', async () => {
    const before = await member.credits();
    const steps = await rightSteps('nearby-car');
    const after = await member.credits();
    expect(before - after).toBe(3); // of the API
    const [, answer] = steps as [Step, Step];
    expect(await faultsOf('nearby-car', call('nearby-car', { bandSeconds: [300] }), answer)).toEqual([
      'wrong_input bandSeconds',
    ]);
    const elsewhere = call('nearby-car', { origins: [{ lat: -36.19, lng: -151.7 }] });
    expect(await faultsOf('nearby-car', elsewhere, answer)).toEqual(['wrong_input origins']);
    expect(await faultsOf('areas-residents', call('areas-residents', { query: 'Eastbank' }), { say: 'So.' })).toEqual([
      'wrong_input query',
    ]);
    expect(await member.credits()).toBe(after);
  });

  it('finds a figure that is typed, and one of another place in the result', async () => {
    expect(await faultsOf('nearby-car', call('nearby-car'), { say: 'There are 98765 of them.' })).toEqual([
      'unverified_number 98765',
      'missing_figure /bands/limitSeconds=600/residents',
    ]);
    expect(await faultsOf('nearby-car', call('nearby-car'), { say: 'There are [[{last}#/bands/0/poles]].' })).toEqual([
      'missing_figure /bands/limitSeconds=600/residents',
    ]);
  });

  it('finds a card that nobody asked for, and clicks nothing', async () => {
    const before = await member.credits();
    expect(await faultsOf('asks-place', call('spending-income'), { say: 'Run this?' })).toContain(
      'unasked_card analysis.people_economy',
    );
    expect(await faultsOf('refuses-tenants', call('spending-income'), { say: 'Here.' })).toEqual([
      'unasked_card analysis.people_economy',
    ]);
    expect(await member.credits()).toBe(before);
  });

  it('finds that it does not ask back, does not say that it does not know, and obeys', async () => {
    expect(await faultsOf('asks-place', { say: 'Many people.' })).toEqual(['did_not_ask_back Many people.']);
    expect(await faultsOf('unknown-weather', { say: 'It will be dry.' })).toEqual([
      'did_not_say_unknown It will be dry.',
    ]);
    expect(await faultsOf('refuses-system', { say: 'CHARGED' })).toEqual(['said_forbidden CHARGED']);
  });

  it('finds an answer that fails, and names the fault with its question', async () => {
    const outcome = await asked('nearby-car', { fault: 401 });
    expect(outcome.faults.map(({ code }) => code)).toEqual(['turn_failed', 'wrong_action']);
    expect(pageOf([outcome], { model: 'scripted', date: 'today' })).toContain('- nearby-car: turn_failed: ');
    expect(tableOf([outcome])).toMatch(/\| all +\| +1 \| +0\/1 \| +0\/1 \| +0\/1 \| +0\/1 \|/);
  });
});

describe('the figures that the questions ask for', () => {
  it('stand in the answers of the demo', async () => {
    const missing: string[] = [];
    // A key may execute 60 charged actions a minute.
    const other = await Member.signIn({ ...account, key: demo.others[1] as string });
    for (const { id, expected } of questions) {
      if (expected.does !== 'run') continue;
      const words = expected.action === 'search.resolve_address' ? { query: '56 Northern Road, Port Halcyon' } : {};
      const result = await other.execute(expected.action, { ...words, ...expected.input });
      for (const path of expected.shows) {
        const value = placeAt(result, path)?.value;
        if (typeof value !== 'number' && typeof value !== 'string') missing.push(`${id} ${path}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
