import { type ActionContext, findAction } from '@hinterland/actions';
import { loadTerritory } from '@hinterland/territory';
import { percentile } from './percentile.ts';

const ROUNDS = 40;

/** What is asked of each action around the territory's center; the catchment is computed once before. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'analysis.people_economy': {},
  'analysis.realestate': {},
  'analysis.realestate, by month, with rows': { period: 'month', detail: 'full', rowsLimit: 1000 },
};

/**
 * Milliseconds of actions on a catchment that is there already: 5, 10 and 15 minutes by car around the center of each
 * territory, in one thread, input parsed, result built but not sent. Returns a Markdown table.
 */
export async function analyses(dirs: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const dir of dirs) {
    const territory = await loadTerritory(dir);
    const context: ActionContext = { territory, channel: 'api', progress: () => {}, cancelled: () => false };
    for (const [name, more] of Object.entries(CALLS)) {
      const action = findAction(name.split(',')[0]!)!;
      const call = { origins: [territory.manifest.center], bandSeconds: [300, 600, 900], mode: 'car', ...more };
      const once = () => {
        const started = performance.now();
        const { result } = action.run(context, action.input.parse(call));
        return { milliseconds: performance.now() - started, result };
      };
      const first = once();
      const times = Array.from({ length: ROUNDS }, () => once().milliseconds);
      const bytes = JSON.stringify(first.result).length;
      const figures = [first.milliseconds, percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
      rows.push(`| ${territory.manifest.name} | \`${name}\` | ${figures.join(' | ')} | ${Math.round(bytes / 1024)} |`);
    }
  }
  return [
    `5, 10 and 15 minutes by car around the center, one thread, ${ROUNDS} calls after the first one, which computes the`,
    'catchment or finds it computed by the row above. Goal: a median of less than 300 ms.',
    '',
    '| territory | action | first, ms | median, ms | 95%, ms | answer, KB |',
    '|---|---|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
