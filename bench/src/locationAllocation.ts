import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  costsWith,
  coverWithin,
  leastLargest,
  mostSaving,
  placeCostsOf,
  SearchBudget,
  savedCosts,
  savingsOf,
  wholeServing,
} from '@hinterland/engine/allocation';
import {
  type CapacitatedInstance,
  capacitatedInstances,
  medianInstances,
  sanFrancisco,
} from '@hinterland/engine/testing';
import { timed } from './timed.ts';

const STEPS = 3e9;
/** Steps of a capacitated instance: whole customers make each of them dear. */
const CAPACITATED_STEPS = 3e6;
/** What spopt's notebook of the same data publishes, in persons times meters and persons: facloc-real-world of pysal/spopt. */
const SPOPT_MEDIAN_OF_FOUR = 2_848_268_129.7;

/**
 * Published instances of location-allocation with known optima: what the search of `network.coverage` finds and proves. In: the
 * folder of the instances. Returns Markdown.
 */
export async function locationAllocation(folder: string): Promise<string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const rows: string[] = [];
  for (const { name, matrix, openCount, optimum } of medianInstances(read)) {
    const costs = placeCostsOf(matrix);
    const weights = new Float64Array(costs.customers).fill(1);
    const of = { openCount, budget: new SearchBudget(STEPS) };
    const { result, cpu } = await timed(() => mostSaving(savedCosts(costs, weights), of));
    const value = costsWith(costs, weights, result.open).sum;
    rows.push(row(name, `${matrix.customers}`, openCount, optimum, value, value - (result.bound - result.value), cpu));
  }
  for (const instance of capacitatedInstances(read)) {
    const { result, cpu } = await timed(() => capacitated(instance));
    const { name, matrix, openCount, optimum } = instance;
    rows.push(row(name, `${matrix.customers}, whole customers`, openCount, optimum, result.value, result.bound, cpu));
  }
  const { people, matrix, optima } = sanFrancisco(read);
  const costs = placeCostsOf(matrix);
  for (const { openCount, personMeters, within, largestMeters } of optima) {
    const budget = new SearchBudget(STEPS);
    const median = await timed(() => mostSaving(savedCosts(costs, people), { openCount, budget }));
    const value = costsWith(costs, people, median.result.open).sum;
    const bound = value - (median.result.bound - median.result.value);
    rows.push(row('San Francisco, p-median', '205 × 16', openCount, personMeters, value, bound, median.cpu));
    for (const meters of [3000, 5000, 8000] as const) {
      const cover = await timed(() => mostSaving(coverWithin(costs, people, meters), { openCount, budget }));
      const name = `San Francisco, MCLP ${meters / 1000} km`;
      rows.push(row(name, '205 × 16', openCount, within[meters], cover.result.value, cover.result.bound, cover.cpu));
    }
    const center = await timed(() => leastLargest(costs, { openCount, budget }));
    const { largest, bound: least } = center.result;
    rows.push(row('San Francisco, p-center', '205 × 16', openCount, largestMeters, largest, least, center.cpu));
  }
  return [
    'p-median (pmed) and capacitated p-median (pmedcap) of the OR-Library, and the 16 stores and 205 tracts of San Francisco by network of',
    `spopt's notebook, with optima by enumeration; the notebook publishes ${Math.round(SPOPT_MEDIAN_OF_FOUR).toLocaleString('en-US')} for the p-median of four stores. spopt hands these problems to`,
    'CBC; its documentation publishes no times. CPU time of one thread.',
    '',
    '| instance | size | open | optimum | found | bound | gap | s |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function capacitated({ matrix, openCount, capacity, demands }: CapacitatedInstance) {
  const { customers, candidates, costs } = matrix;
  // Dearer than any candidate, so that everyone is served.
  const most = 4 * Math.max(...costs);
  const rows = Array.from({ length: customers }, (_, c) =>
    Array.from(costs.subarray(c * candidates, (c + 1) * candidates), (cost) => most - cost),
  );
  const savings = savingsOf(
    customers,
    Array.from({ length: candidates }, (_, j) => rows.map((savedAt, c) => [c, savedAt[j]!] as const)),
  );
  const limits = { demands, capacities: new Float64Array(candidates).fill(capacity) };
  const serving = wholeServing(savings, rows, limits);
  const { value, bound } = mostSaving(savings, { openCount, serving, budget: new SearchBudget(CAPACITATED_STEPS) });
  return { value: customers * most - value, bound: customers * most - bound };
}

function row(
  name: string,
  size: string,
  open: number,
  optimum: number,
  value: number,
  bound: number,
  cpu: number,
): string {
  const gap = Math.abs(value - bound) / Math.max(value, bound);
  const number = (of: number) => of.toLocaleString('en-US', { maximumFractionDigits: 1 });
  const told = gap < 1e-6 ? 'proven' : `${(100 * gap).toFixed(2)}%`;
  return `| ${name} | ${size} | ${open} | ${number(optimum)} | ${number(value)} | ${number(bound)} | ${told} | ${(cpu / 1000).toFixed(2)} |`;
}
