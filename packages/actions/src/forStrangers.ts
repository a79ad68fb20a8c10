import { isObject, objectsIn } from '@hinterland/answers';
import { z } from 'zod';
import type { Action } from './action/action.ts';
import { placeLists, salesMember } from './input/dataset.ts';
import { storeHeading } from './input/stores.ts';
import { isOwn } from './ownership/marks.ts';
import { referenceIn } from './ownership/reference.ts';
import { withoutOwn } from './ownership/withoutOwn.ts';
import { actions, findAction } from './registry.ts';
import { tellingOf } from './tell.ts';
import { inEnglish } from './verdicts/inEnglish.ts';

type Members = Readonly<Record<string, unknown>>;

/** A stored run of an action: what was asked, the page's state then, what was answered. */
export interface StoredRun {
  readonly input: unknown;
  readonly state: unknown;
  readonly results: unknown;
}

/** Rows of a batch as its version has them. */
const batchResults = z.object({ rows: z.array(z.object({ ...storeHeading })) });

/**
 * Returns a run as strangers see it: those of other organizations, and everybody by a link. Own figures below a sum are left out:
 * members that schemas mark as own, and, where a list of places is from a dataset, it and every row about its places.
 * `namesLists`: whether the input names the datasets that its lists are from. Runs of earlier versions hold the rows; of these a list counts as
 * typed where the state of the web app shows it so.
 */
export function runForStrangers(action: Action | undefined, run: StoredRun, namesLists: boolean): StoredRun {
  const state = stateForStrangers(run.state);
  if (action === undefined) return { input: {}, state, results: {} };
  const { input } = run;
  const hidden = isObject(input) ? hiddenLists(action, { ...run, input }, namesLists) : [];
  const isHiding = hidden.length > 0;
  const asked = withoutOwn(action.input, input, isHiding);
  const answered = action.batch === undefined ? action.output : batchResults;
  return {
    input: isObject(asked) ? withoutLists(asked, hidden) : {},
    state,
    results: withVerdictAnew(action.id, run.results, withoutOwn(answered, run.results, isHiding)),
  };
}

/** Lists of places that are from a dataset, as far as a stored run tells. */
function hiddenLists(action: Action, { input, state }: StoredRun & { readonly input: Members }, namesLists: boolean) {
  return placeLists(action).flatMap(({ name, isOwn }) => {
    const value = input[name];
    if (isOwn) return [];
    const isNamed = referenceIn(value) !== null;
    const isOpen = !namesLists && objectsIn(value).length > 0 && !isTyped(action.id, name, state);
    return isNamed || isOpen ? [name] : [];
  });
}

/** Whether the page that asked shows a list of places as typed. */
function isTyped(actionId: string, name: string, state: unknown): boolean {
  const question = isObject(state) ? state.question : undefined;
  if (!isObject(question) || question.actionId !== actionId || !isObject(question.values)) return false;
  const value = question.values[name];
  return value === undefined ? objectsIn(question.places).length > 0 : Array.isArray(value);
}

const withoutLists = (input: Members, lists: readonly string[]): Members =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      if (!lists.includes(name)) return [[name, value]];
      const reference = referenceIn(value);
      return reference === null ? [] : [[name, reference]];
    }),
  );

/** The verdict names what it rests on: it is given on what is left. */
function withVerdictAnew(actionId: string, whole: unknown, left: unknown): unknown {
  if (!isObject(left) || left.verdict == null || JSON.stringify(left) === JSON.stringify(whole)) return left;
  return { ...left, verdict: inEnglish(tellingOf(actionId, left).verdict ?? null) };
}

/** Members of inputs that are an organization's own, of all actions: the state of a page keeps them by these names. */
const ownMembers = new Set(
  actions.flatMap(({ input }) => {
    const { shape = {} } = input as unknown as { readonly shape?: Record<string, z.ZodType> };
    return Object.entries(shape).flatMap(([name, schema]) => (isOwn(schema) ? [name] : []));
  }),
);

/** Returns the state of a page as strangers see it: own members keep the names of datasets and models, and lose what stands there itself. */
export function stateForStrangers(state: unknown): unknown {
  if (Array.isArray(state)) return state.map(stateForStrangers);
  if (!isObject(state)) return state;
  const action = typeof state.actionId === 'string' ? findAction(state.actionId) : undefined;
  // Stores with their sales are places of the page.
  const isOfSales = action !== undefined && salesMember(action) !== null;
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      // Texts in place of cells of a dataset are as much its rows as the cells are.
      if (name === 'cells' && typeof state.dataset === 'string') return [];
      if (isOfSales && name === 'places') return [[name, []]];
      if (!ownMembers.has(name) || typeof value !== 'object' || value === null)
        return [[name, stateForStrangers(value)]];
      const reference = referenceIn(value);
      return reference === null ? [] : [[name, reference]];
    }),
  );
}
