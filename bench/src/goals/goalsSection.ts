import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Figure, Figures } from './figures.ts';
import { GOALS, type Goal, REASONS, type Reason } from './goals.ts';

/** When a figure was taken. */
interface Run {
  readonly date: string;
  /** Of the code that was measured, with a "+" where it was changed since; rows before 2026-11-28 have none. */
  readonly commit?: string;
  readonly processors: string;
  /** Load average of the machine before the start. */
  readonly load: string;
}
/** The file of the workshop: the last figure of each goal. */
type Taken = Partial<Record<string, Figure & { readonly run: Run }>>;

/** Keeps a bench's figures in its workshop, and renews the page of all goals there. */
export async function writeGoals(page: string, figures: Figures, run: Run): Promise<void> {
  const file = join(dirname(page), '../bench/goals.json');
  const before: Taken = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  const taken: Taken = { ...before };
  const short = (value: number) => Number(value.toPrecision(4));
  for (const [id, { values, ratio }] of Object.entries(figures)) {
    taken[id] = { values: values.map(short), ...(ratio === undefined ? {} : { ratio: short(ratio) }), run };
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(taken, null, 2)}\n`);
  await writeFile(join(dirname(page), '../bench/goals.md'), `# Goals of speed\n\n${section(taken)}\n`);
}

function section(taken: Taken): string {
  const missed = new Set<Reason>();
  const rows = GOALS.map((goal) => {
    const found = taken[goal.id];
    const parts = found === undefined ? [] : missedParts(goal, found);
    if (found === undefined || parts.length > 0) missed.add(goal.reason);
    return `| ${[
      goal.work,
      list(
        goal,
        goal.parts.map(({ bound }) => bound),
      ),
      found === undefined ? '' : list(goal, found.values),
      found?.ratio?.toFixed(1) ?? '',
      verdict(goal, found, parts),
      found === undefined ? '' : takenAt(found.run),
      `\`${goal.bench}\``,
    ].join(' | ')} |`;
  });
  return `Each row is the last figure of its bench (\`npm run bench -- BENCH\`), which rewrites the row; the figures lie in
[goals.json](goals.json). "× Valhalla" is how many times as fast as Valhalla in the same run, by processor time, at p50 and p95
of answers; "of Valhalla's" is our processor time or memory ÷ its own. Other times are by the clock and belong to a machine;
"ratio" there is Valhalla's time ÷ ours, where it does such work. Isochrones are those of places that nobody asked before, on
"country" where no other is named. "Load" is the load average of the machine before the start: above 1 others worked beside.
DIR is the folder of the extracts, NEW a folder that keeps what is built; the build is measured only where NEW is empty.

| work | goal | measured | ratio | | taken | bench |
|---|---|---|---|---|---|---|
${rows.join('\n')}

What was tried for the rows that miss, and what bounds them now:

${Object.entries(REASONS)
  .filter(([title]) => missed.has(title as Reason))
  .map(([title, text]) => `- **${title}.** ${text}`)
  .join('\n')}`;
}

const takenAt = ({ date, commit, processors, load }: Run) =>
  [date, ...(commit === undefined ? [] : [commit]), processors, `load ${load}`].join(', ');

const verdict = (goal: Goal, found: Figure | undefined, missed: readonly string[]) => {
  if (found === undefined) return 'not measured';
  if (missed.length === 0) return 'met';
  return missed.length === goal.parts.length ? 'missed' : `missed: ${missed.join(', ')}`;
};

/** Names of the parts whose bounds a figure does not hold. */
function missedParts({ parts }: Goal, { values }: Figure): string[] {
  return parts
    .filter(({ unit, bound }, i) => (isFloor(unit) ? !(values[i]! >= bound) : !(values[i]! <= bound)))
    .map(({ name, unit }) => (name === '' ? unit : name));
}

const isFloor = (unit: string) => unit === 'per s' || unit === '× Valhalla';

/** Values with their names and units; a unit is said once where the next part has the same. */
function list({ parts }: Goal, values: readonly number[]): string {
  const sameUnit = parts.every(({ unit }) => unit === parts[0]!.unit);
  return parts
    .map(({ name, unit }, i) =>
      [name, digits(values[i]!), sameUnit && i < parts.length - 1 ? '' : unit].filter(Boolean).join(' '),
    )
    .join(sameUnit ? ' / ' : ', ');
}

function digits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
