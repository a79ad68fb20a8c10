import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { COICOP_DIVISIONS, type CoicopDivision, ENGEL_SLOPES, SPEND_TO_INCOME } from '@hinterland/catalogue';
import { percentile } from './percentile.ts';

/** Lines of table SAPCE4 of the Bureau of Economic Analysis that a division is made of. Tobacco stands among other goods there. */
const LINES: Readonly<Record<CoicopDivision, readonly number[]>> = {
  cp01: [4],
  cp02: [5, 127],
  cp03: [7],
  cp04: [18],
  cp05: [30],
  cp06: [37],
  cp07: [53],
  cp08: [66],
  cp09: [73],
  cp10: [95],
  cp11: [100],
  cp12: [105],
  cp13: [118, 119, 120, 121],
};
const DIVISIONS = COICOP_DIVISIONS.map(([code]) => code);
const YEAR = '2019';
/** A slope over 13 states is not believed beyond this. */
const MOST_SLOPE = 1.5;

interface Region {
  readonly code: string;
  readonly people: number;
  /** By the nation's. */
  readonly incomeRatio: number;
  /** Published spend per head. */
  readonly perHead: Readonly<Record<string, number>>;
}

interface Nation {
  /** Regions whose spend is published here. */
  readonly known: readonly Region[];
  /** All regions by people and income: totals are conserved over them. */
  readonly all: readonly Pick<Region, 'people' | 'incomeRatio'>[];
  readonly perHead: Readonly<Record<string, number>>;
}

type Elasticities = Readonly<Record<string, number>>;

/** Published spend per head of regions beside what the national level and their income predict. Returns Markdown. */
export async function spend(dataDir: string): Promise<string> {
  const us = await unitedStates(join(dataDir, 'money/regional'));
  const fitted = us.known.filter((_, i) => i % 2 === 0);
  const unseen = us.known.filter((_, i) => i % 2 === 1);
  const [first, second] = [fit(fitted), fit(unseen)];
  const mean = Object.fromEntries(DIVISIONS.map((code) => [code, 0]));
  const proportional = Object.fromEntries(DIVISIONS.map((code) => [code, 1]));
  const both = (code: string) => [...errors(us, unseen, first, code), ...errors(us, fitted, second, code)];
  const cells = (values: readonly number[]) =>
    `${percent(percentile(values, 0.5))} | ${percent(percentile(values, 0.9))}`;
  const spain = await spainsRegions(join(dataDir, 'money/regional'));
  return [
    `Spend per head of ${us.known.length} states of the US by purpose (Bureau of Economic Analysis, ${YEAR}) beside the national level × (income of the state ÷`,
    'of the nation)^elasticity, scaled so that all states together spend the level. The elasticity of a purpose is the mean of what tables',
    `by income group say (× ${SPEND_TO_INCOME}) and of the slope over the states of one half (${fitted.map(({ code }) => code).join(', ')}). "Other half": the other ${unseen.length} states with it,`,
    '"both": each half with the slope of the other. The national mean and spend in proportion to income are of all states. Errors are shares of the published figure.',
    '',
    '| purpose | elasticity | other half: median | p90 | national mean there | both: median | p90 | national mean: median | p90 | proportional: median | p90 |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...['total', ...DIVISIONS].map(
      (code) =>
        `| ${code} | ${code === 'total' ? '' : first[code]!.toFixed(2)} | ${cells(errors(us, unseen, first, code))} | ${percent(percentile(errors(us, unseen, mean, code), 0.5))} | ${cells(both(code))} | ${cells(errors(us, us.known, mean, code))} | ${cells(errors(us, us.known, proportional, code))} |`,
    ),
    '',
    `All spend of ${spain.known.length} regions of Spain (INE, household budget survey 2019), with ${SPEND_TO_INCOME} fitted on the states of the US: median and p90 of the method, of the national mean and of spend in proportion to income.`,
    '',
    '| method: median | p90 | national mean: median | p90 | proportional: median | p90 |',
    '|--:|--:|--:|--:|--:|--:|',
    `| ${[SPEND_TO_INCOME, 0, 1].map((elasticity) => cells(errors(spain, spain.known, { all: elasticity }, 'all'))).join(' | ')} |`,
  ].join('\n');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** Errors of a purpose, or of all of them together, as shares of what is published. */
