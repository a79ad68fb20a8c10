import type { Work } from './judge.ts';

/** A quarter more of the processor time that a work takes, put into the sources. */
export interface Plant {
  readonly file: string;
  /** Texts that the file has once, and what they become. */
  readonly edits: readonly (readonly [anchor: string, replacement: string])[];
}

const SHARE = 0.25;

/**
 * Burns a share of the processor time that the process has taken since it was last asked. A thread's own time is read from the system,
 * which counts it by ticks: what one turn burns too much, the next burns less.
 */
const BURN = `
import { readFileSync as readTicks } from 'node:fs';
const ownMilliseconds = () => Number(readTicks('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
const allMilliseconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e3; };
let lastMilliseconds = 0;
let owedMilliseconds = 0;
function burn(isSlow: boolean, fromStart = false): void {
  const now = allMilliseconds();
  if (isSlow && (fromStart || lastMilliseconds > 0)) owedMilliseconds += ${SHARE} * (now - lastMilliseconds);
  const begun = ownMilliseconds();
  while (ownMilliseconds() - begun < owedMilliseconds);
  owedMilliseconds -= ownMilliseconds() - begun;
  lastMilliseconds = allMilliseconds();
}
`;

/** Before each answer of a call that fits, for which the code says `isSlow` by the call's number, its action and its input. */
const beforeAnswers = (isSlow: string, fromStart = false): Plant => ({
  file: 'apps/service/src/work/runs/execute.ts',
  edits: [
    [
      'export async function execute(settings: RunSettings, call: Call): Promise<Executed> {',
      `${BURN}
const inputs = new WeakMap<object, { mode?: string }>();
let number = 0;
export async function execute(settings: RunSettings, call: Call): Promise<Executed> {
  const executed = await executeAtSpeed(settings, call);
  number += 1;
  const { actionId } = executed;
  const { mode } = inputs.get(call)!;
  burn(${isSlow}, ${fromStart});
  return executed;
}
async function executeAtSpeed(settings: RunSettings, call: Call): Promise<Executed> {`,
    ],
    [
      'const request = await readRequest(settings, call, caller, action);',
      `const request = await readRequest(settings, call, caller, action);
  inputs.set(call, request.input as object);`,
    ],
  ],
});

/** Calls of the guard: areas.list is free, isochrones on foot are small charged calls, those by car are of many places. */
export const PLANTS: Readonly<Record<Work, Plant>> = {
  start: beforeAnswers('number === 1', true),
  'free call': beforeAnswers("actionId === 'areas.list'"),
  'charged call': beforeAnswers("actionId !== 'areas.list' && mode === 'walk'"),
  isochrone: beforeAnswers("actionId !== 'areas.list' && mode !== 'walk'"),
  'row of a table': {
    file: 'apps/cli/src/worker/thread.ts',
    edits: [
      ["port.on('message', ({ id, work }: ToThread) => {", `${BURN}\nport.on('message', ({ id, work }: ToThread) => {`],
      [
        'say({ id, outcome: outcomeOf(context, work) });',
        "const outcome = outcomeOf(context, work);\n    burn(work.kind === 'rows');\n    say({ id, outcome });",
      ],
    ],
  },
};

/** The source with the slowdown. Throws where the file no longer has an anchor once. */
export function planted(source: string, { file, edits }: Plant): string {
  return edits.reduce((text, [anchor, replacement]) => {
    const parts = text.split(anchor);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${anchor}`);
    return parts.join(replacement);
  }, source);
}
