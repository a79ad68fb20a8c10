import { actions, outputPlan } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { chartsIn, coverOf, FORMATS, headerOf, makeWords, tablesOf } from '@hinterland/answers';
import { errorAt, planAt } from '@hinterland/answers/plan';
import { textsOf } from '@hinterland/answers/texts';
import { itemPlanOf, itemsOf, wideFigures } from '@hinterland/answers/wide';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveReference } from '../../../../apps/service/src/surface/assistant/evidence/figures.ts';
import { withModelledSpend } from '../../../../packages/actions/src/testing/modelledSpend.ts';
import { answerArrow } from '../../../../packages/answers/src/wide/answerArrow.ts';
import { demoBundle } from '../demoBundle.ts';
import { SURFACES } from '../tellings/surfaces.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'];

/** Actions whose answers hold sums of spend, with what is asked beside their examples and the list that is a table of its own. */
const WITH_SPEND: Readonly<Record<string, { readonly input?: object; readonly list?: string }>> = {
  'analysis.people_economy': { input: { topics: ['residents', 'consumption'] } },
  'analysis.markets_sector': { input: { sectors: ['food.bakery'] } },
  'analysis.brand_coverage': { input: { sectorCode: 'food.bakery' } },
  'analysis.site_comparison': { list: 'candidates' },
  'site.rank': { list: 'candidates' },
  'site.search': { list: 'places' },
  'enrich.point': {},
};

/** Those whose examples have no sum of residents' spend: people, stores, prices, sales of the caller's own. */
const WITHOUT_SPEND = [
  'analysis.isochrone',
  'analysis.category_mix',
  'analysis.markets_brands',
  'analysis.realestate',
  'network.coverage',
  'network.matrix',
  'network.nearest',
  'market.calibrate',
  'enrich.points',
  'markets.changes',
];

let counted: Territory;
let modelled: Territory;
beforeAll(async () => {
  counted = await loadTerritory(await demoBundle());
  modelled = withModelledSpend(counted, { deviation: 0.2, hasIncome: true });
});

const actionOf = (id: string) => actions.find((one) => one.id === id)!;

function askedOn(territory: Territory, id: string): { input: object; result: any } {
  const action = actionOf(id);
  const input = { ...(action.example as object), ...WITH_SPEND[id]?.input };
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  return { input, result: (action.run(context, action.input.parse(input)) as { result: any }).result };
}

/** Places of all numbers that are made of modelled spend by the plan of the answer, with their errors. */
function modelledIn(id: string, result: unknown): ReadonlyMap<string, number> {
  const plan = outputPlan(actionOf(id));
  const found = new Map<string, number>();
  const walk = (value: unknown, steps: readonly string[], way: readonly object[], name: string): void => {
    if (typeof value === 'number') {
      const error = errorAt(planAt(plan, steps), way, name);
      if (error !== null) found.set(`/${steps.join('/')}`, error);
    } else if (Array.isArray(value)) {
      for (const [i, one] of value.entries()) walk(one, [...steps, String(i)], way, name);
    } else if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value)) walk(one, [...steps, member], [...way, value], member);
  };
  walk(result, [], [], '');
  return found;
}

const percentIn = (text: string): number[] =>
  [...text.matchAll(/±\s?(\d+)[\s\u00a0\u202f]?%/g)].map(([, digits]) => Number(digits));

it('knows of every charged action whether it has sums of spend', () => {
  const charged = actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id);
  expect([...Object.keys(WITH_SPEND), ...WITHOUT_SPEND].toSorted()).toEqual(charged.toSorted());
});

it.each(WITHOUT_SPEND.filter((id) => id !== 'enrich.points'))('%s says nothing of modelled spend', (id) => {
  const { result } = askedOn(modelled, id);
  expect(modelledIn(id, result).size).toBe(0);
  expect(JSON.stringify(tellingOf(id, result))).not.toContain('spend.modelled');
});