function errors(nation: Nation, regions: readonly Region[], elasticities: Elasticities, code: string): number[] {
  const codes = code === 'total' ? DIVISIONS : [code];
  return regions.map((region) => {
    const predicted = codes.reduce((sum, one) => sum + predict(nation, region, one, elasticities[one]!), 0);
    const published = codes.reduce((sum, one) => sum + region.perHead[one]!, 0);
    return Math.abs(predicted / published - 1);
  });
}

function predict({ all, perHead }: Nation, { incomeRatio }: Region, code: string, elasticity: number): number {
  const people = all.reduce((sum, one) => sum + one.people, 0);
  const bent = all.reduce((sum, one) => sum + one.people * one.incomeRatio ** elasticity, 0);
  return (perHead[code]! * incomeRatio ** elasticity * people) / bent;
}

const middle = (values: readonly number[]) => percentile(values, 0.5);
const engel = (code: CoicopDivision): number => {
  const slopes = ENGEL_SLOPES[code];
  return slopes.length === 2 ? (slopes[0]! + slopes[1]!) / 2 : middle(slopes);
};

/** Elasticities of all purposes: half of what households of one country do, half of what these states do. */
function fit(states: readonly Region[]): Elasticities {
  return Object.fromEntries(
    DIVISIONS.map((code) => {
      const slope = Math.min(MOST_SLOPE, Math.max(0, slopeOver(states, code)));
      return [code, (SPEND_TO_INCOME * engel(code) + slope) / 2];
    }),
  );
}

/** Slope of the logarithm of spend on that of income, by least squares. */
function slopeOver(states: readonly Region[], code: string): number {
  const points = states.map(({ incomeRatio, perHead }) => [Math.log(incomeRatio), Math.log(perHead[code]!)] as const);
  const meanOf = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [meanOf(0), meanOf(1)];
  return (
    points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
  );
}

const cellsOf = (line: string): string[] =>
  line.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '').replaceAll('"', ''));
const tableOf = (text: string): string[][] => text.trim().split(/\r?\n/).slice(1).map(cellsOf);

async function unitedStates(folder: string): Promise<Nation> {
  const spendRows = tableOf(gunzipSync(await readFile(join(folder, 'us-bea-pce-by-state.csv.gz'))).toString('utf8'));
  const incomeRows = tableOf(await readFile(join(folder, 'us-bea-state-personal-income.csv'), 'utf8'));
  const incomes = new Map<string, number>();
  const people = new Map<string, number>();
  for (const [state, year, , line, , value] of incomeRows) {
    if (year !== YEAR) continue;
    if (Number(line) === 2) people.set(state!, Number(value));
    if (Number(line) === 3) incomes.set(state!, Number(value));
  }
  const figures = new Map<string, Map<number, number>>();
  for (const [table, , , state, line, , year, value] of spendRows) {
    if (table !== 'SAPCE4' || year !== YEAR) continue;
    figures.set(state!, (figures.get(state!) ?? new Map()).set(Number(line), Number(value)));
  }
  const perHeadOf = (state: string) =>
    Object.fromEntries(
      DIVISIONS.map((code) => [
        code,
        (LINES[code].reduce((sum, line) => sum + figures.get(state)!.get(line)!, 0) * 1e6) / people.get(state)!,
      ]),
    );
  const heads = (state: string) => ({
    people: people.get(state)!,
    incomeRatio: incomes.get(state)! / incomes.get('US')!,
  });
  const isState = (code: string) => code !== 'US';
  return {
    known: [...figures.keys()]
      .filter(isState)
      .toSorted()
      .map((code) => ({ code, ...heads(code), perHead: perHeadOf(code) })),
    all: [...incomes.keys()].filter(isState).map(heads),
    perHead: perHeadOf('US'),
  };
}

/** Regions of Spain; its two towns in Africa have too few households in the survey. */
async function spainsRegions(folder: string): Promise<Nation> {
  const rows = tableOf(await readFile(join(folder, 'es-epf-2019-total-by-region.csv'), 'utf8'));
  const nation = rows.find(([, code]) => code === '00')!;
  const known = rows
    .filter(([, code]) => !['00', '18', '19'].includes(code!))
    .map(([, code, , , , people, , perHead, , income]) => ({
      code: code!,
      people: Number(people),
      incomeRatio: Number(income) / Number(nation[9]),
      perHead: { all: Number(perHead) },
    }));
  return { known, all: known, perHead: { all: Number(nation[7]) } };
}
