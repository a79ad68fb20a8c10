import { type Figure, itemOf, memberOf, NO_PLAN, type Plan, type Role } from '@hinterland/answers/plan';

/** A step of the way to a value: what it is found by in another result, and what a reader calls it. */
interface Step {
  readonly key: string;
  /** Name of an item of a list; null for a member, which is called by its key. */
  readonly item: string | null;
}

export type Scalar = number | string | boolean | null;

export interface Difference {
  readonly path: readonly Step[];
  /** What its schema says of the value. */
  readonly figure: Figure;
  /** undefined where the value is not in the result. */
  readonly before: Scalar | undefined;
  readonly after: Scalar | undefined;
}

/** Members that are drawn, say how a result was made, tell it again in words, or are read by programs. */
const LEFT_OUT: ReadonlySet<Role> = new Set(['shape', 'background', 'snapped', 'versions', 'elsewhere', 'aside']);
/** Members with a row for each pair of places. */
const PAIRS = new Set(['overlaps', 'overlapsWith']);
/** Members that tell the items of a list apart where no schema says which, as in questions. */
const IDENTITIES = ['id', 'code', 'name'];

/**
 * The values of two results that differ, in the order of the second. Items of lists are paired by what identifies them by the plan of the
 * result, not by their place; items that nothing tells apart are paired by place.
 */
export function differencesOf(before: unknown, after: unknown, plan: Plan = NO_PLAN): Difference[] {
  const [old, present] = [leavesOf(before, plan), leavesOf(after, plan)];
  const keys = new Set([...present.keys(), ...old.keys()]);
  return [...keys].flatMap((key) => {
    const [a, b] = [old.get(key), present.get(key)];
    if (a?.value === b?.value) return [];
    const { path, figure } = (b ?? a) as Leaf;
    return { path, figure, before: a?.value, after: b?.value };
  });
}

interface Leaf {
  readonly path: readonly Step[];
  readonly figure: Figure;
  readonly value: Scalar;
}

function leavesOf(root: unknown, whole: Plan): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const walk = (value: unknown, path: readonly Step[], plan: Plan): void => {
    if (Array.isArray(value)) {
      const naming = plan === NO_PLAN ? IDENTITIES : namingOf(plan);
      const identity = naming.find((name) => isIdentity(value, name));
      for (const [index, item] of value.entries())
        walk(item, [...path, stepTo(item, identity, index, plan)], itemOf(plan));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const own = memberOf(plan, key);
        const { role } = own.figure;
        if (PAIRS.has(key) || (role !== undefined && LEFT_OUT.has(role))) continue;
        walk(member, [...path, { key, item: null }], own);
      }
    } else {
      const { figure } = plan;
      found.set(JSON.stringify(path.map(({ key }) => key)), { path, figure, value: value as Scalar });
    }
  };
  walk(root, [], whole);
  return found;
}

/** Members that may tell the items of a list apart: that which the list names, then keys, then names and kinds. */
function namingOf({ figure, items }: Plan): readonly string[] {
  const naming = items?.naming ?? [];
  const isKey = (name: string) => items?.members.get(name)?.figure.role === 'key';
  return [...(figure.key === undefined ? [] : [figure.key]), ...naming.filter(isKey), ...naming];
}

/** Whether all items have a member, each another one. */
function isIdentity(items: readonly unknown[], name: string): boolean {
  const values = items.map((item) => textIn(item, name));
  return values.every((value) => value !== undefined) && new Set(values).size === items.length;
}

function stepTo(item: unknown, identity: string | undefined, index: number, { items }: Plan): Step {
  const key = identity === undefined ? String(index + 1) : String(textIn(item, identity));
  const names = items === null ? ['name'] : items.naming;
  const name = names.map((member) => textIn(item, member)).find((value) => value !== undefined && value !== '');
  return { key, item: String(name ?? key) };
}

/** A text or number in an object. */
function textIn(item: unknown, name: string): string | number | undefined {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
