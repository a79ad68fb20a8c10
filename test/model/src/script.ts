import type { ModelExchange } from './exchange.ts';

/** A tool that a step asks for. Its name is that of the action; `raw` is sent in place of JSON. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input?: unknown;
  readonly raw?: string;
}

/** How a step fails: a status, or a stream that does not end as it should. */
export type ScriptedFault = 429 | 500 | 401 | 'half' | 'reset' | 'silence' | 'garbage' | 'empty' | 'html' | 'redirect';

export interface Step {
  /** Words; a list is sent piece by piece. "{last}" is the name of the newest result, "{first}" of the oldest of the turn. */
  readonly say?: string | readonly string[];
  readonly calls?: readonly ScriptedCall[];
  readonly fault?: ScriptedFault;
  /** Why it ends; by the calls where absent. */
  readonly cut?: boolean;
  readonly tokens?: readonly [input: number, output: number];
}

export interface Script {
  /** Words within the question. */
  readonly when: string;
  readonly steps: readonly Step[];
  /** The last step again and again, in place of an end. */
  readonly endless?: boolean;
}

/** What a model without a script for a question says. */
const LOST: Step = { say: "I don't know." };

export function stepOf(scripts: readonly Script[], exchange: ModelExchange): Step {
  const script = scripts.find(({ when }) => exchange.question.includes(when));
  if (script === undefined) return LOST;
  const step =
    script.steps[exchange.answers] ?? (script.endless === true ? script.steps.at(-1) : { say: 'That is all.' });
  return filled(step ?? LOST, exchange);
}

/** Fills in names of results, and values of results: {"$from": "/data/0/lat"} is read from the newest. */
function filled(step: Step, exchange: ModelExchange): Step {
  const names = exchange.results.map(({ name }) => name);
  const named = (text: string) =>
    text.replaceAll('{last}', names.at(-1) ?? 'r0').replaceAll('{first}', names[0] ?? 'r0');
  const { say, calls } = step;
  return {
    ...step,
    ...(say === undefined ? {} : { say: typeof say === 'string' ? named(say) : say.map(named) }),
    ...(calls === undefined
      ? {}
      : { calls: calls.map((call) => ('input' in call ? { ...call, input: resolved(call.input, exchange) } : call)) }),
  };
}

function resolved(value: unknown, exchange: ModelExchange): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, exchange));
  if (typeof value !== 'object' || value === null) return value;
  if ('$from' in value) return at(exchange.results.at(-1)?.data, String(value.$from));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, exchange)]));
}

const at = (data: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], data);
