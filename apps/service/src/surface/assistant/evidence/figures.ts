import { actions, outputPlan } from '@hinterland/actions';
import { inUnit, makeWords, nameOf } from '@hinterland/answers';
import { errorAt, type Figure, isSilent, measureIn, NO_PLAN, planAt, unitAt } from '@hinterland/answers/plan';
import { textsOf } from '@hinterland/answers/texts';
import { isCalled } from '../../mcp/toolName.ts';
import type { Part } from '../schemas.ts';
import type { ShownResult } from '../store/results.ts';

/** A place in a result, and what lies on the way to it. */
interface Place {
  readonly value: unknown;
  /** Members and items from the result down to the one that holds the value. */
  readonly way: readonly Readonly<Record<string, unknown>>[];
  /** Name of the value; of an item of a list the name of the list. */
  readonly name: string;
}

/** Readers of another language see the figure in theirs: a part has its value and its path. */
const WORDS = makeWords('en', textsOf('en'));

const MISSING = '(no figure)';

/**
 * Returns what a reference to a place in a result is shown as: a figure with its unit; a text as text. A place that is not
 * there is shown as missing, never guessed.
 */
export function resolveReference(
  results: ReadonlyMap<string, ShownResult>,
  { ref, path }: { readonly ref: string; readonly path: string },
  id: string,
): Part {
  const shown = results.get(ref);
  const place = shown === undefined ? null : placeIn(shown.result, path);
  if (shown === undefined || place === null) return { type: 'unverified', text: MISSING };
  const { value, name, way } = place;
  if (typeof value === 'string') return { type: 'text', text: value };
  if (typeof value !== 'number') return { type: 'unverified', text: MISSING };
  const plan = planAt(planOfTool(shown.tool), stepsOf(path));
  const { figure } = plan;
  const errorShare = errorAt(plan, way, name);
  const unit = unitOf(figure, place, shown.result);
  const counted = inUnit(value, measureIn(figure).factor);
  return {
    type: 'figure',
    id,
    text: [WORDS.figure(value, name, figure), unit].filter((part) => part !== '').join(unit === '%' ? '' : '\u00a0'),
    value: counted,
    ...(unit === '' ? {} : { unit }),
    ...(errorShare === null ? {} : { errorShare }),
    label: [nameOf({ field: figure.called ?? name }), ...limitsOn(way, name), ...namesOn(way)].join(' · '),
    run: {
      ...(shown.analysis === null ? {} : { analysis: shown.analysis }),
      ...(shown.version === null ? {} : { version: shown.version }),
      tool: ref,
      action: shown.tool,
    },
    path,
  };
}

/** What the answers of a tool hold; nothing is known of those that are no actions. */
function planOfTool(tool: string) {
  const action = actions.find(({ id }) => isCalled(id, tool));
  return action === undefined ? NO_PLAN : outputPlan(action);
}

const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Follows a JSON pointer (RFC 6901); null where it leads nowhere. */
function placeIn(result: unknown, path: string): Place | null {
  const way: Record<string, unknown>[] = [];
  let value = result;
  let name = '';
  for (const step of stepsOf(path)) {
    if (Array.isArray(value)) {
      if (!/^\d{1,6}$/.test(step) || Number(step) >= value.length) return null;
      value = value[Number(step)];
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
      way.push(value as Record<string, unknown>);
      value = (value as Record<string, unknown>)[step];
      name = step;
    } else return null;
  }
  return { value, way, name };
}

/** What stands behind the figure: a sign, or the words of a unit; nothing where the title says what is counted. */
function unitOf(figure: Figure, { way, name }: Place, result: unknown): string {
  const unit = unitAt(figure, way, name);
  const { sign } = measureIn({ unit });
  if (sign !== '' || isSilent({ unit })) return sign;
  const { currency, territory } = (result ?? {}) as { currency?: unknown; territory?: { currency?: unknown } };
  const known = [territory?.currency, currency].find((one) => typeof one === 'string');
  return WORDS.tell({ unit, currency: (known as string | undefined) ?? '' });
}

/** Names of what the figure belongs to, from near to far. */
function namesOn(way: Place['way']): string[] {
  const names = way
    .slice(1)
    .map(({ name, label }) => (typeof name === 'string' ? name : typeof label === 'string' ? label : ''))
    .filter((name) => name !== '');
  return [...new Set(names.reverse())].slice(0, 2);
}

/** Limits of the band that a figure belongs to: "5 to 10 min" of a ring, "up to 10 min" where inner bands are included. */
function limitsOn(way: Place['way'], name: string): string[] {
  const band = way.at(-1) ?? {};
  const siblings = way.at(-2)?.bands;
  const member = ['limitSeconds', 'limitMeters'].find((limit) => typeof band[limit] === 'number');
  if (member === undefined || name === member) return [];
  const unit: Figure = { unit: member === 'limitSeconds' ? 'seconds' : 'meters' };
  const said = (limit: unknown) => WORDS.figure(Number(limit), member, unit);
  const before = Array.isArray(siblings) ? siblings[siblings.indexOf(band) - 1]?.[member] : undefined;
  const isWhole = name.startsWith('cumulative') || before === undefined;
  const limits = isWhole ? `up to ${said(band[member])}` : `${said(before)} to ${said(band[member])}`;
  return [`${limits} ${measureIn(unit).sign}`];
}