describe.each(Object.entries(WITH_SPEND))('%s with modelled spend', (id, { list }) => {
  let input: object;
  let result: any;
  let errors: ReadonlyMap<string, number>;
  let percent: number;
  beforeAll(() => {
    ({ input, result } = askedOn(modelled, id));
    errors = modelledIn(id, result);
    percent = Math.round(100 * Math.max(...errors.values()));
  });

  it('says nothing where spend was counted', () => {
    const plain = askedOn(counted, id).result;
    expect(modelledIn(id, plain).size).toBe(0);
    expect(JSON.stringify(plain)).not.toMatch(/"(demandE|e)rrorShare"|modelled, typically/);
    expect(tellingOf(id, plain)).not.toHaveProperty('modelled');
    const headers = tablesOf(plain, { plan: outputPlan(actionOf(id)) }).flatMap(({ columns }) => columns.map(headerOf));
    expect(headers.filter((header) => header.startsWith('Demand error'))).toEqual([]);
  });

  it('has an error for every sum, between that of food and that of all else', () => {
    expect(errors.size).toBeGreaterThan(0);
    for (const [path, error] of errors) {
      expect(error, path).toBeGreaterThanOrEqual(0.06);
      expect(error, path).toBeLessThanOrEqual(0.1);
    }
  });

  it('says so in studio, report, shared page and view in five languages', async () => {
    const worked = { actionId: id, actionTitle: actionOf(id).title, input, result };
    for (const language of LANGUAGES)
      for (const surface of ['web', 'report', 'view'] as const) {
        const lines = await SURFACES[surface]!(worked, language);
        expect(lines.flatMap(percentIn), `${surface} in ${language}`).toContain(percent);
      }
  });

  it('has no chart that is named after the error', () => {
    const titles = chartsIn(tellingOf(id, result)).map(({ title }) => JSON.stringify(title));
    expect(titles.filter((title) => title.includes('modelled'))).toEqual([]);
  });

  it("says so in agents' answers and in what the assistant names", () => {
    const text = JSON.stringify(result);
    expect(text).toMatch(/"(demandE|e)rrorShare":0\.\d/);
    if (result.verdict !== undefined && result.verdict !== null && result.verdict.because.length > 0)
      expect(percentIn(result.verdict.because.join(' '))).toContain(percent);
    const shown = new Map([['r1', { tool: id, result, analysis: null, version: null }]]) as never;
    for (const [path, errorShare] of errors)
      expect(resolveReference(shown, { ref: 'r1', path }, 'f1'), path).toMatchObject({ type: 'figure', errorShare });
  });

  it('says so in CSV files and in the workbook, in five languages', async () => {
    const plan = outputPlan(actionOf(id));
    const told = tablesOf(result, { plan }).filter(({ columns }) =>
      columns.some((column) => headerOf(column).startsWith('Demand error')),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const table of told) {
      const bytes = await FORMATS.csv.write({ result, input, area: null, plan }, table.id);
      const [head = '', ...rows] = new TextDecoder().decode(bytes).split('\r\n');
      expect(head).toMatch(/Demand error[^,]*, ?%|"Demand error[^"]*, %"/);
      expect(rows.join('\n')).toMatch(/\b([6-9](\.\d+)?|10)\b/);
    }
    const about = { title: '', question: '', by: '', at: new Date(0), link: null, data: [] };
    for (const language of LANGUAGES) {
      const cover = coverOf(tellingOf(id, result), makeWords(language, textsOf(language)), about);
      expect(cover.sentences.flatMap(percentIn), language).toContain(percent);
    }
  });

  it('says so of the columns of tables and frames', () => {
    const plan = outputPlan(actionOf(id));
    const rows = list === undefined ? [result] : itemsOf(result, list).map(({ figures }) => figures);
    const figures = wideFigures(rows[0], list === undefined ? plan : itemPlanOf(plan, list));
    const said = figures.filter(({ about }) => about.comparability === 'modelled' && 'error' in about);
    expect(said.length).toBeGreaterThan(0);
    const money = figures.filter(({ member, name }) => /netNew|captured|demand$|\.covered$|cp01/.test(member + name));
    for (const { about, unit, name } of money.filter((one) => typeof one.value === 'number' && one.unit !== 'fraction'))
      if (/ a year/.test(unit)) expect(about, name).toMatchObject({ comparability: 'modelled' });
    const { schema } = tableFromIPC(answerArrow(result, plan, { list }));
    const kept = schema.fields.filter(({ metadata }) => metadata.has('error'));
    expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(said.map(({ name }) => name)));
  });
});
